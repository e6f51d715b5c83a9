//! Errors, in words that no vendor owns. Each entry point maps them to its vendor's status codes.

mod samples;
mod subject;
mod text;

pub use subject::{Awaited, Capturing, Handle, Memory, Object, Resource, Trouble};

/// The result of everything that can be refused.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A refusal or a failure. It is the address of its reason: what passes a result on moves one word, not ten.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct Error(Box<Reason>);

impl From<Reason> for Error {
    fn from(reason: Reason) -> Self {
        Self(Box::new(reason))
    }
}

/// The reason why something was refused or failed. The text names the argument, what it was, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// A required pointer is null.
    #[error("`{arg}` is null")]
    Null {
        /// The documented name of the argument.
        arg: &'static str,
    },
    /// A handle that is not, or no longer, one of the kind asked for.
    #[error("{}", text::handle(.arg, *.kind, *.got))]
    Handle {
        /// The documented name of the argument.
        arg: &'static str,
        /// The kind of object that the argument should name.
        kind: Object,
        /// The handle that it is instead.
        got: Handle,
    },
    /// An element type outside the supported ones.
    #[error("`{arg}` has data type {got}; allowed: {allowed}")]
    Dtype {
        /// The documented name of the argument.
        arg: &'static str,
        /// The type's name, or its number if it has none.
        got: String,
        /// The supported types.
        allowed: String,
    },
    /// A storage format outside the supported ones.
    #[error("`{arg}` has format {got}; allowed: {allowed}")]
    Format {
        /// The documented name of the argument.
        arg: &'static str,
        /// The format's name or number.
        got: String,
        /// The supported formats.
        allowed: String,
    },
    /// A rank outside the supported range.
    #[error("`{arg}` has rank {got}; allowed: {allowed}")]
    Rank {
        /// The documented name of the argument.
        arg: &'static str,
        /// Its rank.
        got: usize,
        /// The allowed range.
        allowed: String,
    },
    /// A shape other than the one that the other arguments imply.
    #[error("`{arg}` has shape {got:?}; allowed: {allowed}")]
    Shape {
        /// The documented name of the argument.
        arg: &'static str,
        /// Its shape.
        got: Vec<i64>,
        /// The shape it must have, and why.
        allowed: String,
    },
    /// An attribute, size or flag outside its range.
    #[error("`{arg}` is {got}; allowed: {allowed}")]
    Value {
        /// The documented name of the argument.
        arg: &'static str,
        /// The value that was passed.
        got: String,
        /// The values that may be passed.
        allowed: String,
    },
    /// A view that does not fit the storage that its tensor declares.
    #[error("`{arg}` reaches elements {lowest} to {highest} of a storage of {storage} elements")]
    Storage {
        /// The documented name of the argument.
        arg: &'static str,
        /// Lowest element of the view.
        lowest: i64,
        /// Highest element of the view.
        highest: i64,
        /// Elements of the storage.
        storage: i64,
    },
    /// Memory past the end of the device allocation in which an argument starts.
    #[error("{}", text::out_of_bounds(.arg, *.start, *.reach, *.size))]
    OutOfBounds {
        /// The documented name of the argument.
        arg: &'static str,
        /// Its first byte, counted from the start of the allocation.
        start: i128,
        /// The first byte after its last one, counted from the start of the allocation, or its lowest if negative.
        reach: i128,
        /// Size of the allocation.
        size: usize,
    },
    /// A tensor without memory, when memory is needed.
    #[error("`{arg}` has no data address")]
    NoData {
        /// The documented name of the argument.
        arg: &'static str,
    },
    /// Scratch memory that is too small.
    #[error("`workspaceSize` is {got}; allowed: {needed} (what the first phase reported) or more")]
    Workspace {
        /// Bytes passed.
        got: u64,
        /// Bytes needed.
        needed: u64,
    },
    /// The calling thread has no current context.
    #[error("this thread has no current context; set a device or a context first")]
    NoContext,
    /// A device number outside the visible ones.
    #[error("`{arg}` is {got}; allowed: 0 to {last} (the visible devices)")]
    NoDevice {
        /// The documented name of the argument.
        arg: &'static str,
        /// The number passed.
        got: i64,
        /// The last valid number.
        last: i64,
    },
    /// A device that is not set.
    #[error("device {device} is not set")]
    DeviceNotSet {
        /// The device's number.
        device: i32,
    },
    /// An object of another context than the current one.
    #[error("`{arg}` belongs to another context than this thread's current one")]
    OtherContext {
        /// The documented name of the argument.
        arg: &'static str,
    },
    /// Memory is used up.
    #[error("{memory}; {asked} were asked for")]
    OutOfMemory {
        /// Its owner, and how much of it is left.
        memory: Memory,
        /// Bytes asked for.
        asked: usize,
    },
    /// No handle, stream or other object is left.
    #[error("no {what} is left: {limit} are in use")]
    Exhausted {
        /// The resource that is used up.
        what: Resource,
        /// The largest number of them.
        limit: usize,
    },
    /// Something that this object or product does not do.
    #[error("{0}")]
    NotSupported(String),
    /// A call that the state of an object does not allow.
    #[error("{0}")]
    State(String),
    /// A wait that took longer than allowed.
    #[error("{what} took longer than {limit}")]
    Timeout {
        /// The object that was waited for.
        what: Awaited,
        /// The limit, with its unit.
        limit: String,
    },
    /// The stream was aborted: its tasks were dropped.
    #[error("the stream was aborted; its remaining tasks were dropped")]
    Aborted,
    /// An error that an operator found when it ran.
    #[error("{operator}: {error}")]
    Run {
        /// The function that queued it.
        operator: &'static str,
        /// The error.
        error: Error,
    },
    /// A task of a stream failed.
    #[error("task {task} of stream {stream} failed: {reason}")]
    Task {
        /// Number of the stream.
        stream: i32,
        /// Number of the task in its stream.
        task: u64,
        /// The error's text.
        reason: String,
    },
    /// A capture of streams that refuses a call, or a call that captured streams do not allow.
    #[error("{0}")]
    Capture(Capturing),
    /// Ranks of a communicator that do not come together.
    #[error("{text}")]
    Ranks {
        /// The kind of trouble.
        trouble: Trouble,
        /// The ranks, their communicator, and the reason.
        text: String,
    },
    /// A fault of this library.
    #[error("internal error: {0}")]
    Internal(String),
}

