//! Addresses of this host at which other ranks may reach it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpListener, ToSocketAddrs, UdpSocket};
use std::ptr::null_mut;

use hostnpu_base::config;
use hostnpu_base::error::{Error, Result};
use hostnpu_base::files;

/// Ports that are tried before the system chooses one.
const PORTS: u16 = 32;

/// An interface that is up: its name and address.
fn interfaces() -> Vec<(String, IpAddr)> {
    let mut list = null_mut();
    // SAFETY: the list is memory of ours, to be freed below.
    if unsafe { libc::getifaddrs(&mut list) } != 0 {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut next = list;
    while !next.is_null() {
        // SAFETY: an entry of the list.
        let entry = unsafe { &*next };
        next = entry.ifa_next;
        if entry.ifa_addr.is_null() || entry.ifa_flags & libc::IFF_UP as u32 == 0 {
            continue;
        }
        // SAFETY: not null, so it has a family, which says what it is.
        let ip = unsafe {
            match i32::from((*entry.ifa_addr).sa_family) {
                libc::AF_INET => {
                    let address = &*entry.ifa_addr.cast::<libc::sockaddr_in>();
                    IpAddr::V4(Ipv4Addr::from(address.sin_addr.s_addr.to_ne_bytes()))
                }
                libc::AF_INET6 => {
                    let address = &*entry.ifa_addr.cast::<libc::sockaddr_in6>();
                    IpAddr::V6(Ipv6Addr::from(address.sin6_addr.s6_addr))
                }
                _ => continue,
            }
        };
        // SAFETY: every entry has a name.
        let name = unsafe { std::ffi::CStr::from_ptr(entry.ifa_name) };
        found.push((name.to_string_lossy().into_owned(), ip));
    }
    // SAFETY: it came from `getifaddrs`, and is freed once.
    unsafe { libc::freeifaddrs(list) };
    found
}

/// True if the pattern `text` of interface names takes `name`: prefixes separated by commas, with `^` those that are not taken, with `=` whole names.
fn takes(text: &str, name: &str) -> bool {
    let (is_negated, rest) = match text.strip_prefix('^') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (is_whole, rest) = match rest.strip_prefix('=') {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let mut names = rest
        .split(',')
        .map(str::trim)
        .filter(|known| !known.is_empty());
    let is_known = names.any(|known| match is_whole {
        true => name == known,
        false => name.starts_with(known),
    });
    is_known != is_negated
}

/// The addresses of one family that the interfaces have whose names `is_wanted`, with those of containers and the host itself last.
fn of_interfaces(wants_v6: bool, is_wanted: impl Fn(&str) -> bool) -> Vec<IpAddr> {
    let mut known = interfaces();
    known.retain(|(name, ip)| {
        let is_local = matches!(ip, IpAddr::V6(ip) if ip.is_unicast_link_local());
        ip.is_ipv6() == wants_v6 && !is_local && is_wanted(name)
    });
    let mut sorted: Vec<((u8, String), IpAddr)> = Vec::new();
    for (name, ip) in known {
        let group = match &*name {
            "lo" => 2,
            name if name.starts_with("docker") => 1,
            _ => 0,
        };
        let key = (group, name);
        // They are few.
        let at = sorted.partition_point(|(other, _)| *other <= key);
        sorted.insert(at, (key, ip));
    }
    sorted.into_iter().map(|(_, ip)| ip).collect()
}

fn wants_v6() -> bool {
    config::HCCL_SOCKET_FAMILY.get() == "AF_INET6"
}

/// Returns the address at which only this host is reached.
pub(super) fn loopback() -> IpAddr {
    match wants_v6() {
        true => Ipv6Addr::LOCALHOST.into(),
        false => Ipv4Addr::LOCALHOST.into(),
    }
}

/// Returns all addresses of this host at which its processes reach each other.
pub(super) fn own() -> Vec<IpAddr> {
    let mut all: Vec<IpAddr> = (*config::HCCL_IF_IP.get()).into_iter().collect();
    all.extend(of_interfaces(wants_v6(), |_| true));
    all.extend(of_interfaces(!wants_v6(), |_| true));
    all.extend([
        IpAddr::from(Ipv4Addr::LOCALHOST),
        Ipv6Addr::LOCALHOST.into(),
    ]);
    all
}

/// Returns whether it is an address of this host.
pub(super) fn is_own(ip: IpAddr) -> bool {
    ip.is_loopback() || interfaces().iter().any(|(_, own)| *own == ip)
}

/// Returns the addresses of a host that is named, or whose address is.
pub(super) fn of_host(name: &str) -> Vec<IpAddr> {
    let found = (name, 0).to_socket_addrs().into_iter().flatten();
    found.map(|address| address.ip().to_canonical()).collect()
}

/// Returns the address of this host on its way to another one, or at which that one is this host. Nothing is sent.
pub(super) fn towards(host: &str) -> Option<IpAddr> {
    let (wanted, others): (Vec<_>, Vec<_>) = of_host(host)
        .into_iter()
        .partition(|ip| ip.is_ipv6() == wants_v6());
    wanted.into_iter().chain(others).find_map(|ip| {
        let any: IpAddr = match ip {
            IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
            IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
        };
        let socket = UdpSocket::bind((any, 0)).ok()?;
        // Connecting a socket of datagrams looks up the route. The port is the one that discards.
        socket.connect((ip, 9)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    })
}

/// Returns the addresses at which the program wants this process to be reached, if it says so.
pub(super) fn chosen() -> Option<Vec<IpAddr>> {
    if let Some(ip) = *config::HCCL_IF_IP.get() {
        return Some(vec![ip]);
    }
    let pattern = config::HCCL_SOCKET_IFNAME.get();
    (!pattern.is_empty()).then(|| of_interfaces(wants_v6(), |name| takes(pattern, name)))
}

/// Returns the address on the way to the host that PyTorch's launcher names, if it has started ranks on others, too.
fn launched() -> Option<IpAddr> {
    let host = config::MASTER_ADDR.get().as_ref()?;
    let (all, here) = (*config::WORLD_SIZE.get(), *config::LOCAL_WORLD_SIZE.get());
    let are_all_here = all.is_some() && all == here;
    if are_all_here { None } else { towards(host) }
}

/// Returns where this process is to be reached by ranks of which it knows nothing yet: where the program says, else on the way to the launcher's host,
/// else on this host alone.
pub(super) fn place() -> Vec<IpAddr> {
    chosen().unwrap_or_else(|| vec![launched().unwrap_or_else(loopback)])
}

/// The addresses from which ranks may come, of the file that the program names; none where it has not asked for that.
pub(super) fn allowed() -> Result<Option<Vec<IpAddr>>> {
    if *config::HCCL_WHITELIST_DISABLE.get() {
        return Ok(None);
    }
    let refused = |got: String| {
        let allowed = r#"a file as { "host_ip": ["10.0.0.1", "10.0.0.2"] }"#;
        Err(Error::value("HCCL_WHITELIST_FILE", got, allowed))
    };
    let Some(path) = config::HCCL_WHITELIST_FILE.get() else {
        return refused("not set".into());
    };
    let text = match files::read_text(path) {
        Ok(text) => text,
        Err(error) => return refused(format!("{} ({error})", path.display())),
    };
    match listed(&text) {
        Some(addresses) => Ok(Some(addresses)),
        None => refused(path.display().to_string()),
    }
}

/// The addresses in the text of a file of those that may connect.
fn listed(text: &str) -> Option<Vec<IpAddr>> {
    let table: serde_json::Value = serde_json::from_str(text).ok()?;
    let entries = table.get("host_ip")?.as_array()?.iter();
    entries
        .map(|entry| {
            Some(
                entry
                    .as_str()?
                    .trim()
                    .parse::<IpAddr>()
                    .ok()?
                    .to_canonical(),
            )
        })
        .collect()
}

/// The ports at which a process listens for ranks, in the order in which it tries them.
pub(super) fn ports() -> Vec<u16> {
    match config::HCCL_HOST_SOCKET_PORT_RANGE.get() {
        Some(ranges) => ranges.iter().cloned().flatten().collect(),
        None => {
            let first = *config::HCCL_IF_BASE_PORT.get();
            (first..first.saturating_add(PORTS)).collect()
        }
    }
}

/// Listens at an address of this host.
pub(super) fn listen(ip: IpAddr) -> std::io::Result<TcpListener> {
    let bound = ports()
        .into_iter()
        .find_map(|port| TcpListener::bind((ip, port)).ok());
    bound.map_or_else(|| TcpListener::bind((ip, 0)), Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_from_a_list() {
        let text = r#"{ "host_ip": ["10.0.0.1", "fe80::1"], "device_ip": ["x"] }"#;
        let expected: [IpAddr; 2] = ["10.0.0.1".parse().unwrap(), "fe80::1".parse().unwrap()];
        assert_eq!(listed(text).unwrap(), expected);
        for text in [
            "",
            "{}",
            r#"{ "host_ip": "10.0.0.1" }"#,
            r#"{ "host_ip": ["host"] }"#,
        ] {
            assert_eq!(listed(text), None, "{text}");
        }
    }

    #[test]
    fn the_way_to_this_host_is_its_own_address() {
        assert_eq!(towards("127.0.0.1"), Some(Ipv4Addr::LOCALHOST.into()));
        assert!(is_own(Ipv4Addr::LOCALHOST.into()));
        // Addresses of documentation, which no host has.
        assert!(!is_own("203.0.113.1".parse().unwrap()));
        assert!(own().contains(&Ipv4Addr::LOCALHOST.into()));
    }

    #[test]
    fn patterns_take_prefixes_or_names() {
        assert!(takes("eth,enp", "enp3s0") && !takes("eth,enp", "wlan0"));
        assert!(!takes("^eth", "eth0") && takes("^eth", "lo"));
        assert!(takes("=eth0", "eth0") && !takes("=eth0", "eth01"));
        assert!(takes("^=eth0", "eth01") && !takes("^=eth0,lo", "lo"));
    }
}
