//! Grouped products with scales whose rows something is done to, and those that a gated unit and a quantiser follow.

use super::sides::{self, Matrices, factor, one_factor};
use super::{Generation, needs_chip};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output, TensorArg};
use crate::contract::combinations::combination;
use crate::contract::on_950;
use crate::error::{Error, Result};
use crate::ops::Call;
use crate::ops::grouped::{
    Coded, Factor, Finish, Grouped, Groups, List, Part, Quantise, RowQuantiser, Side, Step, grouped,
};
use crate::ops::mx::{ElementFormat, Recipe, Rounding, ScaleRule};
use crate::ops::quant::quantised;
use crate::tensor::Dtype::{self, *};

/// Products of groups of rows with one weight, or one for each group, and their scales.
pub struct Scaled<'a> {
    /// Rows of all groups.
    pub x: &'a Input,
    /// The weight of rank 3, or one of rank 2 for each group.
    pub weight: &'a [Input],
    /// Scales of columns, of groups of steps and columns, or powers of two.
    pub weight_scale: &'a [Input],
    /// Added to products of INT8 by INT4 (`weightAssistMatrix`).
    pub assist: &'a [Input],
    /// Offsets of weights of INT4, times their scale.
    pub offset: Option<&'a Input>,
    /// Bias of each column, added after the scales.
    pub bias: Option<&'a Input>,
    /// Scales of rows.
    pub x_scale: Option<&'a Input>,
    /// The groups of rows.
    pub group_list: &'a Input,
    /// Not 0 if the list has sizes instead of ends.
    pub group_list_type: i64,
    /// True if weights are of columns by steps.
    pub is_transposed: bool,
    /// True if weights are stored in FRACTAL_NZ, whatever their formats say.
    pub is_blocked: bool,
}

/// The two sides, what becomes of their sums, and rows and columns.
pub struct Products {
    left: Side,
    right: Side,
    steps: Vec<Step>,
    groups: Groups,
    /// Groups, rows and columns.
    pub extents: [i64; 3],
}

fn blocks(extent: i64, size: i64) -> i64 {
    (extent + size - 1) / size
}

