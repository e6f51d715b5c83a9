//! Elements side by side whose type is known when a kernel runs.

use std::marker::PhantomData;
use std::ops::Range;

use super::floats::Floats;
use super::slices;
use super::tile::read_only;
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::cuts::Cut;
use hostnpu_tensor::{Dtype, Element};

/// Elements side by side, of a type that is checked when they are accessed.
#[derive(Clone, Copy)]
struct Elements {
    name: &'static str,
    dtype: Dtype,
    address: usize,
    count: usize,
}

impl Elements {
    /// Bytes of all of them. Elements of less than a byte are packed.
    fn bytes(&self) -> usize {
        (self.count * self.dtype.bits()).div_ceil(8)
    }

    /// Those of some numbers. Panics if there are fewer, or if they do not begin a byte.
    // Inlined: as a value that is returned, it would be moved right after its parts were written.
    #[inline(always)]
    fn part(self, range: Range<usize>) -> Self {
        assert!(range.start <= range.end && range.end <= self.count);
        let bits = range.start * self.dtype.bits();
        assert_eq!(bits % 8, 0);
        Self {
            address: self.address + bits / 8,
            count: range.len(),
            ..self
        }
    }

    fn require(&self, dtype: Dtype) -> Result<()> {
        match dtype == self.dtype {
            true => Ok(()),
            false => Err(Error::dtype(self.name, self.dtype, dtype.name())),
        }
    }

    fn require_size(&self, bytes: usize) -> Result<()> {
        if self.dtype.bits() == 8 * bytes {
            return Ok(());
        }
        let text = format!("{} moved as {bytes} bytes", self.dtype.name());
        Err(Reason::Internal(text).into())
    }
}

/// Elements that are read.
#[derive(Clone, Copy)]
pub struct Any<'a>(Elements, PhantomData<&'a [u8]>);

impl<'a, T: Element> From<&'a [T]> for Any<'a> {
    #[inline]
    fn from(of: &'a [T]) -> Self {
        let elements = Elements {
            name: "elements",
            dtype: T::DTYPE,
            address: of.as_ptr().expose_provenance(),
            count: of.len(),
        };
        Self(elements, PhantomData)
    }
}

impl<'a> Any<'a> {
    /// Elements at an address. An operand's name is for what is refused.
    ///
    /// # Safety
    /// There are so many at the address, aligned, which nothing writes for `'a`.
    #[inline]
    pub(crate) unsafe fn at(
        name: &'static str,
        dtype: Dtype,
        address: usize,
        count: usize,
    ) -> Self {
        let elements = Elements {
            name,
            dtype,
            address,
            count,
        };
        Self(elements, PhantomData)
    }

    /// Returns their type.
    pub fn dtype(&self) -> Dtype {
        self.0.dtype
    }

    /// Returns the number of elements.
    pub fn count(&self) -> usize {
        self.0.count
    }

    /// Returns where they are.
    pub(crate) fn as_ptr(&self) -> *const u8 {
        std::ptr::with_exposed_provenance(self.0.address)
    }

    /// The memory of all elements, which nothing writes: it is for what only reads.
    pub(crate) fn memory(self) -> Region<'a> {
        read_only(self.bytes())
    }

    /// Returns those of some numbers. Panics if there are fewer.
    pub fn part(self, range: Range<usize>) -> Self {
        Self(self.0.part(range), PhantomData)
    }

    /// Returns the elements; fails if they have another type.
    pub fn of<T: Element>(self) -> Result<&'a [T]> {
        self.0.require(T::DTYPE)?;
        Ok(self.slice(self.0.count))
    }

    /// Returns the `N` bytes of each element, to be moved; fails if elements have another size.
    pub fn raw<const N: usize>(self) -> Result<&'a [[u8; N]]> {
        self.0.require_size(N)?;
        Ok(self.slice(self.0.count))
    }

    /// Returns the bytes of all elements.
    pub fn bytes(self) -> &'a [u8] {
        self.slice(self.0.bytes())
    }

    /// The first elements, which are of this type, or bytes of them.
    fn slice<T>(self, count: usize) -> &'a [T] {
        debug_assert!(count * size_of::<T>() <= self.0.bytes());
        // SAFETY: elements that nothing writes for 'a, by the promise of [`Any::at`] or a borrowed slice; bytes have no alignment.
        unsafe { slices::slice(self.0.address, count) }
    }

    /// Returns the elements as numbers of a floating-point type; fails if they have another type.
    pub fn floats(self) -> Result<Floats<'a>> {
        Ok(match self.dtype() {
            Dtype::F16 => Floats::F16(self.of()?),
            Dtype::Bf16 => Floats::Bf16(self.of()?),
            Dtype::F64 => Floats::F64(self.of()?),
            _ => Floats::F32(self.of()?),
        })
    }
}

/// Elements that are written.
pub struct AnyMut<'a>(Elements, PhantomData<&'a mut [u8]>);

impl<'a, T: Element> From<&'a mut [T]> for AnyMut<'a> {
    #[inline]
    fn from(of: &'a mut [T]) -> Self {
        let elements = Elements {
            name: "elements",
            dtype: T::DTYPE,
            address: of.as_mut_ptr().expose_provenance(),
            count: of.len(),
        };
        Self(elements, PhantomData)
    }
}

