//! Products of the rows of each expert, with an exchange of rows before or behind them. The numbers of rows are known when the call is planned.

use std::ops::Range;
use std::sync::Arc;

use super::products::wide;
use super::quantised::{moved, read_instead, shown};
use super::{Exchange, Group, Joint};
use hostnpu_base::error::Result;
use hostnpu_ops::grouped::{Coded, Grouped as Description, Groups, Range as Part, grouped};
use hostnpu_ops::pointwise;
use hostnpu_ops::products::{Addend, Product, multiply};
use hostnpu_ops::{Arg, Call, Role};
use hostnpu_tensor::Layout;

/// Rows of experts, under the documented names.
pub struct Grouped {
    /// The rows.
    pub gmm_x: Arg,
    /// A matrix for each expert of this rank: of shape (experts, K, N).
    pub gmm_weight: Arg,
    /// The number of rows for each rank and expert there, or those of this rank's experts that go back.
    pub send_counts: Vec<usize>,
    /// The number of rows from each rank.
    pub recv_counts: Vec<usize>,
    /// Gets the products.
    pub gmm_y: Arg,
    /// Rows of a shared expert, its matrix and what gets the product.
    pub shared: Option<[Arg; 3]>,
    /// Gets the rows in the order of experts, before they are multiplied.
    pub permute_out: Option<Arg>,
    /// Facts of the call that are the same on all ranks.
    pub called: String,
}

/// Some rows of a matrix.
fn rows(of: &Arg, range: Range<usize>) -> Result<Arg> {
    let layout = &of.view.layout;
    let mut shape = layout.shape().to_vec();
    shape[0] = range.len() as i64;
    let offset = layout.offset() + range.start as i64 * layout.strides()[0];
    let offset = if range.is_empty() {
        layout.offset()
    } else {
        offset
    };
    of.with_layout(Layout::new(
        shape.as_slice().into(),
        layout.strides().into(),
        offset,
    ))
}

/// The matrix of an expert.
fn matrix(of: &Arg, expert: usize) -> Result<Arg> {
    let layout = &of.view.layout;
    let offset = layout.offset() + expert as i64 * layout.strides()[0];
    of.with_layout(Layout::new(
        layout.shape()[1..].into(),
        layout.strides()[1..].into(),
        offset,
    ))
}

/// Copies rows in the order of ranks, each in that of experts, to the order of experts, each in that of ranks, or back.
fn reorder(
    all: &mut Joint,
    by_rank: &Arg,
    by_expert: &Arg,
    counts: &[usize],
    back: bool,
) -> Result<()> {
    let (ranks, experts) = (all.ranks(), counts.len() / all.ranks().max(1));
    let mut target = 0;
    for expert in 0..experts {
        for rank in 0..ranks {
            let number = rank * experts + expert;
            let (first, count) = (counts[..number].iter().sum::<usize>(), counts[number]);
            if count > 0 {
                let one = rows(by_rank, first..first + count)?;
                let other = rows(by_expert, target..target + count)?;
                let (from, to) = if back { (other, one) } else { (one, other) };
                all.then(pointwise::copy(from.with_role(Role::Input), to)?)?;
            }
            target += count;
        }
    }
    Ok(())
}

/// Adds the products of the rows of each expert, which stand in the order of experts.
fn products(all: &mut Joint, x: &Arg, weight: &Arg, counts: &[usize], y: &Arg) -> Result<()> {
    let experts = counts.len() / all.ranks().max(1);
    let dtype = x.view.dtype;
    let mut first = 0;
    for expert in 0..experts {
        let count: usize = (0..all.ranks())
            .map(|rank| counts[rank * experts + expert])
            .sum();
        if count > 0 {
            let range = first..first + count;
            let product = Product::new(dtype, y.view.dtype);
            let own = rows(x, range.clone())?.with_role(Role::Input);
            let result = rows(y, range)?;
            all.then(multiply(product, own, matrix(weight, expert)?, result)?)?;
        }
        first += count;
    }
    Ok(())
}

