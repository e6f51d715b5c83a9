//! `aclnnExpandIntoJaggedPermute`: a permutation of segments as one of elements. Source: ops-nn, `index/expand_into_jagged_permute`.

use crate::device::soc::Generation;
use crate::prelude::*;

const TYPES: Dtypes = on_all(&[I32]);

/// Writes for each segment `i` the numbers `inputOffset[permute[i]]` and those behind it to the elements of `outputPermuteOut` from `outputOffset[i]` to
/// `outputOffset[i + 1]`. Segments and offsets that are not there are an error of the stream; elements of no segment stay as they are.
#[aclnn(generated)]
fn aclnnExpandIntoJaggedPermute(
    permute: Input,
    input_offset: Input,
    output_offset: Input,
    output_size: i64,
    output_permute_out: ConstOutput,
) -> Planned {
    // The size of the output is that of its tensor.
    let _ = output_size;
    let tensors: [&TensorArg; 4] = [&permute, &input_offset, &output_offset, &output_permute_out];
    for tensor in tensors {
        tensor.dtype_in(TYPES)?;
    }
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    for tensor in tensors {
        tensor.rank_in(1..=1).code(ACLNN_ERR_INNER_TILING_ERROR)?;
    }
    let ends = [permute.numel() as i64 + 1];
    for offsets in [&input_offset, &output_offset] {
        let wanted = offsets.shape_is(&ends, "one more than segments of `permute`");
        wanted.code(ACLNN_ERR_INNER_TILING_ERROR)?;
    }
    let (from, to) = (input_offset.read()?, output_offset.read()?);
    let out = output_permute_out.write()?;
    Ok(ops::unpool::expand_permutation(
        permute.read()?,
        from,
        to,
        out,
    )?)
}
