//! Attention: layouts, heads, sequences, masks and windows, as all forms take them.

mod describe;
pub mod inference;
pub mod masks;
pub mod quantised;
pub mod ring;
mod shapes;

use super::{Dtypes, on_all, untouched};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Ints, Output, TensorArg, Text};
use crate::contract::sets::SHORT_EVERYWHERE;
use crate::error::{Error, Reason, Result};
use crate::ops::Arg;
use crate::ops::attention::{self, Attention, Distance, Forward, Modifiers, Operands, Source};
use crate::tensor::Dtype;
pub use shapes::Axes;
use shapes::Extents;

const TYPES: Dtypes = SHORT_EVERYWHERE;
const FLOAT: Dtypes = on_all(&[Dtype::F32]);

/// Copies of each number of the statistics.
const COPIES: i64 = 8;

/// The arguments that scores are computed of. A form of attention is one of these, with the options that it has.
pub struct Scores<'a> {
    /// `query`
    pub query: &'a Input,
    /// `key`
    pub key: &'a Input,
    /// `value`
    pub value: &'a Input,
    /// `inputLayout`
    pub input_layout: &'a Text,
    /// Parameters of some forms.
    pub options: Options<'a>,
}

/// Parameters of attention beside queries, keys and values. A version that adds a parameter adds a field.
pub struct Options<'a> {
    /// `realShift` or `pseShift`: added to scores.
    pub pse_shift: &'a Option<Input>,
    /// `dropMask`: bits of the weights that are kept.
    pub drop_mask: &'a Option<Input>,
    /// `attenMask`: which keys are hidden.
    pub atten_mask: &'a Option<Input>,
    /// `prefix`: keys that all queries see, of each batch.
    pub prefix: Option<&'a Ints>,
    /// `actualSeqQLen`: where sequences of queries end, if they lie one behind the other.
    pub actual_seq_q_len: Option<&'a Ints>,
    /// `actualSeqKvLen`: where sequences of keys end.
    pub actual_seq_kv_len: Option<&'a Ints>,
    /// `scaleValue`: the factor of scores.
    pub scale_value: f64,
    /// `keepProb`: the share of weights that are kept.
    pub keep_prob: f64,
    /// `preTokens`
    pub pre_tokens: i64,
    /// `nextTokens`
    pub next_tokens: i64,
    /// `headNum`
    pub head_num: i64,
    /// `sparseMode`
    pub sparse_mode: i64,
    /// `pseType`: 0 adds after scaling, 1 before; 2 and 3 subtract slopes times distances of queries and keys, 3 times their roots.
    pub pse_type: i64,
    /// `qStartIdx` and `kvStartIdx`: the numbers of the first query and of the first key, for distances.
    pub starts: [Option<&'a Ints>; 2],
    /// `seed` and `offset` of random numbers that say which weights are kept where no bits do.
    pub random: Option<[i64; 2]>,
    /// True if the only layout is TND.
    pub is_variable: bool,
    /// True if statistics of TND are laid out by tokens first.
    pub statistics_by_tokens: bool,
    /// True if the workspace has to suffice for sequences of other lengths too.
    pub is_for_any_lengths: bool,
    /// `queryRope`: the second part of queries.
    pub query_rope: &'a Option<Input>,
    /// `keyRope`: the second part of keys.
    pub key_rope: &'a Option<Input>,
    /// `sink`: the score of one more key of each head.
    pub sink: &'a Option<Input>,
    /// `paddingMask`, which must be null, as all that follow.
    pub padding_mask: &'a Option<Input>,
    /// `dScaleQ`
    pub d_scale_q: &'a Option<Input>,
    /// `dScaleK`
    pub d_scale_k: &'a Option<Input>,
    /// `dScaleV`
    pub d_scale_v: &'a Option<Input>,
    /// `dScaleDy`
    pub d_scale_dy: &'a Option<Input>,
    /// `dScaleO`
    pub d_scale_o: &'a Option<Input>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            pse_shift: &None,
            drop_mask: &None,
            atten_mask: &None,
            prefix: None,
            actual_seq_q_len: None,
            actual_seq_kv_len: None,
            scale_value: 1.0,
            keep_prob: 1.0,
            pre_tokens: i64::MAX,
            next_tokens: i64::MAX,
            head_num: 1,
            sparse_mode: 0,
            pse_type: 1,
            starts: [None; 2],
            random: None,
            is_variable: false,
            statistics_by_tokens: false,
            is_for_any_lengths: false,
            padding_mask: &None,
            query_rope: &None,
            key_rope: &None,
            d_scale_q: &None,
            d_scale_k: &None,
            d_scale_v: &None,
            sink: &None,
            d_scale_dy: &None,
            d_scale_o: &None,
        }
    }
}

