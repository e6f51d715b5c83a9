//! Products of the rows of experts with an exchange of rows between ranks: one description of both directions and all versions.

use super::combinations::combination;
use super::moe::extents;
use super::products_of_ranks::{HALVES, ON_910B};
use super::ranks::{group, is_of_group, number_in, text_in};
use super::sides::{Matrices, absent, one_factor};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{ConstOutputs, Input, Inputs, Ints, Output, TensorArg, Text};
use crate::device::soc::{Generation, generation};
use crate::distributed::grouped::{
    Grouped, OneOfMany, QuantGrouped, all_to_all_grouped, all_to_all_quant_grouped,
    grouped_all_reduce, grouped_all_to_all, quant_grouped_all_to_all,
};
use crate::distributed::quantised::ranges;
use crate::error::{Error, Reason, Result};
use crate::ops::grouped::{Grouped as Description, Side, Step};
use crate::tensor::Dtype::*;

/// A call, with the documented parameters of all versions.
pub struct OfExperts<'a> {
    /// The entry point.
    pub operator: &'static str,
    /// The rows of experts.
    pub gmm_x: &'a Input,
    /// The matrices of experts.
    pub gmm_weight: &'a Input,
    /// Counts in memory, which the vendor's operators do not take.
    pub counts_in_memory: [Option<&'a Input>; 2],
    /// Rows of a shared expert.
    pub mm_x: Option<&'a Input>,
    /// Its matrix.
    pub mm_weight: Option<&'a Input>,
    /// The communicator.
    pub group: &'a Text,
    /// Its means, which change nothing here.
    pub comm_mode: Option<&'a Text>,
    /// Its ranks.
    pub ep_world_size: i64,
    /// Rows for each rank and expert.
    pub send_counts: &'a Ints,
    /// Rows from each rank, for each expert.
    pub recv_counts: &'a Ints,
    /// True if matrices are given transposed.
    pub trans_gmm_weight: bool,
    /// True if that of the shared expert is.
    pub trans_mm_weight: bool,
    /// Gets the products.
    pub gmm_y: &'a Output,
    /// Gets those of the shared expert.
    pub mm_y: Option<&'a Output>,
    /// Gets the rows in the order of experts, before they are multiplied, if that is asked for.
    pub permute_out: Option<&'a Output>,
}

/// The counts of an array. Refuses another number of them, and counts below 0.
fn counts(of: &Ints, count: usize) -> Result<Vec<usize>> {
    let numbers = of.iter().map(|&number| usize::try_from(number).ok());
    let numbers: Option<Vec<usize>> = numbers.collect();
    let is_small = |numbers: &Vec<usize>| {
        let sum = numbers
            .iter()
            .try_fold(0_usize, |sum, &one| sum.checked_add(one));
        numbers.len() == count && sum.is_some_and(|sum| sum <= i32::MAX as usize)
    };
    numbers.filter(is_small).ok_or_else(|| {
        let allowed = format!("{count} numbers of rows, one for each rank and expert");
        Error::value(of.name(), format!("{:?}", &**of), allowed)
    })
}

/// A matrix, or several, whose last two axes are K and N.
fn plain(of: &Input, is_transposed: bool) -> Result<crate::ops::Arg> {
    let arg = of.read()?;
    let rank = of.rank();
    let mut axes: Vec<usize> = (0..rank).collect();
    if is_transposed {
        axes.swap(rank - 2, rank - 1);
    }
    arg.viewed(arg.view.layout.permuted(&axes))
}

