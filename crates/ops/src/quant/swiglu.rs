//! Gated units of numbers, or of sums of products of integers, then quantised.

#![forbid(unsafe_code)]

use super::groups::{group_of_counted_rows, group_of_listed_rows, group_of_rows_within};
use super::rows::{RowKernel, stored};
use super::scaling::BlockRule;
use super::target::{Apply, Factor, Rule, Target, Walk};
use crate::{Arg, Call, ImplMode, impl_mode};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::floats::store_bytes;
use hostnpu_kernels::activations::{situ, swiglu_in_f32, swish};
use hostnpu_kernels::quantised::{Quantised, RoundMode};
use hostnpu_kernels::rows;
use hostnpu_tensor::Dtype;

/// The unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// 0: `silu(a) · b` of the halves of a row; 1: `a · σ(alpha a) · (b + bias)` of the elements with even and odd index, `a` and `b` cut at the limit; 2: the same of the
    /// halves; 3: `min(silu(a), limit) · b`, `b` cut at the limit, of the halves; 4: `alpha · tanh(a / alpha) · σ(a) · b` of the halves, where `b` is `bias · tanh(b / bias)` if
    /// the bias is above 0.
    pub mode: i64,
    /// True if `a` is the first half.
    pub activate_left: bool,
    /// Clamp limit.
    pub limit: f64,
    /// The factor within σ.
    pub alpha: f64,
    /// Bias of `b`.
    pub bias: f64,
    /// True if `silu(a)` of mode 0 is computed in FLOAT.
    pub is_fast: bool,
}

impl Unit {
    /// `silu(a) · b` of the halves.
    pub fn plain(activate_left: bool) -> Self {
        Self {
            mode: 0,
            activate_left,
            limit: 0.0,
            alpha: 1.0,
            bias: 0.0,
            is_fast: impl_mode() == ImplMode::HighPerformance,
        }
    }

    /// The unit of the halves, of which `a` is cut above and `b` on both sides at a limit, if there is one.
    pub fn clamped(limit: Option<f64>) -> Self {
        Self {
            mode: 2,
            limit: limit.unwrap_or(f64::INFINITY),
            ..Self::plain(true)
        }
    }

    /// The unit of hyperbolic tangents.
    pub fn situ(activate_left: bool, beta: f32, linear_beta: f32) -> Self {
        Self {
            mode: 4,
            alpha: beta.into(),
            bias: linear_beta.into(),
            ..Self::plain(activate_left)
        }
    }

    /// Computes a row of half as many numbers; `b` is memory for as many.
    fn apply(&self, wide: &[f64], y: &mut [f64], b: &mut [f64]) {
        let columns = y.len();
        let b = &mut b[..columns];
        if self.mode == 1 {
            let pairs = wide.as_chunks::<2>().0;
            for ((y, b), pair) in y.iter_mut().zip(&mut *b).zip(pairs) {
                [*y, *b] = *pair;
            }
        } else {
            let (left, right) = wide.split_at(columns);
            let (a, other) = if self.activate_left {
                (left, right)
            } else {
                (right, left)
            };
            if self.is_fast && self.mode == 0 {
                return swiglu_in_f32(a, other, y);
            }
            y.copy_from_slice(a);
            b.copy_from_slice(other);
        }
        let limit = self.limit;
        let cut = |x: &mut f64| {
            *x = if *x > limit {
                limit
            } else if *x < -limit {
                -limit
            } else {
                *x
            }
        };
        let cut_above = |x: &mut f64| *x = if *x > limit { limit } else { *x };
        match self.mode {
            1 | 2 => {
                y.iter_mut().for_each(cut_above);
                b.iter_mut().for_each(cut);
                swish(y, self.alpha);
                b.iter_mut().for_each(|b| *b += self.bias);
            }
            3 => {
                swish(y, 1.0);
                y.iter_mut().for_each(cut_above);
                b.iter_mut().for_each(cut);
            }
            4 => {
                situ(y, b, [self.alpha, self.bias]);
                return y.copy_from_slice(b);
            }
            _ => swish(y, 1.0),
        }
        rows::times_each(y, b);
    }
}

/// Meaning of the list of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupList {
    /// The row behind each group.
    Ends,
    /// The number of rows of each group.
    Counts,
    /// The number of a group and of its rows, for each.
    Pairs,
}

