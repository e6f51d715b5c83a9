//! Queries, keys and values of FLOAT8_E4M3FN that all have scales: of groups (MxFP8), or of rows of heads and of heads.

use super::extents::Extents;
use super::scales::Decoding;
use super::{Inference, absent, present, refused};
use crate::argument::Input;
use crate::contract::flash_attn::Descaled;
use crate::contract::on_all;
use crate::error::{Error, Reason, Result};
use crate::ops::attention::Factors;
use crate::tensor::Dtype::{Bf16, F8E4m3fn, F8E8m0, F16, F32};

/// Rows of values whose scales are a pair for each element, and those of each of the two.
const PAIR: usize = 64;
const GROUP: usize = 32;

/// The first row of each sequence, and the number of its first scale.
type Starts = Vec<[usize; 2]>;

impl<'a> Inference<'a> {
    /// The scales, if there are such of groups (`queryQuantMode` 6), or of each row of each head, and of each head of values (modes 3, 3 and 2 of blocks in NTD_TND).
    pub(super) fn descaled(&self) -> Result<Option<Descaled<'a>>> {
        let options = &self.options;
        let modes = [
            options.query_quant_mode,
            options.key_antiquant_mode,
            options.value_antiquant_mode,
        ];
        let is_of_rows = modes == [3, 3, 2]
            && &**self.input_layout == "NTD_TND"
            && present(options.block_table).is_some();
        if self.query.dtype()? != F8E4m3fn || !(modes[0] == 6 || is_of_rows) {
            return Ok(None);
        }
        if is_of_rows && present(options.quant_scale1).is_none() {
            let arg = "quantScale1Optional";
            return Err(Reason::Null { arg }.into());
        }
        let given = [
            (options.dequant_scale_query, "dequantScaleQueryOptional"),
            (options.key_antiquant_scale, "keyAntiquantScaleOptional"),
            (options.value_antiquant_scale, "valueAntiquantScaleOptional"),
        ];
        let scale = |side: usize| -> Result<&'a Input> {
            let (scale, name) = given[side];
            Ok(present(scale).ok_or(Reason::Null { arg: name })?)
        };
        let scales = [scale(0)?, scale(1)?, scale(2)?];
        let (mode, layout_q) = match (is_of_rows, scales[0].rank()) {
            (true, _) => (6, "NT"),
            (false, 5) => (1, "N2TGD"),
            (false, _) => (1, "TND"),
        };
        Ok(Some(Descaled {
            scales,
            p_scale: options.quant_scale1,
            mode,
            layout_q,
        }))
    }

    /// Refuses types that do not go with the scales.
    pub(super) fn check_descaled_types(&self, of: &Descaled) -> Result<()> {
        let dtype = if of.is_of_rows() { F32 } else { F8E8m0 };
        for scale in of.scales {
            scale.dtype_is(dtype)?;
        }
        let parts = [self.options.query_rope, self.options.key_rope];
        for part in parts.into_iter().filter_map(present) {
            part.dtype_is(Bf16)?;
            self.attention_out.dtype_is(Bf16)?;
        }
        self.attention_out.dtype_in(on_all(&[F16, Bf16]))
    }

    /// Refuses modes, layouts and arguments that do not go with the scales.
    pub(super) fn check_descaled(&self, of: &Descaled, extents: &Extents) -> Result<()> {
        let options = &self.options;
        let why = "where queries, keys and values are FLOAT8_E4M3FN with scales of groups, or of rows and heads";
        for tensor in [
            options.pse_shift,
            options.deq_scale1,
            options.deq_scale2,
            options.quant_scale2,
            options.quant_offset2,
            options.antiquant_scale,
            options.antiquant_offset,
            options.key_antiquant_offset,
            options.value_antiquant_offset,
            options.query_padding_size,
            options.kv_padding_size,
            options.learnable_sink,
        ] {
            absent(tensor, why)?;
        }
        let is_of_rows = of.is_of_rows();
        if is_of_rows {
            absent(options.query_rope, why)?;
        } else {
            for (name, mode, wanted) in [
                ("keyAntiquantMode", options.key_antiquant_mode, 6),
                ("valueAntiquantMode", options.value_antiquant_mode, 8),
            ] {
                if mode != wanted {
                    let allowed = format!("{wanted} where `queryQuantMode` is 6");
                    return Err(Error::value(name, mode, allowed));
                }
            }
            if &**self.input_layout != "TND" {
                let got = format!("{:?}", &**self.input_layout);
                let allowed = "TND where `queryQuantMode` is 6";
                return Err(Error::value(self.input_layout.name(), got, allowed));
            }
        }
        of.modes()?;
        let has_mask = present(options.atten_mask).is_some();
        if !matches!((options.sparse_mode, has_mask), (0, false) | (3, true)) {
            let allowed = "0 without `attenMaskOptional`, or 3 with it, for such scales";
            return Err(Error::value("sparseMode", options.sparse_mode, allowed));
        }
        let [depth, width] = extents.columns;
        if !(depth == 128 || depth == 64 && !is_of_rows) || width != depth {
            let allowed = "heads of 64 (with scales of groups) or 128 elements, as those of values";
            return Err(refused(self.query, allowed));
        }
        let Some([_, rows]) = extents.pages else {
            return Ok(());
        };
        let key = &self.key[0];
        let fits = match *key.shape() {
            [_, _, _, chunk] => chunk == depth as i64,
            [_, _, _, _, chunk] => chunk == 32 && !is_of_rows,
            _ => false,
        };
        if !fits {
            let allowed = "[blocks, heads, rows, elements] or, with scales of groups, [blocks, heads, chunks, rows, 32]";
            return Err(refused(key, allowed));
        }
        of.blocks(key, rows as i64)
    }

    /// The scales of queries, keys and values, read, and where those of values of each sequence begin.
    pub(super) fn descaled_factors(
        &self,
        of: &Descaled,
        extents: &Extents,
    ) -> Result<([Option<Decoding>; 3], Starts)> {
        let [heads, key_heads] = extents.heads;
        let depth = extents.columns[0];
        let (layout, [outer, rows]) = match (extents.pages, extents.keys) {
            (None, _) => ("TND", [1, extents.rows[1]]),
            (Some(pages), Some(_)) => ("PA_BNBD", pages),
            (Some(pages), None) => ("PA_NZ", pages),
        };
        let factors = |side: usize, all: [usize; 4]| {
            of.factors(
                side,
                layout,
                all.map(|extent| extent as i64),
                key_heads as i64,
            )
        };
        let mut value = factors(2, [outer, rows, key_heads, depth])?;
        let (mut starts, mut blocks) = (Vec::new(), 0);
        if extents.pages.is_none() {
            // Of each sequence its own pairs.
            let row = 2 * key_heads * depth;
            for [_, keys] in &extents.sequences {
                starts.push([keys.start, blocks * row]);
                blocks += keys.len().div_ceil(PAIR);
            }
            let wanted = [blocks.max(1), key_heads, depth, 2].map(|extent| extent as i64);
            of.scales[2].shape_is(&wanted, "a pair for each 64 rows of each sequence")?;
            let layout = value.arg.view.layout.permuted(&[0, 3, 1, 2]);
            value = Factors {
                arg: value.arg.viewed(layout)?,
                strides: [0, depth, key_heads * depth, 1],
                shared: [GROUP, 1],
                by_block: false,
            };
        }
        let all = [
            factors(0, [1, extents.rows[0], heads, depth])?,
            factors(1, [outer, rows, key_heads, depth])?,
            value,
        ];
        Ok((all.map(|factors| Some((factors, None))), starts))
    }
}