impl OfExperts<'_> {
    /// Plans the exchange before or behind the products.
    pub fn planned(self, is_before: bool) -> Planned {
        self.gmm_x.dtype_in(HALVES)?;
        let dtype = self.gmm_x.dtype()?;
        self.gmm_weight.dtype_is(dtype)?;
        let inputs = [self.mm_x, self.mm_weight].into_iter().flatten();
        inputs
            .into_iter()
            .try_for_each(|tensor| tensor.dtype_is(dtype))?;
        let outputs = [Some(self.gmm_y), self.mm_y, self.permute_out];
        let mut outputs = outputs.into_iter().flatten();
        outputs.try_for_each(|tensor| tensor.dtype_is(dtype))?;
        if let Some(given) = self.counts_in_memory.into_iter().flatten().next() {
            let allowed = "null: the vendor's operator takes counts as arrays";
            return Err(Error::value(given.name(), "a tensor", allowed).into());
        }
        text_in(self.comm_mode, &["", "ai_cpu", "ccu", "aicpu"])?;
        let group = group(self.group)?;
        let ranks = group.size() as usize;
        is_of_group(
            "epWorldSize",
            self.ep_world_size,
            group.size(),
            "the ranks of `group`",
        )?;
        let [experts, first, second] = extents::<3>(self.gmm_weight)?;
        let [k, n] = if self.trans_gmm_weight {
            [second, first]
        } else {
            [first, second]
        };
        let send_counts = counts(self.send_counts, ranks * experts as usize)?;
        let recv_counts = counts(self.recv_counts, ranks * experts as usize)?;
        let [sent, received] =
            [&send_counts, &recv_counts].map(|counts| counts.iter().sum::<usize>() as i64);
        self.gmm_x.shape_is(
            &[sent, k],
            "a row for each of `sendCounts`, as wide as the matrices",
        )?;
        self.gmm_y
            .shape_is(&[received, n], "a row for each of `recvCounts`")?;
        if let Some(permute_out) = self.permute_out {
            permute_out.shape_is(&[received, k], "a row for each of `recvCounts`")?;
        }
        let shared = match (self.mm_x, self.mm_weight, self.mm_y) {
            (None, None, _) => None,
            (Some(x), Some(weight), Some(y)) => {
                let [rows, of_x] = extents::<2>(x)?;
                let [first, second] = extents::<2>(weight)?;
                let [k, n] = if self.trans_mm_weight {
                    [second, first]
                } else {
                    [first, second]
                };
                if of_x != k {
                    return Err(weight.shape_refused(format!("{of_x} rows")).into());
                }
                y.shape_is(&[rows, n], "that of the product")?;
                Some([x.read()?, plain(weight, self.trans_mm_weight)?, y.write()?])
            }
            (x, weight, _) => {
                let arg = match (x, weight) {
                    (None, _) => "mmXOptional",
                    (_, None) => "mmWeightOptional",
                    _ => "mmYOptional",
                };
                return Err(Error::from(Reason::Null { arg }).into());
            }
        };
        let grouped = Grouped {
            gmm_x: self.gmm_x.read()?,
            gmm_weight: plain(self.gmm_weight, self.trans_gmm_weight)?,
            send_counts,
            recv_counts,
            gmm_y: self.gmm_y.write()?,
            shared,
            permute_out: self.permute_out.map(|tensor| tensor.write()).transpose()?,
            called: format!(
                "{} of {experts} experts, {k} to {n} elements of {dtype}",
                self.operator
            ),
        };
        Ok(match is_before {
            true => all_to_all_grouped(group, grouped)?,
            false => grouped_all_to_all(group, grouped)?,
        })
    }
}

/// Types of rows, matrices, their scales and the results.
const CODES: &[&str] = &[
    "hif8|hif8|f32|f32|f16 bf16",
    "e4m3 e5m2|e4m3 e5m2|e8m0|e8m0|f16 bf16",
    "e2m1|e2m1|e8m0|e8m0|f16 bf16",
];

/// Codes, matrices of codes and the scales of both.
pub type Four<T> = [T; 4];

