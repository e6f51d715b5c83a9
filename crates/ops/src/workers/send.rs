//! Tokens that go from a worker of attention to workers of experts, and rows that come back: into the memory of the others, which take no part.

#![forbid(unsafe_code)]

use std::ops::Range;
use std::sync::Arc;

use super::{BEFORE, Layout, READY, Windows};
use crate::moe::{Inputs, QuantiseRows, Quantiser, rows_at_once};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{
    Read, ReadBytes, ReadIndices, Shared, Temporary, WriteBytes, kernel, operands, waiting,
};
use hostnpu_engine::sequence::Sequence;
use hostnpu_kernels::index::IndexSlice;
use hostnpu_numeric::Bool;
use hostnpu_tensor::parallel::for_each_piece;
use hostnpu_tensor::{Dtype, cuts};

/// Operands of [`attention_to_ffn`], under the documented names.
pub struct AttentionToFfn {
    /// The tokens, (1, tokens, width).
    pub x: Arg,
    /// The session.
    pub session_id: Arg,
    /// Its micro batch.
    pub micro_batch_id: Arg,
    /// The layer, which workers of experts are told.
    pub layer_id: Arg,
    /// The experts of each token, (1, tokens, K).
    pub expert_ids: Arg,
    /// Of each layer and expert the number of its instances, then the rank and local number of each: (layers, experts, M).
    pub expert_rank_table: Arg,
    /// Factors of columns for each expert, of quantised tokens.
    pub scales: Option<Arg>,
    /// True for tokens that are sent, the first ones.
    pub active_mask: Option<Arg>,
    /// Number of routed experts; those behind are shared, and get all tokens.
    pub moe_experts: usize,
    /// Sessions, and micro batches of each.
    pub sessions: [usize; 2],
    /// The memory of workers of experts.
    pub ffn: Layout,
    /// The memory of this worker.
    pub attention: Layout,
    /// Ranks of the workers of experts.
    pub ffn_ranks: Range<usize>,
    /// This rank.
    pub rank: usize,
    /// True if tokens become INT8, with a scale behind each.
    pub is_quantised: bool,
    /// True if all workers of experts are told that tokens have come; else those that get some.
    pub tells_all: bool,
    /// Memory of the ranks.
    pub windows: Arc<dyn Windows>,
}

operands! {
    struct Operands => OperandsAt {
        x: Option<ReadBytes>,
        quantised: Option<Inputs>,
        codes: Option<WriteBytes>,
        scales: Option<WriteBytes>,
        session: ReadIndices<i32>,
        micro_batch: ReadIndices<i32>,
        layer: ReadIndices<i32>,
        experts: ReadIndices<i32>,
        table: ReadIndices<i32>,
        mask: Option<Read<Bool>>,
        /// Of each row the expert, the rank and the expert's number there.
        rows: Temporary<[i32; 3]>,
    }
}

/// Bytes before the scale of a quantised row of so many: it lies at a multiple of 32.
fn scale_at(width: usize) -> usize {
    width.next_multiple_of(32)
}

/// Bytes of a row that is sent.
pub fn sent_bytes(width: usize, is_quantised: bool) -> usize {
    match is_quantised {
        true => scale_at(width) + 4,
        false => 2 * width,
    }
}

/// A number that is read once, below a bound.
fn below(
    numbers: IndexSlice<'_, i32>,
    at: usize,
    bound: usize,
    name: &'static str,
) -> Result<usize> {
    let got = numbers.get(at);
    match usize::try_from(got) {
        Ok(number) if number < bound => Ok(number),
        _ => {
            let got = format!("{got} at {at}");
            Err(Error::value(
                name,
                got,
                format!("0 to {}", bound as i64 - 1),
            ))
        }
    }
}

