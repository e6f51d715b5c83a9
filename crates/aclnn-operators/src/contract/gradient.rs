//! Gradients of element-wise functions.

use super::{
    Dtypes, Place, broadcasts_to, computes_in, needs_chip, promoted, same_shape_to_rank_8,
    up_to_rank_8,
};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::{Code, Outcome};
use crate::argument::{Input, Output, Scalar, TensorArg};
use crate::device::soc::Generation;
use crate::error::Result;
use crate::ops::pointwise;
use crate::ops::tables::Binary;
use crate::tensor::{Dtype, Value, broadcast};

/// The gradient of the result, what the function was computed of or its result, and the gradient to write.
#[derive(Clone, Copy, Debug)]
pub struct Gradient<'a> {
    grad: &'a Input,
    of: &'a Input,
    out: &'a Output,
}

impl<'a> Gradient<'a> {
    /// The three tensors.
    pub fn new(grad: &'a Input, of: &'a Input, out: &'a Output) -> Self {
        Self { grad, of, out }
    }

    /// Refuses inputs outside `types`.
    pub fn inputs_in(self, types: Dtypes) -> Result<Self> {
        self.grad.dtype_in(types)?;
        self.of.dtype_in(types)?;
        Ok(self)
    }

    /// Refuses an output outside `types`.
    pub fn output_in(self, types: Dtypes) -> Result<Self> {
        self.out.dtype_in(types)?;
        Ok(self)
    }

    /// Refuses inputs of two types.
    pub fn inputs_of_one_type(self) -> Result<Self> {
        self.of.same_dtype(self.grad)?;
        Ok(self)
    }

    /// Refuses tensors of more than one type.
    pub fn of_one_type(self) -> Result<Self> {
        self.out.same_dtype(self.grad)?;
        self.inputs_of_one_type()
    }

    /// Refuses an output to which the computation type cannot be cast.
    pub fn castable(self) -> Result<Self> {
        self.out.takes(promoted(self.grad, self.of)?)?;
        Ok(self)
    }

    /// Refuses inputs that meet in a type outside `types`.
    pub fn meets_in(self, types: Dtypes) -> Result<Self> {
        computes_in(promoted(self.grad, self.of)?, types, self.of)?;
        Ok(self)
    }

    /// Refuses tensors of more than one storage format.
    pub fn of_one_format(self) -> Result<Self> {
        self.of.same_format(self.grad)?;
        self.out.same_format(self.grad)?;
        Ok(self)
    }

    /// Returns one of the inputs.
    pub fn inputs(self) -> &'a Input {
        self.grad
    }

    /// Refuses more than 8 dimensions.
    pub fn up_to_rank_8(self) -> Result<Self> {
        up_to_rank_8(&[self.grad, self.of])?;
        Ok(self)
    }

    /// Refuses shapes that differ.
    pub fn of_one_shape(self) -> Result<Self> {
        self.of.same_shape(self.grad)?;
        self.out.same_shape(self.grad)?;
        Ok(self)
    }

    /// Refuses more than 8 dimensions, inputs that do not broadcast, and an output of another shape than theirs.
    pub fn broadcast(self) -> Result<Self> {
        broadcasts_to(self.grad, self.of, self.out)?;
        Ok(self)
    }

    /// The same but for the number of dimensions.
    pub fn broadcast_of_any_rank(self) -> Result<Self> {
        self.out.has_broadcast_shape(self.grad, self.of)?;
        Ok(self)
    }

    /// Plans it, computed in the type in which both inputs meet.
    pub fn plan(self, table: &'static Binary, parameters: &[Value]) -> Planned {
        self.plan_in(promoted(self.grad, self.of)?, table, parameters)
    }

    /// Plans it, computed in `compute`.
    pub fn plan_in(self, compute: Dtype, table: &'static Binary, parameters: &[Value]) -> Planned {
        let (grad, of) = (self.grad.read()?, self.of.read()?);
        let out = self.out.write()?;
        Ok(pointwise::binary(
            table, compute, parameters, grad, of, out,
        )?)
    }
}

/// Plans `out = table(1, x)` with parameters.
pub fn with_one(table: &'static Binary, parameters: &[Value], x: &Input, out: &Output) -> Planned {
    let place = Place::Between(x, out);
    place.binary_after_with(table, x.dtype()?, parameters, Value::new(1.0_f32))
}

/// Returns the bounds of what is nearer to 0 than a number, which counts as 0 below it.
pub fn around_0(lambda: f32) -> [Value; 2] {
    let lambda = if lambda < 0.0 { 0.0 } else { lambda };
    [-lambda, lambda].map(Value::new)
}

/// Returns a factor that is 1 if it is not given; refuses complex numbers.
pub fn beta_or_1(beta: Option<&Scalar>) -> Result<Value> {
    let Some(beta) = beta else {
        return Ok(Value::new(1.0_f32));
    };
    beta.casts_to(Dtype::F32)?;
    beta.in_type(Dtype::F32)
}

/// Refuses a tensor that does not broadcast to exactly the shape of another one.
pub fn broadcasts_exactly(tensor: &TensorArg, to: &TensorArg) -> Result<()> {
    if broadcast(tensor.shape(), to.shape()).as_deref() == Some(to.shape()) {
        return Ok(());
    }
    let allowed = format!(
        "one that broadcasts to {:?} (that of `{}`)",
        to.shape(),
        to.name()
    );
    Err(tensor.shape_refused(allowed))
}

/// Refuses a weight that has not one element, or one for each channel of a tensor.
pub fn one_or_a_channel_each(weight: &TensorArg, of: &TensorArg) -> Result<()> {
    let channels = match of.shape() {
        [] | [_] => 1,
        shape => shape[1],
    };
    let count = weight.numel();
    if count == 1 || count as i64 == channels {
        return Ok(());
    }
    Err(weight.shape_refused(format!("one element, or {channels}, one for each channel")))
}

/// Checks what generated functions of one tensor do behind the type: the output, and that the chip is Ascend950.
pub fn generated_on_950(x: &TensorArg, out: &TensorArg) -> Outcome {
    out.same_dtype(x)?;
    needs_chip(&[Generation::Ascend950])?;
    let shape = same_shape_to_rank_8(x, out);
    shape.code(ACLNN_ERR_INNER_TILING_ERROR)
}