/// The numbers of rows of each rank.
fn of_ranks(counts: &[usize], ranks: usize) -> Vec<usize> {
    let experts = (counts.len() / ranks.max(1)).max(1);
    counts
        .chunks(experts)
        .map(|counts| counts.iter().sum())
        .collect()
}

fn add_shared(all: &mut Joint, shared: Option<[Arg; 3]>) -> Result<()> {
    if let Some([x, weight, y]) = shared {
        let (x, weight, y) = (all.add(x), all.add(weight), all.add(y));
        let product = Product::new(x.view.dtype, y.view.dtype);
        all.then(multiply(product, x, weight, y)?)?;
    }
    Ok(())
}

/// Plans the exchange of rows, in the order of ranks and experts, then the products of this rank's experts, whose rows stand in the order of experts, each in that of ranks.
pub fn all_to_all_grouped(group: Arc<Group>, of: Grouped) -> Result<Call> {
    let mut all = Joint::new(group, of.called);
    let x = all.add(of.gmm_x);
    let weight = all.add(of.gmm_weight);
    let y = all.add(of.gmm_y);
    let permute_out = of.permute_out.map(|arg| all.add(arg));
    add_shared(&mut all, of.shared)?;
    let ranks = all.ranks();
    let received: usize = of.recv_counts.iter().sum();
    let shape = [received as i64, x.view.layout.shape()[1]];
    let own = all.dense(&x)?;
    let arrived = all.temporary(x.view.dtype, &shape)?;
    all.agree()?;
    let exchange = Exchange::AllToAllRows {
        sends: of_ranks(&of.send_counts, ranks),
        receives: of_ranks(&of.recv_counts, ranks),
    };
    all.exchange(exchange, &[&own, &arrived])?;
    let sorted = match permute_out {
        Some(permute_out) => permute_out,
        None => all.temporary(x.view.dtype, &shape)?,
    };
    reorder(&mut all, &arrived, &sorted, &of.recv_counts, false)?;
    products(&mut all, &sorted, &weight, &of.recv_counts, &y)?;
    Ok(all.finish())
}

/// Plans the products of this rank's experts, whose rows stand in the order of experts, each in that of ranks, then the way of the results to the ranks, where they stand in the order of ranks and experts.
pub fn grouped_all_to_all(group: Arc<Group>, of: Grouped) -> Result<Call> {
    let mut all = Joint::new(group, of.called);
    let x = all.add(of.gmm_x);
    let weight = all.add(of.gmm_weight);
    let y = all.add(of.gmm_y);
    add_shared(&mut all, of.shared)?;
    let ranks = all.ranks();
    let shape = [x.view.layout.shape()[0], y.view.layout.shape()[1]];
    let computed = all.temporary(y.view.dtype, &shape)?;
    products(&mut all, &x, &weight, &of.send_counts, &computed)?;
    let packed = all.temporary(y.view.dtype, &shape)?;
    reorder(&mut all, &packed, &computed, &of.send_counts, true)?;
    let arrived = all.dense_output(&y)?;
    all.agree()?;
    let exchange = Exchange::AllToAllRows {
        sends: of_ranks(&of.send_counts, ranks),
        receives: of_ranks(&of.recv_counts, ranks),
    };
    all.exchange(exchange, &[&packed, &arrived])?;
    all.store(arrived, y)?;
    Ok(all.finish())
}

/// Rows of codes of experts, under the documented names.
pub struct QuantGrouped {
    /// The rows.
    pub gmm_x: Arg,
    /// Their scales, if they go where the rows go. The description names the same tensor.
    pub gmm_x_scale: Option<Arg>,
    /// The products of this rank's experts, without left matrices, ranges and results.
    pub product: Description,
    /// Inner elements and columns.
    pub extents: [usize; 2],
    /// The number of rows for each rank and expert there, or those of this rank's experts that go back.
    pub send_counts: Vec<usize>,
    /// The number of rows from each rank, for each expert.
    pub recv_counts: Vec<usize>,
    /// Gets the products.
    pub gmm_y: Arg,
    /// The product of a shared expert.
    pub shared: Option<Description>,
    /// Gets the rows in the order of experts, before they are multiplied.
    pub permute_out: Option<Arg>,
    /// Facts of the call that are the same on all ranks.
    pub called: String,
}

