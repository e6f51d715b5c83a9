//! Attention: layouts, heads, sequences, masks and windows, as all forms take them.

mod describe;
mod masks;
mod shapes;

use super::{Dtypes, on_all, untouched};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Ints, Output, TensorArg, Text};
use crate::contract::sets::SHORT_EVERYWHERE;
use crate::error::{Error, Result};
use crate::ops::attention::{self, Attention, Gradients, Operands};
use crate::tensor::Dtype;
use shapes::{Axes, Extents};

const TYPES: Dtypes = SHORT_EVERYWHERE;
const FLOAT: Dtypes = on_all(&[Dtype::F32]);

/// Copies of each number of the statistics.
const COPIES: i64 = 8;

/// The arguments of attention.
pub struct Scores<'a> {
    /// Queries, keys and values.
    pub operands: [&'a Input; 3],
    /// What is added to scores.
    pub shift: Option<&'a Input>,
    /// Bits of the weights that are kept.
    pub kept: Option<&'a Input>,
    /// Reserved tensors, which are null.
    pub reserved: &'a [&'a Option<Input>],
    /// Which keys are hidden.
    pub mask: Option<&'a Input>,
    /// Keys that all queries see, of each batch.
    pub prefix: Option<&'a Ints>,
    /// Where sequences of queries and of keys end, if they lie one behind the other.
    pub ends: [Option<&'a Ints>; 2],
    /// Whether the only layout is TND.
    pub is_variable: bool,
    /// The factor of scores.
    pub scale: f64,
    /// The share of weights that are kept.
    pub keep: f64,
    /// `preTokens` and `nextTokens`.
    pub tokens: [i64; 2],
    /// `headNum`
    pub heads: i64,
    /// `inputLayout`
    pub layout: &'a Text,
    /// `sparseMode`
    pub mode: i64,
    /// `pseType`: 0 adds after scaling, 1 before.
    pub shift_type: i64,
    /// Seed and offset of random numbers that say which weights are kept where no bits do.
    pub random: Option<[i64; 2]>,
    /// Whether statistics of TND lie by tokens first.
    pub by_tokens: bool,
}

/// A tensor that is given and has elements.
fn present(tensor: &Option<Input>) -> Option<&Input> {
    tensor.as_ref().filter(|tensor| !tensor.is_empty())
}

