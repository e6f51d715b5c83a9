//! `aclnnNsaCompress`: windows of keys or values become their weighted sums. Source: ops-transformer, `attention/nsa_compress`.

use crate::contract::compression::{Sizes, TYPES};
use crate::ops::compression::compress;
use crate::prelude::*;

/// Writes for each window of `compressBlockSize` rows of a sequence, of which one begins each `compressStride` rows, the sum of its rows, each head of each row multiplied by its number in `weight`. FLOAT16 or BFLOAT16; `input` is (T, N, D), whose sequences end where
/// `actSeqLenOptional` says, `weight` (`compressBlockSize`, N), `output` has a row for each window. Windows are a multiple of 16 rows up to 128, strides a multiple of 16 up to that; up to 128 heads of a multiple of 16
/// elements up to 256. `layoutOptional` is TND, `actSeqLenType` 0.
#[aclnn]
fn aclnnNsaCompress(
    input: Input,
    weight: Input,
    act_seq_len_optional: Option<Ints>,
    layout_optional: Option<MutText>,
    compress_block_size: i64,
    compress_stride: i64,
    act_seq_len_type: i64,
    output: Output,
) -> Planned {
    input.dtype_in(TYPES)?;
    weight.same_dtype(&input)?;
    output.same_dtype(&input)?;
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
            ("actSeqLenOptional", &act_seq_len_optional),
            &input,
            ("layoutOptional", layout_optional.as_deref()),
            ("actSeqLenType", act_seq_len_type),
        )?;
        let mut wanted = input.shape().to_vec();
        wanted[0] = windows.starts().len() as i64;
        output.shape_is(&wanted, "a row for each window")?;
        compress(input.read()?, weight.read()?, &windows, output.write()?)
    };
    planned().code(ACLNN_ERR_INNER_TILING_ERROR)
}
