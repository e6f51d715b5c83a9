//! `aclnnGroupedMatmulSwigluQuantWeightNZ`: grouped products, scaled, through a gated unit and quantised by rows.
//!
//! `C = (x · weight) · xScale · weightScale`, `S = a s(a) b` of its halves, `outputScale = max|S| / 127` of each row, and `output = S / outputScale`. Rows behind the last
//! group are not written. A weight may show the dimensions of its storage in FRACTAL_NZ.
//!
//! Source: ops-transformer, `gmm/grouped_matmul_swiglu_quant`.

use crate::contract::grouped::finished::{Scaled, SwigluQuant};
use crate::prelude::*;

/// Multiplies groups of rows by weights of their own, and quantises a gated unit of the halves of the results.
#[aclnn]
fn aclnnGroupedMatmulSwigluQuantWeightNZ(
    x: Input,
    weight: Input,
    bias: Option<Input>,
    offset: Option<Input>,
    weight_scale: Input,
    x_scale: Input,
    group_list: Input,
    output: Output,
    output_scale: Output,
    output_offset: Option<Output>,
) -> Planned {
    let reserved = [
        ("offset", offset.is_some()),
        (
            "outputOffset",
            output_offset.is_some_and(|out| !out.is_empty()),
        ),
    ];
    crate::contract::sides::absent(&reserved, "in this version")?;
    SwigluQuant {
        of: Scaled {
            x: &x,
            weight: std::slice::from_ref(&weight),
            weight_scale: std::slice::from_ref(&weight_scale),
            assist: bias.as_slice(),
            offset: None,
            bias: None,
            x_scale: Some(&x_scale),
            group_list: &group_list,
            group_list_type: 0,
            is_transposed: false,
            is_blocked: true,
        },
        smooth: None,
        dequant_mode: 0,
        dequant_dtype: 0,
        quant_mode: 0,
        output: &output,
        output_scale: &output_scale,
        is_second: false,
    }
    .planned()
}
