/* How far doubles are from elementary functions, which are computed in `long double`. */

#include <float.h>
#include <math.h>
#include <stddef.h>

#include "quad.h"

typedef long double wide;

/* What this file cannot say. */
#define UNDECIDED ((wide)NAN)

/* What is exact or undecided: a value beside the exact one, of which NaN is undecided, and whether NaN is meant. */
typedef struct {
    wide value;
    int is_nan;
} answer;

static answer known(wide value) {
    answer all = {value, 0};
    return all;
}

static answer undefined(void) {
    answer all = {0, 1};
    return all;
}

/* What the C library gives: NaN is one. */
static answer given(wide value) {
    return isnan(value) ? undefined() : known(value);
}

#define OF_LIBRARY(name, function)              \
    static answer of_##name(wide x, wide y) {   \
        (void)y;                                \
        return given(function(x));              \
    }

OF_LIBRARY(exp, expl)
OF_LIBRARY(exp2, exp2l)
OF_LIBRARY(expm1, expm1l)
OF_LIBRARY(log, logl)
OF_LIBRARY(log2, log2l)
OF_LIBRARY(log10, log10l)
OF_LIBRARY(log1p, log1pl)
OF_LIBRARY(sin, sinl)
OF_LIBRARY(cos, cosl)
OF_LIBRARY(tan, tanl)
OF_LIBRARY(sinh, sinhl)
OF_LIBRARY(cosh, coshl)
OF_LIBRARY(tanh, tanhl)
OF_LIBRARY(asin, asinl)
OF_LIBRARY(acos, acosl)
OF_LIBRARY(atan, atanl)
OF_LIBRARY(asinh, asinhl)
OF_LIBRARY(acosh, acoshl)
OF_LIBRARY(atanh, atanhl)
OF_LIBRARY(erf, erfl)
OF_LIBRARY(erfc, erfcl)

static const wide PI = 3.14159265358979323846264338327950288L;
static const wide TWO_OVER_ROOT_PI = 1.12837916709551257389615890312154517L;

/* What is left of terms of about 1 that cancel: of 113 bits, too few may be left. */
static answer beside_root(wide value) {
    return known(fabsl(value) < 0x1p-44L ? UNDECIDED : value);
}

static answer of_erfinv(wide x, wide got) {
    wide size = fabsl(x);
    if (!(size < 1)) {
        return size == 1 ? known(x * INFINITY) : undefined();
    }
    if (size < 1e-12L) {
        return known(x / TWO_OVER_ROOT_PI);
    }
    /* Newton's step from the result itself, which is taken for a guess: the next step is smaller than its square. */
    wide guess = fabsl(got);
    if (!(guess < 7)) {
        return known(UNDECIDED);
    }
    wide residual = size < 0.5L ? erfl(guess) - size : (1 - size) - erfcl(guess);
    wide step = residual / (TWO_OVER_ROOT_PI * expl(-guess * guess));
    if (fabsl(step) > guess * 0x1p-36L) {
        return known(UNDECIDED);
    }
    return known(copysignl(guess - step, x));
}

static answer of_digamma(wide x, wide y) {
    static const wide above[] = {1, -1, 1, -1, 1, -691, 1, -3617};
    static const wide below[] = {12, 120, 252, 240, 132, 32760, 12, 8160};
    (void)y;
    if (isnan(x) || x == -INFINITY) {
        return undefined();
    }
    if (x == 0 || x == INFINITY) {
        return known(x == 0 ? -1 / x : x);
    }
    wide turn = x - rintl(x);
    if (x < 0 && turn == 0) {
        return undefined();
    }
    if (fabsl(x) < 1e-25L) {
        return known(-1 / x);
    }
    wide reflected = 0, z = x;
    if (x < 0) {
        wide rest = fabsl(turn) > 0.25L ? copysignl(0.5L, turn) - turn : turn;
        wide tangent = tanl(PI * rest);
        reflected = fabsl(turn) > 0.25L ? PI * tangent : PI / tangent;
        z = 1 - x;
    }
    /* The small fractions first: their sums have smaller errors. */
    wide fractions = 0, start = z;
    int steps = start < 16 ? (int)(16 - start) + 1 : 0;
    for (int k = steps - 1; k >= 0; k--) {
        fractions += 1 / (start + k);
    }
    z = start + steps;
    wide square = 1 / (z * z), series = 0;
    for (int k = 7; k >= 0; k--) {
        series = square * (above[k] / below[k] + series);
    }
    wide most = logl(z);
    wide value = most - 0.5L / z - series - fractions - reflected;
    most = fmaxl(most, fmaxl(fractions, fabsl(reflected)));
    if (x > 16 || fabsl(value) > 0.4L * most) {
        return known(value);
    }
    return beside_root(x < -900 ? UNDECIDED : (wide)quad_digamma((double)x));
}

static answer of_sigmoid(wide x, wide y) {
    (void)y;
    return given(1 / (1 + expl(-x)));
}

static wide softplus(wide x) {
    return x > 0 ? x + log1pl(expl(-x)) : log1pl(expl(x));
}

static answer of_softplus(wide x, wide y) {
    (void)y;
    return given(softplus(x));
}

static answer of_logsigmoid(wide x, wide y) {
    (void)y;
    return given(-softplus(-x));
}

static answer of_logit(wide x, wide y) {
    (void)y;
    if (x < 0.25L) {
        return given(logl(x) - log1pl(-x));
    }
    return given(x < 0.75L ? log1pl((2 * x - 1) / (1 - x)) : logl(x) - logl(1 - x));
}

