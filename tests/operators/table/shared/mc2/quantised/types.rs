//! The accepted types of quantised products on several ranks.

pub const TOGETHER: &str = "types go together: each combination is a sample";

macro_rules! together {
    ($($name:literal),* $(; $($more:tt)*)?) => { &[$((concat!("dtypes ", $name), TOGETHER)),* $(, $($more)*)?] };
}

pub const EXCEPT: &[(&str, &str)] = together!(
    "x1",
    "x2",
    "bias",
    "biasOptional",
    "x3",
    "x3Optional",
    "dequantScale",
    "pertokenScaleOptional",
    "x1Scale",
    "x1ScaleOptional",
    "x2Scale",
    "antiquantScale",
    "antiquantOffset",
    "commQuantScale1Optional",
    "commQuantScale2Optional",
    "output",
    "gatherOut",
    "alltoAllOutOptional",
    "quantScale",
    "amaxOut",
    "amaxOutOptional",
    "commScaleOptional",
    "x1OffsetOptional",
    "x2OffsetOptional",
    "residual",
    "gamma",
    "y",
    "normOut"
);

pub const OLDER: &[(&str, &str)] = together!(
    "x1", "x2", "bias", "dequantScale", "antiquantScale", "antiquantOffset", "residual", "gamma", "y", "normOut";
    ("samples", "not available on Ascend950, so tested on an older generation only")
);

pub const INTEGERS: &[(&str, &str)] = &[
    ("x1", "none | 910B 950: i8"),
    ("x2", "none | 910B 950: i8"),
    ("bias", "none | 910B 950: i32"),
    ("biasOptional", "none | 910B 950: i32"),
    ("x3", "none | 910B 950: f16 bf16"),
    ("x3Optional", "none | 910B 950: f16 bf16"),
    ("dequantScale", "none | 910B 950: u64 i64 f32 bf16"),
    ("pertokenScaleOptional", "none | 910B 950: f32"),
    ("commQuantScale1Optional", "none | 910B 950: f16 bf16"),
    ("commQuantScale2Optional", "none | 910B 950: f16 bf16"),
    ("output", "none | 910B 950: f16 bf16"),
];

pub const SUMS: &[(&str, &str)] = &[
    ("x1", "none | 910B: i8 | 950: i8 hif8 e5m2 e4m3 e2m1"),
    ("x2", "none | 910B: i8 | 950: i8 hif8 e5m2 e4m3 e2m1"),
    ("biasOptional", "none | 910B: i32 | 950: i32 f32"),
    ("x3Optional", "none | 910B: f16 bf16 | 950: f16 bf16 f32"),
    ("x1ScaleOptional", "none | 910B: f32 | 950: f32 e8m0"),
    (
        "x2Scale",
        "none | 910B: u64 i64 f32 bf16 | 950: u64 i64 f32 bf16 e8m0",
    ),
    ("commQuantScale1Optional", "none | 910B 950: f16 bf16"),
    ("commQuantScale2Optional", "none | 910B 950: f16 bf16"),
    ("output", "none | 910B: f16 bf16 | 950: f16 bf16 f32"),
];

pub const WEIGHTS: &[(&str, &str)] = &[
    ("x1", "none | 910B 950: f16 bf16"),
    ("x2", "none | 910B: i8 i4 | 950: i8 i4 hif8 e4m3"),
    ("bias", "none | 910B 950: f16 bf16"),
    ("antiquantScale", "none | 910B 950: f16 bf16"),
    ("antiquantOffset", "none | 910B 950: f16 bf16"),
    ("x3", "none | 910B 950: f16 bf16"),
    ("output", "none | 910B 950: f16 bf16"),
];

pub const JOINED: &[(&str, &str)] = &[
    (
        "x1",
        "none | 910B: f16 bf16 i8 i4 | 950: f16 bf16 hif8 e5m2 e4m3 e2m1",
    ),
    (
        "x2",
        "none | 910B: f16 bf16 i8 i4 | 950: f16 bf16 hif8 e5m2 e4m3 e2m1",
    ),
    ("bias", "none | 910B 950: f16 bf16 f32"),
    ("x1Scale", "none | 910B: f32 | 950: f32 e8m0"),
    ("x2Scale", "none | 910B: f32 i64 | 950: f32 e8m0"),
    ("quantScale", "none"),
    ("output", "none | 910B: f16 bf16 | 950: f16 bf16 f32"),
    (
        "gatherOut",
        "none | 910B: f16 bf16 i8 i4 | 950: f16 bf16 hif8 e5m2 e4m3 e2m1",
    ),
    ("amaxOut", "none | 910B 950: f32"),
];

