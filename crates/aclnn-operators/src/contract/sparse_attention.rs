//! Attention to keys that queries list: one description of all versions.

use super::combinations::combination;
use super::sparse::{
    Extents, IN_BLOCKS, Named, Places, Sides, absent, not_empty, one_of, present, without_window,
};
use super::{Dtypes, on_910, on_950, on_all, only_950};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{ConstOutput, Input, MutText};
use crate::error::{Error, Reason, Result};
use crate::ops::Call;
use crate::ops::attention::{Keys, Listed, Listing, Packing, Seen, Source, listed};
use crate::tensor::Dtype;

/// Types of queries and keys on the chips that have the operators.
pub const TYPES: Dtypes = on_910(&[]).and_910b(&[Dtype::F16, Dtype::Bf16]);
const FLOAT: Dtypes = on_all(&[Dtype::F32]);
const SINKS: Dtypes = only_950(&[Dtype::F32]);

/// `query`, `key`, `value`, `sparseIndices`, both second parts, `attentionOut`.
const TOGETHER: &[&str] = &["f16 bf16 | = | = - | i32 | = - | = - | ="];

/// Keys whose rows have scales, and `query`, `sparseIndices`, `attentionOut`.
const PACKED: Dtypes = on_910(&[])
    .and_910b(&[Dtype::I8])
    .and_950(&[Dtype::F8E4m3fn, Dtype::Hifloat8]);
const WITH_PACKED: &[&str] = &["f16 bf16 | i32 | ="];

/// Numbers of a list where keys are HIFLOAT8.
const LISTED_HIFLOAT8: i64 = 2048;

/// Elements of keys.
pub const DEPTH: i64 = 512;
/// Elements of their second parts.
pub const ROPE: i64 = 64;

/// The most heads of queries.
const HEADS: i64 = 128;

/// The most keys of a block that queries list: plain ones, and those whose rows have scales.
const LISTED_BLOCK: i64 = 128;
const LISTED_PACKED: i64 = 16;

/// The arguments that all versions have.
pub struct Attention<'a> {
    /// `query`
    pub query: &'a Input,
    /// `key`
    pub key: &'a Input,
    /// `value`, which is not read.
    pub value: &'a Option<Input>,
    /// `sparseIndices`
    pub sparse_indices: &'a Input,
    /// `scaleValue`
    pub scale_value: f64,
    /// `attentionOut`
    pub attention_out: &'a ConstOutput,
    /// Other parameters.
    pub options: Options<'a>,
}

