//! Places of numbers in sorted rows.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::grain;
use hostnpu_engine::operands::{Any, ReadAny, ReadIndices, Write, kernel, operands};
use hostnpu_kernels::index::IndexSlice;
pub use hostnpu_kernels::order::Side;
use hostnpu_kernels::order::{Sorted, insertion};
use hostnpu_tensor::{Dtype, Element, Value, cuts};

/// Numbers that are searched for.
pub enum Wanted {
    /// The elements of a tensor, whose last dimension belongs to one row each where there are several.
    Tensor(Arg),
    /// One number, of the computation type.
    Number(Value),
}

operands! {
    struct Search => SearchAt {
        rows: ReadAny,
        sorter: Option<ReadIndices<i64>>,
        wanted: Option<ReadAny>,
        output: Write<i64>,
    }
}

/// Plans `output = ` the positions at which `wanted` belong in `rows`, of which the last dimension is sorted: before equal numbers or behind them.
/// `sorter` has, for each row, the positions in sorted order. All is compared in `compute`, a real type.
pub fn search(
    rows: Arg,
    wanted: Wanted,
    compute: Dtype,
    side: Side,
    sorter: Option<Arg>,
    output: Arg,
) -> Result<Call> {
    let shape = rows.view.layout.shape();
    let length = shape.last().map_or(1, |&extent| extent as usize);
    let count = output.view.numel().unwrap_or(0);
    let last = output.view.layout.shape().last();
    let per_row = last.filter(|_| shape.len() > 1);
    let per_row = per_row.map_or(count, |&last| last as usize);
    let (wanted, constant) = match wanted {
        Wanted::Tensor(arg) => (Some(ReadAny::of(arg, compute)), Value::new(0_u8)),
        Wanted::Number(value) => (None, value),
    };
    let find = match compute {
        Dtype::U8 => find::<u8>,
        Dtype::I8 => find::<i8>,
        Dtype::I16 => find::<i16>,
        Dtype::I32 => find::<i32>,
        Dtype::I64 => find::<i64>,
        Dtype::F16 => find::<half::f16>,
        Dtype::Bf16 => find::<half::bf16>,
        Dtype::F32 => find::<f32>,
        Dtype::F64 => find::<f64>,
        other => return Err(Error::dtype(rows.name, other, "a real number")),
    };
    let steps = (usize::BITS - length.leading_zeros()) as usize;
    let operands = Search {
        rows: ReadAny::of(rows, compute),
        sorter: sorter.map(ReadIndices::from),
        wanted,
        output: output.into(),
    };
    kernel(
        operands,
        count.saturating_mul(8 * steps),
        move |at: SearchAt| {
            let outside = |sorter: IndexSlice<'_, i64>| sorter.outside(length);
            if let Some((_, got)) = at.sorter.and_then(outside) {
                let allowed = format!("0 to {}, positions in a row", length - 1);
                return Err(Error::value("sorter", got, allowed));
            }
            find(
                at.rows,
                at.sorter,
                at.wanted,
                &constant,
                [length, per_row],
                side,
                at.output,
            )
        },
    )
}

/// Writes where each number belongs in its row of `length` numbers; so many of the numbers belong to a row.
fn find<T: Element + Sorted>(
    rows: Any,
    sorter: Option<IndexSlice<i64>>,
    wanted: Option<Any>,
    constant: &Value,
    [length, per_row]: [usize; 2],
    side: Side,
    output: &mut [i64],
) -> Result<()> {
    let numbers = rows.of::<T>()?;
    let wanted = wanted.map(Any::of::<T>).transpose()?;
    let constant = constant.get::<T>().unwrap_or_default();
    cuts::for_each_part(cuts::chunks(output, grain::SEARCHED), |piece, mut out| {
        let mut first = piece * grain::SEARCHED;
        while !out.is_empty() {
            // What is searched for in one row.
            let count = out.len().min(per_row - first % per_row);
            let (places, rest) = std::mem::take(&mut out).split_at_mut(count);
            let start = first / per_row * length;
            let row = &numbers[start..start + length];
            match (T::INSERTIONS, sorter, wanted) {
                (Some(insertions), None, Some(wanted)) => {
                    insertions(row, &wanted[first..first + count], side, places);
                }
                _ => {
                    for (k, place) in places.iter_mut().enumerate() {
                        let x = wanted.map_or(constant, |wanted| wanted[first + k]);
                        let at = |k: usize| match sorter {
                            None => row[k],
                            Some(sorter) => row[sorter.position(start + k, length).unwrap_or(0)],
                        };
                        *place = insertion(length, x, side, at) as i64;
                    }
                }
            }
            (first, out) = (first + count, rest);
        }
    });
    Ok(())
}
