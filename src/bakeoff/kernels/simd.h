/* Whether the processor at hand knows AVX2: the second build of the kernels, with -mavx2, is used only then. */
#if defined(__GNUC__) && defined(__x86_64__)
#define BAKEOFF_AVX2() (__builtin_cpu_supports("avx2") != 0)
#else
#define BAKEOFF_AVX2() 0
#endif

/* Rows of few probabilities, four rows at a time, by the vector types of GCC and Clang; see check_probabilities and decision 14.
   Returns how many rows it has checked: none where there are no vectors of four, and then plain loops check them all.
   The last four entries of a row come first, without those that the steps of the loop will meet again. */
#if defined(__AVX2__) && (defined(__clang__) || __GNUC__ >= 12)
#include <stdint.h>
typedef double bakeoff_four __attribute__((vector_size(32), aligned(8)));
typedef int64_t bakeoff_bits __attribute__((vector_size(32), aligned(8)));

static inline bakeoff_four bakeoff_load(const double* from, bakeoff_bits* wrong) {
    const bakeoff_four values = *(const bakeoff_four*)from;
    *wrong |= (bakeoff_bits)values | (0x3FF0000000000000LL - (bakeoff_bits)values);
    return values;
}

static inline Py_ssize_t bakeoff_check_rows(const double* row, Py_ssize_t n, Py_ssize_t k, int64_t* wrong, double* worst) {
    const Py_ssize_t whole = (k - 1) / 4 * 4, rest = k - whole;
    const bakeoff_four last = {rest > 3, rest > 2, rest > 1, 1.0};
    bakeoff_bits away, larger, seen = {0, 0, 0, 0};
    bakeoff_four a, b, c, d, off, far = {0.0, 0.0, 0.0, 0.0};
    Py_ssize_t i, j;
    for (i = 0; i + 4 <= n; i += 4, row += 4 * k) {
        a = bakeoff_load(row + k - 4, &seen) * last;
        b = bakeoff_load(row + 2 * k - 4, &seen) * last;
        c = bakeoff_load(row + 3 * k - 4, &seen) * last;
        d = bakeoff_load(row + 4 * k - 4, &seen) * last;
        for (j = 0; j < whole; j += 4) {
            a += bakeoff_load(row + j, &seen);
            b += bakeoff_load(row + k + j, &seen);
            c += bakeoff_load(row + 2 * k + j, &seen);
            d += bakeoff_load(row + 3 * k + j, &seen);
        }
        /* Four sums of four entries each become one vector of the four sums. */
        a = __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
        c = __builtin_shufflevector(c, d, 0, 4, 2, 6) + __builtin_shufflevector(c, d, 1, 5, 3, 7);
        off = __builtin_shufflevector(a, c, 0, 1, 4, 5) + __builtin_shufflevector(a, c, 2, 3, 6, 7) - 1.0;
        away = (bakeoff_bits)off & 0x7FFFFFFFFFFFFFFFLL; /* without the sign */
        larger = (bakeoff_four)away > far;
        far = (bakeoff_four)((away & larger) | ((bakeoff_bits)far & ~larger));
    }
    for (j = 0; j < 4; j++) {
        *wrong |= seen[j];
        *worst = far[j] > *worst ? far[j] : *worst;
    }
    return i;
}
#else
#define bakeoff_check_rows(row, n, k, wrong, worst) 0
#endif
