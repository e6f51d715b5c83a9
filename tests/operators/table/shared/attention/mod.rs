//! Operators of ops-transformer, `attention/`.

pub mod block_sparse;
pub mod block_sparse_versions;
pub mod compression;
pub mod decoding;
pub mod dense_schedules;
pub mod descaled;
pub mod forms;
pub mod group_sums;
pub mod inference;
pub mod inference_cases;
pub mod inference_dtypes;
pub mod native_sparse;
pub mod pairs;
pub mod samples;
pub mod schedules;
pub mod second_part_samples;
pub mod second_parts;
pub mod sparse;
pub mod sparse_mla;
pub mod swin;
pub mod training;
pub mod types;

use crate::arguments::Arguments;
use crate::number::Number;
use crate::reference::attention::{Form, GRAD, SCORE};

/// The types of the tensors of a form, with more that are null.
macro_rules! accepts {
    ($first:literal, $shift:literal $shifts:literal, $key:literal: $($name:literal $types:literal),*) => {
        &[
            ("query", "f32 f16 bf16"),
            ($key, "as query"),
            ("value", "as query"),
            ($shift, $shifts),
            ("dropMaskOptional", "u8"),
            ("paddingMaskOptional", "any"),
            ("attenMaskOptional", "bool u8"),
            ($first, "f32"),
            $(($name, $types),)*
        ]
    };
}

pub type Types = &'static [(&'static str, &'static str)];

pub const FORWARD: Types = accepts!("softmaxMaxOut", "realShiftOptional" "as query", "key": "softmaxSumOut" "f32", "softmaxOutOut" "any", "attentionOutOut" "as query");
pub const FORWARD_OF_TOKENS: Types = accepts!("softmaxMaxOut", "realShiftOptional" "any", "key": "softmaxSumOut" "f32", "softmaxOutOut" "any", "attentionOutOut" "as query");

pub const FORWARD_V4: Types = accepts!("softmaxMaxOut", "realShiftOptional" "as query", "key": "softmaxSumOut" "f32", "softmaxOutOut" "any", "attentionOutOut" "as query",
    "queryRopeOptional" "any", "keyRopeOptional" "any", "dScaleQOptional" "any", "dScaleKOptional" "any", "dScaleVOptional" "any", "sinkOptional" "any");

pub const BACKWARD: Types = accepts!("softmaxMaxOptional", "pseShiftOptional" "as query", "keyIn": "dy" "as query", "softmaxSumOptional" "f32", "softmaxInOptional" "any",
    "attentionInOptional" "as query", "dqOut" "as query", "dkOut" "as query", "dvOut" "as query", "dpseOut" "as query");

pub const BACKWARD_OF_TOKENS: Types = accepts!("softmaxMaxOptional", "pseShiftOptional" "any", "keyIn": "dy" "as query", "softmaxSumOptional" "f32", "softmaxInOptional" "any",
    "attentionInOptional" "as query", "dqOut" "as query", "dkOut" "as query", "dvOut" "as query", "dpseOut" "any");

pub const BACKWARD_V4: Types = accepts!("softmaxMaxOptional", "pseShiftOptional" "as query", "keyIn": "dy" "as query", "softmaxSumOptional" "f32", "softmaxInOptional" "any",
    "attentionInOptional" "as query", "dqOut" "as query", "dkOut" "as query", "dvOut" "as query", "dpseOut" "as query",
    "queryRopeOptional" "any", "keyRopeOptional" "any", "dScaleQOptional" "any", "dScaleKOptional" "any", "dScaleVOptional" "any", "dScaleDyOptional" "any",
    "dScaleOOptional" "any", "sinkInOptional" "any", "dqRopeOut" "any", "dkRopeOut" "any", "dsinkOut" "any");

pub const SCORE_V2: Form = Form {
    scale: 10,
    mode: 17,
    shift_type: Some(18),
    starts: Some(8),
    ..SCORE
};

pub const SCORE_V4: Form = Form {
    prefix: 13,
    ends: Some(14),
    scale: 18,
    mode: 25,
    shift_type: Some(27),
    statistics_layout: Some(28),
    ropes: Some([7, 8]),
    sink: Some(12),
    starts: Some(16),
    ..SCORE
};

pub const OF_TOKENS: Form = Form {
    ends: Some(8),
    scale: 10,
    mode: 17,
    ..SCORE
};

pub const OF_TOKENS_V2: Form = Form {
    ends: Some(8),
    scale: 12,
    mode: 19,
    shift_type: Some(20),
    starts: Some(10),
    ..SCORE
};

pub const OF_TOKENS_V4: Form = Form {
    statistics_layout: Some(18),
    ..OF_TOKENS
};

pub const GRAD_V2: Form = Form {
    scale: 15,
    mode: 22,
    shift_type: Some(23),
    starts: Some(13),
    ..GRAD
};

pub const GRAD_V4: Form = Form {
    prefix: 20,
    ends: Some(21),
    scale: 25,
    mode: 33,
    shift_type: Some(34),
    statistics_layout: Some(31),
    ropes: Some([13, 14]),
    sink: Some(12),
    starts: Some(23),
    ..GRAD
};

pub const GRAD_OF_TOKENS: Form = Form {
    ends: Some(13),
    scale: 15,
    mode: 22,
    ..GRAD
};

pub const GRAD_OF_TOKENS_V2: Form = Form {
    ends: Some(13),
    scale: 17,
    mode: 24,
    shift_type: Some(25),
    starts: Some(15),
    ..GRAD
};

pub const GRAD_OF_TOKENS_V4: Form = Form {
    statistics_layout: Some(27),
    ..GRAD_OF_TOKENS
};

pub type Whole = fn(&Arguments) -> Vec<Vec<Number>>;
