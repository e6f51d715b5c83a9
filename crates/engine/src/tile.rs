//! Memory of one thread between two steps of a computation: on its stack, or of the host.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use hostnpu_kernels::memory::Region;
use hostnpu_tensor::scratch::Plain;

/// So many bytes on a thread's stack, aligned to a cache line. What they hold is not known.
#[repr(C, align(64))]
pub(super) struct Tile<const BYTES: usize>(MaybeUninit<[u8; BYTES]>);

impl<const BYTES: usize> Tile<BYTES> {
    pub const fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    /// All bytes.
    #[inline(always)]
    pub fn region(&mut self) -> Region<'_> {
        own::<Self>(self.0.as_mut_ptr().cast(), BYTES, PhantomData)
    }
}

/// A cache line.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; 64]);

/// Memory of the host, in pieces that are aligned to a cache line. What they hold is not known.
pub(super) struct HostMemory(Vec<MaybeUninit<Line>>);

impl HostMemory {
    /// Takes memory for pieces of so many bytes, or nothing where the host has none.
    pub fn take(sizes: &[usize]) -> Option<Self> {
        let mut lines = Vec::new();
        lines.try_reserve_exact(Self::bytes(sizes) / 64).ok()?;
        Some(Self(lines))
    }

    /// Bytes of all pieces.
    pub fn bytes(sizes: &[usize]) -> usize {
        sizes.iter().map(|bytes| bytes.next_multiple_of(64)).sum()
    }

    /// The pieces. Panics if it was taken for fewer bytes.
    pub fn pieces<const N: usize>(&mut self, sizes: [usize; N]) -> [Region<'_>; N] {
        let bytes = self.0.capacity() * 64;
        let all = own::<Self>(self.0.as_mut_ptr().cast(), bytes, PhantomData);
        let mut pieces = [Region::EMPTY; N];
        let mut first = 0;
        for (piece, bytes) in pieces.iter_mut().zip(sizes) {
            *piece = all.after(first).part(bytes);
            first += bytes.next_multiple_of(64);
        }
        pieces
    }
}

/// Memory of an object that is borrowed as long as the region is used.
#[inline(always)]
fn own<T: ?Sized>(first: *mut u8, bytes: usize, _: PhantomData<&mut T>) -> Region<'_> {
    // SAFETY: memory of the borrowed object. Engines use a tile on one thread, and read what they have written there.
    unsafe { Region::new(first, 0, bytes as isize) }
}

/// The bytes of numbers.
pub(super) fn bytes_of<T: Plain>(numbers: &mut [T]) -> Region<'_> {
    let bytes = size_of_val(numbers);
    own::<[T]>(numbers.as_mut_ptr().cast(), bytes, PhantomData)
}

/// The bytes of numbers that nothing writes: it is for what only reads.
pub(super) fn read_only<T: Plain>(numbers: &[T]) -> Region<'_> {
    let bytes = size_of_val(numbers);
    own::<[T]>(numbers.as_ptr().cast_mut().cast(), bytes, PhantomData)
}
