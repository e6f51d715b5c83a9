//! Attention for inference: one description, which every version of FusedInferAttentionScore, PromptFlashAttention and IncreFlashAttention fills in.
//!
//! Null arguments give 161001, element types 161002, and everything else that the device finds when it plans 561002.

mod descaled;
mod extents;
mod masks;
mod scales;

use super::shapes::Axes;
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{Input, Ints, Output, TensorArg, Text};
use crate::contract::{Dtypes, for_chips, on_910, on_all};
use crate::error::{Error, Reason, Result};
use crate::ops::Arg;
use crate::ops::attention::{
    self, Attention, Distance, Forward, Modifiers, Outputs, Pages, Quantised, Sequence, Source,
    StatisticsOrder, Stored,
};
use crate::tensor::Dtype::{self, *};
use extents::Extents;

/// Arguments that the versions of an operator have in common.
#[derive(Clone, Copy)]
pub struct Family {
    query: Dtypes,
    keys: Dtypes,
    masks: Dtypes,
    results: Dtypes,
    layouts: &'static [&'static str],
    /// True if there is one query of each sequence.
    is_of_one_query: bool,
}

/// FusedInferAttentionScore.
pub const FUSED: Family = Family {
    query: for_chips(&[], &[F16, Bf16, I8], &[F16, Bf16, I8, Hifloat8, F8E4m3fn]),
    keys: for_chips(
        &[],
        &[F16, Bf16, I8, I4, I32],
        &[F16, Bf16, I8, I4, I32, Hifloat8, F8E4m3fn, F4E2m1],
    ),
    masks: on_all(&[Bool, I8, U8]),
    results: for_chips(&[], &[F16, Bf16, I8], &[F16, Bf16, I8, Hifloat8, F8E4m3fn]),
    layouts: &[
        "BSH",
        "BSND",
        "BNSD",
        "TND",
        "NTD",
        "BNSD_BSND",
        "BSH_BNSD",
        "BSND_BNSD",
        "BSH_NBSD",
        "BSND_NBSD",
        "BNSD_NBSD",
        "TND_NTD",
        "NTD_TND",
    ],
    is_of_one_query: false,
};

/// PromptFlashAttention.
pub const PROMPT: Family = Family {
    query: on_910(&[]).and_after_910(&[F16]).and_910b_only(&[Bf16, I8]),
    keys: on_910(&[]).and_after_910(&[F16]).and_910b_only(&[Bf16, I8]),
    masks: on_all(&[Bool, I8, U8, F16]),
    results: on_910(&[]).and_after_910(&[F16]).and_910b_only(&[Bf16, I8]),
    layouts: &["BSH", "BSND", "BNSD", "BNSD_BSND"],
    is_of_one_query: false,
};

/// IncreFlashAttention.
pub const INCRE: Family = Family {
    query: on_910(&[]).and_after_910(&[F16]).and_910b_only(&[Bf16]),
    keys: on_910(&[]).and_after_910(&[F16, I8]).and_910b_only(&[Bf16]),
    masks: on_all(&[Bool, I8, U8, F16]),
    results: on_910(&[]).and_after_910(&[F16]).and_910b_only(&[Bf16, I8]),
    layouts: &["BSH", "BSND", "BNSD"],
    is_of_one_query: true,
};

const FLOAT: Dtypes = on_all(&[F32]);
const WORDS: Dtypes = on_all(&[U64, I64, F32]);
const SHORT: Dtypes = on_all(&[F16, Bf16, F32]);
const INDICES: Dtypes = on_all(&[I32]);
const LONG: Dtypes = on_all(&[I64]);

