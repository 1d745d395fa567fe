/* Whether the processor at hand knows AVX2: the second build of the kernels, with -mavx2, is used only then. */
#if defined(__GNUC__) && defined(__x86_64__)
#define BAKEOFF_AVX2() (__builtin_cpu_supports("avx2") != 0)
#else
#define BAKEOFF_AVX2() 0
#endif