/// A call of quantised rows.
pub struct QuantOfExperts<'a> {
    /// The arguments of calls without scales.
    pub of: OfExperts<'a>,
    /// Scales of the rows and of the matrices.
    pub scales: [&'a Input; 2],
    /// The same of the shared expert.
    pub shared_scales: [Option<&'a Input>; 2],
    /// `gmmXQuantMode`, `gmmWeightQuantMode`, `mmXQuantMode` and `mmWeightQuantMode`: 1 one number, 6 powers of two of 32 elements.
    pub modes: Four<i64>,
    /// `groupSize`.
    pub group_size: i64,
    /// Scales of codes in exchanges, which must be null, their mode and their type.
    pub of_exchange: (Option<&'a Input>, [i64; 2]),
}

/// Describes products of rows of codes with matrices of so many inner elements and columns, of an expert each.
fn described(
    [x, weight, x_scale, weight_scale]: Four<&Input>,
    is_transposed: bool,
) -> Result<(Description, [i64; 3])> {
    let [rows, k] = extents::<2>(x)?;
    let matrices = Matrices::new(weight, None, false)?;
    let [first, second] = matrices.last_two();
    let [inner, n] = if is_transposed {
        [second, first]
    } else {
        [first, second]
    };
    if inner != k {
        let allowed = format!("matrices of {k} inner elements");
        return Err(weight.shape_refused(allowed));
    }
    if x.dtype()?.bits() < 8 {
        x.contiguous()?;
    }
    let (mut left, mut right) = (Side::plain(Vec::new()), Side::plain(Vec::new()));
    let mut steps = Vec::new();
    let pairs = (k + 63) / 64;
    match x_scale.dtype()? {
        F8E8m0 => {
            x_scale.shape_is(&[rows, pairs, 2], "pairs of blocks of 32 inner elements")?;
            let (shape, column, pair) = if is_transposed {
                ([n, pairs, 2], 2 * pairs, 2)
            } else {
                ([pairs, n, 2], 2, 2 * n)
            };
            let shape = [matrices.batch(), &shape[..]].concat();
            weight_scale.shape_is(&shape, "pairs of blocks of 32 inner elements")?;
            let of_x = one_factor(x_scale)?.by_row(1, (2 * pairs) as usize);
            left.scales = vec![of_x.by_pairs(32, 2, 1)];
            let of_weight = one_factor(weight_scale)?
                .by_matrix((2 * pairs * n) as usize)
                .by_column(1, column as usize);
            right.scales = vec![of_weight.by_pairs(32, pair as usize, 1)];
        }
        _ => {
            for scale in [x_scale, weight_scale] {
                scale.shape_is(&[1], "one number")?;
                steps.push(Step::Times(one_factor(scale)?));
            }
        }
    }
    right.tensors = vec![matrices.right(is_transposed)?];
    let product = Description::without_results(left, right, steps);
    Ok((product, [rows, k, n]))
}

impl QuantOfExperts<'_> {
    fn types(&self, of: Four<&Input>, names: Four<&'static str>, y: &Output) -> Result<()> {
        let own: Vec<TensorArg> = of.iter().map(|&input| (**input).clone()).collect();
        let mut types: Vec<_> = names.into_iter().zip(own.iter().map(Some)).collect();
        types.push((y.name(), Some(y)));
        let table: &[&str] = match generation() {
            Generation::Ascend950 => CODES,
            _ => &[],
        };
        combination(&types, table)
    }

    /// Plans the exchange before or behind the products.
    pub fn planned(self, is_before: bool) -> Planned {
        let of = &self.of;
        let y = of.gmm_y;
        let names = ["gmmX", "gmmWeight", "gmmXScale", "gmmWeightScale"];
        let routed = [of.gmm_x, of.gmm_weight, self.scales[0], self.scales[1]];
        self.types(routed, names, y)?;
        let allowed = if self.scales[0].dtype()? == F8E8m0 {
            6
        } else {
            1
        };
        number_in("gmmXQuantMode", self.modes[0], &[allowed])?;
        number_in("gmmWeightQuantMode", self.modes[1], &[allowed])?;
        let sizes: &[i64] = match allowed {
            6 => &[
                0,
                32,
                1 << 16,
                1 << 16 | 32,
                1 << 32,
                1 << 32 | 32,
                1 << 32 | 1 << 16,
                1 << 32 | 1 << 16 | 32,
            ],
            _ => &[0],
        };
        number_in("groupSize", self.group_size, sizes)?;
        let (scale, [mode, dtype]) = self.of_exchange;
        let reserved = [
            ("sendCountsTensorOptional", of.counts_in_memory[0].is_some()),
            ("recvCountsTensorOptional", of.counts_in_memory[1].is_some()),
            ("commQuantScaleOptional", scale.is_some()),
        ];
        absent(&reserved, "in this version")?;
        number_in("commQuantMode", mode, &[0])?;
        number_in("commQuantDtypeOptional", dtype, &[-1])?;
        text_in(of.comm_mode, &["", "ai_cpu", "ccu", "aicpu"])?;
        let group = group(of.group)?;
        let ranks = group.size() as usize;
        let size = group.size();
        is_of_group(
            "epWorldSize",
            of.ep_world_size,
            size,
            "the ranks of `group`",
        )?;
        let [experts, ..] = extents::<3>(of.gmm_weight)?;
        let (product, [rows, k, n]) = described(routed, of.trans_gmm_weight)?;
        let send_counts = counts(of.send_counts, ranks * experts as usize)?;
        let recv_counts = counts(of.recv_counts, ranks * experts as usize)?;
        let [sent, received] =
            [&send_counts, &recv_counts].map(|counts| counts.iter().sum::<usize>() as i64);
        if rows != sent {
            let allowed = format!("{sent} rows, one for each of `sendCounts`");
            return Err(of.gmm_x.shape_refused(allowed).into());
        }
        y.shape_is(&[received, n], "a row for each of `recvCounts`")?;
        if let Some(permute_out) = of.permute_out {
            permute_out.dtype_is(of.gmm_x.dtype()?)?;
            permute_out.shape_is(&[received, k], "a row for each of `recvCounts`")?;
            if of.gmm_x.dtype()?.bits() < 8 {
                permute_out.contiguous()?;
            }
        }
        let shared = self.shared()?;
        let x_scale = self.scales[0];
        let goes = is_before && x_scale.dtype()? == F8E8m0;
        let grouped = QuantGrouped {
            gmm_x: of.gmm_x.read()?,
            gmm_x_scale: goes.then(|| x_scale.read()).transpose()?,
            product,
            extents: [k as usize, n as usize],
            send_counts,
            recv_counts,
            gmm_y: y.write()?,
            shared,
            permute_out: of.permute_out.map(|tensor| tensor.write()).transpose()?,
            called: format!(
                "{} of {experts} experts, {k} to {n} elements of {}",
                of.operator,
                of.gmm_x.dtype()?
            ),
        };
        Ok(match is_before {
            true => all_to_all_quant_grouped(group, grouped)?,
            false => quant_grouped_all_to_all(group, grouped)?,
        })
    }

    /// The product of the shared expert.
    fn shared(&self) -> Result<Option<Description>> {
        let of = &self.of;
        let given = (of.mm_x, of.mm_weight, self.shared_scales, of.mm_y);
        let (x, weight, x_scale, weight_scale, y) = match given {
            (None, None, [None, None], _) => return Ok(None),
            (Some(x), Some(weight), [Some(first), Some(second)], Some(y)) => {
                (x, weight, first, second, y)
            }
            (x, weight, [x_scale, weight_scale], _) => {
                let names = [
                    ("mmXOptional", x.is_none()),
                    ("mmWeightOptional", weight.is_none()),
                    ("mmXScaleOptional", x_scale.is_none()),
                    ("mmWeightScaleOptional", weight_scale.is_none()),
                    ("mmYOptional", true),
                ];
                let missing = names.into_iter().find(|(_, is_missing)| *is_missing);
                let arg = missing.map_or("mmYOptional", |(name, _)| name);
                return Err(Error::from(Reason::Null { arg }));
            }
        };
        let names = [
            "mmXOptional",
            "mmWeightOptional",
            "mmXScaleOptional",
            "mmWeightScaleOptional",
        ];
        self.types([x, weight, x_scale, weight_scale], names, y)?;
        x.dtype_is(of.gmm_x.dtype()?)?;
        weight.dtype_is(of.gmm_weight.dtype()?)?;
        y.dtype_is(of.gmm_y.dtype()?)?;
        let allowed = if x_scale.dtype()? == F8E8m0 { 6 } else { 1 };
        number_in("mmXQuantMode", self.modes[2], &[allowed])?;
        number_in("mmWeightQuantMode", self.modes[3], &[allowed])?;
        extents::<2>(weight)?;
        let (mut product, [rows, k, n]) =
            described([x, weight, x_scale, weight_scale], of.trans_mm_weight)?;
        y.shape_is(&[rows, n], "that of the product")?;
        let extents = [1, rows, k, n].map(|extent| extent as usize);
        product.groups = ranges(extents);
        product.left.tensors = vec![Matrices::new(x, None, false)?.left(false)?];
        product.outputs = vec![(y.write()?, [1, extents[1], extents[3]])];
        Ok(Some(product))
    }
}

/// Products of lists of matrices, or of groups of rows, that are summed over ranks.
pub struct ListOfRanks<'a> {
    /// Left matrices: one of all rows, or one for each right matrix.
    pub x: &'a Inputs,
    /// Right matrices.
    pub weight: &'a Inputs,
    /// Added to each row.
    pub bias: Option<&'a Inputs>,
    /// Ends of groups of rows.
    pub group_list: Option<&'a Ints>,
    /// The tensors that are one for all products: 1 `x`, 2 `y`, 3 both.
    pub split_item: i64,
    /// The communicator.
    pub group: &'a Text,
    /// Combination of the ranks.
    pub reduce_op: &'a Text,
    /// Parts in which data go.
    pub comm_turn: i64,
    /// `streamMode`.
    pub stream_mode: i64,
    /// Results: one of all rows, or one for each right matrix.
    pub y: &'a ConstOutputs,
}