/// Adds the products of rows of codes, which stand in the order of experts.
fn code_products(
    all: &mut Joint,
    mut product: Description,
    left: Arg,
    [steps, columns]: [usize; 2],
    counts: &[usize],
    y: Arg,
) -> Result<()> {
    let ranks = all.ranks();
    let experts = counts.len() / ranks.max(1);
    let (mut first, mut parts) = (0, Vec::new());
    for expert in 0..experts {
        let rows: usize = (0..ranks).map(|rank| counts[rank * experts + expert]).sum();
        if rows > 0 {
            parts.push(Part {
                group: expert,
                left: [0, 0],
                right: [0, expert],
                output: [0, 0],
                row: first,
                output_row: first,
                rows,
                step: 0,
                right_step: 0,
                steps,
                columns,
            });
        }
        first += rows;
    }
    product.left.tensors = vec![Coded::strided(left, [1, first, steps])?];
    product.groups = Groups::Known(parts);
    product.outputs = vec![(y, [1, first, columns])];
    all.then(grouped(product)?)
}

/// Adds the exchange of rows, dense ones, and their order by experts. Returns them.
fn exchange_by_expert(
    all: &mut Joint,
    own: &Arg,
    [send_counts, recv_counts]: [&[usize]; 2],
    target: Option<&Arg>,
) -> Result<Arg> {
    let ranks = all.ranks();
    let received: usize = recv_counts.iter().sum();
    let mut shape = own.view.layout.shape().to_vec();
    shape[0] = received as i64;
    let arrived = all.temporary(own.view.dtype, &shape)?;
    let exchange = Exchange::AllToAllRows {
        sends: of_ranks(send_counts, ranks),
        receives: of_ranks(recv_counts, ranks),
    };
    all.exchange(exchange, &[own, &arrived])?;
    let sorted = match target {
        Some(target) => all.dense_output(target)?,
        None => all.temporary(own.view.dtype, &shape)?,
    };
    reorder(all, &arrived, &sorted, recv_counts, false)?;
    Ok(sorted)
}

fn add_shared_codes(all: &mut Joint, shared: Option<Description>) -> Result<()> {
    if let Some(shared) = shared {
        let shared = shared.in_sequence(all);
        all.then(grouped(shared)?)?;
    }
    Ok(())
}

/// Plans the exchange of rows of codes with their scales, then the products of this rank's experts, as [`all_to_all_grouped`] does of numbers.
pub fn all_to_all_quant_grouped(group: Arc<Group>, of: QuantGrouped) -> Result<Call> {
    let mut all = Joint::new(group, of.called);
    let x = all.add(of.gmm_x);
    let mut product = of.product.in_sequence(&mut all);
    let scale = of.gmm_x_scale.map(|arg| all.add(arg));
    let y = all.add(of.gmm_y);
    let permute_out = of.permute_out.map(|arg| all.add(arg));
    add_shared_codes(&mut all, of.shared)?;
    let permute_out = permute_out.map(|arg| moved(&arg)).transpose()?;
    let own = all.dense(&moved(&x)?)?;
    let scale = match scale {
        Some(scale) => Some((all.dense(&moved(&scale)?)?, scale.name, scale.view.dtype)),
        None => None,
    };
    let counts = [&of.send_counts[..], &of.recv_counts];
    all.agree()?;
    let sorted = exchange_by_expert(&mut all, &own, counts, permute_out.as_ref())?;
    if let Some((own, name, dtype)) = scale {
        let sorted = exchange_by_expert(&mut all, &own, counts, None)?;
        let shape = sorted.view.layout.shape().to_vec();
        read_instead(&mut product, name, &shown(&sorted, dtype, &shape)?);
    }
    let rows: usize = of.recv_counts.iter().sum();
    let shape = [rows as i64, of.extents[0] as i64];
    let left = shown(&sorted, x.view.dtype, &shape)?;
    code_products(&mut all, product, left, of.extents, &of.recv_counts, y)?;
    if let Some(permute_out) = permute_out {
        all.store(sorted, permute_out)?;
    }
    Ok(all.finish())
}

