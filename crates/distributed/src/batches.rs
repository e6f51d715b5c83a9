//! Products of the rows of each expert on a grid of ranks: experts are spread over the ranks of one communicator, rows or columns over those of another.

use std::sync::Arc;

use super::products::{add, product, wide};
use super::{Exchange, Group, Joint};
use hostnpu_base::error::Result;
use hostnpu_ops::activations::activate;
use hostnpu_ops::pointwise;
use hostnpu_ops::quant::Activation;
use hostnpu_ops::{Arg, Call, Role};

/// Number of the communicator over which experts are spread.
const EXPERTS: usize = 0;
/// Number of the one over which rows or columns are.
const PARTS: usize = 1;

/// The communicators of a rank of the grid.
pub struct Grid {
    /// Experts are spread over its ranks.
    pub ep: Arc<Group>,
    /// Rows or columns are spread over its ranks.
    pub tp: Arc<Group>,
}

impl Grid {
    fn joint(self, called: String) -> Joint {
        Joint::between(vec![("groupEp", self.ep), ("groupTp", self.tp)], called)
    }
}

/// The axis along which matrices are in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Each rank has some columns.
    Columns,
    /// Each rank has some rows of each block of rows.
    Rows,
}

/// Products of rows that are gathered, under the documented names.
pub struct Gathered {
    /// This rank's part of the rows for all experts.
    pub x: Arg,
    /// The matrix of each expert of this rank.
    pub weight: Arg,
    /// A row for each of these experts.
    pub bias: Option<Arg>,
    /// The parts of `x`.
    pub cut: Cut,
    /// The function of products.
    pub activation: Option<Activation>,
    /// Gets the results.
    pub y1: Arg,
    /// Gets the rows that are multiplied.
    pub y2: Option<Arg>,
    /// Gets the products, before the function.
    pub y3: Option<Arg>,
    /// Facts of the call that are the same on all ranks.
    pub called: String,
}

/// A row for each expert, as an addend of all its rows.
fn of_experts(bias: Arg) -> Result<Arg> {
    let shape = bias.view.layout.shape();
    let (first, last) = (shape[0], shape[shape.len() - 1]);
    bias.shaped(&[first, 1, last])
}

/// Plans `y1 = activation(y2 · weight + bias)`, rounded once: `y2` has the rows that all ranks have for this rank's experts, those of each rank that has experts side by side in the order of ranks, put together of their
/// parts.
pub fn all_to_all_all_gather_batch_matmul(grid: Grid, of: Gathered) -> Result<Call> {
    let mut all = grid.joint(of.called);
    let [ep, tp] = [EXPERTS, PARTS].map(|group| all.ranks_of(group) as i64);
    let x = all.add(of.x);
    let weight = all.add(of.weight);
    let bias = of.bias.map(|bias| all.add(bias));
    let bias = bias.map(of_experts).transpose()?;
    let y1 = all.add(of.y1);
    let y2 = of.y2.map(|arg| all.add(arg));
    let y3 = of.y3.map(|arg| all.add(arg));
    let dtype = x.view.dtype;
    let [experts, rows, columns] = x.extents::<3>()?.map(|extent| extent as i64);
    let local = experts / ep;
    let order = match of.cut {
        Cut::Columns => [2, 1, 3, 0, 4],
        Cut::Rows => [2, 1, 0, 3, 4],
    };
    let shape = match of.cut {
        Cut::Columns => [local, ep * rows, tp * columns],
        Cut::Rows => [local, ep * tp * rows, columns],
    };
    let own = all.dense(&x)?;
    let exchanged = all.temporary(dtype, &[ep, local, rows, columns])?;
    let parts = all.temporary(dtype, &[tp, ep, local, rows, columns])?;
    let left = match &y2 {
        Some(y2) => all.dense_output(y2)?,
        None => all.temporary(dtype, &shape)?,
    };
    all.agree()?;
    all.exchange_in(EXPERTS, Exchange::AllToAll, &[&own, &exchanged])?;
    all.exchange_in(PARTS, Exchange::AllGather, &[&exchanged, &parts])?;
    let ordered = parts.viewed(parts.view.layout.permuted(&order))?;
    let target = all.reshaped(&left, ordered.view.layout.shape())?;
    all.then(pointwise::copy(ordered.with_role(Role::Input), target)?)?;
    let rows = left.clone().with_role(Role::Input);
    match of.activation {
        None => product(&mut all, dtype, [rows, weight], bias, y1)?,
        Some(activation) => {
            let shape = y1.view.layout.shape().to_vec();
            let products = all.temporary(wide(), &shape)?;
            product(&mut all, dtype, [rows, weight], bias, products.clone())?;
            let products = products.with_role(Role::Input);
            if let Some(y3) = y3 {
                all.then(pointwise::copy(products.clone(), y3)?)?;
            }
            all.then(activate(activation, products, y1)?)?;
        }
    }
    if let Some(y2) = y2 {
        all.store(left, y2)?;
    }
    Ok(all.finish())
}

