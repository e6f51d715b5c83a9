//! All that the file of an operator names.

pub use super::argument::{
    Bools, ConstInOut, ConstInOuts, ConstOutput, ConstOutputs, DataType, Floats, InOut, InOuts,
    Input, Inputs, Ints, MutFloats, MutInput, MutInputs, MutInts, MutScalar, MutText, Output,
    Outputs, Scalar, Scalars, TensorArg, Text,
};
pub use super::contract::sets::*;
pub use super::contract::{
    self, Dtypes, Integers, Place, Results, for_chips, on_910, on_all, only_950,
};
pub use super::phases::Planned;
pub use super::types::*;
pub use crate::abi::failure::{Code, Failure};
pub use crate::error::{Error, Reason, Result};
pub use crate::ops::pointwise::{self, Operand};
pub use crate::ops::{self, Call};
pub use crate::tensor::Dtype::{self, *};
pub use hostnpu_aclnn_macros::aclnn;
pub use std::ffi::c_int;