impl Options<'_> {
    /// Factor of slopes.
    fn distance(&self) -> Distance {
        let [query, key] = self.starts.map(|start| {
            let first = start.and_then(|start| start.first());
            first.copied().unwrap_or(0)
        });
        Distance {
            start: key.saturating_sub(query),
            is_root: self.pse_type == 3,
        }
    }
}

/// Outputs of attention.
pub struct Outputs<'a> {
    /// `softmaxMaxOut`
    pub softmax_max: &'a Output,
    /// `softmaxSumOut`
    pub softmax_sum: &'a Output,
    /// `attentionOutOut`
    pub attention_out: &'a Output,
}

/// Operands of the gradients of attention beside its arguments, and the gradients.
pub struct Gradients<'a> {
    /// `dy`: the gradient by results.
    pub dy: &'a Input,
    /// `softmaxMaxOptional`
    pub softmax_max: &'a Input,
    /// `softmaxSumOptional`
    pub softmax_sum: &'a Input,
    /// `attentionInOptional`
    pub attention_in: &'a Input,
    /// `dqOut`
    pub dq: &'a Output,
    /// `dkOut`
    pub dk: &'a Output,
    /// `dvOut`
    pub dv: &'a Output,
    /// `dpseOut`
    pub dpse: Option<&'a Output>,
    /// `dqRopeOut` and `dkRopeOut`: the gradients by the second parts.
    pub ropes: [Option<&'a Output>; 2],
    /// `dsinkOut`
    pub dsink: Option<&'a Output>,
}

/// A tensor that is given and has elements.
fn present(tensor: &Option<Input>) -> Option<&Input> {
    tensor.as_ref().filter(|tensor| !tensor.is_empty())
}

impl<'a> Scores<'a> {
    /// Plans attention.
    pub fn forward(&self, outputs: &Outputs) -> Planned {
        let &Outputs {
            softmax_max,
            softmax_sum,
            attention_out,
        } = outputs;
        let all = [softmax_max, softmax_sum, attention_out];
        if all.iter().all(|output| output.is_empty()) {
            return untouched(self.query, &all);
        }
        let (axes, extents, of) = self.attention()?;
        for statistics in [softmax_max, softmax_sum] {
            self.statistics(statistics, &extents)?;
        }
        self.results(attention_out, axes, &extents)?;
        let [heads, key_heads] = extents.heads;
        let source = |tensor: &Input, rope: &Option<Input>, heads: usize| -> Result<Source> {
            let rope = present(rope).map(|rope| axes.stored(rope.read()?, heads));
            Ok(Source {
                rope: rope.transpose()?,
                ..Source::of(axes.stored(tensor.read()?, heads)?)
            })
        };
        let operands = Forward {
            query: source(self.query, self.options.query_rope, heads)?,
            key: source(self.key, self.options.key_rope, key_heads)?,
            value: source(self.value, &None, key_heads)?,
            pages: None,
            modifiers: self.modifiers()?,
            quantised: None,
            padding: [None, None],
            selection: None,
            lengths: None,
        };
        let outputs = attention::Outputs {
            statistics: Some([softmax_max.write()?, softmax_sum.write()?]),
            lse: None,
            attention_out: axes.view(&attention_out.write()?, heads)?,
        };
        Ok(attention::forward(of, operands, outputs)?)
    }

