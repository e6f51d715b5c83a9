//! Scratch memory of one run of a plan: the workspace first, then memory of the host, which may be refused.

use std::cell::{Cell, RefCell};
use std::mem::MaybeUninit;

use super::Element;
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::memory::Region;

/// Alignment of every piece of scratch memory.
pub const ALIGNMENT: usize = 64;

/// Bytes to ask the caller's workspace for, for a piece of `bytes`.
pub const fn with_alignment(bytes: usize) -> usize {
    bytes.saturating_add(ALIGNMENT)
}

/// Numbers, and arrays of them: any bytes are one.
///
/// # Safety
/// Every bit pattern is a value of the type, which has no padding and is aligned to at most [`ALIGNMENT`].
pub unsafe trait Plain: Copy + Send + Sync + 'static {}

// SAFETY: an element has any bits.
unsafe impl<T: Element> Plain for T {}
// SAFETY: elements side by side.
unsafe impl<T: Element, const N: usize> Plain for [T; N] {}

/// One cache line.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; ALIGNMENT]);

/// Hands out pieces of a workspace, and of the host's memory once it is used up. All are free again when it is dropped.
pub struct Scratch<'a> {
    workspace: Cell<&'a mut [u8]>,
    own: RefCell<Vec<Vec<MaybeUninit<Line>>>>,
}

impl<'a> Scratch<'a> {
    /// Takes a workspace, which may be empty.
    pub fn new(workspace: &'a mut [u8]) -> Self {
        Self {
            workspace: Cell::new(workspace),
            own: RefCell::default(),
        }
    }

    /// As [`Scratch::take`], of memory whose bytes are known: the host's holds zeros.
    pub fn take_known(&self, bytes: usize) -> Result<Region<'_>> {
        let own = self.own.borrow().len();
        let memory = self.take(bytes)?;
        if self.own.borrow().len() > own {
            memory.clear(bytes);
        }
        Ok(memory)
    }

    /// Returns `bytes` bytes that are this caller's until the scratch memory is dropped, aligned to [`ALIGNMENT`]. What
    /// they hold is not known. Fails where the host has no such memory.
    pub fn take(&self, bytes: usize) -> Result<Region<'_>> {
        let workspace = self.workspace.take();
        let skip = workspace.as_ptr().align_offset(ALIGNMENT);
        let end = skip.checked_add(bytes);
        let first = match end.filter(|&end| end <= workspace.len()) {
            Some(end) => {
                let (piece, rest) = workspace.split_at_mut(end);
                self.workspace.set(rest);
                piece[skip..].as_mut_ptr()
            }
            None => {
                self.workspace.set(workspace);
                let mut memory: Vec<MaybeUninit<Line>> = Vec::new();
                memory
                    .try_reserve_exact(bytes.div_ceil(ALIGNMENT))
                    .map_err(|_| Error::out_of_host_memory(bytes))?;
                let first = memory.as_mut_ptr().cast();
                self.own.borrow_mut().push(memory);
                first
            }
        };
        // SAFETY: memory of so many bytes, of the workspace or of a vector that is kept, which nothing else refers to; its caller alone gives it to threads.
        Ok(unsafe { Region::new(first, 0, bytes as isize) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hostnpu_base::error::Reason;

    #[test]
    fn the_workspace_comes_first_and_pieces_are_aligned() {
        let mut workspace = vec![0_u8; with_alignment(100)];
        let range = workspace.as_ptr_range();
        let scratch = Scratch::new(&mut workspace);
        let [first, second] = [0; 2].map(|_| scratch.take(100).unwrap().first(100).cast_const());
        assert!(range.contains(&first) && !range.contains(&second));
        assert!(
            [first, second]
                .iter()
                .all(|piece| piece.addr() % ALIGNMENT == 0)
        );
    }

    #[test]
    fn a06_memory_that_cannot_be_had_is_an_error() {
        let asked = isize::MAX as usize;
        let error = Scratch::new(&mut []).take(asked).unwrap_err();
        assert!(
            matches!(error.reason(), Reason::OutOfMemory { asked: bytes, .. } if *bytes == asked)
        );
    }
}
