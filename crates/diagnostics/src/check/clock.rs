//! The order of work, whatever the timing: happens-before over streams, events, notifies, words of memory, callbacks
//! and one host.
//!
//! Streams count their tasks. A [`Clock`] says for each stream how many of its tasks are over. What is submitted goes through its
//! stream in order; what waits for a record that is not submitted yet holds up what comes after it, which is judged when the record is there.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use smallvec::SmallVec;

use crate::edge::Edge;
use crate::stack::Stack;

/// For each stream, how many of its tasks are over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock(SmallVec<[u32; 6]>);

impl Clock {
    /// Returns the number of tasks of a stream that are over.
    pub fn of(&self, stream: usize) -> u32 {
        self.0.get(stream).copied().unwrap_or(0)
    }

    fn set(&mut self, stream: usize, tasks: u32) {
        if self.0.len() <= stream {
            self.0.resize(stream + 1, 0);
        }
        self.0[stream] = tasks;
    }

    /// Adds what another clock knows.
    fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, &other) in self.0.iter_mut().zip(&other.0) {
            *own = (*own).max(other);
        }
    }
}

/// A step that a stream is given.
#[derive(Clone, Debug)]
pub enum Step<T> {
    /// Work.
    Task(T),
    /// An order of it and other streams, or the host.
    Order(Edge),
    /// A wait for a record that was made: what was over there.
    Join(Clock),
}

struct QueueEntry<T> {
    step: Step<T>,
    /// The knowledge of the host when it was submitted, and the stack of that.
    host: Clock,
    made: Stack,
}

struct Stream<T> {
    clock: Clock,
    tasks: u32,
    queue: VecDeque<QueueEntry<T>>,
    /// The number of steps that have left the queue.
    taken: u64,
    /// True if its steps are being taken because the host has seen them over.
    is_finishing: bool,
}

/// A stream that stands at a wait.
#[derive(Debug)]
pub struct BlockedStream {
    /// The stream.
    pub stream: usize,
    /// The edge that it waits for.
    pub edge: Edge,
    /// The stack at which the wait was submitted.
    pub made: Stack,
    /// The stream that is to let it go on, later than what it stands at itself, and where that was submitted.
    pub by: Option<(usize, Stack)>,
}

/// Returns true if a step lets go on what waits at `wait`.
fn releases<T>(step: &Step<T>, wait: Edge) -> bool {
    let Step::Order(edge) = step else {
        return false;
    };
    match (*edge, wait) {
        (Edge::Record(event, ticket), Edge::Wait(other, wanted)) => {
            (event, ticket) == (other, wanted)
        }
        (Edge::Notify(notify), Edge::Take(other)) => notify == other,
        (Edge::Write(word, value), Edge::Await(other, wanted, holds)) => {
            word == other && holds(value, wanted)
        }
        _ => false,
    }
}

/// A stream's judged task: its stream, its number there (from 1) and what is over when it begins.
pub struct TaskOrder<'a, T> {
    /// The stream.
    pub stream: usize,
    /// Its number there.
    pub number: u32,
    /// The tasks that are over.
    pub clock: &'a Clock,
    /// The task.
    pub task: T,
}

/// The order of all that was submitted.
pub struct Order<T> {
    streams: Vec<Stream<T>>,
    host: Clock,
    /// The last record of each event that was submitted, and the last that was judged.
    issued: HashMap<usize, u64>,
    records: HashMap<usize, (u64, Clock)>,
    notifies: HashMap<usize, Clock>,
    words: HashMap<usize, (u64, Clock)>,
    calls: HashMap<u64, Clock>,
    returned: HashMap<u64, Clock>,
}

impl<T> Default for Order<T> {
    fn default() -> Self {
        Self {
            streams: Vec::new(),
            host: Clock::default(),
            issued: HashMap::new(),
            records: HashMap::new(),
            notifies: HashMap::new(),
            words: HashMap::new(),
            calls: HashMap::new(),
            returned: HashMap::new(),
        }
    }
}

impl<T> Order<T> {
    /// Adds a stream. Returns its index.
    pub fn stream(&mut self) -> usize {
        self.streams.push(Stream {
            clock: Clock::default(),
            tasks: 0,
            queue: VecDeque::new(),
            taken: 0,
            is_finishing: false,
        });
        self.streams.len() - 1
    }

    /// Returns what the host knows to be over.
    pub fn host(&self) -> &Clock {
        &self.host
    }

    /// Tasks that wait for what is not submitted yet, with their streams.
    pub fn held_up(&self) -> impl Iterator<Item = (usize, &T)> {
        self.streams.iter().enumerate().flat_map(|(index, stream)| {
            let tasks = stream.queue.iter().filter_map(|queued| match &queued.step {
                Step::Task(task) => Some(task),
                _ => None,
            });
            tasks.map(move |task| (index, task))
        })
    }

