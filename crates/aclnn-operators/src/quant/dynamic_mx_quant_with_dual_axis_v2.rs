//! `aclnnDynamicMxQuantWithDualAxisV2`: `x` quantised in blocks of 32 along its last axis (`y1Out`, `mxscale1Out`) and along the one before
//! (`y2Out`, `mxscale2Out`), in one walk over `x`.
//!
//! | argument      | shape                                                     | data type                       | strided |
//! |---------------|-----------------------------------------------------------|---------------------------------|---------|
//! | `x`           | `[.., M, N]`, rank 2 to 7; `N` even for FLOAT4            | FLOAT16, BFLOAT16               | yes     |
//! | `y1Out`       | that of `x`                                               | FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT4_E2M1, FLOAT4_E1M2 | no |
//! | `mxscale1Out` | `[.., M, ceil(ceil(N / 32) / 2), 2]`                      | FLOAT8_E8M0                     | no      |
//! | `y2Out`       | that of `x`                                               | that of `y1Out`                 | no      |
//! | `mxscale2Out` | `[.., ceil(ceil(M / 32) / 2), N, 2]`                      | FLOAT8_E8M0                     | no      |
//!
//! `roundModeOptional` is "rint" (also null), "floor" or "round"; FLOAT8 takes "rint" only. `dstType` is the code of the type of `y1Out`.
//! `scaleAlg` 0 takes the scale from the exponent of the largest magnitude, 1 (FLOAT8) is the smallest with which nothing
//! saturates, 2 (FLOAT4_E2M1) lets the largest magnitude become `dstTypeMax` (0, or 6 to 12) at most.
//!
//! Fails with 161001 for a null argument and 161002 for one that the table or the attributes do not allow, in the order of
//! the checks below. Where all outputs are empty, nothing is checked further and nothing is computed. The numbers are those of
//! `hostnpu_kernels::mx`; `docs/compatibility.md` says where the device's differ.
//!
//! Source: ops-nn, `quant/dynamic_mx_quant_with_dual_axis`.

use super::dynamic_mx_quant_with_dual_axis::quantise_on_both_axes;
use crate::contract::mx::*;
use crate::prelude::*;

/// Quantises `x` in blocks of 32 along its last axis and along the one before.
#[aclnn]
fn aclnnDynamicMxQuantWithDualAxisV2(
    x: Input,
    round_mode_optional: Option<MutText>,
    dst_type: i64,
    scale_alg: i64,
    dst_type_max: f64,
    y1_out: ConstOutput,
    mxscale1_out: ConstOutput,
    y2_out: ConstOutput,
    mxscale2_out: ConstOutput,
) -> Planned {
    let attributes = Attributes {
        round_mode: round_mode_optional,
        dst_type: ("dstType", dst_type),
        scale_alg,
        scale_algs: ScaleAlgs::UpTo2OfE2m1,
        dst_type_max,
        ..DEFAULTS
    };
    quantise_on_both_axes(
        x,
        attributes,
        [y1_out, mxscale1_out],
        [y2_out, mxscale2_out],
    )
}
