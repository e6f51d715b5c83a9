//! Tokens of each head written to rows of a cache, with some of them left out or joined.

#![forbid(unsafe_code)]

use crate::{Arg, Call};
use half::{bf16, f16};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{
    ReadBytesView, ReadIndices, Temporary, WriteBytesView, kernel, operands,
};
use hostnpu_engine::views::{View, ViewMut};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::{Dtype, cuts};
use std::ops::Range;

/// Compression of the tokens of a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// The last ones stay.
    Alibi,
    /// Some tokens become one, their mean.
    Rope,
    /// Some tokens are left out.
    Omni,
}

/// Operands of [`scatter_compressed`].
pub struct Compressed {
    /// Compression of tokens.
    pub compression: Compression,
    /// The first slot of each head of each sequence; none is written for a negative one.
    pub slot_mapping: Arg,
    /// Tokens that stay, become one or are left out, of each head of each sequence.
    pub compress_lens: Arg,
    /// The first of those tokens; -1 if all tokens stay.
    pub compress_seq_offset: Option<Arg>,
    /// Tokens of each sequence.
    pub seq_lens: Arg,
    /// Rows (tokens of all sequences, heads, elements) and their caches (blocks, rows of a block, 1, elements).
    pub stored: Vec<(Arg, Arg)>,
    /// Tokens from the beginning of a sequence to that of the next one, where that does not follow from the lengths.
    pub tokens_of_sequence: Option<usize>,
}

operands! {
    struct Tasks => TasksAt {
        slots: ReadIndices<i64>,
        counts: ReadIndices<i64>,
        offsets: Option<ReadIndices<i64>>,
        lengths: ReadIndices<i64>,
        tasks: Temporary<[i64; 5]>,
        stored: Vec<Rows>,
    }
}

operands! {
    struct Rows => RowsAt {
        rows: ReadBytesView<3, 4>,
        cache: WriteBytesView<3, 4>,
    }
}

/// Plans the copies. Numbers that name no token or row of the cache fail before anything is written.
pub fn scatter_compressed(operands: Compressed) -> Result<Call> {
    let Compressed {
        compression,
        slot_mapping,
        compress_lens,
        compress_seq_offset,
        seq_lens,
        stored,
        tokens_of_sequence,
    } = operands;
    let batch = seq_lens.view.numel().unwrap_or(0);
    let (mut heads, mut tokens, mut room) = (0, usize::MAX, usize::MAX);
    let (mut cost, mut placed, mut dtypes) = (0, Vec::new(), Vec::new());
    for (rows, cache) in stored {
        let [own, of_rows, width] = rows.extents::<3>()?;
        let [blocks, per_block, one, elements] = cache.extents::<4>()?;
        if one != 1 || elements != width {
            let allowed = format!("blocks, rows of a block, 1, {width} elements");
            return Err(Error::shape(cache.name, cache.view.layout.shape(), allowed));
        }
        (heads, tokens, room) = (of_rows, tokens.min(own), room.min(blocks * per_block));
        cost += 4 * rows.view.numel().unwrap_or(0);
        dtypes.push(rows.view.dtype);
        placed.push(Rows {
            rows: ReadBytesView::of(rows)?,
            cache: WriteBytesView::of(cache.viewed(cache.view.layout.picked(2, 0))?)?,
        });
    }
    // Each sequence begins at a place of its own, whatever the lengths are.
    if let Some(of_each) = tokens_of_sequence
        && batch.saturating_mul(of_each) > tokens
    {
        let got = format!("lengths of {batch} sequences");
        let allowed = format!("{tokens} tokens together, {of_each} of each sequence");
        return Err(Error::value(seq_lens.name, got, allowed));
    }
    for numbers in [
        Some(&slot_mapping),
        Some(&compress_lens),
        compress_seq_offset.as_ref(),
    ]
    .into_iter()
    .flatten()
    {
        numbers.require_numel(batch * heads)?;
    }
    let names = [
        slot_mapping.name,
        compress_lens.name,
        compress_seq_offset.as_ref().map_or("", |of| of.name),
        seq_lens.name,
    ];
    let check = Check {
        compression,
        names,
        heads,
        tokens,
        room,
        tokens_of_sequence,
    };
    let operands = Tasks {
        slots: slot_mapping.into(),
        counts: compress_lens.into(),
        offsets: compress_seq_offset.map(ReadIndices::from),
        lengths: seq_lens.into(),
        tasks: Temporary::of(batch * heads),
        stored: placed,
    };
    kernel(operands, cost, move |at: TasksAt| {
        check.read(at.slots, at.counts, at.offsets, at.lengths, at.tasks)?;
        for (RowsAt { rows, cache }, &dtype) in at.stored.into_iter().zip(&dtypes) {
            write(compression, heads, at.tasks, rows, cache, dtype);
        }
        Ok(())
    })
}