/// Parameters beside queries, keys and lists.
pub struct Options<'a> {
    /// `blockTableOptional`
    pub block_table: &'a Option<Input>,
    /// `actualSeqLengthsQueryOptional` and `actualSeqLengthsKvOptional`
    pub lengths: [&'a Option<Input>; 2],
    /// `queryRopeOptional` and `keyRopeOptional`
    pub ropes: [&'a Option<Input>; 2],
    /// `sinksOptional`
    pub sinks: &'a Option<Input>,
    /// `sparseBlockSizeOptional`
    pub sparse_block_size: i64,
    /// `layoutQueryOptional` and `layoutKvOptional`
    pub layouts: [&'a Option<MutText>; 2],
    /// `sparseMode`
    pub sparse_mode: i64,
    /// `preTokens` and `nextTokens`
    pub tokens: [i64; 2],
    /// `attentionMode`
    pub attention_mode: i64,
    /// `softmaxMax` and `softmaxSum`
    pub statistics: [Option<&'a ConstOutput>; 2],
    /// `returnSoftmaxLse`
    pub return_softmax_lse: bool,
    /// Of keys whose rows have scales.
    pub packed: Option<Packed<'a>>,
}

/// The form of keys whose rows are 512 elements in tiles, 64 elements of the type of queries, and a scale of FLOAT for each tile.
pub struct Packed<'a> {
    /// `keyDequantScaleOptional` and `valueDequantScaleOptional`
    pub scales: [Named<'a>; 2],
    /// `keyQuantMode`, `valueQuantMode`, `quantScaleRepoMode`, `tileSize` and `ropeHeadDim`
    pub modes: [i64; 5],
}

impl Packed<'_> {
    /// Refuses other forms.
    fn check(&self) -> Result<()> {
        let names = [
            ("keyQuantMode", 2),
            ("valueQuantMode", 2),
            ("quantScaleRepoMode", 1),
            ("tileSize", 128),
            ("ropeHeadDim", ROPE),
        ];
        for ((name, allowed), got) in names.into_iter().zip(self.modes) {
            one_of(name, got, &[allowed])?;
        }
        let absent = |named| absent(named, "null: rows of keys have their scales");
        self.scales.into_iter().try_for_each(absent)
    }
}

impl Attention<'_> {
    /// Checks and plans attention.
    pub fn plan(&self) -> Planned {
        let options = &self.options;
        let names = ["softmaxMax", "softmaxSum"];
        for (output, arg) in options.statistics.iter().zip(names) {
            if options.return_softmax_lse && output.is_none() {
                return Err(Reason::Null { arg }.into());
            }
        }
        self.query.dtype_in(TYPES)?;
        let [query_rope, key_rope] = options.ropes.map(present);
        let query = ("query", Some(&**self.query));
        let lists = ("sparseIndices", Some(&**self.sparse_indices));
        let out = ("attentionOut", Some(&**self.attention_out));
        if options.packed.is_some() {
            combination(&[query, lists, out], WITH_PACKED)?;
            self.key.dtype_in(PACKED)?;
            if let Some(value) = self.value {
                value.same_dtype(self.key)?;
            }
        } else {
            let arguments = [
                query,
                ("key", Some(&**self.key)),
                ("value", self.value.as_ref().map(|value| &**value)),
                lists,
                ("queryRopeOptional", query_rope.map(|rope| &**rope)),
                ("keyRopeOptional", key_rope.map(|rope| &**rope)),
                out,
            ];
            combination(&arguments, TOGETHER)?;
        }
        if let Some(sinks) = present(options.sinks) {
            sinks.dtype_in(SINKS)?;
        }
        if options.return_softmax_lse {
            for output in options.statistics.into_iter().flatten() {
                output.dtype_in(FLOAT)?;
            }
        }
        let sides = self.sides();
        sides.check_types()?;
        self.planned(&sides).code(ACLNN_ERR_INNER_TILING_ERROR)
    }

    fn sides(&self) -> Sides<'_> {
        let [query, key] = self.options.layouts;
        let [queries, keys] = self.options.lengths;
        Sides {
            query: self.query,
            key: self.key,
            layouts: [
                ("layoutQueryOptional", query.as_deref()),
                ("layoutKvOptional", key.as_deref()),
            ],
            places: Places::Lengths([
                ("actualSeqLengthsQueryOptional", queries),
                ("actualSeqLengthsKvOptional", keys),
            ]),
            block_table: ("blockTableOptional", self.options.block_table),
            blocks: IN_BLOCKS,
        }
    }

    fn planned(&self, sides: &Sides) -> Result<Call> {
        let options = &self.options;
        one_of("attentionMode", options.attention_mode, &[2])?;
        one_of("sparseMode", options.sparse_mode, &[0, 3])?;
        let [pre_tokens, next_tokens] = options.tokens;
        without_window(pre_tokens, next_tokens)?;
        let (size, packed) = (options.sparse_block_size, options.packed.as_ref());
        packed.map_or(Ok(()), Packed::check)?;
        let most = packed.map_or(LISTED_BLOCK, |_| LISTED_PACKED);
        match on_950() {
            true => one_of("sparseBlockSizeOptional", size, &[1])?,
            false if !(1..=most).contains(&size) || size.count_ones() != 1 => {
                let allowed = format!("a power of two up to {most}");
                return Err(Error::value("sparseBlockSizeOptional", size, allowed));
            }
            false => {}
        }
        let extents = sides.extents()?;
        if extents.is_paged && extents.outer[1][1] % size != 0 {
            let allowed = format!("a divisor of the {} rows of a block", extents.outer[1][1]);
            return Err(Error::value("sparseBlockSizeOptional", size, allowed));
        }
        let heads = extents.heads[0];
        let is_power = heads.count_ones() == 1;
        let (is_allowed, allowed) = match (on_950(), packed) {
            (true, None) => (true, "1 to 128 heads"),
            (true, _) => (
                is_power || heads == 48,
                "1, 2, 4, 8, 16, 32, 48, 64 or 128 heads",
            ),
            (false, _) => (is_power, "1, 2, 4, 8, 16, 32, 64 or 128 heads"),
        };
        let (keys_and_values, query_rope) = match packed {
            None => self.plain_keys(sides, &extents)?,
            Some(_) => (self.packed_keys(&extents)?, None),
        };
        if !is_allowed || !(1..=HEADS).contains(&heads) {
            return Err(self.query.shape_refused(allowed));
        }
        not_empty(self.sparse_indices)?;
        let count = self.sparse_indices.shape().last().copied().unwrap_or(0);
        self.sparse_indices
            .shape_is(&extents.of_indices(count), "a list for each row of `query`")?;
        if packed.is_some() && self.key.dtype()? == Dtype::Hifloat8 && count != LISTED_HIFLOAT8 {
            let allowed = format!("lists of {LISTED_HIFLOAT8} numbers, as `key` is HIFLOAT8");
            return Err(self.sparse_indices.shape_refused(allowed));
        }
        self.attention_out.shape_is(
            &extents.of_queries(&[heads, DEPTH]),
            "that of `query`, with 512 elements",
        )?;
        if let Some(sinks) = present(options.sinks) {
            sinks.shape_is(&[heads], "a number for each head of `query`")?;
        }
        let statistics = match options.statistics {
            [Some(max), Some(sum)] if options.return_softmax_lse => {
                if extents.is_paged {
                    let allowed = "false where keys are in blocks";
                    return Err(Error::value("returnSoftmaxLse", true, allowed));
                }
                for output in [max, sum] {
                    output.shape_is(
                        &extents.of_statistics(),
                        "a number for each head of each row of `query`",
                    )?;
                }
                let all = [max, sum].map(|output| extents.statistics(output.write()?));
                let [max, sum] = all;
                Some([max?, sum?])
            }
            _ => None,
        };
        let [queries, keys] = sides.lengths()?;
        let [of_queries, of_keys] = extents.spans;
        let [key, value] = keys_and_values;
        listed(Listed {
            query: self.query.read()?,
            query_rope: query_rope.map(Input::read).transpose()?,
            query_scale: None,
            keys: vec![Keys {
                key,
                value,
                pages: sides.pages(&extents)?,
                listing: Listing {
                    spans: of_keys,
                    lengths: keys,
                    known: None,
                    seen: seen(options.sparse_mode == 3),
                    lists: Some(self.sparse_indices.read()?),
                    counts: None,
                    size: size as usize,
                    reads_all: false,
                },
            }],
            spans: of_queries,
            lengths: queries,
            known: None,
            key_heads: 1,
            scale: self.scale_value,
            sinks: present(options.sinks).map(Input::read).transpose()?,
            statistics,
            lse: None,
            attention_out: self.attention_out.write()?,
        })
    }

    /// Keys and values, and the second parts of queries.
    fn plain_keys(
        &self,
        sides: &Sides,
        extents: &Extents,
    ) -> Result<([Source; 2], Option<&Input>)> {
        extents.check_heads(sides, DEPTH)?;
        if let Some(value) = self.value {
            value.same_shape(self.key)?;
        }
        let [query_rope, key_rope] = self.options.ropes.map(present);
        let query_rope = query_rope.ok_or(Reason::Null {
            arg: "queryRopeOptional",
        })?;
        let key_rope = key_rope.ok_or(Reason::Null {
            arg: "keyRopeOptional",
        })?;
        query_rope.shape_is(
            &extents.of_queries(&[extents.heads[0], ROPE]),
            "that of `query`, with 64 elements",
        )?;
        key_rope.shape_is(
            &extents.of_keys(&[1, ROPE]),
            "that of `key`, with 64 elements",
        )?;
        let sources = [
            sides.keys(extents, Some(key_rope))?,
            sides.keys(extents, None)?,
        ];
        Ok((sources, Some(query_rope)))
    }

    /// Keys whose rows have scales, and values.
    fn packed_keys(&self, extents: &Extents) -> Result<[Source; 2]> {
        let packings = [
            Packing::Tiles(Some(self.query.dtype()?)),
            Packing::Tiles(None),
        ];
        let bytes = packings[0].bytes() as i64;
        if extents.heads[1] != 1 || extents.depths[1] != bytes {
            let allowed = format!("one head of {bytes} bytes");
            return Err(self.key.shape_refused(allowed));
        }
        if extents.depths[0] != DEPTH + ROPE {
            let allowed = format!("heads of {} elements", DEPTH + ROPE);
            return Err(self.query.shape_refused(allowed));
        }
        let [key, value] = packings.map(|packing| extents.packed(self.key, packing));
        Ok([key?, value?])
    }
}

/// The keys that a query sees: those up to itself, or all.
pub fn seen(is_causal: bool) -> Seen {
    match is_causal {
        true => Seen::Causal {
            ratio: 1,
            residual: None,
        },
        false => Seen::All,
    }
}
