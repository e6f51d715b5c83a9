//! `hccl/hccl_comm.h`: communicators from a rank table, of several root infos, and of some ranks of another one.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::null_mut;

use super::argument::communicator;
use super::boundary::{Outcome, Status};
use super::communicators::{
    is_registered, join, make_root_info, read_root_info, register, register_table,
};
use super::open_enums::HcclResult;
use super::settings::{Configuration, settings};
use super::types::{HcclComm, HcclCommConfig, HcclRootInfo};
use crate::abi::failure::Code;
use crate::abi::parameter::{Array, In, Later, Out, Text};
use crate::abi::pointer::not_null;
use crate::collective::{self, RankTable};
use crate::device::require_context;
use crate::error::{Error, Reason, Result};
use crate::files;
use hostnpu_aclnn_macros::entry;

/// Most bytes of the path of a rank table.
const LONGEST_PATH: usize = 4096;

/// The name of a communicator from a rank table for which the program chose none.
const WORLD: &str = "hccl_world_group";

/// The number that a rank passes which takes no part in a communicator of some ranks.
const NO_PART: u64 = 0xffff_ffff;

/// Joins the communicator of a rank table.
///
/// # Safety
/// The contract of [`crate::abi`].
fn join_table(
    path: Later<Text>,
    rank: u32,
    config: Configuration,
    comm: Later<Out<HcclComm>>,
) -> Outcome {
    let path = path.get()?;
    let target = comm.get()?;
    let mut settings = settings(config)?;
    require_context()?;
    let path = path.to_bytes();
    if path.is_empty() || path.len() > LONGEST_PATH {
        let got = format!("a path of {} bytes", path.len());
        let allowed = format!("1 to {LONGEST_PATH} bytes");
        return Err(Error::value("clusterInfo", got, allowed).into());
    }
    let path = Path::new(OsStr::from_bytes(path));
    let text: Result<String> = files::read_text(path).map_err(|error| {
        let got = format!("{path:?} ({error})");
        Error::value("clusterInfo", got, "a regular file of at most 10 MiB")
    });
    let text = text.code(Status::HCCL_E_OPEN_FILE_FAILURE as i32)?;
    let table = RankTable::parse("clusterInfo", &text)?;
    let name = settings.name.get_or_insert_with(|| WORLD.into()).clone();
    let number = table.number();
    if is_registered(number, rank) {
        let got = format!("a table for whose rank {rank} there is a communicator (`{name}`)");
        let allowed = "a table once for each rank, until its communicator is destroyed";
        return Err(Error::value("clusterInfo", got, allowed).into());
    }
    let group = table.join(rank, &settings)?;
    target.write(register_table(group, number)?);
    Ok(())
}

/// Forms the communicator of a rank table: a file that names all ranks and their hosts. Returns when all ranks have come; rank 0 is
/// found by the addresses of its server, at the ports of HCCL_IF_BASE_PORT.
///
/// Returns HCCL_E_PTR for null; HCCL_E_OPEN_FILE_FAILURE for what is no regular file of at most 10 MiB that can be read; HCCL_E_PARA for a
/// path above 4096 bytes, a file that is no rank table, a rank that is not in it, that has a communicator of it, or whose host it does not
/// name; HCCL_E_RUNTIME without a device; HCCL_E_TIMEOUT and HCCL_E_UNAVAIL as `HcclCommInitRootInfo`.
#[entry(hccl, forms = communicator)]
fn HcclCommInitClusterInfo(
    cluster_info: Later<Text>,
    rank: u32,
    comm: Later<Out<HcclComm>>,
) -> Outcome {
    join_table(cluster_info, rank, Configuration::NONE, comm)
}

/// As `HcclCommInitClusterInfo`, with settings, which HcclCommConfigInit must have filled.
///
/// Returns what that does; HCCL_E_PTR for a null `config`, HCCL_E_PARA for one that is not filled.
#[entry(hccl, forms = communicator)]
fn HcclCommInitClusterInfoConfig(
    cluster_info: Later<Text>,
    rank: u32,
    #[not_const] config: Configuration,
    comm: Later<Out<HcclComm>>,
) -> Outcome {
    not_null("config", config)?;
    join_table(cluster_info, rank, config, comm)
}

