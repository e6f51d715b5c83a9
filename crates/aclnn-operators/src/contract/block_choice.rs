//! Contract of the choice of blocks of queries and keys. Types are refused with 161002, all else with 561002.

use super::attention::Axes;
use super::block_sparse::{SIZE, TYPES, sequences};
use super::sparse::not_empty;
use super::{Dtypes, on_all};
use crate::argument::{Input, Ints, TensorArg};
use crate::error::{Error, Result};
use crate::ops::attention::{BlockChoice, MeanBlocks, choose_blocks};
use crate::ops::{Arg, Call};
use crate::tensor::Dtype;

const MAP: Dtypes = on_all(&[Dtype::I8]);

/// Queries and keys of a block are multiples of it.
const MULTIPLE: i64 = 64;

/// Elements of a head.
const DEPTH: i64 = 128;

/// The factor of products where 0 is given.
const SCALE: f32 = 0.088_388_35;

const LENGTHS: [&str; 2] = ["actualSeqLengths", "actualSeqLengthsKV"];
const BLOCK_LENGTHS: [&str; 2] = ["actualBlockLenQuery", "actualBlockLenKey"];

/// Arguments.
pub struct Chosen<'a> {
    /// `query`
    pub query: &'a Input,
    /// `key`
    pub key: &'a Input,
    /// `blockShape`
    pub block_shape: &'a Option<Ints>,
    /// `postBlockShape`
    pub post_block_shape: &'a Option<Ints>,
    /// `actualSeqLengths` and `actualSeqLengthsKV`
    pub lengths: [&'a Option<Ints>; 2],
    /// `actualBlockLenQuery` and `actualBlockLenKey`
    pub block_lengths: [&'a Option<Ints>; 2],
    /// `qInputLayout` and `kvInputLayout`
    pub layouts: [&'a str; 2],
    /// `numKeyValueHeads`
    pub key_heads: i64,
    /// `scaleValue`
    pub scale: f64,
    /// `sparsity`
    pub share: f64,
    /// `blockSparseMaskOut`
    pub map: &'a TensorArg,
}

impl Chosen<'_> {
    /// Refuses types.
    pub fn check(&self) -> Result<()> {
        self.query.dtype_in(TYPES)?;
        self.key.same_dtype(self.query)?;
        self.map.dtype_in(MAP)
    }

    /// Queries and keys of a block.
    fn size(&self) -> Result<[usize; 2]> {
        match self.block_shape.as_deref() {
            None => Ok([SIZE as usize; 2]),
            Some(&[rows, columns, ..])
                if rows.min(columns) > 0 && (rows | columns) % MULTIPLE == 0 =>
            {
                Ok([rows as usize, columns as usize])
            }
            Some(other) => {
                let got = format!("{other:?}");
                let allowed = format!("two multiples of {MULTIPLE}, from {MULTIPLE} on");
                Err(Error::value("blockShape", got, allowed))
            }
        }
    }

    /// Plans the choice. `write` gives the output.
    pub fn planned(&self, write: &dyn Fn() -> Result<Arg>) -> Result<Call> {
        if let Some(other) = self.post_block_shape {
            let got = format!("{:?}", &other[..]);
            return Err(Error::value("postBlockShape", got, "null"));
        }
        if !(self.share > 0.0 && self.share < 1.0) {
            let allowed = "more than 0 and less than 1";
            return Err(Error::value("sparsity", self.share, allowed));
        }
        let size = self.size()?;
        let [text, of_keys] = self.layouts;
        let axes = Axes::of(text).filter(|_| matches!(text, "TND" | "BNSD"));
        let axes =
            axes.ok_or_else(|| Error::value("qInputLayout", format!("{text:?}"), "TND or BNSD"))?;
        if of_keys != text {
            let allowed = format!("{text:?}, as `qInputLayout`");
            return Err(Error::value(
                "kvInputLayout",
                format!("{of_keys:?}"),
                allowed,
            ));
        }
        for tensor in [self.query, self.key] {
            tensor.rank_in(axes.rank..=axes.rank)?;
            not_empty(tensor)?;
        }
        let [heads, depth] = axes.heads(self.query.shape(), 1).unwrap_or_default();
        if depth != DEPTH {
            let allowed = format!("heads of {DEPTH} elements");
            return Err(self.query.shape_refused(allowed));
        }
        let [batch, rows] = axes.outer(self.query.shape());
        let [_, key_rows] = axes.outer(self.key.shape());
        let wanted = axes.shape([batch, heads, key_rows, depth]);
        self.key
            .shape_is(&wanted, "batch, heads and elements of `query`")?;
        if self.key_heads != heads {
            let allowed = format!("{heads}, the heads of `query`");
            return Err(Error::value("numKeyValueHeads", self.key_heads, allowed));
        }
        let [own, all] = self.lengths;
        let lengths = [(LENGTHS[0], own), (LENGTHS[1], all)];
        let (spans, _) = sequences(axes, batch as usize, [rows, key_rows], lengths)?;
        let is_of_tokens = axes.is_of_tokens();
        let given = |side: usize, number: usize| match side {
            0 => spans[number].queries.clone(),
            _ => spans[number].keys.clone(),
        };
        let most = [0, 1].map(|side| {
            let longest = (0..spans.len())
                .map(|number| given(side, number).len())
                .max();
            let extent = [rows, key_rows][side] as usize;
            let longest = if is_of_tokens {
                longest.unwrap_or(0)
            } else {
                extent
            };
            longest.div_ceil(size[side])
        });
        let pairs = most[0].saturating_mul(most[1]);
        if pairs == 0 || pairs == 1 && !is_of_tokens {
            let allowed = "rows of more than one block of queries or keys, and of one of both";
            return Err(self.query.shape_refused(allowed));
        }
        let mut rows_of: [Vec<Vec<usize>>; 2] = [Vec::new(), Vec::new()];
        for side in 0..2 {
            let size = size[side];
            let own = |number: usize| given(side, number).len();
            let blocks = |number: usize| match is_of_tokens {
                true => own(number).div_ceil(size),
                false => most[side],
            };
            let wanted: usize = (0..spans.len()).map(blocks).sum();
            let limits = self.block_lengths[side].as_ref();
            if let Some(limits) = limits {
                let fits = |&limit: &i64| (0..=size as i64).contains(&limit);
                if limits.len() != wanted || !limits.iter().all(fits) {
                    let got = format!("{:?}", &limits[..]);
                    let allowed = format!("{wanted} numbers of 0 to {size} tokens");
                    return Err(Error::value(BLOCK_LENGTHS[side], got, allowed));
                }
            }
            let mut before = 0;
            for number in 0..spans.len() {
                let rows = own(number);
                let each = (0..rows.div_ceil(size)).map(|block| {
                    let limit = limits.map_or(size, |of| of[before + block] as usize);
                    limit.min(rows - block * size)
                });
                rows_of[side].push(each.collect());
                before += blocks(number);
            }
        }
        let wanted = [spans.len() as i64, heads, most[0] as i64, most[1] as i64];
        self.map
            .shape_is(&wanted, "sequences, heads, blocks of queries and of keys")?;
        let [of_queries, of_keys] = rows_of;
        let both = of_queries.into_iter().zip(of_keys).zip(&spans);
        let sequences = both.map(|((queries, keys), span)| MeanBlocks {
            batch: span.batch,
            first: [span.queries.start, span.keys.start],
            rows: [queries, keys],
        });
        let view = |tensor: &Input| axes.view(&tensor.read()?, heads as usize);
        let scale = match self.scale as f32 {
            0.0 => SCALE,
            scale => scale,
        };
        choose_blocks(BlockChoice {
            query: view(self.query)?,
            key: view(self.key)?,
            sequences: sequences.collect(),
            size,
            scale: scale.into(),
            share: self.share,
            map: write()?,
        })
    }
}
