//! The accepted types of quantised products.

pub const TOGETHER: &str = "types go together: each combination is a sample";

pub const DENSE: &str = "words of eight numbers are dense, or a transpose";

macro_rules! together {
    ($($name:literal),* $(; $($more:tt)*)?) => { &[$((concat!("dtypes ", $name), TOGETHER)),* $(, $($more)*)?] };
}

pub const EXCEPT: &[(&str, &str)] = together!(
    "x1",
    "x2",
    "scale",
    "offset",
    "pertokenScaleOptional",
    "bias",
    "out",
    "x",
    "weight",
    "groupList",
    "yRef",
    "weightInt4Pack",
    "x1Scale",
    "x2Scale",
    "yScale",
    "x1Offset",
    "x2Offset",
    "yOffset",
    "scale1Optional",
    "scale2",
    "x1ScaleOptional"
);

pub const WORDS: &[(&str, &str)] = together!(
    "x1", "x2", "bias", "out", "x1Scale", "x2Scale", "yScale", "x1Offset", "x2Offset", "yOffset", "x", "weight", "antiquantScale", "antiquantOffsetOptional",
    "quantScaleOptional", "quantOffsetOptional", "biasOptional", "y";
    ("strided x1", DENSE), ("strided x2", DENSE), ("strided weight", DENSE)
);

pub const MORE: &[(&str, &str)] = together!(
    "x1",
    "x2",
    "bias",
    "optionalBias",
    "x1Scale",
    "x2Scale",
    "x1Level0Scale",
    "x2Level0Scale",
    "x1Level1Scale",
    "x2Level1Scale",
    "out"
);

pub const TWO_LEVELS: &[(&str, &str)] = &[
    ("x1", "950: e2m1"),
    ("x2", "950: e2m1 i8"),
    ("x1Level0Scale", "950: f32"),
    ("x2Level0Scale", "950: f32"),
    ("x1Level1Scale", "950: e8m0"),
    ("x2Level1Scale", "950: e8m0"),
    ("optionalBias", "950: f32"),
    ("out", "950: f16 bf16"),
];

pub const TURNED: &[(&str, &str)] = &[
    ("x1", "950: hif8 e5m2 e4m3"),
    ("x2", "950: hif8 e5m2 e4m3"),
    ("bias", "none"),
    ("x1Scale", "950: f32 e8m0"),
    ("x2Scale", "950: f32 e8m0 u64 i64"),
    ("out", "950: f16 bf16 hif8"),
];

pub const SUMMED: &[(&str, &str)] = &[
    ("x1", "910B: i8"),
    ("x2", "910B: i8"),
    ("x1Scale", "910B: f32"),
    ("x2Scale", "910B: bf16"),
    ("yScale", "none"),
    ("x1Offset", "none"),
    ("x2Offset", "none"),
    ("yOffset", "none"),
    ("bias", "none"),
    ("out", "910B: bf16"),
];

pub const OLDER: &[(&str, &str)] = together!(
    "yScale", "x1Offset", "x2Offset", "yOffset", "bias", "x1", "x2", "x1Scale", "x2Scale", "yScaleOptional", "x1OffsetOptional", "x2OffsetOptional", "yOffsetOptional", "biasOptional", "x3Optional", "out";
    ("samples", "not available on Ascend950, so tested on an older generation only")
);

pub const FUSED: &[(&str, &str)] = &[
    ("x1", "910B: i8 i4 i32"),
    ("x2", "910B: i8 i4 i32"),
    ("x1Scale", "910B: f32"),
    ("x2Scale", "910B: f32 bf16"),
    ("yScaleOptional", "none"),
    ("x1OffsetOptional", "none"),
    ("x2OffsetOptional", "none"),
    ("yOffsetOptional", "none"),
    ("biasOptional", "910B: i32 bf16 f16 f32"),
    ("x3Optional", "none"),
    ("out", "910B: f16 bf16"),
];

