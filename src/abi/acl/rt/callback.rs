//! Callbacks of the program in stream order.
//!
//! A stream has one of two mechanisms. Either a thread of the program subscribes, and runs the callbacks of
//! `aclrtLaunchCallback` in its calls of `aclrtProcessReport`; or the library's own thread runs those of
//! `aclrtLaunchHostFunc`.

mod reports;

use std::collections::VecDeque;
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use self::reports::{Done, Inbox, Report, SUBSCRIPTIONS, Thread, end_abandoned, next_report};
use crate::abi::acl::boundary::{Code, guard, refuse};
use crate::abi::acl::types::*;
use crate::abi::call_out::call_in_context;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{AnyStream, Callback, HostFunction, Later};
use crate::abi::shown::{Called, Facts, Kind, Signature, Word as _};
use crate::abi::streams::stream_for_work;
use crate::device::{Stream, Task};
use crate::diagnostics::check::{self, Edge};
use crate::diagnostics::hooks;
use crate::error::{Error, Reason, Resource};
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// Most threads that can be subscribed, as on the card.
const MAX_THREADS: usize = 1024;

/// The setting by which a stream remembers that it ran a host function.
const RUNS_HOST_FUNCTIONS: &str = "runs host functions";

/// Subscribes a thread, by its `pthread_self()`, for the callbacks of a stream. A thread may serve several streams of one device.
///
/// Returns 107011 for a stream that has a thread, or runs host functions; 107012 for a thread that serves another device;
/// 107017 for what is no live stream.
#[entry(acl)]
fn aclrtSubscribeReport(thread_id: u64, stream: AnyStream) -> Outcome {
    let mut subscriptions = lock(&SUBSCRIPTIONS);
    subscriptions.prune();
    let key = stream.number();
    if let Some((subscriber, _)) = subscriptions.streams.get(&key) {
        return refuse(
            "stream",
            format!("one that thread {subscriber} is subscribed for"),
            "a stream without a subscription",
            ACL_ERROR_RT_STREAM_SUBSCRIBE,
        );
    }
    if stream.settings().get(RUNS_HOST_FUNCTIONS, 0).is_some() {
        return refuse(
            "stream",
            "one that aclrtLaunchHostFunc was used with",
            "a stream without host functions",
            ACL_ERROR_RT_STREAM_SUBSCRIBE,
        );
    }
    let device = stream.device().id();
    match subscriptions.threads.get(&thread_id) {
        Some(thread) if thread.device != device => {
            return refuse(
                "threadId",
                format!("{thread_id}, which serves device {}", thread.device),
                format!("a thread that serves no device but {device}"),
                ACL_ERROR_RT_THREAD_SUBSCRIBE,
            );
        }
        Some(_) => {}
        None if subscriptions.threads.len() >= MAX_THREADS => {
            return Err(Reason::Exhausted {
                what: Resource::SubscribedThread,
                limit: MAX_THREADS,
            }
            .into());
        }
        None => {
            let inbox = Arc::default();
            subscriptions
                .threads
                .insert(thread_id, Thread { device, inbox });
        }
    }
    subscriptions
        .streams
        .insert(key, (thread_id, Arc::downgrade(&stream)));
    Ok(())
}

/// Unsubscribes a thread from the callbacks of a stream. Callbacks that are due and that the stream waits for are dropped; others can
/// still be processed.
///
/// Returns 107011 for a stream without a subscription, 107012 for another thread than its own, 107017 for what is no live stream.
#[entry(acl)]
fn aclrtUnSubscribeReport(thread_id: u64, stream: AnyStream) -> Outcome {
    let mut subscriptions = lock(&SUBSCRIPTIONS);
    let key = stream.number();
    let subscriber = match subscriptions.streams.get(&key) {
        Some(&(subscriber, _)) => subscriber,
        None => {
            return refuse(
                "stream",
                "one that no thread is subscribed for",
                "a stream with a subscription",
                ACL_ERROR_RT_STREAM_SUBSCRIBE,
            );
        }
    };
    if subscriber != thread_id {
        return refuse(
            "threadId",
            thread_id,
            format!("{subscriber}, which is subscribed for the stream"),
            ACL_ERROR_RT_THREAD_SUBSCRIBE,
        );
    }
    subscriptions.streams.remove(&key);
    let mut dropped = VecDeque::new();
    if let Some(thread) = subscriptions.threads.get(&thread_id) {
        let reports = &mut lock(&thread.inbox.mail).reports;
        let is_waited_for =
            |report: &Report| report.stream.number() == key && report.done.is_some();
        let all = std::mem::take(reports).into_iter();
        let (waited_for, others): (VecDeque<_>, _) = all.partition(is_waited_for);
        dropped = waited_for;
        *reports = others;
    }
    subscriptions.prune();
    drop(subscriptions);
    // They wake their stream: not under the locks.
    drop(dropped);
    Ok(())
}

