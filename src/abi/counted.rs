//! Pointers with the number of elements behind them, which another parameter says: `#[length(count)]`.

use std::ffi::c_char;
use std::marker::PhantomData;
use std::ptr::with_exposed_provenance;

use super::parameter::{Parameter, ReadableMemory};
use crate::abi::pointer::{Null, array};
use crate::error::{Error, Result};

/// The name of a pointer, and of its length.
pub type Names = (&'static str, &'static str);

/// A pointer whose elements are counted.
pub trait Counted: Sized {
    /// The type of the C argument.
    type C: Copy;
    /// The type of the length.
    type Length;

    /// Takes the pointer, whatever it is, with its length, and their names.
    ///
    /// # Safety
    /// The contract of [`crate::abi`]: null, or as many elements, unless the length is negative.
    unsafe fn new(names: &'static Names, value: Self::C, length: Self::Length) -> Self;
}

impl<T: Copy> Null for Array<'_, T> {
    #[inline(always)]
    fn address(self) -> usize {
        self.pointer.addr()
    }
}

impl<T: Copy> Null for Room<'_, T> {
    #[inline(always)]
    fn address(self) -> usize {
        self.pointer.addr()
    }
}

/// A length as C passes it.
pub trait Length<L> {
    /// The number: an `i64` has the bits of what is longer than all arrays, for a `usize` negative numbers are 0.
    fn length(self) -> L;
}

macro_rules! lengths {
    ($($type:ty: |$value:ident| $room:expr;)*) => {$(
        impl Length<i64> for $type {
            #[inline(always)]
            fn length(self) -> i64 {
                self as i64
            }
        }

        impl Length<usize> for $type {
            #[inline(always)]
            fn length(self) -> usize {
                let $value = self;
                $room
            }
        }
    )*};
}

lengths! {
    i32: |value| value.max(0) as usize;
    u32: |value| value as usize;
    u64: |value| usize::try_from(value).unwrap_or(usize::MAX);
    usize: |value| value;
}

/// An array that is read.
#[derive(Clone, Copy)]
pub struct Array<'a, T> {
    names: &'static Names,
    pointer: *const T,
    length: i64,
    lives: PhantomData<&'a T>,
}

impl<'a, T> Array<'a, T> {
    /// Returns true for null.
    pub fn is_null(&self) -> bool {
        self.pointer.is_null()
    }

    /// The pointer's name.
    pub fn name(&self) -> &'static str {
        self.names.0
    }

    /// The name and the value of the length.
    pub fn length(&self) -> (&'static str, i64) {
        (self.names.1, self.length)
    }

    /// The elements; refuses null unless there are none.
    #[inline(always)]
    pub fn get(&self) -> Result<&'a [T]> {
        // SAFETY: as many elements, as `new` was promised.
        unsafe { array(self.names.0, self.pointer, self.length as u64) }
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
            names: self.names,
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
            names: self.names,
            pointer: self.pointer.cast(),
            length: self.length,
            lives: PhantomData,
        }
    }
}

impl Array<'_, u8> {
    /// The bytes of memory.
    pub fn of_bytes(names: &'static Names, memory: ReadableMemory) -> Self {
        Self {
            names,
            pointer: with_exposed_provenance(memory.addr()),
            length: memory.size() as i64,
            lives: PhantomData,
        }
    }
}

impl<T> Counted for Array<'_, T> {
    type C = *const T;
    type Length = i64;

    #[inline(always)]
    unsafe fn new(names: &'static Names, pointer: *const T, length: i64) -> Self {
        Self {
            names,
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
    type Error = Error;

    #[inline(always)]
    unsafe fn read(_: &'static str, pointer: *mut T) -> Result<Self> {
        // SAFETY: the caller's promise, which the function's documentation states.
        Ok(unsafe { Self::new(&("", ""), pointer, usize::MAX) })
    }
}

impl<T> Counted for Room<'_, T> {
    type C = *mut T;
    type Length = usize;

    #[inline(always)]
    unsafe fn new(_: &'static Names, pointer: *mut T, length: usize) -> Self {
        Self {
            pointer,
            length,
            lives: PhantomData,
        }
    }
}
