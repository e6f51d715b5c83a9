//! `hccl/hccl_comm.h`: calls that start together.

use std::cell::RefCell;
use std::sync::Arc;

use super::argument::check_overlaps;
use super::boundary::Outcome;
use super::open_enums::HcclResult;
use crate::abi::acl::types::aclrtStream;
use crate::abi::parameter::Out;
use crate::abi::streams::stream_or_default;
use crate::collective::{Group, Operation, Work};
use crate::device::Stream;
use crate::error::{Error, Reason};
use hostnpu_aclnn_macros::entry;

/// Calls since `HcclGroupStart`.
#[derive(Default)]
struct Pending {
    depth: u32,
    calls: Vec<(Arc<Group>, Arc<Stream>, Operation)>,
}

thread_local! {
    static PENDING: RefCell<Pending> = RefCell::default();
}

/// Most groups in one another.
const DEEPEST: u32 = 1 << 20;

/// Queues an operation, or keeps it until the group of calls ends. Its memory is that of data pointers which C passes: [`super::argument::memory`] makes every span of
/// this interface, and by the contract of [`crate::abi`] it is there until the stream is synchronised.
pub(super) fn submit(group: &Arc<Group>, stream: aclrtStream, operation: Operation) -> Outcome {
    check_overlaps(&operation, group)?;
    let stream = stream_or_default("stream", stream.addr())?;
    if let Some(failure) = group.failure() {
        return Err(failure.into());
    }
    let is_kept = PENDING.with_borrow_mut(|pending| {
        if pending.depth == 0 {
            return Some(operation);
        }
        pending
            .calls
            .push((group.clone(), stream.clone(), operation));
        None
    });
    if let Some(operation) = is_kept {
        // SAFETY: the contract of data pointers; alignment and overlaps were checked.
        unsafe { group.queue(&stream, operation)? };
    }
    Ok(())
}

/// Joins the messages of each communicator in each stream, which then proceed at once.
fn joined(
    calls: Vec<(Arc<Group>, Arc<Stream>, Operation)>,
) -> Vec<(Arc<Group>, Arc<Stream>, Operation)> {
    let mut joined: Vec<(Arc<Group>, Arc<Stream>, Operation)> = Vec::new();
    for (group, stream, operation) in calls {
        let before = joined.iter_mut().find(|(known, place, before)| {
            Arc::ptr_eq(known, &group)
                && Arc::ptr_eq(place, &stream)
                && before.signature.is_none()
                && operation.signature.is_none()
        });
        match (before, operation.work) {
            (
                Some((_, _, before)),
                Work::Exchange {
                    sends: more_sends,
                    receives: more_receives,
                },
            ) => {
                if let Work::Exchange { sends, receives } = &mut before.work {
                    sends.extend(more_sends);
                    receives.extend(more_receives);
                }
            }
            (_, work) => joined.push((
                group,
                stream,
                Operation {
                    signature: operation.signature,
                    work,
                },
            )),
        }
    }
    joined
}

/// Begins a group of calls of this thread: collective operations, sends and receives start at its end. Groups may be nested.
#[entry(hccl)]
fn HcclGroupStart() -> Outcome {
    PENDING.with_borrow_mut(|pending| {
        if pending.depth == DEEPEST {
            return Err(Error::from(Reason::State("too many groups in one another".into())).into());
        }
        pending.depth += 1;
        Ok(())
    })
}

/// Ends a group of calls, and queues what was called since `HcclGroupStart`: sends and receives of a stream proceed at once.
///
/// Returns HCCL_E_RUNTIME without a group, or what the first call that cannot be queued returns.
#[entry(hccl)]
fn HcclGroupEnd() -> Outcome {
    let calls = PENDING.with_borrow_mut(|pending| {
        if pending.depth == 0 {
            return Err(Error::from(Reason::State(
                "HcclGroupStart was not called".into(),
            )));
        }
        pending.depth -= 1;
        Ok(match pending.depth {
            0 => std::mem::take(&mut pending.calls),
            _ => Vec::new(),
        })
    })?;
    for (group, stream, operation) in joined(calls) {
        // SAFETY: as in `submit`, which checked it.
        unsafe { group.queue(&stream, operation)? };
    }
    Ok(())
}

/// Returns whether the calling thread is in a group of calls. Returns HCCL_E_PTR for null.
#[entry(hccl)]
fn HcclGroupStatusGet(is_group_enabled: Out<bool>) -> Outcome {
    is_group_enabled.write(PENDING.with_borrow(|pending| pending.depth > 0));
    Ok(())
}
