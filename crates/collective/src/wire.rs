//! Frames over TCP that ranks send each other while they form a communicator, and beside its data.

use std::io::{Error, ErrorKind, Read, Result, Write};
use std::time::Duration;

use super::Settings;
use super::ranks::{MOST, Part};
use hostnpu_base::error::Trouble;

/// Bytes of the longest frame that a rank gets: the addresses of thousands of ranks.
const LONGEST: usize = 16 << 20;

/// Bytes of the longest frame of one that has not proved that it belongs to the ranks, and of what they say beside their data.
pub(super) const SHORT: usize = 64 << 10;

/// Bytes of the longest frame of one that knows a communicator of this process: it may list 32768 ranks.
pub(super) const LIST: usize = 256 << 10;

/// A rank that comes to a meeting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hello {
    pub(super) meeting: u128,
    /// Ranks of the communicator of the meeting that form another one, if some do.
    pub(super) part: Option<Part>,
    pub(super) process: u128,
    /// The network that it is in: see [`super::host::network`].
    pub(super) network: u128,
    pub(super) size: u32,
    pub(super) rank: u32,
    /// Milliseconds that it waits for the others.
    pub(super) patience: u64,
    pub(super) name: String,
    /// The address at which it is reached from its own host, or the reason why that is not possible or not wanted.
    pub(super) address: Answer,
}

/// The address of a rank for others, or the reason why they cannot reach it.
pub(super) type Answer = std::result::Result<Vec<u8>, String>;

/// The addresses of a rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) process: u128,
    /// From its own host; empty where that is not possible or not wanted.
    pub(super) local: Vec<u8>,
    /// By UCX; empty where all ranks are reached from their own host.
    pub(super) ucx: Vec<u8>,
}

/// One thing that is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    Hello(Hello),
    /// Asks for the address of UCX: not all ranks are reached from one host.
    AskUcx,
    /// The answer to that.
    Ucx(Answer),
    /// The communicator's name, and all ranks.
    Table(String, Vec<Member>),
    /// There will be no communicator.
    Refused(Trouble, String),
    /// The ranks can no longer come together.
    Broken(String),
    /// A rank has ended its communicator.
    Left(u32),
    /// This rank has.
    Goodbye,
    /// Asks whether the ranks of a rank table meet in this process.
    Seek(u128),
    /// They do: the process, and the number of the meeting.
    Here(u128, u128),
}

const TROUBLES: [Trouble; 7] = [
    Trouble::Late,
    Trouble::Disagreement,
    Trouble::NoEngine,
    Trouble::Unreachable,
    Trouble::Gone,
    Trouble::Destroyed,
    Trouble::Busy,
];

/// The longest time that a rank waits for the others: the end of the range of HCCL_CONNECT_TIMEOUT.
const MOST_PATIENCE: Duration = Duration::from_secs(7200);

impl Hello {
    /// The patience of a rank; the rest of the frame is the caller's.
    pub(super) fn patience(settings: &Settings) -> u64 {
        settings.connect.as_millis() as u64
    }

    /// Returns the time for which it waits for the others.
    pub(super) fn limit(&self) -> Duration {
        Duration::from_millis(self.patience).min(MOST_PATIENCE)
    }

    /// Returns what no rank says, if it says that.
    pub(super) fn fault(&self) -> Option<String> {
        let (size, rank) = (self.size, self.rank);
        if size == 0 || size > MOST {
            return Some(format!("{size} ranks; allowed: 1 to {MOST}"));
        }
        if rank >= size {
            return Some(format!("rank {rank} of {size} does not exist"));
        }
        let listed = self.part.as_ref().map(|part| part.ranks.len());
        listed
            .filter(|&listed| listed != size as usize)
            .map(|listed| format!("{size} ranks, and a list of {listed}"))
    }
}

fn put(to: &mut Vec<u8>, bytes: &[u8]) {
    to.extend((bytes.len() as u32).to_le_bytes());
    to.extend(bytes);
}

fn put_answer(to: &mut Vec<u8>, answer: &Answer) {
    to.push(answer.is_ok().into());
    match answer {
        Ok(address) => put(to, address),
        Err(reason) => put(to, reason.as_bytes()),
    }
}

