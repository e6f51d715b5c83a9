//! Reports of callbacks that are due, and the threads that are subscribed for them.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::call_out::{Exception, call};
use crate::abi::parameter::HostFunction;
use crate::device::{Before, Condition, Stream, enter_context, leave_context};
use crate::diagnostics::check;
use crate::diagnostics::hooks;
use crate::error::{Awaited, Error, Reason};
use crate::sync::lock;

/// The end of a stream's callback, for which later tasks of the stream may wait.
#[derive(Default)]
pub(super) struct Done {
    is_done: AtomicBool,
    subscribers: Mutex<Vec<Weak<Stream>>>,
}

impl Done {
    fn set(&self) {
        self.is_done.store(true, Ordering::Release);
        let subscribers = std::mem::take(&mut *lock(&self.subscribers));
        subscribers
            .iter()
            .filter_map(Weak::upgrade)
            .for_each(|stream| stream.notify());
    }
}

impl Condition for Done {
    fn is_ready(&self) -> bool {
        self.is_done.load(Ordering::Acquire)
    }

    fn subscribe(&self, stream: &Arc<Stream>) {
        lock(&self.subscribers).push(Arc::downgrade(stream));
    }

    fn name(&self) -> &'static str {
        "the wait for a callback"
    }
}

/// A callback that is due. Its stream goes on when it has run or is dropped.
pub(super) struct Report {
    pub stream: Arc<Stream>,
    pub callback: HostFunction,
    /// The end of the callback, if the stream waits for it.
    pub done: Option<Arc<Done>>,
    /// Number by which checks know it.
    pub number: u64,
}

/// A callback that runs on this thread. It ends when it is dropped.
struct Running {
    report: Report,
    /// Address of the stack of the call of `aclrtProcessReport` that runs it.
    frame: usize,
    /// The number from [`Stream::begin_call`], if the stream waits.
    caller: Option<usize>,
    before: Option<Before>,
}

impl Drop for Running {
    fn drop(&mut self) {
        let stream = &self.report.stream;
        leave_context(self.before.take());
        if let Some(caller) = self.caller {
            stream.end_call(caller);
        }
        if hooks::on() {
            check::called_back(stream.number(), self.report.number, true);
        }
    }
}

thread_local! {
    /// The callbacks that run on this thread, one in the other. They are kept here and not on the stack, which a callback may leave by `longjmp`.
    static RUNNING: RefCell<Vec<Running>> = const { RefCell::new(Vec::new()) };
}

/// Ends callbacks that were left by `longjmp`: their calls of `aclrtProcessReport` were not below the one whose stack is at `frame`.
pub(super) fn end_abandoned(frame: usize) {
    let abandoned = RUNNING.with_borrow_mut(|running| {
        let kept = running.iter().take_while(|known| known.frame > frame);
        running.split_off(kept.count())
    });
    drop(abandoned);
}

impl Report {
    /// Runs the callback. Returns the exception that it ended by.
    pub fn run(self, frame: usize) -> Option<Exception> {
        let callback = self.callback;
        if hooks::on() {
            check::called_back(self.stream.number(), self.number, false);
        }
        let running = Running {
            frame,
            caller: self.done.is_some().then(|| self.stream.begin_call()),
            before: enter_context(self.stream.context()),
            report: self,
        };
        RUNNING.with_borrow_mut(|all| all.push(running));
        let ended = call(|| callback.call());
        let own = RUNNING.with_borrow_mut(|all| {
            let mut frames = all.iter();
            let at = frames.position(|known| known.frame == frame);
            at.map(|at| all.split_off(at))
        });
        drop(own);
        ended.err()
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        if let Some(done) = &self.done {
            done.set();
        }
    }
}

/// The reports for one thread.
#[derive(Default)]
pub(super) struct Inbox {
    pub mail: Mutex<Mail>,
    /// A report came, or no more will.
    pub news: Condvar,
}

#[derive(Default)]
pub(super) struct Mail {
    pub reports: VecDeque<Report>,
    pub is_closed: bool,
}

pub(super) struct Thread {
    pub device: i32,
    pub inbox: Arc<Inbox>,
}

#[derive(Default)]
pub(super) struct Subscriptions {
    /// By the program's number of the thread.
    pub threads: HashMap<u64, Thread>,
    /// By the stream's number: its thread.
    pub streams: HashMap<u64, (u64, Weak<Stream>)>,
}

impl Subscriptions {
    /// Forgets streams that have ended, and threads that nothing can come for any more.
    pub fn prune(&mut self) {
        let is_live = |stream: &Weak<Stream>| stream.upgrade().is_some_and(|s| !s.is_closed());
        self.streams.retain(|_, (_, stream)| is_live(stream));
        let Self { threads, streams } = self;
        threads.retain(|number, thread| {
            let mut mail = lock(&thread.inbox.mail);
            mail.is_closed = mail.reports.is_empty()
                && !streams.values().any(|(subscriber, _)| subscriber == number);
            if mail.is_closed {
                thread.inbox.news.notify_all();
            }
            !mail.is_closed
        });
    }
}

/// Threads and streams with subscriptions.
pub(super) static SUBSCRIPTIONS: LazyLock<Mutex<Subscriptions>> = LazyLock::new(Mutex::default);

/// Waits for a report for a thread, for at most `limit`.
pub(super) fn next_report(thread: u64, limit: Option<Duration>) -> Outcome<Report> {
    let inbox = {
        let mut subscriptions = lock(&SUBSCRIPTIONS);
        subscriptions.prune();
        let thread = subscriptions.threads.get(&thread);
        thread.map(|thread| thread.inbox.clone())
    };
    let unsubscribed = || {
        refuse(
            "the calling thread",
            format!("{thread}, not subscribed"),
            "one that is subscribed by aclrtSubscribeReport",
            ACL_ERROR_RT_THREAD_SUBSCRIBE,
        )
    };
    let Some(inbox) = inbox else {
        return unsubscribed();
    };
    let end = limit.map(|limit| Instant::now() + limit);
    let mut mail = lock(&inbox.mail);
    loop {
        if let Some(report) = mail.reports.pop_front() {
            return Ok(report);
        }
        if mail.is_closed {
            return unsubscribed();
        }
        mail = match end {
            None => inbox
                .news
                .wait(mail)
                .unwrap_or_else(PoisonError::into_inner),
            Some(end) => {
                let left = end.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return Err(Error::from(Reason::Timeout {
                        what: Awaited::Other("the wait for a callback"),
                        limit: format!("{:?}", limit.unwrap_or_default()),
                    }))
                    .code(ACL_ERROR_RT_REPORT_TIMEOUT);
                }
                let (mail, _) = inbox
                    .news
                    .wait_timeout(mail, left)
                    .unwrap_or_else(PoisonError::into_inner);
                mail
            }
        };
    }
}