struct Check {
    compression: Compression,
    names: [&'static str; 4],
    heads: usize,
    tokens: usize,
    room: usize,
    tokens_of_sequence: Option<usize>,
}

impl Check {
    /// Reads each number once, and makes tasks of them: slot, first token, tokens, the first of those that are joined or left out, and how many these are. A
    /// slot of -1 is of a task that is left out.
    fn read(
        &self,
        slots: IndexSlice<'_, i64>,
        counts: IndexSlice<'_, i64>,
        offsets: Option<IndexSlice<'_, i64>>,
        lengths: IndexSlice<'_, i64>,
        tasks: &mut [[i64; 5]],
    ) -> Result<()> {
        let [of_slots, of_counts, of_offsets, of_lengths] = self.names;
        let mut first = 0_i64;
        let of_sequence = tasks.chunks_mut(self.heads.max(1));
        for (sequence, tasks) in of_sequence.enumerate().take(lengths.len()) {
            let length = lengths.get(sequence);
            let most = match self.tokens_of_sequence {
                Some(all) => {
                    first = (sequence * all) as i64;
                    all as i64
                }
                None => self.tokens as i64 - first,
            };
            if !(0..=most).contains(&length) {
                let got = format!("{length} at [{sequence}]");
                let allowed = format!("0 to {most}, the tokens that are there");
                return Err(Error::value(of_lengths, got, allowed));
            }
            for (head, task) in tasks.iter_mut().enumerate() {
                let number = sequence * self.heads + head;
                let (slot, count) = (slots.get(number), counts.get(number));
                let offset = offsets.map_or(-1, |offsets| offsets.get(number));
                let (offset, count) = match self.compression {
                    Compression::Alibi => (length - count.clamp(0, length), count),
                    _ if count == 0 || offset == -1 => (length, 0),
                    _ => (offset, count),
                };
                if !(0..=length).contains(&count) {
                    let got = format!("{count} at [{number}]");
                    let allowed = format!("0 to {length}, the tokens of the sequence");
                    return Err(Error::value(of_counts, got, allowed));
                }
                if !(0..=length - count).contains(&offset) {
                    let got = format!("{offset} at [{number}]");
                    let allowed = format!("-1 to {}", length - count);
                    return Err(Error::value(of_offsets, got, allowed));
                }
                let rows = match self.compression {
                    Compression::Alibi => count,
                    Compression::Rope => length - count + i64::from(count > 0),
                    Compression::Omni => length - count,
                };
                if slot >= 0 && rows > 0 && slot > self.room as i64 - rows {
                    let got = format!("{slot} at [{number}], for {rows} rows");
                    let allowed = match self.room as i64 - rows {
                        most @ 0.. => format!("at most {most}"),
                        _ => format!("what the {} rows of the cache hold", self.room),
                    };
                    return Err(Error::value(of_slots, got, allowed));
                }
                *task = [slot, first, length, offset, count];
            }
            first += length;
        }
        Ok(())
    }
}

/// Writes the rows of all tasks of one tensor, on all threads: each takes a part of the elements.
fn write(
    compression: Compression,
    heads: usize,
    tasks: &[[i64; 5]],
    rows: View<'_, u8, 4>,
    cache: ViewMut<'_, u8, 4>,
    dtype: Dtype,
) {
    let [_, per_block, elements, bytes] = cache.shape();
    let [_, _, own_elements, own_bytes] = rows.shape();
    let size = dtype.bits() / 8;
    if per_block == 0 || heads == 0 || elements * bytes != own_elements * own_bytes {
        return;
    }
    let (width, step) = (elements * bytes / size.max(1), bytes.min(own_bytes));
    // Rows in parts of whole elements, if they are dense.
    let mut cut = cache.shape();
    if elements == 1 && own_elements == 1 {
        cut[3] = (width.div_ceil(8) * size).max(64 * size);
    }
    let step = step.min(cut[3]);
    cuts::for_each_part(cache.boxes(cut), |piece, mut part| {
        let [_, _, elements, bytes] = part.shape();
        let first_byte = piece * cut[3];
        let own = |token: usize, head: usize, from: usize, count: usize| {
            let at = first_byte + from;
            &rows.row([token, head, at / own_bytes])[at % own_bytes..][..count]
        };
        for (number, &[slot, first, length, offset, count]) in tasks.iter().enumerate() {
            let Ok(slot) = usize::try_from(slot) else {
                continue;
            };
            let head = number % heads;
            let [first, length, offset, count] =
                [first, length, offset, count].map(|number| number as usize);
            let mut next = slot;
            let mut copy = |part: &mut ViewMut<'_, u8, 4>, tokens: Range<usize>| {
                for token in tokens {
                    let place = [next / per_block, next % per_block];
                    next += 1;
                    let mut done = 0;
                    while done < elements * bytes {
                        let run = step.min(bytes - done % bytes);
                        let to = part.row([place[0], place[1], done / bytes]);
                        to[done % bytes..][..run].copy_from_slice(own(token, head, done, run));
                        done += run;
                    }
                }
                next
            };
            if compression == Compression::Alibi {
                copy(&mut part, first + offset..first + length);
                continue;
            }
            let joined = first + offset..first + offset + count;
            let at = copy(&mut part, first..joined.start);
            let is_mean = compression == Compression::Rope && count > 0;
            if is_mean {
                // Its place is taken by the first of the tokens, and then by their mean.
                copy(&mut part, joined.start..joined.start + 1);
                for done in (0..elements * bytes).step_by(size) {
                    let numbers = joined
                        .clone()
                        .map(|token| decode(dtype, own(token, head, done, size)));
                    let mean = numbers.sum::<f64>() / count as f64;
                    let to = part.row([at / per_block, at % per_block, done / bytes]);
                    encode(dtype, mean, &mut to[done % bytes..][..size]);
                }
            }
            copy(&mut part, joined.end..first + length);
        }
    });
}

