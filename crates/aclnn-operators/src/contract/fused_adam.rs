//! A step of Adam for each tensor of lists.

use std::sync::Arc;

use super::Dtypes;
use super::foreach::length_is;
use super::optim::{AdamW, not_negative, numbers, one_shape, one_type, states};
use crate::argument::{ConstInOuts, InOut, Input, Inputs, TensorArg};
use crate::error::{Error, Result};
use crate::ops::optimizers::{Group, step};
use crate::ops::{Arg, Call};
use crate::tensor::{Dtype, Layout};

/// Gradients of the parameters.
pub enum Gradients<'a> {
    /// They stay as they are.
    Read(&'a Inputs),
    /// They are divided by the scale, if there is one.
    Scaled(&'a ConstInOuts),
}

impl Gradients<'_> {
    fn list(&self) -> (&'static str, usize) {
        match self {
            Self::Read(list) => (list.name(), list.len()),
            Self::Scaled(list) => (list.name(), list.len()),
        }
    }

    fn tensor(&self, k: usize) -> &TensorArg {
        match self {
            Self::Read(list) => &list[k],
            Self::Scaled(list) => &list[k],
        }
    }

    fn operand(&self, k: usize, is_scaled: bool) -> Result<(Arg, bool)> {
        match self {
            Self::Read(list) => Ok((list[k].read()?, false)),
            Self::Scaled(list) => Ok((list[k].update()?, is_scaled)),
        }
    }
}

/// Tensors of a step: one of each list for each parameter.
pub struct Lists<'a> {
    /// The parameters.
    pub params: &'a ConstInOuts,
    /// Their gradients.
    pub grads: Gradients<'a>,
    /// Averages of gradients.
    pub exp_avgs: &'a ConstInOuts,
    /// Averages of their squares.
    pub exp_avg_sqs: &'a ConstInOuts,
    /// The largest of these so far.
    pub largest: Option<&'a ConstInOuts>,
    /// Numbers of steps: the first element of each tensor.
    pub steps: &'a Inputs,
    /// Divisor of gradients; an empty tensor is none.
    pub scale: Option<&'a Input>,
    /// 1: nothing is done; an empty tensor is none.
    pub found_inf: Option<&'a Input>,
}

impl Lists<'_> {
    fn states(&self, k: usize) -> Vec<&InOut> {
        let mut states = vec![&self.params[k], &self.exp_avgs[k], &self.exp_avg_sqs[k]];
        states.extend(self.largest.map(|largest| &largest[k]));
        states
    }

    /// Refuses lists of other lengths than the first, and tensors that differ in type or shape.
    fn check(&self, types: Dtypes) -> Result<()> {
        let (params, count) = (self.params.name(), self.params.len());
        if count == 0 {
            return Err(Error::value(params, "an empty list", "one tensor or more"));
        }
        let of_list = |list: &ConstInOuts| (list.name(), list.len());
        let mut lists = vec![
            self.grads.list(),
            of_list(self.exp_avgs),
            of_list(self.exp_avg_sqs),
            (self.steps.name(), self.steps.len()),
        ];
        lists.extend(self.largest.map(of_list));
        for (name, length) in lists {
            length_is(name, length, count, params)?;
        }
        for k in 0..count {
            self.steps[k].dtype_in(super::on_all(&[Dtype::F32, Dtype::I64]))?;
            self.steps[k].same_dtype(&self.steps[0])?;
            if self.steps[k].is_empty() {
                return Err(self.steps[k].shape_refused("one element"));
            }
            let states = self.states(k);
            let mut tensors: Vec<&TensorArg> =
                states.iter().map(|state| -> &TensorArg { state }).collect();
            tensors.push(self.grads.tensor(k));
            one_shape(&tensors)?;
            tensors.insert(0, &self.params[0]);
            one_type(types, &tensors)?;
        }
        Ok(())
    }

    /// The number of steps of a parameter.
    fn step(&self, k: usize) -> Result<Arg> {
        let all = self.steps[k].read()?;
        let first = [1].as_slice();
        let layout = Layout::new(first.into(), first.into(), all.view.layout.offset());
        all.viewed(layout)
    }

    /// Plans a step for each parameter, where `before` steps are missing in the numbers of steps.
    pub fn plan(&self, types: Dtypes, of: AdamW, before: f64) -> Result<Call> {
        for (name, value) in [
            ("lr", of.lr),
            ("beta1", of.beta1),
            ("beta2", of.beta2),
            ("weightDecay", of.decay),
        ] {
            not_negative(name, value)?;
        }
        if of.amsgrad && self.largest.is_none() {
            let allowed = "a list where `amsgrad` is true";
            return Err(Error::value("maxExpAvgSqsRef", "null", allowed));
        }
        self.check(types)?;
        let is_there = |tensor: &&Input| !tensor.is_empty();
        let scale = self.scale.filter(is_there);
        let found_inf = self.found_inf.filter(is_there);
        let shared: Vec<&Input> = scale.into_iter().chain(found_inf).collect();
        for tensor in &shared {
            tensor.dtype_is(Dtype::F32)?;
        }
        let is_scaled = scale.is_some();
        let looks = found_inf.is_some();
        let divides = is_scaled && matches!(self.grads, Gradients::Scaled(_));
        let group = |k: usize| {
            let mut kept = self.states(k);
            if !of.amsgrad {
                kept.truncate(3);
            }
            let (gradient, divides) = self.grads.operand(k, divides)?;
            Ok(Group {
                gradient,
                divides,
                states: states(&kept)?,
                numbers: vec![self.step(k)?],
            })
        };
        let groups = (0..self.params.len()).map(group).collect::<Result<_>>()?;
        let plan = move |numbers: &[f64]| {
            let scale = if is_scaled { numbers[1] } else { 1.0 };
            let found = looks && numbers.last() == Some(&1.0);
            let (inside, ahead) = if divides { (1.0, scale) } else { (scale, 1.0) };
            (!found).then(|| (of.step(of.powers(numbers[0] + before), inside), ahead))
        };
        step(groups, numbers(&shared)?, Arc::new(plan))
    }
}
