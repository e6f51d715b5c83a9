//! Handles of model instances, and of what ends with them: their conditions, streams and tasks.

use std::collections::{BTreeMap, HashMap};
use std::ptr::without_provenance_mut;
use std::sync::{Arc, LazyLock, Mutex, Weak};

use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::HostFunction;
use crate::device::{Graph, GraphCondition};
use crate::sync::lock;

static GRAPHS: Table<Arc<Graph>> = Table::new(Object::Graph);

/// Conditions of live graphs.
pub(super) static CONDITIONS: Table<Arc<GraphCondition>> = Table::new(Object::Condition);

/// A stream of a model instance: it has tasks there, whatever has become of the stream that was captured.
pub(super) static STREAMS: Table<(Weak<Graph>, i32)> = Table::new(Object::GraphStream);

/// A task of a model instance, by its place.
pub(super) static TASKS: Table<(Weak<Graph>, usize)> = Table::new(Object::GraphTask);

/// State that the entry points keep of a live graph.
#[derive(Default)]
pub(super) struct Kept {
    handle: usize,
    /// Functions that are told of its end, with their arguments.
    pub(super) callbacks: Vec<HostFunction>,
    /// The handles of its conditions.
    conditions: Vec<usize>,
    /// The handles of its streams by their numbers (`false`), and of its tasks by their places (`true`).
    parts: BTreeMap<(bool, usize), usize>,
}

static KEPT: LazyLock<Mutex<HashMap<u32, Kept>>> = LazyLock::new(Mutex::default);

/// Returns the handle of a graph; makes it the first time.
pub(super) fn graph_handle(graph: &Arc<Graph>) -> Outcome<aclmdlRI> {
    let mut kept = lock(&KEPT);
    let handle = match kept.get(&graph.id()) {
        Some(known) => known.handle,
        None => {
            let handle = GRAPHS.insert(graph.clone())?;
            let new = Kept {
                handle,
                ..Kept::default()
            };
            kept.insert(graph.id(), new);
            handle
        }
    };
    Ok(without_provenance_mut(handle))
}

/// Looks at, or changes, the functions that are told of the end of a live graph.
pub(super) fn with_callbacks<R>(
    graph: &Graph,
    f: impl FnOnce(&mut Vec<HostFunction>) -> R,
) -> Option<R> {
    let mut kept = lock(&KEPT);
    kept.get_mut(&graph.id()).map(|kept| f(&mut kept.callbacks))
}

/// Keeps the handle of a condition with its graph.
pub(super) fn keep_condition(graph: &Graph, handle: usize) {
    if let Some(kept) = lock(&KEPT).get_mut(&graph.id()) {
        kept.conditions.push(handle);
    }
}

/// Returns the handle of a part of a live graph; makes it the first time.
pub(super) fn keep_part(
    graph: &Graph,
    part: (bool, usize),
    new: impl FnOnce() -> crate::error::Result<usize>,
) -> Outcome<usize> {
    let mut kept = lock(&KEPT);
    let Some(kept) = kept.get_mut(&graph.id()) else {
        return Ok(GRAPHS.get("modelRI", 0).map(|_| 0)?);
    };
    if let Some(&known) = kept.parts.get(&part) {
        return Ok(known);
    }
    let handle = new()?;
    kept.parts.insert(part, handle);
    Ok(handle)
}

/// Takes the handles of conditions back, whose graph ends.
fn forget_conditions(handles: &[usize]) {
    for &handle in handles {
        // Only the graph takes them.
        let _ = CONDITIONS.take("handle", handle);
    }
}

/// Ends the handles of a part of a model instance.
fn forget_part(handle: usize) {
    STREAMS.take_live(handle);
    TASKS.take_live(handle);
}

/// Takes the handles of a graph back, of its conditions, and of what they run; returns what was kept of it.
pub(super) fn take_kept(graph: &Graph) -> Option<Kept> {
    let kept = lock(&KEPT).remove(&graph.id())?;
    forget_conditions(&kept.conditions);
    kept.parts.values().copied().for_each(forget_part);
    for body in graph.all_bodies() {
        take_kept(&body);
    }
    GRAPHS.take("modelRI", kept.handle).ok().map(|_| kept)
}

/// Takes back the handle of a graph that came to nothing. What a condition runs keeps it: it may be captured again.
pub(super) fn forget_graph(graph: &Graph) {
    if !graph.is_body() {
        take_kept(graph);
    }
}

/// A model instance by its handle.
pub(super) fn graph(handle: aclmdlRI) -> Outcome<Arc<Graph>> {
    Ok(GRAPHS.get("modelRI", handle.addr())?)
}

/// A model instance whose tasks are complete.
pub(super) fn complete_graph(handle: aclmdlRI) -> Outcome<Arc<Graph>> {
    let graph = graph(handle)?;
    if graph.is_complete() {
        return Ok(graph);
    }
    refuse(
        "modelRI",
        "a model instance that is still being captured",
        "one whose capture has ended",
        ACL_ERROR_RT_MODEL_CAPTURED,
    )
}
