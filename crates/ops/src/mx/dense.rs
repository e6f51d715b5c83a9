//! Operands as slices: what is not dense is copied.

use std::sync::Arc;

use crate::engine::pointwise;
use crate::{Arg, Call, Role};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_tensor::scratch::Scratch;
use hostnpu_tensor::{Element, Layout, overlaps_itself};

/// Number of elements of an operand.
pub(super) fn numel(arg: &Arg) -> Result<usize> {
    arg.view.numel().ok_or_else(|| {
        Error::from(Reason::Shape {
            arg: arg.name,
            got: arg.view.layout.shape().to_vec(),
            allowed: "what fits the address space".into(),
        })
    })
}

/// A call that copies elements of bytes from one layout to another of the same shape; its addresses are given when it runs.
fn copy_plan(arg: &Arg, from: Arc<Layout>, to: Arc<Layout>) -> Result<Call> {
    let operand = |role, layout| Arg::new(arg.name, role, arg.view.dtype, layout, 0);
    pointwise::copy(operand(Role::Input, from)?, operand(Role::Output, to)?)
}

/// An operand that is read as one slice.
pub(super) struct Source {
    pub numel: usize,
    offset: usize,
    gather: Option<Call>,
}

impl Source {
    /// Plans to read `arg`.
    pub fn new(arg: &Arg) -> Result<Self> {
        let layout = &arg.view.layout;
        let numel = numel(arg)?;
        if layout.is_contiguous() || numel == 0 {
            return Ok(Self {
                numel,
                offset: offset(arg)?,
                gather: None,
            });
        }
        if arg.view.dtype.bits() < 8 {
            return Err(not_contiguous(arg));
        }
        let dense = Arc::new(Layout::contiguous(layout.shape()));
        Ok(Self {
            numel,
            offset: 0,
            gather: Some(copy_plan(arg, layout.clone(), dense)?),
        })
    }

    /// Returns `length` elements of the operand at `address`; a copy in `scratch` if they do not lie side by side or share memory with one of
    /// `written`.
    ///
    /// # Safety
    /// The operand may be read. What is returned is used no longer than `scratch` lives.
    pub unsafe fn read<'a, T: Element>(
        &self,
        address: usize,
        length: usize,
        written: &[(usize, usize)],
        scratch: &mut Scratch,
    ) -> Result<&'a [T]> {
        if length == 0 {
            return Ok(&[]);
        }
        let bytes = length * size_of::<T>();
        let start = address + self.offset;
        let shared =
            |&(place, count): &(usize, usize)| start < place + count && place < start + bytes;
        let mut from = start as *const u8;
        if let Some(gather) = &self.gather {
            let copy = scratch.take(bytes)?;
            // SAFETY: the caller's promise; the copy is as large as the operand.
            unsafe { gather.run(&[address, copy.addr()], &mut [])? };
            from = copy;
        } else if written.iter().any(shared) || !start.is_multiple_of(align_of::<T>()) {
            let copy = scratch.take(bytes)?;
            // SAFETY: the caller's promise; bytes need no alignment.
            unsafe { std::ptr::copy_nonoverlapping(from, copy, bytes) };
            from = copy;
        }
        // SAFETY: the caller's promise; aligned, and nothing is written there.
        Ok(unsafe { std::slice::from_raw_parts(from.cast(), length) })
    }
}

/// An operand that is written as bytes.
pub(super) struct Target {
    pub bytes: usize,
    offset: usize,
    scatter: Option<Call>,
}

impl Target {
    /// Plans to write `arg`. Only elements of whole bytes may be strided.
    pub fn new(arg: &Arg) -> Result<Self> {
        let layout = &arg.view.layout;
        let numel = numel(arg)?;
        let bytes = arg.view.dtype.bytes(numel).unwrap_or(usize::MAX);
        if layout.is_contiguous() || numel == 0 {
            return Ok(Self {
                bytes,
                offset: offset(arg)?,
                scatter: None,
            });
        }
        if arg.view.dtype.bits() < 8 || overlaps_itself(layout) {
            return Err(not_contiguous(arg));
        }
        let dense = Arc::new(Layout::contiguous(layout.shape()));
        Ok(Self {
            bytes,
            offset: 0,
            scatter: Some(copy_plan(arg, dense, layout.clone())?),
        })
    }

    /// Returns where to write the operand at `address`: there, or in `scratch` if its elements do not lie side by side.
    pub fn open(&self, address: usize, scratch: &mut Scratch) -> Result<usize> {
        match self.scatter {
            None => Ok(address + self.offset),
            Some(_) => {
                let place = scratch.take(self.bytes)?;
                // SAFETY: the piece has as many bytes. Packed scales may leave some unwritten.
                unsafe { place.write_bytes(0, self.bytes) };
                Ok(place.addr())
            }
        }
    }

    /// Puts what was written at `place`, where [`Target::open`] said, where it belongs.
    ///
    /// # Safety
    /// The operand at `address` may be written.
    pub unsafe fn close(&self, place: usize, address: usize) -> Result<()> {
        match &self.scatter {
            None => Ok(()),
            // SAFETY: the caller's promise; the place is as large as the operand.
            Some(scatter) => unsafe { scatter.run(&[place, address], &mut []) },
        }
    }
}

/// Bytes from the base address to the first element.
fn offset(arg: &Arg) -> Result<usize> {
    let bits = usize::try_from(arg.view.layout.offset())
        .ok()
        .and_then(|offset| offset.checked_mul(arg.view.dtype.bits()));
    bits.filter(|bits| bits % 8 == 0)
        .map(|bits| bits / 8)
        .ok_or_else(|| {
            Error::from(Reason::Value {
                arg: arg.name,
                got: format!("a view at element {}", arg.view.layout.offset()),
                allowed: "a view that starts at a whole byte of its storage".into(),
            })
        })
}

fn not_contiguous(arg: &Arg) -> Error {
    Error::from(Reason::Value {
        arg: arg.name,
        got: format!("a view with strides {:?}", arg.view.layout.strides()),
        allowed: "a contiguous tensor".into(),
    })
}
