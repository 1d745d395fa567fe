"""The citation behind each key that a declaration names; a test finds keys that do not resolve."""

from dataclasses import dataclass

from bakeoff.core.errors import UnknownName

__all__ = ["REFERENCES", "Reference", "cite"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """One published source."""

    key: str
    authors: str
    year: int
    title: str
    where: str

    def __str__(self) -> str:
        return f"{self.authors} ({self.year}). {self.title}. {self.where}."

    def bibtex(self) -> str:
        """The entry for a LaTeX bibliography."""
        authors = self.authors.replace("; ", " and ")  # BibTeX knows no other separator
        return (
            f"@misc{{{self.key},\n  author = {{{authors}}},\n  year = {{{self.year}}},\n"
            f"  title = {{{self.title}}},\n  howpublished = {{{self.where}}}\n}}"
        )


def _reference(key: str, authors: str, year: int, title: str, where: str) -> Reference:
    return Reference(key=key, authors=authors, year=year, title=title, where=where)


REFERENCES: tuple[Reference, ...] = (
    _reference(
        "aeberhard1994",
        "Aeberhard, S.; Coomans, D.; de Vel, O.",
        1994,
        "Comparative analysis of statistical pattern recognition methods in high dimensional settings",
        "Pattern Recognition 27(8)",
    ),
    _reference(
        "agresti1998",
        "Agresti, A.; Coull, B. A.",
        1998,
        "Approximate is better than exact for interval estimation of binomial proportions",
        "The American Statistician 52(2)",
    ),
    _reference(
        "agresti2013",
        "Agresti, A.",
        2013,
        "Categorical Data Analysis, third edition",
        "Wiley",
    ),
    _reference(
        "akinshin2020",
        "Akinshin, A.",
        2020,
        "Nonparametric Cohen's d-consistent effect size",
        "aakinshin.net",
    ),
    _reference("alpaydin1998", "Alpaydin, E.; Kaynak, C.", 1998, "Cascading classifiers", "Kybernetika 34(4)"),
    _reference(
        "alpaydin1999",
        "Alpaydın, E.",
        1999,
        "Combined 5 x 2 cv F test for comparing supervised classification learning algorithms",
        "Neural Computation 11(8)",
    ),
    _reference(
        "benavoli2014",
        "Benavoli, A.; Corani, G.; Mangili, F.; Zaffalon, M.; Ruggeri, F.",
        2014,
        "A Bayesian Wilcoxon signed-rank test based on the Dirichlet process",
        "ICML",
    ),
    _reference(
        "benavoli2017",
        "Benavoli, A.; Corani, G.; Demšar, J.; Zaffalon, M.",
        2017,
        "Time for a change: a tutorial for comparing multiple classifiers through Bayesian analysis",
        "Journal of Machine Learning Research 18(77)",
    ),
    _reference(
        "benjamini1995",
        "Benjamini, Y.; Hochberg, Y.",
        1995,
        "Controlling the false discovery rate: a practical and powerful approach to multiple testing",
        "Journal of the Royal Statistical Society B 57(1)",
    ),
    _reference(
        "benjamini2001",
        "Benjamini, Y.; Yekutieli, D.",
        2001,
        "The control of the false discovery rate in multiple testing under dependency",
        "Annals of Statistics 29(4)",
    ),
    _reference(
        "bergmann1988",
        "Bergmann, B.; Hommel, G.",
        1988,
        "Improvements of general multiple test procedures for redundant systems of hypotheses",
        "Multiple Hypotheses Testing, Springer",
    ),
    _reference(
        "bouckaert2003",
        "Bouckaert, R. R.",
        2003,
        "Choosing between two learning algorithms based on calibrated tests",
        "ICML",
    ),
    _reference(
        "bouckaert2004",
        "Bouckaert, R. R.",
        2004,
        "Estimating replicability of classifier learning experiments",
        "Proceedings of the 21st International Conference on Machine Learning",
    ),
    _reference(
        "brier1950",
        "Brier, G. W.",
        1950,
        "Verification of forecasts expressed in terms of probability",
        "Monthly Weather Review 78(1)",
    ),
    _reference(
        "brodersen2010",
        "Brodersen, K. H.; Ong, C. S.; Stephan, K. E.; Buhmann, J. M.",
        2010,
        "The balanced accuracy and its posterior distribution",
        "International Conference on Pattern Recognition",
    ),
    _reference(
        "brown2001",
        "Brown, L. D.; Cai, T. T.; DasGupta, A.",
        2001,
        "Interval estimation for a binomial proportion",
        "Statistical Science 16(2)",
    ),
    _reference(
        "cliff1993",
        "Cliff, N.",
        1993,
        "Dominance statistics: ordinal analyses to answer ordinal questions",
        "Psychological Bulletin 114(3)",
    ),
    _reference(
        "clopper1934",
        "Clopper, C. J.; Pearson, E. S.",
        1934,
        "The use of confidence or fiducial limits illustrated in the case of the binomial",
        "Biometrika 26(4)",
    ),
    _reference(
        "cochran1950",
        "Cochran, W. G.",
        1950,
        "The comparison of percentages in matched samples",
        "Biometrika 37(3/4)",
    ),
    _reference(
        "cochran1977",
        "Cochran, W. G.",
        1977,
        "Sampling Techniques, third edition",
        "Wiley",
    ),
    _reference(
        "cohen1960",
        "Cohen, J.",
        1960,
        "A coefficient of agreement for nominal scales",
        "Educational and Psychological Measurement 20(1)",
    ),
    _reference(
        "cohen1968",
        "Cohen, J.",
        1968,
        "Weighted kappa: nominal scale agreement with provision for scaled disagreement or partial credit",
        "Psychological Bulletin 70(4)",
    ),
    _reference(
        "cohen1988",
        "Cohen, J.",
        1988,
        "Statistical Power Analysis for the Behavioral Sciences, second edition",
        "Lawrence Erlbaum",
    ),
    _reference(
        "conover1999",
        "Conover, W. J.",
        1999,
        "Practical Nonparametric Statistics, third edition",
        "Wiley",
    ),
    _reference(
        "corani2015",
        "Corani, G.; Benavoli, A.",
        2015,
        "A Bayesian approach for comparing cross-validated algorithms on multiple data sets",
        "Machine Learning 100(2-3)",
    ),
    _reference(
        "corani2017",
        "Corani, G.; Benavoli, A.; Demšar, J.; Mangili, F.; Zaffalon, M.",
        2017,
        "Statistical comparison of classifiers through Bayesian hierarchical modelling",
        "Machine Learning 106(11)",
    ),
    _reference(
        "davis2006",
        "Davis, J.; Goadrich, M.",
        2006,
        "The relationship between precision-recall and ROC curves",
        "International Conference on Machine Learning",
    ),
    _reference(
        "deeks2004",
        "Deeks, J. J.; Altman, D. G.",
        2004,
        "Diagnostic tests 4: likelihood ratios",
        "BMJ 329(7458)",
    ),
    _reference(
        "delong1988",
        "DeLong, E. R.; DeLong, D. M.; Clarke-Pearson, D. L.",
        1988,
        "Comparing the areas under two or more correlated receiver operating characteristic curves: a nonparametric approach",
        "Biometrics 44(3)",
    ),
    _reference(
        "demsar2006",
        "Demšar, J.",
        2006,
        "Statistical comparisons of classifiers over multiple data sets",
        "Journal of Machine Learning Research 7",
    ),
    _reference(
        "devroye1996",
        "Devroye, L.; Györfi, L.; Lugosi, G.",
        1996,
        "A Probabilistic Theory of Pattern Recognition",
        "Springer",
    ),
    _reference(
        "dietterich1998",
        "Dietterich, T. G.",
        1998,
        "Approximate statistical tests for comparing supervised classification learning algorithms",
        "Neural Computation 10(7)",
    ),
    _reference(
        "domingos2000",
        "Domingos, P.",
        2000,
        "A unified bias-variance decomposition and its applications",
        "International Conference on Machine Learning",
    ),
    _reference(
        "drummond2006",
        "Drummond, C.; Holte, R. C.",
        2006,
        "Cost curves: an improved method for visualizing classifier performance",
        "Machine Learning 65",
    ),
    _reference(
        "dunn1961",
        "Dunn, O. J.",
        1961,
        "Multiple comparisons among means",
        "Journal of the American Statistical Association 56(293)",
    ),
    _reference(
        "edgington2007",
        "Edgington, E. S.; Onghena, P.",
        2007,
        "Randomization Tests, fourth edition",
        "Chapman & Hall/CRC",
    ),
    _reference(
        "efron1981",
        "Efron, B.",
        1981,
        "Nonparametric standard errors and confidence intervals",
        "Canadian Journal of Statistics 9(2)",
    ),
    _reference(
        "efron1983",
        "Efron, B.",
        1983,
        "Estimating the error rate of a prediction rule: improvement on cross-validation",
        "Journal of the American Statistical Association 78(382)",
    ),
    _reference(
        "efron1987",
        "Efron, B.",
        1987,
        "Better bootstrap confidence intervals",
        "Journal of the American Statistical Association 82(397)",
    ),
    _reference(
        "efron1993",
        "Efron, B.; Tibshirani, R. J.",
        1993,
        "An Introduction to the Bootstrap",
        "Chapman & Hall",
    ),
    _reference(
        "efron1997",
        "Efron, B.; Tibshirani, R.",
        1997,
        "Improvements on cross-validation: the .632+ bootstrap method",
        "Journal of the American Statistical Association 92(438)",
    ),
    _reference(
        "efron2004",
        "Efron, B.; Hastie, T.; Johnstone, I.; Tibshirani, R.",
        2004,
        "Least angle regression",
        "The Annals of Statistics 32(2)",
    ),
    _reference(
        "elkan2001",
        "Elkan, C.",
        2001,
        "The foundations of cost-sensitive learning",
        "International Joint Conference on Artificial Intelligence",
    ),
    _reference(
        "ferri2009",
        "Ferri, C.; Hernández-Orallo, J.; Modroiu, R.",
        2009,
        "An experimental comparison of performance measures for classification",
        "Pattern Recognition Letters 30(1)",
    ),
    _reference(
        "ferro2014",
        "Ferro, C. A. T.",
        2014,
        "Fair scores for ensemble forecasts",
        "Quarterly Journal of the Royal Meteorological Society 140(683), 1917-1923",
    ),
    _reference(
        "finner1993",
        "Finner, H.",
        1993,
        "On a monotonicity problem in step-down multiple test procedures",
        "Journal of the American Statistical Association 88(423)",
    ),
    _reference(
        "fisher1936",
        "Fisher, R. A.",
        1936,
        "The use of multiple measurements in taxonomic problems",
        "Annals of Eugenics 7(2)",
    ),
    _reference(
        "fowlkes1983",
        "Fowlkes, E. B.; Mallows, C. L.",
        1983,
        "A method for comparing two hierarchical clusterings",
        "Journal of the American Statistical Association 78(383)",
    ),
    _reference(
        "friedman1937",
        "Friedman, M.",
        1937,
        "The use of ranks to avoid the assumption of normality implicit in the analysis of variance",
        "Journal of the American Statistical Association 32(200)",
    ),
    _reference(
        "friedman1991",
        "Friedman, J. H.",
        1991,
        "Multivariate adaptive regression splines",
        "The Annals of Statistics 19(1)",
    ),
    _reference(
        "garcia2008",
        "García, S.; Herrera, F.",
        2008,
        'An extension on "Statistical comparisons of classifiers over multiple data sets" for all pairwise comparisons',
        "Journal of Machine Learning Research 9",
    ),
    _reference(
        "garcia2010",
        "García, S.; Fernández, A.; Luengo, J.; Herrera, F.",
        2010,
        "Advanced nonparametric tests for multiple comparisons in the design of experiments in computational intelligence and data mining",
        "Information Sciences 180(10)",
    ),
    _reference(
        "gaudette2009",
        "Gaudette, L.; Japkowicz, N.",
        2009,
        "Evaluation methods for ordinal classification",
        "Canadian Conference on Artificial Intelligence",
    ),
    _reference(
        "gneiting2007",
        "Gneiting, T.; Raftery, A. E.",
        2007,
        "Strictly proper scoring rules, prediction, and estimation",
        "Journal of the American Statistical Association 102(477)",
    ),
    _reference(
        "good1952", "Good, I. J.", 1952, "Rational decisions", "Journal of the Royal Statistical Society B 14(1)"
    ),
    _reference(
        "gorodkin2004",
        "Gorodkin, J.",
        2004,
        "Comparing two K-category assignments by a K-category correlation coefficient",
        "Computational Biology and Chemistry 28",
    ),
    _reference(
        "greenhouse1959",
        "Greenhouse, S. W.; Geisser, S.",
        1959,
        "On methods in the analysis of profile data",
        "Psychometrika 24(2)",
    ),
    _reference(
        "guo2017",
        "Guo, C.; Pleiss, G.; Sun, Y.; Weinberger, K. Q.",
        2017,
        "On calibration of modern neural networks",
        "International Conference on Machine Learning",
    ),
    _reference(
        "hand2001",
        "Hand, D. J.; Till, R. J.",
        2001,
        "A simple generalisation of the area under the ROC curve for multiple class classification problems",
        "Machine Learning 45",
    ),
    _reference(
        "hand2009",
        "Hand, D. J.",
        2009,
        "Measuring classifier performance: a coherent alternative to the area under the ROC curve",
        "Machine Learning 77",
    ),
    _reference(
        "hand2014",
        "Hand, D. J.; Anagnostopoulos, C.",
        2014,
        "A better Beta for the H measure of classification performance",
        "Pattern Recognition Letters 40",
    ),
    _reference(
        "hanley1982",
        "Hanley, J. A.; McNeil, B. J.",
        1982,
        "The meaning and use of the area under a receiver operating characteristic (ROC) curve",
        "Radiology 143(1)",
    ),
    _reference(
        "hastie2009",
        "Hastie, T.; Tibshirani, R.; Friedman, J.",
        2009,
        "The Elements of Statistical Learning",
        "Springer, 2nd edition",
    ),
    _reference(
        "hedges1981",
        "Hedges, L. V.",
        1981,
        "Distribution theory for Glass's estimator of effect size and related estimators",
        "Journal of Educational Statistics 6(2)",
    ),
    _reference(
        "hesterberg2015",
        "Hesterberg, T. C.",
        2015,
        "What teachers should know about the bootstrap: resampling in the undergraduate statistics curriculum",
        "The American Statistician 69(4)",
    ),
    _reference(
        "hochberg1988",
        "Hochberg, Y.",
        1988,
        "A sharper Bonferroni procedure for multiple tests of significance",
        "Biometrika 75(4)",
    ),
    _reference(
        "hodges1962",
        "Hodges, J. L.; Lehmann, E. L.",
        1962,
        "Rank methods for combination of independent experiments in analysis of variance",
        "Annals of Mathematical Statistics 33(2)",
    ),
    _reference(
        "holland1987",
        "Holland, B. S.; Copenhaver, M. D.",
        1987,
        "An improved sequentially rejective Bonferroni test procedure",
        "Biometrics 43(2)",
    ),
    _reference(
        "holm1979",
        "Holm, S.",
        1979,
        "A simple sequentially rejective multiple test procedure",
        "Scandinavian Journal of Statistics 6(2)",
    ),
    _reference(
        "holte1993",
        "Holte, R. C.",
        1993,
        "Very simple classification rules perform well on most commonly used datasets",
        "Machine Learning 11",
    ),
    _reference(
        "hommel1988",
        "Hommel, G.",
        1988,
        "A stagewise rejective multiple test procedure based on a modified Bonferroni test",
        "Biometrika 75(2)",
    ),
    _reference("hubert1985", "Hubert, L.; Arabie, P.", 1985, "Comparing partitions", "Journal of Classification 2"),
    _reference(
        "hyndman2006",
        "Hyndman, R. J.; Koehler, A. B.",
        2006,
        "Another look at measures of forecast accuracy",
        "International Journal of Forecasting 22(4)",
    ),
    _reference(
        "iman1980",
        "Iman, R. L.; Davenport, J. M.",
        1980,
        "Approximations of the critical region of the Friedman statistic",
        "Communications in Statistics A 9(6)",
    ),
    _reference(
        "jaccard1912", "Jaccard, P.", 1912, "The distribution of the flora in the alpine zone", "New Phytologist 11(2)"
    ),
    _reference(
        "japkowicz2011",
        "Japkowicz, N.; Shah, M.",
        2011,
        "Evaluating Learning Algorithms: A Classification Perspective",
        "Cambridge University Press",
    ),
    _reference(
        "jorgensen1987",
        "Jørgensen, B.",
        1987,
        "Exponential dispersion models",
        "Journal of the Royal Statistical Society B 49(2)",
    ),
    _reference(
        "kerby2014",
        "Kerby, D. S.",
        2014,
        "The simple difference formula: an approach to teaching nonparametric correlation",
        "Comprehensive Psychology 3",
    ),
    _reference("koenker1978", "Koenker, R.; Bassett, G.", 1978, "Regression quantiles", "Econometrica 46(1)"),
    _reference(
        "koenker1999",
        "Koenker, R.; Machado, J. A. F.",
        1999,
        "Goodness of fit and related inference processes for quantile regression",
        "Journal of the American Statistical Association 94(448)",
    ),
    _reference(
        "kohavi1995",
        "Kohavi, R.",
        1995,
        "A study of cross-validation and bootstrap for accuracy estimation and model selection",
        "Proceedings of the 14th International Joint Conference on Artificial Intelligence",
    ),
    _reference(
        "kohavi1996",
        "Kohavi, R.; Wolpert, D. H.",
        1996,
        "Bias plus variance decomposition for zero-one loss functions",
        "International Conference on Machine Learning",
    ),
    _reference(
        "kononenko1991",
        "Kononenko, I.; Bratko, I.",
        1991,
        "Information-based evaluation criterion for classifier's performance",
        "Machine Learning 6",
    ),
    _reference(
        "kubat1997",
        "Kubat, M.; Matwin, S.",
        1997,
        "Addressing the curse of imbalanced training sets: one-sided selection",
        "International Conference on Machine Learning",
    ),
    _reference(
        "li2008",
        "Li, J.",
        2008,
        "A two-step rejection procedure for testing multiple hypotheses",
        "Journal of Statistical Planning and Inference 138(6)",
    ),
    _reference(
        "manning2008",
        "Manning, C. D.; Raghavan, P.; Schütze, H.",
        2008,
        "Introduction to Information Retrieval",
        "Cambridge University Press",
    ),
    _reference(
        "mcclish1989", "McClish, D. K.", 1989, "Analyzing a portion of the ROC curve", "Medical Decision Making 9(3)"
    ),
    _reference(
        "mcfadden1974",
        "McFadden, D.",
        1974,
        "Conditional logit analysis of qualitative choice behavior",
        "Frontiers in Econometrics, Academic Press",
    ),
    _reference(
        "mcnemar1947",
        "McNemar, Q.",
        1947,
        "Note on the sampling error of the difference between correlated proportions or percentages",
        "Psychometrika 12(2)",
    ),
    _reference(
        "morey2008",
        "Morey, R. D.",
        2008,
        "Confidence intervals from normalized data: a correction to Cousineau (2005)",
        "Tutorials in Quantitative Methods for Psychology 4(2)",
    ),
    _reference(
        "murphy1973",
        "Murphy, A. H.",
        1973,
        "Hedging and skill scores for probability forecasts",
        "Journal of Applied Meteorology 12(1)",
    ),
    _reference(
        "nadeau2003", "Nadeau, C.; Bengio, Y.", 2003, "Inference for the generalization error", "Machine Learning 52"
    ),
    _reference(
        "nelder1972",
        "Nelder, J. A.; Wedderburn, R. W. M.",
        1972,
        "Generalized linear models",
        "Journal of the Royal Statistical Society A 135(3)",
    ),
    _reference(
        "nemenyi1963",
        "Nemenyi, P. B.",
        1963,
        "Distribution-free Multiple Comparisons",
        "PhD thesis, Princeton University",
    ),
    _reference(
        "newcombe1998",
        "Newcombe, R. G.",
        1998,
        "Interval estimation for the difference between independent proportions: comparison of eleven methods",
        "Statistics in Medicine 17(8)",
    ),
    _reference(
        "ojala2010",
        "Ojala, M.; Garriga, G. C.",
        2010,
        "Permutation tests for studying classifier performance",
        "Journal of Machine Learning Research 11",
    ),
    _reference(
        "powers2011",
        "Powers, D. M. W.",
        2011,
        "Evaluation: from precision, recall and F-measure to ROC, informedness, markedness and correlation",
        "Journal of Machine Learning Technologies 2(1)",
    ),
    _reference(
        "provost2003",
        "Provost, F.; Domingos, P.",
        2003,
        "Tree induction for probability-based ranking",
        "Machine Learning 52",
    ),
    _reference(
        "quade1979",
        "Quade, D.",
        1979,
        "Using weighted rankings in the analysis of complete blocks with additive block effects",
        "Journal of the American Statistical Association 74(367)",
    ),
    _reference(
        "rand1971",
        "Rand, W. M.",
        1971,
        "Objective criteria for the evaluation of clustering methods",
        "Journal of the American Statistical Association 66(336)",
    ),
    _reference(
        "rasmussen2006",
        "Rasmussen, C. E.; Williams, C. K. I.",
        2006,
        "Gaussian Processes for Machine Learning",
        "MIT Press",
    ),
    _reference(
        "rom1990",
        "Rom, D. M.",
        1990,
        "A sequentially rejective test procedure based on a modified Bonferroni inequality",
        "Biometrika 77(3)",
    ),
    _reference(
        "rosenberg2007",
        "Rosenberg, A.; Hirschberg, J.",
        2007,
        "V-measure: a conditional entropy-based external cluster evaluation measure",
        "Empirical Methods in Natural Language Processing",
    ),
    _reference(
        "russakovsky2015",
        "Russakovsky, O.; Deng, J.; Su, H.; Krause, J.; Satheesh, S.; Ma, S.; Huang, Z.; Karpathy, A.; Khosla, A.; "
        "Bernstein, M.; Berg, A. C.; Fei-Fei, L.",
        2015,
        "ImageNet large scale visual recognition challenge",
        "International Journal of Computer Vision 115(3)",
    ),
    _reference(
        "satterthwaite1946",
        "Satterthwaite, F. E.",
        1946,
        "An approximate distribution of estimates of variance components",
        "Biometrics Bulletin 2(6)",
    ),
    _reference(
        "schuirmann1987",
        "Schuirmann, D. J.",
        1987,
        "A comparison of the two one-sided tests procedure and the power approach for assessing the equivalence of average bioavailability",
        "Journal of Pharmacokinetics and Biopharmaceutics 15(6)",
    ),
    _reference(
        "shaffer1986",
        "Shaffer, J. P.",
        1986,
        "Modified sequentially rejective multiple test procedures",
        "Journal of the American Statistical Association 81(395)",
    ),
    _reference(
        "skillings1981",
        "Skillings, J. H.; Mack, G. A.",
        1981,
        "On the use of a Friedman-type statistic in balanced and unbalanced block designs",
        "Technometrics 23(2)",
    ),
    _reference(
        "sokolova2009",
        "Sokolova, M.; Lapalme, G.",
        2009,
        "A systematic analysis of performance measures for classification tasks",
        "Information Processing and Management 45(4)",
    ),
    _reference(
        "spearman1904",
        "Spearman, C.",
        1904,
        "The proof and measurement of association between two things",
        "American Journal of Psychology 15(1)",
    ),
    _reference(
        "stone1974",
        "Stone, M.",
        1974,
        "Cross-validatory choice and assessment of statistical predictions",
        "Journal of the Royal Statistical Society, Series B 36(2)",
    ),
    _reference(
        "street1993",
        "Street, W. N.; Wolberg, W. H.; Mangasarian, O. L.",
        1993,
        "Nuclear feature extraction for breast tumor diagnosis",
        "Proceedings of SPIE 1905",
    ),
    _reference(
        "student1908",
        "Student",
        1908,
        "The probable error of a mean",
        "Biometrika 6(1)",
    ),
    _reference(
        "sun2014",
        "Sun, X.; Xu, W.",
        2014,
        "Fast implementation of DeLong's algorithm for comparing the areas under correlated receiver operating characteristic curves",
        "IEEE Signal Processing Letters 21(11)",
    ),
    _reference(
        "tashman2000",
        "Tashman, L. J.",
        2000,
        "Out-of-sample tests of forecasting accuracy: an analysis and review",
        "International Journal of Forecasting 16(4)",
    ),
    _reference("tenenhaus1998", "Tenenhaus, M.", 1998, "La régression PLS: théorie et pratique", "Éditions Technip"),
    _reference(
        "vanrijsbergen1979", "van Rijsbergen, C. J.", 1979, "Information Retrieval", "Butterworths, 2nd edition"
    ),
    _reference(
        "vanschoren2013",
        "Vanschoren, J.; van Rijn, J. N.; Bischl, B.; Torgo, L.",
        2013,
        "OpenML: networked science in machine learning",
        "SIGKDD Explorations 15(2)",
    ),
    _reference(
        "vargha2000",
        "Vargha, A.; Delaney, H. D.",
        2000,
        "A critique and improvement of the CL common language effect size statistics of McGraw and Wong",
        "Journal of Educational and Behavioral Statistics 25(2)",
    ),
    _reference(
        "vickers2006",
        "Vickers, A. J.; Elkin, E. B.",
        2006,
        "Decision curve analysis: a novel method for evaluating prediction models",
        "Medical Decision Making 26(6)",
    ),
    _reference(
        "vinh2010",
        "Vinh, N. X.; Epps, J.; Bailey, J.",
        2010,
        "Information theoretic measures for clusterings comparison: variants, properties, normalization and correction for chance",
        "Journal of Machine Learning Research 11",
    ),
    _reference(
        "wald1943",
        "Wald, A.",
        1943,
        "Tests of statistical hypotheses concerning several parameters when the number of observations is large",
        "Transactions of the American Mathematical Society 54(3)",
    ),
    _reference(
        "welch1947",
        "Welch, B. L.",
        1947,
        'The generalization of "Student\'s" problem when several different population variances are involved',
        "Biometrika 34(1/2)",
    ),
    _reference(
        "wilcoxon1945", "Wilcoxon, F.", 1945, "Individual comparisons by ranking methods", "Biometrics Bulletin 1(6)"
    ),
    _reference(
        "wilks1941",
        "Wilks, S. S.",
        1941,
        "Determination of sample sizes for setting tolerance limits",
        "The Annals of Mathematical Statistics 12(1)",
    ),
    _reference(
        "wilson1927",
        "Wilson, E. B.",
        1927,
        "Probable inference, the law of succession, and statistical inference",
        "Journal of the American Statistical Association 22(158)",
    ),
    _reference(
        "witten2016",
        "Witten, I. H.; Frank, E.; Hall, M. A.; Pal, C. J.",
        2016,
        "Data Mining: Practical Machine Learning Tools and Techniques",
        "Morgan Kaufmann, 4th edition",
    ),
    _reference("youden1950", "Youden, W. J.", 1950, "Index for rating diagnostic tests", "Cancer 3(1)"),
)


def cite(key: str) -> Reference:
    """The reference of that key.

    >>> cite("holm1979").year
    1979
    """
    for one in REFERENCES:
        if one.key == key:
            return one
    raise UnknownName("reference", key, [one.key for one in REFERENCES])
