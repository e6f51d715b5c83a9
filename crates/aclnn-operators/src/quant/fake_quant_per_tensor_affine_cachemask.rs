//! `aclnnFakeQuantPerTensorAffineCachemask`: numbers rounded to those that codes stand for, with one scale.
//!
//! | argument    | shape                        | data type                                    | strided |
//! |-------------|------------------------------|----------------------------------------------|---------|
//! | `self`      | rank 0 to 8                  | FLOAT16, FLOAT                               | yes     |
//! | `scale`     | one number                   | that of `self`                               | yes     |
//! | `zeroPoint` | one number                   | INT32                                        | yes     |
//! | `out`       | that of `self`               | that of `self`                               | yes     |
//! | `mask`      | that of `self`               | BOOL                                         | yes     |
//!
//! As `aclnnFakeQuantPerChannelAffineCachemask`. If `fakeQuantEnabled` is below 1, `out` is `self` and `mask` is true.
//!
//! Source: ops-nn, `quant/fake_quant_affine_cachemask`.

use crate::contract::fake_quant::{FakeQuantCall, Scales};
use crate::prelude::*;

/// Rounds numbers to those that codes stand for, with one scale.
#[aclnn]
fn aclnnFakeQuantPerTensorAffineCachemask(
    self_: Input,
    scale: Input,
    zero_point: Input,
    fake_quant_enabled: f32,
    quant_min: i64,
    quant_max: i64,
    out: Output,
    mask: Output,
) -> Planned {
    FakeQuantCall {
        x: &self_,
        scale: &scale,
        zero_point: &zero_point,
        scales: Scales::One,
        range: [quant_min, quant_max],
        is_enabled: fake_quant_enabled >= 1.0,
        out: &out,
        mask: &mask,
    }
    .plan()
}
