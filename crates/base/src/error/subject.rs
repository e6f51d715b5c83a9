//! Subjects of errors. Statuses are chosen by these, never by the words that stand for them in a text.

use std::fmt;

/// The kind of object that a handle names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[expect(missing_docs, reason = "each kind is named by its object")]
pub enum Object {
    Context = 1,
    Stream,
    Event,
    Notify,
    DataBuffer,
    Tensor,
    Scalar,
    IntArray,
    FloatArray,
    BoolArray,
    TensorList,
    ScalarList,
    Executor,
    MluOpContext,
    MluOpTensor,
    MluOpTensorSet,
    MluOpSeqData,
    QuantizedParam,
    Notifier,
    TensorDescription,
    PhysicalMemory,
    Graph,
    GraphTask,
    GraphStream,
    TaskGroup,
    Label,
    LabelList,
    MemoryPool,
    AllocatorDescription,
    OperatorAttributes,
    Communicator,
    Condition,
    CountNotify,
    DataItem,
    Dataset,
    Channel,
    QueueAttributes,
    QueueRoute,
    QueueRouteList,
    QueueRouteQuery,
    SharedBuffer,
    Profiling,
    KernelFile,
}

impl Object {
    /// All kinds.
    pub const ALL: [Object; 43] = [
        Object::Context,
        Object::Stream,
        Object::Event,
        Object::Notify,
        Object::DataBuffer,
        Object::Tensor,
        Object::Scalar,
        Object::IntArray,
        Object::FloatArray,
        Object::BoolArray,
        Object::TensorList,
        Object::ScalarList,
        Object::Executor,
        Object::MluOpContext,
        Object::MluOpTensor,
        Object::MluOpTensorSet,
        Object::MluOpSeqData,
        Object::QuantizedParam,
        Object::Notifier,
        Object::TensorDescription,
        Object::PhysicalMemory,
        Object::Graph,
        Object::GraphTask,
        Object::GraphStream,
        Object::TaskGroup,
        Object::Label,
        Object::LabelList,
        Object::MemoryPool,
        Object::AllocatorDescription,
        Object::OperatorAttributes,
        Object::Communicator,
        Object::Condition,
        Object::CountNotify,
        Object::DataItem,
        Object::Dataset,
        Object::Channel,
        Object::QueueAttributes,
        Object::QueueRoute,
        Object::QueueRouteList,
        Object::QueueRouteQuery,
        Object::SharedBuffer,
        Object::Profiling,
        Object::KernelFile,
    ];

    /// The word for it in error texts.
    pub fn name(self) -> &'static str {
        match self {
            Object::Context => "context",
            Object::Stream => "stream",
            Object::Event => "event",
            Object::Notify => "notify",
            Object::DataBuffer => "data buffer",
            Object::Tensor => "tensor",
            Object::Scalar => "scalar",
            Object::IntArray => "int array",
            Object::FloatArray => "float array",
            Object::BoolArray => "bool array",
            Object::TensorList => "tensor list",
            Object::ScalarList => "scalar list",
            Object::Executor => "executor",
            Object::MluOpContext => "MLU-OPS handle",
            Object::MluOpTensor => "tensor descriptor",
            Object::MluOpTensorSet => "tensor set descriptor",
            Object::MluOpSeqData => "sequence data descriptor",
            Object::QuantizedParam => "quantisation parameter",
            Object::Notifier => "notifier",
            Object::TensorDescription => "tensor description",
            Object::PhysicalMemory => "physical memory handle",
            Object::Graph => "model instance",
            Object::GraphTask => "task of a model instance",
            Object::GraphStream => "stream of a model instance",
            Object::TaskGroup => "task group",
            Object::Label => "label",
            Object::LabelList => "label list",
            Object::MemoryPool => "memory pool",
            Object::AllocatorDescription => "allocator description",
            Object::OperatorAttributes => "set of operator attributes",
            Object::Communicator => "communicator",
            Object::Condition => "condition handle",
            Object::CountNotify => "counting notify",
            Object::DataItem => "data item",
            Object::Dataset => "data set",
            Object::Channel => "channel",
            Object::QueueAttributes => "set of queue attributes",
            Object::QueueRoute => "queue route",
            Object::QueueRouteList => "list of queue routes",
            Object::QueueRouteQuery => "query of queue routes",
            Object::SharedBuffer => "shared buffer",
            Object::Profiling => "profiling object",
            Object::KernelFile => "file of kernels",
        }
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A handle that is not the one asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    /// It was one once, and has been destroyed.
    Stale,
    /// It is a handle of another kind.
    Foreign(Object),
    /// It never was a handle.
    Garbage,
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Handle::Stale => f.write_str("a destroyed handle"),
            Handle::Foreign(kind) => write!(f, "a handle of another kind ({kind})"),
            Handle::Garbage => f.write_str("not a handle"),
        }
    }
}

