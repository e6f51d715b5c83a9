//! Records that have come from all ranks, put in the order of this rank's experts, each in the order of ranks.

#![forbid(unsafe_code)]

use super::super::rows_at_once;
use super::{Deployment, Records};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{
    Read, ReadBytes, Temporary, Write, WriteBytes, WritePart, kernel, operands,
};
use hostnpu_tensor::cuts;

operands! {
    struct TableOperands => TableAt {
        sent: Read<i64>,
        got: Read<i64>,
        table: Write<i64>,
        tokens: Option<Read<i64>>,
        rows: Option<Write<i64>>,
    }
}

/// Plans the table of an exchange of records: where those for each rank begin, and how long they are, and the same of those from each rank, in bytes. `sent` has the number of records for each rank and
/// expert there, `got` from each rank for each expert here. More records than `most` for this rank, whose output is called `name`, end the task with an error.
///
/// `by_row`, the token of each record and a second table: that of an exchange in which each row goes from its token to its place in the order of [`arrive`].
pub fn exchange_table(
    deployment: &Deployment,
    [sent, got, table]: [Arg; 3],
    bytes: usize,
    (name, most): (&'static str, usize),
    by_row: Option<[Arg; 2]>,
) -> Result<Call> {
    let (ranks, slots, local) = (deployment.ranks, deployment.slots(), deployment.local());
    sent.require_numel(ranks * slots)?;
    got.require_numel(ranks * slots)?;
    table.require_numel(4 * ranks)?;
    let records = deployment.records();
    if let Some([tokens, rows]) = &by_row {
        tokens.require_numel(records)?;
        rows.require_numel(2 * ranks + records + most)?;
    }
    let (tokens, rows) = by_row.map_or((None, None), |[tokens, rows]| (Some(tokens), Some(rows)));
    let operands = TableOperands {
        sent: sent.into(),
        got: got.into(),
        table: table.into(),
        tokens: tokens.map(Read::from),
        rows: rows.map(Write::from),
    };
    kernel(operands, 64 * ranks * slots, move |at: TableAt| {
        let (to, from) = at.table.split_at_mut(2 * ranks);
        for (counts, table) in [(at.sent, to), (at.got, from)] {
            let (firsts, lengths) = table.split_at_mut(ranks);
            let mut sum = 0_i64;
            for (rank, counts) in counts.chunks(slots).enumerate() {
                let mut count = 0_i64;
                for &one in counts {
                    // Another process may say anything.
                    count = count.saturating_add(one.clamp(0, i64::from(i32::MAX)));
                }
                firsts[rank] = sum.saturating_mul(bytes as i64);
                lengths[rank] = count.saturating_mul(bytes as i64);
                sum = sum.saturating_add(count);
            }
        }
        let rows: i64 = at.got.iter().fold(0, |sum: i64, &one| {
            sum.saturating_add(one.clamp(0, i64::from(i32::MAX)))
        });
        if rows > most as i64 {
            let got = format!("a tensor of {most} rows");
            let allowed = format!("{rows} rows or more: so many tokens come to this rank");
            return Err(Error::value(name, got, allowed));
        }
        let (Some(tokens), Some(by_row)) = (at.tokens, at.rows) else {
            return Ok(());
        };
        let number = |of: &[i64]| of.iter().map(|&one| one.clamp(0, most as i64)).sum::<i64>();
        let (counts, numbers) = by_row.split_at_mut(2 * ranks);
        for (rank, of_rank) in at.sent.chunks(slots).enumerate() {
            counts[rank] = of_rank.iter().sum();
        }
        for (rank, of_rank) in at.got.chunks(slots).enumerate() {
            counts[ranks + rank] = number(of_rank);
        }
        let (from, to) = numbers.split_at_mut(records);
        from.copy_from_slice(tokens);
        // Rows come in the order of ranks and experts, and stand in that of experts and ranks.
        let mut row = 0;
        for slot in 0..local {
            let mut first = 0;
            for (rank, of_rank) in at.got.chunks(slots).enumerate() {
                let before = first + number(&of_rank[..slot]);
                for place in before..first + number(&of_rank[..=slot]) {
                    to[place as usize] = row;
                    row += 1;
                }
                first += counts[ranks + rank];
            }
        }
        Ok(())
    })
}

/// Form of the numbers of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Of each expert.
    Each,
    /// Of each expert and those before it.
    Cumulative,
}

/// Operands of [`arrive`].
pub struct Arrive {
    /// Experts on ranks.
    pub deployment: Deployment,
    /// Parts of records.
    pub parts: Records,
    /// The records, those of each rank side by side.
    pub records: Arg,
    /// The number of records from each rank for each expert.
    pub got: Arg,
    /// The rows in their order, if they have come without records.
    pub ordered: Option<Arg>,
    /// Gets the rows, unless they are there; what no record comes to stays.
    pub rows: Option<Arg>,
    /// Gets their scales.
    pub scales: Option<Arg>,
    /// Gets the rank, token and choice of each row, the first of 128 numbers.
    pub about: Option<Arg>,
    /// True if -1 stands for the rank of each row to which no record comes.
    pub marks_end: bool,
    /// Gets the number of tokens of each expert.
    pub totals: Arg,
    /// See `totals`.
    pub counted: Counted,
    /// Gets the end of the rows from each rank for each expert; zeros behind.
    pub ends: Option<Arg>,
    /// Gets the weights.
    pub weights: Option<Arg>,
}

