//! Plans the largest elements of windows.

#![forbid(unsafe_code)]

use super::Windows;
use crate::operands::{Read, Temporary, Write, kernel, operands};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_kernels::window::{Element as Compared, Largest, Places};
use hostnpu_tensor::{Dtype, Element, cuts};

/// Plans the largest element of each window, and the number of its place in the plane as INT32 or INT64: NaN is larger than all numbers, and of equal ones the
/// first is taken. A window without elements has the lowest number of the type, and no place.
pub fn largest(windows: Windows, input: Arg, output: Arg, places: Option<Arg>) -> Result<Call> {
    match computed(&input) {
        Dtype::F64 => plan::<f64>(windows, input, output, places),
        Dtype::I64 => plan::<i64>(windows, input, output, places),
        Dtype::I32 => plan::<i32>(windows, input, output, places),
        _ => plan::<f32>(windows, input, output, places),
    }
}

/// The type in which elements are compared.
pub(super) fn computed(input: &Arg) -> Dtype {
    match input.view.dtype {
        own @ (Dtype::F64 | Dtype::I64) => own,
        Dtype::F32 | Dtype::F16 | Dtype::Bf16 => Dtype::F32,
        _ => Dtype::I32,
    }
}

/// The type of places that are stored in `dtype`.
pub(super) fn place_type(dtype: Dtype) -> Dtype {
    match dtype {
        Dtype::I64 => Dtype::I64,
        _ => Dtype::I32,
    }
}

operands! {
    struct Maxima<T: Element> => MaximaAt {
        input: Read<T>,
        output: Write<T>,
        /// Places of the largest elements, in one of two types.
        places: Option<Write<i32>>,
        wide_places: Option<Write<i64>>,
        /// Of each part, columns of largest elements, and the lines that these are in.
        values: Temporary<T>,
        lines: Temporary<i32>,
    }
}

fn plan<T: Compared + Element>(
    windows: Windows,
    input: Arg,
    output: Arg,
    places: Option<Arg>,
) -> Result<Call> {
    input.require_numel(windows.elements())?;
    output.require_numel(windows.results())?;
    if let Some(places) = &places {
        places.require_numel(windows.results())?;
    }
    let (places, wide_places) = match places {
        Some(places) if place_type(places.view.dtype) == Dtype::I64 => (None, Some(places)),
        places => (places, None),
    };
    let parts = windows.parts(windows.planes * windows.grid.rows());
    let columns = columns(&windows);
    let operands = Maxima::<T> {
        input: input.into(),
        output: output.into(),
        places: places.map(Write::from),
        wide_places: wide_places.map(Write::from),
        values: parts.memory(columns),
        lines: parts.memory(columns),
    };
    kernel(operands, windows.cost(), move |at: MaximaAt<T>| {
        let grid = &windows.grid;
        let each = grid.axes[2].count;
        let cut = (
            parts.cut(at.output, each),
            at.places.map(|places| parts.cut(places, each)),
            at.wide_places.map(|places| parts.cut(places, each)),
            cuts::chunks(at.values, columns),
            cuts::chunks(at.lines, columns),
        );
        cuts::for_each_part(cut, |part, (output, places, wide_places, values, lines)| {
            let places = match (places, wide_places) {
                (Some(places), _) => Places::I32(places),
                (None, Some(places)) => Places::I64(places),
                (None, None) => Places::None,
            };
            T::largest(&mut Largest {
                grid,
                input: at.input,
                rows: parts.range(part),
                output,
                places,
                values,
                lines,
            });
        });
        Ok(())
    })
}

/// Numbers of scratch memory that the rows of a part take, of elements and of lines.
pub(super) fn columns(windows: &Windows) -> usize {
    2 * windows.grid.padded()
}
