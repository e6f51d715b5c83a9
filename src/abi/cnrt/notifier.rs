//! `cnrt.h`: notifiers.

use std::ffi::c_uint;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::boundary::{Status, context, queue as find_queue, refuse};
use super::enums::cnrtNotifierFlags_t as Flags;
use super::handles::{cnrtNotifier_t, cnrtQueue_t};
use super::open_enums::cnrtRet_t;
use crate::abi::failure::{Code, Outcome};
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::Out;
use crate::device::{Event, EventKind, TIME_LINE};
use crate::error::{Error, Reason, Result};
use hostnpu_aclnn_macros::entry;

#[derive(Clone)]
struct Notifier {
    event: Arc<Event>,
    flags: c_uint,
}

static NOTIFIERS: Table<Notifier> = Table::new(Object::Notifier);

const SOFTWARE_UNTIMED: c_uint = Flags::CNRT_NOTIFIER_DISABLE_TIMING_SW as c_uint;
const UNTIMED: c_uint = Flags::CNRT_NOTIFIER_DISABLE_TIMING_ALL as c_uint;
const KNOWN: c_uint = SOFTWARE_UNTIMED | UNTIMED | Flags::CNRT_NOTIFIER_INTERPROCESS as c_uint;

fn find(arg: &'static str, handle: cnrtNotifier_t) -> Result<Notifier> {
    NOTIFIERS.get(arg, handle.addr())
}

fn create(p_notifier: Out<cnrtNotifier_t>, flags: c_uint) -> Outcome {
    static NUMBERS: AtomicU32 = AtomicU32::new(1);
    if flags & !KNOWN != 0 {
        let allowed = "cnrtNotifierFlags_t values, joined by |";
        return refuse("flags", flags, allowed, Status::cnrtErrorArgsInvalid);
    }
    let event = Event::new(
        NUMBERS.fetch_add(1, Ordering::Relaxed),
        EventKind::Repeatable,
        TIME_LINE,
        context()?.number(),
    );
    p_notifier.write(NOTIFIERS.insert(Notifier { event, flags })? as cnrtNotifier_t);
    Ok(())
}

/// Creates a notifier that keeps the time at which it is reached.
#[entry(cnrt, needs = device)]
fn cnrtNotifierCreate(p_notifier: Out<cnrtNotifier_t>) -> Outcome {
    create(p_notifier, 0)
}

/// Creates a notifier; flags are values of cnrtNotifierFlags_t.
#[entry(cnrt, needs = device)]
fn cnrtNotifierCreateWithFlags(p_notifier: Out<cnrtNotifier_t>, flags: c_uint) -> Outcome {
    create(p_notifier, flags)
}

/// Destroys a notifier. Marks and waits that are queued stay in force.
#[entry(cnrt, needs = device)]
fn cnrtNotifierDestroy(notifier: cnrtNotifier_t) -> Outcome {
    NOTIFIERS.take("notifier", notifier.addr())?;
    Ok(())
}

fn place(notifier: cnrtNotifier_t, queue: cnrtQueue_t) -> Outcome {
    let notifier = find("notifier", notifier)?;
    Ok(notifier.event.record(&find_queue("queue", queue)?)?)
}

/// Queues a mark: the notifier stands for all work of the queue so far. Placed again, it stands for the new place.
#[entry(cnrt, needs = device)]
fn cnrtPlaceNotifier(notifier: cnrtNotifier_t, queue: cnrtQueue_t) -> Outcome {
    place(notifier, queue)
}

/// Queues a mark, as cnrtPlaceNotifier. The flags (0 or 1) concern task graphs, which there are none of.
#[entry(cnrt, needs = device)]
fn cnrtPlaceNotifierWithFlags(
    notifier: cnrtNotifier_t,
    queue: cnrtQueue_t,
    flags: c_uint,
) -> Outcome {
    graph_flag("flags", flags)?;
    place(notifier, queue)
}

fn graph_flag(arg: &'static str, flags: c_uint) -> Outcome {
    if flags > 1 {
        return refuse(arg, flags, "0 or 1", Status::cnrtErrorArgsInvalid);
    }
    Ok(())
}

/// Lets later work of a queue wait for the notifier's last place.
#[entry(cnrt, waits = stream, needs = device)]
fn cnrtQueueWaitNotifier(notifier: cnrtNotifier_t, queue: cnrtQueue_t, flag: c_uint) -> Outcome {
    let notifier = find("notifier", notifier)?;
    graph_flag("flag", flag)?;
    Ok(notifier
        .event
        .stream_wait(&find_queue("queue", queue)?, None)?)
}

/// Reports whether the notifier's last place is reached: cnrtSuccess or cnrtErrorBusy. Never placed counts as reached.
#[entry(cnrt, needs = device)]
fn cnrtQueryNotifier(notifier: cnrtNotifier_t) -> Outcome<Status> {
    let reached = find("notifier", notifier)?.event.is_complete();
    Ok(if reached {
        Status::cnrtSuccess
    } else {
        Status::cnrtErrorBusy
    })
}

/// Waits until the notifier's last place is reached. Never placed counts as reached.
#[entry(cnrt, waits = host, needs = device)]
fn cnrtWaitNotifier(notifier: cnrtNotifier_t) -> Outcome {
    Ok(find("notifier", notifier)?.event.synchronize(None)?)
}

/// The time from one notifier to another; none if it would be negative.
fn between(start: cnrtNotifier_t, end: cnrtNotifier_t, untimed: c_uint) -> Outcome<Duration> {
    let notifiers = [("start", find("start", start)?), ("end", find("end", end)?)];
    let mut stamps = [None; 2];
    for ((arg, notifier), stamp) in notifiers.iter().zip(&mut stamps) {
        if notifier.flags & untimed != 0 {
            let got = "a notifier without timing";
            return refuse(
                arg,
                got,
                "one that keeps the time",
                Status::cnrtErrorArgsInvalid,
            );
        }
        if !notifier.event.is_recorded() {
            let got = "a notifier that was never placed";
            return refuse(
                arg,
                got,
                "one that was placed",
                Status::cnrtErrorCndrvFuncCall,
            );
        }
        *stamp = notifier.event.stamp();
    }
    match stamps {
        [Some(start), Some(end)] => Ok(end.saturating_duration_since(start)),
        _ => Err(Error::from(Reason::State(
            "a notifier is not reached yet; synchronise its queue first".into(),
        )))
        .code(Status::cnrtErrorBusy as i32),
    }
}

/// Writes the milliseconds from one notifier to another.
#[entry(cnrt, needs = device)]
fn cnrtNotifierElapsedTime(start: cnrtNotifier_t, end: cnrtNotifier_t, ms: Out<f32>) -> Outcome {
    ms.write((between(start, end, SOFTWARE_UNTIMED | UNTIMED)?.as_secs_f64() * 1e3) as f32);
    Ok(())
}

/// Writes the microseconds from one notifier to another.
#[entry(cnrt, needs = device)]
fn cnrtNotifierDuration(start: cnrtNotifier_t, end: cnrtNotifier_t, us: Out<f32>) -> Outcome {
    us.write((between(start, end, UNTIMED)?.as_secs_f64() * 1e6) as f32);
    Ok(())
}
