//! Types of the tensors of attention for inference, by version and chip.

pub type Types = &'static [(&'static str, &'static str)];

pub const FUSED_INFER_ATTENTION_SCORE: Types = &[
    (
        "query",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: none",
    ),
    (
        "key",
        "910: none | 910B: f16 bf16 i8 i4 i32 | 950: none | 310: none",
    ),
    (
        "value",
        "910: none | 910B: f16 bf16 i8 i4 i32 | 950: none | 310: none",
    ),
    ("pseShift", "as query"),
    ("attenMask", "bool i8 u8"),
    ("deqScale1", "any"),
    ("quantScale1", "any"),
    ("deqScale2", "any"),
    ("quantScale2", "any"),
    ("quantOffset2", "any"),
    ("antiquantScale", "any"),
    ("antiquantOffset", "any"),
    ("blockTable", "any"),
    ("queryPaddingSize", "any"),
    ("kvPaddingSize", "any"),
    (
        "attentionOut",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: none",
    ),
    ("softmaxLse", "f32"),
];

pub const FUSED_INFER_ATTENTION_SCORE_V2: Types = &[
    (
        "query",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: none",
    ),
    (
        "key",
        "910: none | 910B: f16 bf16 i8 i4 i32 | 950: none | 310: none",
    ),
    (
        "value",
        "910: none | 910B: f16 bf16 i8 i4 i32 | 950: none | 310: none",
    ),
    ("pseShiftOptional", "as query"),
    ("attenMaskOptional", "bool i8 u8"),
    ("deqScale1Optional", "any"),
    ("quantScale1Optional", "any"),
    ("deqScale2Optional", "any"),
    ("quantScale2Optional", "any"),
    ("quantOffset2Optional", "any"),
    ("antiquantScaleOptional", "any"),
    ("antiquantOffsetOptional", "any"),
    ("blockTableOptional", "any"),
    ("queryPaddingSizeOptional", "any"),
    ("kvPaddingSizeOptional", "any"),
    ("keyAntiquantScaleOptional", "any"),
    ("keyAntiquantOffsetOptional", "any"),
    ("valueAntiquantScaleOptional", "any"),
    ("valueAntiquantOffsetOptional", "any"),
    ("keySharedPrefixOptional", "any"),
    ("valueSharedPrefixOptional", "any"),
    (
        "attentionOut",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: none",
    ),
    ("softmaxLse", "f32"),
];

pub const FUSED_INFER_ATTENTION_SCORE_V3: Types = &[
    (
        "query",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: none",
    ),
    (
        "key",
        "910: none | 910B: f16 bf16 i8 i4 i32 | 950: none | 310: none",
    ),
    (
        "value",
        "910: none | 910B: f16 bf16 i8 i4 i32 | 950: none | 310: none",
    ),
    ("pseShiftOptional", "as query"),
    ("attenMaskOptional", "bool i8 u8"),
    ("deqScale1Optional", "any"),
    ("quantScale1Optional", "any"),
    ("deqScale2Optional", "any"),
    ("quantScale2Optional", "any"),
    ("quantOffset2Optional", "any"),
    ("antiquantScaleOptional", "any"),
    ("antiquantOffsetOptional", "any"),
    ("blockTableOptional", "any"),
    ("queryPaddingSizeOptional", "any"),
    ("kvPaddingSizeOptional", "any"),
    ("keyAntiquantScaleOptional", "any"),
    ("keyAntiquantOffsetOptional", "any"),
    ("valueAntiquantScaleOptional", "any"),
    ("valueAntiquantOffsetOptional", "any"),
    ("keySharedPrefixOptional", "any"),
    ("valueSharedPrefixOptional", "any"),
    ("queryRopeOptional", "any"),
    ("keyRopeOptional", "any"),
    ("keyRopeAntiquantScaleOptional", "any"),
    (
        "attentionOut",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: none",
    ),
    ("softmaxLse", "f32"),
];

pub const FUSED_INFER_ATTENTION_SCORE_V4: Types = &[
    (
        "query",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: none",
    ),
    (
        "key",
        "910: none | 910B: f16 bf16 i8 i4 i32 | 950: none | 310: none",
    ),
    (
        "value",
        "910: none | 910B: f16 bf16 i8 i4 i32 | 950: none | 310: none",
    ),
    ("pseShiftOptional", "as query"),
    ("attenMaskOptional", "bool i8 u8"),
    ("deqScale1Optional", "any"),
    ("quantScale1Optional", "any"),
    ("deqScale2Optional", "any"),
    ("quantScale2Optional", "any"),
    ("quantOffset2Optional", "any"),
    ("antiquantScaleOptional", "any"),
    ("antiquantOffsetOptional", "any"),
    ("blockTableOptional", "any"),
    ("queryPaddingSizeOptional", "any"),
    ("kvPaddingSizeOptional", "any"),
    ("keyAntiquantScaleOptional", "any"),
    ("keyAntiquantOffsetOptional", "any"),
    ("valueAntiquantScaleOptional", "any"),
    ("valueAntiquantOffsetOptional", "any"),
    ("keySharedPrefixOptional", "any"),
    ("valueSharedPrefixOptional", "any"),
    ("queryRopeOptional", "any"),
    ("keyRopeOptional", "any"),
    ("keyRopeAntiquantScaleOptional", "any"),
    ("dequantScaleQueryOptional", "any"),
    ("learnableSinkOptional", "any"),
    (
        "attentionOut",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: none",
    ),
    ("softmaxLse", "f32"),
];