/// The arguments that all versions have. A version is one of these, with the options that it has.
pub struct Inference<'a> {
    /// The operator.
    pub family: Family,
    /// `query`
    pub query: &'a Input,
    /// `key`: one tensor, or one for each sequence.
    pub key: &'a [Input],
    /// `value`
    pub value: &'a [Input],
    /// `inputLayout`
    pub input_layout: &'a Text,
    /// `numHeads`
    pub num_heads: i64,
    /// `numKeyValueHeads`: 0 for as many as `numHeads`.
    pub num_key_value_heads: i64,
    /// `scaleValue`
    pub scale_value: f64,
    /// `attentionOut`
    pub attention_out: &'a Output,
    /// Arguments of some versions.
    pub options: Options<'a>,
}

/// Parameters of some versions, under their documented names. A version that adds a parameter adds a field.
#[expect(missing_docs, reason = "the vendor's page says what each is")]
pub struct Options<'a> {
    pub pse_shift: &'a Option<Input>,
    pub atten_mask: &'a Option<Input>,
    pub actual_seq_lengths: Option<&'a Ints>,
    pub actual_seq_lengths_kv: Option<&'a Ints>,
    pub deq_scale1: &'a Option<Input>,
    pub quant_scale1: &'a Option<Input>,
    pub deq_scale2: &'a Option<Input>,
    pub quant_scale2: &'a Option<Input>,
    pub quant_offset2: &'a Option<Input>,
    pub antiquant_scale: &'a Option<Input>,
    pub antiquant_offset: &'a Option<Input>,
    pub block_table: &'a Option<Input>,
    pub query_padding_size: &'a Option<Input>,
    pub kv_padding_size: &'a Option<Input>,
    pub key_antiquant_scale: &'a Option<Input>,
    pub key_antiquant_offset: &'a Option<Input>,
    pub value_antiquant_scale: &'a Option<Input>,
    pub value_antiquant_offset: &'a Option<Input>,
    pub key_shared_prefix: &'a Option<Input>,
    pub value_shared_prefix: &'a Option<Input>,
    pub actual_shared_prefix_len: Option<&'a Ints>,
    pub query_rope: &'a Option<Input>,
    pub key_rope: &'a Option<Input>,
    pub dequant_scale_query: &'a Option<Input>,
    pub learnable_sink: &'a Option<Input>,
    pub q_start_idx: Option<&'a Ints>,
    pub kv_start_idx: Option<&'a Ints>,
    pub pre_tokens: i64,
    pub next_tokens: i64,
    pub sparse_mode: i64,
    pub block_size: i64,
    pub antiquant_mode: i64,
    pub softmax_lse_flag: bool,
    pub key_antiquant_mode: i64,
    pub value_antiquant_mode: i64,
    pub query_quant_mode: i64,
    pub pse_type: i64,
    pub softmax_lse: Option<&'a Output>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            pse_shift: &None,
            atten_mask: &None,
            actual_seq_lengths: None,
            actual_seq_lengths_kv: None,
            deq_scale1: &None,
            quant_scale1: &None,
            deq_scale2: &None,
            quant_scale2: &None,
            quant_offset2: &None,
            antiquant_scale: &None,
            antiquant_offset: &None,
            block_table: &None,
            query_padding_size: &None,
            kv_padding_size: &None,
            key_antiquant_scale: &None,
            key_antiquant_offset: &None,
            value_antiquant_scale: &None,
            value_antiquant_offset: &None,
            key_shared_prefix: &None,
            value_shared_prefix: &None,
            actual_shared_prefix_len: None,
            query_rope: &None,
            key_rope: &None,
            dequant_scale_query: &None,
            learnable_sink: &None,
            q_start_idx: None,
            kv_start_idx: None,
            pre_tokens: i64::MAX,
            next_tokens: i64::MAX,
            sparse_mode: 0,
            block_size: 0,
            antiquant_mode: 0,
            softmax_lse_flag: false,
            key_antiquant_mode: 0,
            value_antiquant_mode: 0,
            query_quant_mode: 0,
            pse_type: 0,
            softmax_lse: None,
        }
    }
}

/// A tensor that is given and has elements.
fn present(tensor: &Option<Input>) -> Option<&Input> {
    tensor.as_ref().filter(|tensor| !tensor.is_empty())
}

