//! `hccl/hccl_comm.h`: communicators: how they come into being, what they say of themselves, how they end.

use std::ffi::{CStr, CString, c_char};
use std::ptr::without_provenance_mut;
use std::sync::{Arc, Mutex};

use super::argument::{COMMUNICATORS, communicator};
use super::boundary::{Outcome, Status, status};
use super::flags::COMM_NAME_MAX_LENGTH;
use super::groups::submit;
use super::open_enums::HcclResult;
use super::settings::{Configuration, settings};
use super::types::{HcclComm, HcclCommConfig, HcclRootInfo};
use crate::abi::acl::types::aclrtStream;
use crate::abi::failure::Code;
use crate::abi::parameter::{Array, In, Later, Out, Room, Text};
use crate::abi::pointer::not_null;
use crate::collective::{self, Group, Kind, Operation, ROOT_INFO_BYTES, RootInfo, Signature, Work};
use crate::device::{current_context, device, require_context};
use crate::error::{Error, Result};
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// Data of a communicator beside its group.
struct Known {
    handle: usize,
    name: String,
    /// The number of the rank table that it is of, and its rank.
    table: Option<(u128, u32)>,
    /// The value that `HcclSetCommConfig` set.
    deterministic: Option<i32>,
}

/// All communicators, the oldest first.
static KNOWN: Mutex<Vec<Known>> = Mutex::new(Vec::new());

fn register_as(
    group: Arc<Group>,
    table: Option<(u128, u32)>,
    device: Option<i32>,
) -> Result<HcclComm> {
    let name = group.name().to_owned();
    let current = || current_context().map_or(0, |context| context.device().id());
    collective::enter(&group, device.unwrap_or_else(current));
    let handle = COMMUNICATORS.insert(group)?;
    lock(&KNOWN).push(Known {
        handle,
        name,
        table,
        deterministic: None,
    });
    Ok(without_provenance_mut(handle))
}

/// Makes a handle of a communicator.
pub(super) fn register(group: Arc<Group>) -> Result<HcclComm> {
    register_as(group, None, None)
}

/// Makes a handle of the communicator of a rank table.
pub(super) fn register_table(group: Arc<Group>, table: u128) -> Result<HcclComm> {
    let rank = group.rank();
    register_as(group, Some((table, rank)), None)
}

/// Returns whether a rank of a rank table has a communicator of it.
pub(super) fn is_registered(table: u128, rank: u32) -> bool {
    let known = lock(&KNOWN);
    known.iter().any(|known| known.table == Some((table, rank)))
}

/// Returns whether sums of a communicator are deterministic, if the program has said it; `set` changes that.
pub(super) fn deterministic(comm: HcclComm, set: Option<i32>) -> Option<i32> {
    let mut known = lock(&KNOWN);
    let own = known.iter_mut().find(|known| known.handle == comm.addr())?;
    own.deterministic = set.or(own.deterministic);
    own.deterministic
}

/// Writes what the other ranks need to form a communicator with this one.
///
/// # Safety
/// The contract of [`crate::abi`].
pub(super) fn make_root_info(root_info: Out<HcclRootInfo>) -> Outcome {
    let bytes = collective::open()?.to_bytes();
    let internal = bytes.map(|byte| byte as c_char);
    root_info.write(HcclRootInfo { internal });
    Ok(())
}

/// Reads a root info.
pub(super) fn read_root_info(arg: &'static str, root_info: &HcclRootInfo) -> Result<RootInfo> {
    let bytes: [u8; ROOT_INFO_BYTES] = root_info.internal.map(|byte| byte as u8);
    RootInfo::from_bytes(arg, &bytes)
}

/// Makes what the other ranks need to form a communicator with this one: the program sends the bytes to them by its own means. Called
/// on one rank, once for each communicator.
///
/// Returns HCCL_E_PTR for null.
#[entry(hccl)]
fn HcclGetRootInfo(root_info: Out<HcclRootInfo>) -> Outcome {
    make_root_info(root_info)
}

/// Joins the communicator of a root info.
///
/// # Safety
/// The contract of [`crate::abi`].
pub(super) fn join(
    size: u32,
    info: &RootInfo,
    rank: u32,
    config: Configuration,
    comm: Later<Out<HcclComm>>,
) -> Outcome {
    let target = comm.get()?;
    let settings = settings(config)?;
    require_context()?;
    let group = collective::join(info, size, rank, &settings)?;
    target.write(register(group)?);
    Ok(())
}