pub const FUSED_INFER_ATTENTION_SCORE_V5: Types = &[
    (
        "query",
        "910: none | 910B: f16 bf16 i8 | 950: f16 bf16 i8 hif8 e4m3 | 310: none",
    ),
    (
        "key",
        "910: none | 910B: f16 bf16 i8 i4 i32 | 950: f16 bf16 i8 i4 i32 hif8 e4m3 e2m1 | 310: none",
    ),
    (
        "value",
        "910: none | 910B: f16 bf16 i8 i4 i32 | 950: f16 bf16 i8 i4 i32 hif8 e4m3 e2m1 | 310: none",
    ),
    ("pseShiftOptional", "as query"),
    ("attenMaskOptional", "bool i8 u8"),
    ("deqScale1Optional", "any"),
    ("quantScale1Optional", "any"),
    ("deqScale2Optional", "any"),
    ("quantScale2Optional", "any"),
    ("quantOffset2Optional", "any"),
    ("antiquantScaleOptional", "any"),
    ("antiquantOffsetOptional", "any"),
    ("blockTableOptional", "any"),
    ("queryPaddingSizeOptional", "any"),
    ("kvPaddingSizeOptional", "any"),
    ("keyAntiquantScaleOptional", "any"),
    ("keyAntiquantOffsetOptional", "any"),
    ("valueAntiquantScaleOptional", "any"),
    ("valueAntiquantOffsetOptional", "any"),
    ("keySharedPrefixOptional", "any"),
    ("valueSharedPrefixOptional", "any"),
    ("queryRopeOptional", "any"),
    ("keyRopeOptional", "any"),
    ("keyRopeAntiquantScaleOptional", "any"),
    ("dequantScaleQueryOptional", "any"),
    ("learnableSinkOptional", "any"),
    (
        "attentionOut",
        "910: none | 910B: f16 bf16 i8 | 950: f16 bf16 i8 hif8 e4m3 | 310: none",
    ),
    ("softmaxLse", "f32"),
];

pub const PROMPT_FLASH_ATTENTION: Types = &[
    (
        "query",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16",
    ),
    (
        "key",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16",
    ),
    (
        "value",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16",
    ),
    ("pseShift", "as query"),
    ("attenMask", "bool i8 u8 f16"),
    (
        "attentionOut",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16",
    ),
];

pub const PROMPT_FLASH_ATTENTION_V2: Types = &[
    (
        "query",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16",
    ),
    (
        "key",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16",
    ),
    (
        "value",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16",
    ),
    ("pseShift", "as query"),
    ("attenMask", "bool i8 u8 f16"),
    ("deqScale1", "any"),
    ("quantScale1", "any"),
    ("deqScale2", "any"),
    ("quantScale2", "any"),
    ("quantOffset2", "any"),
    (
        "attentionOut",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16",
    ),
];

pub const PROMPT_FLASH_ATTENTION_V3: Types = &[
    (
        "query",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16",
    ),
    (
        "key",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16",
    ),
    (
        "value",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16",
    ),
    ("pseShift", "as query"),
    ("attenMask", "bool i8 u8 f16"),
    ("deqScale1", "any"),
    ("quantScale1", "any"),
    ("deqScale2", "any"),
    ("quantScale2", "any"),
    ("quantOffset2", "any"),
    (
        "attentionOut",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16",
    ),
];

pub const INCRE_FLASH_ATTENTION: Types = &[
    ("query", "910: none | 910B: f16 bf16 | 950: none | 310: f16"),
    (
        "key",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16 i8",
    ),
    (
        "value",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16 i8",
    ),
    ("pseShift", "as query"),
    ("attenMask", "bool i8 u8 f16"),
    (
        "attentionOut",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16",
    ),
];

pub const INCRE_FLASH_ATTENTION_V2: Types = &[
    ("query", "910: none | 910B: f16 bf16 | 950: none | 310: f16"),
    (
        "key",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16 i8",
    ),
    (
        "value",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16 i8",
    ),
    ("pseShift", "as query"),
    ("attenMask", "bool i8 u8 f16"),
    ("dequantScale1", "any"),
    ("quantScale1", "any"),
    ("dequantScale2", "any"),
    ("quantScale2", "any"),
    ("quantOffset2", "any"),
    (
        "attentionOut",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16",
    ),
];

pub const INCRE_FLASH_ATTENTION_V3: Types = &[
    ("query", "910: none | 910B: f16 bf16 | 950: none | 310: f16"),
    (
        "key",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16 i8",
    ),
    (
        "value",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16 i8",
    ),
    ("pseShift", "as query"),
    ("attenMask", "bool i8 u8 f16"),
    ("dequantScale1", "any"),
    ("quantScale1", "any"),
    ("dequantScale2", "any"),
    ("quantScale2", "any"),
    ("quantOffset2", "any"),
    ("antiquantScale", "any"),
    ("antiquantOffset", "any"),
    ("blocktable", "any"),
    (
        "attentionOut",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16",
    ),
];

pub const INCRE_FLASH_ATTENTION_V4: Types = &[
    ("query", "910: none | 910B: f16 bf16 | 950: none | 310: f16"),
    (
        "key",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16 i8",
    ),
    (
        "value",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16 i8",
    ),
    ("pseShift", "as query"),
    ("attenMask", "bool i8 u8 f16"),
    ("dequantScale1", "any"),
    ("quantScale1", "any"),
    ("dequantScale2", "any"),
    ("quantScale2", "any"),
    ("quantOffset2", "any"),
    ("antiquantScale", "any"),
    ("antiquantOffset", "any"),
    ("blocktable", "any"),
    ("kvPaddingSize", "any"),
    (
        "attentionOut",
        "910: none | 910B: f16 bf16 i8 | 950: none | 310: f16",
    ),
];
