//! Weights of four bits, one in each element of 32 bits, packed two in a byte.

#![forbid(unsafe_code)]

use hostnpu_base::error::{Error, Result};
use hostnpu_engine::grain;
use hostnpu_numeric::fp4::E2M1;
use hostnpu_numeric::rounding::Rounding;
use hostnpu_tensor::Dtype;
use hostnpu_tensor::cuts::{chunks, for_each_part};

use crate::{Arg, Call};
use hostnpu_engine::operands::{ReadAny, WriteBytes, kernel, operands};

/// Storage of packed weights.
#[derive(Clone, Copy, Debug)]
pub struct Storage {
    /// Matrices, rows and columns.
    pub extents: [usize; 3],
    /// Columns of a block of FRACTAL_NZ; none if rows are stored one after the other.
    pub block: Option<usize>,
}

operands! {
    struct Pack => PackAt {
        weight: ReadAny,
        packed: WriteBytes,
    }
}

/// Plans the packing of INT32, of which the lowest four bits count, or of FLOAT, rounded to FLOAT4_E2M1: even elements in the low halves of bytes, and zeros in what
/// no element fills.
pub fn pack(weight: Arg, packed: Arg, of: Storage) -> Result<Call> {
    let [matrices, rows, columns] = of.extents;
    weight.require_numel(matrices * rows * columns)?;
    let cost = matrices * rows * columns * 4;
    let dtype = weight.view.dtype;
    if !matches!(dtype, Dtype::I32 | Dtype::F32) {
        return Err(Error::dtype(weight.name, dtype, "INT32 or FLOAT"));
    }
    let operands = Pack {
        weight: weight.into(),
        packed: packed.into(),
    };
    kernel(operands, cost, move |at: PackAt| {
        let code: Box<dyn Fn(usize) -> u8 + Sync> = match dtype {
            Dtype::I32 => {
                let numbers = at.weight.of::<i32>()?;
                Box::new(move |place| numbers[place] as u8 & 15)
            }
            _ => {
                let numbers = at.weight.of::<f32>()?;
                Box::new(move |place| E2M1.encode(numbers[place], Rounding::TiesToEven) & 15)
            }
        };
        let place = |element: usize| match of.block {
            None => Some(element),
            Some(block) => {
                let high = rows.next_multiple_of(16);
                let matrix = columns.div_ceil(block) * high * block;
                let (number, inside) = (element / matrix, element % matrix);
                let (row, column) = (
                    inside / block % high,
                    inside / (block * high) * block + inside % block,
                );
                let is_there = row < rows && column < columns;
                is_there.then_some((number * rows + row) * columns + column)
            }
        };
        let stored = |element: usize| {
            place(element)
                .filter(|&at| at < matrices * rows * columns)
                .map_or(0, &code)
        };
        for_each_part(chunks(at.packed, grain::SEARCHED), |piece, bytes| {
            for (i, byte) in bytes.iter_mut().enumerate() {
                let first = 2 * (piece * grain::SEARCHED + i);
                *byte = stored(first) | stored(first + 1) << 4;
            }
        });
        Ok(())
    })
}
