//! Blocks of physical memory, which processes map and share.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::allocations::{self, Kind};
use super::memory_file::MemoryFile;
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_base::page;
use hostnpu_base::sync::lock;

/// A block of physical memory. It lives while a handle or a mapping has it.
#[derive(Debug)]
pub struct Physical {
    number: u64,
    memory: MemoryFile,
    size: usize,
    granularity: usize,
    kind: Kind,
    attribute: i32,
    is_imported: bool,
    key: Mutex<Option<u64>>,
    charged: usize,
}

static NUMBERS: AtomicU64 = AtomicU64::new(1);

impl Physical {
    /// Allocates `size` bytes of a device or of the host, in pieces of `granularity`. `attribute` is kept.
    pub fn allocate(
        kind: Kind,
        size: usize,
        granularity: usize,
        attribute: i32,
    ) -> Result<Arc<Self>> {
        let charged = size
            .checked_next_multiple_of(granularity)
            .ok_or_else(|| Error::out_of_host_memory(size))?;
        allocations::charge(kind, charged)?;
        let note = [size as u64, granularity as u64, attribute as u64];
        let memory = MemoryFile::create(charged, note)
            .inspect_err(|_| allocations::refund(kind, charged))?;
        Ok(Arc::new(Self {
            number: NUMBERS.fetch_add(1, Ordering::Relaxed),
            memory,
            size,
            granularity,
            kind,
            attribute,
            is_imported: false,
            key: Mutex::default(),
            charged,
        }))
    }

    /// Opens memory that another process shares under a key, as memory of `kind`. It is not counted here: it is in the process that
    /// allocated it.
    pub fn import(key: u64, kind: Kind) -> Result<Arc<Self>> {
        let memory = MemoryFile::open(key)?;
        let [size, granularity, attribute] = memory.note();
        Ok(Arc::new(Self {
            number: NUMBERS.fetch_add(1, Ordering::Relaxed),
            size: size as usize,
            granularity: (granularity as usize).max(page::size()),
            attribute: attribute as i32,
            memory,
            kind,
            is_imported: true,
            key: Mutex::default(),
            charged: 0,
        }))
    }

    /// Returns a number that no other block of this process ever has.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns whose memory it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the bytes that were asked for.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the bytes of the pieces that it consists of.
    pub fn granularity(&self) -> usize {
        self.granularity
    }

    /// Returns true if another process allocated it.
    pub fn is_imported(&self) -> bool {
        self.is_imported
    }

    /// The memory itself.
    pub(super) fn memory(&self) -> &MemoryFile {
        &self.memory
    }

    /// Returns the attribute that it was allocated with.
    pub fn attribute(&self) -> i32 {
        self.attribute
    }

    /// Shares it with all other processes, or with those that [`Physical::allow`] names. Returns the key for them. That is possible once.
    pub fn share(&self, for_all: bool) -> Result<u64> {
        if self.is_imported {
            return Err(
                Reason::State("the memory is another process's, which shares it".into()).into(),
            );
        }
        let mut known = lock(&self.key);
        if known.is_some() {
            return Err(Reason::State("the memory is shared already".into()).into());
        }
        let key = self.memory.share(for_all)?;
        *known = Some(key);
        Ok(key)
    }

    /// Returns the key under which it is shared.
    pub fn key(&self) -> Option<u64> {
        *lock(&self.key)
    }

    /// Lets further processes open it.
    pub fn allow(&self, arg: &'static str, processes: &[i32]) -> Result<()> {
        self.memory.allow(arg, processes)
    }
}

impl Drop for Physical {
    fn drop(&mut self) {
        if self.charged > 0 {
            allocations::refund(self.kind, self.charged);
        }
    }
}