/// Writes a frame in one piece.
pub(super) fn write(mut to: impl Write, frame: &Frame) -> Result<()> {
    let mut bytes = vec![0; 4];
    match frame {
        Frame::Hello(hello) => {
            bytes.push(0);
            bytes.extend(hello.meeting.to_le_bytes());
            let part = hello.part.as_ref();
            bytes.extend(part.map_or(0, |part| part.number).to_le_bytes());
            let members = part.map_or(&[][..], |part| &part.ranks);
            bytes.extend((members.len() as u32).to_le_bytes());
            bytes.extend(members.iter().flat_map(|rank| rank.to_le_bytes()));
            bytes.extend(hello.process.to_le_bytes());
            bytes.extend(hello.network.to_le_bytes());
            bytes.extend(hello.size.to_le_bytes());
            bytes.extend(hello.rank.to_le_bytes());
            bytes.extend(hello.patience.to_le_bytes());
            put(&mut bytes, hello.name.as_bytes());
            put_answer(&mut bytes, &hello.address);
        }
        Frame::Table(name, ranks) => {
            bytes.push(1);
            put(&mut bytes, name.as_bytes());
            bytes.extend((ranks.len() as u32).to_le_bytes());
            for member in ranks {
                bytes.extend(member.process.to_le_bytes());
                put(&mut bytes, &member.local);
                put(&mut bytes, &member.ucx);
            }
        }
        Frame::Refused(trouble, text) => {
            let code = TROUBLES.iter().position(|known| known == trouble);
            bytes.extend([2, code.unwrap_or_default() as u8]);
            put(&mut bytes, text.as_bytes());
        }
        Frame::Broken(text) => {
            bytes.push(3);
            put(&mut bytes, text.as_bytes());
        }
        Frame::Left(rank) => {
            bytes.push(4);
            bytes.extend(rank.to_le_bytes());
        }
        Frame::Goodbye => bytes.push(5),
        Frame::Seek(meeting) => {
            bytes.push(6);
            bytes.extend(meeting.to_le_bytes());
        }
        Frame::Here(process, meeting) => {
            bytes.push(7);
            bytes.extend(process.to_le_bytes());
            bytes.extend(meeting.to_le_bytes());
        }
        Frame::AskUcx => bytes.push(8),
        Frame::Ucx(answer) => {
            bytes.push(9);
            put_answer(&mut bytes, answer);
        }
    }
    let length = (bytes.len() - 4) as u32;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    to.write_all(&bytes)
}

/// The rest of a frame.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        if count > self.0.len() {
            return Err(garbled());
        }
        let (first, rest) = self.0.split_at(count);
        self.0 = rest;
        Ok(first)
    }

    fn number<const N: usize>(&mut self) -> Result<[u8; N]> {
        self.take(N)?.try_into().map_err(|_| garbled())
    }

    fn word(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.number()?))
    }

    fn part(&mut self) -> Result<Option<Part>> {
        let number = u64::from_le_bytes(self.number()?);
        let ranks = (0..self.word()?).map(|_| self.word());
        let ranks = ranks.collect::<Result<Vec<u32>>>()?;
        Ok((!ranks.is_empty()).then_some(Part { number, ranks }))
    }

    fn bytes(&mut self) -> Result<Vec<u8>> {
        let length = self.word()? as usize;
        Ok(self.take(length)?.to_vec())
    }

    fn text(&mut self) -> Result<String> {
        String::from_utf8(self.bytes()?).map_err(|_| garbled())
    }

    fn answer(&mut self) -> Result<Answer> {
        Ok(match self.number()? {
            [0] => Err(self.text()?),
            _ => Ok(self.bytes()?),
        })
    }
}

fn garbled() -> Error {
    Error::new(
        ErrorKind::InvalidData,
        "a message that is none of this library's",
    )
}

/// Returns the number of bytes that are to come of a frame of which `bytes` have come. One above `longest` is refused by its announcement.
pub(super) fn missing(bytes: &[u8], longest: usize) -> Result<usize> {
    let Some(length) = bytes.first_chunk() else {
        return Ok(4 - bytes.len());
    };
    let length = u32::from_le_bytes(*length) as usize;
    if length == 0 || length > longest {
        return Err(garbled());
    }
    Ok((4 + length).saturating_sub(bytes.len()))
}

/// Returns the meeting that a frame names which begins with `bytes`, once that much has come.
pub(super) fn named(bytes: &[u8]) -> Option<u128> {
    let number = bytes.get(5..)?.first_chunk()?;
    Some(u128::from_le_bytes(*number))
}

/// Reads a frame.
pub(super) fn read(from: impl Read) -> Result<Frame> {
    read_at_most(from, LONGEST)
}