/// Plans the way of tokens into the memory of the workers of experts that have an instance of their experts: the session chooses it. It waits until what these have there of the same session and micro batch is taken.
pub fn attention_to_ffn(of: AttentionToFfn) -> Result<Call> {
    let [_, tokens, width] = of.x.extents::<3>()?;
    let [layers, experts, entry] = of.expert_rank_table.extents::<3>()?;
    let [_, _, top_k] = of.expert_ids.extents::<3>()?;
    let choices = top_k + experts - of.moe_experts;
    let most = tokens * choices;
    let names = [
        of.session_id.name,
        of.micro_batch_id.name,
        of.layer_id.name,
        of.expert_ids.name,
        of.expert_rank_table.name,
    ];
    let mask_name = of.active_mask.as_ref().map_or("", |mask| mask.name);
    let mut all = Sequence::default();
    let x = all.add(of.x);
    let session = all.add(of.session_id);
    let micro_batch = all.add(of.micro_batch_id);
    let layer = all.add(of.layer_id);
    let ids = all.add(of.expert_ids);
    let table = all.add(of.expert_rank_table);
    let factors = of.scales.map(|arg| all.add(arg));
    let mask = of.active_mask.map(|arg| all.add(arg));
    let mut quantiser = None;
    let operands = match of.is_quantised {
        false => (Some(x.into()), None, None, None),
        true => {
            let codes = all.temporary(Dtype::I8, &[most as i64, width as i64])?;
            let scales = all.temporary(Dtype::F32, &[most as i64])?;
            let quantised = QuantiseRows {
                x,
                method: crate::moe::Method::Row,
                scale: factors,
                offset: None,
                codes: codes.clone(),
                scales: Some(scales.clone()),
            };
            quantiser = Some(Quantiser::new(&quantised, tokens, most)?);
            let inputs = Inputs {
                x: quantised.x.into(),
                scale: quantised.scale.map(Read::from),
                offset: None,
            };
            (
                None,
                Some(inputs),
                Some(WriteBytes::part_of(codes)),
                Some(WriteBytes::part_of(scales)),
            )
        }
    };
    let (x, quantised, codes, scales) = operands;
    let operands = Operands {
        x,
        quantised,
        codes,
        scales,
        session: session.into(),
        micro_batch: micro_batch.into(),
        layer: layer.into(),
        experts: ids.into(),
        table: table.into(),
        mask: mask.map(Read::from),
        rows: Temporary::of(most),
    };
    let (moe_experts, sessions, ranks) = (of.moe_experts, of.sessions, of.ffn_ranks);
    let (ffn, attention, windows) = (of.ffn, of.attention, of.windows);
    let (own, tells_all) = (of.rank, of.tells_all);
    all.then(kernel(operands, usize::MAX, move |at: OperandsAt| {
        let session = below(at.session, 0, sessions[0], names[0])?;
        let micro_batch = below(at.micro_batch, 0, sessions[1], names[1])?;
        let layer = below(at.layer, 0, layers, names[2])?;
        let sent = match at.mask {
            None => tokens,
            Some(mask) => {
                let sent = mask.iter().take_while(|is_sent| is_sent.get()).count();
                if let Some(late) = mask[sent..].iter().position(|is_sent| is_sent.get()) {
                    let got = format!("true at {} behind false", sent + late);
                    return Err(Error::value(mask_name, got, "all true before all false"));
                }
                sent
            }
        };
        let count = sent * choices;
        let rows = &mut at.rows[..count];
        for (number, row) in rows.iter_mut().enumerate() {
            let (token, choice) = (number / choices, number % choices);
            let expert = match choice.checked_sub(top_k) {
                None => below(at.experts, token * top_k + choice, moe_experts, names[3])?,
                Some(shared) => moe_experts + shared,
            };
            let first = (layer * experts + expert) * entry;
            let most = (entry - 1) / 2;
            let instances = at.table.get(first);
            if !(1..=most as i64).contains(&instances) {
                let got = format!("{instances} instances of expert {expert}");
                return Err(Error::value(names[4], got, format!("1 to {most}")));
            }
            let first = first + 1 + 2 * (session % instances as usize);
            let [rank, local] = [first, first + 1].map(|place| at.table.get(place));
            if !(ranks.start as i64..ranks.end as i64).contains(&rank) || local < 0 {
                let got = format!("rank {rank} with expert {local} for expert {expert}");
                let allowed = format!(
                    "ranks {} to {} with 0 or more",
                    ranks.start,
                    ranks.end - 1
                );
                return Err(Error::value(names[4], got, allowed));
            }
            *row = [expert as i32, rank as i32, local as i32];
        }
        let rows = &*rows;
        let place = session * sessions[1] + micro_batch;
        let gets = |rank: usize| rows.iter().any(|row| row[1] == rank as i32);
        let bytes = ffn.bytes().unwrap_or(u64::MAX);
        let told: Vec<(usize, bool)> = ranks
            .clone()
            .map(|rank| (rank, gets(rank)))
            .filter(|&(_, gets)| tells_all || gets)
            .collect();
        let mut of_ranks = vec![None; ranks.len()];
        for &(rank, _) in &told {
            of_ranks[rank - ranks.start] = Some(windows.of(rank, bytes)?);
        }
        let info = |window: &Shared| window.part(ffn.words_of(place), 4 * ffn.words as usize);
        let hidden = (tokens - sent) * choices;
        let marks = match hidden {
            0 => None,
            _ => {
                let all = windows.of(own, attention.bytes().unwrap_or(u64::MAX))?;
                Some(all.part(
                    attention.words_of(micro_batch) + 4 * count,
                    4 * hidden,
                ))
            }
        };
        for &(rank, _) in told.iter().filter(|(_, gets)| *gets) {
            if let Some(window) = &of_ranks[rank - ranks.start] {
                let info = info(window);
                let what = || {
                    format!("the tokens of session {session}, micro batch {micro_batch}, are to be taken")
                };
                windows.wait(rank, &what, &mut || info.word(0) != READY)?;
            }
        }
        let (mut codes, mut scales) = (at.codes, at.scales);
        if let (Some(quantiser), Some(inputs), Some(codes), Some(scales)) =
            (&quantiser, &at.quantised, &mut codes, &mut scales)
        {
            let step = rows_at_once(4 * width);
            let cut = (
                cuts::chunks(&mut codes[..count * width], step * width),
                cuts::chunks(&mut scales[..4 * count], step * 4),
            );
            cuts::for_each_part(cut, |piece, (codes, scales)| {
                let each = codes.chunks_mut(width).zip(scales.chunks_mut(4));
                for (number, (codes, scale)) in each.enumerate() {
                    let number = piece * step + number;
                    let expert = rows[number][0] as usize;
                    quantiser.quantise(inputs, number / choices, expert, codes, scale);
                }
            });
        }
        let (codes, scales) = (codes.as_deref(), scales.as_deref());
        let of_row = |number: usize| of_ranks[rows[number][1] as usize - ranks.start].as_ref();
        let step = rows_at_once(2 * width);
        for_each_piece(count.div_ceil(step), |piece| {
            for number in piece * step..count.min((piece + 1) * step) {
                let Some(window) = of_row(number) else {
                    continue;
                };
                let to = ffn.row_of(place, number);
                if let Some(x) = at.x {
                    let token = number / choices;
                    window.store(to, &x[2 * width * token..2 * width * (token + 1)]);
                }
                if let (Some(codes), Some(scales)) = (codes, scales) {
                    window.store(to, &codes[width * number..width * (number + 1)]);
                    window.store(to + scale_at(width), &scales[4 * number..4 * number + 4]);
                }
            }
        });
        for (number, row) in rows.iter().enumerate() {
            if let Some(window) = of_row(number) {
                info(window).set_word(BEFORE + number, row[2]);
            }
        }
        for window in of_ranks.iter().flatten() {
            let info = info(window);
            info.set_word(1, layer as i32);
            info.set_word(0, READY);
        }
        if let Some(marks) = marks {
            (0..hidden).for_each(|mark| marks.set_word(mark, READY));
        }
        Ok(())
    })?)?;
    Ok(waiting(all.finish()))
}

