//! Overlaps of boxes: by areas, and by centres and proportions too.

#![forbid(unsafe_code)]

use super::one_nan;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::grain;
use hostnpu_engine::operands::{Read, Temporary, Write, kernel, operands};
use hostnpu_kernels::boxes::{self, Sides, common};
use hostnpu_kernels::math::atan;
use hostnpu_tensor::cuts;

/// Divisor of the common area of two boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Divisor {
    /// The area that both cover.
    Union,
    /// The area of the second box.
    Second,
}

operands! {
    struct Overlaps => OverlapsAt {
        first: Read<f64>,
        second: Read<f64>,
        // The sides of the second boxes, in rows.
        sides: Temporary<f64>,
        out: Write<f64>,
    }
}

/// Plans how much boxes (m, 4) overlap others (n, 4): each with each, (m, n), or with the one of its number, (m, 1). `eps` is added to widths and heights.
pub fn overlaps(
    [first, second]: [Arg; 2],
    divisor: Divisor,
    eps: f64,
    is_each: bool,
    out: Arg,
) -> Result<Call> {
    let [count, others] = [&first, &second].map(|arg| arg.view.numel().unwrap_or(0) / 4);
    let width = if is_each { others } else { 1 };
    out.require_numel(count.saturating_mul(width))?;
    let cost = count.saturating_mul(width).saturating_mul(64);
    let operands = Overlaps {
        first: first.into(),
        second: second.into(),
        sides: Temporary::of(4 * others),
        out: out.into(),
    };
    kernel(operands, cost, move |at: OverlapsAt| {
        let rows = at.sides.chunks_mut(others.max(1));
        for (side, row) in rows.enumerate() {
            let own = at.second.as_chunks::<4>().0;
            row.iter_mut().zip(own).for_each(|(to, of)| *to = of[side]);
        }
        let sides = &*at.sides;
        let first = at.first.as_chunks::<4>().0;
        let pieces = cuts::chunks(at.out, grain::COMPUTED);
        cuts::for_each_part(pieces, |piece, mut out| {
            let mut at = piece * grain::COMPUTED;
            while !out.is_empty() {
                let (row, column) = match is_each {
                    true => (at / width, at % width),
                    false => (at, at),
                };
                let count = out.len().min(if is_each { width - column } else { 1 });
                let (own, rest) = out.split_at_mut(count);
                let others = [0, 1, 2, 3].map(|side| &sides[side * others + column..][..count]);
                boxes::overlaps(first[row], others, divisor == Divisor::Union, eps, own);
                (at, out) = (at + count, rest);
            }
        });
        Ok(())
    })
}

operands! {
    struct Complete => CompleteAt {
        first: Read<f64>,
        second: Read<f64>,
        overlap: Write<f64>,
        angles: Write<f64>,
    }
}

/// Added to divisors, and to heights.
const EPS: f64 = 1e-9;

/// Plans the complete overlap of boxes with those of their numbers, and the difference of the inverse tangents of width by height, the second box first. Boxes are columns (4, n): of centre, width and
/// height if `by_centre`, or else of their sides.
pub fn complete(
    [first, second]: [Arg; 2],
    by_centre: bool,
    divisor: Divisor,
    [overlap, angles]: [Arg; 2],
) -> Result<Call> {
    let count = first.view.numel().unwrap_or(0) / 4;
    second.require_numel(4 * count)?;
    overlap.require_numel(count)?;
    angles.require_numel(count)?;
    let operands = Complete {
        first: first.into(),
        second: second.into(),
        overlap: overlap.into(),
        angles: angles.into(),
    };
    kernel(
        operands,
        count.saturating_mul(256),
        move |at: CompleteAt| {
            let sides = |of: &[f64], k: usize| {
                let [x, y, z, w] = [0, 1, 2, 3].map(|side| of[side * count + k]);
                match by_centre {
                    true => [x - z / 2.0, y - w / 2.0, x + z / 2.0, y + w / 2.0],
                    false => [x, y, z, w],
                }
            };
            let size = grain::COMPUTED;
            let pieces = (
                cuts::chunks(at.overlap, size),
                cuts::chunks(at.angles, size),
            );
            cuts::for_each_part(pieces, |piece, (overlaps, angles)| {
                for (k, (out, angle)) in overlaps.iter_mut().zip(angles).enumerate() {
                    let k = piece * size + k;
                    let (a, b) = (sides(at.first, k), sides(at.second, k));
                    (*out, *angle) = complete_of(a, b, divisor);
                }
            });
            Ok(())
        },
    )
}

fn complete_of(a: Sides, b: Sides, divisor: Divisor) -> (f64, f64) {
    let [w, h] = common(a, b, 0.0);
    let shared = w * h;
    let [first, second] = [a, b].map(|of| [of[2] - of[0], of[3] - of[1] + EPS]);
    let of_second = second[0] * second[1];
    let divided = match divisor {
        Divisor::Union => first[0] * first[1] + of_second - shared + EPS,
        Divisor::Second => of_second + EPS,
    };
    let overlap = shared / divided;
    let around = [0, 1].map(|k| a[k + 2].max(b[k + 2]) - a[k].min(b[k]));
    let apart = [0, 1].map(|k| b[k] + b[k + 2] - a[k] - a[k + 2]);
    let square = |[x, y]: [f64; 2]| x * x + y * y;
    let distance = square(apart) / 4.0 / (square(around) + EPS);
    let mut of = [0.0; 2];
    atan::f64(&[second[0] / second[1], first[0] / first[1]], &mut of);
    let angle = of[0] - of[1];
    let shape = 4.0 / (std::f64::consts::PI * std::f64::consts::PI) * angle * angle;
    let factor = shape / (1.0 + EPS - overlap + shape);
    (one_nan(overlap - distance - shape * factor), one_nan(angle))
}
