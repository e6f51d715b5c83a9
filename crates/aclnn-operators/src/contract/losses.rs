//! Losses and their gradients: how losses are combined, and which shapes outputs have.

use super::{
    Dtypes, all_promoted, computes_in, fill, generated_unit, on_all, promoted, up_to_rank_8,
};
use crate::abi::aclnn::phases::Planned;
use crate::abi::failure::Outcome;
use crate::argument::{Input, Output, TensorArg, Text};
use crate::device::soc::Generation;
use crate::error::{Error, Result};
use crate::ops::losses::{self, Combination};
use crate::ops::pointwise::{self, Operand};
use crate::ops::tables::Table;
use crate::ops::{Arg, Call};
use crate::tensor::{Dims, Dtype, Value, broadcast};

/// Returns how losses are combined: 0 not at all, 1 their mean, 2 their sum, and 3 a sum divided by the first extent, where `most` is 3.
pub fn combination(reduction: i64, most: i64) -> Result<Combination> {
    match reduction {
        0 => Ok(Combination::None),
        1 => Ok(Combination::Mean),
        2 => Ok(Combination::Sum),
        3 if most == 3 => Ok(Combination::BatchMean),
        other => Err(Error::value("reduction", other, format!("0 to {most}"))),
    }
}

/// Returns the shape to which tensors broadcast, and refuses the one that does not.
fn shape_of(tensors: &[&TensorArg]) -> Result<Dims> {
    tensors.iter().try_fold(Dims::new(), |shape, tensor| {
        broadcast(&shape, tensor.shape()).ok_or_else(|| {
            let others = tensors[0].name();
            tensor.shape_refused(format!("one that broadcasts with that of `{others}`"))
        })
    })
}

/// Plans what an output is where there is no element to compute a loss of: nothing is written of single ones, and a mean is NaN.
pub fn loss_of_nothing(how: Combination, inputs: &[&Input], out: &Output) -> Planned {
    match how {
        Combination::None => {
            let inputs = inputs.iter().map(|input| input.read());
            let args: Result<Vec<Arg>> = inputs.chain([out.write()]).collect();
            Ok(Call::nothing(args?))
        }
        Combination::Sum => fill(0.0, out),
        Combination::Mean | Combination::BatchMean => fill(f64::NAN, out),
    }
}

/// An element and its target, and the loss to write.
#[derive(Clone, Copy, Debug)]
pub struct PairLoss<'a> {
    element: &'a Input,
    target: &'a Input,
    out: &'a Output,
}

impl<'a> PairLoss<'a> {
    /// The three tensors.
    pub fn new(element: &'a Input, target: &'a Input, out: &'a Output) -> Self {
        Self {
            element,
            target,
            out,
        }
    }

    /// Returns the type in which the loss is computed.
    pub fn compute(self) -> Result<Dtype> {
        promoted(self.element, self.target)
    }

    /// Refuses inputs outside `types`.
    pub fn inputs_in(self, types: Dtypes) -> Result<()> {
        self.element.dtype_in(types)?;
        self.target.dtype_in(types)
    }

    /// Refuses inputs and an output outside `types`.
    pub fn all_in(self, types: Dtypes) -> Result<()> {
        self.inputs_in(types)?;
        self.out.dtype_in(types)
    }

    /// Refuses an output that the computation type cannot be cast to.
    pub fn castable(self) -> Result<()> {
        self.out.takes(self.compute()?)
    }

    /// Refuses more than 8 dimensions.
    pub fn up_to_rank_8(self) -> Result<()> {
        up_to_rank_8(&[self.element, self.target, self.out])
    }

    /// Returns the shape to which both broadcast; refuses an output of another one, if it gets the loss of each element.
    pub fn shape(self, how: Combination) -> Result<Dims> {
        let shape = shape_of(&[self.element, self.target])?;
        if how == Combination::None {
            self.out.shape_is(&shape, "`self` and `target` broadcast")?;
        }
        Ok(shape)
    }

    /// The same; refuses an output of a dimension, if it gets one number.
    pub fn shape_or_number(self, how: Combination) -> Result<Dims> {
        let shape = self.shape(how)?;
        if how != Combination::None {
            self.out.rank_in(0..=0)?;
        }
        Ok(shape)
    }

    /// Returns true if there is no element.
    pub fn is_empty(self) -> bool {
        self.element.is_empty() || self.target.is_empty()
    }

    /// Plans it over a shape.
    pub fn plan(
        self,
        table: &'static Table<2>,
        parameters: &[Value],
        how: Combination,
        shape: &[i64],
    ) -> Planned {
        if self.is_empty() {
            return loss_of_nothing(how, &[self.element, self.target], self.out);
        }
        let inputs = [self.element.read()?.into(), self.target.read()?.into()];
        let (compute, out) = (self.compute()?, self.out.write()?);
        Ok(losses::loss(
            table,
            compute,
            parameters,
            inputs,
            (how, shape),
            out,
        )?)
    }
}

