//! `aclnnQuantConvolution`, `aclnnQuantConvolutionWeightNz`: convolutions of quantised images and filters; on Ascend910B, Ascend910_93 and Ascend950.
//!
//! | argument | shape                                                              | data type                                                  |
//! |----------|--------------------------------------------------------------------|------------------------------------------------------------|
//! | `input`  | `[n, groups * c, (d,) h, w]`                                       | INT8; on Ascend950 FLOAT8_E4M3FN, HIFLOAT8 too             |
//! | `weight` | `[m, c, (kd,) kh, kw]`                                             | that of `input`                                            |
//! | `bias`   | `[m]`; may be null on Ascend950                                    | FLOAT, that of `output`; on Ascend950 INT32 for FLOAT16    |
//! | `scale`  | `[m]`                                                              | FLOAT; on Ascend950 UINT64, INT64 too                      |
//! | `output` | that of the convolution                                            | FLOAT16, BFLOAT16; of FLOAT8 and HIFLOAT8 FLOAT and that of `input` too |
//!
//! Sums are exact and are rounded once, when they are stored: `sum * scale + bias` with a scale of FLOAT, and `(sum + bias) * scale` with scales in words of 64 bits, of which
//! the high 19 bits of the FLOAT count. Ascend910B takes volumes in one group only. Of images of INT8 the elements around are `offsetx` on Ascend950.
//!
//! Source: ops-nn, `conv/convolution_forward`.

use crate::contract::quant_convolution::QuantConvolution;
use crate::prelude::*;

/// Convolves quantised images, and scales the sums of each channel.
#[aclnn]
fn aclnnQuantConvolution(
    input: Input,
    weight: Input,
    bias: Option<Input>,
    scale: Input,
    offset: Option<Input>,
    stride: Ints,
    padding: Ints,
    dilation: Option<Ints>,
    transposed: bool,
    _output_padding: Option<Ints>,
    groups: i64,
    offsetx: i32,
    round_mode: Option<Text>,
    output: Output,
) -> Planned {
    QuantConvolution {
        input: &input,
        weight: &weight,
        bias: bias.as_ref(),
        scale: &scale,
        offset: offset.as_ref(),
        stride: &stride,
        padding: &padding,
        dilation: dilation.as_ref(),
        transposed,
        groups,
        offset_x: offsetx,
        round_mode: round_mode.as_ref(),
        is_blocked: false,
        output: &output,
    }
    .planned()
}

/// As `aclnnQuantConvolution`, of volumes of INT8, with filters stored in FRACTAL_Z_3D: `[kd * ceil(c / 32) * kh * kw, ceil(m / 16), 16, 32]`.
#[aclnn]
fn aclnnQuantConvolutionWeightNz(
    input: Input,
    weight: Input,
    bias: Option<Input>,
    scale: Input,
    offset: Option<Input>,
    stride: Ints,
    padding: Ints,
    dilation: Option<Ints>,
    transposed: bool,
    _output_padding: Option<Ints>,
    groups: i64,
    offsetx: i32,
    round_mode: Option<Text>,
    output: Output,
) -> Planned {
    QuantConvolution {
        input: &input,
        weight: &weight,
        bias: bias.as_ref(),
        scale: &scale,
        offset: offset.as_ref(),
        stride: &stride,
        padding: &padding,
        dilation: dilation.as_ref(),
        transposed,
        groups,
        offset_x: offsetx,
        round_mode: round_mode.as_ref(),
        is_blocked: true,
        output: &output,
    }
    .planned()
}