/// The calling thread's number, as programs have it from `pthread_self()`.
fn this_thread() -> u64 {
    // SAFETY: it has no preconditions.
    unsafe { libc::pthread_self() as u64 }
}

/// Waits for a callback for the calling thread, for at most `timeout` milliseconds (-1: no limit), and runs it.
///
/// The callback runs with its stream's context as the current one. It may end by an exception, which goes on to the caller, or by `longjmp` to a frame of the
/// caller: its stream goes on at the thread's next call of this function, or when the thread ends.
///
/// Returns 100000 for another limit below 1, 107012 for a thread that is not subscribed, 507012 when the time is over.
#[unsafe(no_mangle)]
#[expect(
    clippy::missing_safety_doc,
    reason = "the docs are for C readers; `crate::abi` states the contract"
)]
pub unsafe extern "C-unwind" fn aclrtProcessReport(timeout: i32) -> aclError {
    let mark = 0_u8;
    let frame = std::hint::black_box(&raw const mark).addr();
    end_abandoned(frame);
    let mut due = None;
    static SIGNATURE: Signature = Signature {
        name: "aclrtProcessReport",
        parameters: "timeout,",
        kinds: &[Kind::Signed],
        facts: Facts::RUNTIME,
    };
    let status = guard(Called::With(&SIGNATURE, &[timeout.word()]), || {
        if timeout == 0 || timeout < -1 {
            return refuse(
                "timeout",
                timeout,
                "-1 (no limit), or 1 or more milliseconds",
                ACL_ERROR_INVALID_PARAM,
            );
        }
        let limit = u64::try_from(timeout).ok().map(Duration::from_millis);
        due = Some(next_report(this_thread(), limit)?);
        Ok(())
    });
    // Outside the guard, which sets another floating-point environment than the program's.
    if let Some(report) = due
        && let Some(exception) = report.run(frame)
    {
        // SAFETY: this function has nothing left to drop, and it was called by the program.
        unsafe { exception.go_on() };
        return guard(Called::With(&SIGNATURE, &[]), || {
            let what =
                "the callback ended by an exception that no caller of aclrtProcessReport catches";
            Err(Error::from(Reason::State(what.into())).into())
        });
    }
    status
}

/// Returns a number that no other callback has, nor a task.
fn next_number() -> u64 {
    static NUMBERS: AtomicU64 = AtomicU64::new(1 << 63);
    NUMBERS.fetch_add(1, Ordering::Relaxed)
}