pub const SCATTERED: &[(&str, &str)] = &[
    (
        "x1",
        "none | 910B: f16 bf16 i8 | 950: f16 bf16 hif8 e5m2 e4m3 e2m1",
    ),
    (
        "x2",
        "none | 910B: f16 bf16 i8 | 950: f16 bf16 hif8 e5m2 e4m3 e2m1",
    ),
    ("bias", "none | 910B 950: f16 bf16 f32"),
    ("x1Scale", "none | 910B: f32 | 950: f32 e8m0"),
    ("x2Scale", "none | 910B: f32 i64 | 950: f32 e8m0"),
    ("quantScale", "none"),
    ("output", "none | 910B: f16 bf16 | 950: f16 bf16 f32"),
    ("amaxOutOptional", "none | 910B 950: f32"),
];

pub const FIRST: &[(&str, &str)] = &[
    ("x1", "none | 910B 950: i8"),
    ("x2", "none | 910B 950: i8"),
    ("bias", "none | 910B 950: i32"),
    ("x3", "none | 910B 950: f16 bf16"),
    ("dequantScale", "none | 910B 950: u64 i64 bf16"),
    ("output", "none | 910B 950: f16 bf16"),
];

pub const BEFORE: &[(&str, &str)] = &[
    (
        "x1",
        "none | 910B: f16 bf16 i4 | 950: f16 bf16 e5m2 e4m3 e2m1",
    ),
    ("x2", "none | 910B: i8 i4 | 950: e5m2 e4m3 e2m1"),
    ("biasOptional", "none | 910B: f16 bf16 f32 | 950: f32"),
    ("x1ScaleOptional", "none | 910B: f32 f16 bf16 | 950: e8m0"),
    ("x2Scale", "none | 910B: f32 | 950: f32 e8m0"),
    ("commScaleOptional", "none"),
    ("x1OffsetOptional", "none"),
    ("x2OffsetOptional", "none"),
    ("output", "none | 910B: f16 bf16 | 950: f16 bf16 f32"),
    (
        "alltoAllOutOptional",
        "none | 910B: f16 bf16 i4 | 950: f16 bf16 e5m2 e4m3 e2m1",
    ),
];

pub const BEHIND: &[(&str, &str)] = &[
    ("x1", "none | 910B: i8 | 950: e5m2 e4m3 e2m1"),
    ("x2", "none | 910B: i8 | 950: e5m2 e4m3 e2m1"),
    ("biasOptional", "none | 910B: f16 bf16 f32 | 950: f32"),
    ("x1Scale", "none | 910B: f32 | 950: f32 e8m0"),
    ("x2Scale", "none | 910B: f32 | 950: f32 e8m0"),
    ("commScaleOptional", "none"),
    ("x1OffsetOptional", "none"),
    ("x2OffsetOptional", "none"),
    ("output", "none | 910B: f16 bf16 | 950: f16 bf16 f32"),
];

pub const NORMS: &[(&str, &str)] = &[
    ("x1", "none | 910B: f16 bf16"),
    ("x2", "none | 910B: f16 bf16"),
    ("bias", "none | 910B: f16 bf16"),
    ("residual", "none | 910B: f16 bf16"),
    ("gamma", "none | 910B: f16 bf16"),
    ("y", "none | 910B: f16 bf16"),
    ("normOut", "none | 910B: f16 bf16"),
];

pub const NORMS_OF_CODES: &[(&str, &str)] = &[
    ("x1", "none | 910B: i8"),
    ("x2", "none | 910B: i8"),
    ("bias", "none | 910B: i32"),
    ("dequantScale", "none | 910B: u64 i64 bf16"),
    ("residual", "none | 910B: f16 bf16"),
    ("gamma", "none | 910B: f16 bf16"),
    ("y", "none | 910B: f16 bf16"),
    ("normOut", "none | 910B: f16 bf16"),
];

pub const NORMS_OF_WEIGHTS: &[(&str, &str)] = &[
    ("x1", "none | 910B: f16 bf16"),
    ("x2", "none | 910B: i8 i4"),
    ("bias", "none | 910B: f16 bf16"),
    ("antiquantScale", "none | 910B: f16 bf16"),
    ("antiquantOffset", "none | 910B: f16 bf16"),
    ("residual", "none | 910B: f16 bf16"),
    ("gamma", "none | 910B: f16 bf16"),
    ("y", "none | 910B: f16 bf16"),
    ("normOut", "none | 910B: f16 bf16"),
];
