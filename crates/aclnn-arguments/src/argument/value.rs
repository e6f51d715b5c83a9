//! Values that C passes, and text.

use std::ffi::c_char;
use std::ops::Deref;

use super::Word as _;
use super::dtypes::Dtypes;
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