impl<'a> Scores<'a> {
    /// The arguments that every form has: queries, keys and values, then what is added to scores, the bits of weights that are kept and the mask.
    pub fn new(
        operands: [&'a Input; 3],
        [shift, kept, mask]: [&'a Option<Input>; 3],
        layout: &'a Text,
    ) -> Self {
        Self {
            operands,
            shift: present(shift),
            kept: present(kept),
            mask: present(mask),
            layout,
            reserved: &[],
            prefix: None,
            ends: [None; 2],
            is_variable: false,
            scale: 1.0,
            keep: 1.0,
            tokens: [i64::MAX; 2],
            heads: 1,
            mode: 0,
            shift_type: 1,
            random: None,
            by_tokens: false,
        }
    }

    /// The factor of scores, the share of weights that are kept, `preTokens` and `nextTokens`, `headNum` and `sparseMode`.
    pub fn with(self, [scale, keep]: [f64; 2], tokens: [i64; 2], heads: i64, mode: i64) -> Self {
        Self {
            scale,
            keep,
            tokens,
            heads,
            mode,
            ..self
        }
    }

    /// Plans attention. `outputs` are the statistics and the results.
    pub fn forward(&self, outputs: [&Output; 3]) -> Planned {
        if outputs.iter().all(|output| output.is_empty()) {
            return untouched(self.operands[0], &outputs);
        }
        let (axes, extents, of) = self.attention()?;
        let [largest, sum, results] = outputs;
        for statistics in [largest, sum] {
            self.statistics(statistics, &extents)?;
        }
        self.results(results, axes, &extents)?;
        let operands = self.operands()?;
        Ok(attention::forward(
            of,
            operands,
            [largest.write()?, sum.write()?, results.write()?],
        )?)
    }

    /// Plans the gradients. `given` are the gradient by results, the statistics and the results, `outputs` the gradients by queries, keys and values.
    pub fn gradient(
        &self,
        given: [&Input; 4],
        outputs: [&Output; 3],
        by_shift: Option<&Output>,
    ) -> Planned {
        let by_shift = by_shift.filter(|output| !output.is_empty());
        if by_shift.is_none() && outputs.iter().all(|output| output.is_empty()) {
            return untouched(self.operands[0], &outputs);
        }
        let (axes, extents, of) = self.attention()?;
        let [by_results, largest, sum, results] = given;
        self.results(by_results, axes, &extents)?;
        for statistics in [largest, sum] {
            self.statistics(statistics, &extents)?;
        }
        self.results(results, axes, &extents)?;
        for (output, operand) in outputs.iter().zip(self.operands) {
            output.same_dtype(operand)?;
            output.same_shape(operand)?;
        }
        if let Some(output) = by_shift {
            let shift = self.shift.ok_or_else(|| {
                let got = format!("of shape {:?}", output.shape());
                Error::value(
                    output.name(),
                    got,
                    "null or an empty tensor without a `pseShiftOptional`",
                )
            })?;
            output.same_dtype(shift)?;
            let all = [
                extents.batch,
                extents.heads[0],
                extents.rows[0],
                extents.rows[1],
            ];
            output.shape_is(
                &all.map(|extent| extent as i64),
                "one number for each score",
            )?;
            output.same_shape(shift)?;
        }
        let gradients = Gradients {
            by_results: by_results.read()?,
            statistics: [largest.read()?, sum.read()?],
            results: results.read()?,
            by_operands: [
                outputs[0].write()?,
                outputs[1].write()?,
                outputs[2].write()?,
            ],
            by_shift: by_shift.map(Output::write).transpose()?,
        };
        Ok(attention::gradient(of, self.operands()?, gradients)?)
    }

    /// Reads what scores depend on.
    fn operands(&self) -> Result<Operands> {
        let read = |tensor: Option<&Input>| tensor.map(Input::read).transpose();
        let [query, key, value] = self.operands;
        let is_read = self.hides_by_mask();
        Ok(Operands {
            given: [query.read()?, key.read()?, value.read()?],
            shift: read(self.shift)?,
            mask: read(self.mask.filter(|_| is_read))?,
            kept: read(self.kept.filter(|_| self.keep < 1.0))?,
        })
    }

    /// Whether the elements of the mask count, and not its presence alone.
    fn hides_by_mask(&self) -> bool {
        matches!(self.mode, 0 | 1 | 5)
    }

    /// Refuses results, or gradients by results, of another type or shape.
    fn results(&self, results: &TensorArg, axes: Axes, extents: &Extents) -> Result<()> {
        let query = self.operands[0];
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
        if &**self.layout == "TND" {
            let turned = [heads, rows, COPIES];
            return match tensor.shape() == turned {
                true => Ok(()),
                false => tensor.shape_is(&[rows, heads, COPIES], "tokens, heads and 8"),
            };
        }
        let shape = [extents.batch as i64, heads, rows, COPIES];
        tensor.shape_is(&shape, "batch, heads, queries and 8")
    }

    fn attention(&self) -> Result<(Axes, Extents, Attention)> {
        let [query, key, value] = self.operands;
        query.dtype_in(TYPES)?;
        key.same_dtype(query)?;
        value.same_dtype(query)?;
        if let Some(reserved) = self.reserved.iter().find_map(|tensor| present(tensor)) {
            let got = format!("of shape {:?}", reserved.shape());
            return Err(Error::value(
                reserved.name(),
                got,
                "null: it is not computed with",
            ));
        }
        let (axes, extents) = self.extents()?;
        if !(self.keep > 0.0 && self.keep <= 1.0) {
            return Err(Error::value("keepProb", self.keep, "above 0, up to 1"));
        }
        let ends = self.sequences(&extents)?;
        let prefixes = self.prefixes(&ends)?;
        let mask = self.mask(&extents, &ends)?;
        let shift = self.shift(&extents)?;
        self.kept(&extents, &ends)?;
        let of = self.describe(axes, &extents, &ends, &prefixes, (mask, shift))?;
        Ok((axes, extents, of))
    }
}

/// Whether the layout of statistics is that of tokens; refuses what names none.
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
