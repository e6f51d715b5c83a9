//! Lists of tensors. A member has the list's name.

use std::ops::Deref;

use super::tensor::{InOut, Input, Output, TensorArg, tensor};
use crate::abi::aclnn::meta::list::members;
use crate::abi::aclnn::types::aclTensorList;
use crate::error::Result;

/// Tensors under the name of their list.
#[derive(Clone, Debug)]
pub struct TensorArgs<T> {
    name: &'static str,
    members: Vec<T>,
}

/// A list of tensors that are read.
pub type Inputs = TensorArgs<Input>;

/// The same, where C passes `aclTensorList *`.
pub type MutInputs = TensorArgs<Input>;

/// A list of tensors that are written.
pub type Outputs = TensorArgs<Output>;

/// The same, where C passes `const aclTensorList *`.
pub type ConstOutputs = TensorArgs<Output>;

/// A list of tensors that are read, then written.
pub type InOuts = TensorArgs<InOut>;

/// The same, where C passes `const aclTensorList *`.
pub type ConstInOuts = TensorArgs<InOut>;

impl<T> TensorArgs<T> {
    /// The members of a list of this name.
    pub(super) fn new(name: &'static str, members: Vec<T>) -> Self {
        Self { name, members }
    }

    /// The documented name of the list.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

impl<T> Deref for TensorArgs<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.members
    }
}

/// Looks up the members of a required list.
pub(super) fn list(name: &'static str, raw: *const aclTensorList) -> Result<Vec<TensorArg>> {
    let handles = members(name, raw)?;
    let member = |&handle: &usize| Ok(TensorArg::new(name, handle, tensor(name, handle)?));
    handles.iter().map(member).collect()
}
