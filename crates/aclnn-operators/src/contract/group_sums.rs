//! Contracts of sums of groups of tokens, by which blocks of queries and keys are compared: FLOAT8_E4M3FN with scales, on Ascend950.

use super::sparse::not_empty;
use super::{Dtypes, on_all, only_950};
use crate::argument::{Input, TensorArg};
use crate::error::{Error, Reason, Result};
use crate::tensor::Dtype;

/// Types of tokens.
pub const CODES: Dtypes = only_950(&[Dtype::F8E4m3fn]);
/// Types of scales, and of numbers for each block.
pub const FLOAT: Dtypes = on_all(&[Dtype::F32]);
/// Types of sums.
pub const SUMS: Dtypes = on_all(&[Dtype::Bf16]);
/// Types of numbers of blocks.
pub const INDICES: Dtypes = on_all(&[Dtype::I32]);

/// Elements of a head.
pub const DEPTH: i64 = 128;

/// Refuses an attribute that is no multiple of a number, from that on up to another.
pub fn multiple(name: &'static str, got: i64, of: i64, most: i64) -> Result<usize> {
    match (of..=most).contains(&got) && got % of == 0 {
        true => Ok(got as usize),
        false => {
            let allowed = format!("a multiple of {of} from {of} to {most}");
            Err(Error::value(name, got, allowed))
        }
    }
}

/// A scale, which tokens of FLOAT8 need.
pub fn scale<'a>(name: &'static str, tensor: &'a Option<Input>) -> Result<&'a Input> {
    let tensor = tensor.as_ref().ok_or(Reason::Null { arg: name })?;
    Ok(tensor)
}

/// Refuses lengths of sequences outside a range; returns the blocks of the longest one.
pub fn blocks_of(name: &'static str, lengths: &[i64], most: i64, size: usize) -> Result<i64> {
    if let Some(got) = lengths.iter().find(|got| !(0..=most).contains(*got)) {
        return Err(Error::value(name, got, format!("0 to {most} tokens")));
    }
    let longest = lengths.iter().copied().max().unwrap_or(0) as usize;
    Ok(longest.div_ceil(size) as i64)
}

/// Caches of keys and values, with the blocks of sequences.
pub struct Cached<'a> {
    /// `kCache`
    pub key: &'a Input,
    /// `vCache`
    pub value: &'a Input,
    /// `kvIndices`
    pub table: &'a Input,
    /// `kScaleCacheOptional`
    pub key_scale: &'a Option<Input>,
    /// `vScaleOptional`
    pub value_scale: &'a Option<Input>,
    /// `kvSeqLens`
    pub lengths: &'a [i64],
    /// True if the rows of a block lie head by head.
    pub by_heads: bool,
}

/// The most heads, and the most sequences.
const HEADS: i64 = 8;
const SEQUENCES: i64 = 16;

/// The most tokens of a sequence.
const TOKENS: i64 = 262_144;

impl<'a> Cached<'a> {
    /// Refuses what does not fit together; returns the scales, heads, and rows of a block.
    pub fn check(&self) -> Result<([&'a Input; 2], [i64; 2])> {
        let key_scale = scale("kScaleCacheOptional", self.key_scale)?;
        let value_scale = scale("vScaleOptional", self.value_scale)?;
        let all = [self.key, self.value, self.table, key_scale, value_scale];
        for tensor in all {
            not_empty(tensor)?;
        }
        for (tensor, types) in all.into_iter().zip([CODES, CODES, INDICES, FLOAT, FLOAT]) {
            tensor.dtype_in(types)?;
        }
        self.key.rank_in(4..=4)?;
        self.value.same_shape(self.key)?;
        let &[blocks, second, third, depth] = self.key.shape() else {
            return Err(Reason::Internal("a cache of other axes".into()).into());
        };
        let [heads, rows] = if self.by_heads {
            [second, third]
        } else {
            [third, second]
        };
        if depth != DEPTH || heads > HEADS {
            let allowed = format!("up to {HEADS} heads of {DEPTH} elements");
            return Err(self.key.shape_refused(allowed));
        }
        if ![64, 128].contains(&rows) {
            return Err(self.key.shape_refused("blocks of 64 or 128 rows"));
        }
        key_scale.shape_is(
            &[blocks, second, third, 1],
            "a number for each row of `kCache`",
        )?;
        value_scale.shape_is(&[heads], "a number for each head of `kCache`")?;
        self.table.rank_in(2..=2)?;
        let count = self.lengths.len() as i64;
        let &[sequences, places] = self.table.shape() else {
            return Err(Reason::Internal("a table of other axes".into()).into());
        };
        if sequences != count || count > SEQUENCES {
            let allowed = format!("[{count}, places], for up to {SEQUENCES} sequences");
            return Err(self.table.shape_refused(allowed));
        }
        let most = TOKENS.min(places.saturating_mul(rows));
        blocks_of("kvSeqLens", self.lengths, most, 1)?;
        Ok(([key_scale, value_scale], [heads, rows]))
    }
}

/// Refuses sums of another type or shape; they may have more blocks than the longest sequence. Returns their blocks.
pub fn check_sums(
    sums: &TensorArg,
    wanted: [i64; 3],
    width: i64,
    may_be_more: bool,
) -> Result<i64> {
    sums.dtype_in(SUMS)?;
    sums.rank_in(4..=4)?;
    let [sequences, heads, blocks] = wanted;
    match *sums.shape() {
        [b, n, got, w]
            if [b, n, w] == [sequences, heads, width]
                && (got == blocks || may_be_more && got > blocks) =>
        {
            Ok(got)
        }
        _ => {
            let more = if may_be_more { " or more blocks" } else { "" };
            let allowed = format!("[{sequences}, {heads}, {blocks}, {width}]{more}");
            Err(sums.shape_refused(allowed))
        }
    }
}