impl Error {
    /// Returns the reason.
    pub fn reason(&self) -> &Reason {
        &self.0
    }

    /// Returns the reason, to be changed or taken apart.
    pub fn into_reason(self) -> Reason {
        *self.0
    }

    /// An attribute, size or flag outside its range.
    pub fn value(arg: &'static str, got: impl ToString, allowed: impl Into<String>) -> Self {
        Self::from(Reason::Value {
            arg,
            got: got.to_string(),
            allowed: allowed.into(),
        })
    }

    /// An element type outside the supported ones.
    pub fn dtype(arg: &'static str, got: impl ToString, allowed: impl Into<String>) -> Self {
        Self::from(Reason::Dtype {
            arg,
            got: got.to_string(),
            allowed: allowed.into(),
        })
    }

    /// A storage format outside the supported ones.
    pub fn format(arg: &'static str, got: impl ToString, allowed: impl Into<String>) -> Self {
        Self::from(Reason::Format {
            arg,
            got: got.to_string(),
            allowed: allowed.into(),
        })
    }

    /// A rank outside the supported range.
    pub fn rank(arg: &'static str, got: usize, allowed: impl Into<String>) -> Self {
        Self::from(Reason::Rank {
            arg,
            got,
            allowed: allowed.into(),
        })
    }

    /// A shape other than the one that the other arguments imply.
    pub fn shape(arg: &'static str, got: &[i64], allowed: impl Into<String>) -> Self {
        Self::from(Reason::Shape {
            arg,
            got: got.to_vec(),
            allowed: allowed.into(),
        })
    }

    /// An element of `arg`, at `position` of its view, that names no element of an axis of `extent` elements; `negative` says whether numbers
    /// below 0 count from its end.
    pub fn index(
        arg: &'static str,
        position: &[usize],
        got: i64,
        extent: i64,
        negative: bool,
    ) -> Self {
        let lowest = if negative { -extent } else { 0 };
        Self::from(Reason::Value {
            arg,
            got: format!("{got} at {position:?}"),
            allowed: match extent {
                0 => "none: there is nothing that it could name".into(),
                _ => format!("{lowest} to {}", extent - 1),
            },
        })
    }

    /// An operand that was counted, and was another one when what was counted was used: another stream or thread of the program wrote it.
    #[cold]
    pub fn changed(arg: &'static str) -> Self {
        Self::value(
            arg,
            "written while it is read",
            "a tensor that no other stream or thread writes before the task has ended (an event or a synchronisation is missing)",
        )
    }

    /// The error of an operator while it ran, which the function `operator` queued.
    pub fn of_run(self, operator: &'static str) -> Self {
        Self::from(Reason::Run {
            operator,
            error: self,
        })
    }

    /// Ranks of a communicator that do not come together.
    pub fn ranks(trouble: Trouble, text: impl Into<String>) -> Self {
        Self::from(Reason::Ranks {
            trouble,
            text: text.into(),
        })
    }

    /// Host memory that the system does not have.
    pub fn out_of_host_memory(asked: usize) -> Self {
        Self::from(Reason::OutOfMemory {
            memory: Memory::Host,
            asked,
        })
    }
}