pub const ADDED_GROUPS: &[(&str, &str)] = &[
    ("x1", "950: hif8 e5m2 e4m3"),
    ("x2", "950: hif8 e5m2 e4m3"),
    ("scale1Optional", "950: f32 e8m0"),
    ("scale2", "950: f32 e8m0"),
    ("groupList", "950: i64"),
    ("yRef", "950: f32"),
];

pub const ADDED_CODES: &[(&str, &str)] = &[
    ("x1", "950: hif8 e5m2 e4m3"),
    ("x2", "950: hif8 e5m2 e4m3"),
    ("x1ScaleOptional", "950: f32 e8m0"),
    ("x2Scale", "950: f32 e8m0"),
    ("yRef", "950: f32"),
];

pub const INTEGERS: &str = "910B: i8 i4 i32 | 950: i8 i4 | 310: i8";

pub const SCALES: &str = "910B 950: u64 i64 f32 bf16 | 310: u64 i64";

pub const BIASES: &str = "910B 950: i32 f32 bf16 f16 | 310: i32";

pub const OUTPUTS: &str = "910B 950: f16 bf16 i8 i32 | 310: f16 i8";

pub const THIRD: &[(&str, &str)] = &[
    ("x1", INTEGERS),
    ("x2", INTEGERS),
    ("scale", SCALES),
    ("offset", "910B 950 310: f32"),
    ("bias", BIASES),
    ("out", OUTPUTS),
];

pub const FOURTH: &[(&str, &str)] = &[
    ("x1", INTEGERS),
    ("x2", INTEGERS),
    ("scale", SCALES),
    ("offset", "910B 950 310: f32"),
    ("pertokenScaleOptional", "910B 950: f32"),
    ("bias", BIASES),
    ("out", OUTPUTS),
];

pub const FIFTH: &[(&str, &str)] = &[
    (
        "x1",
        "910B: i8 i4 i32 | 950: i8 i4 i32 hif8 e5m2 e4m3 e2m1 | 310: i8",
    ),
    (
        "x2",
        "910B: i8 i4 i32 | 950: i8 i4 i32 hif8 e5m2 e4m3 e2m1 f32 | 310: i8",
    ),
    ("x1Scale", "910B 310: f32 | 950: f32 e8m0"),
    (
        "x2Scale",
        "910B: u64 i64 f32 bf16 | 950: u64 i64 f32 bf16 f16 e8m0 | 310: u64 i64 f32",
    ),
    ("yScale", "950: u64 i64"),
    ("x1Offset", "none"),
    ("x2Offset", "910B 950: f32 f16 | 310: f32"),
    ("yOffset", "910B: f32"),
    ("bias", BIASES),
    (
        "out",
        "910B: f16 bf16 i8 i32 | 950: f16 bf16 f32 i8 i32 | 310: f16 i8",
    ),
];

pub const WEIGHT: &[(&str, &str)] = &[
    ("x", "910B 950: f16 bf16 | 310: f16"),
    (
        "weight",
        "910B: i8 i4 i32 | 950: i8 i4 i32 hif8 e4m3 e2m1 f32 | 310: i8",
    ),
    (
        "antiquantScale",
        "910B: f16 bf16 u64 i64 | 950: f16 bf16 e8m0 | 310: f16",
    ),
    (
        "antiquantOffsetOptional",
        "910B: f16 bf16 i32 | 950: f16 bf16 | 310: f16",
    ),
    ("quantScaleOptional", "910B: u64"),
    ("quantOffsetOptional", "910B: f32"),
    (
        "biasOptional",
        "910B: f16 f32 | 950: f16 bf16 f32 | 310: f16",
    ),
    ("y", "910B: f16 bf16 i8 | 950: f16 bf16 | 310: f16"),
];

pub const ADDED: &[(&str, &str)] = &[
    ("x", "910B 950: f16 bf16"),
    ("weight", "910B 950: f16 bf16"),
    ("groupList", "910B 950: i64"),
    ("yRef", "910B 950: f32"),
];