impl Scaled<'_> {
    /// A weight as matrices: what shows the dimensions of its storage is that of the last dimension of its scales.
    fn weights(&self) -> Result<Vec<Matrices<'_>>> {
        let n = self.weight_scale[0].shape().last().copied().unwrap_or(0);
        let k = self.x.shape()[1] * if self.x.dtype()? == I32 { 8 } else { 1 };
        let all = self.weight.iter().map(|tensor| {
            let shown = if self.weight.len() > 1 { 2 } else { 3 };
            match tensor.rank() == shown + 2 {
                true => Matrices::of_storage(
                    tensor,
                    Some(I4),
                    &[&tensor.shape()[..shown - 2], &[k, n]].concat(),
                ),
                false => Matrices::new(tensor, Some(I4), self.is_blocked),
            }
        });
        all.collect()
    }

    /// Checks shapes, whose types are known to go together.
    pub fn products(&self) -> Result<Products> {
        self.x.rank_in(2..=2)?;
        for list in [self.weight, self.weight_scale] {
            if list.is_empty() {
                return Err(Error::value(
                    "weight",
                    "an empty list",
                    "a list of one tensor or more",
                ));
            }
        }
        if self.weight_scale.len() != self.weight.len() {
            return Err(Error::value(
                "weightScale",
                format!("a list of {} tensors", self.weight_scale.len()),
                format!("{}, as `weight`", self.weight.len()),
            ));
        }
        let x = Matrices::new(self.x, Some(I4), false)?;
        let weights = self.weights()?;
        let listed = weights.len() > 1;
        let turned = |of: &Matrices| {
            let [rows, columns] = of.last_two();
            if self.is_transposed {
                [columns, rows]
            } else {
                [rows, columns]
            }
        };
        let ([m, k], [inner, n]) = (x.last_two(), turned(&weights[0]));
        let rank = if listed { 2 } else { 3 };
        for weight in &weights {
            if weight.shape.len() != rank {
                return Err(Error::rank(
                    weight.name(),
                    weight.shape.len(),
                    rank.to_string(),
                ));
            }
            if turned(weight) != [k, n] {
                return Err(Error::shape(
                    weight.name(),
                    &weight.shape,
                    format!("matrices of {k} inner elements, as `x`, and {n} columns"),
                ));
            }
        }
        let _ = inner;
        let g = if listed {
            weights.len() as i64
        } else {
            weights[0].shape[0]
        };
        self.group_list.shape_is(&[g], "a number for each group")?;
        sides::one_of("groupListType", self.group_list_type, &[0, 1])?;
        let (mut left, mut right) = (Side::plain(Vec::new()), Side::plain(Vec::new()));
        let mut steps = Vec::new();
        let [left_type, right_type] = [x.dtype, weights[0].dtype];
        let scale = &self.weight_scale[0];
        let columns = n as usize;
        let spread = |list: &[Input], groups: usize| -> Result<Factor> {
            Ok(factor(list)?
                .by_group(if listed { 0 } else { groups * columns })
                .by_column(1, 1))
        };
        let is_integral = matches!(left_type, I8 | I4) && matches!(right_type, I8 | I4);
        if scale.dtype()? == F8E8m0 {
            let pairs = blocks(k, 64);
            let is_turned = self.is_transposed || weights[0].is_turned;
            let own = [g];
            let groups = &own[usize::from(listed)..];
            // Pairs by columns, or columns by pairs: a view of a turned scale shows pairs first, as that of its weight shows steps.
            let [by_column, by_pair] =
                [[n, pairs, 2], [pairs, n, 2]].map(|last| [groups, &last].concat());
            let fits = [&by_column, &by_pair].map(|shape| scale.shape() == shape);
            let has_columns = if fits[0] == fits[1] {
                is_turned
            } else {
                fits[0]
            };
            for tensor in self.weight_scale {
                tensor.shape_is(
                    if has_columns { &by_column } else { &by_pair },
                    "pairs of blocks of 32 inner elements of each column",
                )?;
            }
            let stride = if listed { 0 } else { 2 * n * pairs };
            let own = factor(self.weight_scale)?.by_group(stride as usize);
            right.scales = vec![match has_columns {
                true => own.by_column(1, 2 * pairs as usize).by_pairs(32, 2, 1),
                false => own.by_column(1, 2).by_pairs(32, 2 * columns, 1),
            }];
            let Some(x_scale) = self.x_scale else {
                return Err(Error::value(
                    "xScale",
                    "null",
                    "powers of two, as the weight has",
                ));
            };
            x_scale.shape_is(
                &[m, pairs, 2],
                "pairs of blocks of 32 inner elements of each row",
            )?;
            left.scales = vec![
                one_factor(x_scale)?
                    .by_row(1, 2 * pairs as usize)
                    .by_pairs(32, 2, 1),
            ];
        } else {
            let shape = scale.shape();
            let groups = match (shape, listed) {
                (&[own, n_own], false) if (own, n_own) == (g, n) => 1,
                (&[own], true) if own == n => 1,
                (&[own, count, n_own], false)
                    if (own, n_own) == (g, n) && count > 0 && k % count == 0 =>
                {
                    count
                }
                (&[count, n_own], true) if n_own == n && count > 0 && k % count == 0 => count,
                _ => {
                    return Err(scale.shape_refused(format!(
                        "[{g}, {n}], or [{g}, G, {n}] with a divisor G of {k}"
                    )));
                }
            };
            let is_words = matches!(scale.dtype()?, U64 | I64);
            let own = spread(self.weight_scale, groups as usize)?;
            let own = match left_type == I8 && right_type == I4 && is_words {
                true => own.part(Part::WholeScale),
                false => own,
            };
            if left_type == I8 && right_type == I4 {
                left.shift = -8.0;
                right.scales = vec![own.by_block((k / groups).max(1) as usize, columns)];
                if let Some(offset) = self.offset {
                    offset.shape_is(&[g, 1, n], "groups by 1 by columns")?;
                    let offset = one_factor(offset)?.by_group(columns).by_column(1, 1);
                    right.bias = Some(offset.clone());
                    steps.push(Step::AddTimes(offset, 8.0 * k as f64));
                }
                if self.assist.len() != self.weight.len() {
                    return Err(Error::value(
                        "weightAssistMatrix",
                        format!("{} tensors", self.assist.len()),
                        format!("{}, as `weight`", self.weight.len()),
                    ));
                }
                for tensor in self.assist {
                    let wanted: &[i64] = if listed { &[n] } else { &[g, n] };
                    tensor.shape_is(wanted, "groups by columns")?;
                }
                steps.push(Step::Add(spread(self.assist, 1)?));
            } else if groups > 1 {
                right.scales = vec![own.by_block((k / groups) as usize, columns)];
            } else {
                if is_integral {
                    steps.push(Step::Wrap);
                }
                steps.push(Step::Times(own));
            }
            if let Some(x_scale) = self.x_scale {
                x_scale.shape_is(&[m], "a number for each row")?;
                steps.push(Step::Times(one_factor(x_scale)?.by_row(1, 1)));
            }
        }
        if let Some(bias) = self.bias {
            bias.shape_is(&[g, n], "groups by columns")?;
            steps.push(Step::Add(
                one_factor(bias)?.by_group(columns).by_column(1, 1),
            ));
        }
        left.tensors = vec![x.left(false)?];
        let coded: Result<Vec<Coded>> = weights
            .iter()
            .map(|of| of.right(self.is_transposed))
            .collect();
        right.tensors = coded?;
        let kind = if self.group_list_type == 0 {
            List::Ends
        } else {
            List::Sizes
        };
        Ok(Products {
            left,
            right,
            steps,
            groups: Groups::Rows(self.group_list.read()?, kind),
            extents: [g, m, n],
        })
    }
}

