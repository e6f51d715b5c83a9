//! Memory in which the ranks of one host tell each other what they have called: each rank writes on a board of its own, which all
//! others read.
//!
//! A board has places. What a rank says of an operation stands in any place that is free, and the operation's number is written last;
//! a rank that looks for a number looks through the places that were ever used, of which one stream needs two. A place is free again when all other ranks have read it.
//! So operations of one communicator may come in any order on each rank. The rank that comes last to an operation rings a bell for
//! those that sleep: one word on the board of rank 0.

use std::ptr::{null_mut, with_exposed_provenance_mut};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};
use std::time::Duration;

use hostnpu_base::page;
use hostnpu_base::sync::lock;
use hostnpu_device::MemoryFile;

/// Places of a board: operations of one rank at a time, each of which is on a stream of its own. Only those that are used take memory.
const PLACES: usize = 256;

/// Most ranks whose boards are mapped: each maps all, and each board has room for all.
const MOST: u32 = 64;

/// Bytes of a line of the cache: words that different ranks change are that far apart.
const LINE: usize = 64;

/// Words at the front of a board.
const OPINION: usize = 0;
const BELL: usize = LINE;
const SLEEPERS: usize = 2 * LINE;
const USED: usize = 3 * LINE;

/// Answer of a rank that has mapped the boards of all others.
const HAS_ALL: u32 = 1;
const LACKS_SOME: u32 = 2;

/// Words of a place: the number of the operation, how many ranks have read it, and whether all read the same text.
const NUMBER: usize = 0;
const READERS: usize = 8;
const TEXTS: usize = 12;

/// The number of a place that is being written, or whose operation was given up.
const NONE: u64 = u64::MAX;

/// Memory of a board in this process.
struct Map {
    address: usize,
    bytes: usize,
}

impl Map {
    fn new(file: &MemoryFile) -> Option<Self> {
        let bytes = file.size();
        let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new map, of which nothing knows.
        let room = unsafe { libc::mmap(null_mut(), bytes, libc::PROT_NONE, kind, -1, 0) };
        if room == libc::MAP_FAILED {
            return None;
        }
        let map = Self {
            address: room.expose_provenance(),
            bytes,
        };
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: the room was made just now, and has as many bytes.
        unsafe { file.map_over(map.address, bytes, access) }.ok()?;
        Some(map)
    }

    fn word(&self, at: usize) -> &AtomicU32 {
        // SAFETY: inside the map, aligned, and touched by atomic operations only.
        unsafe { AtomicU32::from_ptr(with_exposed_provenance_mut(self.address + at)) }
    }

    /// The number of the operation in a place.
    fn number(&self, place: usize) -> &AtomicU64 {
        // SAFETY: as above.
        unsafe { AtomicU64::from_ptr(with_exposed_provenance_mut(self.address + place + NUMBER)) }
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        // SAFETY: `new` made it, and references to its words end before it.
        unsafe { libc::munmap(with_exposed_provenance_mut(self.address), self.bytes) };
    }
}

/// A rank's own board, before it knows the others'.
pub(super) struct Board {
    map: Map,
    file: MemoryFile,
    longest: usize,
    /// The key by which other processes open it.
    pub(super) key: u64,
}

/// Bytes from one text of a place to the next.
fn text_bytes(longest: usize) -> usize {
    (size_of::<u64>() + longest).next_multiple_of(LINE)
}

/// Bytes of a place, with a text for each rank.
fn place_bytes(size: u32, longest: usize) -> usize {
    LINE + size as usize * text_bytes(longest)
}

impl Board {
    /// Makes a board for texts of at most `longest` bytes; none where the system or the number of ranks does not allow it.
    pub(super) fn new(size: u32, longest: usize) -> Option<Self> {
        if size > MOST {
            return None;
        }
        let bytes =
            page::size() + (PLACES * place_bytes(size, longest)).next_multiple_of(page::size());
        let file = MemoryFile::create(bytes, [0; 3]).ok()?;
        let map = Map::new(&file)?;
        let key = file.share(true).ok()?;
        Some(Self {
            map,
            file,
            longest,
            key,
        })
    }
}

/// The boards of all ranks, as one of them sees them.
pub(super) struct Boards {
    rank: u32,
    longest: usize,
    maps: Vec<Map>,
    /// Held while a place is chosen.
    choosing: Mutex<()>,
    /// Other ranks may open it as long as it is open here.
    _file: MemoryFile,
}

