//! Root information, which one rank makes and all others need to find it: bytes that a program sends by its own means.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use hostnpu_base::error::{Error, Result};

/// Bytes of a root info.
pub const ROOT_INFO_BYTES: usize = 4108;

const MAGIC: [u8; 8] = *b"hostnpu\x03";
/// Most addresses in it.
pub(super) const ADDRESSES: usize = 8;
/// Bytes of an address: family, port, the address as that of IPv6.
const ADDRESS_BYTES: usize = 4 + 16;
const HEAD: usize = 8 + 16 + 16 + 16;
const USED: usize = HEAD + 4 + ADDRESSES * ADDRESS_BYTES;

/// Meeting place of ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootInfo {
    /// The number of the meeting: no two are alike.
    pub(super) meeting: u128,
    /// The process that it is in.
    pub(super) process: u128,
    /// The network that it is in: see [`super::host::network`].
    pub(super) network: u128,
    /// The addresses at which that process listens.
    pub(super) addresses: Vec<SocketAddr>,
    /// The address of this host from which to call, if one is expected there. It is not sent.
    pub(super) from: Option<IpAddr>,
}

impl RootInfo {
    /// Returns it as the bytes that programs send.
    pub fn to_bytes(&self) -> Box<[u8; ROOT_INFO_BYTES]> {
        let mut bytes = Vec::with_capacity(ROOT_INFO_BYTES);
        bytes.extend(MAGIC);
        bytes.extend(self.meeting.to_le_bytes());
        bytes.extend(self.process.to_le_bytes());
        bytes.extend(self.network.to_le_bytes());
        let count = self.addresses.len().min(ADDRESSES);
        bytes.extend((count as u32).to_le_bytes());
        for address in &self.addresses[..count] {
            let (family, ip) = match address.ip() {
                IpAddr::V4(ip) => (4_u16, ip.to_ipv6_mapped()),
                IpAddr::V6(ip) => (6, ip),
            };
            bytes.extend(family.to_le_bytes());
            bytes.extend(address.port().to_le_bytes());
            bytes.extend(ip.octets());
        }
        bytes.resize(USED, 0);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes.resize(ROOT_INFO_BYTES, 0);
        let mut fixed = Box::new([0; ROOT_INFO_BYTES]);
        fixed.copy_from_slice(&bytes);
        fixed
    }

    /// Reads the bytes of [`RootInfo::to_bytes`].
    pub fn from_bytes(arg: &'static str, bytes: &[u8; ROOT_INFO_BYTES]) -> Result<Self> {
        let refused = |got: &str| {
            let allowed = "what was made on one rank, every byte of it";
            Err(Error::value(arg, got, allowed))
        };
        if bytes[..8] != MAGIC {
            return refused("no root info of this library");
        }
        let number = |at: usize| u128::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        if checksum(&bytes[..USED]) != number(USED) as u64 || word(HEAD) as usize > ADDRESSES {
            return refused("a root info with bytes that differ from those that were written");
        }
        let addresses = (0..word(HEAD) as usize).map(|i| {
            let at = HEAD + 4 + i * ADDRESS_BYTES;
            let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
            let ip = Ipv6Addr::from(number(at + 4).to_le_bytes());
            let ip = match short(at) {
                4 => ip.to_canonical(),
                _ => IpAddr::V6(ip),
            };
            SocketAddr::new(ip, short(at + 2))
        });
        Ok(Self {
            meeting: number(8),
            process: number(24),
            network: number(40),
            addresses: addresses.collect(),
            from: None,
        })
    }
}

/// FNV-1a of 64 bits: it finds what was lost on the way, not what was forged.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> RootInfo {
        let address = |text: &str| text.parse().unwrap();
        RootInfo {
            meeting: 0x1234_5678_9abc_def0_1111,
            process: u128::MAX - 5,
            network: 1 << 77,
            addresses: vec![address("10.0.0.1:60000"), address("[fe80::1]:7")],
            from: None,
        }
    }

    #[test]
    fn what_was_written_is_read() {
        let info = example();
        let bytes = info.to_bytes();
        assert_eq!(RootInfo::from_bytes("rootInfo", &bytes), Ok(info));
    }

    #[test]
    fn every_changed_byte_is_found() {
        let bytes = example().to_bytes();
        for at in 0..USED + 8 {
            let mut bytes = bytes.clone();
            bytes[at] ^= 0x10;
            assert!(RootInfo::from_bytes("rootInfo", &bytes).is_err(), "{at}");
        }
        assert!(RootInfo::from_bytes("rootInfo", &[0; ROOT_INFO_BYTES]).is_err());
        assert!(RootInfo::from_bytes("rootInfo", &[0xff; ROOT_INFO_BYTES]).is_err());
    }
}
