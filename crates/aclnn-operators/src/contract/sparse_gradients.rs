//! Gradients of attention to keys that queries list. Types are refused with 161002, all else with 561002.

use super::combinations::combination;
use super::sparse::{NONE, Places, Sides, not_empty, one_of};
use super::sparse_attention::{DEPTH, ROPE, TYPES, seen};
use super::{Dtypes, on_950, on_all};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{ConstOutput, Input, MutText, TensorArg};
use crate::error::{Error, Reason, Result};
use crate::ops::attention::{
    KeyGradients, KnownStatistics, ListedGradient, ListedKeys, Listing, QueryGradients,
    listed_gradient,
};
use crate::ops::{Arg, Call};
use crate::tensor::Dtype;

const FLOAT: Dtypes = on_all(&[Dtype::F32]);
const INDICES: Dtypes = on_all(&[Dtype::I32]);

/// `query`, `key`, `value`, both second parts, `dOut`, `out`, and the gradients by the first five.
const TOGETHER: &[&str] = &["f16 bf16 | = | = - | = - | = - | = | = | = | = | = - | = - | = -"];

/// Heads of queries.
const HEADS: &[i64] = &[1, 2, 4, 8, 16, 32, 64, 128];
const HEADS_ON_950: &[i64] = &[1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 128];

/// Numbers of listed keys on Ascend950: these are multiples of the first one, up to the last.
const LISTED: (i64, i64) = (1024, 8192);

