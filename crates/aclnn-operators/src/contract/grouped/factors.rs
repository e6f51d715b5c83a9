//! Scales, offsets and biases of each mode: their shapes, and where they stand in the formula.

use super::modes::{self, Mode};
use super::scenario::Scenario;
use super::spread::{BLOCK, Extents, MX, Spread, blocks};
use super::{GroupedMatmul, Matrices};
use crate::argument::Inputs;
use crate::contract::on_950;
use crate::contract::sides::factor;
use crate::error::{Error, Result};
use crate::ops::grouped::{Activation, Factor, Part, Side, Step};
use crate::tensor::Dtype::*;

/// Operations beside the products.
pub(super) struct Computed {
    /// Both without their tensors.
    pub left: Side,
    pub right: Side,
    pub steps: Vec<Step>,
}

/// The function that `actType` names.
fn activation(act_type: i64) -> Option<Activation> {
    Some(match act_type {
        1 => Activation::Relu,
        2 => Activation::GeluByTanh,
        4 => Activation::FastGelu,
        5 => Activation::Silu,
        _ => return None,
    })
}

impl GroupedMatmul<'_> {
    /// Refuses scales, offsets and biases of other shapes than those of the mode.
    pub(super) fn factors(
        &self,
        mode: Mode,
        x: &[Matrices],
        weights: &[Matrices],
        scenario: &Scenario,
    ) -> Result<Computed> {
        let of = Extents {
            g: scenario.groups as i64,
            m: scenario.m,
            k: scenario.k,
            n: scenario.n,
            of_steps: scenario.of_steps(),
        };
        let is_listed = scenario.is_listed;
        let single = || match (x.len(), weights.len(), self.out.len(), is_listed) {
            (1, 1, 1, false) => Ok(()),
            _ => {
                let got = format!("{} tensors", weights.len());
                let allowed = "1 tensor, and 1 of `x` and of the output, with these types";
                Err(Error::value(self.weight.name(), got, allowed))
            }
        };
        let bias = self
            .bias
            .map(|list| of.by_column(list, weights, is_listed))
            .transpose()?;
        let bias_type = match self.bias {
            Some(list) => Some(list[0].dtype()?),
            None => None,
        };
        let per_token = |list: &Inputs| -> Result<Factor> {
            list[0].shape_is(&[of.m], "a number for each row of `x`")?;
            Ok(factor(list)?.by_row(1, 1))
        };
        let (mut left, mut right) = (Side::plain(Vec::new()), Side::plain(Vec::new()));
        let mut steps = Vec::new();
        match mode {
            Mode::Plain => steps.extend(bias.map(Step::Add)),
            Mode::Weight => {
                let antiquant = |list: &Inputs| self.antiquant(of, list, weights, is_listed);
                if let Some(list) = self.antiquant_offset {
                    right.offset = Some((antiquant(list)?, 1.0));
                }
                right.scales = self
                    .antiquant_scale
                    .map(antiquant)
                    .transpose()?
                    .into_iter()
                    .collect();
                steps.extend(bias.map(Step::Add));
            }
            Mode::Integers => {
                // Ascend950 has one weight for all groups.
                let has_lists = is_listed && !on_950();
                let is_cut = x.len() > 1 || self.out.len() > 1;
                if !has_lists || is_cut && self.per_token_scale.is_some() {
                    single()?;
                }
                let out = self.out[0].dtype()?;
                let is_first = bias_type == Some(I32);
                if let Some(bias) = bias.clone().filter(|_| is_first) {
                    steps.push(Step::Add(bias));
                }
                steps.push(Step::Wrap);
                if let Some(list) = self.scale.filter(|_| out != I32) {
                    let scale = match has_lists || out == I8 {
                        true => of.by_column(list, weights, has_lists)?,
                        false => of.scale(list)?,
                    };
                    steps.push(Step::Times(scale.clone()));
                    if out == I8 {
                        steps.extend(to_int8(scale.part(Part::Offset)));
                    }
                }
                if let Some(list) = self.per_token_scale {
                    steps.push(Step::Times(per_token(list)?));
                }
                steps.extend(bias.filter(|_| !is_first).map(Step::Add));
                if modes::is_activated(mode, &self.out[0])? {
                    steps.extend(activation(self.act_type).map(Step::Activate));
                }
            }
            Mode::FourBits => {
                single()?;
                if let Some(list) = self.scale {
                    let n = of.n as usize;
                    match list[0].shape() {
                        [g, columns] if (*g, *columns) == (of.g, of.n) => {
                            steps.push(Step::Times(of.scale(list)?))
                        }
                        &[g, count, columns]
                            if (g, columns) == (of.g, of.n) && count > 0 && of.k % count == 0 =>
                        {
                            right.scales = vec![
                                factor(list)?
                                    .by_group(count as usize * n)
                                    .by_column(1, 1)
                                    .by_block((of.k / count) as usize, n),
                            ];
                        }
                        _ => {
                            let allowed = format!(
                                "[{0}, {1}] or [{0}, G, {1}] with a divisor G of {2}",
                                of.g, of.n, of.k
                            );
                            return Err(list[0].shape_refused(allowed));
                        }
                    }
                }
                if let Some(list) = self.per_token_scale {
                    steps.push(Step::Times(per_token(list)?));
                }
            }
            Mode::EightByFour => {
                self.eight_by_four(of, weights, &mut right, &mut steps)?;
                left.shift = -8.0;
                steps.extend(bias.map(Step::Add));
                if let Some(list) = self.per_token_scale {
                    steps.push(Step::Times(per_token(list)?));
                }
            }
            Mode::EightByFourScaled => {
                single()?;
                let antiquant = |list: &Inputs| self.antiquant(of, list, weights, is_listed);
                right.scales = self
                    .antiquant_scale
                    .map(antiquant)
                    .transpose()?
                    .into_iter()
                    .collect();
                if let Some(list) = self.scale {
                    steps.push(Step::Times(of.by_column(list, weights, false)?));
                }
                if let Some(list) = self.per_token_scale {
                    steps.push(Step::Times(per_token(list)?));
                }
                steps.extend(bias.map(Step::Add));
            }
            Mode::Codes => {
                single()?;
                self.codes(of, &mut left, &mut right, &mut steps)?;
            }
            Mode::Mx => {
                let turned = weights[0].is_turned;
                if let Some(list) = self.per_token_scale {
                    left.scales = vec![of.powers(&list[0], true, false)?];
                }
                if let Some(list) = self.scale {
                    right.scales =
                        vec![self.powers_of_weight(of, list, weights, turned, is_listed)?];
                }
                steps.extend(bias.map(Step::Add));
            }
            Mode::MxWeight => {
                let turned = weights[0].is_turned;
                if let Some(list) = self.antiquant_scale {
                    right.scales = vec![match self.per_token_scale {
                        Some(_) => self.powers_of_weight(of, list, weights, turned, is_listed)?,
                        None => self.antiquant(of, list, weights, is_listed)?,
                    }];
                }
                if let Some(list) = self.per_token_scale {
                    left.scales = vec![of.powers(&list[0], true, false)?];
                }
                steps.extend(bias.map(Step::Add));
            }
        }
        Ok(Computed { left, right, steps })
    }

    /// Numbers of columns, or of groups of steps and columns, of a weight.
    fn antiquant(
        &self,
        of: Extents,
        list: &Inputs,
        weights: &[Matrices],
        is_listed: bool,
    ) -> Result<Factor> {
        let rank = list[0].rank();
        let by_groups = if is_listed { 2 } else { 3 };
        if rank != by_groups {
            return of.by_column(list, weights, is_listed);
        }
        let mut size = None;
        for (tensor, weight) in list.iter().zip(weights) {
            let [k, n] = weight.last_two();
            let shape = tensor.shape();
            let count = shape[rank - 2];
            let wanted = match is_listed {
                true => vec![count, n],
                false => vec![of.g, count, n],
            };
            let own = if count > 0 { k / count } else { 0 };
            let fits = count > 0 && k % count == 0 && *size.get_or_insert(own) == own;
            if shape != wanted || !fits {
                let allowed = format!("{wanted:?}, with groups of equal size along {k} steps");
                return Err(tensor.shape_refused(allowed));
            }
        }
        let n = of.n as usize;
        let count = (of.k / size.unwrap_or(1).max(1)) as usize;
        let size = size.unwrap_or(1).max(1) as usize;
        if is_listed && weights.iter().any(|weight| weight.last_two()[1] != of.n) {
            return Err(Error::value(
                list.name(),
                "groups of steps",
                "weights of equal columns, with groups of steps in a list",
            ));
        }
        Ok(factor(list)?
            .by_group(if is_listed { 0 } else { count * n })
            .by_column(1, 1)
            .by_block(size, n))
    }

    /// Scales of groups of steps in words, and what is added to weights.
    fn eight_by_four(
        &self,
        of: Extents,
        weights: &[Matrices],
        right: &mut Side,
        steps: &mut Vec<Step>,
    ) -> Result<()> {
        let Some(list) = self.scale else {
            return Ok(());
        };
        let n = of.n as usize;
        let listed = weights.len() > 1;
        let of_group = |count: i64| {
            if listed {
                vec![count, of.n]
            } else {
                vec![of.g, count, of.n]
            }
        };
        let count = match self.offset {
            Some(_) => 1,
            None => of.k / 256,
        };
        if self.offset.is_none() && (of.k % 256 != 0 || of.k > 18432) {
            return Err(Error::value(
                "x",
                format!("{} inner elements", of.k),
                "a multiple of 256 up to 18432, without `offsetOptional`",
            ));
        }
        let _ = steps;
        for tensor in list.iter() {
            tensor.shape_is(&of_group(count), "groups by groups of 256 steps by columns")?;
        }
        let spread = |factor: Factor| {
            factor
                .by_group(if listed { 0 } else { count as usize * n })
                .by_column(1, 1)
        };
        let size = if count > 0 {
            (of.k / count) as usize
        } else {
            1
        };
        right.scales = vec![spread(factor(list)?.part(Part::WholeScale)).by_block(size.max(1), n)];
        if let Some(offset) = self.offset {
            for tensor in offset.iter() {
                tensor.shape_is(&of_group(1), "groups by 1 by columns")?;
            }
            // What is added to each weight counts with x, of which 8 is subtracted first.
            let offset = spread(factor(offset)?);
            right.bias = Some(offset.clone());
            steps.push(Step::AddTimes(offset, 8.0 * of.k as f64));
        }
        Ok(())
    }

    /// Scales of codes of eight bits.
    fn codes(
        &self,
        of: Extents,
        left: &mut Side,
        right: &mut Side,
        steps: &mut Vec<Step>,
    ) -> Result<()> {
        let Some(list) = self.scale else {
            return Ok(());
        };
        let (tensor, scale) = (&list[0], factor(list)?);
        let n = of.n as usize;
        let spread = of.spread_of_weight(tensor)?;
        match spread {
            Spread::Tensor => steps.push(Step::Times(scale.by_group(1))),
            Spread::Lanes => steps.push(Step::Times(scale.by_group(n).by_column(1, 1))),
            Spread::Blocks => {
                let across = blocks(of.n, BLOCK) as usize;
                let along = blocks(of.k, BLOCK) as usize;
                let scale = scale
                    .by_column(BLOCK as usize, 1)
                    .by_block(BLOCK as usize, across);
                right.scales = vec![match of.of_steps {
                    true => scale.following_groups(BLOCK as usize, across),
                    false => scale.by_group(along * across),
                }];
            }
        }
        let Some(list) = self.per_token_scale else {
            if spread == Spread::Blocks {
                return Err(Error::value(
                    "perTokenScaleOptional",
                    "null",
                    "scales of blocks, as those of the weight",
                ));
            }
            return Ok(());
        };
        let (tensor, scale) = (&list[0], factor(list)?);
        let m = of.m as usize;
        match of.spread_of_x(tensor, spread)? {
            Spread::Tensor => steps.push(Step::Times(scale.by_group(1))),
            Spread::Lanes => {
                let group = if of.of_steps { m } else { 0 };
                steps.push(Step::Times(scale.by_group(group).by_row(1, 1)));
            }
            Spread::Blocks => {
                left.scales = vec![match of.of_steps {
                    true => scale
                        .by_row(1, 1)
                        .by_block(BLOCK as usize, m)
                        .following_groups(BLOCK as usize, m),
                    false => scale
                        .by_row(1, blocks(of.k, BLOCK) as usize)
                        .by_block(BLOCK as usize, 1),
                }];
            }
        }
        Ok(())
    }

    fn powers_of_weight(
        &self,
        of: Extents,
        list: &Inputs,
        weights: &[Matrices],
        turned: bool,
        is_listed: bool,
    ) -> Result<Factor> {
        if !is_listed || of.of_steps {
            return of.powers(&list[0], false, turned);
        }
        let pairs = blocks(of.k, 2 * MX);
        let (row, pair) = (2 * pairs as usize, 2 * of.n as usize);
        let turned = of.shows_lanes(&list[0], &[], turned);
        for (tensor, weight) in list.iter().zip(weights) {
            let [_, n] = weight.last_two();
            let wanted = if turned { [n, pairs, 2] } else { [pairs, n, 2] };
            tensor.shape_is(&wanted, "pairs of blocks of 32 steps")?;
        }
        let scale = factor(list)?;
        Ok(match turned {
            true => scale.by_column(1, row).by_pairs(MX as usize, 2, 1),
            false => scale.by_column(1, 2).by_pairs(MX as usize, pair, 1),
        })
    }
}

/// Returns the steps for scaled sums that are stored in INT8: rounded within 9 bits, with an offset of 9 bits.
pub fn to_int8(offset: Factor) -> [Step; 3] {
    [Step::Round, Step::Clamp(-256.0, 255.0), Step::Add(offset)]
}