impl ListOfRanks<'_> {
    /// Checks all, and plans the products.
    pub fn planned(self) -> Planned {
        let groups = self.weight.len();
        let lists = [self.x.len(), self.y.len(), groups];
        if groups == 0 || lists.iter().any(|&count| count == 0 || count > 64) {
            let got = format!("{lists:?} tensors in `x`, `y` and `weight`");
            return Err(Error::value(self.weight.name(), got, "1 to 64 in each").into());
        }
        for x in self.x.iter() {
            x.dtype_in(ON_910B)?;
        }
        let dtype = self.x[0].dtype()?;
        let types = self
            .x
            .iter()
            .chain(self.weight.iter())
            .map(|one| one.dtype_is(dtype));
        types.collect::<Result<()>>()?;
        let of_bias = if dtype == Bf16 { F32 } else { dtype };
        for bias in self.bias.into_iter().flat_map(|bias| bias.iter()) {
            bias.dtype_is(of_bias)?;
        }
        for y in self.y.iter() {
            y.dtype_is(dtype)?;
            y.not_private()?;
        }
        number_in("splitItem", self.split_item, &[0, 1, 2, 3])?;
        text_in(Some(self.reduce_op), &["sum"])?;
        number_in("commTurn", self.comm_turn, &[0])?;
        number_in("streamMode", self.stream_mode, &[1])?;
        let group = group(self.group)?;
        let counted = |name: &'static str, got: usize, wanted: usize| match got == wanted {
            true => Ok(()),
            false => {
                let allowed = format!(
                    "{wanted} with {groups} weights and `splitItem` {}",
                    self.split_item
                );
                Err(Error::value(name, format!("{got} tensors"), allowed))
            }
        };
        let [rows_in_one, results_in_one] = [1, 2].map(|bit| self.split_item & bit != 0);
        counted(
            self.x.name(),
            self.x.len(),
            if rows_in_one { 1 } else { groups },
        )?;
        counted(
            self.y.name(),
            self.y.len(),
            if results_in_one { 1 } else { groups },
        )?;
        if let Some(bias) = self.bias {
            counted(bias.name(), bias.len(), groups)?;
        }
        let ends = match (rows_in_one, self.group_list) {
            (false, Some(list)) if !list.is_empty() => {
                let allowed = "null with a tensor of rows for each weight";
                return Err(Error::value(list.name(), format!("{:?}", &**list), allowed).into());
            }
            (false, _) => Vec::new(),
            (true, list) => {
                let rows = self.x[0].shape().first().copied().unwrap_or(0);
                let list = list.map_or(&[][..], |list| &**list);
                let rises = list.windows(2).all(|two| two[0] <= two[1]);
                if list.len() != groups || !rises || list[0] < 0 || list[groups - 1] != rows {
                    let allowed = format!("{groups} numbers that rise to {rows}, the rows of `x`");
                    let got = format!("{list:?}");
                    return Err(Error::value("groupListOptional", got, allowed).into());
                }
                list.to_vec()
            }
        };
        let mut products = Vec::new();
        let (mut first, mut all_rows) = (0, 0);
        for (number, weight) in self.weight.iter().enumerate() {
            let [k, n] = extents::<2>(weight)?;
            let own = match rows_in_one {
                true => &self.x[0],
                false => &self.x[number],
            };
            own.rank_in(2..=if self.split_item == 0 { 6 } else { 2 })?;
            let (&inner, outer) = own.shape().split_last().unwrap_or((&1, &[]));
            if inner != k {
                return Err(weight
                    .shape_refused(format!("{inner} rows, as `x` has columns"))
                    .into());
            }
            let arg = own.read()?;
            let (x, rows) = match rows_in_one {
                true => {
                    let rows = ends[number] - first;
                    let layout = &arg.view.layout;
                    let offset = layout.offset()
                        + if rows > 0 {
                            first * layout.strides()[0]
                        } else {
                            0
                        };
                    let part = crate::tensor::Layout::new(
                        [rows, k].as_slice().into(),
                        layout.strides().into(),
                        offset,
                    );
                    first = ends[number];
                    (arg.with_layout(part)?, rows)
                }
                false => {
                    let rows: i64 = outer.iter().product();
                    if own.rank() > 2 {
                        own.contiguous()?;
                    }
                    (arg.shaped(&[rows, k])?, rows)
                }
            };
            if let Some(bias) = self.bias {
                bias[number].shape_is(&[n], "the columns of its weight")?;
            }
            if !results_in_one {
                let shape = match rows_in_one {
                    true => vec![rows, n],
                    false => [outer, &[n]].concat(),
                };
                self.y[number].shape_is(&shape, "that of the product")?;
            }
            all_rows += rows;
            let bias = self.bias.map(|bias| bias[number].read()).transpose()?;
            products.push(OneOfMany {
                x,
                weight: weight.read()?,
                bias,
            });
        }
        let columns = self.weight[0].shape()[1];
        if results_in_one {
            for weight in self.weight.iter() {
                let shape = [weight.shape()[0], columns];
                weight.shape_is(
                    &shape,
                    "as many columns as the first, for results in one tensor",
                )?;
            }
            self.y[0].shape_is(&[all_rows, columns], "that of the products")?;
        }
        let outputs = self.y.iter().map(|y| y.write()).collect::<Result<_>>()?;
        let called =
            format!("GroupedMatMulAllReduce of {groups} weights, {all_rows} rows of {dtype}");
        Ok(grouped_all_reduce(group, products, outputs, called)?)
    }
}
