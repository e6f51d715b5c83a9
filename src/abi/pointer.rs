//! C pointers as Rust values.

use std::ffi::{CStr, c_char};

use crate::error::{Error, Reason, Result};

/// An out pointer that must not be null.
///
/// # Safety
/// The contract of [`crate::abi`].
#[inline(always)]
pub unsafe fn out<'a, T>(
    arg: &'static str,
    pointer: *mut T,
) -> Result<&'a mut std::mem::MaybeUninit<T>> {
    not_null(arg, pointer)?;
    // SAFETY: memory that may be written as `T`; `MaybeUninit` promises nothing of its contents.
    Ok(unsafe { &mut *pointer.cast() })
}

/// A pointer or parameter for which C may pass null.
pub trait Null: Copy {
    /// The address; 0 for null.
    fn address(self) -> usize;
}

impl<T> Null for *const T {
    #[inline(always)]
    fn address(self) -> usize {
        self.addr()
    }
}

impl<T> Null for *mut T {
    #[inline(always)]
    fn address(self) -> usize {
        self.addr()
    }
}

/// Refuses a null pointer.
#[inline(always)]
pub fn not_null(arg: &'static str, pointer: impl Null) -> Result<()> {
    match pointer.address() {
        0 => Err(null(arg)),
        _ => Ok(()),
    }
}

/// The refusal, one copy for all.
#[cold]
#[inline(never)]
fn null(arg: &'static str) -> Error {
    Reason::Null { arg }.into()
}

/// An array that must not be null unless it is empty.
///
/// # Safety
/// The contract of [`crate::abi`].
#[inline(always)]
pub unsafe fn array<'a, T>(arg: &'static str, pointer: *const T, length: u64) -> Result<&'a [T]> {
    check_array(arg, pointer.addr(), length, size_of::<T>())?;
    if length == 0 {
        return Ok(&[]);
    }
    // SAFETY: not null, so `length` readable elements.
    Ok(unsafe { std::slice::from_raw_parts(pointer, length as usize) })
}

/// Refuses arrays that no memory holds, and null unless there are no elements.
#[inline(never)]
fn check_array(arg: &'static str, address: usize, length: u64, size: usize) -> Result<()> {
    let bytes = usize::try_from(length).ok();
    let bytes = bytes.and_then(|length| length.checked_mul(size));
    if bytes.is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(Error::value(
            arg,
            "an array larger than memory",
            "as many elements as there are",
        ));
    }
    match (length, address) {
        (1.., 0) => Err(null(arg)),
        _ => Ok(()),
    }
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
