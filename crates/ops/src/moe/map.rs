//! Tokens in the order of the experts that a map gives them: expert after expert, each with its tokens in their order.

#![forbid(unsafe_code)]

use super::links::too_many;
use super::{row_bytes, rows_at_once};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{
    ReadBytes, ReadIndices, Temporary, Write, WriteBytes, kernel, operands,
};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::cuts;

/// Operands of [`map_permute`].
pub struct MapPermute {
    /// A row for each token.
    pub tokens: Arg,
    /// An element for each token and expert, which are chosen where it is not 0.
    pub map: Arg,
    /// An element for each token and expert that goes with the row.
    pub probs: Option<[Arg; 2]>,
    /// True if each expert has as many rows, of which those that it did not choose come last.
    pub pads: bool,
    /// The rows.
    pub output: Arg,
    /// For each place of a token's experts its row, or, of rows that are padded, the token of each.
    pub indices: Arg,
}

operands! {
    struct Operands => OperandsAt {
        map: ReadIndices<i64>,
        tokens: ReadBytes,
        probs: Option<ReadBytes>,
        output: WriteBytes,
        output_probs: Option<WriteBytes>,
        indices: Write<i32>,
        /// The element of the map that each row stands for, or -1.
        from: Temporary<i64>,
        /// The map, read once.
        chosen: Temporary<u8>,
        /// The number of experts of each token so far.
        places: Temporary<i64>,
    }
}

/// Plans the rows. A token with more experts than there are places for one ends the task with an error; rows that no token has are zeros.
pub fn map_permute(of: MapPermute) -> Result<Call> {
    let [tokens, experts] = of.map.extents::<2>()?;
    let rows = of.indices.view.numel().unwrap_or(0);
    let width = of
        .tokens
        .view
        .numel()
        .unwrap_or(0)
        .checked_div(tokens)
        .unwrap_or(0);
    of.tokens.require_numel(width * tokens)?;
    of.output.require_numel(width * rows)?;
    let bytes = row_bytes(of.tokens.view.dtype, width);
    let (probs, output_probs, prob_bytes) = match of.probs {
        Some([probs, output]) => {
            probs.require_numel(tokens * experts)?;
            output.require_numel(rows)?;
            let bytes = row_bytes(probs.view.dtype, 1);
            (Some(probs), Some(output), bytes)
        }
        None => (None, None, 0),
    };
    let (name, pads) = (of.map.name, of.pads);
    let operands = Operands {
        map: of.map.into(),
        tokens: of.tokens.into(),
        probs: probs.map(ReadBytes::from),
        output: of.output.into(),
        output_probs: output_probs.map(WriteBytes::from),
        indices: of.indices.into(),
        from: Temporary::of(rows),
        chosen: Temporary::of(tokens * experts),
        places: Temporary::of(tokens),
    };
    let cost = rows
        .saturating_mul(2 * bytes)
        .saturating_add(tokens.saturating_mul(experts * 8));
    kernel(operands, cost, move |at: OperandsAt| {
        let top_k = rows.checked_div(tokens).unwrap_or(0);
        let limit = if pads { usize::MAX } else { top_k };
        read_map(at.map, at.chosen, experts, limit, name)?;
        let chosen = &*at.chosen;
        let of_expert = |expert: usize, is_chosen: bool| {
            let elements = (0..tokens).map(move |token| token * experts + expert);
            elements.filter(move |&element| (chosen[element] != 0) == is_chosen)
        };
        match pads {
            true => {
                let capacity = rows.checked_div(experts).unwrap_or(0);
                for (expert, part) in at.from.chunks_mut(capacity.max(1)).enumerate() {
                    let elements = of_expert(expert, true).chain(of_expert(expert, false));
                    for (from, element) in part.iter_mut().zip(elements) {
                        *from = element as i64;
                    }
                }
                for (index, &from) in at.indices.iter_mut().zip(&*at.from) {
                    *index = (from as usize / experts) as i32;
                }
            }
            false => {
                at.from.fill(-1);
                at.indices.fill(-1);
                at.places.fill(0);
                let elements = (0..experts).flat_map(|expert| of_expert(expert, true));
                for (row, element) in elements.enumerate() {
                    let token = element / experts;
                    at.from[row] = element as i64;
                    at.indices[token * top_k + at.places[token] as usize] = row as i32;
                    at.places[token] += 1;
                }
            }
        }
        let from = &*at.from;
        let step = rows_at_once(bytes);
        let cut = (
            cuts::Pieces(rows.div_ceil(step)),
            cuts::chunks(at.output, bytes * step),
            at.output_probs
                .map(|output| cuts::chunks(output, prob_bytes * step)),
        );
        let copy = |to: &mut [u8], source: &[u8], number: Option<usize>| match number {
            Some(number) => to.copy_from_slice(&source[number * to.len()..(number + 1) * to.len()]),
            None => to.fill(0),
        };
        cuts::for_each_part(cut, |piece, ((), output, probs)| {
            let element = |row: usize| usize::try_from(from[row]).ok();
            for (row, to) in (piece * step..).zip(output.chunks_mut(bytes.max(1))) {
                copy(to, at.tokens, element(row).map(|element| element / experts));
            }
            if let (Some(to), Some(probs)) = (probs, at.probs) {
                for (row, to) in (piece * step..).zip(to.chunks_mut(prob_bytes)) {
                    copy(to, probs, element(row));
                }
            }
        });
        Ok(())
    })
}

/// Reads each element of a map once; refuses a token with more experts than `limit`.
fn read_map(
    map: IndexSlice<i64>,
    chosen: &mut [u8],
    experts: usize,
    limit: usize,
    name: &'static str,
) -> Result<()> {
    for (element, value) in chosen.iter_mut().zip(map.iter()) {
        *element = u8::from(value != 0);
    }
    for (token, row) in chosen.chunks(experts.max(1)).enumerate() {
        let count: usize = row.iter().map(|&element| usize::from(element)).sum();
        if count > limit {
            return Err(too_many(name, token, limit));
        }
    }
    Ok(())
}