/// The arguments of the gradients.
pub struct Gradient<'a> {
    /// `query` and `key`
    pub sides: [&'a Input; 2],
    /// `value`; without it values are the keys.
    pub value: &'a Option<Input>,
    /// `sparseIndices`
    pub sparse_indices: &'a Input,
    /// `dOut` and `out`
    pub results: [&'a Input; 2],
    /// `softmaxMax` and `softmaxSum`
    pub statistics: [&'a Input; 2],
    /// `actualSeqLengthsQueryOptional` and `actualSeqLengthsKvOptional`
    pub lengths: [&'a Option<Input>; 2],
    /// `queryRopeOptional` and `keyRopeOptional`
    pub ropes: [&'a Option<Input>; 2],
    /// `scaleValue`
    pub scale_value: f64,
    /// `sparseBlockSize`
    pub sparse_block_size: i64,
    /// `layoutOptional`
    pub layout: &'a Option<MutText>,
    /// `sparseMode`
    pub sparse_mode: i64,
    /// `preTokens` and `nextTokens`
    pub tokens: [i64; 2],
    /// `dQueryOut` and `dKeyOut`
    pub gradients: [&'a ConstOutput; 2],
    /// `dValueOut`
    pub by_value: &'a Option<ConstOutput>,
    /// `dQueryRopeOutOptional` and `dKeyRopeOutOptional`
    pub by_ropes: [&'a Option<ConstOutput>; 2],
}

fn given<T: std::ops::Deref<Target = TensorArg>>(of: &Option<T>) -> Option<&TensorArg> {
    of.as_ref().map(|of| &**of)
}

fn both<'a, T>(
    of: [&'a Option<T>; 2],
    names: [&'static str; 2],
    is_needed: bool,
) -> Result<Option<[&'a T; 2]>> {
    match of {
        [Some(first), Some(second)] => Ok(Some([first, second])),
        [None, None] if !is_needed => Ok(None),
        [None, _] => Err(Reason::Null { arg: names[0] }.into()),
        _ => Err(Reason::Null { arg: names[1] }.into()),
    }
}

impl Gradient<'_> {
    /// Checks and plans the gradients.
    pub fn plan(&self) -> Planned {
        let [query, key] = self.sides;
        query.dtype_in(TYPES)?;
        let [query_rope, key_rope] = self.ropes.map(given);
        let [by_query_rope, by_key_rope] = self.by_ropes.map(given);
        let arguments: [(_, Option<&TensorArg>); 12] = [
            ("query", Some(query)),
            ("key", Some(key)),
            ("value", given(self.value)),
            ("queryRopeOptional", query_rope),
            ("keyRopeOptional", key_rope),
            ("dOut", Some(self.results[0])),
            ("out", Some(self.results[1])),
            ("dQueryOut", Some(self.gradients[0])),
            ("dKeyOut", Some(self.gradients[1])),
            ("dValueOut", given(self.by_value)),
            ("dQueryRopeOutOptional", by_query_rope),
            ("dKeyRopeOutOptional", by_key_rope),
        ];
        combination(&arguments, TOGETHER)?;
        self.sparse_indices.dtype_in(INDICES)?;
        for statistics in self.statistics {
            statistics.dtype_in(FLOAT)?;
        }
        let sides = self.sides();
        sides.check_types()?;
        self.planned(&sides).code(ACLNN_ERR_INNER_TILING_ERROR)
    }

    fn sides(&self) -> Sides<'_> {
        let layout = ("layoutOptional", self.layout.as_deref());
        let [queries, keys] = self.lengths;
        Sides {
            query: self.sides[0],
            key: self.sides[1],
            layouts: [layout; 2],
            places: Places::Lengths([
                ("actualSeqLengthsQueryOptional", queries),
                ("actualSeqLengthsKvOptional", keys),
            ]),
            block_table: ("layoutOptional", &NONE),
            blocks: (&[], 1),
        }
    }

    fn planned(&self, sides: &Sides) -> Result<Call> {
        let [query, key] = self.sides;
        one_of("sparseMode", self.sparse_mode, &[0, 3])?;
        for (name, tokens) in ["preTokens", "nextTokens"].into_iter().zip(self.tokens) {
            one_of(name, tokens, &[i64::from(i32::MAX), i64::MAX])?;
        }
        let sizes: &[i64] = if on_950() { &[1] } else { &[1, 8, 16, 32, 64] };
        one_of("sparseBlockSize", self.sparse_block_size, sizes)?;
        if query.is_empty() {
            let outputs = self.gradients.iter().map(|output| output.write());
            let args: Result<Vec<Arg>> = std::iter::once(query.read()).chain(outputs).collect();
            return Ok(Call::nothing(args?));
        }
        let extents = sides.extents()?;
        extents.check_heads(sides, DEPTH)?;
        let heads = extents.heads[0];
        let allowed = if on_950() { HEADS_ON_950 } else { HEADS };
        if !allowed.contains(&heads) {
            let words: Vec<String> = allowed.iter().map(i64::to_string).collect();
            return Err(query.shape_refused(format!("{} heads", words.join(", "))));
        }
        for tensor in self.results {
            tensor.shape_is(query.shape(), "that of `query`")?;
        }
        for statistics in self.statistics {
            let allowed = "a number for each head of each row of `query`";
            statistics.shape_is(&extents.of_statistics(), allowed)?;
        }
        not_empty(self.sparse_indices)?;
        let count = self.sparse_indices.shape().last().copied().unwrap_or(0);
        self.sparse_indices
            .shape_is(&extents.of_indices(count), "a list for each row of `query`")?;
        if on_950() && (count % LISTED.0 != 0 || count > LISTED.1) {
            let allowed = "lists of a multiple of 1024 numbers, up to 8192";
            return Err(self.sparse_indices.shape_refused(allowed));
        }
        for (output, tensor) in self.gradients.iter().zip(self.sides) {
            output.same_shape(tensor)?;
        }
        let value = match (self.value, self.by_value) {
            (Some(value), Some(by_value)) => {
                value.same_shape(key)?;
                by_value.same_shape(key)?;
                Some((value, by_value))
            }
            (Some(_), None) => return Err(Reason::Null { arg: "dValueOut" }.into()),
            (None, Some(by_value)) => {
                let got = format!("of shape {:?}", by_value.shape());
                let allowed = "null without `value`: its gradient is added to that of `key`";
                return Err(Error::value("dValueOut", got, allowed));
            }
            (None, None) => None,
        };
        let [query_rope, key_rope] = self.ropes;
        let ropes = both(
            [query_rope, key_rope],
            ["queryRopeOptional", "keyRopeOptional"],
            false,
        )?;
        let by_ropes = match ropes {
            Some([query_rope, key_rope]) => {
                let shapes = [
                    extents.of_queries(&[heads, ROPE]),
                    extents.of_keys(&[1, ROPE]),
                ];
                let names = ["dQueryRopeOutOptional", "dKeyRopeOutOptional"];
                let outputs = both(self.by_ropes, names, true)?;
                for (tensor, shape) in [query_rope, key_rope].iter().zip(&shapes) {
                    tensor.shape_is(shape, "that of the first part, with 64 elements")?;
                }
                for (output, shape) in outputs.into_iter().flatten().zip(&shapes) {
                    output.shape_is(shape, "that of the second part")?;
                }
                outputs
            }
            None => None,
        };
        let [of_queries, of_keys] = extents.spans;
        let [queries, keys] = sides.lengths()?;
        let [by_query_rope, by_key_rope] = match by_ropes {
            Some(both) => both.map(|output| output.write().map(Some)),
            None => [Ok(None), Ok(None)],
        };
        let [query_rope, key_rope] = match ropes {
            Some(both) => both.map(|tensor| tensor.read().map(Some)),
            None => [Ok(None), Ok(None)],
        };
        let [largest, sum] = self.statistics;
        listed_gradient(ListedGradient {
            query: query.read()?,
            query_rope: query_rope?,
            heads: heads as usize,
            width: DEPTH as usize,
            keys: vec![ListedKeys {
                key: key.read()?,
                key_rope: key_rope?,
                value: value.map(|(value, _)| value.read()).transpose()?,
                listing: Listing {
                    spans: of_keys,
                    lengths: keys,
                    known: None,
                    seen: seen(self.sparse_mode == 3),
                    lists: Some(self.sparse_indices.read()?),
                    counts: None,
                    size: self.sparse_block_size as usize,
                    reads_all: false,
                },
                gradients: Some(KeyGradients {
                    key: self.gradients[1].write()?,
                    key_rope: by_key_rope?,
                    value: value.map(|(_, output)| output.write()).transpose()?,
                }),
                mean: None,
            }],
            spans: of_queries,
            lengths: queries,
            statistics: KnownStatistics::LargestAndSum([largest.read()?, sum.read()?]),
            scale: self.scale_value,
            gradients: Some(QueryGradients {
                dy: self.results[0].read()?,
                attention_in: self.results[1].read()?,
                query: self.gradients[0].write()?,
                query_rope: by_query_rope?,
                sinks: None,
            }),
        })
    }
}