/// Refuses an argument that a call does not take.
fn absent(tensor: &Option<Input>, why: &str) -> Result<()> {
    match present(tensor) {
        None => Ok(()),
        Some(tensor) => Err(tensor.shape_refused(format!("null {why}"))),
    }
}

/// Returns true if the numbers of a type are multiplied as they are.
fn is_float(dtype: Dtype) -> bool {
    matches!(dtype, F16 | Bf16)
}

impl<'a> Inference<'a> {
    /// Plans attention.
    pub fn plan(&self) -> Planned {
        if let Some(nothing) = self.nothing()? {
            return Ok(nothing);
        }
        self.check_types()?;
        let extents = self.extents().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let of = self.describe(&extents).code(ACLNN_ERR_INNER_TILING_ERROR)?;
        self.check_quantisation(&extents)
            .code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let is_descaled = self.descaled()?.is_some();
        let operands = self
            .operands(&extents)
            .code_if(|_| is_descaled, ACLNN_ERR_INNER_TILING_ERROR)?;
        let lse = match self
            .options
            .softmax_lse
            .filter(|_| self.options.softmax_lse_flag)
        {
            Some(lse) => Some(extents.lse(&lse.write()?)?),
            None => None,
        };
        let result = self.attention_out.write()?;
        let heads = extents.heads[0];
        let output = extents.output;
        let view = |result: &Arg| output.view(result, heads);
        let Some(scale) = present(self.options.quant_scale2) else {
            let outputs = Outputs {
                statistics: None,
                lse,
                attention_out: view(&result)?,
            };
            return Ok(attention::forward(of, operands, outputs)?);
        };
        let quantise = attention::Quantise {
            x: result.clone(),
            scale: scale.read()?,
            offset: present(self.options.quant_offset2)
                .map(Input::read)
                .transpose()?,
            y: result,
            channels: output.channels(heads, self.attention_out.shape()),
        };
        Ok(attention::forward_quantised(
            of, operands, lse, quantise, view,
        )?)
    }

    /// The call whose queries, keys or results have no elements: nothing, or zeros.
    fn nothing(&self) -> Result<Option<hostnpu_ops::Call>> {
        let lists = [("key", self.key), ("value", self.value)];
        if let Some((name, _)) = lists.iter().find(|(_, list)| list.is_empty()) {
            return Err(Reason::Null { arg: name }.into());
        }
        let lse = self
            .options
            .softmax_lse
            .filter(|lse| self.options.softmax_lse_flag && !lse.is_empty());
        let has_results = !self.attention_out.is_empty();
        let has_keys = self.key.iter().chain(self.value).any(|of| !of.is_empty());
        if has_results && !self.query.is_empty() && has_keys {
            return Ok(None);
        }
        self.query.dtype_in(self.family.query)?;
        self.attention_out.dtype_in(self.family.results)?;
        if let Some(lse) = lse {
            lse.dtype_in(FLOAT)?;
        }
        let outputs = (
            self.attention_out.write()?,
            lse.map(|lse| lse.write()).transpose()?,
        );
        Ok(Some(attention::of_no_keys(outputs.0, outputs.1)?))
    }

