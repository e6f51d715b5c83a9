//! Lists of tensors. A member has the list's name.

use std::ops::Deref;

use super::Argument;
use super::tensor::{InOut, Input, Output, tensor};
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

macro_rules! lists {
    ($($member:ident),*) => {$(
        impl Argument for TensorArgs<$member> {
            type Raw = *const aclTensorList;

            unsafe fn read(name: &'static str, raw: Self::Raw) -> Result<Self> {
                let handles = members(name, raw)?;
                let member = |&handle: &usize| tensor(name, handle).map($member::new);
                let members = handles.iter().map(member).collect::<Result<_>>()?;
                Ok(Self { name, members })
            }

            fn check(&self) -> Result<()> {
                self.members.iter().try_for_each(Argument::check)
            }
        }
    )*};
}

lists!(Input, Output, InOut);
