//! Rank tables: files that say which ranks there are, and on which hosts.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::addresses::{allowed, chosen, is_own, loopback, of_host, own, ports, towards};
use super::admission::{Admission, Home};
use super::calling::connect_from;
use super::joining::{create_all, join, local_info, offer};
use super::meeting::{Table, find_table};
use super::wire::{self, Frame};
use super::{Group, RootInfo, Settings, host};
use hostnpu_base::error::{Error, Result, Trouble};

/// Longest time for which one address is tried.
const ATTEMPT: Duration = Duration::from_secs(1);

/// Longest time that a process at an address takes to say whether the ranks meet there.
const ANSWER: Duration = Duration::from_secs(2);

/// Time between two looks of a rank.
const PAUSE: Duration = Duration::from_millis(50);

/// One rank of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Entry {
    server: String,
    device: u64,
    /// Addresses of its device, which may be those of a host.
    addresses: Vec<String>,
}

/// The ranks of a communicator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankTable {
    ranks: Vec<Entry>,
}

/// A number, as the versions of the format write it: as such, or as a text.
fn number(value: &Value) -> Option<u64> {
    let text = value.as_str();
    text.map_or_else(|| value.as_u64(), |text| text.trim().parse().ok())
}

/// Says what a field must be.
fn lacks(field: &str, allowed: &str) -> String {
    format!("a table whose `{field}` is not {allowed}")
}

fn list<'a>(value: &'a Value, field: &str) -> Result<&'a Vec<Value>, String> {
    value[field]
        .as_array()
        .ok_or_else(|| lacks(field, "a list"))
}

impl RankTable {
    /// Reads the text of a file.
    pub fn parse(arg: &'static str, text: &str) -> Result<Self> {
        Self::read(text).map_err(|got| {
            let allowed = "a rank table of version 1.0, 1.2 or 2.0 that is completed";
            Error::value(arg, got, allowed)
        })
    }

    fn read(text: &str) -> Result<Self, String> {
        let table: Value =
            serde_json::from_str(text).map_err(|error| format!("no JSON ({error})"))?;
        if table["status"] != "completed" {
            return Err(lacks("status", "\"completed\""));
        }
        let found = match table["version"].as_str() {
            Some("1.0" | "1.2") => servers(&table)?,
            Some("2.0") => flat(&table)?,
            _ => return Err(lacks("version", "\"1.0\", \"1.2\" or \"2.0\"")),
        };
        let mut ranks: Vec<Option<Entry>> = vec![None; found.len()];
        for (rank, entry) in found {
            let count = ranks.len();
            let place = usize::try_from(rank)
                .ok()
                .and_then(|rank| ranks.get_mut(rank));
            let place =
                place.ok_or_else(|| format!("a table of {count} ranks with a rank {rank}"))?;
            if place.replace(entry).is_some() {
                return Err(format!("a table with two ranks {rank}"));
            }
        }
        let ranks: Vec<Entry> = ranks.into_iter().flatten().collect();
        match ranks.is_empty() {
            true => Err("a table without ranks".into()),
            false => Ok(Self { ranks }),
        }
    }

    /// Returns the number of ranks.
    pub fn size(&self) -> u32 {
        self.ranks.len() as u32
    }

    /// Returns the hash that tells the table from others: the same wherever the table says the same.
    pub fn number(&self) -> u128 {
        host::hash(&format!("{:?}", self.ranks))
    }

    fn is_beside_first(&self, rank: u32) -> bool {
        self.ranks[rank as usize].server == self.ranks[0].server
    }

    /// The addresses at which the host of `rank` may be reached, by the table.
    fn hosts(&self, rank: u32) -> Vec<IpAddr> {
        let entry = &self.ranks[rank as usize];
        let names = std::iter::once(&entry.server).chain(&entry.addresses);
        names.flat_map(|name| of_host(name)).collect()
    }

    /// The addresses at which `rank` may reach the host of rank 0, and their ports, the likely ones first.
    fn places(&self, rank: u32) -> Vec<SocketAddr> {
        let hosts = match self.is_beside_first(rank) {
            true => own(),
            false => self.hosts(0),
        };
        let ports = ports().into_iter();
        ports
            .flat_map(|port| hosts.iter().map(move |&host| SocketAddr::new(host, port)))
            .collect()
    }

    /// The addresses at which rank 0 is to be reached: where the program says, else those that the table has for ranks of other hosts.
    fn place(&self) -> Vec<IpAddr> {
        if let Some(chosen) = chosen() {
            return chosen;
        }
        let mut elsewhere = (0..self.size()).filter(|&rank| !self.is_beside_first(rank));
        let Some(other) = elsewhere.next() else {
            return vec![loopback()];
        };
        // A host may know its own name as a loopback address, which is no use to others.
        let is_reached = |ip: &IpAddr| {
            let is_literal = self.ranks[0].server.parse() == Ok(*ip);
            (is_literal || !ip.is_loopback()) && is_own(*ip)
        };
        let mut place: Vec<IpAddr> = self.hosts(0).into_iter().filter(is_reached).collect();
        if place.is_empty() {
            place.extend(towards(&self.ranks[other as usize].server));
        }
        if place.is_empty() {
            log::warn!(
                "the rank table has no address of this host for ranks of other hosts: set HCCL_IF_IP"
            );
            place.push(loopback());
        }
        place
    }