static answer of_mish(wide x, wide y) {
    (void)y;
    if (x > 100) {
        return known(x);
    }
    wide e = expl(x), n = e * (e + 2);
    return given(x * (n / (n + 2)));
}

static answer of_selu(wide x, wide y) {
    (void)y;
    wide below = x < 0 ? expm1l(x) * (wide)1.6732632423543772 : x;
    return given(below * (wide)1.0507009873554805);
}

static answer of_elu(wide x, wide y) {
    (void)y;
    wide scale = 0.7f;
    return given(x > 0 ? scale * x : expm1l(x * (wide)0.6f) * ((wide)1.3f * scale));
}

static answer of_celu(wide x, wide y) {
    (void)y;
    return given(x > 0 ? x : expm1l(x / 0.3125L) * 0.3125L);
}

static answer of_sinc(wide x, wide y) {
    (void)y;
    if (x == 0) {
        return known(1);
    }
    if (!(fabsl(x) < INFINITY)) {
        return undefined();
    }
    wide whole = rintl(x);
    wide sine = sinl(PI * (x - whole));
    sine = fmodl(whole, 2) == 0 ? sine : -sine;
    return known(sine / (PI * x) + 0.0L);
}

static answer of_rsqrt(wide x, wide y) {
    (void)y;
    return given(x == 0 ? 1 / x : 1 / sqrtl(x));
}

static answer of_pow(wide x, wide y) {
    return given(powl(x, y));
}

static answer of_atan2(wide y, wide x) {
    return given(atan2l(y, x));
}

/* Beside a root terms cancel: e^a + e^b = 1 + ((e^a - 1) + e^b). `a` is the larger one. */
static wide log_of_sum_beside_1(quad a, quad b) {
    quad above = quad_expm1(a) + quad_exp(b);
    if (above > 1 || above < -0.5) {
        return UNDECIDED;
    }
    return (wide)quad_log1p(above);
}

static answer log_of_sum(wide a, wide b, wide scale) {
    if (isnan(a) || isnan(b)) {
        return undefined();
    }
    wide large = a > b ? a : b, small = a > b ? b : a;
    if (isinf(large) || isinf(small)) {
        return known(large == 0 ? 0 : large);
    }
    /* What the distance lacks counts: a power multiplies it. */
    wide distance = small - large;
    wide part = distance - small;
    wide lost = (small - (distance - part)) - (large + part);
    wide power = scale == 1 ? expl(distance) : exp2l(distance);
    wide log = log1pl(power + power * (lost / scale)) * scale;
    wide value = large + log;
    if (fabsl(value) > 0.75L * fabsl(large)) {
        return known(value);
    }
    if (distance < -10000) {
        return known(UNDECIDED);
    }
    quad ln = scale == 1 ? (quad)1 : quad_ln_2();
    return beside_root(log_of_sum_beside_1(large * ln, small * ln) / (wide)ln);
}

static answer of_logaddexp(wide a, wide b) {
    return log_of_sum(a, b, 1);
}

static answer of_logaddexp2(wide a, wide b) {
    if (a == b) {
        return known(a + 1);
    }
    return log_of_sum(a, b, 1.44269504088896340735992468100189214L);
}

static answer times_log(wide a, wide b, wide log) {
    if (isnan(b)) {
        return undefined();
    }
    return given(a == 0 ? 0 : a * log);
}

static answer of_xlogy(wide a, wide b) {
    return times_log(a, b, logl(b));
}

static answer of_xlog1py(wide a, wide b) {
    return times_log(a, b, log1pl(b));
}

typedef answer (*function_of_two)(wide, wide);

static const function_of_two HOSTNPU_FUNCTIONS[] = {
    of_exp,
    of_exp2,
    of_expm1,
    of_log,
    of_log2,
    of_log10,
    of_log1p,
    of_sin,
    of_cos,
    of_tan,
    of_sinh,
    of_cosh,
    of_tanh,
    of_asin,
    of_acos,
    of_atan,
    of_asinh,
    of_acosh,
    of_atanh,
    of_erf,
    of_erfc,
    of_erfinv,
    of_digamma,
    of_sigmoid,
    of_softplus,
    of_logsigmoid,
    of_logit,
    of_mish,
    of_selu,
    of_elu,
    of_celu,
    of_sinc,
    of_rsqrt,
    of_pow,
    of_atan2,
    of_logaddexp,
    of_logaddexp2,
    of_xlogy,
    of_xlog1py,
};

/* In units of the last place of `exact` as a double. */
static double error_of(double got, answer exact) {
    if (exact.is_nan) {
        return isnan(got) ? 0 : INFINITY;
    }
    wide value = exact.value;
    double nearest = (double)value;
    if (isnan(value)) {
        return NAN;
    }
    if (isinf(nearest) || !isfinite(got)) {
        return got == nearest ? 0 : NAN;
    }
    if (nearest == 0 && got == 0) {
        return !signbit(got) == !signbit(value) ? 0 : NAN;
    }
    int exponent;
    (void)frexpl(value, &exponent);
    exponent -= DBL_MANT_DIG;
    exponent = exponent < -1074 ? -1074 : exponent;
    return (double)ldexpl((wide)got - value, -exponent);
}

void hostnpu_errors(int function, const double *a, const double *b, const double *results, double *errors, size_t count);

void hostnpu_errors(int function, const double *a, const double *b, const double *results, double *errors, size_t count) {
    const function_of_two f = HOSTNPU_FUNCTIONS[function];
    const int by_result = f == of_erfinv;
    for (size_t i = 0; i < count; i++) {
        errors[i] = LDBL_MANT_DIG < 64 ? (double)NAN : error_of(results[i], f(a[i], by_result ? results[i] : b[i]));
    }
}
