//! Gradients by cosines and sines of a rotation.

#![forbid(unsafe_code)]

use super::rotate::{RowBoxes, require_broadcast, require_width};
use super::rows::{MAX_WIDTH, Mode};
use super::{Rotate, Rotated, rotate};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{ReadFloatsView, WriteFloatsView, kernel, operands};
use hostnpu_engine::sequence::Sequence;
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_kernels::rows::add_products;
use hostnpu_tensor::cuts;

/// Operands of [`rotate_gradient`]. Tensors have four axes.
pub struct RotateGradient {
    /// The gradient by the rotated tensor.
    pub dy: Arg,
    /// The cosines that it was rotated by.
    pub cos: Arg,
    /// The sines.
    pub sin: Arg,
    /// Input of the rotation; `dcos` and `dsin` are computed where it is given.
    pub x: Option<Arg>,
    /// Pairing of elements.
    pub mode: Mode,
    /// The gradient by what was rotated.
    pub dx: Arg,
    /// The gradient by the cosines.
    pub dcos: Arg,
    /// The gradient by the sines.
    pub dsin: Arg,
}

operands! {
    struct Products => ProductsAt {
        dy: ReadFloatsView<4>,
        x: ReadFloatsView<4>,
        dcos: WriteFloatsView<4>,
        dsin: WriteFloatsView<4>,
    }
}

/// Plans the gradients of a rotation: `dx` by the transposed rotation, `dcos` and `dsin` as sums in DOUBLE over the axes along which cosines are repeated.
pub fn rotate_gradient(operands: RotateGradient) -> Result<Call> {
    let RotateGradient {
        dy,
        cos,
        sin,
        x,
        mode,
        dx,
        dcos,
        dsin,
    } = operands;
    let columns = dy.extents::<4>()?[3];
    let turned_back = |dy, cos, sin, dx| {
        rotate(Rotate {
            tensors: vec![Rotated { x: Some(dy), y: dx }],
            cos,
            sin,
            mode,
            columns: 0..columns,
            is_gradient: true,
            rotate: None,
        })
    };
    let Some(x) = x else {
        return turned_back(dy, cos, sin, dx);
    };
    let mut all = Sequence::default();
    let [dy, cos, sin, x] = [dy, cos, sin, x].map(|arg| all.add(arg));
    let [dx, dcos, dsin] = [dx, dcos, dsin].map(|arg| all.add(arg));
    all.then(turned_back(dy.clone(), cos, sin, dx)?)?;
    all.then(products(dy, x, mode, dcos, dsin)?)?;
    Ok(all.finish())
}

fn products(dy: Arg, x: Arg, mode: Mode, dcos: Arg, dsin: Arg) -> Result<Call> {
    let shape = dy.extents::<4>()?;
    let width = shape[3];
    require_width(&dy, mode, width)?;
    require_broadcast(&dcos, &shape, width)?;
    for (arg, wanted) in [(&x, shape), (&dsin, dcos.extents::<4>()?)] {
        let found = arg.extents::<4>()?;
        if found != wanted {
            let got = format!("a tensor of shape {found:?}");
            return Err(Error::value(arg.name, got, format!("the shape {wanted:?}")));
        }
    }
    let count = dy.view.numel().unwrap_or(0);
    let operands = Products {
        dy: ReadFloatsView::of(dy)?,
        x: ReadFloatsView::of(x)?,
        dcos: WriteFloatsView::as_it_lies(dcos)?,
        dsin: WriteFloatsView::as_it_lies(dsin)?,
    };
    kernel(operands, 16 * count, move |at: ProductsAt| {
        let of = at.dcos.shape();
        let boxes = RowBoxes::one_by_one(of);
        let parts = (at.dcos.boxes(boxes.size()), at.dsin.boxes(boxes.size()));
        cuts::for_each_part(parts, |piece, (mut dcos, mut dsin)| {
            let mut memory = [[0.0; MAX_WIDTH]; 6];
            let [g, x, by_cos, by_sin, cos_sum, sin_sum] =
                memory.each_mut().map(|row| &mut row[..width]);
            let first = boxes.first(piece);
            // All of an axis along which one row of cosines serves, else the one of this row.
            let ranges: [_; 3] = std::array::from_fn(|axis| match of[axis] == shape[axis] {
                true => first[axis]..first[axis] + 1,
                false => 0..shape[axis],
            });
            let [outer, rows, inner] = ranges;
            for i in outer {
                for j in rows.clone() {
                    for k in inner.clone() {
                        at.dy.load([i, j, k], 0, g);
                        at.x.load([i, j, k], 0, x);
                        mode.terms(x, by_cos, by_sin);
                        add_products(cos_sum, g, by_cos);
                        add_products(sin_sum, g, by_sin);
                    }
                }
            }
            one_nan(cos_sum);
            one_nan(sin_sum);
            dcos.row([0, 0, 0]).store(0, cos_sum);
            dsin.row([0, 0, 0]).store(0, sin_sum);
        });
        Ok(())
    })
}
