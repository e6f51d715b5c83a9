//! Handles: where each was made and destroyed, so that a refusal can say what became of it, and the end what was forgotten.

use std::collections::{HashMap, VecDeque};
use std::sync::{LazyLock, Mutex};

use super::enabled::{HANDLE, LEAK, is_on};
use super::leaks::Leaks;
use super::report::Report;
use crate::hooks;
use crate::stack::Stack;
use hostnpu_base::error::{Handle, Object};
use hostnpu_base::sync::lock;

/// Destroyed handles that are remembered.
const REMEMBERED: usize = 65_536;

struct Live {
    kind: Object,
    number: u32,
    made: Stack,
    /// The list that destroys it, or the library itself where it is its own.
    owner: Owner,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Program,
    List(usize),
    Library,
}

struct Dead {
    name: String,
    made: Stack,
    gone: Stack,
    by: &'static str,
    /// The list that was destroyed with it.
    with: Option<String>,
}

#[derive(Default)]
pub(super) struct Objects {
    live: HashMap<usize, Live>,
    dead: HashMap<usize, Dead>,
    order: VecDeque<usize>,
    counts: HashMap<u8, u32>,
}

pub(super) static OBJECTS: LazyLock<Mutex<Objects>> = LazyLock::new(Mutex::default);

fn name(kind: Object, number: u32) -> String {
    format!("{}#{number}", kind.name())
}

fn with_article(name: &str) -> String {
    match name.starts_with(['a', 'e', 'i']) {
        true => format!("an {name}"),
        false => format!("a {name}"),
    }
}

/// Takes in a new handle.
#[cold]
#[inline(never)]
pub fn made(kind: Object, handle: usize) {
    if !is_on(HANDLE | LEAK) {
        return;
    }
    let made = Stack::here();
    let objects = &mut *lock(&OBJECTS);
    let count = objects.counts.entry(kind as u8).or_default();
    *count += 1;
    let live = Live {
        kind,
        number: *count,
        made,
        owner: Owner::Program,
    };
    objects.live.insert(handle, live);
}

/// Says that the library made a handle for itself.
#[cold]
#[inline(never)]
pub fn is_own(handle: usize) {
    if let Some(live) = lock(&OBJECTS).live.get_mut(&handle) {
        live.owner = Owner::Library;
    }
}

/// Says that a list destroys its members.
#[cold]
#[inline(never)]
pub fn owns(list: usize, members: &[usize]) {
    let objects = &mut *lock(&OBJECTS);
    for member in members {
        if let Some(live) = objects.live.get_mut(member) {
            live.owner = Owner::List(list);
        }
    }
}

/// Notes the end of a handle.
#[cold]
#[inline(never)]
pub fn gone(handle: usize) {
    if !is_on(HANDLE | LEAK) {
        return;
    }
    let gone = Stack::here();
    let objects = &mut *lock(&OBJECTS);
    let Some(live) = objects.live.remove(&handle) else {
        return;
    };
    let with = match live.owner {
        Owner::List(list) => objects.dead.get(&list).map(|list| list.name.clone()),
        _ => None,
    };
    if objects.order.len() == REMEMBERED
        && let Some(oldest) = objects.order.pop_front()
    {
        objects.dead.remove(&oldest);
    }
    objects.order.push_back(handle);
    let dead = Dead {
        name: name(live.kind, live.number),
        made: live.made,
        gone,
        by: hooks::current(),
        with,
    };
    objects.dead.insert(handle, dead);
}

/// Reports a handle that was refused. `ends` is whether the call would have ended it.
#[cold]
#[inline(never)]
pub fn refused(kind: Object, arg: &'static str, handle: usize, got: Handle, ends: bool) {
    if !is_on(HANDLE) {
        return;
    }
    let call = hooks::current();
    let here = Stack::here();
    let objects = &*lock(&OBJECTS);
    match (got, objects.dead.get(&handle)) {
        (Handle::Stale, Some(dead)) => stale(dead, kind, arg, ends, call, here).send(),
        (Handle::Stale, None) => {
            let sentence = format!(
                "{call}: `{arg}` is {} that was destroyed long ago",
                with_article(kind.name())
            );
            Report::error("HN-USE-AFTER-DESTROY", sentence)
                .fact_at("used", "", here)
                .send();
        }
        (Handle::Foreign(other), _) => {
            let it = objects.live.get(&handle).map_or_else(
                || with_article(other.name()),
                |live| name(live.kind, live.number),
            );
            Report::error(
                "HN-WRONG-HANDLE",
                format!("{call}: `{arg}` is {it}, not {}", with_article(kind.name())),
            )
            .fact_at("used", "", here)
            .send();
        }
        (Handle::Garbage, _) => {
            let sentence = format!(
                "{call}: `{arg}` ({handle:#x}) is no handle, but {} belongs here",
                with_article(kind.name())
            );
            Report::error("HN-WRONG-HANDLE", sentence)
                .fact_at("used", "", here)
                .send();
        }
    }
}

fn stale(
    dead: &Dead,
    kind: Object,
    arg: &str,
    ends: bool,
    call: &'static str,
    here: Stack,
) -> Report {
    let it = &dead.name;
    let was_run = kind == Object::Executor && !dead.by.contains("Destroy");
    let (rule, sentence, advice) = if was_run {
        (
            "HN-EXECUTOR-USED-UP",
            format!("{call} uses {it}, which {} has used up", dead.by),
            "An executor runs once: call the first phase again, or make it repeatable (aclSetAclOpExecutorRepeatable).",
        )
    } else if ends {
        (
            "HN-DOUBLE-DESTROY",
            format!("{it} is destroyed a second time, by {call}"),
            "",
        )
    } else {
        (
            "HN-USE-AFTER-DESTROY",
            format!("{call}: `{arg}` is {it}, which was destroyed"),
            "",
        )
    };
    let end = match (&dead.with, was_run) {
        (Some(list), _) => format!("destroyed with {list}"),
        (None, true) => format!("run by {}", dead.by),
        (None, false) => format!("by {}", dead.by),
    };
    Report::error(rule, sentence)
        .fact_at(if ends { "again" } else { "used" }, "", here)
        .fact_at("before", end, dead.gone)
        .fact_at("made", "", dead.made)
        .advice(advice)
}

/// Collects what the program has not destroyed.
pub(super) fn leaks(leaks: &mut Leaks) {
    let objects = &*lock(&OBJECTS);
    for live in objects.live.values() {
        let is_owned = match live.owner {
            Owner::Program => false,
            Owner::Library => true,
            Owner::List(list) => objects.live.contains_key(&list),
        };
        // The first ends with its device, the second with its model instance.
        let has_end = !matches!(live.kind, Object::Context | Object::TaskGroup);
        if !is_owned && has_end {
            let kind = live.kind.name();
            leaks.add(kind, live.made, (kind, live.number), 0);
        }
    }
}
