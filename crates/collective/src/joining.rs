//! Ways of a rank into a communicator: with the ranks of its process, or by a call of the process in which the ranks meet.

use std::collections::HashSet;
use std::net::{IpAddr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::calling::connect_from;
use super::control::Control;
use super::identity::{this_process, unique};
use super::local::{Local, Shared};
use super::meeting::{Meeting, Outcome, Table, find, name};
use super::origin::{OpenParts, Origin};
use super::processes::{self, Processes};
use super::ranks::{MOST, Part};
use super::transport::Ucx;
use super::wire::{self, Frame, Hello};
use super::{Group, RootInfo, Settings, addresses, host, hub};
use hostnpu_base::error::{Error, Reason, Result, Trouble};

/// Longest time for which one address is tried.
const ATTEMPT: Duration = Duration::from_secs(3);

/// Further time that a rank waits for the process that knows which ranks are missing.
const SENTENCE: Duration = Duration::from_secs(5);

/// Opens a meeting in this process.
pub fn open() -> Result<RootInfo> {
    addresses::allowed()?;
    offer(None, &addresses::place())
}

/// Opens a meeting in this process, to be reached at the addresses `place`.
pub(super) fn offer(table: Option<Table>, place: &[IpAddr]) -> Result<RootInfo> {
    // Before this process listens: it does so as long as there is a meeting.
    let meeting = Meeting::offer(table)?;
    // Without a network, the ranks of this process still meet.
    let addresses = hub::listen_at(place).unwrap_or_else(|error| {
        log::warn!("{error}");
        Vec::new()
    });
    Ok(RootInfo {
        addresses,
        ..local_info(&meeting)
    })
}

/// The root info of a meeting in this process, for its own ranks.
pub(super) fn local_info(meeting: &Meeting) -> RootInfo {
    RootInfo {
        meeting: meeting.number(),
        process: meeting.process(),
        network: host::network(),
        addresses: hub::addresses(),
        from: None,
    }
}

/// Ends a meeting of this process to which no rank has come.
pub fn close(info: &RootInfo) {
    if let Some(meeting) = find(info.meeting) {
        meeting.close();
        hub::close_if_idle();
    }
}

/// Makes the ranks of a communicator in this process.
pub fn create_all(size: u32, settings: &Settings) -> Result<Vec<Arc<Group>>> {
    let chosen = settings.name.clone().unwrap_or_default();
    let shared = Shared::new(name(&chosen, unique()?), size);
    let parts = Arc::default();
    Ok((0..size)
        .map(|rank| whole(&shared, &parts, rank, settings))
        .collect())
}

/// One of all ranks of a communicator in this process.
fn whole(
    shared: &Arc<Shared>,
    parts: &Arc<OpenParts>,
    rank: u32,
    settings: &Settings,
) -> Arc<Group> {
    local(shared, rank, settings, Origin::Shared(parts.clone()))
}

/// One rank of a communicator in this process.
pub(super) fn local(
    shared: &Arc<Shared>,
    rank: u32,
    settings: &Settings,
    origin: Origin,
) -> Arc<Group> {
    let (name, limit) = (shared.name().into(), settings.limit);
    let engine = Box::new(Local::new(shared, rank));
    Group::new(rank, shared.size(), name, limit, engine, origin)
}

/// Comes to a meeting as `rank` of `size`, and returns when all have come.
pub fn join(info: &RootInfo, size: u32, rank: u32, settings: &Settings) -> Result<Arc<Group>> {
    if size == 0 || size > MOST {
        return Err(Error::value("nRanks", size, format!("1 to {MOST}")));
    }
    if rank >= size {
        return Err(Error::value("rank", rank, format!("0 to {}", size - 1)));
    }
    if info.process == this_process()? {
        let Some(meeting) = find(info.meeting) else {
            return Err(Error::value(
                "rootInfo",
                "a root info whose ranks have come already, or were refused",
                "a new one for each communicator",
            ));
        };
        if let Outcome::Local(shared, parts) = meeting.come(size, rank, settings)? {
            hub::close_if_idle();
            return Ok(whole(&shared, &parts, rank, settings));
        }
    }
    call(info, size, rank, settings, None)
}

/// Comes to the meeting of some ranks of a communicator, in the process in which all of them met.
pub(super) fn call_part(
    info: &RootInfo,
    part: Part,
    rank: u32,
    settings: &Settings,
) -> Result<Arc<Group>> {
    call(info, part.ranks.len() as u32, rank, settings, Some(part))
}

/// Calls the process in which the ranks meet.
fn call(
    info: &RootInfo,
    size: u32,
    rank: u32,
    settings: &Settings,
    part: Option<Part>,
) -> Result<Arc<Group>> {
    let opened = processes::open(size);
    let origin = match &part {
        Some(_) => Origin::Part,
        None => Origin::Met(info.clone()),
    };
    let hello = Hello {
        meeting: info.meeting,
        part,
        process: this_process()?,
        network: host::network(),
        size,
        rank,
        patience: Hello::patience(settings),
        name: settings.name.clone().unwrap_or_default(),
        address: opened.address(),
    };
    let deadline = Instant::now() + settings.connect;
    let stream = connect(info, rank, deadline)?;
    let lost = |error: std::io::Error| {
        let text = format!("rank {rank} has lost the process in which the ranks meet: {error}");
        Error::ranks(Trouble::Unreachable, text)
    };
    wire::write(&stream, &Frame::Hello(hello)).map_err(lost)?;
    let patience = deadline.saturating_duration_since(Instant::now()) + SENTENCE;
    stream.set_read_timeout(Some(patience)).map_err(lost)?;
    let mut ucx = None;
    let (name, members) = loop {
        match wire::read(&stream).map_err(lost)? {
            Frame::AskUcx => {
                let opened = Ucx::open().and_then(|own| Ok((own.address()?, own)));
                let answer = opened.map(|(address, own)| {
                    ucx = Some(own);
                    address
                });
                wire::write(&stream, &Frame::Ucx(answer)).map_err(lost)?;
            }
            Frame::Table(name, members) if members.len() == size as usize => {
                break (name, members);
            }
            Frame::Refused(trouble, text) => {
                if info.process == this_process()? {
                    hub::let_all_hear();
                }
                return Err(Error::ranks(trouble, text));
            }
            _ => {
                return Err(Error::from(Reason::Internal(
                    "an answer that is no table".into(),
                )));
            }
        }
    };
    stream.set_read_timeout(None).map_err(lost)?;
    let hosts: HashSet<u32> = (0..)
        .zip(&members)
        .filter_map(|(rank, member)| (member.process == info.process).then_some(rank))
        .collect();
    let control = Control::new(&name, stream, rank, hosts)?;
    let engine = Processes::new(&name, rank, opened, ucx, members, control)?;
    Ok(Group::new(
        rank,
        size,
        name,
        settings.limit,
        Box::new(engine),
        origin,
    ))
}

/// Connects to one of the addresses of a root info.
fn connect(info: &RootInfo, rank: u32, deadline: Instant) -> Result<TcpStream> {
    let mut last = "it has no address".to_owned();
    let unreachable = |last: &str| {
        let text = format!("rank {rank} cannot reach the process in which the ranks meet ({last})");
        Err(Error::ranks(Trouble::Unreachable, text))
    };
    let is_local = info
        .addresses
        .iter()
        .all(|address| address.ip().is_loopback());
    if let [first, ..] = info.addresses.as_slice()
        && is_local
        && host::differs(info.network)
    {
        // What listens at that address of this host is something else.
        return unreachable(&format!(
            "{first}, which is for its own host alone: set HCCL_IF_IP or HCCL_SOCKET_IFNAME there"
        ));
    }
    loop {
        for address in &info.addresses {
            let left = deadline.saturating_duration_since(Instant::now());
            let attempt = left.clamp(Duration::from_millis(1), ATTEMPT);
            match connect_from(info.from, address, attempt) {
                Ok(stream) => {
                    let _ = stream.set_nodelay(true);
                    return Ok(stream);
                }
                Err(error) => last = format!("{address}: {error}"),
            }
        }
        if Instant::now() >= deadline {
            return unreachable(&last);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}