impl Products {
    /// Plans them, with a last step of each number and what becomes of rows.
    pub fn planned(self, finish: Finish, more: Option<Step>) -> Planned {
        self.finished(more, finish)
    }

    /// Plans them, with last steps of each number and what becomes of rows.
    pub fn finished(self, more: impl IntoIterator<Item = Step>, finish: Finish) -> Planned {
        let mut steps = self.steps;
        steps.extend(more);
        Ok(grouped(Grouped {
            left: self.left,
            right: self.right,
            groups: self.groups,
            steps,
            outputs: Vec::new(),
            is_updated: false,
            finish: Some(finish),
        })?)
    }
}

/// The microscaling format of a type.
pub fn microscaled(dtype: Dtype) -> Option<(ElementFormat, u8)> {
    Some(match dtype {
        F8E4m3fn => (ElementFormat::E4M3FN, 8),
        F8E5m2 => (ElementFormat::E5M2, 15),
        F4E2m1 => (ElementFormat::E2M1, 2),
        F4E1m2 => (ElementFormat::E1M2, 0),
        _ => return None,
    })
}

/// Parameters of `aclnnGroupedMatmulSwigluQuant` beside the products.
pub struct SwigluQuant<'a> {
    /// The products.
    pub of: Scaled<'a>,
    /// A factor of the gated columns of each group, or of each group.
    pub smooth: Option<&'a Input>,
    /// Scales of rows (0), of groups of steps (1), powers of two (2).
    pub dequant_mode: i64,
    /// The type of the products: FLOAT (0), FLOAT16 (1), BFLOAT16 (27), none (28).
    pub dequant_dtype: i64,
    /// Scales of rows (0), or powers of two (2).
    pub quant_mode: i64,
    /// The quantised rows.
    pub output: &'a Output,
    /// Their scales.
    pub output_scale: &'a Output,
    /// True if it is the second version, which Ascend950 has too.
    pub is_second: bool,
}

/// Types of x, weight, weightScale, what is added, xScale, smoothScale, groupList, output and outputScale.
const ON_910B: &[&str] = &[
    "i8|i8|f32 f16 bf16|-|f32|-|i64|i8|f32",
    "i8|i4 i32|u64|f32|f32|-|i64|i8|f32",
    "i4 i32|i4 i32|u64|-|f32|- f32|i64|i8|f32",
];
const ON_950: &[&str] = &[
    "i8|i8|f32 f16 bf16|-|f32|-|i64|i8|f32",
    "hif8|hif8|f32 f16 bf16|-|f32|-|i64|hif8|f32",
    "e4m3 e5m2|e4m3 e5m2|f32 f16 bf16|-|f32|-|i64|e4m3 e5m2|f32",
    "e4m3 e5m2|e4m3 e5m2|e8m0|-|e8m0|-|i64|e4m3 e5m2|e8m0",
    "e2m1|e2m1|e8m0|-|e8m0|-|i64|e4m3 e5m2 e2m1|e8m0",
    // Those of weights in FRACTAL_NZ alone.
    "e4m3|e2m1|e8m0|-|e8m0|-|i64|e4m3|e8m0",
    "e2m1 e1m2|e2m1 e1m2|e8m0|-|e8m0|-|i64|e4m3 e2m1 e1m2|e8m0",
];
/// Combinations at the end of `ON_950` that need weights in FRACTAL_NZ.
const ONLY_IN_BLOCKS: usize = 2;

