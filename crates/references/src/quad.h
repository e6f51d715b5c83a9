/* The few functions that are needed with more bits than `long double` has, where terms cancel. */
#ifndef HOSTNPU_QUAD_H
#define HOSTNPU_QUAD_H

#include <float.h>

/* 113 bits: a type of its own on x86-64, which computes it in software. */
#if LDBL_MANT_DIG < 113 && defined(__SIZEOF_FLOAT128__)
typedef __float128 quad;
#else
typedef long double quad;
#endif

quad quad_ln_2(void);
/* e^x - 1 for x of at most 1 in size. */
quad quad_expm1(quad x);
/* e^x for x from -11000 to 1. */
quad quad_exp(quad x);
/* ln(1 + x) for x from -1/2 to 1. */
quad quad_log1p(quad x);
/* The digamma function of what is no pole, from -1000 to 16. */
quad quad_digamma(double x);

#endif
