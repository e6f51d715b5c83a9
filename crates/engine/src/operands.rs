//! Operands of dense kernels, by name and type.
//!
//! A kernel declares its operands as a structure (`operands!`) and runs with the same names bound to memory: slices of the operand's type and
//! length. Lengths come from the views, types from the declaration. [`Places`] is constructed in one function, so no kernel has `unsafe` of its own.

use std::marker::PhantomData;
use std::sync::Arc;

use super::dense::{Operand, OperandPath};
use super::floats::{Floats, FloatsMut};
use super::slices;
use crate::{Arg, Args, Resize};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::scratch::{Plain, with_alignment};
use hostnpu_tensor::{Dtype, Element, Layout};
use smallvec::SmallVec;

mod any;
mod bytes;
mod calls;
mod indices;
mod kernel;
mod resized;
mod shared;
#[cfg(test)]
mod tests;
mod views;

pub use super::elements::{Any, AnyChunks, AnyMut};
pub(super) use any::{AnyElements, AnyOperand};
pub use any::{ReadAny, WriteAny};
pub use bytes::{ReadBytes, WriteBytes, fill_bytes};
pub use calls::{Calls, ReadForCalls, RunsCalls, WriteForCalls};
pub use indices::ReadIndices;
pub use kernel::kernel;
pub use resized::{Resized, WriteResized, WriteResizedBytes};
pub use shared::{Shared, SharedBytes, waiting};
use views::ViewAxes;
pub use views::{
    ReadBytesView, ReadFloatsView, ReadRows, ReadView, WriteBytesView, WriteFloatsView,
};

/// The operands of a kernel: one operand, or a structure, a list or an option of operands.
pub trait Operands: Send + Sync + 'static {
    /// The operands bound to memory for one run.
    type Bound<'a>;

    /// Declares each operand, in the order in which [`Operands::bind`] takes them.
    fn declare(self, to: &mut Declared);

    /// Binds the declared operands to memory.
    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>>;
}

/// One entry of a declaration.
#[derive(Clone, Copy)]
enum Item {
    /// The next operand.
    Operand,
    /// An optional operand, or structure of operands, that the caller left out.
    Absent,
    /// One that follows.
    Present,
    /// Number of operands that follow.
    List(u32),
    /// The next piece of scratch memory.
    Temporary,
}

/// Scratch memory for one run: `count` elements of `size` bytes.
#[derive(Clone, Copy)]
struct ScratchPiece {
    count: usize,
    size: usize,
}

/// An operand as the kernel sees it.
struct DeclaredOperand {
    name: &'static str,
    dtype: Dtype,
    writes: bool,
    /// True if, at the addresses that it was planned with, it shares memory with an output that is passed as it is.
    is_in_the_way: bool,
    placed: OperandPath,
    special: Option<Box<Special>>,
}

/// More about an operand that is not a dense tensor of a shape that the plan knows.
enum Special {
    /// Accessed through a view.
    View(ViewAxes),
    /// Gets its shape from the kernel ([`WriteResized`]).
    Resized(Resize),
    /// Read or written by calls that the kernel plans when it runs.
    Calls(Arc<Layout>),
}

impl DeclaredOperand {
    /// One of which nothing is known yet.
    const NONE: Self = Self {
        name: "",
        dtype: Dtype::Bool,
        writes: false,
        is_in_the_way: false,
        placed: OperandPath::NONE,
        special: None,
    };

    /// Bytes of its elements, dense.
    fn bytes(&self) -> usize {
        // The engine has refused tensors whose bytes nothing can count.
        self.dtype.bytes(self.placed.count).unwrap_or(0)
    }

    /// Its layout, if it is of calls.
    fn of_calls(&self) -> Option<&Arc<Layout>> {
        match self.special.as_deref() {
            Some(Special::Calls(layout)) => Some(layout),
            _ => None,
        }
    }

    /// The bytes that it reaches, if its first element is at `first`, and whether it is of calls, or a view that others may lie between.
    fn range(&self, first: usize) -> (usize, usize, bool) {
        if let Some(Special::View(axes)) = self.special.as_deref() {
            let (low, high, has_gaps) = axes.reach();
            let bytes = |elements: isize| {
                let bits = elements.saturating_mul(self.dtype.bits() as isize);
                first.saturating_add_signed(bits.div_euclid(8))
            };
            return (bytes(low), bytes(high), has_gaps);
        }
        let Some(layout) = self.of_calls() else {
            let bytes = self.dtype.bytes(self.placed.count).unwrap_or(usize::MAX);
            return (first, first.saturating_add(bytes), false);
        };
        let Some(reach) = layout.reach() else {
            return (first, first, true);
        };
        let bytes = |element: i64| {
            let bits = (element - layout.offset()).saturating_mul(self.dtype.bits() as i64);
            first.saturating_add_signed(bits.div_euclid(8) as isize)
        };
        (bytes(reach.lowest), bytes(reach.highest + 1), true)
    }
}

