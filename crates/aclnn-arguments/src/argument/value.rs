//! Values that C passes, and text.

use std::ffi::c_char;
use std::mem;
use std::ops::Deref;

use super::dtypes::Dtypes;
use super::{Argument, Given, Kind, Word};
use crate::abi::acl::types::aclDataType;
use crate::abi::aclnn::dtype::dtype;
use crate::abi::pointer::text;
use crate::abi::shown::{self, Shown as _};
use crate::diagnostics::hooks;
use crate::error::{Error, Reason, Result};
use crate::tensor::Dtype;

/// The code of a data type.
#[derive(Clone, Copy, Debug)]
pub struct DataType {
    name: &'static str,
    code: aclDataType,
}

impl DataType {
    /// Returns true if it is the code for no type.
    pub fn is_undefined(&self) -> bool {
        self.code.raw() == -1
    }

    /// Its documented name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The type that it names; refuses a code that no tensor can have.
    pub fn dtype(&self) -> Result<Dtype> {
        dtype(self.code).ok_or_else(|| {
            Error::from(Reason::Dtype {
                arg: self.name,
                got: self.code.to_string(),
                allowed: "the types that a tensor can have".into(),
            })
        })
    }
}

impl DataType {
    /// The type that it names; refuses types outside `allowed`.
    pub fn dtype_in(&self, allowed: Dtypes) -> Result<Dtype> {
        let named = self.dtype().ok().filter(|&dtype| allowed.contains(dtype));
        named.ok_or_else(|| self.refused(allowed))
    }

    /// The refusal of the type.
    pub fn refused(&self, allowed: Dtypes) -> Error {
        Error::from(Reason::Dtype {
            arg: self.name,
            got: dtype(self.code).map_or_else(|| self.code.to_string(), |dtype| dtype.to_string()),
            allowed: allowed.to_string(),
        })
    }
}

impl DataType {
    /// The code that C passed.
    pub(super) fn new(name: &'static str, code: aclDataType) -> Self {
        tell(name, aclDataType::KIND, code.word());
        Self { name, code }
    }
}

impl Argument for DataType {
    type Raw = aclDataType;
    const KIND: Kind = Kind::DataType;

    fn of(given: &mut Given) -> Option<Self> {
        match mem::take(given) {
            Given::DataType(data_type) => Some(data_type),
            _ => None,
        }
    }
}

/// Text, copied; characters that are no UTF-8 are replaced.
#[derive(Clone, Debug)]
pub struct Text {
    name: &'static str,
    text: String,
}

/// The same, where C passes `char *`.
pub type MutText = Text;

impl Text {
    /// Its documented name.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl Argument for Text {
    type Raw = *const c_char;
    const KIND: Kind = Kind::Text;

    fn of(given: &mut Given) -> Option<Self> {
        match mem::take(given) {
            Given::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl Text {
    /// Copies required text.
    ///
    /// # Safety
    /// The contract of [`crate::abi`].
    pub(super) unsafe fn copy(name: &'static str, raw: *const c_char) -> Result<Self> {
        tell(name, shown::Kind::Text, raw.word());
        // SAFETY: the caller's promise.
        let text = unsafe { text(raw) }.ok_or(Reason::Null { arg: name })?;
        let text = text.to_string_lossy().into_owned();
        Ok(Self { name, text })
    }
}

/// Tells observers of an argument.
#[inline(never)]
pub(super) fn tell(name: &'static str, kind: shown::Kind, word: u64) {
    if hooks::on() {
        shown::argument(name, kind, word);
    }
}

macro_rules! numbers {
    ($($type:ty, $kind:ident, |$word:ident| $from:expr;)*) => {$(
        impl Argument for $type {
            type Raw = $type;
            const KIND: Kind = Kind::$kind;

            fn of(given: &mut Given) -> Option<Self> {
                match mem::take(given) {
                    Given::Number($word) => Some($from),
                    _ => None,
                }
            }
        }
    )*};
}

numbers! {
    bool, Bool, |word| word != 0;
    f32, F32, |word| f32::from_bits(word as u32);
    f64, F64, |word| f64::from_bits(word);
    i8, I8, |word| word as i8;
    i32, I32, |word| word as i32;
    i64, I64, |word| word as i64;
    u32, U32, |word| word as u32;
    u64, U64, |word| word;
}