/// The gradient of a loss, an element and its target, and the gradient to write.
#[derive(Clone, Copy, Debug)]
pub struct PairBackward<'a> {
    grad: &'a Input,
    element: &'a Input,
    target: &'a Input,
    out: &'a Output,
}

impl<'a> PairBackward<'a> {
    /// The four tensors.
    pub fn new(grad: &'a Input, element: &'a Input, target: &'a Input, out: &'a Output) -> Self {
        Self {
            grad,
            element,
            target,
            out,
        }
    }

    /// The inputs.
    fn inputs(self) -> [&'a Input; 3] {
        [self.grad, self.element, self.target]
    }

    /// Returns the type in which it is computed; refuses one outside `types`.
    pub fn computes_in(self, types: Dtypes) -> Result<Dtype> {
        let compute = all_promoted(&self.inputs().map(|input| &**input))?;
        computes_in(compute, types, self.target)?;
        Ok(compute)
    }

    /// Refuses inputs outside `types`.
    pub fn inputs_in(self, types: Dtypes) -> Result<()> {
        self.inputs()
            .iter()
            .try_for_each(|input| input.dtype_in(types))
    }

    /// Refuses inputs and an output outside `types`.
    pub fn all_in(self, types: Dtypes) -> Result<()> {
        self.inputs_in(types)?;
        self.out.dtype_in(types)
    }

    /// Refuses more than 8 dimensions of an input.
    pub fn inputs_up_to_rank_8(self) -> Result<()> {
        up_to_rank_8(&self.inputs().map(|input| &**input))
    }

    /// Refuses more than 8 dimensions.
    pub fn up_to_rank_8(self) -> Result<()> {
        self.inputs_up_to_rank_8()?;
        self.out.max_rank(8)
    }

    /// Returns the shape to which the inputs broadcast; refuses an output of another one.
    pub fn shape(self) -> Result<Dims> {
        let shape = shape_of(&self.inputs().map(|input| &**input))?;
        self.out.shape_is(&shape, "the inputs broadcast")?;
        Ok(shape)
    }

    /// Returns the shape to which element and target broadcast; refuses a gradient that does not broadcast to that, and an output of another shape
    /// than the input `of`.
    pub fn shape_of_one(self, of: &TensorArg) -> Result<Dims> {
        let shape = shape_of(&[self.element, self.target])?;
        if broadcast(self.grad.shape(), &shape).as_ref() != Some(&shape) {
            let allowed = format!("one that broadcasts to {:?}", shape.as_slice());
            return Err(self.grad.shape_refused(allowed));
        }
        self.out.same_shape(of)?;
        Ok(shape)
    }

    /// Returns true if there is no element.
    pub fn is_empty(self) -> bool {
        self.inputs().iter().any(|input| input.is_empty())
    }

    /// Plans nothing.
    pub fn nothing(self) -> Planned {
        loss_of_nothing(Combination::None, &self.inputs(), self.out)
    }

    /// Plans it in `compute`; the first inputs of the loops are gradient, element and target.
    pub fn plan(self, table: &'static Table<3>, compute: Dtype, parameters: &[Value]) -> Planned {
        if self.is_empty() {
            return self.nothing();
        }
        let [grad, element, target] = self.inputs().map(|input| input.read());
        let inputs = [grad?.into(), element?.into(), target?.into()];
        let out = [self.out.write()?];
        Ok(pointwise::apply(table, compute, parameters, inputs, out)?)
    }
}

impl PairBackward<'_> {
    /// Returns FLOAT16 if all inputs have that type, else FLOAT.
    pub fn half_or_float(self) -> Result<Dtype> {
        let mut all_half = true;
        for input in self.inputs() {
            all_half &= input.dtype()? == Dtype::F16;
        }
        Ok(if all_half { Dtype::F16 } else { Dtype::F32 })
    }
}

/// As [`combination`], where the device takes every other number for 0.
pub fn any_combination(reduction: i64) -> Combination {
    combination(reduction, 3).unwrap_or(Combination::None)
}

/// Refuses NaN and a number below 0.
pub fn not_below_0(name: &'static str, value: f32) -> Result<()> {
    match value >= 0.0 {
        true => Ok(()),
        false => Err(Error::value(name, value, "0 or more")),
    }
}

/// Refuses tensors of more than one type.
pub fn of_one_type(tensors: &[&TensorArg]) -> Result<()> {
    tensors
        .iter()
        .try_for_each(|tensor| tensor.same_dtype(tensors[0]))
}

/// A tensor, another one of its shape, factors that broadcast to it, each of which is 1 if it is not given, and the tensor to write.
#[derive(Clone, Copy, Debug)]
pub struct Weighted<'a> {
    tensor: &'a Input,
    other: &'a Input,
    factors: &'a [Option<&'a Input>],
    out: &'a Output,
}

