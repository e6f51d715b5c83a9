//! Granularity of scales, offsets and biases, by their shapes: groups, rows, columns and blocks of steps.

use super::Matrices;
use crate::argument::{Input, Inputs};
use crate::contract::sides::factor;
use crate::error::{Error, Result};
use crate::ops::grouped::Factor;

/// Steps that share a scale of a block, and of a microscaling block.
pub(super) const BLOCK: i64 = 128;
pub(super) const MX: i64 = 32;

pub(super) fn blocks(extent: i64, size: i64) -> i64 {
    (extent + size - 1) / size
}

pub(super) fn is(tensor: &Input, shape: &[i64]) -> bool {
    tensor.shape() == shape
}

/// Granularity of the scales of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spread {
    Tensor,
    /// By columns of the weight, or by rows of `x`.
    Lanes,
    Blocks,
}

/// Extents of the products.
#[derive(Clone, Copy)]
pub(super) struct Extents {
    pub g: i64,
    pub m: i64,
    pub k: i64,
    pub n: i64,
    pub of_steps: bool,
}

impl Extents {
    pub fn shape_refused(self, tensor: &Input, shapes: &[Vec<i64>]) -> Error {
        let names: Vec<String> = shapes.iter().map(|shape| format!("{shape:?}")).collect();
        tensor.shape_refused(names.join(" or "))
    }

    /// A number for each column, of each group: `[groups, columns]`, or `[columns]` of a tensor for each group.
    pub fn by_column(self, list: &Inputs, weights: &[Matrices], is_listed: bool) -> Result<Factor> {
        let n = self.n as usize;
        if is_listed {
            for (tensor, weight) in list.iter().zip(weights) {
                let [_, columns] = weight.last_two();
                tensor.shape_is(&[columns], "the columns of its weight")?;
            }
            return Ok(factor(list)?.by_column(1, 1));
        }
        list[0].shape_is(&[self.g, self.n], "groups by columns")?;
        Ok(factor(list)?.by_group(n).by_column(1, 1))
    }

    /// A number for each column, or one for each group.
    pub fn scale(self, list: &Inputs) -> Result<Factor> {
        let (tensor, scale) = (&list[0], factor(list)?);
        match tensor.shape() {
            [g] if *g == self.g => Ok(scale.by_group(1)),
            [g, 1] if *g == self.g => Ok(scale.by_group(1)),
            [g, n] if (*g, *n) == (self.g, self.n) => {
                Ok(scale.by_group(self.n as usize).by_column(1, 1))
            }
            _ => Err(self.shape_refused(
                tensor,
                &[vec![self.g, self.n], vec![self.g, 1], vec![self.g]],
            )),
        }
    }

    /// Returns the granularity of the scales of a quantised weight.
    pub fn spread_of_weight(self, tensor: &Input) -> Result<Spread> {
        let Self {
            g, k, n, of_steps, ..
        } = self;
        let (along, across) = (blocks(k, BLOCK), blocks(n, BLOCK));
        let of_blocks = match of_steps {
            true => vec![k / BLOCK + g, across],
            false => vec![g, along, across],
        };
        let is_small = of_steps && k < BLOCK && n <= BLOCK;
        if is(tensor, &[g]) || is(tensor, &[g, 1]) && !(is_small) {
            return Ok(Spread::Tensor);
        }
        if is(tensor, &of_blocks) {
            return Ok(Spread::Blocks);
        }
        if is(tensor, &[g, n]) {
            return Ok(Spread::Lanes);
        }
        Err(self.shape_refused(tensor, &[vec![g, n], vec![g, 1], vec![g], of_blocks]))
    }

    /// Returns the granularity of the scales of a quantised `x`, given that of the weight.
    pub fn spread_of_x(self, tensor: &Input, weight: Spread) -> Result<Spread> {
        let Self {
            g,
            m,
            k,
            n,
            of_steps,
        } = self;
        let by_weight = |other: Spread| match weight {
            Spread::Blocks => Spread::Blocks,
            _ => other,
        };
        let of_blocks = match of_steps {
            true => vec![k / BLOCK + g, m],
            false => vec![m, blocks(k, BLOCK)],
        };
        let of_tokens = if of_steps { vec![g, m] } else { vec![m] };
        let (one, blocked, token) = (
            is(tensor, &[g, 1]),
            is(tensor, &of_blocks),
            is(tensor, &of_tokens),
        );
        Ok(match (one, blocked, token) {
            _ if of_steps && blocked && token && n <= BLOCK => Spread::Blocks,
            (true, true, _) if !of_steps || n > BLOCK => by_weight(Spread::Tensor),
            (_, true, true) => by_weight(Spread::Lanes),
            (true, _, _) => Spread::Tensor,
            (_, true, _) => Spread::Blocks,
            (_, _, true) => Spread::Lanes,
            _ if is(tensor, &[g]) => Spread::Tensor,
            _ => {
                return Err(
                    self.shape_refused(tensor, &[of_tokens, vec![g, 1], vec![g], of_blocks])
                );
            }
        })
    }
}

impl Extents {
    /// Returns true if pairs of powers of two of the weight lie by columns first: where both orders fit or none does, as a weight that is turned.
    pub fn shows_lanes(self, tensor: &Input, groups: &[i64], turned: bool) -> bool {
        let pairs = blocks(self.k, 2 * MX);
        let fits = |last: [i64; 3]| is(tensor, &[groups, &last].concat());
        let [by_lane, by_pair] = [[self.n, pairs, 2], [pairs, self.n, 2]].map(fits);
        if by_lane == by_pair { turned } else { by_lane }
    }

    /// Powers of two of blocks of 32 steps, in pairs: of rows of `x`, or of columns of the weight.
    pub fn powers(self, tensor: &Input, is_left: bool, turned: bool) -> Result<Factor> {
        let lanes = if is_left { self.m } else { self.n };
        let pairs = blocks(self.k, 2 * MX);
        let scale = Factor::new(vec![tensor.read()?]);
        let spread = |factor: Factor, stride: usize| {
            if is_left {
                factor.by_row(1, stride)
            } else {
                factor.by_column(1, stride)
            }
        };
        let wide = 2 * lanes as usize;
        if self.of_steps {
            tensor.shape_is(
                &[self.k / (2 * MX) + self.g, lanes, 2],
                "pairs of blocks of 32 steps of all groups",
            )?;
            let scale = spread(scale, 2).by_pairs(MX as usize, wide, 1);
            return Ok(scale.following_groups(2 * MX as usize, wide));
        }
        let row = 2 * pairs as usize;
        if is_left {
            tensor.shape_is(
                &[lanes, pairs, 2],
                "pairs of blocks of 32 steps of each row",
            )?;
            return Ok(spread(scale, row).by_pairs(MX as usize, 2, 1));
        }
        let group = (lanes * pairs * 2) as usize;
        let scale = scale.by_group(group);
        Ok(match self.shows_lanes(tensor, &[self.g], turned) {
            true => {
                tensor.shape_is(
                    &[self.g, lanes, pairs, 2],
                    "pairs of blocks of 32 steps of each column",
                )?;
                spread(scale, row).by_pairs(MX as usize, 2, 1)
            }
            false => {
                tensor.shape_is(
                    &[self.g, pairs, lanes, 2],
                    "pairs of blocks of 32 steps of each column",
                )?;
                spread(scale, 2).by_pairs(MX as usize, wide, 1)
            }
        })
    }
}