/// Operands of [`ffn_to_attention`], under the documented names.
pub struct FfnToAttention {
    /// The rows, (Y, width).
    pub x: Arg,
    /// The session of each.
    pub session_ids: Arg,
    /// Its micro batch.
    pub micro_batch_ids: Arg,
    /// Its token.
    pub token_ids: Arg,
    /// The number of its expert among those of the token.
    pub expert_offsets: Arg,
    /// The number of rows that are sent, the first ones.
    pub actual_token_num: Arg,
    /// The rank of each session; else that of its number.
    pub attn_rank_table: Option<Arg>,
    /// Micro batches, tokens of each, and experts of a token.
    pub extents: [usize; 3],
    /// The memory of workers of attention.
    pub attention: Layout,
    /// Number of ranks.
    pub ranks: usize,
    /// Memory of the ranks.
    pub windows: Arc<dyn Windows>,
}

operands! {
    struct Back => BackAt {
        x: ReadBytes,
        sessions: ReadIndices<i32>,
        micro_batches: ReadIndices<i32>,
        tokens: ReadIndices<i32>,
        experts: ReadIndices<i32>,
        count: ReadIndices<i64>,
        table: Option<ReadIndices<i32>>,
        /// Of each row the rank, the micro batch, and the place in it.
        rows: Temporary<[i32; 3]>,
    }
}