/// Joins the communicator of a root info that the program passes.
///
/// # Safety
/// The contract of [`crate::abi`].
fn join_by(
    size: u32,
    root_info: Later<In<HcclRootInfo>>,
    rank: u32,
    config: Configuration,
    comm: Later<Out<HcclComm>>,
) -> Outcome {
    let info = read_root_info("rootInfo", &*root_info.get()?)?;
    join(size, &info, rank, config, comm)
}

/// Forms a communicator of `nRanks` ranks with all others that have the same root info, and returns when all have come. The rank works
/// on the calling thread's device.
///
/// Returns HCCL_E_PTR for null; HCCL_E_PARA for a number of ranks or a rank out of range, two ranks of one number, different numbers of
/// ranks, or a root info that is not one, or was used; HCCL_E_RUNTIME without a device; HCCL_E_TIMEOUT if ranks did not come within
/// HCCL_CONNECT_TIMEOUT seconds: the message says which; HCCL_E_UNAVAIL if there is no way to another process.
#[entry(hccl, forms = communicator)]
fn HcclCommInitRootInfo(
    n_ranks: u32,
    root_info: Later<In<HcclRootInfo>>,
    rank: u32,
    comm: Later<Out<HcclComm>>,
) -> Outcome {
    join_by(n_ranks, root_info, rank, Configuration::NONE, comm)
}

/// As `HcclCommInitRootInfo`, with settings, which HcclCommConfigInit must have filled.
///
/// Returns what that does; HCCL_E_PTR for a null `config`, HCCL_E_PARA for one that is not filled.
#[entry(hccl, forms = communicator)]
fn HcclCommInitRootInfoConfig(
    n_ranks: u32,
    root_info: Later<In<HcclRootInfo>>,
    rank: u32,
    config: Configuration,
    comm: Later<Out<HcclComm>>,
) -> Outcome {
    not_null("config", config)?;
    join_by(n_ranks, root_info, rank, config, comm)
}

/// Forms a communicator of `ndev` ranks in this process: rank i is `comms[i]`, on the device `devices[i]`.
///
/// Returns HCCL_E_PTR for null; HCCL_E_PARA for no device, or one that is named twice; HCCL_E_RUNTIME for a number that is no
/// device.
#[entry(hccl, forms = communicator)]
fn HcclCommInitAll(
    ndev: u32,
    #[length(ndev)]
    #[not_const]
    devices: Array<'_, i32>,
    #[length(ndev)] comms: Room<'_, HcclComm>,
) -> Outcome {
    not_null("devices", devices)?;
    not_null("comms", comms)?;
    let numbers = devices.get()?;
    if numbers.is_empty() {
        return Err(Error::value("ndev", 0, "1 or more").into());
    }
    for (i, &number) in numbers.iter().enumerate() {
        device("devices", number)?;
        if numbers[..i].contains(&number) {
            let allowed = "each device once";
            return Err(Error::value("devices", format!("{number} twice"), allowed).into());
        }
    }
    let settings = settings(Configuration::NONE)?;
    let groups = collective::create_all(ndev, &settings)?;
    let handles = groups
        .into_iter()
        .zip(numbers)
        .map(|(group, &device)| register_as(group, None, Some(device)))
        .collect::<Result<Vec<_>>>()?;
    comms.write(&handles);
    Ok(())
}

/// Ends a communicator. Any thread may call it: operations that only wait for other ranks end at once with an error.
///
/// Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator, HCCL_E_AGAIN while data move.
#[entry(hccl)]
fn HcclCommDestroy(comm: HcclComm) -> Outcome {
    let group = communicator(comm)?;
    group.destroy()?;
    collective::forget(&group);
    COMMUNICATORS.take("comm", comm.addr())?;
    lock(&KNOWN).retain(|known| known.handle != comm.addr());
    Ok(())
}

/// Returns the number of ranks of a communicator. Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator.
#[entry(hccl)]
fn HcclGetRankSize(comm: HcclComm, rank_size: Later<Out<u32>>) -> Outcome {
    let group = communicator(comm)?;
    rank_size.get()?.write(group.size());
    Ok(())
}

/// Returns the number of this rank. Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator.
#[entry(hccl)]
fn HcclGetRankId(comm: HcclComm, rank: Later<Out<u32>>) -> Outcome {
    let group = communicator(comm)?;
    rank.get()?.write(group.rank());
    Ok(())
}

/// Writes the name of a communicator: up to COMM_NAME_MAX_LENGTH bytes with the zero. Returns HCCL_E_PTR for null, HCCL_E_PARA for what
/// is no live communicator.
#[entry(hccl)]
fn HcclGetCommName(
    comm: HcclComm,
    #[length(COMM_NAME_MAX_LENGTH)] comm_name: Room<'_, c_char>,
) -> Outcome {
    let group = communicator(comm)?;
    not_null("commName", comm_name)?;
    let name = CString::new(group.name()).unwrap_or_default();
    comm_name.write_text(name.as_bytes());
    Ok(())
}

