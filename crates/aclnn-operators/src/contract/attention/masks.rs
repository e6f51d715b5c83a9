//! Masks and biases of scores, and the weights that are kept.

use super::shapes::{Ends, Extents};
use super::{Dtypes, FLOAT, Scores, on_all};
use crate::contract::sets::MASK_TYPES;
use crate::error::{Error, Result};
use crate::ops::attention::{Shift, Window};
use crate::tensor::Dtype;

/// Rows of a shift that is the same along diagonals.
const DIAGONALS: i64 = 1024;

const BYTES: Dtypes = on_all(&[Dtype::U8]);
const MASKS: Dtypes = MASK_TYPES;

/// The extents of a mask that stands for a triangle of any size.
const TRIANGLE: [i64; 2] = [2048, 2048];
const TRIANGLE_AND_PREFIX: [i64; 2] = [3072, 2048];

impl Scores<'_> {
    /// Refuses a mask, and a mode, that do not fit. An extent of 1 serves all of its axis.
    pub(super) fn check_mask(&self, extents: &Extents, ends: &[Ends]) -> Result<()> {
        let last = if self.takes_tokens() { 8 } else { 6 };
        if !(0..=last).contains(&self.options.sparse_mode)
            || self.takes_tokens() && self.options.sparse_mode == 5
        {
            return Err(Error::value(
                "sparseMode",
                self.options.sparse_mode,
                format!("0 to {last}, in TND not 5"),
            ));
        }
        let Some(mask) = self.atten_mask() else {
            return Ok(());
        };
        mask.dtype_in(MASKS)?;
        let shape = mask.shape();
        if !self.hides_by_mask() {
            let wanted = if self.options.sparse_mode == 6 {
                TRIANGLE_AND_PREFIX
            } else {
                TRIANGLE
            };
            let is_right = shape == wanted || shape == [1, 1, wanted[0], wanted[1]];
            let reason = format!("{wanted:?} for `sparseMode` {}", self.options.sparse_mode);
            return if is_right {
                Ok(())
            } else {
                Err(mask.shape_refused(reason))
            };
        }
        let longest = |side: usize| ends.iter().map(|ends| ends[side].1 - ends[side].0).max();
        let rows = [0, 1].map(|side| longest(side).unwrap_or(0) as i64);
        let outer = [ends.len() as i64, extents.heads[0] as i64];
        let fits = match *shape {
            [_, _] => true,
            [batch, heads, _, _] => {
                (batch == 1 || batch == outer[0]) && (heads == 1 || heads == outer[1])
            }
            _ => false,
        };
        let inner = &shape[shape.len().saturating_sub(2)..];
        let is_wide = inner.iter().zip(rows).all(|(&extent, rows)| {
            extent == 1 || extent == rows || self.takes_tokens() && extent > rows
        });
        if !fits || !is_wide {
            let allowed = format!(
                "{rows:?} (queries and keys), or these behind {} (batch) and {} (heads); each extent may be 1",
                outer[0], outer[1]
            );
            return Err(mask.shape_refused(allowed));
        }
        Ok(())
    }

    /// Refuses what does not fit to be added to scores; returns which of its numbers belongs to a score.
    pub(super) fn check_shift(&self, extents: &Extents, ends: &[Ends]) -> Result<Shift> {
        let outer = [
            ends.len(),
            extents.heads[0],
            extents.rows[0],
            extents.rows[1],
        ];
        let [batch, heads, queries, keys] = outer.map(|extent| extent as i64);
        let kind = self.options.pse_type;
        let Some(shift) = self.pse_shift() else {
            return match kind {
                0 | 1 => Ok(Shift::Each),
                2 | 3 => Err(Error::value(
                    "pseType",
                    kind,
                    "0 or 1 where there are no slopes",
                )),
                _ => Err(Error::value("pseType", kind, "0 to 3")),
            };
        };
        let shape = shift.shape();
        if matches!(kind, 2 | 3) {
            shift.dtype_in(FLOAT)?;
            return match shape == [heads] || shape == [batch, heads] {
                true => Ok(Shift::Each),
                false => Err(shift.shape_refused(format!(
                    "[{heads}] or [{batch}, {heads}], a slope for each head (`pseType` {kind})"
                ))),
            };
        }
        if !matches!(kind, 0 | 1) {
            return Err(Error::value("pseType", kind, "0 to 3"));
        }
        shift.same_dtype(self.query)?;
        let is_diagonal = |longest: i64| match *shape {
            [b, h, rows, k] => {
                (b == 1 || b == batch) && h == heads && rows == DIAGONALS && k >= longest
            }
            _ => false,
        };
        if self.takes_tokens() {
            let length = |(start, end): (usize, usize)| (end - start) as i64;
            let longest = ends.iter().map(|ends| length(ends[1])).max().unwrap_or(0);
            let all = ends
                .iter()
                .map(|&[q, k]| length(q).saturating_mul(length(k)));
            let all = all.fold(0, i64::saturating_add).saturating_mul(heads);
            if shift.numel() as i64 == all {
                return Ok(Shift::Behind);
            }
            if is_diagonal(longest) {
                return Ok(Shift::Diagonals);
            }
            let allowed = format!(
                "{all} numbers, those of all scores of a sequence behind those of the one before, or [{batch} or 1, {heads}, {DIAGONALS}, {longest} or more]"
            );
            return Err(shift.shape_refused(allowed));
        }
        let fits = match *shape {
            [b, h, q, k] => {
                (b == 1 || b == batch) && h == heads && (q == 1 || q == queries) && k == keys
            }
            _ => false,
        };
        if fits {
            return Ok(Shift::Each);
        }
        match queries > DIAGONALS && is_diagonal(keys) {
            true => Ok(Shift::Diagonals),
            false => Err(shift.shape_refused(format!(
                "{batch} or 1, {heads}, {queries} or 1 (or {DIAGONALS}, if there are more), and {keys}"
            ))),
        }
    }

    /// Refuses too few bits of weights that are kept.
    pub(super) fn check_drop_mask(&self, extents: &Extents, ends: &[Ends]) -> Result<()> {
        if self.options.keep_prob == 1.0
            || self.drop_mask().is_none() && self.options.random.is_some()
        {
            return Ok(());
        }
        let kept = self.drop_mask().ok_or_else(|| {
            let got = "null or empty where `keepProb` is below 1";
            Error::value(
                "dropMaskOptional",
                got,
                "a tensor with a bit for each score",
            )
        })?;
        kept.dtype_in(BYTES)?;
        let length = |(start, end): (usize, usize)| end - start;
        let scores = ends
            .iter()
            .map(|&[queries, keys]| length(queries).saturating_mul(length(keys)));
        let scores = scores
            .fold(0, usize::saturating_add)
            .saturating_mul(extents.heads[0]);
        match kept.numel().saturating_mul(8) >= scores {
            true => Ok(()),
            false => Err(kept.shape_refused(format!(
                "{} bytes or more, a bit for each score",
                scores.div_ceil(8)
            ))),
        }
    }

    /// The keys that queries of a sequence may see.
    pub(super) fn window(&self, rows: [usize; 2], prefix: usize, is_end: bool) -> Window {
        let tokens = [self.options.pre_tokens, self.options.next_tokens];
        match self.atten_mask() {
            None => Window::ALL,
            Some(_) => window(self.options.sparse_mode, tokens, rows, prefix, is_end),
        }
    }
}

/// The keys that queries may see in a mode, of sequences of so many of both. Of the modes of sequences that are cut, one sequence is that at the end.
pub fn window(
    mode: i64,
    [before, after]: [i64; 2],
    [queries, keys]: [usize; 2],
    prefix: usize,
    is_end: bool,
) -> Window {
    let shift = keys as i64 - queries as i64;
    let band = |shift: i64| Window {
        low: shift.saturating_sub(before),
        high: shift.saturating_add(after),
        prefix: 0,
    };
    let causal = |high: i64| Window {
        high,
        ..Window::ALL
    };
    match mode {
        0 => band(0),
        4 => band(shift),
        7 | 8 if is_end => band(shift),
        2 | 8 => causal(0),
        3 | 7 => causal(shift),
        6 => Window {
            prefix,
            ..causal(shift)
        },
        _ => Window::ALL,
    }
}
