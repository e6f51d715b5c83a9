//! Types of x1, x2, x1Scale, x2Scale, x2Offset, yScale, yOffset, bias and the output that go together, by chip.

use crate::device::soc::{Generation, generation};

/// The combinations of the first four versions on Ascend910B.
pub const ON_910B: &[&str] = &[
    "i8|i8|-|u64 i64|-|-|-|- i32|f16",
    "i8|i8|-|u64 i64|- f32|-|-|- i32|i8",
    "i8|i8|- f32|f32 bf16|-|-|-|- i32 bf16 f32|bf16",
    "i8|i8|f32|f32|-|-|-|- i32 f16 f32|f16",
    "i4 i32|i4 i32|-|u64 i64|-|-|-|- i32|f16",
    "i8|i8|-|f32 bf16|-|-|-|- i32|i32",
    "i4 i32|i4 i32|f32|f32 bf16|-|-|-|- i32 bf16 f32|bf16",
    "i4 i32|i4 i32|f32|f32|-|-|-|- i32 f16 f32|f16",
];

/// The same on Ascend950.
pub const ON_950: &[&str] = &[
    "i8|i8|-|u64 i64|-|-|-|- i32|f16 bf16",
    "i8|i8|-|u64 i64|- f32|-|-|- i32|i8",
    "i8|i8|- f32|f32 bf16|-|-|-|- i32 f32 bf16|bf16",
    "i8|i8|f32|f32|-|-|-|- i32 f32 f16|f16",
    "i8|i8|-|f32 bf16|-|-|-|- i32|i32",
    "i4|i4|-|u64 i64|-|-|-|- i32|f16",
    "i4|i4|f32|f32 bf16|-|-|-|- i32 f32 bf16|bf16",
    "i4|i4|f32|f32|-|-|-|- i32 f32 f16|f16",
];

/// The same on Ascend310P.
pub const ON_310P: &[&str] = &[
    "i8|i8|-|u64 i64|-|-|-|- i32|f16",
    "i8|i8|-|u64 i64|- f32|-|-|- i32|i8",
];

/// The combinations of the fifth version on Ascend910B.
const FIFTH_ON_910B: &[&str] = &[
    "i8|i8|-|u64 i64|-|-|-|- i32|f16",
    "i8|i8|-|u64 i64|- f32|-|-|- i32|i8",
    "i8|i8|- f32|f32 bf16|-|-|-|- i32 bf16 f32|bf16",
    "i8|i8|f32|f32|-|-|-|- i32 f16 f32|f16",
    "i4 i32|i4 i32|-|u64 i64|-|-|-|- i32|f16",
    "i8|i8|-|f32 bf16|-|-|-|- i32|i32",
    "i4 i32|i4 i32|f32|f32 bf16|-|-|-|- i32 bf16 f32|bf16",
    "i4 i32|i4 i32|f32|f32|-|-|-|- i32 f16 f32|f16",
    "i8|i4 i32|f32|u64 i64|-|-|f32|-|f16 bf16",
    "i4|i4|f32|f32|f16|-|-|-|f16 bf16",
];

/// The same on Ascend950.
const FIFTH_ON_950: &[&str] = &[
    "i8|i8|-|u64 i64|-|-|-|- i32|f16 bf16",
    "i8|i8|-|u64 i64|- f32|-|-|- i32|i8",
    "i8|i8|- f32|f32 bf16|-|-|-|- i32 f32 bf16|bf16",
    "i8|i8|f32|f32|-|-|-|- i32 f32 f16|f16",
    "i8|i8|-|f32 bf16|-|-|-|- i32|i32",
    "i4 i32|i4 i32|-|u64 i64|-|-|-|- i32|f16",
    "i4|i4|f32|f32 bf16|-|-|-|- i32 f32 bf16|bf16",
    "i4|i4|f32|f32|-|-|-|- i32 f32 f16|f16",
    "e4m3 e5m2|e4m3 e5m2|-|u64 i64|-|-|-|- f32|f16 bf16 f32",
    "hif8|hif8|-|u64 i64|-|-|-|- f32|f16 bf16 f32",
    "e4m3 e5m2|e4m3 e5m2|f32|f32|-|-|-|- f32|f16 bf16 f32",
    "hif8|hif8|f32|f32|-|-|-|- f32|f16 bf16 f32",
    "e4m3 e5m2|e4m3 e5m2|e8m0|e8m0|-|-|-|- f32|f16 bf16 f32",
    "e2m1|e2m1|e8m0|e8m0|-|-|-|- f32|f16 bf16 f32",
    "e4m3|e2m1|e8m0|e8m0|-|-|-|- bf16|bf16",
    "e4m3|e2m1|e8m0|e8m0|-|-|-|- f16|f16",
    "e4m3|e2m1|-|bf16|-|u64 i64|-|-|bf16",
    "e4m3|e2m1|-|f16|-|u64 i64|-|-|f16",
    "i4|i4|f32|f32|f16|-|-|-|bf16 f16",
];

