//! Faults on demand (`HOSTNPU_FAULT`): the n-th call, allocation or task fails, as a program has to be ready for.

use std::collections::HashMap;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once, OnceLock};

use hostnpu_settings::fault::{Fault as Asked, Place, fault};

use super::check;
use super::files::say;
use super::hooks::{self, Call, Description, Facts, Feature, Kind, Refusal, Task, TaskKey};
use super::text::fits;
use hostnpu_base::config;
use hostnpu_base::error::{Awaited, Error, Reason, Result};
use hostnpu_base::files;
use hostnpu_base::sync::lock;

/// The count of a place's passes once the device was reset after its loss.
const IS_BACK: u64 = 1 << 62;

/// A fault, and how often its place was passed.
#[derive(Debug)]
struct Fault {
    asked: Asked,
    passed: AtomicU64,
}

static FAULTS: OnceLock<Vec<Fault>> = OnceLock::new();

/// Names of tasks that have not begun: only their submitters know them.
static NAMES: Mutex<Option<HashMap<TaskKey, &'static str>>> = Mutex::new(None);

/// Turns on what `HOSTNPU_FAULT` asks for.
pub fn start() {
    let Some(text) = config::FAULT.get() else {
        return;
    };
    let mut faults = Vec::new();
    let words = text.split(',').map(str::trim);
    for word in words.filter(|word| !word.is_empty()) {
        match Fault::read(word) {
            Some(fault) => faults.push(fault),
            None => {
                say(&format!(
                    "HOSTNPU_FAULT: {word:?} is no fault; see docs/diagnostics.md"
                ));
            }
        }
    }
    if !faults.is_empty() && FAULTS.set(faults).is_ok() {
        hooks::watch(Feature::Fault, &Watch);
    }
}

impl Fault {
    fn read(word: &str) -> Option<Self> {
        let asked = fault(word)?;
        let passed = AtomicU64::new(0);
        Some(Self { asked, passed })
    }

    /// Counts that its place is passed once more, and says whether it strikes.
    fn strikes(&self) -> bool {
        let passed = self.passed.fetch_add(1, Ordering::Relaxed) + 1;
        match self.asked.share {
            None => passed == self.asked.time,
            Some((share, seed)) => mixed(seed.wrapping_add(passed)) % 100 < share,
        }
    }

    /// Counts a call that works on a device, and says whether the device is lost; says so in the log when it happens.
    fn is_lost(&self, call: &str) -> bool {
        let passed = self.passed.load(Ordering::Relaxed);
        match passed >= self.asked.time {
            true => passed < IS_BACK,
            false => self.strikes_call(call),
        }
    }

    /// As [`Fault::strikes`], for a call; says in the log which one is struck, and where it is made.
    fn strikes_call(&self, call: &str) -> bool {
        self.strikes_at(call, check::place)
    }

    /// As [`Fault::strikes`]; says in the log what is struck.
    fn strikes_at(&self, what: &str, place: impl FnOnce() -> String) -> bool {
        let strikes = self.strikes();
        if strikes && let Some(path) = config::FAULT_LOG.get() {
            let line = format!("{} {what}{}\n", self.asked.word, place());
            let file = files::append(path);
            if let Err(error) = file.and_then(|mut file| file.write_all(line.as_bytes())) {
                static SAID: Once = Once::new();
                SAID.call_once(|| {
                    let path = path.display();
                    say(&format!(
                        "HOSTNPU_FAULT_LOG: {path}: {error}; what strikes is not written"
                    ));
                });
            }
        }
        strikes
    }

    fn refusal(&self, what: String) -> Refusal {
        Refusal {
            error: Error::from(Reason::State(format!(
                "{what} fails, as HOSTNPU_FAULT asks for"
            ))),
            code: self.asked.code,
        }
    }
}

/// Finds a place once, in the first call: that reads the program's debug information, for which a call that a fault strikes would let its streams run on.
fn prepare_log() {
    static PREPARED: Once = Once::new();
    if config::FAULT_LOG.get().is_some() {
        PREPARED.call_once(|| drop(check::place()));
    }
}

/// Spreads a number over all bits.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 27)
}

fn faults() -> &'static [Fault] {
    FAULTS.get().map_or(&[], Vec::as_slice)
}

/// Returns true if an allocation is to fail.
#[cold]
#[inline(never)]
pub fn allocation_fails(of_host: bool) -> bool {
    let here = Place::Allocation { of_host };
    let mut struck = false;
    for fault in faults().iter().filter(|fault| fault.asked.place == here) {
        struck |= fault.strikes_call(hooks::current());
    }
    struck
}

