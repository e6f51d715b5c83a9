//! Observers of calls and tasks: traces, profiles, dumps, checks, faults.
//!
//! Entry points and streams ask [`on`], one relaxed load and a branch that is not taken, and tell all observers where it says
//! yes. Observers of the layers above are registered by those ([`start_with`]): this module calls nothing but what it was given.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread::LocalKey;
use std::time::Instant;

use super::edge::Edge;
use super::stack::Stack;
use hostnpu_base::error::{Error, Result};
use hostnpu_base::sync::lock;

/// Parts of the library that watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Feature {
    /// A line for each call.
    Trace = 1,
    /// Times of calls and tasks.
    Profile = 2,
    /// Operands of tasks in files.
    Dump = 4,
    /// Checks of what programs do.
    Check = 8,
    /// Faults on demand.
    Fault = 16,
    /// Types and shapes of operators in files.
    Arguments = 32,
}

/// Nothing was asked yet: the environment is read by the first call.
const UNREAD: u32 = 1 << 31;

static FEATURES: AtomicU32 = AtomicU32::new(UNREAD);

/// Returns true if there are observers, or if that is not known yet.
#[inline(always)]
pub fn on() -> bool {
    FEATURES.load(Ordering::Relaxed) != 0
}

/// A call of an entry point.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// The entry point's name.
    pub name: &'static str,
    /// Calls of this thread that are under way around it: it is made in a function that the library calls back.
    pub depth: usize,
    /// Time at which it began.
    pub began: Instant,
    /// Its arguments as they came, where it tells them.
    pub arguments: &'a dyn Values,
}

/// Facts about an entry point that observers ask for, stated at the entry point itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts(u32);

impl Facts {
    /// Nothing that is asked for.
    pub const NONE: Self = Self(0);
    /// The host waits for streams or events.
    pub const WAITS_HOST: Self = Self(1);
    /// A stream waits for what another one does.
    pub const WAITS_STREAM: Self = Self(2);
    /// It queues an operator that was planned before.
    pub const QUEUES_OPERATOR: Self = Self(4);
    /// It gives a device back its first state.
    pub const RESETS_DEVICE: Self = Self(8);
    /// It works on a device, so that it fails where that is lost.
    pub const NEEDS_DEVICE: Self = Self(16);
    /// It plans an operator, for whose executor its arguments are kept.
    pub const PLANS_OPERATOR: Self = Self(1024);
    /// AscendCL without its runtime and its models.
    pub const ASCENDCL: Self = Self(0);
    /// The runtime of AscendCL.
    pub const RUNTIME: Self = Self(32);
    /// Models of AscendCL.
    pub const MODEL: Self = Self(64);
    /// HCCL.
    pub const COMMUNICATION: Self = Self(128);
    /// CNRT and its driver.
    pub const CNRT: Self = Self(256);
    /// MLU-OPS.
    pub const MLUOP: Self = Self(512);

    /// Both.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The name of the interface that the entry point belongs to, as timelines show it.
    pub fn interface(self) -> &'static str {
        let known = [
            (Self::RUNTIME, "Runtime"),
            (Self::MODEL, "Model"),
            (Self::COMMUNICATION, "Communication"),
            (Self::CNRT, "CNRT"),
            (Self::MLUOP, "MLUOP"),
        ];
        let found = known.iter().find(|(fact, _)| self.any(*fact));
        found.map_or("AscendCL", |(_, name)| name)
    }

    /// Returns true if one of these is among them.
    pub const fn any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }
}

/// Arguments of a call that can be shown.
pub trait Values {
    /// Facts about the entry point.
    fn facts(&self) -> Facts {
        Facts::NONE
    }

    /// Shows each argument with its name and its text. `after` is whether the call has succeeded: then, only what it has written is shown.
    fn show(&self, after: bool, to: &mut dyn FnMut(&str, &str));
}

/// No arguments.
impl Values for () {
    fn show(&self, _: bool, _: &mut dyn FnMut(&str, &str)) {}
}

/// The end of a call.
#[derive(Clone, Copy, Debug)]
pub struct Ended<'a> {
    /// Its status as C sees it.
    pub code: i64,
    /// The reason why it failed.
    pub error: Option<&'a Error>,
    /// True if the failure is an answer for which programs ask, and no mistake.
    pub is_answer: bool,
}

/// A refusal that an observer wants instead of the call.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The error of the message.
    pub error: Error,
    /// The status; 0 ends the call as if it had succeeded.
    pub code: Option<i32>,
}

/// A task of a stream.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The device of the stream.
    pub device: i32,
    /// The stream's number in the process.
    pub stream: u64,
    /// The task's number in the stream.
    pub number: u64,
    /// The kind of the task.
    pub kind: Kind,
    /// Its number in the graph that the stream's task replays, counted from 1; otherwise 0.
    pub part: u32,
}

impl Task {
    /// A key that no other task of the process has.
    pub fn key(&self) -> TaskKey {
        (self.stream, self.number, self.part)
    }
}

