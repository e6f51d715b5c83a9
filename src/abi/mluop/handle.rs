//! `mlu_op.h`: handles, modes, versions, error names, sizes of data types.

use std::ffi::{CString, c_char, c_int};
use std::sync::{Arc, LazyLock, Mutex};

use super::descriptor::bytes;
use super::enums;
use super::open_enums::{
    mluOpAtomicsMode_t, mluOpDataType_t, mluOpQuantizeRoundMode_t, mluOpStatus_t,
};
use super::types::mluOpHandle_t;
use crate::abi::c_enum::Enumerators;
use crate::abi::cnrt::boundary as cnrt;
use crate::abi::cnrt::handles::cnrtQueue_t;
use crate::abi::failure::Outcome;
use crate::abi::handle::{Object, Table};
use crate::abi::operation::Operation;
use crate::abi::parameter::{Later, Out, Slot};
use crate::abi::watch;
use crate::device::{Context, Stream, Task};
use crate::diagnostics::hooks;
use crate::error::{Error, Result};
use crate::ops::{BoundCall, Call};
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

struct Library {
    context: Arc<Context>,
    queue: usize,
    atomics: mluOpAtomicsMode_t,
    rounding: mluOpQuantizeRoundMode_t,
}

static HANDLES: Table<Mutex<Library>> = Table::new(Object::MluOpContext);

fn with<R>(handle: mluOpHandle_t, visit: impl FnOnce(&mut Library) -> R) -> Result<R> {
    HANDLES.with("handle", handle.addr(), |library| visit(&mut lock(library)))
}

/// Refuses what is no live handle.
pub(super) fn check(handle: mluOpHandle_t) -> Result<()> {
    with(handle, |_| ())
}

/// Queues a call on the handle's queue.
pub(super) fn launch(handle: mluOpHandle_t, call: Call) -> Result<()> {
    call.check_memory()?;
    let (queue, context) = with(handle, |library| (library.queue, library.context.clone()))?;
    let stream: Arc<Stream> = match queue {
        0 => context.default_stream().clone(),
        queue => cnrt::queue("queue", queue as cnrtQueue_t)?,
    };
    let small = call.is_small();
    if hooks::on() {
        watch::describe("", &call, (&call.addresses(), &[]), (0, 0), &stream);
    }
    // No plan of an MLU-OPS operator uses scratch memory.
    let work = Operation {
        name: None,
        bound: BoundCall::new(call),
        workspace: (0, 0),
        kept: (),
    };
    stream.submit(Task::work(work), small)
}

/// Creates a handle for the thread's device. Its queue is the default queue.
#[entry(mluop)]
fn mluOpCreate(handle: Out<mluOpHandle_t>) -> Outcome {
    let library = Library {
        context: cnrt::context()?,
        queue: 0,
        atomics: mluOpAtomicsMode_t::MLUOP_ATOMICS_NOT_ALLOWED,
        rounding: mluOpQuantizeRoundMode_t::MLUOP_ROUND_HALF_TO_EVEN,
    };
    handle.write(HANDLES.insert(Mutex::new(library))? as mluOpHandle_t);
    Ok(())
}

/// Reads the limits of the device again: there are none that change.
#[entry(mluop)]
fn mluOpUpdateContextInformation(handle: mluOpHandle_t) -> Outcome {
    Ok(check(handle)?)
}

/// Destroys a handle; its queue stays.
#[entry(mluop)]
fn mluOpDestroy(handle: mluOpHandle_t) -> Outcome {
    HANDLES.take("handle", handle.addr())?;
    Ok(())
}

/// Sets the queue that operators run on; null is the default queue.
#[entry(mluop)]
fn mluOpSetQueue(handle: mluOpHandle_t, queue: cnrtQueue_t) -> Outcome {
    check(handle)?;
    cnrt::queue("queue", queue)?;
    Ok(with(handle, |library| library.queue = queue.addr())?)
}

/// Writes the queue that operators run on, as it was set.
#[entry(mluop)]
fn mluOpGetQueue(handle: mluOpHandle_t, queue: Later<Out<cnrtQueue_t>>) -> Outcome {
    let own = with(handle, |library| library.queue)?;
    queue.get()?.write(own as cnrtQueue_t);
    Ok(())
}

/// Sets how quantisation rounds ties. Remembered only: no operator here quantises.
#[entry(mluop)]
fn mluOpSetQuantizeRoundMode(
    handle: mluOpHandle_t,
    round_mode: mluOpQuantizeRoundMode_t,
) -> Outcome {
    check(handle)?;
    if !round_mode.is_named() {
        return Err(Error::value("round_mode", round_mode, "0, 1 or 2").into());
    }
    Ok(with(handle, |library| library.rounding = round_mode)?)
}

/// Writes how quantisation rounds ties.
#[entry(mluop)]
fn mluOpGetQuantizeRoundMode(
    handle: mluOpHandle_t,
    round_mode: Later<Out<mluOpQuantizeRoundMode_t>>,
) -> Outcome {
    let own = with(handle, |library| library.rounding)?;
    round_mode.get()?.write(own);
    Ok(())
}

/// Sets whether operators may use atomic operations. Remembered only: results never depend on an order of threads.
#[entry(mluop)]
fn mluOpSetAtomicsMode(handle: mluOpHandle_t, atomics_mode: mluOpAtomicsMode_t) -> Outcome {
    Ok(with(handle, |library| library.atomics = atomics_mode)?)
}

/// Writes whether operators may use atomic operations.
#[entry(mluop)]
fn mluOpGetAtomicsMode(
    handle: mluOpHandle_t,
    atomics_mode: Later<Out<mluOpAtomicsMode_t>>,
) -> Outcome {
    let own = with(handle, |library| library.atomics)?;
    atomics_mode.get()?.write(own);
    Ok(())
}

/// The name of a status, never null.
#[entry(mluop)]
fn mluOpGetErrorString(status: mluOpStatus_t) -> *const c_char {
    static NAMES: LazyLock<Vec<(i32, CString)>> = LazyLock::new(|| {
        let names = enums::mluOpStatus_t::NAMES.iter();
        names
            .map(|&(value, name)| (value, CString::new(name).unwrap_or_default()))
            .collect()
    });
    let known = NAMES.iter().find(|(value, _)| *value == status.raw());
    known
        .map_or(c"MLUOP_STATUS_UNKNOWN", |(_, name)| name.as_c_str())
        .as_ptr()
}

/// Writes the bytes of one element; 0 for a number that is no data type.
#[entry(mluop)]
fn mluOpGetSizeOfDataType(data_type: mluOpDataType_t, size: Out<usize>) -> Outcome {
    if data_type == mluOpDataType_t::MLUOP_DTYPE_INVALID {
        return Err(Error::value("data_type", data_type, "a data type").into());
    }
    size.write(bytes(data_type));
    Ok(())
}

/// Writes the version of this interface; null is skipped.
#[entry(mluop)]
fn mluOpGetLibVersion(major: Slot<c_int>, minor: Slot<c_int>, patch: Slot<c_int>) {
    for (target, number) in [(major, 1), (minor, 11), (patch, 1)] {
        target.write(number);
    }
}