/// Queues a callback, which the stream's subscribed thread runs. After ACL_CALLBACK_BLOCK (1) the stream waits until it has
/// returned, after ACL_CALLBACK_NO_BLOCK (0) not. Where the stream is captured, each replay queues it, for the thread that is subscribed for the captured stream.
///
/// Returns 100000 for another `blockType`; 107000 for a null `fn`; 107002 without a current context; 107003 for a stream of
/// another context; 107015 for a stream without a subscription.
#[entry(acl, needs = device)]
fn aclrtLaunchCallback(
    fn_: Later<Callback<aclrtCallback>>,
    user_data: *mut c_void,
    block_type: aclrtCallbackBlockType,
    stream: aclrtStream,
) -> Outcome {
    let blocks = match block_type.raw() {
        0 => false,
        1 => true,
        _ => {
            return refuse(
                "blockType",
                block_type,
                "ACL_CALLBACK_NO_BLOCK (0) or ACL_CALLBACK_BLOCK (1)",
                ACL_ERROR_INVALID_PARAM,
            );
        }
    };
    let callback = fn_.get().code(ACL_ERROR_RT_PARAM_INVALID)?;
    let stream = stream_for_work("stream", stream.addr())?;
    let key = stream.number();
    let inbox = {
        let subscriptions = lock(&SUBSCRIPTIONS);
        let subscriber = subscriptions.streams.get(&key);
        subscriber
            .and_then(|(thread, _)| subscriptions.threads.get(thread))
            .map(|thread| thread.inbox.clone())
    };
    let Some(inbox) = inbox else {
        return refuse(
            "stream",
            "one that no thread is subscribed for",
            "a stream with a subscription by aclrtSubscribeReport",
            ACL_ERROR_RT_STREAM_NO_CB_REG,
        );
    };
    let callback = HostFunction::new(callback, user_data);
    Ok(stream.submit_step("callback", move |stream| {
        let due = Due {
            callback,
            blocks,
            inbox: inbox.clone(),
            subscribed: key,
        };
        due.submit(stream)
    })?)
}

/// A callback that is submitted: once, or by each replay of the graph that has captured it.
struct Due {
    callback: HostFunction,
    blocks: bool,
    inbox: Arc<Inbox>,
    /// The number of the stream for which the thread of the inbox is subscribed.
    subscribed: u64,
}

impl Due {
    fn submit(self, stream: &Arc<Stream>) -> Result<(), Error> {
        let done: Option<Arc<Done>> = self.blocks.then(Arc::default);
        let report = Report {
            stream: stream.clone(),
            callback: self.callback,
            done: done.clone(),
            number: next_number(),
        };
        if hooks::on() {
            check::ordered(stream.number(), Edge::Call(report.number));
            if self.blocks {
                check::ordered(stream.number(), Edge::Return(report.number));
            }
        }
        let (inbox, subscribed) = (self.inbox, self.subscribed);
        let send = Task::compute(move || {
            // Without its subscription no thread would run it, and the stream would wait for ever.
            let is_subscribed = lock(&SUBSCRIPTIONS).streams.contains_key(&subscribed);
            if is_subscribed || report.done.is_none() {
                lock(&inbox.mail).reports.push_back(report);
                inbox.news.notify_all();
            }
            Ok(())
        });
        stream.submit(send, true)?;
        match done {
            Some(done) => stream.submit(Task::wait(done, None), true),
            None => Ok(()),
        }
    }
}

/// Queues a callback, which a thread of the library runs with the stream's context as its current one; the stream waits until it has returned, so it may not
/// wait for the stream. An exception that leaves it is an error of the stream; it may not be left by `longjmp`, nor end the thread.
///
/// Returns 107000 for a null `fn`, 107002 without a current context, 107003 for a stream of another context, 107011 for a stream
/// with a subscription by `aclrtSubscribeReport`.
#[entry(acl, needs = device)]
fn aclrtLaunchHostFunc(
    stream: aclrtStream,
    fn_: Later<Callback<aclrtHostFunc>>,
    args: *mut c_void,
) -> Outcome {
    let callback = fn_.get().code(ACL_ERROR_RT_PARAM_INVALID)?;
    let stream = stream_for_work("stream", stream.addr())?;
    if lock(&SUBSCRIPTIONS).streams.contains_key(&stream.number()) {
        return refuse(
            "stream",
            "one that a thread is subscribed for",
            "a stream without a subscription by aclrtSubscribeReport",
            ACL_ERROR_RT_STREAM_SUBSCRIBE,
        );
    }
    let callback = HostFunction::new(callback, args);
    Ok(stream.submit_step("host function", move |stream| {
        let context = stream.context();
        let function = move || callback.call();
        let call = move || call_in_context(context, "aclrtLaunchHostFunc", function);
        stream.submit_with(false, |_| {
            stream.settings().set(RUNS_HOST_FUNCTIONS, 0, 1);
            Task::OnWorker(Box::new(call))
        })
    })?)
}