    /// Refuses element types.
    fn check_types(&self) -> Result<()> {
        let family = &self.family;
        let options = &self.options;
        self.query.dtype_in(family.query)?;
        let query = self.query.dtype()?;
        for of in self.key.iter().chain(self.value) {
            of.dtype_in(family.keys)?;
            of.same_dtype(&self.key[0])?;
            if of.dtype()?.bits() < 8 {
                of.contiguous()?;
            }
        }
        if !is_float(query) || is_float(self.key[0].dtype()?) {
            self.key[0].same_dtype(self.query)?;
        }
        let out = self.attention_out;
        out.dtype_in(family.results)?;
        let result = out.dtype()?;
        if is_float(query) && is_float(result) {
            out.same_dtype(self.query)?;
        }
        if let Some(mask) = present(options.atten_mask) {
            mask.dtype_in(family.masks)?;
        }
        if let Some(shift) = present(options.pse_shift) {
            match options.pse_type {
                2 | 3 => shift.dtype_in(FLOAT)?,
                _ if query == I8 => shift.dtype_in(on_all(&[F16]))?,
                _ => shift.same_dtype(self.query)?,
            }
        }
        for words in [options.deq_scale1, options.deq_scale2] {
            if let Some(words) = present(words) {
                words.dtype_in(WORDS)?;
            }
        }
        if let Some(scale) = present(options.quant_scale1) {
            scale.dtype_in(FLOAT)?;
        }
        if let Some(scale) = present(options.quant_scale2) {
            scale.dtype_in(SHORT)?;
        }
        if let Some(table) = present(options.block_table) {
            table.dtype_in(INDICES)?;
        }
        for padding in [options.query_padding_size, options.kv_padding_size] {
            if let Some(padding) = present(padding) {
                padding.dtype_in(LONG)?;
            }
        }
        for part in [options.query_rope, options.key_rope] {
            if let Some(part) = present(part) {
                part.dtype_in(on_all(&[F16, Bf16]))?;
                if is_float(query) {
                    part.same_dtype(self.query)?;
                }
            }
        }
        if let Some(sink) = present(options.learnable_sink) {
            sink.same_dtype(self.query)?;
        }
        if let Some(lse) = options.softmax_lse.filter(|_| options.softmax_lse_flag) {
            lse.dtype_in(FLOAT)?;
        }
        match self.descaled()? {
            Some(of) => self.check_descaled_types(&of),
            None => Ok(()),
        }
    }

    /// The computation.
    fn describe(&self, extents: &Extents) -> Result<Attention> {
        let mask = self.check_mask(extents)?;
        self.check_shift(extents)?;
        let (mut queries_before, mut mask_before) = (0, 0);
        let mut sequences = Vec::with_capacity(extents.sequences.len());
        for (number, [queries, keys]) in extents.sequences.iter().enumerate() {
            let lengths = [queries.len(), keys.len()];
            sequences.push(Sequence {
                batch: if extents.input.is_of_tokens() {
                    0
                } else {
                    number
                },
                queries: queries.clone(),
                keys: keys.clone(),
                queries_before,
                weights_before: 0,
                mask_before,
                window: self.window(extents, lengths),
                origin: [0; 2],
            });
            queries_before += lengths[0];
            mask_before += lengths[0] * lengths[0];
        }
        let start = |of: Option<&Ints>| of.and_then(|of| of.first()).copied().unwrap_or(0);
        let options = &self.options;
        Ok(Attention {
            sequences,
            scale: self.scale_value,
            shift_factor: 1.0,
            shift: attention::Shift::Each,
            mask,
            distance: Distance {
                start: start(options.kv_start_idx).saturating_sub(start(options.q_start_idx)),
                is_root: options.pse_type == 3,
            },
            keep: None,
            statistics: StatisticsOrder::Heads,
            has_other_rows: extents.has_other_rows,
            queries_are_heads: false,
            is_for_any_lengths: true,
        })
    }

