//! Operands and attributes of a call by name.

use super::operand::Operand;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::op::attributes::{Attribute, Attributes};
use crate::abi::acl::types::*;

/// Arguments of a call by name.
pub struct Given<'a> {
    /// The inputs.
    pub inputs: &'a [Operand],
    /// The outputs.
    pub outputs: &'a [Operand],
    /// The attributes.
    pub attributes: &'a Attributes,
}

/// Refuses the value of an attribute.
pub fn wrong<T>(name: &str, got: &Attribute, allowed: &str) -> Outcome<T> {
    let got = format!("of {name:?} {got:?}");
    refuse("attr", got, allowed, ACL_ERROR_OP_ATTR_NOT_MATCH)
}

impl Given<'_> {
    /// A truth value.
    pub fn flag(&self, name: &str) -> Outcome<Option<bool>> {
        match self.attributes.get(name) {
            None => Ok(None),
            Some(Attribute::Bool(flag)) => Ok(Some(*flag)),
            Some(other) => wrong(name, other, "a truth value"),
        }
    }

    /// A floating-point number, or an integer in its place.
    pub fn float(&self, name: &str) -> Outcome<Option<f32>> {
        match self.attributes.get(name) {
            None => Ok(None),
            Some(Attribute::Float(number)) => Ok(Some(*number)),
            Some(Attribute::Int(number)) => Ok(Some(*number as f32)),
            Some(other) => wrong(name, other, "a number"),
        }
    }

    /// An integer.
    pub fn int(&self, name: &str) -> Outcome<Option<i64>> {
        match self.attributes.get(name) {
            None => Ok(None),
            Some(Attribute::Int(int)) => Ok(Some(*int)),
            Some(other) => wrong(name, other, "an integer"),
        }
    }

    /// Integers, or one in their place.
    pub fn ints(&self, name: &str) -> Outcome<Option<Vec<i64>>> {
        match self.attributes.get(name) {
            None => Ok(None),
            Some(Attribute::Int(one)) => Ok(Some(vec![*one])),
            Some(Attribute::Ints(all)) => Ok(Some(all.clone())),
            Some(other) => wrong(name, other, "integers"),
        }
    }

    /// A text.
    pub fn text(&self, name: &str) -> Outcome<Option<&str>> {
        match self.attributes.get(name) {
            None => Ok(None),
            Some(Attribute::Text(text)) => Ok(Some(text)),
            Some(other) => wrong(name, other, "a text"),
        }
    }
}
