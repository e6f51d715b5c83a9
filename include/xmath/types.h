/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stdint.h>
#include "xmath/api.h"

/**
 * Properties of a block floating-point vector.
 */
typedef enum bfp_flags_e {
    /**
     * The vector's memory was allocated by the library.
     */
    BFP_FLAG_DYNAMIC = 1,
} bfp_flags_e;

/**
 * An exponent: a number is its mantissa times 2 to this power.
 */
typedef int exponent_t;

/**
 * Redundant sign bits: by how much a word, or every word of a vector, can be shifted left without overflow.
 */
typedef unsigned int headroom_t;

/**
 * Bits to shift right by, arithmetically; negative counts shift left.
 */
typedef int right_shift_t;

/**
 * Bits to shift left by; negative counts shift right, arithmetically.
 */
typedef int left_shift_t;

/**
 * Signed, 31 fraction bits.
 */
typedef int32_t q1_31;

/**
 * Signed, 30 fraction bits.
 */
typedef int32_t q2_30;

/**
 * Signed, 28 fraction bits.
 */
typedef int32_t q4_28;

/**
 * Signed, 24 fraction bits.
 */
typedef int32_t q8_24;

/**
 * Unsigned, 32 fraction bits.
 */
typedef uint32_t uq0_32;

/**
 * Unsigned, 31 fraction bits.
 */
typedef uint32_t uq1_31;

/**
 * Unsigned, 30 fraction bits.
 */
typedef uint32_t uq2_30;

/**
 * Unsigned, 28 fraction bits.
 */
typedef uint32_t uq4_28;

/**
 * Unsigned, 24 fraction bits.
 */
typedef uint32_t uq8_24;

/**
 * An angle in units of pi/2 radians, with 31 fraction bits.
 */
typedef q1_31 sbrad_t;

/**
 * An angle in radians, with 24 fraction bits.
 */
typedef q8_24 radian_q24_t;

/**
 * A number with a mantissa of 32 bits.
 */
typedef struct float_s32_t {
    /**
     * The digits.
     */
    int32_t mant;
    /**
     * The power of two.
     */
    exponent_t exp;
} float_s32_t;

/**
 * A number with a mantissa of 64 bits.
 */
typedef struct float_s64_t {
    /**
     * The digits.
     */
    int64_t mant;
    /**
     * The power of two.
     */
    exponent_t exp;
} float_s64_t;

/**
 * A complex number of 16-bit parts.
 */
typedef struct complex_s16_t {
    /**
     * Real part.
     */
    int16_t re;
    /**
     * Imaginary part.
     */
    int16_t im;
} complex_s16_t;

/**
 * A complex number of 32-bit parts.
 */
typedef struct complex_s32_t {
    /**
     * Real part.
     */
    int32_t re;
    /**
     * Imaginary part.
     */
    int32_t im;
} complex_s32_t;

/**
 * A complex number of 64-bit parts.
 */
typedef struct complex_s64_t {
    /**
     * Real part.
     */
    int64_t re;
    /**
     * Imaginary part.
     */
    int64_t im;
} complex_s64_t;

/**
 * A complex number of 16-bit mantissas with one exponent.
 */
typedef struct float_complex_s16_t {
    /**
     * The digits.
     */
    struct complex_s16_t mant;
    /**
     * The power of two.
     */
    exponent_t exp;
} float_complex_s16_t;

/**
 * A complex number of 32-bit mantissas with one exponent.
 */
typedef struct float_complex_s32_t {
    /**
     * The digits.
     */
    struct complex_s32_t mant;
    /**
     * The power of two.
     */
    exponent_t exp;
} float_complex_s32_t;

/**
 * A complex number of 64-bit mantissas with one exponent.
 */
typedef struct float_complex_s64_t {
    /**
     * The digits.
     */
    struct complex_s64_t mant;
    /**
     * The power of two.
     */
    exponent_t exp;
} float_complex_s64_t;

/**
 * A complex number of floats.
 */
typedef struct complex_float_t {
    /**
     * Real part.
     */
    float re;
    /**
     * Imaginary part.
     */
    float im;
} complex_float_t;

/**
 * A complex number of doubles.
 */
typedef struct complex_double_t {
    /**
     * Real part.
     */
    double re;
    /**
     * Imaginary part.
     */
    double im;
} complex_double_t;

/**
 * A vector of 16-bit mantissas with one exponent.
 */
typedef struct bfp_s16_t {
    /**
     * The mantissas.
     */
    int16_t *data;
    /**
     * The power of two of all of them.
     */
    exponent_t exp;
    /**
     * Headroom of the mantissas.
     */
    headroom_t hr;
    /**
     * Number of elements.
     */
    unsigned int length;
    /**
     * Properties.
     */
    enum bfp_flags_e flags;
} bfp_s16_t;

/**
 * A vector of 32-bit mantissas with one exponent.
 */
typedef struct bfp_s32_t {
    /**
     * The mantissas.
     */
    int32_t *data;
    /**
     * The power of two of all of them.
     */
    exponent_t exp;
    /**
     * Headroom of the mantissas.
     */
    headroom_t hr;
    /**
     * Number of elements.
     */
    unsigned int length;
    /**
     * Properties.
     */
    enum bfp_flags_e flags;
} bfp_s32_t;

/**
 * A vector of complex 32-bit mantissas with one exponent.
 */
typedef struct bfp_complex_s32_t {
    /**
     * The mantissas.
     */
    struct complex_s32_t *data;
    /**
     * The power of two of all of them.
     */
    exponent_t exp;
    /**
     * Headroom of the mantissas.
     */
    headroom_t hr;
    /**
     * Number of elements.
     */
    unsigned int length;
    /**
     * Properties.
     */
    enum bfp_flags_e flags;
} bfp_complex_s32_t;

/**
 * A vector of complex 16-bit mantissas with one exponent, real and imaginary parts apart.
 */
typedef struct bfp_complex_s16_t {
    /**
     * Real parts of the mantissas.
     */
    int16_t *real;
    /**
     * Imaginary parts of the mantissas.
     */
    int16_t *imag;
    /**
     * The power of two of all of them.
     */
    exponent_t exp;
    /**
     * Headroom of the mantissas.
     */
    headroom_t hr;
    /**
     * Number of elements.
     */
    unsigned int length;
    /**
     * Properties.
     */
    enum bfp_flags_e flags;
} bfp_complex_s16_t;

/**
 * Sixteen 32-bit accumulators as the vector unit keeps them, upper and lower halves apart.
 */
typedef struct split_acc_s32_t {
    /**
     * Upper halves.
     */
    int16_t vD[16];
    /**
     * Lower halves.
     */
    uint16_t vR[16];
} split_acc_s32_t;