/// Forms a communicator of some ranks of `comm`, without a root info: `rankIds` names them in their new order, and this rank is number
/// `subCommRankId` among them. All of them pass the same list and the same `subCommId`. A rank that takes no part may call it with
/// a null list and the number 0xffffffff, and gets a null communicator.
///
/// Returns HCCL_E_PTR for null; HCCL_E_PARA for what is no live communicator, a list without this rank, with a rank twice or that is
/// none of `comm`, another place of this rank, ranks whose lists differ, or a configuration that is not filled; HCCL_E_NOT_SUPPORT if
/// `comm` was formed by this function; HCCL_E_TIMEOUT and HCCL_E_UNAVAIL as `HcclCommInitRootInfo`.
#[entry(hccl, forms = communicator)]
fn HcclCreateSubCommConfig(
    #[not_const] comm: In<HcclComm>,
    rank_num: u32,
    #[length(rank_num)]
    #[not_const]
    rank_ids: Array<'_, u32>,
    sub_comm_id: u64,
    sub_comm_rank_id: u32,
    #[not_const] config: Configuration,
    sub_comm: Later<Out<HcclComm>>,
) -> Outcome {
    let target = sub_comm.get()?;
    let group = communicator(*comm)?;
    if rank_ids.is_null() && sub_comm_id == NO_PART {
        target.write(null_mut());
        return Ok(());
    }
    not_null("rankIds", rank_ids)?;
    not_null("config", config)?;
    if rank_num == 0 || rank_num > group.size() {
        let allowed = format!("1 to {}, the communicator's ranks", group.size());
        return Err(Error::value("rankNum", rank_num, allowed).into());
    }
    let ranks = rank_ids.get()?;
    let settings = settings(config)?;
    let part = group.part(ranks, sub_comm_id, sub_comm_rank_id, &settings)?;
    target.write(register(part)?);
    Ok(())
}

/// As `HcclGetRootInfo`, for one of the root infos of `HcclCommInitRootInfoScalable`.
///
/// Returns HCCL_E_PTR for null.
#[entry(hccl)]
fn HcclGetRootInfoScalable(root_info: Out<HcclRootInfo>) -> Outcome {
    make_root_info(root_info)
}

/// As `HcclCommInitRootInfoConfig`, with a list of root infos, the same on all ranks. Here one process serves as many ranks as there are:
/// they meet by the first of the list.
///
/// Returns what that does, HCCL_E_PTR for a null list, HCCL_E_PARA for an empty one, HCCL_E_NOT_SUPPORT unless `nExtRoot` is 0.
#[entry(hccl, forms = communicator)]
fn HcclCommInitRootInfoScalable(
    n_ranks: u32,
    n_root: u32,
    #[length(n_root)] root_info_list: Array<'_, HcclRootInfo>,
    rank: u32,
    n_ext_root: u32,
    config: Configuration,
    comm: Later<Out<HcclComm>>,
) -> Outcome {
    not_null("config", config)?;
    not_null("rootInfoList", root_info_list)?;
    if n_root == 0 || n_root > n_ranks {
        let allowed = format!("1 to {n_ranks}, the number of ranks");
        return Err(Error::value("nRoot", n_root, allowed).into());
    }
    if n_ext_root != 0 {
        let text = format!("`nExtRoot` is {n_ext_root}; allowed: 0");
        return Err(Error::from(Reason::NotSupported(text)).into());
    }
    let infos = root_info_list
        .get()?
        .iter()
        .map(|info| read_root_info("rootInfoList", info));
    let infos = infos.collect::<Result<Vec<_>>>()?;
    join(n_ranks, &infos[0], rank, config, comm)?;
    infos[1..].iter().for_each(collective::close);
    Ok(())
}