/// A stream, the number of a task in it, and that of the part.
pub type TaskKey = (u64, u64, u32);

/// Kinds of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It computes or copies.
    Compute,
    /// A function of the program.
    Callback,
    /// It waits.
    Wait,
}

/// An observer. Each function is called on the thread that makes the call, or runs the task; without a lock of the library's, unless
/// it says otherwise.
pub trait Observer: Sync {
    /// Looks at a call that begins; may refuse it.
    fn enter(&self, _: &Call) -> Option<Refusal> {
        None
    }
    /// Looks at a call that ends.
    fn leave(&self, _: &Call, _: Ended) {}
    /// Looks at a task that a stream has accepted, with what its submitter has said of it ([`describe`]). Called under the stream's
    /// lock: it must not call into the library.
    fn submitted(&self, _: Task, _: &Description) {}
    /// Looks at what a task of a graph works on, where that has changed since it was submitted.
    fn changed(&self, _: Task, _: &Description) {}
    /// Looks at a task that begins; may let it fail. For waits this and [`Observer::ends`] are called under the stream's lock, and none
    /// fails.
    fn begins(&self, _: Task) -> Result<()> {
        Ok(())
    }
    /// Looks at a task that has ended.
    fn ends(&self, _: Task, _: &Result<()>) {}
}

/// An operand of a task.
#[derive(Clone, Debug)]
pub struct Operand {
    /// Its documented name.
    pub name: &'static str,
    /// True if the task reads it.
    pub reads: bool,
    /// True if the task writes it.
    pub writes: bool,
    /// Its type as the operators' page names it; empty for plain bytes.
    pub dtype: &'static str,
    /// Bits of an element.
    pub bits: u32,
    /// Extents.
    pub shape: Vec<i64>,
    /// Distances between neighbours, in elements.
    pub strides: Vec<i64>,
    /// The first element, counted from the address.
    pub offset: i64,
    /// Base address.
    pub address: usize,
    /// The first number that names nothing, of what an operator reads as numbers of something: it leaves out such elements, and those below 0.
    pub names_below: Option<i64>,
}

/// The description of a task: the call that has submitted it, and its operands.
#[derive(Clone, Debug, Default)]
pub struct Description {
    /// The entry point that submits it.
    pub name: &'static str,
    /// Its operands.
    pub operands: Vec<Operand>,
    /// Address and bytes of its workspace.
    pub workspace: (usize, usize),
    /// Synchronisation that lets other streams go on when it is over.
    pub edge: Option<Edge>,
    /// The task of a graph that it replays.
    pub replayed: Option<Replayed>,
    /// Time at which it was submitted.
    pub submitted: Option<Instant>,
}

/// A task of a graph in a replay.
#[derive(Clone, Copy, Debug)]
pub struct Replayed {
    /// The graph's number.
    pub graph: u32,
    /// The replay's number, from 1.
    pub replay: u64,
    /// The task's place in the graph.
    pub place: usize,
    /// The stream of the capture that was given the task: 0 is the one with which it began.
    pub lane: u32,
    /// Knowledge of it when the replay is submitted.
    pub known: Known,
    /// The stack of its capture.
    pub made: Stack,
}

/// Knowledge of a task of a graph when a replay is submitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// All.
    All,
    /// That it runs. What it works on may change before that.
    Runs,
    /// Nothing: device memory decides whether it runs, and how often. Its submission is told when it runs.
    Nothing,
}

impl Description {
    /// Returns true if the task is an operator's: its operands have types, those of copies are bytes.
    pub fn is_operator(&self) -> bool {
        self.operands
            .iter()
            .any(|operand| !operand.dtype.is_empty())
    }
}

pub(super) static OBSERVERS: Mutex<Vec<(Feature, &'static dyn Observer)>> = Mutex::new(Vec::new());
static START: OnceLock<fn()> = OnceLock::new();

/// Has `start` called by the first call of an entry point: it reads what is asked for, and registers the observers.
pub fn start_with(start: fn()) {
    // A second call names the same function.
    let _ = START.set(start);
}

/// Registers what watches for a feature, one for each, and turns that on.
pub fn watch(feature: Feature, observer: &'static dyn Observer) {
    let mut observers = lock(&OBSERVERS);
    // Not by their addresses: what has no state of its own has none that is its alone.
    match observers.iter_mut().find(|(known, _)| *known == feature) {
        Some(known) => known.1 = observer,
        None => observers.push((feature, observer)),
    }
    drop(observers);
    FEATURES.fetch_or(feature as u32, Ordering::Relaxed);
}

/// Turns a feature off. What it has registered is still called while another one is on, and has to look whether it is meant.
pub fn turn_off(feature: Feature) {
    FEATURES.fetch_and(!(feature as u32), Ordering::Relaxed);
}

/// Reads what is asked for, once, and says whether something watches now.
#[cold]
fn is_watched() -> bool {
    static IS_STARTED: AtomicBool = AtomicBool::new(false);
    if FEATURES.load(Ordering::Relaxed) & UNREAD != 0 {
        let Some(start) = START.get() else {
            // No entry point was called: a test of the layers below them.
            return false;
        };
        if !IS_STARTED.swap(true, Ordering::Relaxed) {
            start();
            FEATURES.fetch_and(!UNREAD, Ordering::Relaxed);
        }
    }
    FEATURES.load(Ordering::Relaxed) & !UNREAD != 0
}

fn observers() -> Vec<&'static dyn Observer> {
    lock(&OBSERVERS)
        .iter()
        .map(|(_, observer)| *observer)
        .collect()
}