/// Returns true if the record of an event is never to be reached.
#[cold]
#[inline(never)]
pub fn record_is_lost() -> bool {
    let records = faults()
        .iter()
        .filter(|fault| fault.asked.place == Place::Record);
    records.fold(false, |is_lost, fault| {
        is_lost | fault.strikes_call(hooks::current())
    })
}

/// Returns the status with which an entry point fails whose device is lost, if it works on one; none is the vendor's own.
fn status_of_loss(facts: Facts) -> Option<Option<i32>> {
    const LOST_HEARTBEAT: i32 = 507_010;
    const RUNTIME_ERROR: i32 = 361_001;
    if facts.any(Facts::QUEUES_OPERATOR) {
        return Some(Some(RUNTIME_ERROR));
    }
    let of_runtime = facts.any(Facts::RUNTIME).then_some(LOST_HEARTBEAT);
    facts.any(Facts::NEEDS_DEVICE).then_some(of_runtime)
}

/// Calls that wait, or let a stream wait.
const WAITS: Facts = Facts::WAITS_HOST.with(Facts::WAITS_STREAM);

/// The name of a task.
fn named(name: Option<&'static str>) -> &'static str {
    name.filter(|name| !name.is_empty()).unwrap_or("the task")
}

struct Watch;

impl hooks::Observer for Watch {
    fn enter(&self, call: &Call) -> Option<Refusal> {
        prepare_log();
        let facts = call.arguments.facts();
        let mut refusal = None;
        for fault in faults() {
            refusal = match &fault.asked.place {
                Place::Call(name) if fits(name, call.name) && fault.strikes_call(call.name) => {
                    Some(fault.refusal(call.name.into()))
                }
                Place::Skip(name)
                    if (fits(name, call.name) || name == "sync" && facts.any(WAITS))
                        && fault.strikes_call(call.name) =>
                {
                    Some(Refusal {
                        error: Error::from(Reason::State(format!(
                            "{} is left out, as HOSTNPU_FAULT asks for",
                            call.name
                        ))),
                        code: Some(0),
                    })
                }
                Place::Wait if facts.any(Facts::WAITS_HOST) && fault.strikes_call(call.name) => {
                    Some(Refusal {
                        error: Error::from(Reason::Timeout {
                            what: Awaited::Stream,
                            limit: "the time that HOSTNPU_FAULT asks for".into(),
                        }),
                        code: fault.asked.code,
                    })
                }
                Place::Lost if facts.any(Facts::RESETS_DEVICE) => {
                    if fault.passed.load(Ordering::Relaxed) >= fault.asked.time {
                        fault.passed.store(IS_BACK, Ordering::Relaxed);
                    }
                    refusal
                }
                Place::Lost => match status_of_loss(facts) {
                    Some(status) if fault.is_lost(call.name) => Some(Refusal {
                        error: Error::from(Reason::State(
                            "the device is lost, as HOSTNPU_FAULT asks for".into(),
                        )),
                        code: fault.asked.code.or(status),
                    }),
                    _ => refusal,
                },
                _ => refusal,
            };
        }
        refusal
    }

    fn submitted(&self, task: Task, description: &Description) {
        let has_names = faults()
            .iter()
            .any(|fault| matches!(fault.asked.place, Place::Task(_)));
        if has_names && task.kind == Kind::Compute {
            let names = &mut *lock(&NAMES);
            names
                .get_or_insert_default()
                .insert(task.key(), description.name);
        }
    }

    fn begins(&self, task: Task) -> Result<()> {
        let name = lock(&NAMES)
            .as_mut()
            .and_then(|names| names.remove(&task.key()));
        let mut result = Ok(());
        for fault in faults() {
            match &fault.asked.place {
                Place::Task(wanted)
                    if task.kind == Kind::Compute
                        && wanted.as_deref().is_none_or(|wanted| name == Some(wanted))
                        && fault.strikes_at(named(name), String::new) =>
                {
                    let what = named(name);
                    let text = format!("{what} fails, as HOSTNPU_FAULT asks for");
                    result = Err(Reason::State(text).into());
                }
                Place::Slow(stream) if *stream == task.stream => {
                    std::thread::sleep(fault.asked.delay)
                }
                _ => {}
            }
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wanted_time_strikes_once() {
        let third = Fault::read("task@3").unwrap();
        let strikes: Vec<bool> = (0..5).map(|_| third.strikes()).collect();
        assert_eq!(strikes, [false, false, true, false, false]);
        let often = Fault::read("malloc%20:seed=1").unwrap();
        let count = (0..1000).filter(|_| often.strikes()).count();
        assert!((100..300).contains(&count), "{count}");
    }
}
