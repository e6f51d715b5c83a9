//! `cnrt.h`: queues.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;

use super::boundary::{Status, context, queue as find, refuse};
use super::handles::cnrtQueue_t;
use super::open_enums::cnrtRet_t;
use super::types::cnrtHostFn_t;
use crate::abi::call_out::call_in_context;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Callback, HostFunction, Later, Out, Queue};
use crate::abi::streams;
use crate::device::{LEAST_PRIORITY, Stream, Task};
use crate::error::Reason;
use hostnpu_aclnn_macros::entry;

/// The priority of a queue that asks for none.
const DEFAULT_PRIORITY: c_int = 4;

fn create(target: Out<cnrtQueue_t>, flags: c_uint, priority: c_int) -> Outcome {
    let priority = priority.clamp(0, LEAST_PRIORITY as c_int) as u32;
    let handle = streams::create_stream(&*context()?, priority, flags)?;
    target.write(handle as cnrtQueue_t);
    Ok(())
}

/// Creates a queue of the thread's device.
#[entry(cnrt, needs = device)]
fn cnrtQueueCreate(p_queue: Out<cnrtQueue_t>) -> Outcome {
    create(p_queue, 0, DEFAULT_PRIORITY)
}

/// Creates a queue with a priority; one outside the range is moved into it. Priorities are remembered only.
#[entry(cnrt, needs = device)]
fn cnrtQueueCreateWithPriority(
    p_queue: Out<cnrtQueue_t>,
    flags: c_uint,
    priority: c_int,
) -> Outcome {
    create(p_queue, flags, priority)
}

/// Writes the priority of a queue.
#[entry(cnrt)]
fn cnrtQueueGetPriority(queue: Later<Queue>, priority: Out<c_int>) -> Outcome {
    priority.write(queue.get()?.priority() as c_int);
    Ok(())
}

/// Destroys a queue. Its work goes on; the call does not wait for it.
#[entry(cnrt)]
fn cnrtQueueDestroy(queue: cnrtQueue_t) -> Outcome {
    if streams::stream("queue", queue.addr())?.is_default() {
        let got = "the default queue";
        return refuse(
            "queue",
            got,
            "a queue of cnrtQueueCreate",
            Status::cnrtErrorArgsInvalid,
        );
    }
    let end = |stream: &Arc<Stream>| {
        stream.close_later();
        Ok(())
    };
    Ok(streams::destroy_stream("queue", queue.addr(), end)?)
}

/// Reports whether all work of a queue is done: cnrtSuccess or cnrtErrorBusy.
#[entry(cnrt)]
fn cnrtQueueQuery(queue: cnrtQueue_t) -> Outcome<Status> {
    let idle = find("queue", queue)?.query_idle();
    Ok(if idle {
        Status::cnrtSuccess
    } else {
        Status::cnrtErrorBusy
    })
}

/// Waits for all work of a queue. Gives the first error of a task that no synchronisation has given yet.
#[entry(cnrt, waits = host, needs = device)]
fn cnrtQueueSync(queue: Queue) -> Outcome {
    Ok(queue.synchronize(None)?)
}

/// Queues a call of a function of the program, which a thread of the library makes with the queue's device as its own. An exception that leaves it is an error
/// of the queue.
#[entry(cnrt)]
fn cnrtInvokeHostFunc(
    queue: cnrtQueue_t,
    func: Option<Callback<cnrtHostFn_t>>,
    user_data: *mut c_void,
) -> Outcome {
    let func = func.ok_or(Reason::Null { arg: "fn" })?;
    let function = HostFunction::new(func, user_data);
    let stream = find("queue", queue)?;
    let context = stream.context();
    let call = move || call_in_context(context, "cnrtInvokeHostFunc", move || function.call());
    Ok(stream.submit(Task::OnWorker(Box::new(call)), false)?)
}
