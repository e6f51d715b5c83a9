//! Descriptions of operators for the tests: their names, their parameters, and both phases to call.

use std::ffi::c_void;

use crate::abi::acl::types::{aclDataType, aclrtStream};
use crate::abi::aclnn::types::{aclOpExecutor, aclnnStatus};
use crate::ops::Role;

/// One operator, as `#[aclnn]` describes it.
pub struct EntryPoint {
    /// The C name of its second phase.
    pub name: &'static str,
    /// The module that holds it.
    pub module: &'static str,
    /// Its documentation.
    pub docs: &'static str,
    /// Its header, below `aclnnop/`, where it is not named as the file.
    pub own_header: Option<&'static str>,
    /// The code of a required argument that is null.
    pub null: aclnnStatus,
    /// Its parameters, without the two that end every first phase.
    pub parameters: &'static [Parameter],
    /// The first phase, with its types erased. Panics if a value is of another kind than its parameter.
    pub first_phase: FirstPhase,
    /// The second phase.
    pub second_phase: SecondPhase,
}

/// A first phase that takes any arguments. The caller keeps the contract of [`crate::abi`].
pub type FirstPhase = fn(&[Value], *mut u64, *mut *mut aclOpExecutor) -> aclnnStatus;

/// A second phase.
pub type SecondPhase =
    unsafe extern "C" fn(*mut c_void, u64, *mut aclOpExecutor, aclrtStream) -> aclnnStatus;

/// One parameter.
pub struct Parameter {
    /// Its name in C and in messages.
    pub name: &'static str,
    /// Its type as written, without `Option`: `Input`, `Scalar`, `i64`.
    pub word: &'static str,
    /// Direction of the parameter.
    pub direction: Role,
    /// True if it may be null.
    pub optional: bool,
}

/// A function beside the operators, which has one phase and no executor: it is written as C calls it.
pub struct Helper {
    /// Its C name.
    pub name: &'static str,
    /// The module that holds it.
    pub module: &'static str,
    /// Its documentation.
    pub docs: &'static str,
    /// Its header, if it is not that of its file.
    pub own_header: Option<&'static str>,
}

macro_rules! places {
    ($($type:ty),*) => {$(
        impl $type {
            /// The vendor's category: the folder of its file.
            pub fn category(&self) -> &'static str {
                self.module.rsplit("::").nth(1).unwrap_or_default()
            }

            /// The header of its file, below `aclnnop/`.
            fn header_of_file(&self) -> String {
                let file = self.module.rsplit("::").next().unwrap_or_default();
                let is_aclnn = self.name.starts_with("aclnn");
                format!("{}_{file}.h", if is_aclnn { "aclnn" } else { "acl" })
            }
        }
    )*};
}

impl EntryPoint {
    /// Its header, below `aclnnop/`.
    pub fn header(&self) -> String {
        let own = self.own_header.map(str::to_owned);
        own.unwrap_or_else(|| self.header_of_file())
    }
}

impl Helper {
    /// Its header, below `aclnnop/`.
    pub fn header(&self) -> String {
        let own = self.own_header.map(str::to_owned);
        own.unwrap_or_else(|| self.header_of_file())
    }
}

places!(EntryPoint, Helper);

/// An argument of any parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A handle, or the address of text; 0 is null.
    Pointer(usize),
    /// An integer, or the code of a data type.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// A truth value.
    Bool(bool),
}

/// Conversion of a [`Value`] to the type that C passes.
pub trait Raw {
    /// Converts; panics if the value is of another kind or out of range.
    fn raw(value: &Value) -> Self;
}

impl<T> Raw for *const T {
    fn raw(value: &Value) -> Self {
        match value {
            Value::Pointer(address) => std::ptr::with_exposed_provenance(*address),
            other => panic!("{other:?} is no pointer"),
        }
    }
}

impl<T> Raw for *mut T {
    fn raw(value: &Value) -> Self {
        <*const T>::raw(value).cast_mut()
    }
}

impl Raw for bool {
    fn raw(value: &Value) -> Self {
        match value {
            Value::Bool(value) => *value,
            other => panic!("{other:?} is no bool"),
        }
    }
}

impl Raw for f64 {
    fn raw(value: &Value) -> Self {
        match value {
            Value::Float(value) => *value,
            other => panic!("{other:?} is no floating-point number"),
        }
    }
}

impl Raw for f32 {
    fn raw(value: &Value) -> Self {
        f64::raw(value) as f32
    }
}

impl Raw for aclDataType {
    fn raw(value: &Value) -> Self {
        aclDataType::from_raw(i32::raw(value))
    }
}

macro_rules! integers {
    ($($type:ty),*) => {$(
        impl Raw for $type {
            fn raw(value: &Value) -> Self {
                match value {
                    Value::Int(value) => <$type>::try_from(*value).expect("in range"),
                    other => panic!("{other:?} is no integer"),
                }
            }
        }
    )*};
}

integers!(i8, i32, i64, u32, u64);

include!(concat!(env!("OUT_DIR"), "/aclnn_entry_points.rs"));