thread_local! {
    /// The innermost call of this thread, and how many there are.
    static CURRENT: Cell<(&'static str, usize)> = const { Cell::new(("", 0)) };
    /// The description of the next task of this thread.
    static NEXT: RefCell<Option<Description>> = const { RefCell::new(None) };
}

/// Shows what a thread keeps to `visit`. In destructors of the thread, and of static objects, it may have ended: then there is nothing.
pub fn own<T, R: Default>(
    kept: &'static LocalKey<RefCell<T>>,
    visit: impl FnOnce(&mut T) -> R,
) -> R {
    kept.try_with(|kept| visit(&mut kept.borrow_mut()))
        .unwrap_or_default()
}

/// Tells what watches that a call begins, if something does. Returns what [`leave`] needs, or a refusal.
#[cold]
#[inline(never)]
pub fn enter(name: &'static str, arguments: &dyn Values) -> (Option<CallGuard>, Option<Refusal>) {
    if !is_watched() {
        return (None, None);
    }
    let before = CURRENT.get();
    let call = Call {
        name,
        depth: before.1,
        began: Instant::now(),
        arguments,
    };
    CURRENT.set((name, before.1 + 1));
    // What was said of a task that was refused then is of no use to another call.
    drop(said());
    let refusal = observers()
        .into_iter()
        .filter_map(|observer| observer.enter(&call))
        .last();
    let entered = CallGuard {
        before,
        // What watches takes its time too.
        began: Instant::now(),
    };
    (Some(entered), refusal)
}

/// Returns the entry point that this thread is in; empty outside all.
pub fn current() -> &'static str {
    CURRENT.get().0
}

/// A call that [`enter`] has told of.
#[derive(Debug)]
pub struct CallGuard {
    before: (&'static str, usize),
    began: Instant,
}

/// Tells what watches that a call ends.
#[cold]
#[inline(never)]
pub fn leave(entered: CallGuard, name: &'static str, arguments: &dyn Values, ended: Ended) {
    let call = Call {
        name,
        depth: entered.before.1,
        began: entered.began,
        arguments,
    };
    observers()
        .into_iter()
        .for_each(|observer| observer.leave(&call, ended));
    CURRENT.set(entered.before);
    // Of a task that was refused.
    drop(said());
}

/// Says what the next task of this thread is. To be called where [`on`] says yes.
#[cold]
#[inline(never)]
pub fn describe(describe: &dyn Fn() -> Description) {
    if is_watched() {
        let description = describe();
        own(&NEXT, |next| *next = Some(description));
    }
}

/// Takes what was said of the next task.
fn said() -> Description {
    own(&NEXT, Option::take).unwrap_or_default()
}

/// Takes what was said of the next task, which is captured by a graph instead of being submitted.
#[cold]
#[inline(never)]
pub fn captured() -> Description {
    let mut description = said();
    if description.name.is_empty() {
        description.name = CURRENT.get().0;
    }
    description
}

/// Tells what watches that a stream has accepted a task.
#[cold]
#[inline(never)]
pub fn submitted(task: Task) {
    if is_watched() {
        submitted_as(task, captured());
    }
}

/// As [`submitted`], of a task of a graph in a replay.
#[cold]
#[inline(never)]
pub fn submitted_as(task: Task, mut description: Description) {
    description.submitted = Some(Instant::now());
    observers()
        .into_iter()
        .for_each(|observer| observer.submitted(task, &description));
}

/// Tells what watches what a task of a graph works on, which may have changed since it was submitted.
#[cold]
#[inline(never)]
pub fn changed(task: Task, description: &Description) {
    observers()
        .into_iter()
        .for_each(|observer| observer.changed(task, description));
}

/// Tells what watches that a task begins. Returns why it fails, if one of them wants that.
#[cold]
#[inline(never)]
pub fn begins(task: Task) -> Result<()> {
    if !is_watched() {
        return Ok(());
    }
    observers()
        .into_iter()
        .try_for_each(|observer| observer.begins(task))
}

/// Tells what watches that a task has ended.
#[cold]
#[inline(never)]
pub fn ends(task: Task, result: &Result<()>) {
    if is_watched() {
        observers()
            .into_iter()
            .for_each(|observer| observer.ends(task, result));
    }
}