/// Plans the products of this rank's experts, then the way of the results to the ranks, as [`grouped_all_to_all`] does of numbers.
pub fn quant_grouped_all_to_all(group: Arc<Group>, of: QuantGrouped) -> Result<Call> {
    let mut all = Joint::new(group, of.called);
    let x = all.add(of.gmm_x);
    let product = of.product.in_sequence(&mut all);
    let y = all.add(of.gmm_y);
    add_shared_codes(&mut all, of.shared)?;
    let ranks = all.ranks();
    let shape = [x.view.layout.shape()[0], of.extents[1] as i64];
    let computed = all.temporary(y.view.dtype, &shape)?;
    code_products(
        &mut all,
        product,
        x,
        of.extents,
        &of.send_counts,
        computed.clone(),
    )?;
    let packed = all.temporary(y.view.dtype, &shape)?;
    reorder(&mut all, &packed, &computed, &of.send_counts, true)?;
    let arrived = all.dense_output(&y)?;
    all.agree()?;
    let exchange = Exchange::AllToAllRows {
        sends: of_ranks(&of.send_counts, ranks),
        receives: of_ranks(&of.recv_counts, ranks),
    };
    all.exchange(exchange, &[&packed, &arrived])?;
    all.store(arrived, y)?;
    Ok(all.finish())
}

/// A product that is summed over ranks with others.
pub struct OneOfMany {
    /// The left matrix.
    pub x: Arg,
    /// The right matrix.
    pub weight: Arg,
    /// Added to each row.
    pub bias: Option<Arg>,
}

/// Plans products whose results, in the order of `outputs`, are summed over all ranks, in their order, rounded once. Results stand one behind the other in the outputs: one for each
/// product, or one for all.
pub fn grouped_all_reduce(
    group: Arc<Group>,
    of: Vec<OneOfMany>,
    outputs: Vec<Arg>,
    called: String,
) -> Result<Call> {
    let mut all = Joint::new(group, called);
    let mut products = Vec::new();
    let mut count = 0;
    for one in of {
        let [rows, _] = one.x.extents::<2>()?;
        let [_, columns] = one.weight.extents::<2>()?;
        let (x, weight) = (all.add(one.x), all.add(one.weight));
        let bias = one.bias.map(|bias| all.add(bias));
        products.push((x, weight, bias, [rows as i64, columns as i64], count));
        count += (rows * columns) as i64;
    }
    let outputs = all.add_all(outputs);
    let sums = all.temporary(wide(), &[count])?;
    let part = |all: &mut Joint, shape: &[i64], first: i64| {
        let strides = hostnpu_tensor::contiguous_strides(shape);
        all.viewed(&sums, Layout::new(shape.into(), strides, first))
    };
    for (x, weight, bias, shape, first) in products {
        if shape.contains(&0) {
            continue;
        }
        let target = part(&mut all, &shape, first)?;
        let product = Product::new(x.view.dtype, wide());
        let product = match bias {
            Some(bias) => product.plus(Addend::Tensor(bias), 1.0),
            None => product,
        };
        all.then(multiply(product, x, weight, target)?)?;
    }
    all.agree()?;
    all.exchange(Exchange::AllReduce, &[&sums])?;
    let mut first = 0;
    for output in outputs {
        let shape = output.view.layout.shape().to_vec();
        let count: i64 = shape.iter().product();
        if count > 0 {
            let from = part(&mut all, &shape, first)?.with_role(Role::Input);
            all.then(pointwise::copy(from, output)?)?;
        }
        first += count;
    }
    Ok(all.finish())
}