/// The combinations with `x2` in FRACTAL_NZ on Ascend910B.
const NZ_ON_910B: &[&str] = &[
    "i8|i8|-|u64 i64|-|-|-|- i32|f16",
    "i8|i8|-|u64 i64|- f32|-|-|- i32|i8",
    "i8|i8|- f32|f32 bf16|-|-|-|- i32 bf16 f32|bf16",
    "i8|i8|f32|f32|-|-|-|- i32 f16 f32|f16",
    "i8|i8|-|f32 bf16|-|-|-|- i32|i32",
    "i4 i32|i4 i32|- f32|bf16 f32|- f32|-|-|- bf16|bf16",
    "i4 i32|i4 i32|- f32|u64 f32|- f32|-|-|- i32|f16",
    "i8|i4 i32|f32|u64 i64|-|-|f32|-|f16 bf16",
];

/// The same on Ascend950.
const NZ_ON_950: &[&str] = &[
    "i8|i8|-|u64 i64|-|-|-|- i32|f16 bf16",
    "i8|i8|-|u64 i64|- f32|-|-|- i32|i8",
    "i8|i8|- f32|f32 bf16|-|-|-|- i32 f32 bf16|bf16",
    "i8|i8|f32|f32|-|-|-|- i32 f32 f16|f16",
    "i8|i8|-|f32 bf16|-|-|-|- i32|i32",
    "hif8|hif8|-|u64 i64|-|-|-|- f32|f16 bf16 f32",
    "e4m3|e4m3|-|u64 i64|-|-|-|- f32|f16 bf16 f32",
    "hif8|hif8|f32|f32|-|-|-|- f32|f16 bf16 f32",
    "e4m3|e4m3|f32|f32|-|-|-|- f32|f16 bf16 f32",
    "e4m3|e4m3|e8m0|e8m0|-|-|-|- f32|f16 bf16 f32",
    "e2m1|e2m1|e8m0|e8m0|-|-|-|- f32|f16 bf16 f32",
    "e4m3|e2m1 f32|e8m0|e8m0|-|-|-|- bf16|bf16",
    "e4m3|e2m1 f32|e8m0|e8m0|-|-|-|- f16|f16",
    "e4m3|e2m1 f32|-|bf16|-|u64 i64|-|-|bf16",
    "e4m3|e2m1 f32|-|f16|-|u64 i64|-|-|f16",
];

/// The same on Ascend310P, and those of the fifth version.
const NZ_ON_310P: &[&str] = &[
    "i8|i8|-|u64 i64|-|-|-|- i32|f16",
    "i8|i8|-|u64 i64|- f32|-|-|- i32|i8",
    "i8|i8|f32|f32|-|-|-|- i32|f16",
];

/// The combinations of products that a function follows.
pub const FUSED: &[&str] = &[
    "i8|i8|f32|f32 bf16|-|-|-|- i32 bf16 f32|bf16",
    "i8|i8|f32|f32|-|-|-|- i32 f16 f32|f16",
    "i4 i32|i4 i32|f32|f32 bf16|-|-|-|- i32 bf16 f32|bf16",
    "i4 i32|i4 i32|f32|f32|-|-|-|- i32 f16 f32|f16",
];

/// The combinations of the present chip: of the versions before the fifth.
pub fn earlier() -> &'static [&'static str] {
    match generation() {
        Generation::Ascend910B => ON_910B,
        Generation::Ascend950 => ON_950,
        _ => ON_310P,
    }
}

/// The combinations of the present chip: of the fifth version.
pub fn fifth() -> &'static [&'static str] {
    match generation() {
        Generation::Ascend910B => FIFTH_ON_910B,
        Generation::Ascend950 => FIFTH_ON_950,
        _ => NZ_ON_310P,
    }
}

/// The combinations of the present chip: with `x2` in FRACTAL_NZ.
pub fn blocked() -> &'static [&'static str] {
    match generation() {
        Generation::Ascend910B => NZ_ON_910B,
        Generation::Ascend950 => NZ_ON_950,
        _ => NZ_ON_310P,
    }
}
