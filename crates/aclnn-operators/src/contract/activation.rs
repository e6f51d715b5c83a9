//! The contract of activation functions: of one tensor to another, or in place.

use super::{Dtypes, Place};
use crate::abi::aclnn::phases::Planned;
use crate::ops::tables::Unary;
use crate::tensor::{Dtype, Value};

/// Types and loops of an activation function.
#[derive(Clone, Copy, Debug)]
pub struct Activation {
    table: &'static Unary,
    types: Dtypes,
    outputs: Outputs,
    max_rank: usize,
    integers_in_f32: bool,
}

/// The types of outputs.
#[derive(Clone, Copy, Debug)]
enum Outputs {
    /// That of the input.
    Same,
    /// Those that the input's can be cast to.
    Castable,
    /// These: the result is converted, also to integers.
    In(Dtypes),
}

impl Activation {
    /// A function of these types to the same type, of at most 8 dimensions.
    pub const fn new(table: &'static Unary, types: Dtypes) -> Self {
        Self {
            table,
            types,
            outputs: Outputs::Same,
            max_rank: 8,
            integers_in_f32: false,
        }
    }

    /// The same with outputs of any type that the input's can be cast to.
    pub const fn castable(self) -> Self {
        let outputs = Outputs::Castable;
        Self { outputs, ..self }
    }

    /// The same with outputs of these types, to which results are converted.
    pub const fn to(self, types: Dtypes) -> Self {
        let outputs = Outputs::In(types);
        Self { outputs, ..self }
    }

    /// The same for any number of dimensions.
    pub const fn of_any_rank(self) -> Self {
        let max_rank = usize::MAX;
        Self { max_rank, ..self }
    }

    /// The same with integers computed in FLOAT.
    pub const fn with_integers_in_f32(self) -> Self {
        let integers_in_f32 = true;
        Self {
            integers_in_f32,
            ..self
        }
    }

    /// Plans it with these parameters.
    pub fn plan<'a>(&self, place: impl Into<Place<'a>>, parameters: &[Value]) -> Planned {
        let place = place.into();
        let (self_, out) = (place.input(), place.out());
        self_.dtype_in(self.types)?;
        let dtype = self_.dtype()?;
        match self.outputs {
            Outputs::Same => out.same_dtype(self_)?,
            Outputs::Castable => out.takes(dtype)?,
            Outputs::In(types) => out.dtype_in(types)?,
        }
        self_.max_rank(self.max_rank)?;
        out.same_shape(self_)?;
        let compute = match dtype.is_integer() && self.integers_in_f32 {
            true => Dtype::F32,
            false => dtype,
        };
        place.unary(self.table, compute, parameters)
    }
}