/// A rank's text on an operation, and the places at which it has seen the others' texts.
pub(super) struct Call {
    number: u64,
    place: usize,
    /// The place of each rank; 0 while it has not come.
    seen: Vec<usize>,
}

impl Call {
    /// The ranks that have not come.
    pub(super) fn missing(&self) -> Vec<u32> {
        let absent = |&(_, place): &(u32, &usize)| *place == 0;
        let absent = (0..).zip(&self.seen).filter(absent);
        absent.map(|(rank, _)| rank).collect()
    }
}

impl Boards {
    /// Maps the boards of all ranks, whose keys these are, and tells the others whether that went well. The key of `rank` is not used.
    pub(super) fn map(own: Board, rank: u32, keys: &[Option<u64>]) -> Option<Self> {
        let (bytes, longest) = (own.file.size(), own.longest);
        let open = |key: Option<u64>| {
            let file = MemoryFile::open(key?).ok()?;
            (file.size() == bytes).then(|| Map::new(&file))?
        };
        let mut own_map = Some(own.map);
        let maps: Option<Vec<Map>> = (0..)
            .zip(keys)
            .map(|(peer, &key)| match peer == rank {
                true => own_map.take(),
                false => open(key),
            })
            .collect();
        let Some(maps) = maps else {
            // A rank that has mapped this board reads it there; one that has not cannot any more.
            if let Some(own) = own_map {
                own.word(OPINION).store(LACKS_SOME, Ordering::Release);
            }
            return None;
        };
        let boards = Self {
            rank,
            longest,
            maps,
            choosing: Mutex::new(()),
            _file: own.file,
        };
        boards.own().word(OPINION).store(HAS_ALL, Ordering::Release);
        Some(boards)
    }

    fn own(&self) -> &Map {
        &self.maps[self.rank as usize]
    }

    fn peers(&self) -> u32 {
        self.maps.len() as u32 - 1
    }

    /// The ranks that have not said yet whether they have mapped all boards.
    pub(super) fn silent(&self) -> Vec<u32> {
        let is_silent = |&(_, map): &(u32, &Map)| map.word(OPINION).load(Ordering::Acquire) == 0;
        let silent = (0..).zip(&self.maps).filter(is_silent);
        silent.map(|(rank, _)| rank).collect()
    }

    /// Returns true if all ranks have mapped all boards: the same on all of them. Nothing as long as it is not known.
    pub(super) fn are_common(&self) -> Option<bool> {
        let opinions = self.maps.iter();
        let opinions: Vec<u32> = opinions
            .map(|map| map.word(OPINION).load(Ordering::Acquire))
            .collect();
        let is_known = opinions.iter().all(|&opinion| opinion == HAS_ALL);
        match opinions.contains(&LACKS_SOME) {
            true => Some(false),
            false => is_known.then_some(true),
        }
    }

    fn place(&self, index: usize) -> usize {
        page::size() + index * place_bytes(self.maps.len() as u32, self.longest)
    }

    /// Takes a place that all have read; none if there is none.
    fn take(&self) -> Option<usize> {
        let _choosing = lock(&self.choosing);
        let own = self.own();
        let used = own.word(USED).load(Ordering::Relaxed) as usize;
        let is_free = |&place: &usize| {
            let is_new = own.number(place).load(Ordering::Relaxed) == 0;
            is_new || own.word(place + READERS).load(Ordering::Acquire) == self.peers()
        };
        let places = 0..PLACES.min(used + 1);
        let index = places.clone().find(|&index| is_free(&self.place(index)))?;
        let place = self.place(index);
        own.number(place).store(NONE, Ordering::Relaxed);
        own.word(place + READERS).store(0, Ordering::Relaxed);
        if index == used {
            own.word(USED).store(used as u32 + 1, Ordering::Relaxed);
        }
        Some(place)
    }

