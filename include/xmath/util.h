/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stdint.h>
#include "xmath/types.h"

#define MAX(A, B) (((A) >= (B)) ? (A) : (B))
#define MIN(A, B) (((A) <= (B)) ? (A) : (B))

/** Leading bits that equal the sign bit, itself included: 32 for 0 and -1. */
static inline unsigned cls(const int32_t a)
{
    const uint32_t folded = (uint32_t)(a ^ (a >> 31));
    return folded == 0 ? 32u : (unsigned)__builtin_clz(folded);
}

/** The same of 64 bits: 64 for 0 and -1. */
static inline unsigned hostnpu_cls_s64(const int64_t a)
{
    const uint64_t folded = (uint64_t)(a ^ (a >> 63));
    return folded == 0 ? 64u : (unsigned)__builtin_clzll(folded);
}

/* Leading sign bits of words of 8 to 64 bits, and of complex words. */
#define CLS_S8(X) (cls(X) - 24)
#define CLS_S16(X) (cls(X) - 16)
#define CLS_S32(X) (cls(X))
#define CLS_S64(X) (hostnpu_cls_s64(X))
#define CLS_C16(X) (MIN(CLS_S16((X).re), CLS_S16((X).im)))
#define CLS_C32(X) (MIN(CLS_S32((X).re), CLS_S32((X).im)))

/* Headroom of the same: by how many bits a word can be shifted left without overflow. */
#define HR_S8(X) (CLS_S8((int8_t)(X)) - 1)
#define HR_S16(X) (CLS_S16((int16_t)(X)) - 1)
#define HR_S32(X) (CLS_S32(X) - 1)
#define HR_S64(X) (CLS_S64(X) - 1)
#define HR_C16(X) (CLS_C16(X) - 1)
#define HR_C32(X) (CLS_C32(X) - 1)

/** The low `bits` bits of `index` in reverse order. */
static inline unsigned n_bitrev(const unsigned index, const unsigned bits)
{
    unsigned reversed = 0;
    unsigned k;
    for (k = 0; k < bits; ++k) {
        reversed = (reversed << 1) | ((index >> k) & 1u);
    }
    return reversed;
}

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Copies `bytes` bytes from `src` to `dst`. The two may be the same, but must not overlap otherwise.
 */
void vpu_memcpy(void *dst, const void *src, unsigned int bytes);

/**
 * The name that `vpu_memcpy` had before 3.0.0.
 */
void xs3_memcpy(void *dst, const void *src, unsigned int bytes);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
