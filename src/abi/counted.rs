//! Pointers with the number of elements behind them, which another parameter says: `#[length(count)]`.

use std::ffi::c_char;
use std::marker::PhantomData;
use std::ptr::with_exposed_provenance;

use super::parameter::{Parameter, ReadableMemory};

use crate::abi::failure::Outcome;
use crate::abi::pointer::{Null, array};
use crate::error::Result;

/// A pointer whose elements are counted.
pub trait Counted: Sized {
    /// The type of the C argument.
    type C: Copy;

    /// Takes the pointer, whatever it is, with the name and the value of its length.
    ///
    /// # Safety
    /// The contract of [`crate::abi`]: null, or as many elements, unless the length is negative.
    unsafe fn new(name: &'static str, value: Self::C, length: (&'static str, i64)) -> Self;
}

impl<T: Copy> Null for Array<'_, T> {
    fn is_null(self) -> bool {
        self.pointer.is_null()
    }
}

impl<T: Copy> Null for Room<'_, T> {
    fn is_null(self) -> bool {
        self.pointer.is_null()
    }
}

/// A length as C passes it.
pub trait Length {
    /// The number, or the largest, which no array has.
    fn length(self) -> i64;
}

macro_rules! lengths {
    ($($type:ty),*) => {$(
        impl Length for $type {
            fn length(self) -> i64 {
                i64::try_from(self).unwrap_or(i64::MAX)
            }
        }
    )*};
}

lengths!(i32, u32, u64, usize);

/// An array that is read.
#[derive(Clone, Copy)]
pub struct Array<'a, T> {
    name: &'static str,
    pointer: *const T,
    length: (&'static str, i64),
    lives: PhantomData<&'a T>,
}

impl<'a, T> Array<'a, T> {
    /// Returns true for null.
    pub fn is_null(&self) -> bool {
        self.pointer.is_null()
    }

    /// The pointer's name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The name and the value of the length.
    pub fn length(&self) -> (&'static str, i64) {
        self.length
    }

    /// The elements; refuses null unless there are none.
    pub fn get(&self) -> Result<&'a [T]> {
        // SAFETY: as many elements, as `new` was promised.
        unsafe { array(self.name, self.pointer, self.length.1 as u64) }
    }

    /// The elements, none for null.
    pub fn get_or_none(&self) -> Result<&'a [T]> {
        match self.is_null() {
            true => Ok(&[]),
            false => self.get(),
        }
    }
}

impl<'a, T> Array<'a, *mut T> {
    /// The same as pointers to what is only read.
    pub fn of_const(self) -> Array<'a, *const T> {
        Array {
            name: self.name,
            pointer: self.pointer.cast(),
            length: self.length,
            lives: PhantomData,
        }
    }
}

impl<'a> Array<'a, bool> {
    /// The same as bytes: C may hold others than 0 and 1.
    pub fn as_bytes(self) -> Array<'a, u8> {
        Array {
            name: self.name,
            pointer: self.pointer.cast(),
            length: self.length,
            lives: PhantomData,
        }
    }
}

impl Array<'_, u8> {
    /// The bytes of memory.
    pub fn of_bytes(name: &'static str, memory: ReadableMemory, length_name: &'static str) -> Self {
        Self {
            name,
            pointer: with_exposed_provenance(memory.addr()),
            length: (length_name, memory.size() as i64),
            lives: PhantomData,
        }
    }
}

impl<T> Counted for Array<'_, T> {
    type C = *const T;

    unsafe fn new(name: &'static str, pointer: *const T, length: (&'static str, i64)) -> Self {
        Self {
            name,
            pointer,
            length,
            lives: PhantomData,
        }
    }
}

/// Room for elements that are written.
#[derive(Clone, Copy)]
pub struct Room<'a, T> {
    pointer: *mut T,
    length: usize,
    lives: PhantomData<&'a mut T>,
}

impl<'a, T: Copy> Room<'a, T> {
    /// All of it, of numbers that C may have left as they were; nothing for null.
    #[inline(always)]
    pub fn into_slice(self) -> Option<&'a mut [T]> {
        match self.is_null() {
            true => None,
            // SAFETY: not null, so room for as many, as `new` was promised.
            false => Some(unsafe { std::slice::from_raw_parts_mut(self.pointer, self.length) }),
        }
    }

    /// Returns true for null.
    pub fn is_null(&self) -> bool {
        self.pointer.is_null()
    }

    /// Writes the values from the start on, as many as there is room for; nothing for null.
    pub fn write(&self, values: &[T]) {
        self.write_at(0, values);
    }

    fn write_at(&self, first: usize, values: &[T]) {
        let count = values.len().min(self.length.saturating_sub(first));
        if count > 0 && !self.is_null() {
            // SAFETY: there is room for `length` values, as `new` was promised. A C caller's memory is not that of the values.
            unsafe {
                self.pointer
                    .add(first)
                    .copy_from_nonoverlapping(values.as_ptr(), count);
            }
        }
    }
}

impl Room<'_, c_char> {
    /// Writes a text and a zero byte. What there is no room for is left out.
    pub fn write_text(&self, text: &[u8]) {
        let length = text.len().min(self.length.saturating_sub(1));
        for (at, &byte) in text[..length].iter().enumerate() {
            self.write_at(at, &[byte as c_char]);
        }
        self.write_at(length, &[0]);
    }
}

/// Without `#[length]`: room for as many as the function documents, those of an object that it shows.
impl<T> Parameter for Room<'_, T> {
    type C = *mut T;

    unsafe fn read(name: &'static str, pointer: *mut T) -> Outcome<Self> {
        // SAFETY: the caller's promise, which the function's documentation states.
        Ok(unsafe { Self::new(name, pointer, ("", i64::MAX)) })
    }
}

impl<T> Counted for Room<'_, T> {
    type C = *mut T;

    unsafe fn new(_: &'static str, pointer: *mut T, (_, length): (&'static str, i64)) -> Self {
        Self {
            pointer,
            length: usize::try_from(length).unwrap_or(0),
            lives: PhantomData,
        }
    }
}
