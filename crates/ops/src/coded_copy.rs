//! Copies to and from types of few bits: FLOAT8, HIFLOAT8, FLOAT4 and INT4. Codes are read exactly, and each number is rounded once.

#![forbid(unsafe_code)]

use crate::pointwise;
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::codes::codes;
use hostnpu_engine::operands::{ReadBytes, ReadFloats, Write, WriteBytes, kernel, operands};
use hostnpu_kernels::coded::Coded;
use hostnpu_tensor::Dtype;
use hostnpu_tensor::cuts::{chunks, for_each_part};

/// Numbers that a thread takes at a time: an even number.
const PIECE: usize = 1 << 12;

/// The codes of a type of few bits that is no type of integers.
fn coded(dtype: Dtype) -> Option<Coded> {
    match dtype {
        Dtype::F8E8m0 => Some(Coded::Power),
        Dtype::I8 | Dtype::U8 => None,
        _ => codes(dtype).map(Coded::Number),
    }
}

/// Returns true if numbers of `from` can be copied to `to` here.
pub fn copies(from: Dtype, to: Dtype) -> bool {
    let is_known = |dtype| coded(dtype).is_some() || crate::convertible(dtype, Dtype::F64);
    (coded(from).is_some() || coded(to).is_some()) && is_known(from) && is_known(to)
}

operands! {
    struct Decode => DecodeAt {
        x: ReadBytes,
        y: Write<f32>,
    }
}

operands! {
    struct Encode => EncodeAt {
        x: ReadFloats,
        y: WriteBytes,
    }
}

fn decode(from: Coded, x: Arg, y: Arg) -> Result<Call> {
    let cost = 4 * y.view.numel().unwrap_or(0);
    let operands = Decode {
        x: x.into(),
        y: y.into(),
    };
    kernel(operands, cost, move |at: DecodeAt| {
        for_each_part(chunks(at.y, PIECE), |piece, y| {
            let first = piece * PIECE * from.bits() / 8;
            from.load(&at.x[first..], y);
        });
        Ok(())
    })
}

fn encode(to: Coded, x: Arg, y: Arg) -> Result<Call> {
    let count = x.view.numel().unwrap_or(0);
    let operands = Encode {
        x: x.into(),
        y: y.into(),
    };
    kernel(operands, 8 * count, move |at: EncodeAt| {
        for_each_part(chunks(at.y, PIECE * to.bits() / 8), |piece, y| {
            let mut tile = [0.0; PIECE];
            let first = piece * PIECE;
            let tile = &mut tile[..PIECE.min(count.saturating_sub(first))];
            at.x.load(first..first + tile.len(), tile);
            to.store(tile, y);
        });
        Ok(())
    })
}

/// Plans `target = source`, which broadcasts. What is too large becomes infinite, NaN where a type has no infinity, and the largest number where it has neither; integers of four
/// bits keep the low bits of what is before the point.
pub fn copy(source: Arg, target: Arg) -> Result<Call> {
    let (from, to) = (source.view.dtype, target.view.dtype);
    if !copies(from, to) || (from == to && from.bits() == 8) {
        return pointwise::copy(source, target);
    }
    let mut steps = Sequence::default();
    let (source, target) = (steps.add(source), steps.add(target));
    let shape = source.view.layout.shape().to_vec();
    let numbers = match coded(from) {
        Some(from) => {
            let numbers = steps.temporary(Dtype::F32, &shape)?;
            steps.then(decode(from, source, numbers.clone())?)?;
            numbers
        }
        None => {
            let wide = match from {
                Dtype::F16 | Dtype::Bf16 | Dtype::F32 | Dtype::I8 | Dtype::U8 | Dtype::Bool => {
                    Dtype::F32
                }
                _ => Dtype::F64,
            };
            let is_long = matches!(from, Dtype::I64 | Dtype::U64);
            let source = match to == Dtype::I4 && is_long {
                // A DOUBLE does not hold the low bits of all of them.
                true => {
                    let low = steps.temporary(Dtype::I8, &shape)?;
                    steps.then(pointwise::copy(source, low.clone())?)?;
                    low
                }
                false => source,
            };
            let numbers = steps.temporary(wide, &shape)?;
            steps.then(pointwise::copy(source, numbers.clone())?)?;
            numbers
        }
    };
    match coded(to) {
        None => steps.then(pointwise::copy(numbers, target)?)?,
        Some(to) if target.view.layout.shape() == shape => {
            steps.then(encode(to, numbers, target)?)?
        }
        Some(to) => {
            let own = steps.temporary(target.view.dtype, &shape)?;
            steps.then(encode(to, numbers, own.clone())?)?;
            steps.then(pointwise::copy(own, target)?)?;
        }
    }
    Ok(steps.finish_reading_first())
}
