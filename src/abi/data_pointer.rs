//! Data pointers: memory of a C program that is there until the stream which works on it is synchronised.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr::{with_exposed_provenance, with_exposed_provenance_mut};
use std::slice::{from_raw_parts, from_raw_parts_mut};
use std::sync::atomic::{AtomicU64, Ordering};

use super::counted::{Counted, Names};
use crate::abi::pointer::Null;
use crate::device::alias;
use crate::ops::{ReadableBytes, WritableBytes};

/// The bytes from the first to behind the last of rows at equal distances, for `#[length]`.
pub fn rows(pitch: usize, width: usize, height: usize) -> usize {
    match height {
        0 => 0,
        _ => pitch.saturating_mul(height - 1).saturating_add(width),
    }
}

macro_rules! memory {
    ($($(#[$doc:meta])* $name:ident: $c:ty, $bytes:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name {
            address: usize,
            size: usize,
        }

        impl $name {
            /// The address.
            pub fn addr(&self) -> usize {
                self.address
            }

            /// The number of bytes.
            pub fn size(&self) -> usize {
                self.size
            }

            /// Returns true for null.
            pub fn is_null(&self) -> bool {
                self.address == 0
            }

            /// The bytes of host memory, of which others may be the same.
            pub fn cells(&self) -> &[Cell<u8>] {
                match self.size == 0 || self.address == 0 {
                    true => &[],
                    // SAFETY: as many bytes, as `new` was promised.
                    false => unsafe {
                        from_raw_parts(with_exposed_provenance(self.address), self.size)
                    },
                }
            }

            /// All bytes.
            pub fn bytes(&self) -> $bytes {
                self.rows(self.size, self.size, 1)
            }

            /// Bytes from `offset` on. Panics if they pass the end.
            pub fn part(&self, offset: usize, size: usize) -> $bytes {
                assert!(offset.saturating_add(size) <= self.size);
                // SAFETY: as many bytes, as `new` was promised.
                unsafe { $bytes::at(self.address + offset, size) }
            }

            /// Bytes in rows. Panics if they pass the end.
            pub fn rows(&self, pitch: usize, width: usize, height: usize) -> $bytes {
                assert!(rows(pitch, width, height) <= self.size);
                // SAFETY: as many bytes, as `new` was promised.
                unsafe { $bytes::rows(self.address, pitch, width, height) }
            }
        }

        impl Null for $name {
            #[inline(always)]
            fn address(self) -> usize {
                self.address
            }
        }

        impl Counted for $name {
            type C = $c;
            type Length = usize;

            #[inline(always)]
            unsafe fn new(_: &'static Names, pointer: $c, size: usize) -> Self {
                Self {
                    address: pointer.expose_provenance(),
                    size,
                }
            }
        }
    )*};
}

memory! {
    /// Memory that is read.
    ReadableMemory: *const c_void, ReadableBytes;
    /// Memory that is written.
    WritableMemory: *mut c_void, WritableBytes;
}

impl ReadableMemory {
    /// Copies the first bytes, as many as both have. Null has none.
    pub fn copy_to(&self, to: &mut [u8]) {
        let count = to.len().min(self.size);
        if count > 0 && !self.is_null() {
            let from = with_exposed_provenance::<u8>(alias(self.address));
            // SAFETY: as many bytes, as `new` was promised; those of `to` are others.
            unsafe { from.copy_to_nonoverlapping(to.as_mut_ptr(), count) };
        }
    }

    /// The first words. Bytes that there are not are 0.
    pub fn words<const N: usize>(&self) -> [u64; N] {
        let mut bytes = [[0; 8]; N];
        self.copy_to(bytes.as_flattened_mut());
        bytes.map(u64::from_le_bytes)
    }

    /// The first eight bytes as a number. Where there are fewer the others are 0.
    pub fn number(&self) -> u64 {
        let [number] = self.words();
        number
    }

    /// Host memory as numbers of eight bytes.
    pub fn numbers(&self) -> Vec<u64> {
        let (numbers, _) = self.slice().as_chunks();
        numbers
            .iter()
            .map(|&bytes| u64::from_ne_bytes(bytes))
            .collect()
    }

    /// The bytes of host memory, for as long as the call lasts.
    pub fn slice(&self) -> &[u8] {
        match self.size == 0 || self.address == 0 {
            true => &[],
            // SAFETY: as many bytes, as `new` was promised.
            false => unsafe { from_raw_parts(with_exposed_provenance(self.address), self.size) },
        }
    }
}

impl WritableMemory {
    /// Copies host memory, as many bytes as both have. The two may overlap; neither is null.
    pub fn copy_from(&self, from: ReadableMemory) {
        let count = self.size.min(from.size);
        if count > 0 && !self.is_null() && !from.is_null() {
            let from = with_exposed_provenance::<u8>(from.address);
            let to = with_exposed_provenance_mut::<u8>(self.address);
            // SAFETY: both have as many bytes, as `new` was promised.
            unsafe { from.copy_to(to, count) };
        }
    }

    /// The same memory, to be read.
    pub fn readable(&self) -> ReadableMemory {
        let &Self { address, size } = self;
        ReadableMemory { address, size }
    }

    /// The bytes, which nothing else may use, for as long as the memory is there.
    pub fn slice_mut(&mut self) -> &mut [u8] {
        match self.size == 0 || self.address == 0 {
            true => &mut [],
            // SAFETY: as many bytes, as `new` was promised.
            false => unsafe {
                from_raw_parts_mut(with_exposed_provenance_mut(self.address), self.size)
            },
        }
    }

    /// Sets all words. The address is a multiple of 4.
    pub fn fill_words(&self, value: u32) {
        let start = with_exposed_provenance_mut::<u32>(alias(self.address));
        assert!(start.is_aligned());
        // SAFETY: aligned memory for as many words, as `new` was promised.
        unsafe { from_raw_parts_mut(start, self.size / size_of::<u32>()) }.fill(value);
    }

    /// Stores the first word, for threads that wait for it. The address is a multiple of 8.
    pub fn store_word(&self, value: u64) {
        let word = with_exposed_provenance_mut::<u64>(alias(self.address));
        assert!(self.size >= size_of::<u64>() && word.is_aligned());
        // SAFETY: an aligned word, as `new` was promised.
        unsafe { AtomicU64::from_ptr(word) }.store(value, Ordering::Release);
    }

    /// Writes words at the start, as many as there is room for.
    pub fn write_words<const N: usize>(&self, words: [u64; N]) {
        self.write(words.map(u64::to_le_bytes).as_flattened());
    }

    /// Writes bytes at the start, as many as there is room for; nothing for null.
    pub fn write(&self, bytes: &[u8]) {
        let count = bytes.len().min(self.size);
        if count > 0 && !self.is_null() {
            let to = with_exposed_provenance_mut::<u8>(alias(self.address));
            // SAFETY: room for as many bytes, as `new` was promised; `bytes` are others.
            unsafe { to.copy_from_nonoverlapping(bytes.as_ptr(), count) };
        }
    }
}