    /// From where its ranks may come.
    fn admission(&self) -> Result<Admission> {
        let mut known: HashMap<&Entry, Vec<IpAddr>> = HashMap::new();
        let homes = (0..self.size()).map(|rank| match self.is_beside_first(rank) {
            true => Home::Here,
            false => {
                let hosts = known.entry(&self.ranks[rank as usize]);
                Home::There(hosts.or_insert_with(|| self.hosts(rank)).clone())
            }
        });
        Ok(Admission {
            homes: homes.collect(),
            allowed: allowed()?.unwrap_or_default(),
        })
    }

    /// Finds the process of rank 0.
    fn seek(&self, rank: u32, settings: &Settings) -> Result<RootInfo> {
        let deadline = Instant::now() + settings.connect;
        let hash = self.number();
        let places = self.places(rank);
        let from = match self.is_beside_first(rank) {
            true => None,
            false => self.hosts(rank).into_iter().find(|ip| is_own(*ip)),
        };
        loop {
            if let Some(meeting) = find_table(hash) {
                return Ok(local_info(&meeting));
            }
            let mut silent: Vec<IpAddr> = Vec::new();
            for place in &places {
                if silent.contains(&place.ip()) {
                    continue;
                }
                match connect_from(from, place, ATTEMPT) {
                    Ok(stream) => {
                        if let Some((process, meeting)) = ask(&stream, hash)? {
                            return Ok(RootInfo {
                                meeting,
                                process,
                                network: host::network(),
                                addresses: vec![*place],
                                from,
                            });
                        }
                    }
                    Err(error) if error.kind() == std::io::ErrorKind::ConnectionRefused => {}
                    Err(_) => silent.push(place.ip()),
                }
                if Instant::now() >= deadline {
                    break;
                }
            }
            if Instant::now() >= deadline {
                let server = &self.ranks[0].server;
                let text = format!(
                    "rank {rank} has not found rank 0 of the rank table on its host ({server}) within {:?}",
                    settings.connect
                );
                return Err(Error::ranks(Trouble::Late, text));
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Opens the meeting of its ranks in this process, that of rank 0.
    fn offer(&self) -> Result<RootInfo> {
        let table = Table {
            hash: self.number(),
            admission: self.admission()?,
        };
        offer(Some(table), &self.place())
    }

    /// Forms the communicator of its ranks, as `rank`.
    pub fn join(&self, rank: u32, settings: &Settings) -> Result<Arc<Group>> {
        let size = self.size();
        if rank >= size {
            let allowed = format!("0 to {} (the table's ranks)", size - 1);
            return Err(Error::value("rank", rank, allowed));
        }
        if size == 1 {
            return Ok(create_all(1, settings)?.remove(0));
        }
        let info = match rank {
            0 => self.offer()?,
            _ => self.seek(rank, settings)?,
        };
        join(&info, size, rank, settings)
    }
}

/// Asks a process whether the ranks of a table meet there. Returns its number and that of the meeting if they do.
fn ask(stream: &TcpStream, hash: u128) -> Result<Option<(u128, u128)>> {
    let asked = stream
        .set_read_timeout(Some(ANSWER))
        .and_then(|()| wire::write(stream, &Frame::Seek(hash)))
        .and_then(|()| wire::read_at_most(stream, wire::SHORT));
    match asked {
        Ok(Frame::Here(process, meeting)) => Ok(Some((process, meeting))),
        // They do, but not with one that comes from here.
        Ok(Frame::Refused(Trouble::Disagreement, text)) => {
            Err(Error::ranks(Trouble::Disagreement, text))
        }
        _ => Ok(None),
    }
}

/// The ranks of versions 1.0 and 1.2, which list them by servers.
fn servers(table: &Value) -> Result<Vec<(u64, Entry)>, String> {
    let servers = list(table, "server_list")?;
    if let Some(count) = number(&table["server_count"])
        && count != servers.len() as u64
    {
        return Err(format!(
            "a table of {} servers whose `server_count` is {count}",
            servers.len()
        ));
    }
    let mut ranks = Vec::new();
    for server in servers {
        let name = server["server_id"].as_str();
        let name = name.ok_or_else(|| lacks("server_id", "a text"))?;
        for device in list(server, "device")? {
            let address = device["device_ip"]
                .as_str()
                .filter(|address| !address.is_empty());
            let entry = Entry {
                server: name.into(),
                device: number(&device["device_id"])
                    .ok_or_else(|| lacks("device_id", "a number"))?,
                addresses: address.map(String::from).into_iter().collect(),
            };
            let rank = number(&device["rank_id"]).ok_or_else(|| lacks("rank_id", "a number"))?;
            ranks.push((rank, entry));
        }
    }
    Ok(ranks)
}

/// The ranks of version 2.0. The network of the lowest layer is that within a server.
fn flat(table: &Value) -> Result<Vec<(u64, Entry)>, String> {
    let ranks = list(table, "rank_list")?;
    if let Some(count) = number(&table["rank_count"])
        && count != ranks.len() as u64
    {
        return Err(format!(
            "a table of {} ranks whose `rank_count` is {count}",
            ranks.len()
        ));
    }
    let read = |rank: &Value| {
        let levels = list(rank, "level_list")?;
        let lowest = levels
            .iter()
            .min_by_key(|level| number(&level["net_layer"]));
        let server = lowest.and_then(|level| level["net_instance_id"].as_str());
        let addresses = levels
            .iter()
            .filter_map(|level| level["rank_addr_list"].as_array())
            .flatten()
            .filter_map(|address| Some(address["addr"].as_str()?.to_owned()));
        let entry = Entry {
            server: server
                .ok_or_else(|| lacks("net_instance_id", "a text"))?
                .into(),
            device: number(&rank["device_id"]).ok_or_else(|| lacks("device_id", "a number"))?,
            addresses: addresses.collect(),
        };
        let number = number(&rank["rank_id"]).ok_or_else(|| lacks("rank_id", "a number"))?;
        Ok((number, entry))
    };
    ranks.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVERS: &str = r#"{
        "status": "completed", "version": "1.0", "server_count": "2", "server_list": [
            { "server_id": "10.0.0.1", "device": [
                { "device_id": "0", "device_ip": "192.168.1.8", "rank_id": "0" },
                { "device_id": "1", "rank_id": "1" }] },
            { "server_id": "node_1", "device": [ { "device_id": "0", "rank_id": "2" }] }]
    }"#;

    const FLAT: &str = r#"{
        "status": "completed", "version": "2.0", "rank_count": 2, "rank_list": [
            { "rank_id": 1, "local_id": 1, "device_id": 1, "level_list": [
                { "net_layer": 0, "net_instance_id": "rack0" }] },
            { "rank_id": 0, "local_id": 0, "device_id": 0, "level_list": [
                { "net_layer": 1, "net_instance_id": "az0",
                  "rank_addr_list": [{ "addr_type": "IPV4", "addr": "172.16.0.15" }] },
                { "net_layer": 0, "net_instance_id": "rack0",
                  "rank_addr_list": [{ "addr_type": "IPV4", "addr": "172.16.0.10" }] }] }]
    }"#;

    #[test]
    fn both_formats_are_read() {
        let table = RankTable::parse("clusterInfo", SERVERS).unwrap();
        assert_eq!(table.size(), 3);
        assert_eq!(table.ranks[0].addresses, ["192.168.1.8"]);
        assert_eq!(table.ranks[2].server, "node_1");
        let table = RankTable::parse("clusterInfo", FLAT).unwrap();
        assert_eq!((table.size(), table.ranks[0].server.as_str()), (2, "rack0"));
        assert_eq!(table.ranks[0].addresses, ["172.16.0.15", "172.16.0.10"]);
    }

    #[test]
    fn layout_does_not_change_the_number() {
        let dense: String = SERVERS.split_whitespace().collect();
        let number = |text: &str| RankTable::parse("clusterInfo", text).unwrap().number();
        assert_eq!(number(SERVERS), number(&dense));
        assert_ne!(number(SERVERS), number(FLAT));
        assert_ne!(
            number(SERVERS),
            number(&SERVERS.replace("node_1", "node_2"))
        );
    }

    #[test]
    fn ranks_of_another_host_look_where_the_table_says() {
        let table = RankTable::parse("clusterInfo", SERVERS).unwrap();
        let hosts: Vec<String> = table
            .places(2)
            .iter()
            .map(|place| place.ip().to_string())
            .collect();
        assert_eq!(hosts[..2], ["10.0.0.1", "192.168.1.8"]);
        assert!(table.places(1).iter().any(|place| place.ip().is_loopback()));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let refusal = |from: &str, to: &str| {
            assert!(SERVERS.contains(from), "{from}");
            RankTable::parse("clusterInfo", &SERVERS.replacen(from, to, 1))
                .unwrap_err()
                .to_string()
        };
        for (from, to, text) in [
            ("completed", "initializing", "`status` is not \"completed\""),
            ("1.0", "3.0", "`version` is not"),
            ("server_list", "list", "`server_list` is not a list"),
            (
                r#""server_count": "2""#,
                r#""server_count": "3""#,
                "`server_count` is 3",
            ),
            (r#""rank_id": "1""#, r#""rank_id": "0""#, "two ranks 0"),
            (
                r#""rank_id": "1""#,
                r#""rank_id": "3""#,
                "a table of 3 ranks with a rank 3",
            ),
            (
                r#""device_id": "1""#,
                r#""device_id": "x""#,
                "`device_id` is not a number",
            ),
            ("{", "[", "no JSON"),
        ] {
            let refused = refusal(from, to);
            assert!(refused.contains(text), "{refused}");
        }
    }
}