/// The number that an element is; 0 of types that have no mean.
fn decode(dtype: Dtype, bytes: &[u8]) -> f64 {
    match (dtype, bytes) {
        (Dtype::F16, &[a, b]) => f16::from_le_bytes([a, b]).to_f64(),
        (Dtype::Bf16, &[a, b]) => bf16::from_le_bytes([a, b]).to_f64(),
        (Dtype::F32, &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]).into(),
        (Dtype::I8, &[a]) => (a as i8).into(),
        (Dtype::U8, &[a]) => a.into(),
        (Dtype::I16, &[a, b]) => i16::from_le_bytes([a, b]).into(),
        (Dtype::U16, &[a, b]) => u16::from_le_bytes([a, b]).into(),
        (Dtype::I32, &[a, b, c, d]) => i32::from_le_bytes([a, b, c, d]).into(),
        (Dtype::U32, &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]).into(),
        _ => 0.0,
    }
}

/// Stores a number, rounded once: to the nearest, of two the even one.
fn encode(dtype: Dtype, value: f64, to: &mut [u8]) {
    use hostnpu_kernels::convert::odd;
    let value = if value.is_nan() { f64::NAN } else { value };
    let whole = value.round_ties_even();
    match dtype {
        Dtype::F16 => to.copy_from_slice(&f16::from_f32(odd(value)).to_le_bytes()),
        Dtype::Bf16 => to.copy_from_slice(&bf16::from_f32(odd(value)).to_le_bytes()),
        Dtype::F32 => to.copy_from_slice(&(value as f32).to_le_bytes()),
        Dtype::I8 => to.copy_from_slice(&(whole as i8).to_le_bytes()),
        Dtype::U8 => to.copy_from_slice(&(whole as u8).to_le_bytes()),
        Dtype::I16 => to.copy_from_slice(&(whole as i16).to_le_bytes()),
        Dtype::U16 => to.copy_from_slice(&(whole as u16).to_le_bytes()),
        Dtype::I32 => to.copy_from_slice(&(whole as i32).to_le_bytes()),
        Dtype::U32 => to.copy_from_slice(&(whole as u32).to_le_bytes()),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;
    use hostnpu_tensor::Layout;

    #[test]
    fn sequences_of_a_fixed_length_are_as_many_as_the_tokens_hold() {
        let arg = |name, role, dtype, shape: &[i64]| {
            Arg::new(name, role, dtype, Layout::contiguous(shape), 0).unwrap()
        };
        let plan = |sequences: i64| {
            let numbers = |name| arg(name, Role::Input, Dtype::I32, &[sequences]);
            scatter_compressed(Compressed {
                compression: Compression::Alibi,
                slot_mapping: numbers("slotMapping"),
                compress_lens: numbers("compressLensOptional"),
                compress_seq_offset: None,
                seq_lens: numbers("seqLensOptional"),
                stored: vec![(
                    arg("key", Role::Input, Dtype::F16, &[14, 1, 3]),
                    arg("keyCacheRef", Role::InOut, Dtype::F16, &[7, 2, 1, 3]),
                )],
                tokens_of_sequence: Some(2),
            })
        };
        assert!(plan(7).is_ok());
        let text = plan(8).unwrap_err().to_string();
        assert!(text.contains("seqLensOptional"), "{text}");
    }
}
