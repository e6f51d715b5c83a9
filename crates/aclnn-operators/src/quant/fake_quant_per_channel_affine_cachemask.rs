//! `aclnnFakeQuantPerChannelAffineCachemask`: numbers rounded to those that codes stand for, with a scale for each index of an axis.
//!
//! | argument    | shape                        | data type                                    | strided |
//! |-------------|------------------------------|----------------------------------------------|---------|
//! | `self`      | rank 1 to 8                  | FLOAT16, FLOAT                               | yes     |
//! | `scale`     | the extent of `axis`         | that of `self`                               | yes     |
//! | `zeroPoint` | that of `scale`              | INT32, or the type of `self`                 | yes     |
//! | `out`       | that of `self`               | that of `self`                               | yes     |
//! | `mask`      | that of `self`               | BOOL                                         | yes     |
//!
//! `q = nearbyint(self / scale) + zeroPoint`, with a zero point that is no integer `nearbyint(self / scale + zeroPoint)`; `out = (clamp(q, quantMin, quantMax) - zeroPoint) · scale`, `mask` is true where `q` was in
//! range. Computed in DOUBLE, rounded once. A number that is NaN has the code `quantMin`. `quantMin` is at most `quantMax`.
//!
//! Source: ops-nn, `quant/fake_quant_affine_cachemask`.

use crate::contract::fake_quant::{FakeQuantCall, Scales};
use crate::prelude::*;

/// Rounds numbers to those that codes stand for, with a scale for each index of an axis.
#[aclnn]
fn aclnnFakeQuantPerChannelAffineCachemask(
    self_: Input,
    scale: Input,
    zero_point: Input,
    axis: i64,
    quant_min: i64,
    quant_max: i64,
    out: Output,
    mask: Output,
) -> Planned {
    FakeQuantCall {
        x: &self_,
        scale: &scale,
        zero_point: &zero_point,
        scales: Scales::OfAxis(axis),
        range: [quant_min, quant_max],
        is_enabled: true,
        out: &out,
        mask: &mask,
    }
    .plan()
}
