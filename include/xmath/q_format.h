/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stdint.h>

/*
 * Qn(f) is f with n fraction bits, rounded half up; Fn(x) is the value of a word with n fraction bits, exactly.
 * All are constant expressions. Nothing saturates: Q31(1.0) wraps.
 *
 * Q(N) and F(N) are the macros of that number of bits, where N may be a macro: Q(24)(1.5) is Q24(1.5).
 */
#define Q0(N) Q##N
#define Q(N) Q0(N)
#define F0(N) F##N
#define F(N) F0(N)

#define Q31(f) ((int)((signed long long)((f) * (1ULL << 51) + (1 << 19)) >> 20))
#define Q30(f) ((int)((signed long long)((f) * (1ULL << 50) + (1 << 19)) >> 20))
#define Q29(f) ((int)((signed long long)((f) * (1ULL << 49) + (1 << 19)) >> 20))
#define Q28(f) ((int)((signed long long)((f) * (1ULL << 48) + (1 << 19)) >> 20))
#define Q27(f) ((int)((signed long long)((f) * (1ULL << 47) + (1 << 19)) >> 20))
#define Q26(f) ((int)((signed long long)((f) * (1ULL << 46) + (1 << 19)) >> 20))
#define Q25(f) ((int)((signed long long)((f) * (1ULL << 45) + (1 << 19)) >> 20))
#define Q24(f) ((int)((signed long long)((f) * (1ULL << 44) + (1 << 19)) >> 20))
#define Q23(f) ((int)((signed long long)((f) * (1ULL << 43) + (1 << 19)) >> 20))
#define Q22(f) ((int)((signed long long)((f) * (1ULL << 42) + (1 << 19)) >> 20))
#define Q21(f) ((int)((signed long long)((f) * (1ULL << 41) + (1 << 19)) >> 20))
#define Q20(f) ((int)((signed long long)((f) * (1ULL << 40) + (1 << 19)) >> 20))
#define Q19(f) ((int)((signed long long)((f) * (1ULL << 39) + (1 << 19)) >> 20))
#define Q18(f) ((int)((signed long long)((f) * (1ULL << 38) + (1 << 19)) >> 20))
#define Q17(f) ((int)((signed long long)((f) * (1ULL << 37) + (1 << 19)) >> 20))
#define Q16(f) ((int)((signed long long)((f) * (1ULL << 36) + (1 << 19)) >> 20))
#define Q15(f) ((int)((signed long long)((f) * (1ULL << 35) + (1 << 19)) >> 20))
#define Q14(f) ((int)((signed long long)((f) * (1ULL << 34) + (1 << 19)) >> 20))
#define Q13(f) ((int)((signed long long)((f) * (1ULL << 33) + (1 << 19)) >> 20))
#define Q12(f) ((int)((signed long long)((f) * (1ULL << 32) + (1 << 19)) >> 20))
#define Q11(f) ((int)((signed long long)((f) * (1ULL << 31) + (1 << 19)) >> 20))
#define Q10(f) ((int)((signed long long)((f) * (1ULL << 30) + (1 << 19)) >> 20))
#define Q9(f) ((int)((signed long long)((f) * (1ULL << 29) + (1 << 19)) >> 20))
#define Q8(f) ((int)((signed long long)((f) * (1ULL << 28) + (1 << 19)) >> 20))

#define F31(x) ((double)(x) / (double)((uint32_t)1 << 31))
#define F30(x) ((double)(x) / (double)(1 << 30))
#define F29(x) ((double)(x) / (double)(1 << 29))
#define F28(x) ((double)(x) / (double)(1 << 28))
#define F27(x) ((double)(x) / (double)(1 << 27))
#define F26(x) ((double)(x) / (double)(1 << 26))
#define F25(x) ((double)(x) / (double)(1 << 25))
#define F24(x) ((double)(x) / (double)(1 << 24))
#define F23(x) ((double)(x) / (double)(1 << 23))
#define F22(x) ((double)(x) / (double)(1 << 22))
#define F21(x) ((double)(x) / (double)(1 << 21))
#define F20(x) ((double)(x) / (double)(1 << 20))
#define F19(x) ((double)(x) / (double)(1 << 19))
#define F18(x) ((double)(x) / (double)(1 << 18))
#define F17(x) ((double)(x) / (double)(1 << 17))
#define F16(x) ((double)(x) / (double)(1 << 16))
#define F15(x) ((double)(x) / (double)(1 << 15))
#define F14(x) ((double)(x) / (double)(1 << 14))
#define F13(x) ((double)(x) / (double)(1 << 13))
#define F12(x) ((double)(x) / (double)(1 << 12))
#define F11(x) ((double)(x) / (double)(1 << 11))
#define F10(x) ((double)(x) / (double)(1 << 10))
#define F9(x) ((double)(x) / (double)(1 << 9))
#define F8(x) ((double)(x) / (double)(1 << 8))
