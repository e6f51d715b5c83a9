//! C pointers as Rust values.

use std::ffi::{CStr, c_char};

use crate::error::{Error, Reason, Result};

/// An out pointer that must not be null.
///
/// # Safety
/// The contract of [`crate::abi`].
pub unsafe fn out<'a, T>(
    arg: &'static str,
    pointer: *mut T,
) -> Result<&'a mut std::mem::MaybeUninit<T>> {
    // SAFETY: null, or memory that may be written as `T`; `MaybeUninit` promises nothing of its contents.
    unsafe { pointer.cast::<std::mem::MaybeUninit<T>>().as_mut() }
        .ok_or_else(|| Error::from(Reason::Null { arg }))
}

/// What C may pass null for.
pub trait Null: Copy {
    /// Returns true for null.
    fn is_null(self) -> bool;
}

impl<T> Null for *const T {
    #[inline(always)]
    fn is_null(self) -> bool {
        self.is_null()
    }
}

impl<T> Null for *mut T {
    #[inline(always)]
    fn is_null(self) -> bool {
        self.is_null()
    }
}

/// Refuses a null pointer.
#[inline(always)]
pub fn not_null(arg: &'static str, pointer: impl Null) -> Result<()> {
    if pointer.is_null() {
        Err(Reason::Null { arg }.into())
    } else {
        Ok(())
    }
}

/// An array that must not be null unless it is empty.
///
/// # Safety
/// The contract of [`crate::abi`].
pub unsafe fn array<'a, T>(arg: &'static str, pointer: *const T, length: u64) -> Result<&'a [T]> {
    let length = usize::try_from(length).ok().filter(|length| {
        length
            .checked_mul(size_of::<T>())
            .is_some_and(|bytes| bytes <= isize::MAX as usize)
    });
    let length = length.ok_or_else(|| {
        Error::value(
            arg,
            "an array larger than memory",
            "as many elements as there are",
        )
    })?;
    if length == 0 {
        return Ok(&[]);
    }
    not_null(arg, pointer)?;
    // SAFETY: not null, so `length` readable elements.
    Ok(unsafe { std::slice::from_raw_parts(pointer, length) })
}

/// Characters as bytes.
pub fn bytes(text: &[c_char]) -> Vec<u8> {
    text.iter().map(|&character| character as u8).collect()
}

/// A string, or nothing for null.
///
/// # Safety
/// The contract of [`crate::abi`].
pub unsafe fn text<'a>(pointer: *const c_char) -> Option<&'a CStr> {
    // SAFETY: not null, so text that ends with a zero byte.
    (!pointer.is_null()).then(|| unsafe { CStr::from_ptr(pointer) })
}
