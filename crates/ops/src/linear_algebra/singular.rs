//! Singular values and vectors, by rotations of pairs of columns until all are orthogonal (one-sided Jacobi).

#![forbid(unsafe_code)]

use super::{Number, ONE, ZERO, times};
use crate::{Arg, Call};
use hostnpu_base::error::{Reason, Result};
use hostnpu_engine::grain;
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_tensor::{cuts, parallel};

/// Rounds after which columns that are not orthogonal stay as they are; ten are enough for all but matrices of rounding errors.
const MOST_ROUNDS: usize = 60;

fn conjugate(number: Number) -> Number {
    Number::new(number.re, -number.im)
}

/// The product of two columns, the first conjugated.
fn inner(a: &[Number], b: &[Number]) -> Number {
    let products = a.iter().zip(b).map(|(&a, &b)| times(conjugate(a), b));
    products.fold(ZERO, |sum, product| sum + product)
}

/// Makes of a pair of columns `c * a - s * b'` and `s * a + c * b'`, where b' is b times `turn`.
fn rotate(a: &mut [Number], b: &mut [Number], [c, s]: [f64; 2], turn: Number) {
    let real = |x: f64, z: Number| Number::new(x * z.re, x * z.im);
    for (a, b) in a.iter_mut().zip(b) {
        let (first, second) = (*a, times(*b, turn));
        *a = real(c, first) - real(s, second);
        *b = real(s, first) + real(c, second);
    }
}

/// Columns of one length, one behind the other.
struct Columns {
    numbers: Vec<Number>,
    length: usize,
}

impl Columns {
    fn new(count: usize, length: usize, number: impl Fn(usize, usize) -> Number) -> Self {
        let all = (0..count * length).map(|k| number(k / length, k % length));
        Self {
            numbers: all.collect(),
            length,
        }
    }

    fn column(&self, k: usize) -> &[Number] {
        &self.numbers[k * self.length..][..self.length]
    }

    fn pair(&mut self, a: usize, b: usize) -> [&mut [Number]; 2] {
        let (first, second) = self.numbers.split_at_mut(b * self.length);
        [
            &mut first[a * self.length..][..self.length],
            &mut second[..self.length],
        ]
    }

    /// Sets the columns that `is_there` says are missing to vectors of length 1 that are orthogonal to all others: of the axes those of which most is left.
    fn complete(&mut self, is_there: &mut [bool]) {
        for k in 0..is_there.len() {
            if is_there[k] {
                continue;
            }
            let mut best = (0.0, Vec::new());
            for axis in 0..self.length {
                let mut left = vec![ZERO; self.length];
                left[axis] = ONE;
                // Twice, so that what rounding left goes too.
                for other in (0..is_there.len())
                    .filter(|&other| is_there[other])
                    .cycle()
                    .take(2 * is_there.iter().filter(|&&there| there).count())
                {
                    let other = self.column(other);
                    let factor = inner(other, &left);
                    let taken = other.iter().map(|&x| times(x, factor));
                    left.iter_mut()
                        .zip(taken)
                        .for_each(|(left, taken)| *left -= taken);
                }
                let size = inner(&left, &left).re;
                if size > best.0 {
                    best = (size, left);
                }
                if size > 0.5 {
                    break;
                }
            }
            let (size, left) = best;
            let length = size.sqrt();
            let unit = left
                .into_iter()
                .map(|x| Number::new(x.re / length, x.im / length));
            let place = k * self.length;
            self.numbers[place..place + self.length]
                .iter_mut()
                .zip(unit)
                .for_each(|(to, x)| *to = x);
            is_there[k] = true;
        }
    }
}

/// The factors of a matrix that has as many rows as columns or more.
struct Factors {
    left: Columns,
    values: Vec<f64>,
    right: Columns,
}

