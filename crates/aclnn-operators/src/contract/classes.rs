//! Losses of classes: logarithms of probabilities, the class that each row is of, and a weight for each class.

use super::{Dtypes, SHORT_FLOATING, STORED, combination, on_all, untouched};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output, TensorArg};
use crate::error::Result;
use crate::ops::creation::fill_each;
use crate::ops::losses::Combination;
use crate::ops::losses::labels::Ignored;
use crate::ops::losses::nll::{Classes, NllLoss, NllLossBackward, nll_loss, nll_loss_backward};
use crate::tensor::Dtype;

const TARGETS: Dtypes = on_all(&[Dtype::I64, Dtype::U8, Dtype::I32]);

/// Arguments of the losses of classes.
#[derive(Clone, Copy, Debug)]
pub struct Likelihood<'a> {
    self_: &'a Input,
    target: &'a Input,
    weight: &'a Input,
    of_planes: bool,
}

impl<'a> Likelihood<'a> {
    /// Rows of probabilities, or one; with `of_planes` planes of probabilities for each class.
    pub fn new(self_: &'a Input, target: &'a Input, weight: &'a Input, of_planes: bool) -> Self {
        Self {
            self_,
            target,
            weight,
            of_planes,
        }
    }

    /// Refuses types outside the lists.
    fn types(self) -> Result<()> {
        self.self_.dtype_in(SHORT_FLOATING)?;
        self.target.dtype_in(TARGETS)
    }

    /// Returns where classes lie; refuses shapes that do not fit together. `of_one` is whether one row may have a target of one dimension.
    fn classes(self, of_one: bool) -> Result<Classes> {
        let (x, target) = (self.self_.shape(), self.target.shape());
        let ranks = if self.of_planes { 4..=4 } else { 1..=2 };
        self.self_.rank_in(ranks)?;
        let axis = x.len().saturating_sub(1).min(1);
        let mut positions = x.to_vec();
        positions.remove(axis);
        if !(of_one && x.len() == 1 && target == x) {
            let reason = "that of `self` without the classes";
            self.target.shape_is(&positions, reason)?;
        }
        self.weight.shape_is(&[x[axis]], "the classes of `self`")?;
        let of = Classes::new(x);
        if of.classes == 0 && of.rows * of.inner > 0 {
            return Err(self.self_.shape_refused("one class or more"));
        }
        Ok(of)
    }

    /// Refuses a loss, or the gradient of it, of another shape than one for each target, or one number.
    fn one_each(self, loss: &TensorArg, how: Combination) -> Result<()> {
        if how == Combination::None && self.self_.rank() > 1 {
            let mut positions = self.self_.shape().to_vec();
            positions.remove(1);
            return loss.shape_is(&positions, "that of `target`");
        }
        loss.rank_in(0..=1)?;
        loss.shape_fits(&[], "one number")
    }

    /// Plans the loss.
    pub fn loss(self, reduction: i64, ignored: i64, [out, total]: [&Output; 2]) -> Planned {
        if self.of_planes {
            self.types()?;
        }
        self.weight.same_dtype(self.self_)?;
        let dtype = self.self_.dtype()?;
        for output in [out, total] {
            output.takes(dtype)?;
            output.dtype_in(STORED)?;
        }
        self.types()?;
        let how = combination(reduction, 2)?;
        self.classes(false)?;
        self.one_each(out, how)?;
        total.shape_fits(&[], "one number")?;
        if self.self_.is_empty() || self.target.is_empty() {
            return match how {
                Combination::None => untouched(self.self_, &[out, total]),
                Combination::Sum => loss_of_no_weight(0.0, out, total),
                _ => loss_of_no_weight(f64::NAN, out, total),
            };
        }
        let operands = NllLoss {
            input: self.self_.read()?,
            target: self.target.read()?,
            weight: self.weight.read()?,
            out: out.write()?,
            total_weight: total.write()?,
        };
        Ok(nll_loss(operands, ignored_by(ignored), how)?)
    }

    /// Plans the gradient by the probabilities.
    pub fn backward(
        self,
        grad: &Input,
        reduction: i64,
        ignored: i64,
        total: &Input,
        out: &Output,
    ) -> Planned {
        if self.of_planes {
            self.types()?;
        }
        for tensor in [self.weight, grad, total] {
            tensor.same_dtype(self.self_)?;
        }
        let dtype = self.self_.dtype()?;
        match self.of_planes {
            true => out.same_dtype(self.self_)?,
            false => out.takes(dtype)?,
        }
        self.types()?;
        let first = (!self.of_planes).then(|| combination(reduction, 2));
        let first = first.transpose()?;
        self.classes(true)?;
        total.shape_fits(&[], "one number")?;
        let how = first.or(combination(reduction, 2).ok());
        self.one_each(grad, how.unwrap_or(Combination::Sum))?;
        out.same_shape(self.self_)?;
        let how = combination(reduction, 2)?;
        if self.self_.is_empty() {
            return untouched(self.self_, &[out]);
        }
        // The probabilities themselves do not count, but their memory is held against the allocation.
        self.self_.read()?;
        let operands = NllLossBackward {
            grad_output: grad.read()?,
            target: self.target.read()?,
            weight: self.weight.read()?,
            total_weight: total.read()?,
            out: out.write()?,
        };
        let ignored = ignored_by(ignored);
        Ok(nll_loss_backward(operands, ignored, how, dtype)?)
    }
}

/// The label that `ignoreIndex` names.
pub fn ignored_by(index: i64) -> Ignored {
    Ignored {
        label: index,
        argument: Some("ignoreIndex"),
    }
}

/// Plans a loss of nothing, whose weights add up to 0.
fn loss_of_no_weight(loss: f64, out: &Output, total: &Output) -> Planned {
    Ok(fill_each([(out.write()?, loss), (total.write()?, 0.0)])?)
}
