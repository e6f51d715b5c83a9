//! Results of attention, quantised by scales of their own.

#![forbid(unsafe_code)]

use super::memory::COPIES;
use super::{Attention, Forward, Outputs, forward};
use crate::operands::{Read, ReadFloats, Write, WriteBytes, kernel, operands};
use crate::pointwise;
use crate::sequence::Sequence;
use crate::{Arg, Call};
use crate::{codes, grain};
use hostnpu_base::error::{Error, Result};
use hostnpu_tensor::cuts::{chunks, for_each_part};

/// Plans attention whose results are quantised. `view` gives a dense tensor of the shape of `to.y` the axes of results.
pub fn forward_quantised(
    of: Attention,
    mut operands: Forward,
    lse: Option<Arg>,
    to: Quantise,
    view: impl Fn(&Arg) -> Result<Arg>,
) -> Result<Call> {
    let mut steps = Sequence::default();
    operands.for_each(&mut |arg| *arg = steps.add(arg.clone()));
    let lse = lse.map(|lse| steps.add(lse));
    let x = steps.temporary(hostnpu_tensor::Dtype::F64, to.y.view.layout.shape())?;
    let outputs = Outputs {
        statistics: None,
        lse,
        attention_out: view(&x)?,
    };
    steps.then(forward(of, operands, outputs)?)?;
    let to = Quantise {
        x,
        scale: steps.add(to.scale),
        offset: to.offset.map(|offset| steps.add(offset)),
        y: steps.add(to.y),
        channels: to.channels,
    };
    steps.then(quantised(to)?)?;
    Ok(steps.finish())
}

/// Plans attention whose statistics are single numbers: batch, heads, rows, 1.
pub fn forward_with_single_statistics(
    of: Attention,
    mut operands: Forward,
    statistics: [Arg; 2],
    attention_out: Arg,
) -> Result<Call> {
    let mut steps = Sequence::default();
    operands.for_each(&mut |arg| *arg = steps.add(arg.clone()));
    let statistics = statistics.map(|arg| steps.add(arg));
    let attention_out = steps.add(attention_out);
    let mut shape = statistics[0].view.layout.shape().to_vec();
    shape[3] = COPIES as i64;
    let copies = [
        steps.temporary(hostnpu_tensor::Dtype::F32, &shape)?,
        steps.temporary(hostnpu_tensor::Dtype::F32, &shape)?,
    ];
    let outputs = Outputs {
        statistics: Some(copies.clone()),
        lse: None,
        attention_out,
    };
    steps.then(forward(of, operands, outputs)?)?;
    for (from, to) in copies.into_iter().zip(statistics) {
        let first = from.viewed(from.view.layout.sliced(3, 0, 1, 1))?;
        steps.then(pointwise::copy(first, to)?)?;
    }
    Ok(steps.finish())
}

operands! {
    struct Nothing => NothingAt {
        out: WriteBytes,
        lse: Option<Write<f32>>,
    }
}

/// Plans results of queries that see no key: 0, and logarithms of sums of infinity.
pub fn of_no_keys(out: Arg, lse: Option<Arg>) -> Result<Call> {
    let cost = out.view.numel().unwrap_or(0);
    let operands = Nothing {
        out: out.into(),
        lse: lse.map(Write::from),
    };
    kernel(operands, cost, move |at: NothingAt| {
        at.out.fill(0);
        if let Some(lse) = at.lse {
            lse.fill(f32::INFINITY);
        }
        Ok(())
    })
}

/// Operands of `quantised`.
pub struct Quantise {
    /// Numbers of DOUBLE.
    pub x: Arg,
    /// One for all numbers, or one for each channel.
    pub scale: Arg,
    /// As many numbers as `scale`.
    pub offset: Option<Arg>,
    /// Quantised numbers, of a byte each.
    pub y: Arg,
    /// Of the dense numbers: how many channels there are of each head, numbers from a head to the next, and heads.
    pub channels: [usize; 3],
}

operands! {
    struct Numbers => NumbersAt {
        x: Read<f64>,
        scale: ReadFloats,
        offset: Option<ReadFloats>,
        y: WriteBytes,
    }
}

/// Plans `y = x * scale + offset`, rounded once to the type of `y`.
pub fn quantised(of: Quantise) -> Result<Call> {
    let Quantise {
        x,
        scale,
        offset,
        y,
        channels: [columns, head, heads],
    } = of;
    let dtype = y.view.dtype;
    let to = codes::quantised(dtype)
        .filter(|of| of.bits() == 8)
        .ok_or_else(|| {
            Error::dtype(
                y.name,
                dtype,
                "a type of one byte that numbers are quantised to",
            )
        })?;
    let count = x.view.numel().unwrap_or(0);
    y.require_numel(count)?;
    let is_of_all = scale.view.numel() == Some(1);
    if !is_of_all {
        scale.require_numel(columns * heads)?;
    }
    if let Some(offset) = &offset {
        offset.require_numel(scale.view.numel().unwrap_or(0))?;
    }
    let operands = Numbers {
        x: x.into(),
        scale: scale.into(),
        offset: offset.map(ReadFloats::from),
        y: y.into(),
    };
    kernel(operands, count * 8, move |at: NumbersAt| {
        let channel = |number: usize| match is_of_all {
            true => 0,
            false => number / head.max(1) % heads.max(1) * columns + number % columns.max(1),
        };
        for_each_part((chunks(at.y, grain::SEARCHED),), |piece, (y,)| {
            let mut numbers = [0.0; grain::SEARCHED];
            let numbers = &mut numbers[..y.len()];
            for (k, number) in (piece * grain::SEARCHED..).zip(numbers.iter_mut()) {
                let channel = channel(k);
                let offset = at.offset.as_ref().map_or(0.0, |of| of.get(channel));
                *number = at.x[k] * at.scale.get(channel) + offset;
            }
            to.store(numbers, y);
        });
        Ok(())
    })
}