/// Factors columns: those of `work`, (columns, rows), are rotated, and what is done to them is done to the axes too.
fn factors(mut work: Columns, count: usize, whole: usize) -> Factors {
    let rows = work.length;
    let mut right = Columns::new(count, count, |a, b| if a == b { ONE } else { ZERO });
    // Powers of two, so that squares neither overflow nor vanish.
    let most = work
        .numbers
        .iter()
        .fold(0.0, |most: f64, x| most.max(x.re.abs()).max(x.im.abs()));
    let scale = match most.is_finite() && most > 0.0 {
        true => f64::from_bits((most.to_bits() >> 52 & 0x7ff).clamp(1, 2045) << 52),
        false => 1.0,
    };
    for x in &mut work.numbers {
        *x = Number::new(x.re / scale, x.im / scale);
    }
    for _ in 0..MOST_ROUNDS {
        let mut is_done = true;
        for a in 0..count {
            for b in a + 1..count {
                let [first, second] = work.pair(a, b);
                let (p, q) = (inner(first, first).re, inner(second, second).re);
                let product = inner(first, second);
                let size = (product.re * product.re + product.im * product.im).sqrt();
                // NaN is no angle either.
                let is_angle = size > f64::EPSILON * 0.25 * (p * q).sqrt();
                if !is_angle || size < f64::MIN_POSITIVE {
                    continue;
                }
                is_done = false;
                let turn = Number::new(product.re / size, -product.im / size);
                let ratio = (q - p) / (2.0 * size);
                let tangent = (1.0 / (ratio.abs() + (1.0 + ratio * ratio).sqrt())).copysign(ratio);
                let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
                let by = [cosine, cosine * tangent];
                rotate(first, second, by, turn);
                let [first, second] = right.pair(a, b);
                rotate(first, second, by, turn);
            }
        }
        if is_done {
            break;
        }
    }
    let sizes: Vec<f64> = (0..count)
        .map(|k| inner(work.column(k), work.column(k)).re.sqrt())
        .collect();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| sizes[b].total_cmp(&sizes[a]).then(a.cmp(&b)));
    let least = order.first().map_or(0.0, |&k| sizes[k]) * f64::EPSILON * rows as f64;
    let mut is_there: Vec<bool> = order.iter().map(|&k| sizes[k] > least).collect();
    is_there.resize(whole, false);
    // The largest number of each left vector becomes a positive real one.
    let turns: Vec<Number> = order
        .iter()
        .map(|&k| {
            let square = |x: &Number| x.re * x.re + x.im * x.im;
            let larger = |a: Number, b: &Number| if square(b) > square(&a) { *b } else { a };
            let most = work.column(k).iter().fold(ZERO, larger);
            let size = square(&most).sqrt();
            match size > 0.0 {
                true => Number::new(most.re / size, -most.im / size),
                false => ONE,
            }
        })
        .collect();
    let mut left = Columns::new(whole, rows, |k, row| match order.get(k) {
        Some(&from) if is_there[k] => {
            let x = times(work.column(from)[row], turns[k]);
            Number::new(x.re / sizes[from], x.im / sizes[from])
        }
        _ => ZERO,
    });
    if sizes.iter().all(|size| size.is_finite()) {
        left.complete(&mut is_there);
    }
    let right = Columns::new(count, count, |k, row| {
        times(right.column(order[k])[row], turns[k])
    });
    Factors {
        left,
        values: order.iter().map(|&k| sizes[k] * scale).collect(),
        right,
    }
}

operands! {
    struct Singular => SingularAt {
        input: Read<Number>,
        values: Write<Number>,
        left: Option<Write<Number>>,
        right: Option<Write<Number>>,
    }
}

/// Plans the singular values of matrices, from the largest on, and, if they are wanted, left and right vectors as columns: as many as there are values, or all of a basis where the outputs have room for them.
pub fn singular(input: Arg, values: Arg, vectors: Option<[Arg; 2]>) -> Result<Call> {
    let &[ref batch @ .., rows, columns] = input.view.layout.shape() else {
        return Err(Reason::Internal("singular values of no matrix".into()).into());
    };
    let count = batch.iter().product::<i64>() as usize;
    let (rows, columns) = (rows as usize, columns as usize);
    let least = rows.min(columns);
    values.require_numel(count * least)?;
    let width = |arg: &Arg| {
        arg.view
            .layout
            .shape()
            .last()
            .map_or(0, |&extent| extent as usize)
    };
    let widths = vectors
        .as_ref()
        .map_or([0; 2], |all| [width(&all[0]), width(&all[1])]);
    if let Some([left, right]) = &vectors {
        left.require_numel(count * rows * widths[0])?;
        right.require_numel(count * columns * widths[1])?;
    }
    let cost = count
        .saturating_mul(rows * columns)
        .saturating_mul(128 * least.max(1));
    let [left, right] = match vectors {
        Some([left, right]) => [Some(left), Some(right)],
        None => [None, None],
    };
    let operands = Singular {
        input: input.into(),
        values: values.into(),
        left: left.map(Write::from),
        right: right.map(Write::from),
    };
    kernel(operands, cost, move |at: SingularAt| {
        let area = rows * columns;
        let work = count.saturating_mul(area);
        let pieces = (work / grain::FACTORS).clamp(1, 4 * parallel::threads());
        let per_part = count.div_ceil(pieces).max(1);
        let parts = (
            cuts::chunks(at.values, per_part * least),
            at.left
                .map(|all| cuts::chunks(all, per_part * rows * widths[0])),
            at.right
                .map(|all| cuts::chunks(all, per_part * columns * widths[1])),
        );
        cuts::for_each_part(parts, |part, (values, mut left, mut right)| {
            for (own, values) in values.chunks_mut(least).enumerate() {
                let matrix = &at.input[(part * per_part + own) * area..][..area];
                // A matrix of more columns than rows is factored as its adjoint.
                let is_turned = columns > rows;
                let entry = |row: usize, column: usize| matrix[row * columns + column];
                let (count, length) = (least, rows.max(columns));
                let columns_of = Columns::new(count, length, |column, row| match is_turned {
                    true => conjugate(entry(column, row)),
                    false => entry(row, column),
                });
                let whole = widths[usize::from(is_turned)].max(least);
                let found = factors(columns_of, count, whole);
                for (to, value) in values.iter_mut().zip(&found.values) {
                    *to = (*value).into();
                }
                let (first, second) = match is_turned {
                    true => (&found.right, &found.left),
                    false => (&found.left, &found.right),
                };
                let sides = [
                    (left.as_deref_mut(), first, rows, widths[0]),
                    (right.as_deref_mut(), second, columns, widths[1]),
                ];
                for (to, from, length, width) in sides {
                    let Some(to) = to else { continue };
                    let to = &mut to[own * length * width..][..length * width];
                    for (k, to) in to.iter_mut().enumerate() {
                        let x = from.column(k % width)[k / width];
                        let one = |x: f64| if x.is_nan() { f64::NAN } else { x };
                        *to = Number::new(one(x.re), one(x.im));
                    }
                }
            }
        });
        Ok(())
    })
}
