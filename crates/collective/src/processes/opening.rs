//! The ways that a rank opens before it knows the others, so that those of its host reach it.

use super::board::{Board, Boards};
use super::{header, place};
use crate::transport::{SOCKET_ADDRESS, Sockets};
use crate::wire::Answer;
use hostnpu_base::config;
use hostnpu_base::error::{Error, Reason, Result};

/// The place of the key of a rank's board in its address, 0 without one, and that of the address of its socket.
const KEY: usize = place::BYTES;
const SOCKET: usize = KEY + size_of::<u64>();

/// The ends of a rank's ways to the ranks of its host, or why it has none.
pub(crate) struct LocalWays(Result<Ways, String>);

struct Ways {
    sockets: Sockets,
    board: Option<Board>,
}

/// Opens the ways by which the ranks of this host reach a rank of `size`, unless the program chooses UCX's ways.
pub(crate) fn open(size: u32) -> LocalWays {
    if config::UCX_TLS.get().is_some() {
        return LocalWays(Err("UCX_TLS is set".into()));
    }
    place::allow_reads();
    let ways = Sockets::open().map(|sockets| Ways {
        sockets,
        board: Board::new(size, header::LONGEST),
    });
    LocalWays(ways)
}

/// Returns the key of the board of the rank with this address, if it has one on this host.
fn key_of(address: &[u8]) -> Option<u64> {
    let key = u64::from_le_bytes(*address.get(KEY..)?.first_chunk()?);
    (key != 0 && place::is_here(address)).then_some(key)
}

impl LocalWays {
    /// Returns the address of this rank for the others of this host.
    pub(crate) fn address(&self) -> Answer {
        let ways = self.0.as_ref().map_err(Clone::clone)?;
        let mut bytes = place::own_bytes().to_vec();
        let key = ways.board.as_ref().map_or(0, |board| board.key);
        bytes.extend(key.to_le_bytes());
        bytes.extend(ways.sockets.address());
        Ok(bytes)
    }

    /// Returns the process of each rank whose memory this one can read.
    pub(super) fn readable(&self, addresses: &[&[u8]]) -> Vec<Option<u32>> {
        let readable = |address: &&[u8]| self.0.as_ref().ok().and(place::readable(address));
        addresses.iter().map(readable).collect()
    }

    /// Connects `rank` with the ranks of these addresses: by the boards of all, if it can map them, and by its socket, if all have one.
    pub(super) fn connect(
        self,
        rank: u32,
        addresses: &[&[u8]],
    ) -> Result<(Option<Boards>, Option<Sockets>)> {
        let Ok(Ways { mut sockets, board }) = self.0 else {
            return Ok((None, None));
        };
        let boards = board.and_then(|own| {
            let keys: Vec<Option<u64>> = addresses.iter().map(|address| key_of(address)).collect();
            Boards::map(own, rank, &keys)
        });
        let socket_of = |address: &&[u8]| address.get(SOCKET..)?.first_chunk().copied();
        let others: Option<Vec<[u8; SOCKET_ADDRESS]>> = addresses.iter().map(socket_of).collect();
        match others {
            Some(others) => {
                sockets
                    .connect(&others)
                    .map_err(|text| Error::from(Reason::Internal(text)))?;
                Ok((boards, Some(sockets)))
            }
            None => Ok((boards, None)),
        }
    }
}
