//! Subscriptions: what the operators of a model took, as records that a program reads from a pipe.

use std::collections::{HashMap, VecDeque};
use std::os::fd::RawFd;
use std::sync::{Arc, Condvar, LazyLock, Mutex, PoisonError};

use super::objects::{self, Item};
use super::open_enums::aclprofAicoreMetrics;
use super::record::{RECORD_BYTES, encode};
use super::types::aclprofSubscribeConfig;
use crate::abi::acl::boundary::{Code, refuse};
use crate::abi::acl::experiment::models;
use crate::abi::acl::types::*;
use crate::abi::failure::Outcome;
use crate::abi::parameter::ReadableMemory;
use crate::abi::pointer::not_null;
use crate::device::{is_live, serve, unwatch, watch};
use crate::error::{Error, Reason};
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;
use std::ptr::null_mut;

/// Records that wait for their reader at most; those that come then are lost.
const MOST: usize = 200_000;
/// Number of waits for a pipe that stays full, each for 100 ms, once the subscription has ended.
const PATIENCE: u32 = 10;

/// Records on their way to a pipe.
struct Pipe {
    descriptor: RawFd,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    records: VecDeque<[u8; RECORD_BYTES]>,
    lost: u64,
    is_ending: bool,
    has_ended: bool,
}

/// The pipes of the models that are subscribed to.
static SUBSCRIBED: LazyLock<Mutex<HashMap<u32, Arc<Pipe>>>> = LazyLock::new(Mutex::default);

impl Pipe {
    fn push(&self, record: [u8; RECORD_BYTES]) {
        let mut state = lock(&self.state);
        if state.records.len() < MOST {
            state.records.push_back(record);
            self.changed.notify_all();
        } else {
            state.lost += 1;
        }
    }

    /// Writes what comes, until the end.
    fn write_all(&self) {
        // A reader that has gone is no end of the process.
        // SAFETY: a set of this frame; the mask is this thread's own.
        unsafe {
            let mut signals = std::mem::zeroed();
            libc::sigemptyset(&mut signals);
            libc::sigaddset(&mut signals, libc::SIGPIPE);
            libc::pthread_sigmask(libc::SIG_BLOCK, &signals, std::ptr::null_mut());
        }
        let mut full = 0;
        loop {
            let mut state = lock(&self.state);
            while state.records.is_empty() && !state.is_ending {
                let waited = self.changed.wait(state);
                state = waited.unwrap_or_else(PoisonError::into_inner);
            }
            let Some(record) = state.records.front().copied() else {
                break;
            };
            let is_ending = state.is_ending;
            drop(state);
            let mut poll = libc::pollfd {
                fd: self.descriptor,
                events: libc::POLLOUT,
                revents: 0,
            };
            // SAFETY: one descriptor.
            if unsafe { libc::poll(&mut poll, 1, 100) } == 0 {
                full += u32::from(is_ending);
                if full == PATIENCE {
                    break;
                }
                continue;
            }
            // SAFETY: the bytes of the record. A pipe with room takes them whole, for they are fewer than PIPE_BUF.
            let written =
                unsafe { libc::write(self.descriptor, record.as_ptr().cast(), RECORD_BYTES) };
            if written != RECORD_BYTES as isize {
                break;
            }
            lock(&self.state).records.pop_front();
        }
        let mut state = lock(&self.state);
        let lost = state.lost + state.records.len() as u64;
        if lost > 0 {
            log::warn!("{lost} records of operators were not read from the pipe");
        }
        state.has_ended = true;
        self.changed.notify_all();
    }

