//! The devices in a forked child.
//!
//! A child has a copy of the memory, and of its threads only the one that forked. So all locks of the devices, of memory pools, channels and queues are taken before a
//! fork, in an order that agrees with all other code (those of layers above first), and in the child every stream forgets its worker. Streams that were idle
//! go on as new; those that were at work refuse what comes, for their tasks and waits are in the parent.

use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, MutexGuard, Once, OnceLock, RwLockWriteGuard};

use super::allocations::{Registry, lock_registry};
use super::context::{Contexts, Primaries, lock_contexts, lock_primaries};
use super::ipc::{Shares, lock_shares};
use super::pool::{LockedPools, lock_pools};
use super::queue::{LockedChannels, Queues, lock_channels, lock_queues};
use super::registry::Streams;
use super::stream::State;
use super::{Stream, devices};
use hostnpu_diagnostics::check::{self, ForkGuard};

/// All locks of the devices. Guards come before what they guard: fields are dropped in this order.
struct Locks {
    _checks: Vec<Box<dyn ForkGuard>>,
    _shares: MutexGuard<'static, Shares>,
    _memory: RwLockWriteGuard<'static, Registry>,
    _contexts: MutexGuard<'static, Contexts>,
    _queues: MutexGuard<'static, Queues>,
    _channels: LockedChannels,
    _pools: LockedPools,
    _registries: Vec<MutexGuard<'static, Streams>>,
    streams: Vec<LockedStream>,
    _primaries: MutexGuard<'static, Primaries>,
    _above: Vec<Box<dyn ForkGuard>>,
}

/// Takes locks.
type Take = fn() -> Vec<Box<dyn ForkGuard>>;

/// The locks of a layer above that may be held while those of the devices are taken.
static ABOVE: OnceLock<Take> = OnceLock::new();

/// Has forks take the locks of a layer above, before those of the devices. There is one such layer: the first stays.
pub fn take_before_forks(take: Take) {
    let _ = ABOVE.set(take);
}

struct LockedStream {
    state: MutexGuard<'static, State>,
    stream: Arc<Stream>,
}

/// The locks that the forking thread holds, between the handlers of a fork.
static HELD: AtomicPtr<Locks> = AtomicPtr::new(null_mut());

/// Has forks leave the devices usable in the child.
pub(super) fn prepare_for_forks() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the three functions live as long as the library.
        let status = unsafe { libc::pthread_atfork(Some(before), Some(in_parent), Some(in_child)) };
        if status != 0 {
            log::warn!("no memory for the handlers of a fork: a child must not use the devices");
        }
    });
}

fn lock_all() -> Locks {
    let above = ABOVE.get().map(|take| take()).unwrap_or_default();
    let primaries = lock_primaries();
    loop {
        let streams: Vec<_> = devices()
            .iter()
            .flat_map(|device| device.streams())
            .map(LockedStream::new)
            .collect();
        let registries: Vec<_> = devices()
            .iter()
            .map(|device| device.lock_streams())
            .collect();
        let registered = registries.iter().flat_map(|registry| registry.values());
        let locked = streams.iter().map(|locked| &locked.stream);
        if !registered.map(Arc::as_ptr).eq(locked.map(Arc::as_ptr)) {
            // A stream was created or ended since the first look.
            continue;
        }
        // Fields are evaluated in this order.
        return Locks {
            _pools: lock_pools(),
            _channels: lock_channels(),
            _queues: lock_queues(),
            _contexts: lock_contexts(),
            _shares: lock_shares(),
            _memory: lock_registry(),
            _registries: registries,
            streams,
            _primaries: primaries,
            _above: above,
            _checks: check::lock_all(),
        };
    }
}

impl LockedStream {
    fn new(stream: Arc<Stream>) -> Self {
        let state = stream.lock_state();
        // SAFETY: only a lifetime changes; the stream is kept beside the guard, which is dropped first.
        let state = unsafe {
            std::mem::transmute::<MutexGuard<'_, State>, MutexGuard<'static, State>>(state)
        };
        Self { state, stream }
    }
}

extern "C" fn before() {
    HELD.store(Box::into_raw(Box::new(lock_all())), Ordering::Relaxed);
}

/// Takes the locks that `before` took.
fn held() -> Option<Box<Locks>> {
    let held = HELD.swap(null_mut(), Ordering::Relaxed);
    // SAFETY: what is stored there came from `Box::into_raw`, and was taken out just now.
    (!held.is_null()).then(|| unsafe { Box::from_raw(held) })
}

extern "C" fn in_parent() {
    drop(held());
}

extern "C" fn in_child() {
    if let Some(mut locks) = held() {
        for stream in &mut locks.streams {
            stream.state.after_fork();
        }
    }
}
