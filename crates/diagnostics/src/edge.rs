//! Orders that a program makes: of streams among each other, and of streams and the host.

/// An order between streams, or between a stream and the host.
#[derive(Clone, Copy, Debug)]
pub enum Edge {
    /// A record of an event, under a number that grows with the records of the event.
    Record(usize, u64),
    /// A wait for a record of an event.
    Wait(usize, u64),
    /// The setting of a notify.
    Notify(usize),
    /// The wait for a notify, which clears it.
    Take(usize),
    /// The writing of a word of memory.
    Write(usize, u64),
    /// The wait until a word of memory is as a function of it and a number says.
    Await(usize, u64, fn(u64, u64) -> bool),
    /// A function of the program, under a number of its own.
    Call(u64),
    /// The end of a function of the program, which holds up what follows.
    Return(u64),
}