operands! {
    struct Operands => OperandsAt {
        records: ReadBytes,
        got: Read<i64>,
        ordered: Option<ReadBytes>,
        rows: Option<WriteBytes>,
        scales: Option<WriteBytes>,
        about: Option<WritePart<i32>>,
        totals: Write<i64>,
        ends: Option<Write<i32>>,
        weights: Option<WritePart<f32>>,
        /// Record of each row, and its rank.
        from: Temporary<i64>,
        ranks: Temporary<i64>,
        firsts: Temporary<i64>,
    }
}

/// Numbers about a row.
pub(super) const ABOUT: usize = 128;

/// Plans the moves.
pub fn arrive(of: Arrive) -> Result<Call> {
    let (deployment, parts, counted) = (of.deployment, of.parts, of.counted);
    let marks_end = of.marks_end;
    let size = parts.bytes();
    let most = of.records.view.numel().unwrap_or(0) / size;
    let counts = deployment.counts();
    let local = deployment.local();
    // Bytes of a row, in the records or not.
    let bytes = match &of.ordered {
        Some(ordered) => {
            let count = ordered.view.numel().unwrap_or(0);
            let bytes = super::row_bytes(ordered.view.dtype, count);
            bytes.checked_div(most).unwrap_or(0)
        }
        None => parts.row,
    };
    // Records may have a scale more, which makes their number even.
    let scale_bytes = of.scales.as_ref().map_or(0, |scales| {
        let count = scales.view.numel().unwrap_or(0);
        let bytes = super::row_bytes(scales.view.dtype, count);
        bytes.checked_div(most).unwrap_or(0)
    });
    let moved = scale_bytes.min(parts.scales);
    of.got.require_numel(counts)?;
    of.totals.require_numel(local)?;
    if let Some(about) = &of.about {
        super::super::routing::require_rows(about, ABOUT * most)?;
    }
    if let Some(weights) = &of.weights {
        super::super::routing::require_rows(weights, most)?;
    }
    if let Some(ends) = &of.ends {
        super::super::routing::require_rows(ends, deployment.ranks * local)?;
    }
    let operands = Operands {
        records: of.records.into(),
        got: of.got.into(),
        ordered: of.ordered.map(ReadBytes::from),
        rows: of.rows.map(WriteBytes::part_of),
        scales: of.scales.map(WriteBytes::part_of),
        about: of.about.map(WritePart::from),
        totals: of.totals.into(),
        ends: of.ends.map(Write::from),
        weights: of.weights.map(WritePart::from),
        from: Temporary::of(most),
        ranks: Temporary::of(most),
        firsts: Temporary::of(counts),
    };
    let cost = most.saturating_mul(2 * size + 64);
    kernel(operands, cost, move |at: OperandsAt| {
        let (ranks, slots) = (deployment.ranks, deployment.slots());
        let mut sum = 0;
        for (first, &count) in at.firsts.iter_mut().zip(at.got) {
            *first = sum;
            sum += count.clamp(0, most as i64);
        }
        let mut rows = 0;
        let mut ends = at.ends;
        if let Some(ends) = &mut ends {
            ends.fill(0);
        }
        for slot in 0..local {
            let begin = rows;
            for rank in 0..ranks {
                let number = rank * slots + slot;
                let count = at.got[number].clamp(0, (most - rows) as i64) as usize;
                let first = at.firsts[number];
                for (row, record) in (rows..rows + count).zip(first..) {
                    (at.from[row], at.ranks[row]) = (record, rank as i64);
                }
                rows += count;
                if let Some(ends) = &mut ends {
                    ends[slot * ranks + rank] = rows as i32;
                }
            }
            at.totals[slot] = match counted {
                Counted::Each => rows - begin,
                Counted::Cumulative => rows,
            } as i64;
        }
        let (from, of_ranks, records) = (&*at.from, &*at.ranks, at.records);
        let mut about = at.about;
        if let (true, Some(about)) = (marks_end, &mut about) {
            let behind = about[rows * ABOUT..most * ABOUT].iter_mut();
            behind.step_by(ABOUT).for_each(|rank| *rank = -1);
        }
        let step = rows_at_once(size);
        let cut = (
            cuts::Pieces(rows.div_ceil(step)),
            at.rows.map(|rows| cuts::chunks(rows, bytes * step)),
            at.scales
                .map(|scales| cuts::chunks(scales, scale_bytes * step)),
            about.map(|about| cuts::chunks(about, ABOUT * step)),
            at.weights.map(|weights| cuts::chunks(weights, step)),
        );
        cuts::for_each_part(
            cut,
            |piece, ((), mut targets, mut scales, mut about, mut weights)| {
                for row in piece * step..rows.min((piece + 1) * step) {
                    let place = row - piece * step;
                    let record = &records[from[row] as usize * size..][..size];
                    if let Some(targets) = &mut targets {
                        let of_row = match at.ordered {
                            Some(ordered) => &ordered[row * bytes..][..bytes],
                            None => &record[..bytes],
                        };
                        targets[place * bytes..][..bytes].copy_from_slice(of_row);
                    }
                    if let Some(scales) = &mut scales {
                        let of_row = &record[parts.row..][..moved];
                        scales[place * scale_bytes..][..moved].copy_from_slice(of_row);
                    }
                    let word = |number: usize| {
                        let first = parts.about() + 4 * number;
                        std::array::from_fn(|byte| record[first + byte])
                    };
                    if let Some(about) = &mut about {
                        about[place * ABOUT] = of_ranks[row] as i32;
                        about[place * ABOUT + 1] = i32::from_le_bytes(word(1));
                        about[place * ABOUT + 2] = i32::from_le_bytes(word(2));
                    }
                    if let Some(weights) = &mut weights {
                        weights[place] = f32::from_le_bytes(word(0));
                    }
                }
            },
        );
        Ok(())
    })
}
