//! The simulated devices: memory, contexts, streams, events. No vendor, no tensor.

mod allocations;
mod arena;
mod backing;
mod bounds;
mod context;
mod count_notify;
mod event;
mod fork;
mod graph;
mod in_use;
pub mod ipc;
mod map_cache;
mod memory;
mod memory_file;
mod notify;
mod physical;
pub mod pool;
pub mod queue;
mod registry;
mod reserved;
mod service;
mod settings;
mod shared_counts;
pub mod soc;
mod stream;
mod virtual_memory;

use std::sync::{Arc, OnceLock};
use std::time::Instant;

pub use allocations::{
    Allocation, Kind, allocation_at, available, check_live, frees, most_used, used, was_freed,
};
pub use arena::{alias, has_aliases};
pub use bounds::bounds;
pub use context::{
    Before, Context, Uses, current_context, current_default_stream, enter_context, leave_context,
    primary_context, require_context, reset_device, retain_primary, set_current_context,
};
pub use count_notify::{CountChange, CountNotify, CountTest};
pub use event::{Event, EventKind, TIME_LINE};
pub use fork::take_before_forks;
pub use graph::{
    Capture, Condition as GraphCondition, Decision, Description, Graph, Jump, LabelIndex, Mode,
    Ran, Relation, TaskGroup, Test, Watcher, check_unsafe, exchange_mode, is_live, unwatch, watch,
};
pub use memory::{Policy, allocate, allocate_room, free, host_register, host_unregister};
pub use memory_file::MemoryFile;
pub use notify::{Comparison, Notify, WordWait};
pub use physical::Physical;
pub use registry::{Device, MAX_STREAMS};
pub use service::serve;
pub use settings::Settings;
pub use stream::{
    Condition, Ending, FailureMode, FailureObserver, LEAST_PRIORITY, Stream, Task, Work, WorkOn,
    last_task, observe_failures, share,
};
pub use virtual_memory::{
    Access, access, map, mapping_around, release, reserve, set_access, unmap,
};

use hostnpu_base::config;
use hostnpu_base::error::{Error, Reason, Result};

/// All devices: `HOSTNPU_DEVICES` of them, each with `HOSTNPU_DEVICE_MEMORY` bytes.
pub fn devices() -> &'static [Arc<Device>] {
    static DEVICES: OnceLock<Vec<Arc<Device>>> = OnceLock::new();
    DEVICES.get_or_init(|| {
        let memory_size = *config::DEVICE_MEMORY.get();
        fork::prepare_for_forks();
        (0..*config::DEVICES.get() as i32)
            .map(|id| Arc::new(Device::new(id, memory_size)))
            .collect()
    })
}

/// The device with this number; `arg` is the documented name of the argument.
pub fn device(arg: &'static str, id: i32) -> Result<&'static Arc<Device>> {
    usize::try_from(id)
        .ok()
        .and_then(|index| devices().get(index))
        .ok_or_else(|| {
            Error::from(Reason::NoDevice {
                arg,
                got: i64::from(id),
                last: devices().len() as i64 - 1,
            })
        })
}

/// Start of the devices: time stamps count from here.
pub fn epoch() -> Instant {
    static EPOCH: OnceLock<Instant> = OnceLock::new();
    *EPOCH.get_or_init(Instant::now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_outside_the_visible_ones_is_named() {
        let error = device("deviceId", 64).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("`deviceId` is 64; allowed: 0 to "),
            "{error}"
        );
        assert!(device("deviceId", -1).is_err());
    }
}
