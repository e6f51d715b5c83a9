//! Products of the rows of each expert, with an exchange of rows before or behind them. The numbers of rows are known when the call is planned.

use std::ops::Range;
use std::sync::Arc;

use super::{Exchange, Group, Joint};
use hostnpu_base::error::Result;
use hostnpu_ops::pointwise;
use hostnpu_ops::products::{Product, multiply};
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