    /// Plans the gradients.
    pub fn gradient(&self, gradients: &Gradients) -> Planned {
        let &Gradients {
            dy,
            softmax_max,
            softmax_sum,
            attention_in,
            dq,
            dk,
            dv,
            dpse,
            ropes,
            dsink,
        } = gradients;
        let dpse = dpse.filter(|output| !output.is_empty());
        let dsink = dsink.filter(|output| !output.is_empty());
        let outputs = [dq, dk, dv];
        if dpse.is_none() && outputs.iter().all(|output| output.is_empty()) {
            return untouched(self.query, &outputs);
        }
        let (axes, extents, of) = self.attention()?;
        self.results(dy, axes, &extents)?;
        for statistics in [softmax_max, softmax_sum] {
            self.statistics(statistics, &extents)?;
        }
        self.results(attention_in, axes, &extents)?;
        for (output, operand) in outputs.iter().zip([self.query, self.key, self.value]) {
            output.same_dtype(operand)?;
            output.same_shape(operand)?;
        }
        if let Some(dpse) = dpse {
            self.check_gradient_by_shift(dpse, &extents)?;
        }
        let parts = [
            present(self.options.query_rope),
            present(self.options.key_rope),
        ];
        let ropes = ropes.map(|output| output.filter(|output| !output.is_empty()));
        for (output, part) in ropes.iter().zip(parts) {
            let name = if part.is_some() {
                "dqRopeOut and dkRopeOut"
            } else {
                "queryRope and keyRope"
            };
            match (output, part) {
                (None, None) => {}
                (Some(output), Some(part)) => {
                    output.same_dtype(part)?;
                    output.same_shape(part)?;
                }
                _ => {
                    return Err(Error::value(
                        name,
                        "null or empty",
                        "tensors: both or none of the second parts and their gradients",
                    )
                    .into());
                }
            }
        }
        let sink = present(self.options.sink);
        if let Some(dsink) = dsink {
            dsink.dtype_in(FLOAT)?;
            let sink = sink.ok_or(Reason::Null {
                arg: "sinkInOptional",
            })?;
            dsink.same_shape(sink)?;
        } else if sink.is_some() {
            return Err(Reason::Null { arg: "dsinkOut" }.into());
        }
        let [heads, key_heads] = extents.heads;
        let gradients = attention::Gradients {
            dy: axes.view(&dy.read()?, heads)?,
            softmax_max: softmax_max.read()?,
            softmax_sum: softmax_sum.read()?,
            attention_in: axes.view(&attention_in.read()?, heads)?,
            dq: axes.view(&dq.write()?, heads)?,
            dk: axes.view(&dk.write()?, key_heads)?,
            dv: axes.view(&dv.write()?, key_heads)?,
            dpse: dpse.map(Output::write).transpose()?,
            dsink: dsink.map(Output::write).transpose()?,
        };
        let operands = Operands {
            query: axes.view(&self.query.read()?, heads)?,
            key: axes.view(&self.key.read()?, key_heads)?,
            value: axes.view(&self.value.read()?, key_heads)?,
            modifiers: self.modifiers()?,
        };
        let ([Some(query), Some(key)], [Some(dq), Some(dk)]) = (parts, ropes) else {
            return Ok(attention::gradient(of, operands, gradients)?);
        };
        let parts = [
            axes.view(&query.read()?, heads)?,
            axes.view(&key.read()?, key_heads)?,
        ];
        let gradients_of_parts = [
            axes.view(&dq.write()?, heads)?,
            axes.view(&dk.write()?, key_heads)?,
        ];
        Ok(attention::gradient_of_parts(
            of,
            operands,
            parts,
            gradients,
            gradients_of_parts,
        )?)
    }

    fn check_gradient_by_shift(&self, dpse: &Output, extents: &Extents) -> Result<()> {
        let shift = self.pse_shift().ok_or_else(|| {
            let got = format!("of shape {:?}", dpse.shape());
            let allowed = "null or an empty tensor without a `pseShiftOptional`";
            Error::value(dpse.name(), got, allowed)
        })?;
        dpse.same_dtype(shift)?;
        let all = [
            extents.batch,
            extents.heads[0],
            extents.rows[0],
            extents.rows[1],
        ];
        let all = all.map(|extent| extent as i64);
        dpse.shape_is(&all, "one number for each score")?;
        dpse.same_shape(shift)
    }

    /// Reads what changes scores and weights.
    fn modifiers(&self) -> Result<Modifiers> {
        let read = |tensor: Option<&Input>| tensor.map(Input::read).transpose();
        let is_read = self.hides_by_mask();
        let mask = read(self.atten_mask().filter(|_| is_read))?;
        let with_axes = |mask: Arg| match mask.view.layout.rank() {
            2 => mask.viewed(mask.view.layout.with_axis(0).with_axis(0)),
            _ => Ok(mask),
        };
        let is_slopes = matches!(self.options.pse_type, 2 | 3);
        let shift = |shift: Arg| match shift.view.layout.rank() {
            4 => Ok(shift),
            // Those of sequences one behind the other.
            _ => shift.shaped(&[1, 1, 1, shift.view.numel().unwrap_or(0) as i64]),
        };
        let given = read(self.pse_shift())?;
        let (slopes, pse_shift) = if is_slopes {
            (given, None)
        } else {
            (None, given)
        };
        Ok(Modifiers {
            pse_shift: pse_shift.map(shift).transpose()?,
            atten_mask: mask.map(with_axes).transpose()?,
            drop_mask: read(self.drop_mask().filter(|_| self.options.keep_prob < 1.0))?,
            slopes,
            sink: read(present(self.options.sink))?,
            weights: None,
        })
    }

