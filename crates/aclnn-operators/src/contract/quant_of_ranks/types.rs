//! Element types that go together in quantised products of several ranks, by chip.

use crate::device::soc::{Generation, generation};

/// Types of x1, x2, their scales, the bias, x3 and the output on Ascend910B and Ascend950.
pub(super) const INTEGERS: &[&str] = &[
    "i8|i8|-|u64 i64|- i32|- f16|f16",
    "i8|i8|f32|f32|- i32|- f16|f16",
    "i8|i8|- f32|bf16|- i32|- bf16|bf16",
];

/// The same of sums over ranks on Ascend950, from the fourth version on.
pub(super) const SUMS_ON_950: &[&str] = &[
    "i8|i8|-|u64 i64|- i32|- f16|f16",
    "i8|i8|f32|f32|- i32|- f16|f16",
    "i8|i8|- f32|bf16|- i32|- bf16|bf16",
    "e4m3 e5m2 hif8|=|f32|f32|- f32|- f16 bf16 f32|f16 bf16 f32",
    "e4m3 e5m2 hif8|=|-|u64|- f32|- f16 bf16|f16 bf16",
    "e4m3 e5m2 e2m1|=|e8m0|e8m0|- f32|- f16 bf16 f32|f16 bf16 f32",
];

/// The same of sums that are normalised, on Ascend910B.
pub(super) const NORMED: &[&str] = &["i8|i8|-|u64 i64|- i32|-|f16", "i8|i8|-|bf16|- i32|-|bf16"];

pub(super) const GATHERED_ON_910B: &[&str] =
    &["i8|i8|- f32|i64|-|-|f16", "i8 i4|=|- f32|f32|-|-|f16 bf16"];

pub(super) const SCATTERED_ON_910B: &[&str] = &[
    "i8|i8|- f32|i64|- f16 f32|-|f16",
    "i8|i8|- f32|f32|- f16 f32|-|f16",
    "i8|i8|- f32|f32|- bf16 f32|-|bf16",
];

pub(super) const CODES_ON_950: &[&str] = &[
    "e4m3 e5m2|e4m3 e5m2|f32|f32|- f32|-|f16 bf16 f32",
    "hif8|hif8|f32|f32|- f32|-|f16 bf16 f32",
    "e4m3 e5m2|e4m3 e5m2|e8m0|e8m0|- f32|-|f16 bf16 f32",
    "e2m1|e2m1|e8m0|e8m0|- f32|-|f16 bf16 f32",
];

pub(super) const BEFORE_ON_910B: &[&str] = &[
    "f16|i8 i4|- f16|f32|- f16 f32|-|f16",
    "bf16|i8 i4|- bf16|f32|- bf16 f32|-|bf16",
    "i4|i4|f32|f32|- f16 f32|-|f16",
    "i4|i4|f32|f32|- bf16 f32|-|bf16",
];

pub(super) const BEFORE_ON_950: &[&str] = &[
    "f16 bf16|e4m3 e5m2|-|f32|- f32|-|f16 bf16 f32",
    "e4m3 e5m2|e4m3 e5m2|e8m0|e8m0|- f32|-|f16 bf16 f32",
    "e2m1|e2m1|e8m0|e8m0|- f32|-|f16 bf16 f32",
];

pub(super) const BEHIND_ON_910B: &[&str] = &[
    "i8|i8|f32|f32|f16 f32|-|f16",
    "i8|i8|f32|f32|bf16 f32|-|bf16",
];

pub(super) const BEHIND_ON_950: &[&str] = &[
    "e4m3 e5m2|e4m3 e5m2|f32|f32|- f32|-|f16 bf16 f32",
    "e4m3 e5m2|e4m3 e5m2|e8m0|e8m0|- f32|-|f16 bf16 f32",
    "e2m1|e2m1|e8m0|e8m0|- f32|-|f16 bf16 f32",
];

pub(super) const WEIGHTS_ON_910B: &[&str] = &["f16 bf16|i8 i4|=|- =|- =|- =|="];

pub(super) const WEIGHTS_ON_950: &[&str] = &[
    "f16 bf16|i8 i4|=|- =|- =|- =|=",
    "f16 bf16|hif8 e4m3|=|-|- =|- =|=",
];

/// A table on each of the two chips that have these operators.
pub(super) fn on(
    of_910b: &'static [&'static str],
    of_950: &'static [&'static str],
) -> &'static [&'static str] {
    match generation() {
        Generation::Ascend910B => of_910b,
        Generation::Ascend950 => of_950,
        _ => &[],
    }
}
