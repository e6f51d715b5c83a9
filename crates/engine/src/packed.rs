//! Copies of elements that share a byte: two elements of four bits, the first in the low bits, are moved as one byte.

use smallvec::SmallVec;

use super::pointwise::Operand;
use crate::Arg;
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_tensor::{Dtype, Layout, Value};

/// Returns the operands of a copy of elements of four bits as bytes. Refuses what would have to write half a byte, and conversions.
pub(super) fn in_bytes(input: Operand, output: Arg) -> Result<(Operand, Arg)> {
    let refused = |arg: &Arg| {
        Error::from(Reason::Value {
            arg: arg.name,
            got: format!(
                "a move of {} to shape {:?} that begins or ends in the middle of a byte",
                arg.view.dtype,
                arg.view.layout.shape()
            ),
            allowed: "moves of an even number of neighbouring elements, two of which share a byte"
                .into(),
        })
    };
    let byte = |arg: &Arg, layout: Layout| {
        Arg::new(arg.name, arg.role, Dtype::U8, layout, arg.view.address)
    };
    match input {
        Operand::Tensor(source) => {
            let (from, to) = (&source.view.layout, &output.view.layout);
            let pair = source.view.dtype == output.view.dtype && from.shape() == to.shape();
            let halved = pair.then(|| halved(&[from, to])).flatten();
            let [from, to] = halved
                .and_then(|halved| <[Layout; 2]>::try_from(halved.into_vec()).ok())
                .ok_or_else(|| refused(&output))?;
            Ok((byte(&source, from)?.into(), byte(&output, to)?))
        }
        Operand::Value(value) if value.dtype() == output.view.dtype => {
            let halved = halved(&[&output.view.layout]).and_then(|mut halved| halved.pop());
            let to = halved.ok_or_else(|| refused(&output))?;
            let half = value.bytes()[0] & 0x0f;
            let both = Value::from_bytes(Dtype::U8, &[half << 4 | half]);
            Ok((both.into(), byte(&output, to)?))
        }
        _ => Err(refused(&output)),
    }
}

/// One dimension: extent, and a stride for each layout.
type Axis = (i64, SmallVec<[i64; 2]>);

/// Returns layouts of one shape in units of two elements, if all their elements lie in such units in the same order.
fn halved(layouts: &[&Layout]) -> Option<SmallVec<[Layout; 2]>> {
    let mut axes: SmallVec<[Axis; 8]> = SmallVec::new();
    for (k, &extent) in layouts[0].shape().iter().enumerate() {
        if extent == 1 {
            continue;
        }
        let strides: SmallVec<[i64; 2]> =
            layouts.iter().map(|layout| layout.strides()[k]).collect();
        match axes.last_mut() {
            Some((outer, steps)) if steps.iter().zip(&strides).all(|(&a, &b)| a == b * extent) => {
                (*outer, *steps) = (*outer * extent, strides);
            }
            _ => axes.push((extent, strides)),
        }
    }
    let (last, others) = axes.split_last_mut()?;
    let even = |number: &i64| number % 2 == 0;
    let whole = last.0 % 2 == 0
        && last.1.iter().all(|&stride| stride == 1)
        && others.iter().all(|(_, strides)| strides.iter().all(even))
        && layouts.iter().all(|layout| even(&layout.offset()));
    if !whole {
        return None;
    }
    last.0 /= 2;
    for (_, strides) in others {
        strides.iter_mut().for_each(|stride| *stride /= 2);
    }
    let of = |k: usize| {
        let shape = axes.iter().map(|axis| axis.0).collect();
        let strides = axes.iter().map(|axis| axis.1[k]).collect();
        Layout::new(shape, strides, layouts[k].offset() / 2)
    };
    Some((0..layouts.len()).map(of).collect())
}