/// Operands of most kernels.
const FEW_OPERANDS: usize = 4;

/// Operands beyond the first ones for which there is room at once, where there are any.
const MORE_OPERANDS: usize = 13;

/// Declaration of the operands of a kernel, from which the engine plans it.
pub struct Declared<'a> {
    args: &'a mut Args,
    declaration: &'a mut Declaration,
    /// The first operand that was refused.
    refused: &'a mut Result<()>,
}

/// The operands of a kernel, as they were declared.
struct Declaration {
    /// In the order of declaration.
    items: SmallVec<[Item; 8]>,
    operands: Vec<DeclaredOperand>,
    temporaries: SmallVec<[ScratchPiece; 3]>,
    /// Bytes of scratch memory for all temporaries.
    scratch: usize,
    /// Number of operands that are written.
    written: usize,
    /// True if one of these has elements.
    writes_elements: bool,
    sets_shapes: bool,
    runs_calls: bool,
}

impl Declaration {
    /// That of no operands. A constant: it is copied to its place without being made somewhere else first.
    const NOTHING: Self = Self {
        items: SmallVec::new_const(),
        operands: Vec::new(),
        temporaries: SmallVec::new_const(),
        scratch: 0,
        written: 0,
        writes_elements: false,
        sets_shapes: false,
        runs_calls: false,
    };
}

impl Declared<'_> {
    #[inline]
    fn operand(&mut self, operand: Operand) {
        self.special_operand(operand, None);
    }

    // The operand is looked at where it is and moved once, when its parts have reached the cache: a move right behind the construction waits for them.
    #[inline]
    fn special_operand(&mut self, operand: Operand, special: Option<Box<Special>>) {
        match self.place(&operand, special) {
            Ok(()) => {
                if self.args.len() == FEW_OPERANDS {
                    self.args.reserve(MORE_OPERANDS);
                }
                self.args.push(operand.arg);
            }
            Err(error) => {
                if self.refused.is_ok() {
                    *self.refused = Err(error);
                }
            }
        }
    }

    fn place(&mut self, operand: &Operand, special: Option<Box<Special>>) -> Result<()> {
        let (writes, dtype) = (operand.arg.role.writes(), operand.dtype);
        if writes {
            operand.arg.check_distinct_elements()?;
        }
        let OperandPath {
            is_strided,
            is_forced,
            transfers,
            count,
            bytes,
            offset,
        } = OperandPath::new(operand)?;
        let known = &mut *self.declaration;
        known.written += usize::from(writes);
        known.writes_elements |= writes && !operand.arg.view.layout.is_empty();
        known.sets_shapes |= matches!(special.as_deref(), Some(Special::Resized(_)));
        known.runs_calls |= matches!(special.as_deref(), Some(Special::Calls(_)));
        known.items.push(Item::Operand);
        if known.operands.len() == FEW_OPERANDS {
            known.operands.reserve_exact(MORE_OPERANDS);
        }
        known.operands.push(DeclaredOperand::NONE);
        let Some(declared) = known.operands.last_mut() else {
            return Ok(());
        };
        // Part by part into the list: a structure that is moved right behind its construction waits until all of them have reached the cache.
        declared.name = operand.arg.name;
        declared.dtype = dtype;
        declared.writes = writes;
        declared.placed.is_strided = is_strided;
        declared.placed.is_forced = is_forced;
        declared.placed.transfers = transfers;
        declared.placed.count = count;
        declared.placed.bytes = bytes;
        declared.placed.offset = offset;
        declared.special = special;
        Ok(())
    }

    fn temporary(&mut self, count: usize, size: usize) {
        let bytes = with_alignment(count.saturating_mul(size));
        self.declaration.scratch = self.declaration.scratch.saturating_add(bytes);
        self.declaration.items.push(Item::Temporary);
        self.declaration
            .temporaries
            .push(ScratchPiece { count, size });
    }
}

/// Place of an operand during one run.
#[derive(Clone, Copy)]
struct Place {
    /// Address of the first element.
    address: usize,
    /// True if that is a copy of the operand.
    is_moved: bool,
}

/// Memory of the operands of one run. Each operand takes its own, once, in the order of declaration.
pub struct Places<'p, 'a> {
    /// Items, operands, places and scratch memory that have not been taken.
    items: std::slice::Iter<'p, Item>,
    operands: std::slice::Iter<'a, DeclaredOperand>,
    places: std::slice::Iter<'p, Place>,
    temporaries: std::slice::Iter<'p, ScratchPiece>,
    known: &'a [DeclaredOperand],
    all: &'a [Place],
    /// Number of this run, from which operands of calls have their origin.
    run: u32,
    /// Allocates temporary memory that lives as long as the run.
    take: &'a dyn Fn(usize) -> Result<Region<'a>>,
}

