//! Scratch memory of one run of a plan: the workspace first, then memory of the host, which may be refused.

use std::mem::MaybeUninit;

use super::Element;
use hostnpu_base::error::{Error, Result};

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
    workspace: &'a mut [u8],
    own: Vec<Vec<MaybeUninit<Line>>>,
}

impl<'a> Scratch<'a> {
    /// Takes a workspace, which may be empty.
    pub fn new(workspace: &'a mut [u8]) -> Self {
        Self {
            workspace,
            own: Vec::new(),
        }
    }

    /// As [`Scratch::take`], of memory whose bytes are known: the host's holds zeros.
    pub fn take_known(&mut self, bytes: usize) -> Result<*mut u8> {
        let (own, first) = (self.own.len(), self.take(bytes)?);
        if self.own.len() > own {
            // SAFETY: memory of so many bytes, which is this caller's.
            unsafe { first.write_bytes(0, bytes) };
        }
        Ok(first)
    }

    /// Returns the address of `bytes` bytes that are this caller's until the scratch memory is dropped, aligned to [`ALIGNMENT`]. What
    /// they hold is not known. Fails where the host has no such memory.
    pub fn take(&mut self, bytes: usize) -> Result<*mut u8> {
        let skip = self.workspace.as_ptr().align_offset(ALIGNMENT);
        if let Some(end) = skip
            .checked_add(bytes)
            .filter(|&end| end <= self.workspace.len())
        {
            let (piece, rest) = std::mem::take(&mut self.workspace).split_at_mut(end);
            self.workspace = rest;
            return Ok(piece[skip..].as_mut_ptr());
        }
        let lines = bytes.div_ceil(ALIGNMENT);
        let mut memory = Vec::new();
        memory
            .try_reserve_exact(lines)
            .map_err(|_| Error::out_of_host_memory(bytes))?;
        let mut memory: Vec<MaybeUninit<Line>> = memory;
        let start = memory.as_mut_ptr().cast();
        self.own.push(memory);
        Ok(start)
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
        let mut scratch = Scratch::new(&mut workspace);
        let (first, second) = (scratch.take(100).unwrap(), scratch.take(100).unwrap());
        assert!(range.contains(&first.cast_const()) && !range.contains(&second.cast_const()));
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