/// Quantisation of the results.
pub enum GatedRule {
    /// By given factors: one, one for each column, and of each group if there are groups.
    Given {
        /// Scale that numbers are multiplied or divided by.
        scale: Arg,
        /// True if they are divided.
        divides: bool,
        /// Offset that is added after the scale.
        offset: Option<Arg>,
    },
    /// By the scale that the largest magnitude of the row gives.
    Row {
        /// Factors as above.
        smooth: Option<Arg>,
        /// The scales: `largest / MAX`, or `MAX / largest` if `inverse`.
        scale: Arg,
        /// Operation with the scale.
        inverse: bool,
    },
    /// By given factors, one for each group, or one.
    OfGroup(Arg),
    /// By the scale of each group, `max(largest, least) / max` in FLOAT.
    RangeOfGroup {
        /// Code of the largest magnitude.
        max: f32,
        /// The scales.
        scale: Arg,
    },
    /// By the scales of blocks.
    Blocks {
        /// Rule for the scales.
        rule: BlockRule,
        /// The scales.
        scale: Arg,
    },
    /// None: the results are stored in a floating-point type.
    Numbers,
}

/// The scale of a group in [`GatedRule::RangeOfGroup`]; a group without rows has that of zeros.
fn scale_of_group([most, least]: [f64; 2], max: f32) -> f32 {
    const LEAST: f32 = 1e-8;
    match most >= least || most.is_nan() {
        true if most.is_nan() || least.is_nan() => f32::NAN,
        true => (most.abs().max(least.abs()) as f32).max(LEAST) / max,
        false => LEAST / max,
    }
}

/// Operands and attributes of [`swiglu_quant`].
pub struct SwigluQuant {
    /// Rows of twice as many numbers as results.
    pub x: Arg,
    /// A factor for each column of `x`, of each group if there are groups.
    pub weight_scale: Option<Arg>,
    /// A factor for each row, or one.
    pub activation_scale: Option<Arg>,
    /// Added before the factors if it is INT32, else behind: as `weight_scale`.
    pub bias: Option<Arg>,
    /// List of groups of rows; rows outside all groups are left as they are.
    pub groups: Option<(Arg, GroupList)>,
    /// Split along another axis than the last one: half its extent, and the rows of one of its indices.
    pub split: Option<[usize; 2]>,
    /// The unit.
    pub unit: Unit,
    /// A factor for each row of results.
    pub row_weight: Option<Arg>,
    /// The results before they are quantised.
    pub origin: Option<Arg>,
    /// Quantisation of the results.
    pub rule: GatedRule,
    /// Rounding mode.
    pub mode: RoundMode,
    /// The codes.
    pub y: Arg,
}