/// Returns temporary memory, which was taken for one caller, as any numbers.
fn temporary<T: Plain>(memory: Region<'_>, count: usize) -> &mut [T] {
    // SAFETY: memory that nothing else refers to; any bytes are elements.
    unsafe { memory.slice_mut(count) }
}

#[cold]
fn not_declared(what: &str) -> Error {
    Reason::Internal(format!("{what} was not declared in its place")).into()
}

/// Memory of one operand.
struct OperandMemory<'a> {
    known: &'a DeclaredOperand,
    address: usize,
    is_moved: bool,
}

impl<'a> Places<'_, 'a> {
    #[inline]
    fn item(&mut self) -> Result<Item> {
        let item = self.items.next().copied();
        item.ok_or_else(|| not_declared("an operand"))
    }

    fn take(&mut self, dtype: Option<Dtype>, writes: bool) -> Result<OperandMemory<'a>> {
        let (Item::Operand, Some(known)) = (self.item()?, self.operands.next()) else {
            return Err(not_declared("an operand"));
        };
        match self.places.next() {
            Some(&Place { address, is_moved })
                if known.writes == writes && dtype.is_none_or(|dtype| dtype == known.dtype) =>
            {
                Ok(OperandMemory {
                    known,
                    address,
                    is_moved,
                })
            }
            _ => Err(not_declared(known.name)),
        }
    }

    fn read<T: Element>(&mut self) -> Result<&'a [T]> {
        let of = self.take(Some(T::DTYPE), false)?;
        let count = of.known.placed.count;
        // SAFETY: `Places` is made for operands that are there for 'a: a dense tensor of this type and layout, which nothing writes.
        Ok(unsafe { slices::slice(of.address, count) })
    }

    fn write<T: Element>(&mut self) -> Result<&'a mut [T]> {
        let of = self.take(Some(T::DTYPE), true)?;
        let count = of.known.placed.count;
        // SAFETY: as in `read`; outputs share no memory, and each is taken once.
        Ok(unsafe { slices::slice_mut(of.address, count) })
    }

    /// The operand that is taken next, if it is one.
    fn next_operand(&self) -> Option<&'a DeclaredOperand> {
        match self.items.as_slice().first() {
            Some(Item::Operand) => self.operands.as_slice().first(),
            _ => None,
        }
    }

    fn next_writes(&self) -> bool {
        self.next_operand().is_some_and(|known| known.writes)
    }

    fn next_dtype(&self) -> Option<Dtype> {
        self.next_operand().map(|known| known.dtype)
    }
}

