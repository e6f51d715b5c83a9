//! `aclnnStemOamPrepVarlenQ`: sums of groups of queries in blocks. Source: ops-transformer, `attention/stem_oam_prep_varlen_q`.

use crate::contract::group_sums::{CODES, DEPTH, FLOAT, blocks_of, check_sums};
use crate::contract::sparse::one_of;
use crate::ops::group_sums::{Tokens, sums};
use crate::prelude::*;

/// The most sequences.
const SEQUENCES: usize = 1024;

/// Writes to `qFlat`, BFLOAT16 (sequences, heads, blocks of the longest sequence, 2048), for each block of 128 tokens of a sequence the sums of its tokens `g`, `g + 16`, `g + 32` and so on, for `g` of 0 to 15, each times its scale; what is behind the last token is 0.
/// `q` is FLOAT8_E4M3FN (tokens, heads, 128), `qScale` FLOAT (tokens, heads); `qSeqLens` are lengths of sequences, `cuSeqLensQ` where they begin and the last one ends. `stemBlockSize` is 128, `stemStride` 16. On Ascend950.
#[aclnn]
fn aclnnStemOamPrepVarlenQ(
    q: Input,
    q_seq_lens: Ints,
    cu_seq_lens_q: Ints,
    q_scale: Option<Input>,
    stem_block_size: i64,
    stem_stride: i64,
    q_flat: Output,
) -> Planned {
    one_of("stemBlockSize", stem_block_size, &[128])?;
    one_of("stemStride", stem_stride, &[16])?;
    if q.is_empty() || q_seq_lens.is_empty() {
        let mut operands = vec![q.read()?, q_flat.write()?];
        if let Some(scales) = &q_scale {
            operands.push(scales.read()?);
        }
        return Ok(Call::nothing(operands));
    }
    q.rank_in(3..=3)?;
    let &[tokens, heads, depth] = q.shape() else {
        return Err(Reason::Internal("queries of other axes".into()).into());
    };
    if depth != DEPTH {
        return Err(q.shape_refused(format!("heads of {DEPTH} elements")).into());
    }
    let count = q_seq_lens.len();
    if count > SEQUENCES {
        let got = format!("{count} lengths");
        return Err(Error::value("qSeqLens", got, format!("up to {SEQUENCES}")).into());
    }
    let size = stem_block_size as usize;
    let blocks = blocks_of("qSeqLens", &q_seq_lens, tokens, size)?;
    let mut end = 0_i64;
    let ends = q_seq_lens.iter().map(|length| {
        end = i64::saturating_add(end, *length);
        end
    });
    let ends: Vec<i64> = std::iter::once(0).chain(ends).collect();
    if cu_seq_lens_q[..] != ends[..] || end != tokens {
        let got = format!("{:?}", &cu_seq_lens_q[..]);
        let allowed = format!("where the sequences of `qSeqLens` begin, and {tokens} tokens last");
        return Err(Error::value("cuSeqLensQ", got, allowed).into());
    }
    q.dtype_in(CODES)?;
    let Some(scales) = &q_scale else {
        let allowed = "the scales of FLOAT8_E4M3FN";
        return Err(Error::value("qScale", "null", allowed).into());
    };
    scales.dtype_in(FLOAT)?;
    scales.shape_is(&[tokens, heads], "a number for each row of `q`")?;
    let wanted = [count as i64, heads, blocks];
    check_sums(&q_flat, wanted, stem_stride * depth, false)?;
    let lengths = q_seq_lens.iter().zip(&ends);
    let of = Tokens {
        sequences: lengths
            .map(|(&length, &first)| [first as usize, length as usize])
            .collect(),
        heads: heads as usize,
        depth: depth as usize,
        pages: None,
        by_heads: false,
        size: [size, stem_stride as usize],
        blocks: blocks as usize,
        is_reversed: false,
    };
    Ok(sums(of, q.read()?, scales.read()?, q_flat.write()?)?)
}