impl<'a> Weighted<'a> {
    /// The tensors.
    pub fn new(
        tensor: &'a Input,
        other: &'a Input,
        factors: &'a [Option<&'a Input>],
        out: &'a Output,
    ) -> Self {
        Self {
            tensor,
            other,
            factors,
            out,
        }
    }

    /// The tensors that are read.
    fn inputs(self) -> Vec<&'a TensorArg> {
        let given = self.factors.iter().flatten().map(|factor| &***factor);
        let mut inputs: Vec<&TensorArg> = vec![self.tensor, self.other];
        inputs.extend(given);
        inputs
    }

    /// Refuses more than 8 dimensions.
    pub fn up_to_rank_8(self) -> Result<()> {
        up_to_rank_8(&self.inputs())?;
        self.out.max_rank(8)
    }

    /// Refuses a type outside `types`.
    pub fn all_in(self, types: Dtypes) -> Result<()> {
        let inputs = self.inputs();
        inputs.iter().try_for_each(|input| input.dtype_in(types))?;
        self.out.dtype_in(types)
    }

    /// Refuses a factor that does not broadcast to the shape of the tensor.
    pub fn factors_broadcast(self) -> Result<()> {
        let mut given = self.factors.iter().flatten();
        given.try_for_each(|factor| super::broadcasts_exactly(factor, self.tensor))
    }

    /// Returns the type in which all that is read meets.
    pub fn compute(self) -> Result<Dtype> {
        all_promoted(&self.inputs())
    }

    /// Returns a factor as an operand.
    pub fn factor(self, number: usize) -> Result<Operand> {
        match self.factors[number] {
            Some(factor) => Ok(factor.read()?.into()),
            None => Ok(Value::new(1.0_f32).into()),
        }
    }

    /// Plans nothing.
    pub fn nothing(self) -> Planned {
        loss_of_nothing(Combination::None, &[self.tensor, self.other], self.out)
    }

    /// Plans the gradient of a loss of the tensor's elements.
    pub fn plan<const N: usize>(
        self,
        table: &'static Table<N>,
        how: Combination,
        inputs: [Operand; N],
    ) -> Planned {
        let factor = [how.factor(self.tensor.shape())];
        let out = [self.out.write()?];
        let compute = self.compute()?;
        Ok(pointwise::apply(table, compute, &factor, inputs, out)?)
    }
}

/// As [`combination`], by the name "none", "mean" or "sum"; a mean without one.
pub fn combination_by_name(name: Option<&Text>) -> Result<Combination> {
    match name.map(|name| &**name) {
        None | Some("mean") => Ok(Combination::Mean),
        Some("none") => Ok(Combination::None),
        Some("sum") => Ok(Combination::Sum),
        Some(other) => {
            let allowed = "mean, sum or none";
            Err(Error::value("reductionOptional", other, allowed))
        }
    }
}

/// Rows of logits, the class that each is of, and a weight for each class.
#[derive(Clone, Copy, Debug)]
pub struct HardTargets<'a> {
    rows: &'a Input,
    target: &'a Input,
    weight: Option<&'a Input>,
}

impl<'a> HardTargets<'a> {
    /// The tensors.
    pub fn new(rows: &'a Input, target: &'a Input, weight: Option<&'a Input>) -> Self {
        Self {
            rows,
            target,
            weight,
        }
    }

    /// Checks the types of a generated operator, other tensors having that of the rows, and the chip.
    pub fn generated(self, others: &[&TensorArg]) -> Outcome {
        const TARGETS: Dtypes = on_all(&[Dtype::I64]).and_950(&[Dtype::I32]);
        generated_unit(
            self.rows,
            others,
            &[Generation::Ascend910B, Generation::Ascend950],
        )?;
        self.target.dtype_in(TARGETS)?;
        match self.weight {
            Some(weight) => Ok(weight.dtype_is(Dtype::F32)?),
            None => Ok(()),
        }
    }

    /// Refuses shapes that do not fit together, and a part of the losses that is not from 0 to 1.
    pub fn fit(self, smoothing: f64) -> Result<()> {
        self.rows.rank_in(2..=2)?;
        let shape = self.rows.shape();
        self.target.shape_is(&shape[..1], "the rows")?;
        if let Some(weight) = self.weight {
            weight.shape_is(&shape[1..], "the classes")?;
        }
        match (0.0..=1.0).contains(&smoothing) {
            true => Ok(()),
            false => Err(Error::value("labelSmoothing", smoothing, "0 to 1")),
        }
    }

    /// Refuses a loss, or the gradient of it, of another shape than one for each row, or one number.
    pub fn one_each(self, loss: &TensorArg, how: Combination) -> Result<()> {
        match how {
            Combination::None => loss.same_shape(self.target),
            _ => loss.shape_fits(&[1], "one number"),
        }
    }
}