/// A resource of which there may be no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Objects of a kind.
    Object(Object),
    /// Threads that are subscribed for callbacks.
    SubscribedThread,
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Resource::Object(kind) => write!(f, "{kind}"),
            Resource::SubscribedThread => f.write_str("subscribed thread"),
        }
    }
}

/// Reason why a capture of streams refuses a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named by its text")]
pub enum Capturing {
    Dependency,
    Unjoined,
    Stream,
    Event,
    NotCaptured,
    Mode,
    Conflict,
    Group,
    GroupTask,
    Unmatched,
    WrongThread,
    Invalidated(&'static str),
    Task,
    Built,
    Body,
    MissingBody,
}

impl fmt::Display for Capturing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Capturing::Invalidated(why) => return write!(f, "the capture was invalidated: {why}"),
            Capturing::Dependency => {
                "a captured stream cannot wait for an event that was recorded outside the capture"
            }
            Capturing::Unjoined => {
                "a stream of the capture was not joined: the stream that began it must wait for an event behind its last task"
            }
            Capturing::Stream => "the stream is captured, so its tasks do not run",
            Capturing::Event => "the event was recorded in a captured stream, so it is not reached",
            Capturing::NotCaptured => "the stream is not captured",
            Capturing::Mode => {
                "a capture is under way whose mode forbids this call to this thread; use stream-ordered calls, or change the thread's mode"
            }
            Capturing::Conflict => "the stream is captured already",
            Capturing::Group => "the order of calls for a group of tasks: begin, tasks, end, in one stream",
            Capturing::GroupTask => "a group takes operators and copies only",
            Capturing::Unmatched => "the capture was begun in another stream",
            Capturing::WrongThread => "the capture was begun by another thread, and not in the relaxed mode",
            Capturing::Task => "a capture cannot take this task",
            Capturing::Body => "what a condition runs takes operators, copies and other conditions only",
            Capturing::MissingBody => {
                "what a condition of the model instance runs has not been captured: a capture into its model instance comes first"
            }
            Capturing::Built => "the model instance is complete: its streams take no more tasks until they are unbound",
        })
    }
}

/// The object of a wait that took too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// An event that a thread waited for.
    Event,
    /// A stream's tasks.
    Stream,
    /// Another one, as its words say.
    Other(&'static str),
}

impl fmt::Display for Awaited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Awaited::Event => "the event",
            Awaited::Stream => "the stream's work",
            Awaited::Other(words) => words,
        })
    }
}

/// Reason why ranks of a communicator do not come together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Some did not come in time.
    Late,
    /// They want different things.
    Disagreement,
    /// There is no way between them.
    NoEngine,
    /// They cannot be reached.
    Unreachable,
    /// One has died or left.
    Gone,
    /// The communicator was destroyed while they were waited for.
    Destroyed,
    /// Their data are on the way.
    Busy,
}

/// Memory that is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// The host's own.
    Host,
    /// A device's.
    Device {
        /// The device's number.
        device: i32,
        /// Bytes left.
        free: usize,
        /// Bytes in all.
        total: usize,
    },
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Memory::Host => f.write_str("the host has not as many bytes left"),
            Memory::Device {
                device,
                free,
                total,
            } => write!(f, "device {device} has {free} bytes left of {total}"),
        }
    }
}
