/* Series in 113 bits. */

#include "quad.h"

#include <math.h>

/* ln 2 and pi, each in three doubles: a literal of `long double` has only the bits that one has. */
quad quad_ln_2(void) {
    return (quad)0x1.62e42fefa39efp-1 + (quad)0x1.abc9e3b39803fp-56 + (quad)0x1.7b57a079a1934p-111;
}

static quad pi(void) {
    return (quad)0x1.921fb54442d18p+1 + (quad)0x1.1a62633145c07p-53 + (quad)-0x1.f1976b7ed8fbcp-109;
}

quad quad_expm1(quad x) {
    /* Halved, and squared as often: (1 + m)^2 - 1 = m (m + 2). */
    enum { HALVINGS = 6, TERMS = 15 };
    quad r = x / (1 << HALVINGS);
    quad sum = 1;
    for (int k = TERMS; k > 1; k--) {
        sum = 1 + r * sum / k;
    }
    quad m = r * sum;
    for (int i = 0; i < HALVINGS; i++) {
        m *= m + 2;
    }
    return m;
}

quad quad_exp(quad x) {
    int k = (int)rintl((long double)x / 0.693147180559945309417L);
    quad m = 1 + quad_expm1(x - k * quad_ln_2());
    /* By steps: the power may be too small for a double. */
    for (; k < -1000; k += 1000) {
        m *= 0x1p-1000;
    }
    return m * (quad)ldexp(1, k);
}

quad quad_log1p(quad x) {
    /* 2 atanh(x / (2 + x)) */
    quad s = x / (2 + x);
    quad square = s * s;
    quad sum = 0;
    for (int j = square < 0.004 ? 15 : 36; j >= 0; j--) {
        sum = (quad)1 / (2 * j + 1) + square * sum;
    }
    return 2 * s * sum;
}

/* pi / tan(pi x) for x of at most 1/2 in size. */
static quad cotangent(quad x) {
    enum { TERMS = 16 };
    int steep = x > 0.25 || x < -0.25;
    quad near = steep ? (x > 0 ? (quad)0.5 - x : (quad)-0.5 - x) : x;
    quad angle = pi() * near;
    quad square = angle * angle;
    quad sine = 1, cosine = 1;
    for (int k = TERMS; k > 0; k--) {
        sine = 1 - square * sine / (2 * k * (2 * k + 1));
        cosine = 1 - square * cosine / (2 * k * (2 * k - 1));
    }
    quad tangent = angle * sine / cosine;
    return steep ? pi() * tangent : pi() / tangent;
}

quad quad_digamma(double x) {
    static const double above[] = {1, -1, 1, -1, 1, -691, 1, -3617, 43867, -174611, 77683, -236364091};
    static const double below[] = {12, 120, 252, 240, 132, 32760, 12, 8160, 14364, 6600, 276, 65520};
    enum { NEAR = 32, COUNT = sizeof above / sizeof above[0] };
    quad z = x, reflected = 0;
    if (x < 0) {
        reflected = cotangent((quad)x - (quad)rint(x));
        z = 1 - z;
    }
    quad fractions = 0;
    while (z < NEAR) {
        fractions += 1 / z;
        z += 1;
    }
    quad square = 1 / (z * z), series = 0;
    for (int k = COUNT - 1; k >= 0; k--) {
        series = square * ((quad)above[k] / (quad)below[k] + series);
    }
    /* Beside 32 or another power of two: the logarithm of what is left is that of a number near 1. */
    int exponent;
    quad mantissa = z;
    (void)frexp((double)z, &exponent);
    mantissa = z / (quad)ldexp(1, exponent);
    if (mantissa < 0.75) {
        mantissa *= 2;
        exponent -= 1;
    }
    quad log = exponent * quad_ln_2();
    /* By eighths, down to what the series takes. */
    while (mantissa < 0.9375) {
        mantissa *= 1.0625;
        log -= quad_log1p(0.0625);
    }
    log += quad_log1p(mantissa - 1);
    return log - (quad)0.5 / z - series - fractions - reflected;
}
