//! Registry of device memory: the allocations that were handed out, so that what reaches past them can be refused.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::Device;
use super::backing::Origin;
use super::map_cache::MapCache;
use super::virtual_memory::Reservation;
use hostnpu_base::error::{Error, Memory, Reason, Result};

/// Kind of memory of an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Memory of the device with this number.
    Device(i32),
    /// Page-locked host memory, which the device may read and write asynchronously.
    Host,
    /// A program's own host memory, registered for the device.
    Registered,
    /// None: reserved addresses that may not be touched.
    Reserved,
}

/// Memory that was handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// First byte.
    pub start: usize,
    /// Bytes that were asked for.
    pub size: usize,
    /// Bytes that may be used: those and, where the vendor rounds sizes, what that adds.
    pub room: usize,
    /// The kind of memory.
    pub kind: Kind,
    /// The number of the context in which it was allocated; 0 for memory of the host.
    pub(super) owner: u64,
    pub(super) origin: Origin,
}

impl Allocation {
    /// Returns true if it lies on huge pages, as far as the system could give them.
    pub fn is_huge(&self) -> bool {
        matches!(self.origin, Origin::Map { huge: true, .. })
    }

    /// The bytes that may be used.
    pub fn bytes(&self) -> Range<usize> {
        self.start..self.start + self.room
    }
}

#[derive(Default)]
pub(super) struct Registry {
    pub(super) allocations: BTreeMap<usize, Allocation>,
    /// Reserved addresses by their starts.
    pub(super) reservations: BTreeMap<usize, Reservation>,
    used: HashMap<i32, usize>,
    /// The most that were in use.
    most_used: HashMap<i32, usize>,
    /// Page-locked memory that was registered too: bytes by their first.
    pub(super) registered: BTreeMap<usize, usize>,
    /// The last ranges that were freed, each with its number, the newest at the end.
    freed: VecDeque<(Range<usize>, u64)>,
    /// Maps of freed memory.
    pub(super) kept: MapCache,
}

/// Ranges that the registry remembers after they were freed.
const REMEMBERED: usize = 1024;

/// Number of allocations that were freed. Written under the registry's lock.
static FREES: AtomicU64 = AtomicU64::new(0);

impl Registry {
    /// Takes an allocation out.
    pub(super) fn remove(&mut self, allocation: &Allocation) {
        self.allocations.remove(&allocation.start);
        if allocation.kind == Kind::Host {
            let bytes = allocation.bytes();
            self.registered.retain(|start, _| !bytes.contains(start));
        }
        // Of reserved addresses the memory counts that is mapped there.
        if allocation.origin != Origin::Reserved {
            self.refund(allocation.kind, allocation.size);
        }
        if self.freed.len() == REMEMBERED {
            self.freed.pop_front();
        }
        let number = FREES.fetch_add(1, Ordering::Release) + 1;
        self.freed.push_back((allocation.bytes(), number));
    }

    /// The allocation that holds the byte at `address`.
    pub(super) fn containing(&self, address: usize) -> Option<Allocation> {
        let (_, allocation) = self.allocations.range(..=address).next_back()?;
        (address - allocation.start < allocation.room).then_some(*allocation)
    }

    /// Counts bytes, if there are as many.
    pub(super) fn charge(&mut self, kind: Kind, size: usize) -> Result<()> {
        let (memory, id, total) = match kind {
            Kind::Device(id) => {
                let total = super::device("device", id)?.memory_size();
                let free = total - self.used.get(&id).copied().unwrap_or(0).min(total);
                let device = id;
                (
                    Memory::Device {
                        device,
                        free,
                        total,
                    },
                    id,
                    total,
                )
            }
            _ => (Memory::Host, -1, usize::MAX / 2),
        };
        let used = self.used.entry(id).or_default();
        if size > total - (*used).min(total) {
            return Err(Reason::OutOfMemory {
                memory,
                asked: size,
            }
            .into());
        }
        *used += size;
        let most = self.most_used.entry(id).or_default();
        *most = (*most).max(*used);
        Ok(())
    }

    /// Counts bytes as free again.
    pub(super) fn refund(&mut self, kind: Kind, size: usize) {
        let id = match kind {
            Kind::Device(id) => id,
            Kind::Host => -1,
            Kind::Registered | Kind::Reserved => return,
        };
        if let Some(used) = self.used.get_mut(&id) {
            *used -= size.min(*used);
        }
    }
}

/// Counts bytes of a device or of the host as used, if it has as many.
pub(super) fn charge(kind: Kind, size: usize) -> Result<()> {
    write().charge(kind, size)
}

/// Counts bytes as free again.
pub(super) fn refund(kind: Kind, size: usize) {
    write().refund(kind, size);
}

/// Returns the number of allocations that were freed so far: if it is what it was, all addresses mean what they did.
#[inline]
pub fn frees() -> u64 {
    FREES.load(Ordering::Acquire)
}

/// Returns true if memory at an address was freed since [`frees`] returned `since`, as far as that is remembered.
pub fn was_freed(address: usize, since: u64) -> bool {
    let registry = read();
    let newer = registry.freed.iter().rev();
    let mut newer = newer.take_while(|(_, number)| *number > since);
    newer.any(|(range, _)| range.contains(&address))
}

/// Refuses an address in memory that was freed since [`frees`] returned `since`, and is no other allocation now.
pub fn check_live(arg: &'static str, address: usize, since: u64) -> Result<()> {
    let registry = read();
    if registry
        .containing(address)
        .is_some_and(|found| found.kind != Kind::Reserved)
    {
        return Ok(());
    }
    let newer = registry.freed.iter().rev();
    let mut newer = newer.take_while(|(_, number)| *number > since);
    if newer.any(|(range, _)| range.contains(&address)) {
        return Err(Error::value(
            arg,
            format!("at {address:#x}, in memory that was freed since the call was planned"),
            "memory that stays until the work is done",
        ));
    }
    Ok(())
}

static REGISTRY: LazyLock<RwLock<Registry>> = LazyLock::new(RwLock::default);

fn read() -> RwLockReadGuard<'static, Registry> {
    REGISTRY
        .read()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Locks the registry.
pub(super) fn write() -> RwLockWriteGuard<'static, Registry> {
    REGISTRY
        .write()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Bytes of the device that are in use.
pub fn used(device: i32) -> usize {
    read().used.get(&device).copied().unwrap_or(0)
}

/// The most bytes of the device that were in use.
pub fn most_used(device: i32) -> usize {
    read().most_used.get(&device).copied().unwrap_or(0)
}

/// Bytes of the device that are free.
pub fn available(device: &Device) -> usize {
    device.memory_size().saturating_sub(used(device.id()))
}

/// The allocation that holds the byte at `address`.
pub fn allocation_at(address: usize) -> Option<Allocation> {
    read().containing(address)
}

/// Locks the registry, for a fork.
pub(super) fn lock_registry() -> RwLockWriteGuard<'static, Registry> {
    write()
}