    /// Returns when what was recorded is written, or cannot be.
    fn end(&self) {
        let mut state = lock(&self.state);
        state.is_ending = true;
        self.changed.notify_all();
        while !state.has_ended {
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Creates a description of a subscription: `fd` points to the descriptor of the end of a pipe that is written. There are no counters of hardware
/// units, so `aicoreMetrics` changes nothing.
///
/// Returns null for a null `fd`, a descriptor that is not open, and a `timeInfoSwitch` of 0 with ACL_AICORE_NONE, which asks for nothing.
#[entry(acl, otherwise = null_mut())]
fn aclprofCreateSubscribeConfig(
    time_info_switch: i8,
    aicore_metrics: aclprofAicoreMetrics,
    #[length(size_of::<RawFd>())]
    #[not_const]
    fd: ReadableMemory,
) -> Outcome<*mut aclprofSubscribeConfig> {
    not_null("fd", fd)?;
    if time_info_switch == 0 && aicore_metrics == aclprofAicoreMetrics::ACL_AICORE_NONE {
        let allowed = "1, or counters to record";
        return refuse("timeInfoSwitch", 0, allowed, ACL_ERROR_INVALID_PARAM);
    }
    let descriptor = fd.number() as RawFd;
    // SAFETY: a question about a number.
    if unsafe { libc::fcntl(descriptor, libc::F_GETFD) } < 0 {
        let got = format!("{descriptor}, which is not open");
        let allowed = "the end of a pipe that is written";
        return refuse("fd", got, allowed, ACL_ERROR_INVALID_PARAM);
    }
    Ok(objects::insert(Item::Subscription(descriptor))? as *mut aclprofSubscribeConfig)
}

/// Destroys a description of a subscription; what is subscribed stays so. Returns 100000 for null, 107017 for what is none.
#[entry(acl)]
fn aclprofDestroySubscribeConfig(prof_subscribe_config: *const aclprofSubscribeConfig) -> Outcome {
    let is_meant = |item: &Item| matches!(item, Item::Subscription(_));
    objects::take(
        "profSubscribeConfig",
        prof_subscribe_config.addr(),
        is_meant,
    )?;
    Ok(())
}

/// Has a record of each operator that a model runs written to the pipe of a description. Models are the model instances of
/// `aclmdlRICaptureEnd` and `aclmdlRIBuildEnd`, by the number that `aclmdlRIGetId` returns, and what MsprofSetDeviceIdByGeModelIdx told of.
///
/// Returns 100000 for null; 100011 for a number that is no model's; 107017 for what is no description; 148046 if it is subscribed to already.
#[entry(acl)]
fn aclprofModelSubscribe(
    model_id: u32,
    prof_subscribe_config: *const aclprofSubscribeConfig,
) -> Outcome {
    let descriptor = objects::change(
        "profSubscribeConfig",
        prof_subscribe_config.addr(),
        |item| match item {
            Item::Subscription(descriptor) => Some(*descriptor),
            _ => None,
        },
    )?;
    if !is_live(model_id) && !models::is_known(model_id) {
        let allowed = "the number of a model, as aclmdlRIGetId returns it";
        return refuse("modelId", model_id, allowed, ACL_ERROR_INVALID_MODEL_ID);
    }
    let mut subscribed = lock(&SUBSCRIBED);
    if subscribed.contains_key(&model_id) {
        let text = format!("model {model_id} is subscribed to already");
        return Err(Error::from(Reason::State(text))).code(ACL_ERROR_PROF_REPEAT_SUBSCRIBE);
    }
    let pipe = Arc::new(Pipe {
        descriptor,
        state: Mutex::default(),
        changed: Condvar::new(),
    });
    let writer = pipe.clone();
    serve("hostnpu-records", move || writer.write_all())?;
    subscribed.insert(model_id, pipe.clone());
    watch(
        model_id,
        Arc::new(move |ran| pipe.push(encode(model_id, ran))),
    );
    Ok(())
}

/// Ends a subscription: what was recorded is written, and the descriptor is closed, unless another subscription writes to it, so that who reads
/// comes to the end.
///
/// Returns 100011 for a model that is not subscribed to.
#[entry(acl)]
fn aclprofModelUnSubscribe(model_id: u32) -> Outcome {
    let Some(pipe) = lock(&SUBSCRIBED).remove(&model_id) else {
        let allowed = "a model that is subscribed to";
        return refuse("modelId", model_id, allowed, ACL_ERROR_INVALID_MODEL_ID);
    };
    unwatch(model_id);
    pipe.end();
    let mut others = lock(&SUBSCRIBED).values().cloned().collect::<Vec<_>>();
    others.retain(|other| other.descriptor == pipe.descriptor);
    if others.is_empty() {
        // SAFETY: the program gave the descriptor for this use, as the vendor's documents have it.
        unsafe { libc::close(pipe.descriptor) };
    }
    Ok(())
}
