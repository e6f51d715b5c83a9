//! Single operators by the names that graphs know them by: the operators of this library that compute the same.

mod arguments;
mod computed;
pub mod execute;
mod formats;
mod given;
mod operand;
pub mod operators;
pub mod table;
