//! Memory that the library hands out and takes back: all checks that follow it are told.

use super::blocks::{self, Owner};
use super::enabled::{IN_FLIGHT, INIT, MEMORY, RACE, WASTE, is_on};
use super::{pools, race, running, shadow, waste};
use crate::stack::Stack;

/// Takes in new memory.
#[cold]
#[inline(never)]
pub fn allocated(owner: Owner, start: usize, size: usize, room: usize) {
    blocks::added(owner, start, size, room);
    if is_on(IN_FLIGHT) {
        race::allocated(&(start..start + room));
    }
    if is_on(INIT) {
        shadow::allocated(owner, start);
    }
    if is_on(WASTE) {
        waste::allocated(owner, start);
    }
}

/// Notes that memory is about to go back. `by_program` is whether a call of the program frees it now, and not a task or the end of its
/// context.
#[cold]
#[inline(never)]
pub fn freed(start: usize, by_program: bool) {
    let here = Stack::here();
    let Some(block) = blocks::removed(start, here) else {
        return;
    };
    if is_on(INIT) {
        shadow::freed(start);
    }
    if is_on(WASTE) {
        waste::freed(&block);
    }
    let bytes = start..start + block.room;
    pools::forgotten(&bytes);
    if is_on(IN_FLIGHT) {
        match by_program && !running::is_in_task() {
            true => race::frees::freed(
                &bytes,
                block.owner == Owner::Host,
                block.text(),
                block.made,
                here,
            ),
            false => race::allocated(&bytes),
        }
    }
}

/// Takes in a region that a pool hands out: nothing is written in it.
pub fn region_begins(device: i32, start: usize, size: usize) {
    if size == 0 || !is_on(MEMORY | RACE | INIT) {
        return;
    }
    pools::added(device, start, size);
    if is_on(INIT) {
        shadow::forgotten(&(start..start + size));
    }
}