    /// Returns true if a stream's queue is held up by a function of the program that has not returned.
    pub fn is_in_call(&self, stream: usize) -> bool {
        matches!(
            self.streams[stream].queue.front(),
            Some(QueueEntry {
                step: Step::Order(Edge::Return(_)),
                ..
            })
        )
    }

    /// Returns the streams that a stream waits for, each for the next one, itself first; and the place in the list at which a ring of
    /// them begins, if the last one waits for one of them.
    pub fn stuck(&self, stream: usize) -> (Vec<BlockedStream>, Option<usize>) {
        let mut list: Vec<BlockedStream> = Vec::new();
        let mut next = stream;
        loop {
            if let Some(ring) = list.iter().position(|stuck| stuck.stream == next) {
                return (list, Some(ring));
            }
            let Some(front) = self.streams[next].queue.front() else {
                return (list, None);
            };
            let Step::Order(edge) = front.step else {
                return (list, None);
            };
            let by = self.holder(&|step| releases(step, edge));
            list.push(BlockedStream {
                stream: next,
                edge,
                made: front.made,
                by,
            });
            match by {
                Some((stream, _)) => next = stream,
                None => return (list, None),
            }
        }
    }

    /// The stream whose queue has a step, and where that was submitted.
    fn holder(&self, is_it: &dyn Fn(&Step<T>) -> bool) -> Option<(usize, Stack)> {
        self.streams.iter().enumerate().find_map(|(index, stream)| {
            let step = stream.queue.iter().find(|queued| is_it(&queued.step))?;
            Some((index, step.made))
        })
    }

    /// Forgets what words within bytes hold: something else than a stream's writing of a word has changed them.
    pub fn forget_words(&mut self, bytes: &Range<usize>) {
        if !self.words.is_empty() {
            self.words.retain(|word, _| !bytes.contains(word));
        }
    }

    /// Takes in what a stream is given at a place of the program; judges what it makes judgeable.
    pub fn submit(
        &mut self,
        stream: usize,
        step: Step<T>,
        made: Stack,
        judge: &mut dyn FnMut(TaskOrder<T>),
    ) {
        let host = self.host.clone();
        let is_first = self.streams[stream].queue.is_empty();
        let step = match step {
            Step::Order(Edge::Wait(event, ticket)) => match self.records.get(&event) {
                Some((last, clock)) if *last == ticket => Step::Join(clock.clone()),
                _ => step,
            },
            Step::Order(Edge::Record(event, ticket)) => {
                self.issued.insert(event, ticket);
                step
            }
            step => step,
        };
        let queued = QueueEntry { step, host, made };
        self.streams[stream].queue.push_back(queued);
        if is_first {
            self.advance(stream, judge);
        }
    }

    /// Notes that a function of the program begins: the host knows what its stream had done before.
    pub fn call_begins(&mut self, stream: usize, call: u64, judge: &mut dyn FnMut(TaskOrder<T>)) {
        let is_it =
            |step: &Step<T>| matches!(step, Step::Order(Edge::Call(other)) if *other == call);
        self.finish_until(stream, &is_it, judge);
        if let Some(clock) = self.calls.remove(&call) {
            self.host.join(&clock);
        }
    }

    /// Notes that a function of the program has returned.
    pub fn call_ends(&mut self, stream: usize, call: u64, judge: &mut dyn FnMut(TaskOrder<T>)) {
        self.returned.insert(call, self.host.clone());
        self.advance(stream, judge);
    }

    /// Notes that the host knows all of a stream to be over.
    pub fn finished(&mut self, stream: usize, judge: &mut dyn FnMut(TaskOrder<T>)) {
        self.finish_until(stream, &|_| false, judge);
        let clock = self.streams[stream].clock.clone();
        self.host.join(&clock);
    }

    /// Notes that the host knows the last record of an event to be reached.
    pub fn reached(&mut self, event: usize, judge: &mut dyn FnMut(TaskOrder<T>)) {
        let last = self.issued.get(&event).copied().unwrap_or(0);
        self.finish_release(Edge::Wait(event, last), judge);
        if let Some((_, clock)) = self.records.get(&event) {
            self.host.join(clock);
        }
    }

    /// Judges all that is known to be over because a wait is, in the stream that holds up what it waited for.
    fn finish_release(&mut self, wait: Edge, judge: &mut dyn FnMut(TaskOrder<T>)) {
        let is_it = |step: &Step<T>| releases(step, wait);
        if let Some((stream, _)) = self.holder(&is_it) {
            self.finish_until(stream, &is_it, judge);
        }
    }