    /// Says something of operation `number`: one text for all, or one for each rank. Nothing is said while no place is free.
    pub(super) fn say(&self, number: u64, texts: &[Vec<u8>]) -> Option<Call> {
        let place = self.take()?;
        let own = self.own();
        own.word(place + TEXTS)
            .store(texts.len() as u32, Ordering::Relaxed);
        for (index, text) in texts.iter().enumerate() {
            let to = own.address + place + LINE + index * text_bytes(self.longest);
            let length = text.len().min(self.longest);
            // SAFETY: the place is this call's alone until the number is there, and has room for that many bytes.
            unsafe {
                with_exposed_provenance_mut::<u64>(to).write(length as u64);
                let to = with_exposed_provenance_mut::<u8>(to + size_of::<u64>());
                to.copy_from_nonoverlapping(text.as_ptr(), length);
            }
        }
        own.number(place).store(number, Ordering::Release);
        let mut seen = vec![0; self.maps.len()];
        seen[self.rank as usize] = place;
        let mut call = Call {
            number,
            place,
            seen,
        };
        // Of two ranks that come at the same time one at least sees the other, and it is the last.
        fence(Ordering::SeqCst);
        if self.have_all_said(&mut call) {
            self.ring();
        }
        Some(call)
    }

    /// Returns true if all ranks have said something of an operation.
    pub(super) fn have_all_said(&self, call: &mut Call) -> bool {
        let mut all = true;
        for (map, seen) in self.maps.iter().zip(&mut call.seen) {
            if *seen == 0 {
                let used = map.word(USED).load(Ordering::Relaxed) as usize;
                let mut places = (0..used.min(PLACES)).map(|index| self.place(index));
                let found =
                    places.find(|&place| map.number(place).load(Ordering::Acquire) == call.number);
                *seen = found.unwrap_or(0);
                all &= *seen != 0;
            }
        }
        all
    }

    /// Returns the text of another rank, which has been seen, for this one. It is read once.
    pub(super) fn read(&self, call: &Call, peer: u32) -> Vec<u8> {
        let (map, place) = (&self.maps[peer as usize], call.seen[peer as usize]);
        let index = match map.word(place + TEXTS).load(Ordering::Relaxed) {
            1 => 0,
            _ => self.rank as usize,
        };
        let from = map.address + place + LINE + index * text_bytes(self.longest);
        // SAFETY: the place is not written before all have read it, and has room for the longest text.
        let text = unsafe {
            let length = with_exposed_provenance_mut::<u64>(from).read() as usize;
            let from = with_exposed_provenance_mut::<u8>(from + size_of::<u64>());
            std::slice::from_raw_parts(from, length.min(self.longest)).to_vec()
        };
        map.word(place + READERS).fetch_add(1, Ordering::Release);
        text
    }

    /// Takes back what was said of an operation: a rank that has not seen it does not see it any more. The place is not used again.
    pub(super) fn withdraw(&self, call: &Call) {
        self.own().number(call.place).store(NONE, Ordering::Release);
    }

    /// Wakes all ranks that sleep.
    pub(super) fn ring(&self) {
        let bell = self.maps[0].word(BELL);
        bell.fetch_add(1, Ordering::SeqCst);
        if self.maps[0].word(SLEEPERS).load(Ordering::SeqCst) > 0 {
            // SAFETY: the word is mapped; other processes may sleep on it.
            unsafe { libc::syscall(libc::SYS_futex, bell.as_ptr(), libc::FUTEX_WAKE, i32::MAX) };
        }
    }

    /// Sleeps until the bell rings, for `limit` at most, unless all have said something of an operation. Returns whether they have.
    pub(super) fn sleep(&self, call: &mut Call, limit: Duration) -> bool {
        let (bell, sleepers) = (self.maps[0].word(BELL), self.maps[0].word(SLEEPERS));
        sleepers.fetch_add(1, Ordering::SeqCst);
        // A rank that rings after this changes what the system compares; one that rang before has said it before the look.
        let seen = bell.load(Ordering::SeqCst);
        fence(Ordering::SeqCst);
        let is_over = self.have_all_said(call);
        if !is_over {
            let limit = libc::timespec {
                tv_sec: limit.as_secs() as libc::time_t,
                tv_nsec: limit.subsec_nanos().into(),
            };
            // SAFETY: the word is mapped, the limit is on the stack. Whatever ends the wait, the caller looks again.
            unsafe {
                libc::syscall(
                    libc::SYS_futex,
                    bell.as_ptr(),
                    libc::FUTEX_WAIT,
                    seen,
                    &limit,
                )
            };
        }
        sleepers.fetch_sub(1, Ordering::SeqCst);
        is_over
    }
}

#[cfg(test)]
mod tests;
