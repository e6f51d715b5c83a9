//! From where the ranks of a rank table may come: the table names their hosts.

use std::net::IpAddr;

use super::addresses;

/// The host of one rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// On the host of rank 0.
    Here,
    /// On a host with these addresses.
    There(Vec<IpAddr>),
}

/// From where ranks may come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Admission {
    pub(super) homes: Vec<Home>,
    /// Addresses that the program allows beside those of the table.
    pub(super) allowed: Vec<IpAddr>,
}

impl Admission {
    /// Returns why `rank`, or one that has not said its number, may not come from `peer`.
    pub(super) fn refusal(&self, rank: Option<u32>, peer: IpAddr) -> Option<String> {
        let homes = match rank {
            // Rank 0 is where the ranks meet.
            None => &self.homes[1..],
            Some(rank) => self
                .homes
                .get(rank as usize)
                .map_or(&[][..], std::slice::from_ref),
        };
        let is_home = |home: &Home| match home {
            Home::Here => addresses::is_own(peer),
            Home::There(addresses) => addresses.contains(&peer),
        };
        if self.allowed.contains(&peer) || homes.iter().any(is_home) {
            return None;
        }
        let who = rank.map_or_else(
            || "another rank than 0".into(),
            |rank| format!("rank {rank}"),
        );
        Some(format!(
            "{peer} is no address of {who} in the rank table; allowed: those of its server and device, and of HCCL_WHITELIST_FILE where that is in use"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_come_from_their_own_hosts() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let admission = Admission {
            homes: vec![
                Home::Here,
                Home::Here,
                Home::There(vec![ip("203.0.113.2"), ip("203.0.113.3")]),
                Home::There(vec![ip("203.0.113.4")]),
            ],
            allowed: vec![ip("203.0.113.77")],
        };
        let admits = |rank, peer| admission.refusal(rank, ip(peer)).is_none();
        assert!(admits(Some(1), "127.0.0.1") && admits(None, "127.0.0.1"));
        assert!(admits(Some(2), "203.0.113.3") && admits(None, "203.0.113.3"));
        assert!(!admits(Some(3), "203.0.113.3") && !admits(Some(1), "203.0.113.3"));
        assert!(!admits(Some(2), "127.0.0.1"));
        assert!(!admits(Some(2), "203.0.113.9") && !admits(None, "203.0.113.9"));
        assert!(!admits(Some(4), "203.0.113.2"));
        assert!(admits(Some(3), "203.0.113.77") && admits(None, "203.0.113.77"));
    }
}
