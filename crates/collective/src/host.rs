//! The identity of this host, as far as sockets can tell.

use std::sync::OnceLock;

/// FNV-1a of 128 bits: it tells texts apart that were not chosen to collide.
pub(super) fn hash(text: &str) -> u128 {
    text.bytes()
        .fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash, byte| {
            (hash ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b)
        })
}

/// Returns what all processes have in common that reach each other at a loopback address: the system's start and the network's namespace. 0 where
/// the system does not tell.
pub(super) fn network() -> u128 {
    static NETWORK: OnceLock<u128> = OnceLock::new();
    *NETWORK.get_or_init(|| {
        let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id");
        let space = std::fs::read_link("/proc/self/ns/net");
        match (boot, space) {
            (Ok(boot), Ok(space)) => hash(&format!("{boot}{}", space.display())),
            _ => 0,
        }
    })
}

/// Returns whether a process with that network is known to be elsewhere.
pub(super) fn differs(other: u128) -> bool {
    let own = network();
    own != 0 && other != 0 && own != other
}
