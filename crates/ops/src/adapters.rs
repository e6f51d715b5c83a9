//! Products with two small matrices of an adapter, which each row chooses, added to a part of a tensor (LoRA).

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, ReadIndices, Temporary, Write, kernel, operands};
use hostnpu_kernels::rows;
use hostnpu_tensor::cuts;

/// Operands of a call.
pub struct Adapters {
    /// Rows that the products are added to.
    pub y: Arg,
    /// Rows that are multiplied.
    pub x: Arg,
    /// Of each adapter a matrix whose rows multiply `x`; without it `x` itself counts.
    pub weight_a: Option<Arg>,
    /// Of each adapter a matrix whose rows multiply what the first gives.
    pub weight_b: Arg,
    /// The adapter of each row; below 0 none.
    pub indices: Arg,
    /// The first column of `y` that is added to, and how many are.
    pub columns: [usize; 2],
    /// Factor of the products.
    pub scale: f64,
}

operands! {
    struct Add => AddAt {
        out: Write<f64>,
        indices: ReadIndices<i32>,
        y: Read<f64>,
        x: Read<f64>,
        weight_b: Read<f64>,
        weight_a: Option<Read<f64>>,
        /// Of each row, the products with the first matrix.
        inner_products: Temporary<f64>,
    }
}

/// Plans `out = y + scale weight_b weight_a x`, rounded once.
pub fn add(of: Adapters, out: Arg) -> Result<Call> {
    let [rows, width] = of.y.extents()?;
    let [_, length] = of.x.extents()?;
    let [adapters, outer, inner] = of.weight_b.extents()?;
    out.require_numel(rows * width)?;
    of.indices.require_numel(rows)?;
    of.x.require_numel(rows * length)?;
    match &of.weight_a {
        Some(weight_a) => weight_a.require_numel(adapters * inner * length)?,
        None => of.x.require_numel(rows * inner)?,
    }
    let ([start, count], scale) = (of.columns, of.scale);
    if start.saturating_add(count) > width {
        let got = format!("{count} columns from {start} on");
        let allowed = format!("columns of `{}`, which has {width}", of.y.name);
        return Err(Error::value("ySliceSize", got, allowed));
    }
    let operands = Add {
        out: out.into(),
        indices: of.indices.into(),
        y: of.y.into(),
        x: of.x.into(),
        weight_b: of.weight_b.into(),
        weight_a: of.weight_a.map(Read::from),
        inner_products: Temporary::of(rows.saturating_mul(inner)),
    };
    let cost = (length + outer).saturating_mul(inner);
    let cost = rows.saturating_mul(cost).saturating_mul(8);
    kernel(operands, cost, move |at: AddAt| {
        let mut indices = at.indices.iter().enumerate();
        if let Some((row, got)) = indices.find(|&(_, index)| index >= adapters as i64) {
            let got = format!("{got} at [{row}]");
            let allowed = format!("below {adapters}, the adapters");
            return Err(Error::value("indices", got, allowed));
        }
        let parts = (
            cuts::chunks(at.out, width),
            cuts::chunks(at.inner_products, inner),
        );
        cuts::for_each_part(parts, |row, (out, inner_products)| {
            let x = &at.x[row * length..][..length];
            out.copy_from_slice(&at.y[row * width..][..width]);
            let Some(adapter) = at.indices.position(row, adapters) else {
                return;
            };
            match at.weight_a {
                None => inner_products.copy_from_slice(x),
                Some(weight_a) => {
                    let weights = &weight_a[adapter * inner * length..];
                    inner_products.fill(0.0);
                    rows::add_row_products(inner_products, weights, x, 1.0);
                }
            }
            let out = &mut out[start..][..count.min(outer)];
            let weights = &at.weight_b[adapter * outer * inner..];
            rows::add_row_products(out, weights, inner_products, scale);
        });
        Ok(())
    })
}
