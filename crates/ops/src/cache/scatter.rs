//! Rows of tokens written to slots of a cache.

#![forbid(unsafe_code)]

use super::layout::{CacheLayout, merged, rows_for};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{ReadBytesView, ReadIndices, WriteBytesView, kernel, operands};
use hostnpu_engine::views::{View, ViewMut};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::{cuts, streaming};

/// Bytes of a row that one thread takes at least: memory moves as many in one go faster than in pieces that lie apart.
const BYTES: usize = 4096;
/// Parts of a cache for threads.
const PARTS: usize = 8;
/// Bytes from which on a row is long: with lines of the cache that are written whole.
const LONG: usize = 512;

/// Treatment of a slot behind the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// The call fails before anything is written.
    Fails,
    /// The row is left out, as that of a negative slot.
    IsSkipped,
}

/// Operands of [`scatter`].
pub struct Scatter {
    /// The slot of each token: block · rows of a block + row. A token with a negative one is left out.
    pub slot_mapping: Arg,
    /// Elements that are stored of each token.
    pub stored: Vec<Stored>,
    /// Treatment of slots behind the cache.
    pub beyond: Beyond,
}

/// Rows and the cache to which they go.
pub struct Stored {
    /// Tokens, heads, elements.
    pub rows: Arg,
    /// The cache.
    pub cache: Arg,
    /// Positions of its rows.
    pub layout: CacheLayout,
}

operands! {
    struct Tokens => TokensAt {
        slots: ReadIndices<i64>,
        stored: Vec<Rows>,
    }
}

operands! {
    struct Rows => RowsAt {
        rows: ReadBytesView<4, 5>,
        cache: WriteBytesView<5, 6>,
    }
}

/// Plans the copy of each token's rows, bit by bit, to its slot. Of several tokens with one slot the last one stays.
pub fn scatter(operands: Scatter) -> Result<Call> {
    let Scatter {
        slot_mapping,
        stored,
        beyond,
    } = operands;
    let tokens = slot_mapping.view.numel().unwrap_or(0);
    let mut cost = 0;
    let mut least = usize::MAX;
    let mut placed = Vec::new();
    for of in stored {
        let cache = of.layout.of(&of.cache, of.rows.extents::<3>()?[1])?;
        let rows = rows_for(&of.rows, &cache)?;
        let (rows, cache) = merged(rows, cache)?;
        let [blocks, per_block, ..] = cache.extents::<5>()?;
        least = least.min(blocks * per_block);
        let [own, ..] = rows.extents::<4>()?;
        if own != tokens {
            let allowed = format!("{tokens} tokens, as `{}` has slots", slot_mapping.name);
            return Err(Error::shape(
                of.rows.name,
                of.rows.view.layout.shape(),
                allowed,
            ));
        }
        if rows.view.dtype.bits() != cache.view.dtype.bits() {
            let allowed = format!("as many bits as {}", cache.view.dtype);
            return Err(Error::dtype(rows.name, rows.view.dtype, allowed));
        }
        cost += 2 * rows.view.numel().unwrap_or(0) * rows.view.dtype.bits() / 8;
        placed.push(Rows {
            rows: ReadBytesView::of(rows)?,
            cache: WriteBytesView::of(cache)?,
        });
    }
    let name = slot_mapping.name;
    let operands = Tokens {
        slots: slot_mapping.into(),
        stored: placed,
    };
    kernel(operands, cost, move |at: TokensAt| {
        check_slots(name, at.slots, least, beyond)?;
        for RowsAt { rows, cache } in at.stored {
            write_rows(cache, rows, &|token| at.slots.position(token, least));
        }
        Ok(())
    })
}

/// Refuses slots behind a cache of so many rows, if they mean that.
pub(crate) fn check_slots(
    name: &'static str,
    slots: IndexSlice<'_, i64>,
    count: usize,
    beyond: Beyond,
) -> Result<()> {
    if beyond == Beyond::IsSkipped {
        return Ok(());
    }
    let behind = slots.iter().position(|slot| slot >= count as i64);
    match behind {
        None => Ok(()),
        Some(at) => {
            let got = format!("{} at [{at}]", slots.get(at));
            let allowed = match count {
                0 => "a negative number: the cache has no row".into(),
                _ => format!(
                    "0 to {}, or a negative number for a token that is left out",
                    count - 1
                ),
            };
            Err(Error::value(name, got, allowed))
        }
    }
}

/// Copies the rows of tokens to their slots, on all threads: each takes a part of the heads, or of the blocks and of every row.
pub(crate) fn write_rows(
    cache: ViewMut<'_, u8, 6>,
    rows: View<'_, u8, 5>,
    slot_of: &(dyn Fn(usize) -> Option<usize> + Sync),
) {
    let [blocks, per_block, heads, pieces, elements, bytes] = cache.shape();
    let [tokens, _, _, own_elements, own_bytes] = rows.shape();
    if per_block == 0 || elements * bytes != own_elements * own_bytes {
        return;
    }
    // One of both may have rows of single elements, the other whole ones.
    let step = bytes.min(own_bytes).max(1);
    let mut size = cache.shape();
    let by_heads = heads > 1;
    // Parts of a row: each part of the blocks has them all, one after the other.
    let mut in_row = 1;
    if by_heads {
        size[2] = heads.div_ceil(PARTS);
    } else if elements == 1 && own_elements == 1 {
        size[5] = bytes.div_ceil(PARTS).next_multiple_of(64).max(BYTES);
        in_row = bytes.div_ceil(size[5]).max(1);
        size[0] = blocks.div_ceil(PARTS / in_row).max(1);
    }
    let step = step.min(size[5]);
    let is_long = step >= LONG;
    let all = match is_long {
        true => tokens * heads * pieces * elements * bytes,
        false => 0,
    };
    cuts::for_each_part(cache.boxes(size), |piece, mut part| {
        let [own_blocks, _, heads, _, elements, bytes] = part.shape();
        let (first_block, first_head, first_byte) = match by_heads {
            true => (0, piece * size[2], 0),
            false => (piece / in_row * size[0], 0, piece % in_row * size[5]),
        };
        let copies = streaming::Rows::of(all);
        let placed = |token| {
            let slot: usize = slot_of(token)?;
            let block = (slot / per_block).wrapping_sub(first_block);
            (block < own_blocks).then_some((token, [block, slot % per_block]))
        };
        let mut tokens = (0..tokens).filter_map(placed).peekable();
        while let Some((token, place)) = tokens.next() {
            for head in 0..heads {
                for k in 0..pieces {
                    let own = |token, done, count| {
                        let from = first_byte + done;
                        let own = [token, first_head + head, k, from / own_bytes];
                        &rows.row(own)[from % own_bytes..][..count]
                    };
                    let mut done = 0;
                    while done < elements * bytes {
                        let to = [place[0], place[1], head, k, done / bytes];
                        let count = step.min(bytes - done % bytes);
                        let next = match tokens.peek() {
                            Some(&(next, _)) if is_long => own(next, done, count),
                            _ => &[],
                        };
                        let to = &mut part.row(to)[done % bytes..][..count];
                        copies.copy(to, own(token, done, count), next);
                        done += count;
                    }
                }
            }
        }
    });
}