macro_rules! tensors {
    ($($(#[$doc:meta])* $name:ident: $make:ident, $bound:ident => $take:ident $(as $mutable:tt)?;)*) => {$(
        $(#[$doc])*
        pub struct $name<T>(Operand, PhantomData<fn() -> T>);

        impl<T: Element> Operands for $name<T> {
            type Bound<'a> = &'a $($mutable)? [T];

            #[inline]
            fn declare(self, to: &mut Declared) {
                to.operand(self.0);
            }

            #[inline]
            fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
                places.$take()
            }
        }

        impl<T: Element> From<Arg> for $name<T> {
            #[inline]
            fn from(arg: Arg) -> Self {
                Self(Operand::$make(arg, T::DTYPE), PhantomData)
            }
        }
    )*};
}

tensors! {
    /// An input, converted to `T`.
    Read: read, Bound => read;
    /// An output that is written in full, converted from `T`.
    Write: write, Bound => write as mut;
    /// A tensor that is read and written, converted to `T` and back.
    Update: update, Bound => write as mut;
    /// An output of which a part is written, converted from `T`; the rest stays as it is.
    WritePart: write_part, Bound => write as mut;
}

impl<T: Element> Read<T> {
    /// An input, converted and broadcast to a shape.
    pub fn broadcast(arg: Arg, shape: &[i64]) -> Self {
        Self(Operand::read_as(arg, T::DTYPE, shape), PhantomData)
    }
}

/// An input of a floating-point type, in its own type.
pub struct ReadFloats(Operand);

impl From<Arg> for ReadFloats {
    #[inline]
    fn from(arg: Arg) -> Self {
        let dtype = arg.view.dtype;
        Self(Operand::read(arg, dtype))
    }
}

impl Operands for ReadFloats {
    type Bound<'a> = Floats<'a>;

    #[inline]
    fn declare(self, to: &mut Declared) {
        to.operand(self.0);
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Floats<'a>> {
        Ok(match places.next_dtype() {
            Some(Dtype::F16) => Floats::F16(places.read()?),
            Some(Dtype::Bf16) => Floats::Bf16(places.read()?),
            Some(Dtype::F64) => Floats::F64(places.read()?),
            _ => Floats::F32(places.read()?),
        })
    }
}

/// An output of a floating-point type, in its own type.
pub struct WriteFloats(Operand);

impl WriteFloats {
    /// An output that the kernel writes in this type.
    pub fn of(arg: Arg, dtype: Dtype) -> Self {
        Self(Operand::write(arg, dtype))
    }
}

impl Operands for WriteFloats {
    type Bound<'a> = FloatsMut<'a>;

    #[inline]
    fn declare(self, to: &mut Declared) {
        to.operand(self.0);
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<FloatsMut<'a>> {
        Ok(match places.next_dtype() {
            Some(Dtype::F16) => FloatsMut::F16(places.write()?),
            Some(Dtype::Bf16) => FloatsMut::Bf16(places.write()?),
            Some(Dtype::F64) => FloatsMut::F64(places.write()?),
            _ => FloatsMut::F32(places.write()?),
        })
    }
}

/// Scratch memory of a kernel for one run, holding any numbers: those of the workspace.
pub struct Temporary<T> {
    count: usize,
    of: PhantomData<fn() -> T>,
}

impl<T> Temporary<T> {
    /// `count` elements.
    pub fn of(count: usize) -> Self {
        Self {
            count,
            of: PhantomData,
        }
    }
}

impl<T: Plain> Operands for Temporary<T> {
    type Bound<'a> = &'a mut [T];

    fn declare(self, to: &mut Declared) {
        to.temporary(self.count, size_of::<T>());
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
        match (places.item()?, places.temporaries.next()) {
            (Item::Temporary, Some(&ScratchPiece { count, size })) if size == size_of::<T>() => {
                Ok(temporary((places.take)(count.saturating_mul(size))?, count))
            }
            _ => Err(not_declared("temporary memory")),
        }
    }
}

impl<O: Operands> Operands for Option<O> {
    type Bound<'a> = Option<O::Bound<'a>>;

    fn declare(self, to: &mut Declared) {
        match self {
            Some(operand) => {
                to.declaration.items.push(Item::Present);
                operand.declare(to);
            }
            None => to.declaration.items.push(Item::Absent),
        }
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
        match places.item()? {
            Item::Absent => Ok(None),
            Item::Present => O::bind(places).map(Some),
            _ => Err(not_declared("an optional operand")),
        }
    }
}

impl<O: Operands> Operands for Vec<O> {
    type Bound<'a> = Vec<O::Bound<'a>>;

    fn declare(self, to: &mut Declared) {
        // More are more than there is memory.
        let count = u32::try_from(self.len()).unwrap_or(u32::MAX);
        to.declaration.items.push(Item::List(count));
        self.into_iter().for_each(|operand| operand.declare(to));
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
        match places.item()? {
            Item::List(count) => {
                let mut list = Vec::with_capacity(count as usize);
                for _ in 0..count {
                    list.push(O::bind(places)?);
                }
                Ok(list)
            }
            _ => Err(not_declared("a list")),
        }
    }
}

/// Declares a structure of operands, and a structure with the same names that holds them bound to memory.
#[macro_export]
macro_rules! declare_operands {
    ($(#[$doc:meta])* $visible:vis struct $name:ident $(<$($t:ident: $limit:path),+>)? => $bound:ident {
        $($(#[$about:meta])* $field:ident: $type:ty),* $(,)?
    }) => {
        $(#[$doc])*
        $visible struct $name $(<$($t: $limit),+>)? { $($(#[$about])* pub $field: $type),* }

        /// The operands bound to memory.
        $visible struct $bound<'a $($(, $t: $limit)+)?> { $(pub $field: <$type as $crate::operands::Operands>::Bound<'a>),* }

        impl $(<$($t: $limit),+>)? $crate::operands::Operands for $name $(<$($t),+>)? {
            type Bound<'a> = $bound<'a $($(, $t)+)?>;

            fn declare(self, to: &mut $crate::operands::Declared) {
                $($crate::operands::Operands::declare(self.$field, to);)*
            }

            #[inline]
            fn bind<'a>(
                places: &mut $crate::operands::Places<'_, 'a>,
            ) -> hostnpu_base::error::Result<Self::Bound<'a>> {
                $(let $field = <$type as $crate::operands::Operands>::bind(places)?;)*
                Ok($bound { $($field),* })
            }
        }
    };
}
pub use declare_operands as operands;
