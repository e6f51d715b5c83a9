//! Addresses of this host at which other ranks may reach it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::ptr::null_mut;

use crate::config;
use crate::error::{Error, Result};
use crate::files;

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

/// Whether the pattern `text` of interface names takes `name`: prefixes separated by commas, with `^` those that are not taken, with `=` whole names.
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

/// Returns the addresses of this host, the best one first: what the program names, or else interfaces by name with those of containers and the
/// host itself last.
pub(super) fn own() -> Vec<IpAddr> {
    if let Some(ip) = *config::HCCL_IF_IP.get() {
        return vec![ip];
    }
    let pattern = config::HCCL_SOCKET_IFNAME.get();
    let wants_v6 = config::HCCL_SOCKET_FAMILY.get() == "AF_INET6";
    let mut known = interfaces();
    known.retain(|(name, ip)| {
        let is_local = matches!(ip, IpAddr::V6(ip) if ip.is_unicast_link_local());
        ip.is_ipv6() == wants_v6 && !is_local && (pattern.is_empty() || takes(pattern, name))
    });
    known.sort_by_key(|(name, _)| {
        let group = match name {
            name if name == "lo" => 2,
            name if name.starts_with("docker") => 1,
            _ => 0,
        };
        (group, name.clone())
    });
    known.into_iter().map(|(_, ip)| ip).collect()
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

/// Listens on this host. Returns the listener, and where others reach it.
pub(super) fn listen() -> std::io::Result<(TcpListener, Vec<SocketAddr>)> {
    let own = own();
    let all = match own.first() {
        Some(IpAddr::V6(_)) => IpAddr::V6(Ipv6Addr::UNSPECIFIED),
        _ => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
    };
    // One address that the program has named: connections come to it alone.
    let at = match (*config::HCCL_IF_IP.get(), own.as_slice()) {
        (Some(ip), _) => ip,
        (None, [one]) => *one,
        _ => all,
    };
    let mut ports = ports().into_iter();
    let bound = ports.find_map(|port| TcpListener::bind((at, port)).ok());
    let listener = match bound {
        Some(listener) => listener,
        None => TcpListener::bind((at, 0))?,
    };
    let port = listener.local_addr()?.port();
    let addresses = own.into_iter().map(|ip| SocketAddr::new(ip, port));
    Ok((listener, addresses.collect()))
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
    fn patterns_take_prefixes_or_names() {
        assert!(takes("eth,enp", "enp3s0") && !takes("eth,enp", "wlan0"));
        assert!(!takes("^eth", "eth0") && takes("^eth", "lo"));
        assert!(takes("=eth0", "eth0") && !takes("=eth0", "eth01"));
        assert!(takes("^=eth0", "eth01") && !takes("^=eth0,lo", "lo"));
    }
}