impl SwigluQuant<'_> {
    /// Checks all arguments, and plans the products, the gated unit and the quantiser.
    pub fn planned(self) -> Planned {
        let chips: &[Generation] = match self.is_second {
            true => &[Generation::Ascend910B, Generation::Ascend950],
            false => &[Generation::Ascend910B],
        };
        needs_chip(chips)?;
        let of = &self.of;
        let first = |list: &[Input]| list.first().map(|tensor| -> &TensorArg { tensor }).cloned();
        let inputs = [
            ("x", first(std::slice::from_ref(of.x))),
            ("weight", first(of.weight)),
            ("weightScale", first(of.weight_scale)),
            ("weightAssistMatrix", first(of.assist)),
            (
                "xScale",
                of.x_scale.map(|tensor| -> &TensorArg { tensor }).cloned(),
            ),
            (
                "smoothScale",
                self.smooth.map(|tensor| -> &TensorArg { tensor }).cloned(),
            ),
            ("groupList", first(std::slice::from_ref(of.group_list))),
        ];
        let mut types: Vec<_> = inputs
            .iter()
            .map(|(name, tensor)| (*name, tensor.as_ref()))
            .collect();
        types.extend([
            ("output", Some(&**self.output)),
            ("outputScale", Some(&**self.output_scale)),
        ]);
        let last = if of.is_blocked { 0 } else { ONLY_IN_BLOCKS };
        let types_of_chip = match on_950() {
            true => &ON_950[..ON_950.len() - last],
            false => ON_910B,
        };
        combination(&types, types_of_chip)?;
        let is_mx = self.output_scale.dtype()? == F8E8m0;
        if on_950() {
            let mode = if is_mx { 2 } else { 0 };
            sides::one_of("dequantMode", self.dequant_mode, &[mode])?;
            sides::one_of("quantMode", self.quant_mode, &[mode])?;
            sides::one_of(
                "dequantDtype",
                self.dequant_dtype,
                if is_mx { &[0] } else { &[0, 1, 27] },
            )?;
        } else {
            sides::one_of("dequantMode", self.dequant_mode, &[0, 1])?;
        }
        let products = of.products()?;
        let [g, m, n] = products.extents;
        let half = n / 2;
        if n % 2 != 0 {
            return Err(Error::value(
                "weight",
                format!("{n} columns"),
                "an even number of columns",
            )
            .into());
        }
        self.output
            .shape_is(&[m, half], "rows of `x` by half of the columns")?;
        let pairs = blocks(half, 64);
        let scale_shape: &[i64] = if is_mx { &[m, pairs, 2] } else { &[m] };
        self.output_scale
            .shape_is(scale_shape, "that of the scales of rows")?;
        if let Some(smooth) = self.smooth {
            match *smooth.shape() {
                [own] if own == g => {}
                [own, columns] if (own, columns) == (g, half) => {}
                _ => {
                    return Err(smooth
                        .shape_refused(format!("[{g}, {half}] or [{g}]"))
                        .into());
                }
            }
        }
        if self.output.is_empty() {
            return Ok(Call::nothing([
                self.output.write()?,
                self.output_scale.write()?,
            ]));
        }
        let dtype = self.output.dtype()?;
        let quantise = match microscaled(dtype).filter(|_| is_mx) {
            Some((format, max_exponent)) => {
                let recipe = Recipe {
                    format,
                    rounding: Rounding::TiesToEven,
                    scale: ScaleRule::Floor { max_exponent },
                    block: 32,
                };
                Quantise::Blocks(recipe, F32)
            }
            None => Quantise::Row(quantised(dtype).ok_or_else(|| {
                Error::dtype("output", dtype, "a type that numbers are quantised to")
            })?),
        };
        let intermediate = match self.dequant_dtype {
            1 => Some(Step::RoundTo(F16)),
            27 => Some(Step::RoundTo(Bf16)),
            _ => None,
        };
        let finish = Finish::Quantised(RowQuantiser {
            is_gated: true,
            smooth: self.smooth.map(|smooth| smooth.read()).transpose()?,
            quantise,
            output: self.output.write()?,
            scale: self.output_scale.write()?,
        });
        products.planned(finish, intermediate.filter(|_| on_950()))
    }
}
