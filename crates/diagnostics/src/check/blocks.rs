//! Blocks of memory that the library has handed out, and those that came back.

use std::collections::{BTreeMap, HashMap};
use std::sync::{LazyLock, Mutex};

use super::enabled::{MEMORY, is_on};
use super::leaks::Leaks;
use super::report::Report;
use crate::hooks;
use crate::stack::Stack;
use hostnpu_base::sync::lock;

/// Owner of the memory of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// A device's.
    Device(i32),
    /// The host's: page-locked.
    Host,
    /// A pool's of the program, on a device.
    Pool(i32),
}

/// A block, live or freed.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub owner: Owner,
    pub number: u32,
    pub start: usize,
    pub size: usize,
    /// Bytes that may be used, where sizes are rounded.
    pub room: usize,
    pub made: Stack,
    /// The stack of the call that freed it, and the call's name.
    pub freed: Option<(Stack, &'static str)>,
}

impl Block {
    /// Returns the name that reports give it.
    pub fn name(&self) -> String {
        match self.owner {
            Owner::Device(_) => format!("mem#{}", self.number),
            Owner::Host => format!("pinned#{}", self.number),
            Owner::Pool(_) => format!("region#{}", self.number),
        }
    }

    /// Describes it in full.
    pub fn text(&self) -> String {
        let whose = match self.owner {
            Owner::Device(device) => format!("on device {device}"),
            Owner::Host => "of the host, page-locked".into(),
            Owner::Pool(device) => format!("of a pool on device {device}"),
        };
        format!(
            "{}, {} bytes at {:#x} {whose}",
            self.name(),
            self.size,
            self.start
        )
    }

    fn contains(&self, address: usize) -> bool {
        address.wrapping_sub(self.start) < self.room.max(1)
    }
}

#[derive(Default)]
pub(super) struct Blocks {
    live: BTreeMap<usize, Block>,
    /// The last that was freed at each address.
    dead: BTreeMap<usize, Block>,
    counts: HashMap<bool, u32>,
}

pub(super) static BLOCKS: LazyLock<Mutex<Blocks>> = LazyLock::new(Mutex::default);

fn around(blocks: &BTreeMap<usize, Block>, address: usize) -> Option<&Block> {
    let (_, block) = blocks.range(..=address).next_back()?;
    block.contains(address).then_some(block)
}

/// Returns the live block that holds the byte at `address`.
pub(super) fn live(address: usize) -> Option<Block> {
    around(&lock(&BLOCKS).live, address).cloned()
}

/// Returns the freed block that held the byte at `address`, unless another block has it now.
pub(super) fn dead(address: usize) -> Option<Block> {
    let blocks = lock(&BLOCKS);
    match around(&blocks.live, address) {
        Some(_) => None,
        None => around(&blocks.dead, address).cloned(),
    }
}

/// Takes in new memory.
pub(super) fn added(owner: Owner, start: usize, size: usize, room: usize) {
    let made = Stack::here();
    let mut guard = lock(&BLOCKS);
    let blocks = &mut *guard;
    let count = blocks.counts.entry(owner == Owner::Host).or_default();
    *count += 1;
    let number = *count;
    let block = Block {
        owner,
        number,
        start,
        size,
        room,
        made,
        freed: None,
    };
    // Where addresses come again, what was there before is forgotten.
    let overlapped: Vec<usize> = blocks
        .dead
        .range(..start + size.max(1))
        .rev()
        .take_while(|(_, dead)| dead.start + dead.size > start)
        .map(|(&at, _)| at)
        .collect();
    for at in overlapped {
        blocks.dead.remove(&at);
    }
    blocks.live.insert(start, block);
}

/// Takes in that the call at `here` gives memory back. Returns its block, if it was one.
pub(super) fn removed(start: usize, here: Stack) -> Option<Block> {
    let mut blocks = lock(&BLOCKS);
    let mut block = blocks.live.remove(&start)?;
    block.freed = Some((here, hooks::current()));
    blocks.dead.insert(start, block.clone());
    Some(block)
}

/// Reports an address that a call could not free.
#[cold]
#[inline(never)]
pub fn not_freed(address: usize) {
    if !is_on(MEMORY) {
        return;
    }
    let (call, here) = (hooks::current(), Stack::here());
    if let Some(block) = live(address) {
        let offset = address - block.start;
        let report = match offset {
            0 => {
                let whose = match block.owner {
                    Owner::Device(_) | Owner::Pool(_) => "device memory",
                    Owner::Host => "page-locked host memory",
                };
                let sentence = format!("{call} is given {}, which is {whose}", block.name());
                Report::error("HN-FREE-WRONG-KIND", sentence)
            }
            _ => {
                let sentence = format!(
                    "{call} is given an address {offset} bytes into {}",
                    block.name()
                );
                Report::error("HN-FREE-INTERIOR", sentence)
            }
        };
        report
            .fact("memory", block.text())
            .fact_at("freed", "", here)
            .fact_at("made", "", block.made)
            .send();
        return;
    }
    match dead(address) {
        Some(block) => {
            let name = block.name();
            let mut report = Report::error(
                "HN-DOUBLE-FREE",
                format!("{call} frees {name} a second time"),
            )
            .fact("memory", block.text())
            .fact_at("again", "", here);
            if let Some((freed, by)) = block.freed {
                report = report.fact_at("freed", format!("before by {by}"), freed);
            }
            report.fact_at("made", "", block.made).send();
        }
        None => {
            let sentence =
                format!("{call} is given {address:#x}, memory that was never allocated here");
            Report::error("HN-FREE-WRONG-KIND", sentence)
                .fact_at("freed", "", here)
                .send();
        }
    }
}

/// Collects memory that the program has not freed.
pub(super) fn leaks(leaks: &mut Leaks) {
    for block in lock(&BLOCKS).live.values() {
        let (kind, name) = match block.owner {
            Owner::Device(_) | Owner::Pool(_) => ("block of device memory", "mem"),
            Owner::Host => ("block of page-locked memory", "pinned"),
        };
        leaks.add(kind, block.made, (name, block.number), block.size);
    }
}