/// Plans it.
pub fn swiglu_quant(of: SwigluQuant) -> Result<Call> {
    let last =
        of.x.view
            .layout
            .shape()
            .last()
            .map_or(0, |&last| last as usize);
    let columns = if of.split.is_some() { last } else { last / 2 };
    let wide = 2 * columns;
    let rows = of.x.view.numel().unwrap_or(0) / wide.max(1);
    let mut kernel = RowKernel::new(rows, columns).with_scratch(2 * wide);
    let x = kernel.read(of.x);
    let has_groups = of.groups.is_some();
    let group_count = match &of.groups {
        Some((list, GroupList::Pairs)) => list.view.numel().unwrap_or(0) / 2,
        Some((list, _)) => list.view.numel().unwrap_or(0),
        None => 1,
    };
    let factor = |kernel: &mut RowKernel, arg: Arg, columns: usize| -> Result<Factor> {
        let numel = arg.view.numel().unwrap_or(0);
        let walk = match numel {
            _ if has_groups && numel == group_count * columns => Walk::GroupColumns,
            _ if numel == columns => Walk::Columns,
            _ if has_groups && numel == group_count => Walk::Group,
            1 => Walk::One,
            _ => {
                let got = format!("a tensor of {numel} elements");
                let allowed = format!("1, {columns}, or as many for each of {group_count} groups");
                return Err(Error::value(arg.name, got, allowed));
            }
        };
        Ok(Factor {
            input: kernel.read(arg),
            walk,
        })
    };
    let bias_is_first = of
        .bias
        .as_ref()
        .is_some_and(|bias| bias.view.dtype == Dtype::I32);
    let weight = of
        .weight_scale
        .map(|arg| factor(&mut kernel, arg, last))
        .transpose()?;
    let bias = of
        .bias
        .map(|arg| factor(&mut kernel, arg, last))
        .transpose()?;
    let activation = of.activation_scale.map(|arg| {
        let is_one = arg.view.numel() == Some(1);
        (kernel.read(arg), is_one)
    });
    let row_weight = match of.row_weight {
        Some(arg) => {
            arg.require_numel(rows)?;
            Some(kernel.read(arg))
        }
        None => None,
    };
    let origin = of
        .origin
        .map(|arg| kernel.write(arg, columns))
        .transpose()?;
    let mut result = None;
    let (to, codes) = match of.rule {
        GatedRule::Numbers => {
            result = Some(kernel.write(of.y, columns)?);
            (Quantised::Int8, 0)
        }
        _ => {
            let to = stored(&of.y, true)?;
            (to, kernel.write_codes(of.y, to)?)
        }
    };
    let rule = match of.rule {
        GatedRule::Numbers => None,
        GatedRule::OfGroup(scale) => {
            let walk = if has_groups { Walk::Group } else { Walk::One };
            scale.require_numel(group_count)?;
            let input = kernel.read(scale);
            Some(Rule::Static(vec![(
                Factor { input, walk },
                Apply::Multiply,
            )]))
        }
        GatedRule::RangeOfGroup { max, scale } => {
            scale.require_numel(group_count)?;
            kernel.range_of_groups(group_count, vec![scale], move |ranges, outputs| {
                let scales = ranges.iter().map(|&range| scale_of_group(range, max));
                for (scale, word) in scales.zip(outputs[0].chunks_mut(4)) {
                    store_bytes(Dtype::F32, &[scale.into()], word);
                }
            });
            Some(Rule::OfGroup(scale_of_group, max))
        }
        GatedRule::Blocks { rule, scale } => {
            let count = rule.scales(columns).0;
            let scale = kernel.write(scale, count)?;
            Some(Rule::Blocks { rule, scale })
        }
        GatedRule::Given {
            scale,
            divides,
            offset,
        } => {
            let how = if divides {
                Apply::Divide
            } else {
                Apply::Multiply
            };
            let mut factors = vec![(factor(&mut kernel, scale, columns)?, how)];
            if let Some(offset) = offset {
                factors.push((factor(&mut kernel, offset, columns)?, Apply::Add));
            }
            Some(Rule::Static(factors))
        }
        GatedRule::Row {
            smooth,
            scale,
            inverse,
        } => Some(Rule::Row {
            smooth: smooth
                .map(|arg| factor(&mut kernel, arg, columns))
                .transpose()?,
            max: to.max(),
            inverse,
            are_floats: false,
            scale: kernel.write(scale, 1)?,
        }),
    };
    if let Some(rule) = rule {
        kernel.quantise(Target {
            to,
            mode: of.mode,
            rule,
            codes,
        });
    }
    if let Some((list, kind)) = of.groups {
        kernel.indices(list);
        kernel.writes_part();
        kernel.prepare(rows, move |indices, groups| {
            match kind {
                GroupList::Ends => group_of_rows_within(&indices[0], groups),
                GroupList::Counts => group_of_counted_rows((0..).zip(indices[0].iter()), groups),
                GroupList::Pairs => group_of_listed_rows(&indices[0], group_count, groups),
            }
            Ok(())
        });
    }
    let mut unit = of.unit;
    let (split, is_interleaved) = (of.split, of.unit.mode == 1);
    if split.is_some() && is_interleaved {
        // Rows are loaded as halves.
        unit.mode = 2;
    }
    kernel.run(move |row, numbers, scratch| {
        if has_groups && row.prepared[row.number] < 0 {
            return false;
        }
        let (sums, tile) = scratch.split_at_mut(wide);
        // The rows of `x` that follow each other in `sums`.
        let loaded = match split {
            None => [row.number, row.number],
            Some([half, inner]) => {
                let (outer, within) = (row.number / (half * inner), row.number % (half * inner));
                let (index, rest) = (within / inner, within % inner);
                let [a, b] = match is_interleaved {
                    true => [2 * index, 2 * index + 1],
                    false => [index, half + index],
                };
                [a, b].map(|index| (outer * 2 * half + index) * inner + rest)
            }
        };
        for (number, sums) in loaded.into_iter().zip(sums.chunks_mut(last)) {
            row.load(x, number * last, sums);
            if let (true, Some(bias)) = (bias_is_first, &bias) {
                bias.apply(row, Apply::Add, sums, tile);
            }
            if let Some(weight) = &weight {
                weight.apply(row, Apply::Multiply, sums, tile);
            }
            if let Some((activation, is_one)) = activation {
                let by = row.one(activation, if is_one { 0 } else { number });
                rows::times(sums, by);
            }
            if let (false, Some(bias)) = (bias_is_first, &bias) {
                bias.apply(row, Apply::Add, sums, tile);
            }
        }
        unit.apply(sums, numbers, tile);
        if let Some(weight) = row_weight {
            let by = row.one(weight, row.number);
            rows::times(numbers, by);
        }
        for output in origin.iter().chain(&result) {
            row.store(*output, 0, numbers);
        }
        true
    })
}
