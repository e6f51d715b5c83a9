/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stdint.h>

/* Width of a vector register. */
#define VPU_VREG_WIDTH_BITS (256)
#define VPU_VREG_WIDTH_BYTES (VPU_VREG_WIDTH_BITS >> 3)
#define VPU_VREG_WIDTH_WORDS (VPU_VREG_WIDTH_BYTES >> 2)

/* The same under the names that they had before 3.0.0. */
#define XS3_VPU_VREG_WIDTH_BITS VPU_VREG_WIDTH_BITS
#define XS3_VPU_VREG_WIDTH_BYTES VPU_VREG_WIDTH_BYTES
#define XS3_VPU_VREG_WIDTH_WORDS VPU_VREG_WIDTH_WORDS

/* Bounds of saturating arithmetic. */
#define VPU_INT8_MAX (0x7F)
#define VPU_INT8_MIN (-VPU_INT8_MAX)
#define VPU_INT16_MAX (0x7FFF)
#define VPU_INT16_MIN (-VPU_INT16_MAX)
#define VPU_INT32_MAX (0x7FFFFFFF)
#define VPU_INT32_MIN (-VPU_INT32_MAX)
#define VPU_INT40_MAX (0x7FFFFFFFFFLL)
#define VPU_INT40_MIN (-VPU_INT40_MAX)

/* Fraction bits that a product of 8- or 16-bit words drops. */
#define VPU_VLMUL8_SHR (6)
#define VPU_VLMUL16_SHR (14)

/* Elements per vector register. */
enum {
    VPU_INT8_EPV = 32,
    VPU_INT16_EPV = 16,
    VPU_INT32_EPV = 8,
    VPU_INT8_EPV_LOG2 = 5,
    VPU_INT16_EPV_LOG2 = 4,
    VPU_INT32_EPV_LOG2 = 3
};

/* Accumulators: bits, low bits kept in vR and their mask. */
enum {
    VPU_INT8_ACC_SIZE = 32,
    VPU_INT16_ACC_SIZE = 32,
    VPU_INT32_ACC_SIZE = 40
};
enum {
    VPU_INT8_ACC_VR_BITS = 16,
    VPU_INT16_ACC_VR_BITS = 16,
    VPU_INT32_ACC_VR_BITS = 32
};
#define VPU_INT8_ACC_VR_MASK (0xFFFF)
#define VPU_INT16_ACC_VR_MASK (0xFFFF)
#define VPU_INT32_ACC_VR_MASK (0xFFFFFFFF)

/* Accumulators per vector register. */
enum {
    VPU_INT8_ACC_PERIOD = 16,
    VPU_INT16_ACC_PERIOD = 16,
    VPU_INT32_ACC_PERIOD = 8,
    VPU_INT8_ACC_PERIOD_LOG2 = 4,
    VPU_INT16_ACC_PERIOD_LOG2 = 4,
    VPU_INT32_ACC_PERIOD_LOG2 = 3
};

/* Elements that one multiply-accumulate consumes. */
enum {
    VPU_INT8_VLMACC_ELMS = 16,
    VPU_INT16_VLMACC_ELMS = 16,
    VPU_INT32_VLMACC_ELMS = 8,
    VPU_INT8_VLMACC_ELMS_LOG2 = 4,
    VPU_INT16_VLMACC_ELMS_LOG2 = 4,
    VPU_INT32_VLMACC_ELMS_LOG2 = 3
};

/* Modes of the vector unit. */
enum {
    VSETCTRL_TYPE_INT32 = 0,
    VSETCTRL_TYPE_INT16 = 1,
    VSETCTRL_TYPE_INT8 = 2
};
enum {
    VEC_SH0 = 0,
    VEC_SHL = 1,
    VEC_SHR = 2
};

typedef int32_t vpu_int8_acc_t;
typedef int32_t vpu_int16_acc_t;
typedef int64_t vpu_int32_acc_t;
