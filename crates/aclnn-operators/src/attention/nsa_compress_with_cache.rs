//! `aclnnNsaCompressWithCache`: the last window of each sequence, if it has just become complete. Source: ops-transformer, `attention/nsa_compress_with_cache`.

use crate::contract::compression::{Sizes, TYPES, of_tokens};
use crate::contract::sparse::{not_empty, one_of, present};
use crate::ops::compression::{CompressLastOf, compress_last};
use crate::prelude::*;

const INDICES: Dtypes = on_all(&[I32]);

/// Writes to row `slotMapping` of `outputCache`, for each sequence whose length less `compressBlockSize` is a multiple of `compressStride` and not below 0, the sum of its last `compressBlockSize` rows, each head of each row multiplied by its number in `weight`.
/// FLOAT16 or BFLOAT16. `input` is (T, N, D), or, with a `blockTableOptional`, (blocks, `pageBlockSize`, N, D), of 64 or 128 rows; `actSeqLenOptional` are the lengths of sequences. Windows are 16, 32, 48 or 64 rows, strides a multiple of 16 up to that. Other rows of the
/// cache stay; negative slots are left out, those behind the cache and blocks that are not there are errors of the stream.
#[aclnn]
fn aclnnNsaCompressWithCache(
    input: Input,
    weight: Input,
    slot_mapping: Input,
    act_seq_len_optional: Option<Ints>,
    block_table_optional: Option<Input>,
    layout_optional: Option<MutText>,
    compress_block_size: i64,
    compress_stride: i64,
    act_seq_len_type: i64,
    page_block_size: i64,
    output_cache: InOut,
) -> Planned {
    input.dtype_in(TYPES)?;
    weight.same_dtype(&input)?;
    output_cache.same_dtype(&input)?;
    slot_mapping.dtype_in(INDICES)?;
    let table = present(&block_table_optional);
    if let Some(table) = table {
        table.dtype_in(INDICES)?;
    }
    let sizes = Sizes {
        size: compress_block_size,
        stride: compress_stride,
        most: 64,
    };
    let planned = || -> Result<Call> {
        let lengths = act_seq_len_optional.as_ref().ok_or(Reason::Null {
            arg: "actSeqLenOptional",
        })?;
        sizes.check()?;
        one_of("actSeqLenType", act_seq_len_type, &[1])?;
        let rank = if table.is_some() { 4 } else { 3 };
        input.rank_in(rank..=rank)?;
        sizes.check_weights(&input, &weight)?;
        let count = lengths.len() as i64;
        slot_mapping.shape_is(&[count], "a slot for each sequence")?;
        not_empty(&output_cache)?;
        output_cache.rank_in(3..=3)?;
        let mut wanted = input.shape()[rank - 3..].to_vec();
        wanted[0] = output_cache.shape()[0];
        output_cache.shape_is(&wanted, "rows of the heads of `input`")?;
        let most = match table {
            None => {
                of_tokens(("layoutOptional", layout_optional.as_deref()))?;
                input.shape()[0]
            }
            Some(table) => {
                one_of("pageBlockSize", page_block_size, &[64, 128])?;
                let mut wanted = input.shape().to_vec();
                wanted[1] = page_block_size;
                input.shape_is(&wanted, "blocks of `pageBlockSize` rows")?;
                match *table.shape() {
                    [rows, places] if rows == count => places.saturating_mul(page_block_size),
                    _ => return Err(table.shape_refused(format!("[{count}, places of blocks]"))),
                }
            }
        };
        let (mut sequences, mut first) = (Vec::new(), 0_i64);
        for &length in lengths.iter() {
            let end = first.saturating_add(length);
            let last = if table.is_some() { length } else { end };
            if length < 0 || last > most {
                let allowed = format!("lengths that `input` has rows for, {most}");
                return Err(Error::value(
                    "actSeqLenOptional",
                    format!("{:?}", &**lengths),
                    allowed,
                ));
            }
            sequences.push([first as usize, length as usize]);
            first = end;
        }
        let read = input.read()?;
        let read = match table {
            None => read.viewed((*read.view.layout).clone().with_axis(0))?,
            Some(_) => read,
        };
        let blocks =
            table.map(|table| -> Result<_> { Ok((table.read()?, table.shape()[1] as usize)) });
        compress_last(CompressLastOf {
            input: read,
            weight: weight.read()?,
            slots: slot_mapping.read()?,
            table: blocks.transpose()?,
            sequences,
            size: compress_block_size as usize,
            stride: compress_stride as usize,
            cache: output_cache.update()?,
        })
    };
    planned().code(ACLNN_ERR_INNER_TILING_ERROR)
}
