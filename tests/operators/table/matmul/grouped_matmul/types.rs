//! The accepted types of grouped products.

pub const TOGETHER: &str = "types go together: each combination is a sample";

pub const FIRST: &[(&str, &str)] = &[
    ("x", "910B: f16 bf16 i8 | 950: f16 bf16 f32 | 310: f16"),
    (
        "weight",
        "910B: f16 bf16 i8 | 950: f16 bf16 f32 i8 | 310: f16",
    ),
    (
        "biasOptional",
        "910B: f16 f32 i32 | 950: f16 bf16 f32 | 310: f16",
    ),
    ("scaleOptional", "910B: u64"),
    ("offsetOptional", "none"),
    ("antiquantScaleOptional", "910B 950: f16 bf16"),
    ("antiquantOffsetOptional", "910B 950: f16 bf16"),
    ("y", "910B: f16 bf16 i8 | 950: f16 bf16 f32 | 310: f16"),
];

pub const THIRD: &[(&str, &str)] = &[
    ("x", "910B 950: f16 bf16 f32 i8 | 310: f16"),
    ("weight", "910B 950: f16 bf16 f32 i8 | 310: f16"),
    (
        "biasOptional",
        "910B: f16 f32 i32 | 950: f16 bf16 f32 i32 | 310: f16",
    ),
    ("scaleOptional", "910B: u64 | 950: u64 i64"),
    ("offsetOptional", "none"),
    ("antiquantScaleOptional", "910B 950: f16 bf16"),
    ("antiquantOffsetOptional", "910B 950: f16 bf16"),
    ("groupListOptional", "910B 950 310: i64"),
    ("y", "910B 950: f16 bf16 f32 i8 | 310: f16"),
];

pub const SECOND: &[(&str, &str)] = &[
    ("x", "910B: f16 bf16 f32 i8 | 950: f16 bf16 f32 | 310: f16"),
    THIRD[1],
    (
        "biasOptional",
        "910B: f16 f32 i32 | 950: f16 bf16 f32 | 310: f16",
    ),
    ("scaleOptional", "910B: u64"),
    THIRD[4],
    THIRD[5],
    THIRD[6],
    ("y", "910B: f16 bf16 f32 i8 | 950: f16 bf16 f32 | 310: f16"),
];

pub const LATER: &[(&str, &str)] = &[
    (
        "x",
        "910B: f16 bf16 f32 i8 i4 i32 | 950: f16 bf16 f32 i8 i4 i32 hif8 e5m2 e4m3 e2m1 e1m2 | 310: f16",
    ),
    (
        "weight",
        "910B: f16 bf16 f32 i8 i4 i32 | 950: f16 bf16 f32 i8 i4 i32 hif8 e5m2 e4m3 e2m1 e1m2 | 310: f16",
    ),
    (
        "biasOptional",
        "910B: f16 f32 i32 | 950: f16 bf16 f32 i32 | 310: f16",
    ),
    (
        "scaleOptional",
        "910B: u64 bf16 f32 | 950: u64 i64 bf16 f32 e8m0",
    ),
    ("offsetOptional", "910B 950: f32"),
    (
        "antiquantScaleOptional",
        "910B: f16 bf16 | 950: f16 bf16 e8m0",
    ),
    ("antiquantOffsetOptional", "910B 950: f16 bf16"),
    ("perTokenScaleOptional", "910B: f32 | 950: f32 e8m0"),
    ("groupListOptional", "910B 950 310: i64"),
    ("activationInputOptional", "none"),
    ("activationQuantScaleOptional", "none"),
    ("activationQuantOffsetOptional", "none"),
    ("out", "910B 950: f16 bf16 f32 i8 i32 | 310: f16"),
    ("activationFeatureOutOptional", "none"),
    ("dynQuantScaleOutOptional", "none"),
];

pub const BLOCKED: &[(&str, &str)] = &[
    (
        "x",
        "910B: f16 bf16 i8 i4 i32 | 950: f16 bf16 i8 i4 i32 hif8 e5m2 e4m3 e2m1 e1m2 | 310: f16",
    ),
    LATER[1],
    LATER[2],
    LATER[3],
    LATER[4],
    LATER[5],
    LATER[6],
    LATER[7],
    LATER[8],
    LATER[9],
    LATER[10],
    LATER[11],
    LATER[12],
    LATER[13],
    LATER[14],
];

pub const EXCEPT: &[(&str, &str)] = &[
    ("dtypes x", TOGETHER),
    ("dtypes weight", TOGETHER),
    ("dtypes biasOptional", TOGETHER),
    ("dtypes scaleOptional", TOGETHER),
    ("dtypes offsetOptional", TOGETHER),
    ("dtypes antiquantScaleOptional", TOGETHER),
    ("dtypes antiquantOffsetOptional", TOGETHER),
    ("dtypes perTokenScaleOptional", TOGETHER),
    ("dtypes groupListOptional", TOGETHER),
    ("dtypes activationInputOptional", "null only"),
    ("dtypes activationQuantScaleOptional", "null only"),
    ("dtypes activationQuantOffsetOptional", "null only"),
    ("dtypes activationFeatureOutOptional", "null only"),
    ("dtypes dynQuantScaleOutOptional", "null only"),
    ("dtypes y", TOGETHER),
    ("dtypes out", TOGETHER),
];

pub const DENSE: &str = "words of eight numbers are dense, or a transpose";

pub const WORDS: &[(&str, &str)] = &[
    ("dtypes x", TOGETHER),
    ("dtypes weight", TOGETHER),
    ("dtypes biasOptional", TOGETHER),
    ("dtypes scaleOptional", TOGETHER),
    ("dtypes offsetOptional", TOGETHER),
    ("dtypes antiquantScaleOptional", TOGETHER),
    ("dtypes antiquantOffsetOptional", TOGETHER),
    ("dtypes perTokenScaleOptional", TOGETHER),
    ("dtypes groupListOptional", TOGETHER),
    ("dtypes activationInputOptional", "null only"),
    ("dtypes activationQuantScaleOptional", "null only"),
    ("dtypes activationQuantOffsetOptional", "null only"),
    ("dtypes activationFeatureOutOptional", "null only"),
    ("dtypes dynQuantScaleOutOptional", "null only"),
    ("dtypes y", TOGETHER),
    ("dtypes out", TOGETHER),
    ("strided x", DENSE),
    ("strided weight", DENSE),
];
