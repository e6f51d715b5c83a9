//! Ranks of this process by the name of their communicator, for operators that are called with such a name.

use std::sync::{Arc, Mutex, Weak};
use std::thread::{ThreadId, current};

use super::Group;
use hostnpu_base::error::{Error, Result};
use hostnpu_base::sync::lock;

/// A rank, with what tells it from others of its communicator in this process.
struct Entry {
    group: Weak<Group>,
    device: i32,
    thread: ThreadId,
}

static ENTRIES: Mutex<Vec<Entry>> = Mutex::new(Vec::new());

/// Makes a rank known, which works on a device.
pub fn enter(group: &Arc<Group>, device: i32) {
    let mut entries = lock(&ENTRIES);
    entries.retain(|entry| entry.group.strong_count() > 0);
    entries.push(Entry {
        group: Arc::downgrade(group),
        device,
        thread: current().id(),
    });
}

/// Forgets a rank.
pub fn forget(group: &Arc<Group>) {
    let of = Arc::downgrade(group);
    lock(&ENTRIES).retain(|entry| !entry.group.ptr_eq(&of));
}

/// Returns the rank of a communicator by its name, which the argument `arg` gives. Of several ranks in this process it is the one that works on this device, and of
/// several there the one that this thread has formed.
pub fn find(arg: &'static str, name: &str, device: i32) -> Result<Arc<Group>> {
    let entries = lock(&ENTRIES);
    let named = entries.iter().filter_map(|entry| {
        let group = entry.group.upgrade()?;
        (group.name() == name).then_some((entry, group))
    });
    let named: Vec<_> = named.collect();
    let on_device = named.iter().filter(|(entry, _)| entry.device == device);
    let on_device: Vec<_> = on_device.collect();
    let own = on_device
        .iter()
        .find(|(entry, _)| entry.thread == current().id());
    let found = match (named.as_slice(), on_device.as_slice(), own) {
        ([one], ..) => one,
        (_, [one], _) => one,
        (_, _, Some(own)) => own,
        ([], ..) => {
            let allowed = "the name of a communicator (as it was formed with)";
            return Err(Error::value(arg, format!("{name:?}"), allowed));
        }
        (_, several, None) => {
            let got = format!(
                "{name:?}, of which {} ranks of this process are on device {device}",
                several.len()
            );
            return Err(Error::value(arg, got, "one rank for each device"));
        }
    };
    Ok(found.1.clone())
}