/// Products that are summed and sent back, under the documented names.
pub struct Scattered {
    /// The rows of each expert of this rank, some columns of them.
    pub x: Arg,
    /// The rows of the matrix of each of these experts that belong to these columns.
    pub weight: Arg,
    /// A row for each of these experts, of the columns that this rank gets.
    pub bias: Option<Arg>,
    /// The parts of the result.
    pub cut: Cut,
    /// Gets this rank's part of the results for its rows.
    pub out: Arg,
    /// Facts of the call that are the same on all ranks.
    pub called: String,
}

/// Plans the way back: the products are summed over the ranks with parts, in their order, the bias is added to this rank's part of the sum, which is rounded once, and the rows go to the ranks from which they came.
pub fn batch_matmul_reduce_scatter_all_to_all(grid: Grid, of: Scattered) -> Result<Call> {
    let mut all = grid.joint(of.called);
    let [ep, tp] = [EXPERTS, PARTS].map(|group| all.ranks_of(group) as i64);
    let x = all.add(of.x);
    let weight = all.add(of.weight);
    let bias = of.bias.map(|bias| all.add(bias));
    let bias = bias.map(of_experts).transpose()?;
    let out = all.add(of.out);
    let dtype = x.view.dtype;
    let [local, rows, _] = x.extents::<3>()?.map(|extent| extent as i64);
    let [_, _, columns] = weight.extents::<3>()?.map(|extent| extent as i64);
    let sums = all.temporary(wide(), &[local, rows, columns])?;
    product(&mut all, dtype, [x, weight], None, sums.clone())?;
    let each = rows / ep;
    let (shape, order) = match of.cut {
        Cut::Columns => ([local, ep, each, tp, columns / tp], [3, 0, 1, 2, 4]),
        Cut::Rows => ([local, ep, tp, each / tp, columns], [2, 0, 1, 3, 4]),
    };
    let parts = all.reshaped(&sums, &shape)?;
    let parts = parts.viewed(parts.view.layout.permuted(&order))?;
    let by_rank = all.temporary(wide(), parts.view.layout.shape())?;
    all.then(pointwise::copy(
        parts.with_role(Role::Input),
        by_rank.clone(),
    )?)?;
    let own = by_rank.view.layout.shape()[1..].to_vec();
    let part = all.temporary(wide(), &own)?;
    let by_source = all.temporary(dtype, &[own[1], own[0], own[2], own[3]])?;
    let results = all.dense_output(&out)?;
    all.agree()?;
    all.exchange_in(PARTS, Exchange::ReduceScatter, &[&by_rank, &part])?;
    if let Some(bias) = bias {
        let sums = all.reshaped(&part, &[own[0], own[1] * own[2], own[3]])?;
        add(&mut all, &sums, bias)?;
    }
    let ordered = part.viewed(part.view.layout.permuted(&[1, 0, 2, 3]))?;
    all.then(pointwise::copy(
        ordered.with_role(Role::Input),
        by_source.clone(),
    )?)?;
    all.exchange_in(EXPERTS, Exchange::AllToAll, &[&by_source, &results])?;
    all.store(results, out)?;
    Ok(all.finish())
}
