//! Latent attention's queries and keys, before attention: products with latent weights, normalised, rotated and written to caches.

#![forbid(unsafe_code)]

mod places;
mod preprocess;
mod prolog;
mod rows;

pub use places::Places;
pub use preprocess::{Codes, Preprocess, PreprocessWeight, preprocess};
pub use prolog::{Cache, Caches, Prolog, Weight, prolog};

use crate::cache::Component;
use crate::grouped::{Grouped, Groups, Side, Step, grouped};
use crate::products::{Product, multiply, range_of};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_tensor::{Dtype, Layout};

fn count(arg: &Arg) -> usize {
    arg.view.numel().unwrap_or(0)
}

/// Plans the product of two sides, of so many rows, steps and columns, whose sums go through steps; the results are in DOUBLE.
fn product(
    steps: &mut Sequence,
    [left, right]: [Side; 2],
    behind: Vec<Step>,
    [rows, inner, columns]: [usize; 3],
) -> Result<Arg> {
    let out = steps.temporary(Dtype::F64, &[rows as i64, columns as i64])?;
    steps.then(grouped(Grouped {
        groups: Groups::Known(vec![range_of(0, [rows, inner, columns])]),
        outputs: vec![(out.clone(), [1, rows, columns])],
        ..Grouped::without_results(left, right, behind)
    })?)?;
    Ok(out)
}

/// Plans the product of heads of queries (tokens, heads, elements) and the matrix of each head, for results of tokens, heads and latent elements.
fn times_heads(heads: Arg, matrices: Arg, results: &Arg) -> Result<Call> {
    let by_heads = |arg: &Arg| arg.viewed(arg.view.layout.permuted(&[1, 0, 2]));
    let as_stored = Product::new(Dtype::F64, results.view.dtype);
    multiply(as_stored, by_heads(&heads)?, matrices, by_heads(results)?)
}

/// Rows of which nothing is computed yet.
fn component(x: Arg) -> Component {
    Component {
        x,
        weight_scale: None,
        bias: None,
        gamma: None,
        rope: None,
        result: None,
        cache: None,
    }
}

/// A view of the last axes of a tensor of the steps.
fn part(of: &Arg, shape: &[i64], axis: usize, [first, count]: [i64; 2]) -> Result<Arg> {
    let layout: Layout = of
        .view
        .layout
        .reshaped(shape)
        .ok_or_else(|| Error::shape(of.name, of.view.layout.shape(), format!("{shape:?}")))?;
    of.viewed(layout.sliced(axis, first, count, 1))
}