    fn pse_shift(&self) -> Option<&'a Input> {
        present(self.options.pse_shift)
    }

    fn drop_mask(&self) -> Option<&'a Input> {
        present(self.options.drop_mask)
    }

    fn atten_mask(&self) -> Option<&'a Input> {
        present(self.options.atten_mask)
    }

    /// Ends of the sequences of queries and of keys, if they are packed.
    fn ends(&self) -> [Option<&'a Ints>; 2] {
        let options = &self.options;
        [options.actual_seq_q_len, options.actual_seq_kv_len]
    }

    /// True if the elements of the mask count, and not its presence alone.
    fn hides_by_mask(&self) -> bool {
        matches!(self.options.sparse_mode, 0 | 1 | 5)
    }

    /// Refuses results, or gradients by results, of another type or shape.
    fn results(&self, results: &TensorArg, axes: Axes, extents: &Extents) -> Result<()> {
        let query = self.query;
        results.same_dtype(query)?;
        let mut shape = query.shape().to_vec();
        shape[axes.rank - 1] = axes.last(extents.heads[0] as i64, extents.width as i64);
        results.shape_is(
            &shape,
            format_args!("that of `{}`, with the heads of the values", query.name()),
        )
    }

    /// Refuses statistics of another type or shape.
    fn statistics(&self, tensor: &TensorArg, extents: &Extents) -> Result<()> {
        tensor.dtype_in(FLOAT)?;
        let (heads, rows) = (extents.heads[0] as i64, extents.rows[0] as i64);
        if &**self.input_layout == "TND" {
            let turned = [heads, rows, COPIES];
            return match tensor.shape() == turned {
                true => Ok(()),
                false => tensor.shape_is(&[rows, heads, COPIES], "tokens, heads and 8"),
            };
        }
        let shape = [extents.batch as i64, heads, rows, COPIES];
        tensor.shape_is(&shape, "batch, heads, queries and 8")
    }

    /// Refuses what is not computed with.
    fn check_reserved(&self) -> Result<()> {
        let of = &self.options;
        let reserved = [
            of.padding_mask,
            of.d_scale_q,
            of.d_scale_k,
            of.d_scale_v,
            of.d_scale_dy,
            of.d_scale_o,
        ];
        match reserved.into_iter().find_map(present) {
            None => Ok(()),
            Some(reserved) => {
                let got = format!("of shape {:?}", reserved.shape());
                let allowed = "null: it is not computed with";
                Err(Error::value(reserved.name(), got, allowed))
            }
        }
    }

    /// Refuses second parts and a sink that do not fit.
    fn check_parts(&self, axes: Axes, extents: &Extents) -> Result<()> {
        if let Some(sink) = present(self.options.sink) {
            sink.dtype_in(FLOAT)?;
            sink.shape_is(
                &[extents.heads[0] as i64],
                "a number for each head of queries",
            )?;
        }
        let parts = [
            present(self.options.query_rope),
            present(self.options.key_rope),
        ];
        let [Some(query), Some(key)] = parts else {
            return match parts {
                [None, None] => Ok(()),
                [None, _] => Err(Reason::Null { arg: "queryRope" }.into()),
                _ => Err(Reason::Null { arg: "keyRope" }.into()),
            };
        };
        let [heads, key_heads] = extents.heads.map(|heads| heads as i64);
        let last = axes.rank - 1;
        let mut columns = query.shape().last().copied().unwrap_or(0);
        if axes.last(heads, 1) > 1 && columns % heads == 0 {
            columns /= heads;
        }
        for (part, whole, heads) in [(query, self.query, heads), (key, self.key, key_heads)] {
            part.same_dtype(whole)?;
            let mut shape = whole.shape().to_vec();
            shape[last] = axes.last(heads, columns);
            part.shape_is(
                &shape,
                format_args!("that of `{}`, but for the elements of a head", whole.name()),
            )?;
        }
        Ok(())
    }

    fn attention(&self) -> Result<(Axes, Extents, Attention)> {
        self.query.dtype_in(TYPES)?;
        self.key.same_dtype(self.query)?;
        self.value.same_dtype(self.query)?;
        self.check_reserved()?;
        let (axes, extents) = self.extents()?;
        let keep = self.options.keep_prob;
        if !(keep > 0.0 && keep <= 1.0) {
            return Err(Error::value("keepProb", keep, "above 0, up to 1"));
        }
        let ends = self.sequences(&extents)?;
        self.check_mask(&extents, &ends)?;
        let prefixes = self.prefixes(&ends)?;
        let shift = self.check_shift(&extents, &ends)?;
        self.check_drop_mask(&extents, &ends)?;
        self.check_parts(axes, &extents)?;
        let of = self.describe(&extents, &ends, &prefixes, shift)?;
        Ok((axes, extents, of))
    }
}

/// Returns true if the layout of statistics is that of tokens; refuses what names none.
pub fn by_tokens(layout: &Option<Text>) -> Result<bool> {
    match layout.as_deref() {
        Some("same_as_input") => Ok(true),
        None | Some("") => Ok(false),
        Some(other) => {
            let name = layout.as_ref().map_or("softmaxOutLayout", Text::name);
            Err(Error::value(
                name,
                format!("{other:?}"),
                "\"same_as_input\" or \"\"",
            ))
        }
    }
}
