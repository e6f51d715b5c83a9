//! Queues by their numbers, and the routes along which messages go from one to others.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use super::channel::wait_until;
use super::{Message, Refused};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_base::sync::lock;

/// From one queue to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    /// The number of the queue from which messages go.
    pub from: u32,
    /// The number of the queue to which they go.
    pub to: u32,
}

struct Queue {
    name: Vec<u8>,
    depth: usize,
    messages: VecDeque<Message>,
}

impl Queue {
    fn has_room(&self) -> bool {
        self.messages.len() < self.depth
    }
}

pub(crate) struct Queues {
    next: u32,
    queues: BTreeMap<u32, Queue>,
    routes: Vec<Route>,
}

static QUEUES: Mutex<Queues> = Mutex::new(Queues {
    next: 0,
    queues: BTreeMap::new(),
    routes: Vec::new(),
});

/// Locks all queues, for a fork.
pub(crate) fn lock_queues() -> MutexGuard<'static, Queues> {
    lock(&QUEUES)
}

/// A message was put or taken, or a queue destroyed.
static CHANGED: Condvar = Condvar::new();

impl Queues {
    fn check(&self, arg: &'static str, queue: u32) -> Result<()> {
        if self.queues.contains_key(&queue) {
            return Ok(());
        }
        Err(Error::value(arg, queue, "the number of a live queue"))
    }

    /// The queues to which a queue's messages go.
    fn targets(&self, queue: u32) -> Vec<u32> {
        let routes = self.routes.iter().filter(|route| route.from == queue);
        routes.map(|route| route.to).collect()
    }

    /// Returns true if messages of one queue come to another.
    fn leads(&self, from: u32, to: u32) -> bool {
        from == to
            || self
                .targets(from)
                .into_iter()
                .any(|next| self.leads(next, to))
    }

    /// Moves messages along all routes, as far as there is room: each to all queues to which its queue has routes.
    fn pump(&mut self) {
        let mut sources: Vec<u32> = self.routes.iter().map(|route| route.from).collect();
        sources.dedup();
        let mut is_moving = true;
        while std::mem::take(&mut is_moving) {
            for &source in &sources {
                let targets = self.targets(source);
                let has_room = |to| self.queues.get(to).is_some_and(Queue::has_room);
                if targets.is_empty() || !targets.iter().all(has_room) {
                    continue;
                }
                let queue = self.queues.get_mut(&source);
                let Some(message) = queue.and_then(|queue| queue.messages.pop_front()) else {
                    continue;
                };
                for to in targets {
                    if let Some(queue) = self.queues.get_mut(&to) {
                        queue.messages.push_back(message.clone());
                    }
                }
                is_moving = true;
            }
        }
        CHANGED.notify_all();
    }
}

/// Creates a queue with room for `depth` messages; nothing if one has this name. Returns its number. No two queues have one name, but for the empty one.
pub fn make(name: &[u8], depth: usize) -> Option<u32> {
    let all = &mut *lock(&QUEUES);
    let is_taken = |queue: &Queue| !name.is_empty() && queue.name == name;
    if all.queues.values().any(is_taken) {
        return None;
    }
    let number = all.next;
    all.next += 1;
    let queue = Queue {
        name: name.to_vec(),
        depth,
        messages: VecDeque::new(),
    };
    all.queues.insert(number, queue);
    Some(number)
}

/// Destroys a queue with its messages and routes. Threads that wait for it are refused.
pub fn destroy(arg: &'static str, queue: u32) -> Result<()> {
    let mut all = lock(&QUEUES);
    all.check(arg, queue)?;
    let removed = all.queues.remove(&queue);
    all.routes
        .retain(|route| route.from != queue && route.to != queue);
    all.pump();
    drop(all);
    // Memory is freed under no lock.
    drop(removed);
    Ok(())
}

/// Waits until a queue lets `attempt` do what it does: for at most `limit`, without end for `None`.
fn wait<R>(
    arg: &'static str,
    queue: u32,
    limit: Option<Duration>,
    refused: Refused,
    mut attempt: impl FnMut(&mut Queue) -> Result<Option<R>>,
) -> Result<Result<R, Refused>> {
    let deadline = limit.map(|limit| Instant::now() + limit);
    let mut all = lock(&QUEUES);
    all.check(arg, queue)?;
    loop {
        let Some(known) = all.queues.get_mut(&queue) else {
            return Ok(Err(Refused::Stopped));
        };
        if let Some(done) = attempt(known)? {
            all.pump();
            return Ok(Ok(done));
        }
        match wait_until(&CHANGED, all, deadline) {
            Some(state) => all = state,
            None => return Ok(Err(refused)),
        }
    }
}

/// Puts a message, when there is room for it.
pub fn put(
    arg: &'static str,
    queue: u32,
    message: &Message,
    limit: Option<Duration>,
) -> Result<Result<(), Refused>> {
    wait(arg, queue, limit, Refused::Full, |known| {
        Ok(known
            .has_room()
            .then(|| known.messages.push_back(message.clone())))
    })
}

/// Takes the first message, when there is one.
pub fn take(
    arg: &'static str,
    queue: u32,
    limit: Option<Duration>,
) -> Result<Result<Message, Refused>> {
    take_if(arg, queue, limit, |_| Ok(()))
}

/// As [`take`]; the message stays where `check` refuses it.
pub fn take_if(
    arg: &'static str,
    queue: u32,
    limit: Option<Duration>,
    check: impl Fn(&Message) -> Result<()>,
) -> Result<Result<Message, Refused>> {
    wait(arg, queue, limit, Refused::Empty, |known| {
        known.messages.front().map_or(Ok(()), &check)?;
        Ok(known.messages.pop_front())
    })
}

/// Binds routes: all, or none where one goes to or from no queue, or in a circle; says which one that is.
pub fn bind(new: &[Route]) -> Result<(), (usize, Error)> {
    let all = &mut *lock(&QUEUES);
    let before = all.routes.len();
    for (at, &route) in new.iter().enumerate() {
        let checked = all
            .check("srcId", route.from)
            .and_then(|()| all.check("dstId", route.to))
            .and_then(|()| match all.leads(route.to, route.from) {
                true => Err(Reason::State(format!(
                    "a route from queue {} to queue {} would close a circle",
                    route.from, route.to
                ))
                .into()),
                false => Ok(()),
            });
        if let Err(error) = checked {
            all.routes.truncate(before);
            return Err((at, error));
        }
        if !all.routes.contains(&route) {
            all.routes.push(route);
        }
    }
    all.pump();
    Ok(())
}

/// Unbinds routes: all, or none where one is not bound; says which one that is.
pub fn unbind(old: &[Route]) -> Result<(), (usize, Error)> {
    let all = &mut *lock(&QUEUES);
    if let Some(at) = old.iter().position(|route| !all.routes.contains(route)) {
        let Route { from, to } = old[at];
        let error = Error::from(Reason::State(format!(
            "no route is bound from queue {from} to queue {to}"
        )));
        return Err((at, error));
    }
    all.routes.retain(|route| !old.contains(route));
    Ok(())
}

/// Returns the routes that are bound.
pub fn routes() -> Vec<Route> {
    lock(&QUEUES).routes.clone()
}
