//! Scalars and lists of them.

use std::ops::Deref;
use std::sync::Arc;

use super::Word as _;
use super::value::tell;
use crate::abi::aclnn::meta::scalar::{members, scalar};
use crate::abi::aclnn::scalar_value;
use crate::abi::aclnn::types::{aclScalar, aclScalarList};
use crate::abi::shown;
use crate::error::Result;

/// A host value with its type.
#[derive(Clone, Copy, Debug)]
pub struct Scalar {
    name: &'static str,
    value: scalar_value::Scalar,
}

/// The same, where C passes `aclScalar *`.
pub type MutScalar = Scalar;

impl Scalar {
    /// Its documented name.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

impl Deref for Scalar {
    type Target = scalar_value::Scalar;

    fn deref(&self) -> &scalar_value::Scalar {
        &self.value
    }
}

impl Scalar {
    /// Looks up a required scalar.
    pub(super) fn look_up(name: &'static str, raw: *const aclScalar) -> Result<Self> {
        tell(name, shown::Kind::Pointer, raw.word());
        let value = scalar(name, raw.addr())?;
        Ok(Self { name, value })
    }
}

/// A list of scalars; each has the list's name.
#[derive(Clone, Debug)]
pub struct Scalars {
    name: &'static str,
    members: Arc<[Scalar]>,
}

impl Scalars {
    /// The documented name of the list.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

impl Deref for Scalars {
    type Target = [Scalar];

    fn deref(&self) -> &[Scalar] {
        &self.members
    }
}

impl Scalars {
    /// Looks up a required list.
    pub(super) fn look_up(name: &'static str, raw: *const aclScalarList) -> Result<Self> {
        let handles = members(name, raw)?;
        let member = |&handle: &usize| {
            Ok(Scalar {
                name,
                value: scalar(name, handle)?,
            })
        };
        let members = handles.iter().map(member).collect::<Result<_>>()?;
        Ok(Self { name, members })
    }
}