    /// Judges what a stream has done up to the first step for which `is_last` holds, or all: the host has seen it over.
    fn finish_until(
        &mut self,
        stream: usize,
        is_last: &dyn Fn(&Step<T>) -> bool,
        judge: &mut dyn FnMut(TaskOrder<T>),
    ) {
        // Streams that wait for each other are never over: a call that says so has ended them.
        if std::mem::replace(&mut self.streams[stream].is_finishing, true) {
            return;
        }
        let queue = &self.streams[stream].queue;
        let last = queue.iter().position(|queued| is_last(&queued.step));
        let count = last.map_or(queue.len(), |last| last + 1);
        let end = self.streams[stream].taken + count as u64;
        while self.streams[stream].taken < end {
            if let Some(edge) = self.standing_at(stream) {
                // It is over, so what it waited for came, though another stream holds that up here. This one may have gone on by that.
                self.finish_release(edge, judge);
                if self.streams[stream].taken >= end {
                    break;
                }
            }
            let wait = self.standing_at(stream);
            let Some(QueueEntry { step, host, .. }) = self.pop(stream) else {
                break;
            };
            self.streams[stream].clock.join(&host);
            match wait {
                None => self.take(stream, step, judge),
                // What it waited for is not known here; the host has seen that it came.
                Some(_) => {
                    let host = self.host.clone();
                    self.streams[stream].clock.join(&host);
                }
            }
        }
        self.streams[stream].is_finishing = false;
        self.advance_all(judge);
    }

    /// The wait that holds a stream up.
    fn standing_at(&self, stream: usize) -> Option<Edge> {
        match &self.streams[stream].queue.front()?.step {
            step if self.is_ready(step) => None,
            Step::Order(edge) => Some(*edge),
            _ => None,
        }
    }

    fn pop(&mut self, stream: usize) -> Option<QueueEntry<T>> {
        let stream = &mut self.streams[stream];
        let front = stream.queue.pop_front()?;
        stream.taken += 1;
        Some(front)
    }

    /// Returns true if a step need not wait for what is not submitted yet.
    fn is_ready(&self, step: &Step<T>) -> bool {
        match step {
            Step::Order(Edge::Wait(..)) => false,
            Step::Order(Edge::Take(notify)) => self.notifies.contains_key(notify),
            Step::Order(Edge::Await(word, value, holds)) => self
                .words
                .get(word)
                .is_some_and(|(last, _)| holds(*last, *value)),
            Step::Order(Edge::Return(call)) => self.returned.contains_key(call),
            _ => true,
        }
    }

    /// Takes all steps of a stream that are ready.
    fn advance(&mut self, stream: usize, judge: &mut dyn FnMut(TaskOrder<T>)) {
        let mut has_released = false;
        while let Some(front) = self.streams[stream].queue.front()
            && self.is_ready(&front.step)
            && let Some(QueueEntry { step, host, .. }) = self.pop(stream)
        {
            has_released |= matches!(
                step,
                Step::Order(Edge::Record(..) | Edge::Notify(_) | Edge::Write(..))
            );
            self.streams[stream].clock.join(&host);
            self.take(stream, step, judge);
        }
        if has_released {
            self.advance_all(judge);
        }
    }

    fn advance_all(&mut self, judge: &mut dyn FnMut(TaskOrder<T>)) {
        for stream in 0..self.streams.len() {
            let front = self.streams[stream].queue.front();
            if front.is_some_and(|front| self.is_ready(&front.step)) {
                self.advance(stream, judge);
            }
        }
    }

    /// Takes a step that is ready.
    fn take(&mut self, index: usize, step: Step<T>, judge: &mut dyn FnMut(TaskOrder<T>)) {
        let stream = &mut self.streams[index];
        match step {
            Step::Task(task) => {
                stream.tasks += 1;
                let number = stream.tasks;
                judge(TaskOrder {
                    stream: index,
                    number,
                    clock: &stream.clock,
                    task,
                });
                stream.clock.set(index, number);
            }
            Step::Order(Edge::Record(event, ticket)) => {
                let clock = stream.clock.clone();
                for queued in self.streams.iter_mut().flat_map(|stream| &mut stream.queue) {
                    if matches!(queued.step, Step::Order(Edge::Wait(other, wanted)) if (other, wanted) == (event, ticket))
                    {
                        queued.step = Step::Join(clock.clone());
                    }
                }
                let last = self.records.entry(event).or_default();
                if ticket >= last.0 {
                    *last = (ticket, clock);
                }
            }
            // Never ready: it becomes a `Join`.
            Step::Order(Edge::Wait(..)) => {}
            Step::Join(clock) => stream.clock.join(&clock),
            Step::Order(Edge::Notify(notify)) => {
                self.notifies.entry(notify).or_default().join(&stream.clock)
            }
            Step::Order(Edge::Take(notify)) => {
                if let Some(clock) = self.notifies.remove(&notify) {
                    stream.clock.join(&clock);
                }
            }
            Step::Order(Edge::Write(word, value)) => {
                let written = self.words.entry(word).or_default();
                written.0 = value;
                written.1.join(&stream.clock);
            }
            Step::Order(Edge::Await(word, ..)) => {
                if let Some((_, clock)) = self.words.get(&word) {
                    stream.clock.join(clock);
                }
            }
            Step::Order(Edge::Call(call)) => {
                self.calls.insert(call, stream.clock.clone());
            }
            Step::Order(Edge::Return(call)) => {
                if let Some(clock) = self.returned.remove(&call) {
                    stream.clock.join(&clock);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
