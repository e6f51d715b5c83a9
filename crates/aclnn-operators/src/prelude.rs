//! All that the file of an operator names.

pub use crate::abi::aclnn::phases::Planned;
pub use crate::abi::aclnn::types::*;
pub use crate::abi::failure::{Code, Failure};
pub use crate::argument::{
    Bools, ConstInOut, ConstInOuts, ConstOutput, ConstOutputs, DataType, Floats, InOut, InOuts,
    Input, Inputs, Ints, MutFloats, MutInput, MutInputs, MutInts, MutScalar, MutText, Output,
    Outputs, Scalar, Scalars, TensorArg, Text,
};
pub use crate::contract::sets::*;
pub use crate::contract::{
    self, Dtypes, Integers, Place, Results, for_chips, on_910, on_all, only_950,
};
pub use crate::error::{Error, Reason, Result};
pub use crate::ops::pointwise::{self, Operand};
pub use crate::tensor::Dtype::{self, *};
pub use hostnpu_aclnn_macros::aclnn;
pub use hostnpu_ops::{self as ops, Call};
pub use std::ffi::c_int;
