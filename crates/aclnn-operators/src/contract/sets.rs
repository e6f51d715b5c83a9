//! Named sets of element types: those that several operators share. A set of one operator alone stands in its file.

use super::{Dtypes, on_910, on_all, only_950};
use crate::tensor::Dtype::*;

/// FLOAT, FLOAT16 and, on the chips that have it, BFLOAT16.
pub const SHORT_FLOATING: Dtypes = on_910(&[F32, F16]).and_910b(&[Bf16]);

/// FLOAT, FLOAT16 and BFLOAT16 where the vendor does not ask for the chip.
pub const SHORT_EVERYWHERE: Dtypes = on_all(&[F32, F16, Bf16]);

/// FLOAT, FLOAT16 and BFLOAT16 on Ascend910B and later chips, which alone have the operator.
pub const SHORT_SINCE_910B: Dtypes = on_910(&[]).and_910b(&[F32, F16, Bf16]);

/// FLOAT, FLOAT16 and BFLOAT16 on every chip but Ascend910, BFLOAT16 where there is such a thing.
pub const SHORT_AFTER_910: Dtypes = on_910(&[]).and_after_910(&[F32, F16]).and_910b(&[Bf16]);

/// FLOAT, FLOAT16 and BFLOAT16 on Ascend950, which alone has the operator.
pub const SHORT_ON_950: Dtypes = only_950(&[F32, F16, Bf16]);

/// FLOAT, FLOAT16 and, on Ascend950 alone, BFLOAT16.
pub const SHORT_BFLOAT16_ON_950: Dtypes = on_910(&[F32, F16]).and_950(&[Bf16]);

/// FLOAT and FLOAT16 on every chip.
pub const FLOAT_AND_FLOAT16: Dtypes = on_all(&[F32, F16]);

/// The floating-point types of 16 bits.
pub const HALVES: Dtypes = on_all(&[F16, Bf16]);

/// Floating-point types, BFLOAT16 on the chips that have it.
pub const FLOATING: Dtypes = on_910(&[F64, F32, F16]).and_910b(&[Bf16]);

/// Floating-point types where the vendor's list forgets to ask for the chip.
pub const FLOATING_EVERYWHERE: Dtypes = on_all(&[F64, F32, F16, Bf16]);

/// Floating-point types that every chip has.
pub const FLOATING_BUT_BFLOAT16: Dtypes = on_all(&[F64, F32, F16]);

/// Floating-point types and UINT8, as pixels have.
pub const FLOATING_AND_BYTES: Dtypes = on_910(&[F64, F32, F16, U8]).and_910b(&[Bf16]);

/// Complex types.
pub const COMPLEX: Dtypes = on_all(&[Complex64, Complex128]);

/// The types of indices.
pub const INDEX_TYPES: Dtypes = on_all(&[I32, I64]);

/// The types of masks.
pub const MASK_TYPES: Dtypes = on_all(&[Bool, U8]);

/// Integers that operators of integers take: signed ones, and UINT8.
pub const COMMON_INTEGERS: Dtypes = on_all(&[I8, U8, I16, I32, I64]);

/// Integers and BOOL, as older operators take them.
pub const INTEGERS: Dtypes = on_all(&[I8, I16, I32, I64, U8, Bool]);

/// Integers, signed and not.
pub const ALL_INTEGERS: Dtypes = on_all(&[I8, U8, I16, U16, I32, U32, I64, U64]);

/// BOOL and INT64, the only integers that some functions take.
pub const BOOL_AND_INT64: Dtypes = on_all(&[Bool, I64]);

/// Real numbers: floating-point types and integers.
pub const REAL_NUMBERS: Dtypes = on_910(&[F64, F32, F16, I8, U8, I16, I32, I64]).and_910b(&[Bf16]);

/// The same without DOUBLE.
pub const REAL_NUMBERS_BUT_DOUBLE: Dtypes =
    on_910(&[F32, F16, I8, U8, I16, I32, I64]).and_910b(&[Bf16]);

/// Real numbers and BOOL.
pub const REAL_NUMBERS_AND_BOOL: Dtypes =
    on_910(&[F64, F32, F16, I8, U8, I16, I32, I64, Bool]).and_910b(&[Bf16]);

/// The same where the vendor does not ask for the chip.
pub const REAL_NUMBERS_AND_BOOL_EVERYWHERE: Dtypes =
    on_all(&[F64, F32, F16, Bf16, I8, U8, I16, I32, I64, Bool]);

/// Real numbers, unsigned ones of every size among them, and BOOL.
pub const REAL_NUMBERS_UNSIGNED_AND_BOOL: Dtypes =
    on_910(&[F64, F32, F16, I8, U8, I16, U16, I32, U32, I64, U64, Bool]).and_910b(&[Bf16]);

/// Real numbers, complex ones and BOOL.
pub const COMPLEX_NUMBERS_AND_BOOL: Dtypes = on_910(&[
    F64, F32, F16, I8, U8, I16, I32, I64, Bool, Complex64, Complex128,
])
.and_910b(&[Bf16]);