/// Returns the communicator of a name; of several ranks in this process the one that came first.
///
/// Returns HCCL_E_PTR for null, HCCL_E_NOT_FOUND for a name that no communicator has.
#[entry(hccl)]
fn HcclCommGetHandleWithName(comm_name: Text, comm: Out<HcclComm>) -> Outcome {
    let name = comm_name.to_string_lossy();
    let all = lock(&KNOWN);
    let Some(known) = all.iter().find(|known| known.name == name) else {
        let missing = Error::value("commName", format!("{name:?}"), "a communicator's name");
        return Err(missing).code(Status::HCCL_E_NOT_FOUND as i32);
    };
    comm.write(without_provenance_mut(known.handle));
    Ok(())
}

/// Returns in `asyncError` why the ranks can no longer come together: HCCL_SUCCESS, or HCCL_E_REMOTE when one is gone.
///
/// Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator.
#[entry(hccl)]
fn HcclGetCommAsyncError(comm: HcclComm, async_error: Later<Out<HcclResult>>) -> Outcome {
    let group = communicator(comm)?;
    let target = async_error.get()?;
    let failure = group.broken();
    target.write(
        failure
            .map_or(Status::HCCL_SUCCESS, |error| status(&error))
            .into(),
    );
    Ok(())
}

/// Queues a wait for all ranks: what follows in a stream begins when all have come this far.
///
/// Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator or stream, HCCL_E_RUNTIME without a device,
/// HCCL_E_REMOTE if a rank is gone.
#[entry(hccl)]
fn HcclBarrier(comm: HcclComm, stream: aclrtStream) -> Outcome {
    let group = communicator(comm)?;
    let operation = Operation {
        signature: Some(Signature::new(Kind::Barrier, None, 0)),
        work: Work::Exchange {
            sends: Vec::new(),
            receives: Vec::new(),
        },
    };
    submit(&group, stream, operation)
}

/// Returns a phrase for a result, never null.
#[entry(hccl)]
fn HcclGetErrorString(code: HcclResult) -> *const c_char {
    phrase(code).as_ptr()
}

fn phrase(code: HcclResult) -> &'static CStr {
    const PHRASES: &[(Status, &CStr)] = &[
        (Status::HCCL_SUCCESS, c"no error"),
        (Status::HCCL_E_PARA, c"parameter error"),
        (Status::HCCL_E_PTR, c"empty pointer"),
        (Status::HCCL_E_MEMORY, c"memory error"),
        (Status::HCCL_E_INTERNAL, c"internal error"),
        (Status::HCCL_E_NOT_SUPPORT, c"not support feature"),
        (Status::HCCL_E_NOT_FOUND, c"not found specific resource"),
        (Status::HCCL_E_UNAVAIL, c"resource unavailable"),
        (Status::HCCL_E_SYSCALL, c"call system interface error"),
        (Status::HCCL_E_TIMEOUT, c"timeout"),
        (Status::HCCL_E_OPEN_FILE_FAILURE, c"open file fail"),
        (Status::HCCL_E_TCP_CONNECT, c"tcp connect fail"),
        (Status::HCCL_E_ROCE_CONNECT, c"roce connect fail"),
        (Status::HCCL_E_TCP_TRANSFER, c"tcp transfer fail"),
        (Status::HCCL_E_ROCE_TRANSFER, c"roce transfer fail"),
        (Status::HCCL_E_RUNTIME, c"call runtime api fail"),
        (Status::HCCL_E_DRV, c"call driver api fail"),
        (Status::HCCL_E_PROFILING, c"call profiling api fail"),
        (Status::HCCL_E_CCE, c"call cce api fail"),
        (Status::HCCL_E_NETWORK, c"call network api fail"),
        (Status::HCCL_E_AGAIN, c"try again"),
        (Status::HCCL_E_REMOTE, c"error cqe"),
        (Status::HCCL_E_SUSPENDING, c"error communicator suspending"),
        (Status::HCCL_E_OPRETRY_FAIL, c"retry constraint"),
        (Status::HCCL_E_OOM, c"out of memory"),
        (
            Status::HCCL_E_IN_STATUS,
            c"the error information is in the status",
        ),
    ];
    let known = PHRASES.iter().find(|(status, _)| code == *status);
    known.map_or(c"unknown error", |(_, phrase)| phrase)
}
