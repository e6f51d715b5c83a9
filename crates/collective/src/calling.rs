//! Connections from a chosen address of this host.

use std::io::{Error, Result};
use std::mem::size_of;
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::time::Duration;

/// An address as the system takes it, and its length.
fn raw(address: SocketAddr) -> (libc::sockaddr_storage, libc::socklen_t) {
    // SAFETY: all zeros are an address of no family.
    let mut storage: libc::sockaddr_storage = unsafe { std::mem::zeroed() };
    let place = &raw mut storage;
    let length = match address {
        SocketAddr::V4(address) => {
            let v4 = libc::sockaddr_in {
                sin_family: libc::AF_INET as libc::sa_family_t,
                sin_port: address.port().to_be(),
                sin_addr: libc::in_addr {
                    s_addr: u32::from_ne_bytes(address.ip().octets()),
                },
                sin_zero: [0; 8],
            };
            // SAFETY: the storage has room for, and the alignment of, every address.
            unsafe { place.cast::<libc::sockaddr_in>().write(v4) };
            size_of::<libc::sockaddr_in>()
        }
        SocketAddr::V6(address) => {
            let v6 = libc::sockaddr_in6 {
                sin6_family: libc::AF_INET6 as libc::sa_family_t,
                sin6_port: address.port().to_be(),
                sin6_flowinfo: address.flowinfo(),
                sin6_addr: libc::in6_addr {
                    s6_addr: address.ip().octets(),
                },
                sin6_scope_id: address.scope_id(),
            };
            // SAFETY: as above.
            unsafe { place.cast::<libc::sockaddr_in6>().write(v6) };
            size_of::<libc::sockaddr_in6>()
        }
    };
    (storage, length as libc::socklen_t)
}

fn check(status: libc::c_int) -> Result<libc::c_int> {
    match status {
        -1 => Err(Error::last_os_error()),
        status => Ok(status),
    }
}

/// Connects to `to`, from the address `from` of this host if there is a way from there.
pub(super) fn connect_from(
    from: Option<IpAddr>,
    to: &SocketAddr,
    limit: Duration,
) -> Result<TcpStream> {
    let is_way = |from: &IpAddr| {
        from.is_ipv4() == to.is_ipv4() && from.is_loopback() == to.ip().is_loopback()
    };
    let Some(from) = from.filter(is_way) else {
        return TcpStream::connect_timeout(to, limit);
    };
    let (own, own_length) = raw(SocketAddr::new(from, 0));
    let (peer, peer_length) = raw(*to);
    let kind = libc::SOCK_STREAM | libc::SOCK_CLOEXEC;
    // SAFETY: it takes no memory of ours.
    let socket = check(unsafe { libc::socket(own.ss_family.into(), kind, 0) })?;
    // SAFETY: a socket that has no other owner.
    let stream = TcpStream::from(unsafe { OwnedFd::from_raw_fd(socket) });
    // SAFETY: an address of that length.
    check(unsafe { libc::bind(socket, (&raw const own).cast(), own_length) })?;
    // It bounds the connection, too.
    stream.set_write_timeout(Some(limit))?;
    // SAFETY: an address of that length.
    check(unsafe { libc::connect(stream.as_raw_fd(), (&raw const peer).cast(), peer_length) })?;
    stream.set_write_timeout(None)?;
    Ok(stream)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn the_peer_sees_the_chosen_address() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let to = listener.local_addr().unwrap();
        let limit = Duration::from_secs(5);
        let seen = |from: &str| {
            let stream = connect_from(Some(from.parse().unwrap()), &to, limit).unwrap();
            let (_, peer) = listener.accept().unwrap();
            assert_eq!(peer, stream.local_addr().unwrap());
            peer.ip().to_string()
        };
        assert_eq!(seen("127.0.0.9"), "127.0.0.9");
        // No way from there: as if none were chosen.
        assert_eq!(seen("203.0.113.1"), "127.0.0.1");
        assert_eq!(seen("::1"), "127.0.0.1");
    }
}