/// Reads a frame of at most `longest` bytes.
pub(super) fn read_at_most(mut from: impl Read, longest: usize) -> Result<Frame> {
    let mut bytes = vec![0; 4];
    from.read_exact(&mut bytes)?;
    let length = missing(&bytes, longest)?;
    // As much memory as has come, not as much as was announced.
    from.take(length as u64).read_to_end(&mut bytes)?;
    if bytes.len() < 4 + length {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    parse(&bytes)
}

/// Reads a frame that has come as a whole. What comes from a network is checked as arguments are.
pub(super) fn parse(bytes: &[u8]) -> Result<Frame> {
    let mut rest = Rest(bytes.get(4..).ok_or_else(garbled)?);
    let [kind] = rest.number()?;
    let frame = match kind {
        0 => Frame::Hello(Hello {
            meeting: u128::from_le_bytes(rest.number()?),
            part: rest.part()?,
            process: u128::from_le_bytes(rest.number()?),
            network: u128::from_le_bytes(rest.number()?),
            size: rest.word()?,
            rank: rest.word()?,
            patience: u64::from_le_bytes(rest.number()?),
            name: rest.text()?,
            address: rest.answer()?,
        }),
        1 => {
            let name = rest.text()?;
            let ranks = (0..rest.word()?).map(|_| {
                Ok(Member {
                    process: u128::from_le_bytes(rest.number()?),
                    local: rest.bytes()?,
                    ucx: rest.bytes()?,
                })
            });
            Frame::Table(name, ranks.collect::<Result<_>>()?)
        }
        2 => {
            let [code] = rest.number()?;
            let trouble = TROUBLES.get(usize::from(code)).copied();
            Frame::Refused(trouble.ok_or_else(garbled)?, rest.text()?)
        }
        3 => Frame::Broken(rest.text()?),
        4 => Frame::Left(rest.word()?),
        5 => Frame::Goodbye,
        6 => Frame::Seek(u128::from_le_bytes(rest.number()?)),
        7 => Frame::Here(
            u128::from_le_bytes(rest.number()?),
            u128::from_le_bytes(rest.number()?),
        ),
        8 => Frame::AskUcx,
        9 => Frame::Ucx(rest.answer()?),
        _ => return Err(garbled()),
    };
    Ok(frame)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member_of(process: u128, bytes: usize) -> Member {
        Member {
            process,
            local: vec![4; bytes],
            ucx: vec![3; bytes / 2],
        }
    }

    fn frames() -> Vec<Frame> {
        let hello = Hello {
            meeting: 7,
            part: None,
            process: u128::MAX,
            network: 1 << 80,
            size: 4,
            rank: 3,
            patience: 120_000,
            name: "world".into(),
            address: Ok(vec![1, 2, 3]),
        };
        let deaf = Hello {
            address: Err("no library".into()),
            ..hello.clone()
        };
        let member = Hello {
            part: Some(Part {
                number: 3,
                ranks: vec![2, 0],
            }),
            ..hello.clone()
        };
        vec![
            Frame::Seek(1 << 100),
            Frame::Here(9, 1 << 90),
            Frame::Hello(member),
            Frame::Hello(hello),
            Frame::Hello(deaf),
            Frame::AskUcx,
            Frame::Ucx(Ok(vec![5; 70])),
            Frame::Ucx(Err("no library".into())),
            Frame::Table("n".into(), vec![member_of(1, 300), member_of(2, 0)]),
            Frame::Refused(Trouble::NoEngine, "é".into()),
            Frame::Broken("x".into()),
            Frame::Left(9),
            Frame::Goodbye,
        ]
    }

    #[test]
    fn what_was_written_is_read() {
        for frame in frames() {
            let mut bytes = Vec::new();
            write(&mut bytes, &frame).unwrap();
            assert_eq!(read(&bytes[..]).unwrap(), frame);
        }
    }

    #[test]
    fn a_frame_that_is_too_long_is_refused_by_its_first_bytes() {
        let mut bytes = Vec::new();
        write(&mut bytes, &frames()[3]).unwrap();
        let length = bytes.len() - 4;
        assert!(missing(&bytes[..4], length - 1).is_err());
        for had in 0..=bytes.len() {
            let wanted = if had < 4 { 4 } else { bytes.len() };
            assert_eq!(missing(&bytes[..had], length).unwrap(), wanted - had);
            assert_eq!(named(&bytes[..had]), (had >= 21).then_some(7));
        }
    }

    #[test]
    fn what_no_rank_says_is_named() {
        let Frame::Hello(hello) = frames().remove(3) else {
            panic!("no hello");
        };
        assert_eq!(hello.fault(), None);
        let said = |size, rank| Hello {
            size,
            rank,
            ..hello.clone()
        };
        assert_eq!(said(MOST, MOST - 1).fault(), None);
        for (size, rank) in [(0, 0), (MOST + 1, 0), (u32::MAX, 0), (4, 4)] {
            assert!(said(size, rank).fault().is_some(), "{rank} of {size}");
        }
        let member = Hello {
            part: Some(Part {
                number: 1,
                ranks: vec![0],
            }),
            ..hello
        };
        assert!(member.fault().is_some());
        let patient = Hello {
            patience: u64::MAX,
            ..member
        };
        assert_eq!(patient.limit(), Duration::from_secs(7200));
    }

    #[test]
    fn bytes_that_are_cut_or_changed_are_refused_or_another_frame() {
        for frame in frames() {
            let mut bytes = Vec::new();
            write(&mut bytes, &frame).unwrap();
            for end in 0..bytes.len() {
                assert!(read(&bytes[..end]).is_err(), "{frame:?} cut at {end}");
            }
            for at in 0..bytes.len() {
                let mut bytes = bytes.clone();
                bytes[at] ^= 0x81;
                // Whatever it is then, it does not panic.
                let _ = read(&bytes[..]);
            }
        }
    }
}
