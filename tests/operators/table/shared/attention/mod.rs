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
pub mod sparse;
pub mod sparse_mla;
pub mod swin;
pub mod training;
pub mod types;

use crate::arguments::Arguments;
use crate::number::Number;

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

pub type Whole = fn(&Arguments) -> Vec<Vec<Number>>;
