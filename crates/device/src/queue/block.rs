//! Memory in queues, which several buffers may share.

use std::sync::Arc;

use crate::Device;
use crate::allocations::Kind;
use crate::memory::{self, NO_CONTEXT, Policy};
use hostnpu_base::error::Result;

/// Bytes of a buffer for the program's own use.
pub const USER_BYTES: usize = 96;

/// Device memory, which is freed with its last owner.
#[derive(Debug)]
pub struct Block {
    start: usize,
    size: usize,
}

impl Block {
    /// Allocates `size` bytes of a device, which hold 0.
    pub fn new(device: &Device, size: usize) -> Result<Arc<Self>> {
        let kind = Kind::Device(device.id());
        let start = memory::allocate_for(kind, NO_CONTEXT, size, Policy::Normal)?;
        // SAFETY: as many bytes were allocated just now.
        unsafe { std::ptr::write_bytes(start as *mut u8, 0, size) };
        Ok(Arc::new(Self { start, size }))
    }

    /// Returns the address of its first byte.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Returns its bytes.
    pub fn size(&self) -> usize {
        self.size
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // It was allocated for this block alone. The program may have freed it, which it must not.
        let _ = memory::free("buf", self.start, |kind| matches!(kind, Kind::Device(_)));
    }
}

/// One buffer: memory, how many bytes of it are data, and the program's own bytes.
#[derive(Clone, Debug)]
pub struct Part {
    /// The memory.
    pub block: Arc<Block>,
    /// Bytes of data.
    pub length: usize,
    /// The program's own.
    pub user: [u8; USER_BYTES],
}

/// A chain of buffers, of one at least.
pub type Message = Vec<Part>;
