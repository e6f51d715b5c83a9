//! Attention of queries, keys and values of HIFLOAT8, each block of rows with a scale, and its gradients.

use super::shapes::Axes;
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output, TensorArg, Text};
use crate::contract::{Dtypes, only_950};
use crate::error::{Error, Result};
use crate::ops::Arg;
use crate::ops::attention::{
    self, Attention, Distance, Factors, Forward, Mask, Modifiers, Sequence, Shift, Source,
    StatisticsOrder, Window,
};
use crate::tensor::Dtype::{Bf16, F16, F32, Hifloat8};

const OPERANDS: Dtypes = only_950(&[Hifloat8]);
const FLOAT: Dtypes = only_950(&[F32]);

/// Rows that have one scale in the forward call: of queries, keys and values.
const ROWS: [i64; 3] = [128, 256, 512];
/// Rows that have one scale in gradients.
const ROWS_OF_GRADIENTS: i64 = 512;

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
}

/// The arguments of gradients beside those of the forward call.
pub struct QuantisedGradients<'a> {
    /// `dy`
    pub dy: &'a Input,
    /// `softmaxMax` and `softmaxSum`
    pub statistics: [&'a Input; 2],
    /// `attentionIn`
    pub attention_in: &'a Input,
    /// `dScaleDy`
    pub d_scale_dy: &'a Input,
    /// `dsScale`
    pub ds_scale: &'a Input,
    /// `outDtype`
    pub out_dtype: i64,
    /// `dqOut`, `dkOut` and `dvOut`
    pub outputs: [&'a Output; 3],
}

/// Extents of the operands.
struct Extents {
    axes: Axes,
    batch: i64,
    rows: [i64; 2],
    heads: [i64; 2],
    width: i64,
}

impl Quantised<'_> {
    /// Refuses operands of other types and shapes.
    fn extents(&self, shared: [i64; 3]) -> Result<Extents> {
        for of in self.operands {
            of.dtype_in(OPERANDS)?;
        }
        for of in self.scales {
            of.dtype_in(FLOAT)?;
        }
        self.p_scale.dtype_in(FLOAT)?;
        let layout = &**self.input_layout;
        let axes = Axes::of(layout).filter(|_| layout == "BSND");
        let axes = axes
            .ok_or_else(|| Error::value(self.input_layout.name(), format!("{layout:?}"), "BSND"))?;
        let [query, key, value] = self.operands;
        for of in self.operands {
            of.rank_in(4..=4)?;
        }
        let [batch, queries, heads, depth] = [0, 1, 2, 3].map(|axis| query.shape()[axis]);
        if heads != self.head_num || heads <= 0 || depth <= 0 {
            let allowed = format!("{} heads (`headNum`)", self.head_num);
            return Err(query.shape_refused(allowed));
        }
        let [keys, key_heads] = [1, 2].map(|axis| key.shape()[axis]);
        if key_heads <= 0 || heads % key_heads != 0 {
            let allowed = format!("heads, so many that {heads} is a multiple");
            return Err(key.shape_refused(allowed));
        }
        let reason = "the batch and the elements of `query`";
        key.shape_is(&[batch, keys, key_heads, depth], reason)?;
        let width = value.shape()[3];
        if !(1..=depth).contains(&width) {
            return Err(value.shape_refused(format!("heads of 1 to {depth} elements")));
        }
        let reason = "the batch, rows and heads of `key`";
        value.shape_is(&[batch, keys, key_heads, width], reason)?;
        let all = [(queries, heads), (keys, key_heads), (keys, key_heads)];
        for ((scale, (rows, heads)), shared) in self.scales.iter().zip(all).zip(shared) {
            scales_fit(scale, [batch, heads, rows], shared)?;
        }
        if self.p_scale.numel() != 1 {
            return Err(self.p_scale.shape_refused("one number"));
        }
        Ok(Extents {
            axes,
            batch,
            rows: [queries, keys],
            heads: [heads, key_heads],
            width,
        })
    }

    fn statistics(&self, statistics: [&TensorArg; 2], of: &Extents) -> Result<()> {
        for tensor in statistics {
            tensor.dtype_in(FLOAT)?;
            let shape = [of.batch, of.heads[0], of.rows[0], 1];
            tensor.shape_is(&shape, "a number for each query of a head")?;
        }
        Ok(())
    }

    /// The description of attention.
    fn attention(&self, of: &Extents) -> Attention {
        let [queries, keys] = of.rows.map(|rows| rows as usize);
        let sequence = |number: usize| Sequence {
            batch: number,
            queries: 0..queries,
            keys: 0..keys,
            queries_before: number * queries,
            weights_before: 0,
            mask_before: 0,
            window: Window::ALL,
            origin: [0; 2],
        };
        Attention {
            sequences: (0..of.batch as usize).map(sequence).collect(),
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
            queries_are_heads: false,
            is_for_any_lengths: false,
        }
    }

    /// Plans attention.
    pub fn forward(&self, statistics: [&Output; 2], attention_out: &Output) -> Planned {
        let extents = self.extents(ROWS)?;
        self.statistics([statistics[0], statistics[1]], &extents)?;
        attention_out.dtype_in(only_950(&[Bf16]))?;
        let Extents {
            axes,
            batch,
            rows,
            heads,
            width,
        } = extents;
        let shape = [batch, rows[0], heads[0], width];
        let reason = "the rows and heads of `query`, with the elements of `value`";
        attention_out.shape_is(&shape, reason)?;
        let source = |side: usize, heads: i64| -> Result<Source> {
            let heads = heads as usize;
            let blocks = self.scales[side].shape()[2] as usize;
            let scales = Factors {
                arg: self.scales[side].read()?,
                strides: [heads * blocks, blocks, 1, 0],
                shared: [ROWS[side] as usize, 1],
                by_block: false,
            };
            Ok(Source {
                scales: Some(scales),
                ..Source::of(axes.stored(self.operands[side].read()?, heads)?)
            })
        };
        let operands = Forward {
            query: source(0, heads[0])?,
            key: source(1, heads[1])?,
            value: source(2, heads[1])?,
            pages: None,
            modifiers: Modifiers::default(),
            quantised: None,
            padding: [None, None],
            selection: None,
            lengths: None,
        };
        let of = self.attention(&extents);
        let statistics = [statistics[0].write()?, statistics[1].write()?];
        let result = axes.view(&attention_out.write()?, heads[0] as usize)?;
        Ok(attention::forward_with_single_statistics(
            of, operands, statistics, result,
        )?)
    }

    /// Plans the gradients.
    pub fn gradients(&self, gradients: &QuantisedGradients) -> Planned {
        let extents = self.extents([ROWS_OF_GRADIENTS; 3])?;
        let [max, sum] = gradients.statistics;
        self.statistics([max, sum], &extents)?;
        gradients.dy.dtype_in(OPERANDS)?;
        gradients.attention_in.dtype_in(only_950(&[Bf16]))?;
        gradients.d_scale_dy.dtype_in(FLOAT)?;
        gradients.ds_scale.dtype_in(FLOAT)?;
        let results = match gradients.out_dtype {
            0 => F16,
            1 => Bf16,
            other => {
                return Err(Error::value("outDtype", other, "0 (FLOAT16) or 1 (BFLOAT16)").into());
            }
        };
        for output in gradients.outputs {
            output.dtype_in(only_950(&[results]))?;
        }
        let Extents {
            axes,
            batch,
            rows,
            heads,
            width,
        } = extents;
        let shape = [batch, rows[0], heads[0], width];
        for tensor in [gradients.dy, gradients.attention_in] {
            let reason = "the rows and heads of `query`, with the elements of `value`";
            tensor.shape_is(&shape, reason)?;
        }
        scales_fit(
            gradients.d_scale_dy,
            [batch, heads[0], rows[0]],
            ROWS_OF_GRADIENTS,
        )?;
        if gradients.ds_scale.numel() != 1 {
            return Err(gradients.ds_scale.shape_refused("one number").into());
        }
        for (output, of) in gradients.outputs.iter().zip(self.operands) {
            output.shape_is(of.shape(), format_args!("that of `{}`", of.name()))?;
        }
        let [heads, key_heads] = heads.map(|heads| heads as usize);
        let view = |arg: Arg, heads: usize| axes.view(&arg, heads);
        let [query, key, value] = self.operands;
        let given = [
            (view(query.read()?, heads)?, self.scales[0].read()?),
            (view(key.read()?, key_heads)?, self.scales[1].read()?),
            (view(value.read()?, key_heads)?, self.scales[2].read()?),
            (
                view(gradients.dy.read()?, heads)?,
                gradients.d_scale_dy.read()?,
            ),
        ];
        let [dq, dk, dv] = gradients.outputs;
        let outputs = [
            view(dq.write()?, heads)?,
            view(dk.write()?, key_heads)?,
            view(dv.write()?, key_heads)?,
        ];
        Ok(crate::ops::quantised_attention::gradient_of_quantised(
            self.attention(&extents),
            given,
            ROWS_OF_GRADIENTS,
            [max.read()?, sum.read()?],
            view(gradients.attention_in.read()?, heads)?,
            outputs,
        )?)
    }
}

/// Refuses scales that are not one for each of so many rows of a head.
fn scales_fit(scale: &Input, [batch, heads, rows]: [i64; 3], shared: i64) -> Result<()> {
    let blocks = (rows as u64).div_ceil(shared as u64) as i64;
    let reason = format_args!("a number for each {shared} rows of a head");
    scale.shape_is(&[batch, heads, blocks, 1], reason)
}
