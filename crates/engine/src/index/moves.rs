//! Movement by index: bytes, whatever they mean.

use std::ptr;

use super::{IndexPlan, Places, TILE};
use crate::grain;
use crate::{ReadableBytes, WritableBytes, copy as copy_memory};
use hostnpu_kernels::index::{gather, scatter};
use hostnpu_tensor::{parallel, streaming};

/// Bytes that are read ahead of what is copied: rows in any order are not foreseen by the machine.
const AHEAD: usize = 1 << 12;

impl IndexPlan {
    /// Copies what each position stands for to the other side.
    ///
    /// # Safety
    /// Operands at `places` may be read and written, indices are within their axes, and the two sides share no memory.
    pub(super) unsafe fn gather(&self, places: &Places) {
        let walk = &self.walk;
        let (run, count) = (walk.run, walk.count);
        let long = run >= grain::SHARED_COPY_BYTES;
        let past_caches = count.saturating_mul(run) >= streaming::LARGE;
        let per_piece = match long {
            true => count,
            false => (grain::GATHERED_BYTES / run).max(1),
        };
        let step = walk.last.here;
        let dense = step == run as isize;
        let piece = |piece: usize| {
            let mut offsets = [0; TILE];
            let mut buffer = [[0_u64; 2]; TILE];
            let first = piece * per_piece;
            walk.for_each_line(first, per_piece.min(count - first), TILE, |line| {
                let offsets = &mut offsets[..line.length];
                let table = places.there as *const u8;
                let to = places.here.wrapping_add_signed(line.here);
                // SAFETY: the caller's promise for each position of the line.
                unsafe {
                    self.resolve(line, places, offsets);
                    if !is_unit(run) {
                        let ahead = AHEAD.div_ceil(run);
                        for (k, &offset) in offsets.iter().enumerate() {
                            if let Some(&next) = offsets.get(k + ahead) {
                                streaming::prefetch(table.wrapping_offset(next), run.min(AHEAD));
                            }
                            let to = to.wrapping_add_signed(k as isize * step);
                            let from = table.wrapping_offset(offset);
                            if long {
                                let from = ReadableBytes::at(from.addr(), run);
                                copy_memory(WritableBytes::at(to, run), from);
                            } else if past_caches {
                                streaming::copy_unordered(to as *mut u8, from, run);
                            } else {
                                ptr::copy_nonoverlapping(from, to as *mut u8, run);
                            }
                        }
                        return;
                    }
                    let through = past_caches && dense;
                    let (at, apart) = match through {
                        true => (buffer.as_mut_ptr().cast(), run as isize),
                        false => (to as *mut u8, step),
                    };
                    match run {
                        1 => gather::<u8>(table, offsets, at, apart),
                        2 => gather::<u16>(table, offsets, at, apart),
                        4 => gather::<u32>(table, offsets, at, apart),
                        8 => gather::<u64>(table, offsets, at, apart),
                        _ => gather::<[u64; 2]>(table, offsets, at, apart),
                    }
                    if through {
                        streaming::copy_unordered(to as *mut u8, at, run * line.length);
                    }
                }
            });
            if past_caches {
                streaming::order();
            }
        };
        parallel::for_each_piece(count.div_ceil(per_piece), piece);
    }

    /// Copies the other side to what each position stands for, in order. Where several threads do, each owns a range of the target, and takes
    /// what goes there in order: the result is that of one.
    ///
    /// # Safety
    /// As for [`IndexPlan::gather`].
    pub(super) unsafe fn assign(&self, places: &Places) {
        let walk = &self.walk;
        let (run, count) = (walk.run, walk.count);
        let step = walk.last.here;
        let (low, high) = self.reach();
        let wanted = match count.saturating_mul(run) < grain::SCATTERED_BYTES {
            true => 1,
            false => grain::SCATTERING_THREADS.min(parallel::threads()),
        };
        let width = (high.abs_diff(low) + run).div_ceil(wanted).max(run);
        let share = |share: usize| {
            let mut offsets = [0; TILE];
            let own = share * width..(share + 1) * width;
            walk.for_each_line(0, count, TILE, |line| {
                let offsets = &mut offsets[..line.length];
                let table = places.there as *mut u8;
                let from = places.here.wrapping_add_signed(line.here) as *const u8;
                // SAFETY: the caller's promise for each position of the line.
                unsafe {
                    self.resolve(line, places, offsets);
                    if wanted > 1 || !is_unit(run) {
                        for (k, &offset) in offsets.iter().enumerate() {
                            if own.contains(&low.abs_diff(offset)) {
                                let from = from.wrapping_offset(k as isize * step);
                                move_unit(run, from, table.wrapping_offset(offset));
                            }
                        }
                        return;
                    }
                    match run {
                        1 => scatter::<u8>(table, offsets, from, step),
                        2 => scatter::<u16>(table, offsets, from, step),
                        4 => scatter::<u32>(table, offsets, from, step),
                        8 => scatter::<u64>(table, offsets, from, step),
                        _ => scatter::<[u64; 2]>(table, offsets, from, step),
                    }
                }
            });
        };
        parallel::for_each_piece(wanted, share);
    }

    /// The lowest and the highest offset that any position can have.
    pub(super) fn reach(&self) -> (isize, isize) {
        let (mut low, mut high) = (0, 0);
        let axes = self
            .walk
            .axes()
            .map(|axis| (axis.extent as isize, axis.there));
        let along = self
            .bounds
            .iter()
            .map(|bound| (bound.extent as isize, bound.stride));
        for (extent, stride) in axes.chain(along) {
            let span = (extent - 1).max(0) * stride;
            *if span < 0 { &mut low } else { &mut high } += span;
        }
        (low, high)
    }
}

/// Returns true if so many bytes are moved as one number.
fn is_unit(bytes: usize) -> bool {
    matches!(bytes, 1 | 2 | 4 | 8 | 16)
}

/// Copies so many bytes.
///
/// # Safety
/// They may be read and written, and are not the same.
#[inline(always)]
unsafe fn move_unit(bytes: usize, from: *const u8, to: *mut u8) {
    // SAFETY: the caller's promise.
    unsafe {
        match bytes {
            4 => to
                .cast::<u32>()
                .write_unaligned(from.cast::<u32>().read_unaligned()),
            8 => to
                .cast::<u64>()
                .write_unaligned(from.cast::<u64>().read_unaligned()),
            _ => ptr::copy_nonoverlapping(from, to, bytes),
        }
    }
}
