//! Attention of queries, keys and values of HIFLOAT8, each block of rows with a scale.

use super::shapes::Axes;
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output, Text};
use crate::contract::{Dtypes, only_950};
use crate::error::{Error, Result};
use crate::ops::attention::{
    self, Attention, Distance, Factors, Forward, Mask, Modifiers, Sequence, Shift, Source,
    StatisticsOrder, Window,
};
use crate::tensor::Dtype::{Bf16, F32, Hifloat8};

const OPERANDS: Dtypes = only_950(&[Hifloat8]);
const FLOAT: Dtypes = only_950(&[F32]);
const RESULTS: Dtypes = only_950(&[Bf16]);

/// Rows that have one scale: of queries, keys and values.
const ROWS: [usize; 3] = [128, 256, 512];

/// The arguments under their documented names.
pub struct Quantised<'a> {
    /// `query`, `key` and `value`
    pub operands: [&'a Input; 3],
    /// `dScaleQ`, `dScaleK` and `dScaleV`
    pub scales: [&'a Input; 3],
    /// `pScale`
    pub p_scale: &'a Input,
    /// `scaleValue`
    pub scale_value: f64,
    /// `headNum`
    pub head_num: i64,
    /// `inputLayout`
    pub input_layout: &'a Text,
    /// `softmaxMaxOut` and `softmaxSumOut`
    pub statistics: [&'a Output; 2],
    /// `attentionOutOut`
    pub attention_out: &'a Output,
}

impl Quantised<'_> {
    /// Plans attention.
    pub fn plan(&self) -> Planned {
        for of in self.operands {
            of.dtype_in(OPERANDS)?;
        }
        for of in self.scales {
            of.dtype_in(FLOAT)?;
        }
        self.p_scale.dtype_in(FLOAT)?;
        for of in self.statistics {
            of.dtype_in(FLOAT)?;
        }
        self.attention_out.dtype_in(RESULTS)?;
        let layout = &**self.input_layout;
        let axes = Axes::of(layout).filter(|_| layout == "BSND");
        let axes = axes.ok_or_else(|| Error::value(self.input_layout.name(), format!("{layout:?}"), "BSND"))?;
        let [query, key, value] = self.operands;
        for of in self.operands {
            of.rank_in(4..=4)?;
        }
        let [batch, queries, heads, depth] = [0, 1, 2, 3].map(|axis| query.shape()[axis]);
        if heads != self.head_num || heads <= 0 || depth <= 0 {
            return Err(query.shape_refused(format!("{} heads (`headNum`)", self.head_num)).into());
        }
        let [keys, key_heads] = [1, 2].map(|axis| key.shape()[axis]);
        if key_heads <= 0 || heads % key_heads != 0 {
            return Err(key.shape_refused(format!("heads, so many that {heads} is a multiple")).into());
        }
        key.shape_is(&[batch, keys, key_heads, depth], "the batch and the elements of `query`")?;
        let width = value.shape()[3];
        if !(1..=depth).contains(&width) {
            return Err(value.shape_refused(format!("heads of 1 to {depth} elements")).into());
        }
        value.shape_is(&[batch, keys, key_heads, width], "the batch, rows and heads of `key`")?;
        let extents = [(queries, heads), (keys, key_heads), (keys, key_heads)];
        for ((scale, (rows, heads)), shared) in self.scales.iter().zip(extents).zip(ROWS) {
            let blocks = (rows as usize).div_ceil(shared) as i64;
            scale.shape_is(&[batch, heads, blocks, 1], format_args!("a number for each {shared} rows of a head"))?;
        }
        if self.p_scale.numel() != 1 {
            return Err(self.p_scale.shape_refused("one number").into());
        }
        for of in self.statistics {
            of.shape_is(&[batch, heads, queries, 1], "a number for each query of a head")?;
        }
        self.attention_out.shape_is(&[batch, queries, heads, width], "the rows and heads of `query`, with the elements of `value`")?;
        let sequence = |number: usize| Sequence {
            batch: number,
            queries: 0..queries as usize,
            keys: 0..keys as usize,
            queries_before: number * queries as usize,
            weights_before: 0,
            mask_before: 0,
            window: Window::ALL,
            origin: [0; 2],
        };
        let of = Attention {
            sequences: (0..batch as usize).map(sequence).collect(),
            scale: self.scale_value,
            shift_factor: 1.0,
            shift: Shift::Each,
            mask: Mask::Each,
            distance: Distance {
                start: 0,
                is_root: false,
            },
            keep: None,
            statistics: StatisticsOrder::Heads,
            has_other_rows: false,
            is_for_any_lengths: false,
        };
        let source = |side: usize, heads: i64| -> Result<Source> {
            let heads = heads as usize;
            let blocks = self.scales[side].shape()[2] as usize;
            let scales = Factors {
                arg: self.scales[side].read()?,
                strides: [heads * blocks, blocks, 1, 0],
                shared: [ROWS[side], 1],
                by_block: false,
            };
            Ok(Source {
                scales: Some(scales),
                ..Source::of(axes.stored(self.operands[side].read()?, heads)?)
            })
        };
        let operands = Forward {
            query: source(0, heads)?,
            key: source(1, key_heads)?,
            value: source(2, key_heads)?,
            pages: None,
            modifiers: Modifiers::default(),
            quantised: None,
            padding: [None, None],
        };
        let statistics = [self.statistics[0].write()?, self.statistics[1].write()?];
        let result = axes.view(&self.attention_out.write()?, heads as usize)?;
        Ok(attention::forward_with_single_statistics(of, operands, statistics, result)?)
    }
}
