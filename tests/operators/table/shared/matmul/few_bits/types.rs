//! The accepted types of products of few bits.

use crate::table::shared::matmul::few_bits::*;

pub const TOGETHER: &str = "types go together: the combinations are samples";

macro_rules! together {
    ($($name:literal),*; $($more:expr),*) => { &[$((concat!("dtypes ", $name), TOGETHER),)* $($more),*] };
}
pub(super) use together;

pub const REFUSED: &str = "a tensor is refused, whatever its type";

pub const OLDER: &str = "not available on Ascend950, so tested on an older generation only";

pub const FIRST: Accepts = &[
    ("x1", "910B: i8"),
    ("x2", "910B: i8"),
    ("bias", "910B: i32"),
    ("out", "910B: f16"),
];

pub const SECOND: Accepts = &[
    ("x1", "910B: i8"),
    ("x2", "910B: i8"),
    ("bias", "910B: i32"),
    ("deqScale", "910B: u64"),
    ("out", "910B: f16"),
];

pub const QUANTISED: Accepts = &[
    ("x1", "910B: f16"),
    ("x2", "910B: f16"),
    ("quantParam", "910B: u64"),
    ("bias", "910B: f16"),
    ("out", "910B: i8"),
];

pub const WEIGHTS: Accepts = &[
    ("x1", "910B: f16"),
    ("x2", "910B: i8"),
    ("diagonalMatrix", "910B: i8"),
    ("deqOffset", "910B: i32"),
    ("deqScale", "910B: u64"),
    ("addOffset", "910B: f16"),
    ("mulScale", "910B: f16"),
    ("bias", "910B: f32"),
    ("out", "910B: f16"),
];

pub const DEQUANT: Accepts = &[
    ("x", "310: f16"),
    ("weight", "310: i8"),
    ("weightScale", "310: f32 i64"),
    ("biasOptional", "310: f16"),
    ("xScaleOptional", "310: f32 f16"),
    ("xOffsetOptional", "310: f16"),
    ("smoothScaleOptional", "310: f16"),
    ("out", "310: f16"),
];

pub const GROUPED_DEQUANT: Accepts = &[
    ("x", "310: f16"),
    ("weight", "310: i8"),
    ("weightScale", "310: f32 i64"),
    ("groupList", "310: i64"),
    ("biasOptional", "310: f16"),
    ("xScaleOptional", "310: f32 f16"),
    ("xOffsetOptional", "310: f16"),
    ("smoothScaleOptional", "310: f16"),
    ("out", "310: f16"),
];

pub const FFN: Accepts = &[
    ("x", "910B: f16 bf16 i8 | 310: f16"),
    ("weight1", "910B: f16 bf16 i8 i4 | 310: f16"),
    ("weight2", "910B: f16 bf16 i8 i4 | 310: f16"),
    ("bias1", "910B: f16 f32 i32 | 310: f16"),
    ("bias2", "910B: f16 f32 i32 | 310: f16"),
    ("scale", "910B: f32"),
    ("offset", "910B: f32"),
    ("deqScale1", "910B: u64 i64 f32 bf16"),
    ("deqScale2", "910B: u64 i64 f32 bf16"),
    ("antiquantScale1", "910B: f16 bf16"),
    ("antiquantScale2", "910B: f16 bf16"),
    ("antiquantOffset1", "910B: f16 bf16"),
    ("antiquantOffset2", "910B: f16 bf16"),
    ("y", "910B: f16 bf16 | 310: f16"),
];

pub const FFN_THIRD: Accepts = &[
    ("x", "910B: f16 bf16 i8 | 310: f16"),
    ("weight1", "910B: f16 bf16 i8 i4 | 310: f16"),
    ("weight2", "910B: f16 bf16 i8 i4 | 310: f16"),
    ("expertTokensOptional", "910B: i64"),
    ("bias1Optional", "910B: f16 f32 i32 | 310: f16"),
    ("bias2Optional", "910B: f16 f32 i32 | 310: f16"),
    ("scaleOptional", "910B: f32"),
    ("offsetOptional", "910B: f32"),
    ("deqScale1Optional", "910B: u64 i64 f32 bf16"),
    ("deqScale2Optional", "910B: u64 i64 f32 bf16"),
    ("antiquantScale1Optional", "910B: f16 bf16"),
    ("antiquantScale2Optional", "910B: f16 bf16"),
    ("antiquantOffset1Optional", "910B: f16 bf16"),
    ("antiquantOffset2Optional", "910B: f16 bf16"),
    ("y", "910B: f16 bf16 | 310: f16"),
];

pub const ACTIVATED: Accepts = &[
    ("x1", "950: e4m3 e5m2"),
    ("x2", "950: e4m3"),
    ("x1ScaleOptional", "950: e8m0"),
    ("x2Scale", "950: e8m0"),
    ("biasOptional", "950: f32"),
    ("yOut", "950: e4m3 e5m2"),
    ("yScaleOut", "950: e8m0"),
];

pub const GROUPED_ACTIVATED: Accepts = &[
    ("x", "950: e4m3 e5m2"),
    ("groupList", "| 950: i64"),
    ("weight", "950: e4m3"),
    ("weightScale", "950: e8m0"),
    ("bias", "950: f32"),
    ("xScaleOptional", "950: e8m0"),
    ("y", "950: e4m3 e5m2"),
    ("yScale", "950: e8m0"),
];