/// Plans the way of rows back into the memory of the workers of attention, with a mark for each. Waits for no other rank.
pub fn ffn_to_attention(of: FfnToAttention) -> Result<Call> {
    let [most, width] = of.x.extents::<2>()?;
    let numbers = [
        of.session_ids,
        of.micro_batch_ids,
        of.token_ids,
        of.expert_offsets,
    ];
    let names = numbers.each_ref().map(|arg| arg.name);
    let [of_sessions, of_batches, of_tokens, of_experts] = numbers.map(ReadIndices::from);
    let count_name = of.actual_token_num.name;
    let table_name = of.attn_rank_table.as_ref().map_or("", |table| table.name);
    let operands = Back {
        x: of.x.into(),
        sessions: of_sessions,
        micro_batches: of_batches,
        tokens: of_tokens,
        experts: of_experts,
        count: of.actual_token_num.into(),
        table: of.attn_rank_table.map(ReadIndices::from),
        rows: Temporary::of(most),
    };
    let [micro_batches, tokens, experts] = of.extents;
    let (layout, ranks, windows) = (of.attention, of.ranks, of.windows);
    kernel(operands, usize::MAX, move |at: BackAt| {
        let count = at.count.get(0);
        let count = match usize::try_from(count) {
            Ok(count) if count <= most => count,
            _ => {
                let allowed = format!("0 to {most}, the rows of `x`");
                return Err(Error::value(count_name, count, allowed));
            }
        };
        let sessions = at.table.map_or(ranks, IndexSlice::len);
        let numbers = [at.sessions, at.micro_batches, at.tokens, at.experts];
        let bounds = [sessions, micro_batches, tokens, experts];
        let rows = &mut at.rows[..count];
        for (number, row) in rows.iter_mut().enumerate() {
            let mut place = [0; 4];
            for (which, place) in place.iter_mut().enumerate() {
                *place = below(numbers[which], number, bounds[which], names[which])?;
            }
            let [session, micro_batch, token, expert] = place;
            let rank = match at.table {
                None => session,
                Some(table) => below(table, session, ranks, table_name)?,
            };
            *row = [rank, micro_batch, token * experts + expert].map(|number| number as i32);
        }
        let rows = &*rows;
        let bytes = layout.bytes().unwrap_or(u64::MAX);
        let mut of_ranks = vec![None; ranks];
        for &[rank, ..] in rows {
            let window = &mut of_ranks[rank as usize];
            if window.is_none() {
                *window = Some(windows.of(rank as usize, bytes)?);
            }
        }
        let step = rows_at_once(2 * width);
        for_each_piece(count.div_ceil(step), |piece| {
            let first = piece * step;
            let own = &rows[first..count.min(first + step)];
            for (number, row) in (first..).zip(own) {
                let [rank, micro_batch, row] = row.map(|number| number as usize);
                if let Some(window) = &of_ranks[rank] {
                    let to = layout.row_of(micro_batch, row);
                    window.store(to, &at.x[2 * width * number..2 * width * (number + 1)]);
                    let marks = layout.words_of(micro_batch);
                    window.set_word(marks / 4 + row, READY);
                }
            }
        });
        Ok(())
    })
}
