//! `aclnnNsaCompressGrad`: gradients of weighted sums of windows. Source: ops-transformer, `attention/nsa_compress_grad`.

use crate::contract::compression::{Sizes, TYPES};
use crate::ops::compression::{CompressGradient, compress_gradient};
use crate::prelude::*;

/// Writes the gradients of `input` and `weight` of `aclnnNsaCompress` by the gradient of its result. Types, shapes and windows are as there; rows of no window have the gradient 0.
#[aclnn]
fn aclnnNsaCompressGrad(
    output_grad: Input,
    input: Input,
    weight: Input,
    act_seq_len_optional_optional: Option<Ints>,
    compress_block_size: i64,
    compress_stride: i64,
    act_seq_len_type: i64,
    layout_optional_optional: Option<MutText>,
    input_grad_out: ConstOutput,
    weight_grad_out: ConstOutput,
) -> Planned {
    input.dtype_in(TYPES)?;
    output_grad.same_dtype(&input)?;
    weight.same_dtype(&input)?;
    input_grad_out.same_dtype(&input)?;
    weight_grad_out.same_dtype(&input)?;
    let sizes = Sizes {
        size: compress_block_size,
        stride: compress_stride,
        most: 128,
    };
    let planned = || -> Result<Call> {
        input.rank_in(3..=3)?;
        sizes.check()?;
        sizes.check_weights(&input, &weight)?;
        let windows = sizes.windows(
            ("actSeqLenOptionalOptional", &act_seq_len_optional_optional),
            &input,
            (
                "layoutOptionalOptional",
                layout_optional_optional.as_deref(),
            ),
            ("actSeqLenType", act_seq_len_type),
        )?;
        let mut wanted = input.shape().to_vec();
        wanted[0] = windows.starts().len() as i64;
        output_grad.shape_is(&wanted, "a row for each window")?;
        input_grad_out.same_shape(&input)?;
        weight_grad_out.same_shape(&weight)?;
        compress_gradient(CompressGradient {
            output_gradient: output_grad.read()?,
            input: input.read()?,
            weight: weight.read()?,
            windows,
            input_gradient: input_grad_out.write()?,
            weight_gradient: weight_grad_out.write()?,
        })
    };
    planned().code(ACLNN_ERR_INNER_TILING_ERROR)
}