    /// Reads all that attention is computed of.
    fn operands(&self, extents: &Extents) -> Result<Forward> {
        let options = &self.options;
        let read = |of: &Option<Input>| present(of).map(Input::read).transpose();
        let [heads, key_heads] = extents.heads;
        let stored = |of: &Input, heads: usize| extents.input.stored(of.read()?, heads);
        let kept = |of: &Input| extents.stored_keys(of.read()?);
        let all = |list: &[Input]| list.iter().map(kept).collect::<Result<Vec<Stored>>>();
        let prefix = |of: &Option<Input>| -> Result<Option<(Stored, usize)>> {
            let stored = present(of).map(|of| stored(of, key_heads)).transpose()?;
            Ok(stored.map(|stored| (stored, extents.prefix)))
        };
        let descaled = self.descaled()?;
        let ([query_scales, key_scales, value_scales], scale_starts) = match &descaled {
            Some(of) => self.descaled_factors(of, extents)?,
            None => (self.factors(extents)?, Vec::new()),
        };
        // Scales of groups are of the first part.
        let is_whole = !is_float(self.query.dtype()?) && descaled.is_none();
        let query = Source {
            rope: present(options.query_rope)
                .map(|of| stored(of, heads))
                .transpose()?,
            scales: query_scales.map(|(scales, _)| scales),
            scales_rope: is_whole,
            ..Source::of(stored(self.query, heads)?)
        };
        let (scales, offsets) = split(key_scales);
        let key = Source {
            tensors: all(self.key)?,
            rope: present(options.key_rope)
                .map(|of| extents.stored_rope(of.read()?))
                .transpose()?,
            prefix: prefix(options.key_shared_prefix)?,
            scales,
            offsets,
            scales_rope: is_whole,
            scale_starts: Vec::new(),
        };
        let (scales, offsets) = split(value_scales);
        // With keys of 512 elements and a second part, values are the keys.
        let values = if extents.values_are_keys {
            self.key
        } else {
            self.value
        };
        let value = Source {
            tensors: all(values)?,
            rope: None,
            prefix: prefix(options.value_shared_prefix)?,
            scales,
            offsets,
            scales_rope: false,
            scale_starts,
        };
        let pages = match (present(options.block_table), extents.pages) {
            (Some(table), Some([blocks, size])) => Some(Pages {
                table: table.read()?,
                places: table.shape()[1] as usize,
                size,
                blocks,
            }),
            _ => None,
        };
        let quantised = match (
            present(options.deq_scale1),
            present(options.quant_scale1),
            present(options.deq_scale2),
        ) {
            (Some(scores), Some(weights), Some(results)) => Some(Quantised {
                scores: scores.read()?,
                weights: weights.read()?,
                results: results.read()?,
            }),
            _ => None,
        };
        let modifiers = Modifiers {
            pse_shift: read(options.pse_shift)?.filter(|_| options.pse_type == 0),
            atten_mask: self.mask(extents)?,
            drop_mask: None,
            slopes: read(options.pse_shift)?.filter(|_| options.pse_type != 0),
            sink: read(options.learnable_sink)?,
            weights: None,
        };
        let padding = [
            read(options.query_padding_size)?.filter(|_| extents.is_padded[0]),
            read(options.kv_padding_size)?.filter(|_| extents.is_padded[1]),
        ];
        Ok(Forward {
            query,
            key,
            value,
            pages,
            modifiers,
            quantised,
            padding,
            selection: None,
            lengths: None,
        })
    }
}

/// Scales, and what is added before.
fn split(of: Option<scales::Decoding>) -> (Option<attention::Factors>, Option<Arg>) {
    match of {
        Some((scales, offsets)) => (Some(scales), offsets),
        None => (None, None),
    }
}

impl Axes {
    /// Of a dense result: how many elements a head has, elements from a head to the next, and heads.
    fn channels(self, heads: usize, shape: &[i64]) -> [usize; 3] {
        let elements = self
            .heads(shape, heads as i64)
            .map_or(1, |[_, elements]| elements as usize);
        let rows = shape.iter().product::<i64>() as usize / (heads * elements).max(1);
        let outer = self.outer(shape);
        let head = match self.shape([2, 3, 5, 7])[..] {
            // Heads before rows, in each batch or in all.
            [3, 5, 7] | [3, 2, 5, 7] => rows * elements,
            [2, 3, 5, 7] => outer[1] as usize * elements,
            _ => elements,
        };
        [elements, head, heads]
    }
}

fn refused(tensor: &TensorArg, allowed: impl Into<String>) -> Error {
    tensor.shape_refused(allowed)
}