impl<'a> AnyMut<'a> {
    /// Elements at an address. An operand's name is for what is refused.
    ///
    /// # Safety
    /// There is memory of so many at the address, aligned, which nothing else uses for `'a`. Any bytes are an element.
    #[inline]
    pub(crate) unsafe fn at(
        name: &'static str,
        dtype: Dtype,
        address: usize,
        count: usize,
    ) -> Self {
        let elements = Elements {
            name,
            dtype,
            address,
            count,
        };
        Self(elements, PhantomData)
    }

    /// Returns bytes as elements of a type; fails if they are no whole number of elements, aligned.
    pub fn over(bytes: &'a mut [u8], dtype: Dtype) -> Result<Self> {
        let (size, address) = (dtype.bits() / 8, bytes.as_mut_ptr().expose_provenance());
        if size == 0 || !bytes.len().is_multiple_of(size) || !address.is_multiple_of(size) {
            let text = format!("{} bytes as {}", bytes.len(), dtype.name());
            return Err(Reason::Internal(text).into());
        }
        let elements = Elements {
            name: "elements",
            dtype,
            address,
            count: bytes.len() / size,
        };
        Ok(Self(elements, PhantomData))
    }

    /// Elements of a type in memory of words, from its beginning on. Panics if there are fewer words.
    pub fn in_words(memory: &'a mut [f64], dtype: Dtype, count: usize) -> Self {
        let bytes = dtype.bytes(count).filter(|_| dtype.bits() >= 8);
        assert!(bytes.is_some_and(|bytes| bytes <= size_of_val(memory)));
        let elements = Elements {
            name: "memory",
            dtype,
            address: memory.as_mut_ptr().expose_provenance(),
            count,
        };
        Self(elements, PhantomData)
    }

    /// Returns their type.
    pub fn dtype(&self) -> Dtype {
        self.0.dtype
    }

    /// Returns the number of elements.
    pub fn count(&self) -> usize {
        self.0.count
    }

    /// Returns the elements to be read only.
    pub fn into_read(self) -> Any<'a> {
        Any(self.0, PhantomData)
    }

    /// Returns those of some numbers. Panics if there are fewer.
    pub fn part(&mut self, range: Range<usize>) -> AnyMut<'_> {
        AnyMut(self.0.part(range), PhantomData)
    }

    /// Returns the elements; fails if they have another type.
    pub fn of<T: Element>(self) -> Result<&'a mut [T]> {
        self.0.require(T::DTYPE)?;
        let count = self.0.count;
        Ok(self.slice(count))
    }

    /// Returns the `N` bytes of each element, to be moved; fails if elements have another size.
    pub fn raw<const N: usize>(self) -> Result<&'a mut [[u8; N]]> {
        self.0.require_size(N)?;
        let count = self.0.count;
        Ok(self.slice(count))
    }

    /// Returns the bytes of all elements.
    pub fn bytes(self) -> &'a mut [u8] {
        let count = self.0.bytes();
        self.slice(count)
    }

    /// The first elements, which are of this type, or bytes of them.
    fn slice<T>(self, count: usize) -> &'a mut [T] {
        debug_assert!(count * size_of::<T>() <= self.0.bytes());
        // SAFETY: elements that nothing else uses for 'a, by the promise of [`AnyMut::at`] or a borrowed slice; bytes have no alignment, and any are an element.
        unsafe { slices::slice_mut(self.0.address, count) }
    }

    /// Lets several threads use them, each other elements: what an engine cuts in its own way.
    pub(crate) fn into_shared(self) -> SharedElements<'a> {
        SharedElements(self.0, PhantomData)
    }

    /// Cuts them into pieces of `size`, of which the last may be shorter.
    pub fn chunks(self, size: usize) -> AnyChunks<'a> {
        AnyChunks {
            of: self.0,
            size: size.max(1),
            borrow: PhantomData,
        }
    }
}

/// Elements that are written, for an engine whose cuts give each thread other ones.
pub(crate) struct SharedElements<'a>(Elements, PhantomData<&'a mut [u8]>);

impl SharedElements<'_> {
    /// Returns elements to be read. Panics if there are fewer.
    ///
    /// # Safety
    /// Nothing writes these elements while they are borrowed.
    #[inline(always)]
    pub unsafe fn part(&self, range: Range<usize>) -> Any<'_> {
        Any(self.0.part(range), PhantomData)
    }

    /// Returns elements to be written. Panics if there are fewer.
    ///
    /// # Safety
    /// Nothing else refers to these elements while they are borrowed.
    #[inline(always)]
    pub unsafe fn part_mut(&self, range: Range<usize>) -> AnyMut<'_> {
        AnyMut(self.0.part(range), PhantomData)
    }
}

/// Pieces of elements that are written, for several threads.
pub struct AnyChunks<'a> {
    of: Elements,
    size: usize,
    borrow: PhantomData<&'a mut [u8]>,
}

// SAFETY: parts lie side by side.
unsafe impl<'a> Cut for AnyChunks<'a> {
    type Part = AnyMut<'a>;

    fn pieces(&self) -> usize {
        self.of.count.div_ceil(self.size)
    }

    unsafe fn part(&self, piece: usize) -> AnyMut<'a> {
        let first = self.of.count.min(piece.saturating_mul(self.size));
        let end = self.of.count.min(first.saturating_add(self.size));
        AnyMut(self.of.part(first..end), PhantomData)
    }
}
