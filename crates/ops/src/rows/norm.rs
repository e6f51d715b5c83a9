//! Normalisation of rows.

#![forbid(unsafe_code)]

use std::ops::Range;

use super::source::{Rows, Source};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::rows::{Operands, Program, Row, Slot, Walk};
use hostnpu_kernels::rows::{self, Total, floats};
use hostnpu_tensor::Dtype;

/// Statistics that rows are normalised with.
pub enum Statistics {
    /// Mean and variance of the row; this is added to the variance.
    Layer(f64),
    /// The mean of the squares of the row, to which this is added.
    Rms(f64),
    /// A mean (or 0) and a reciprocal standard deviation (or 1) for each row.
    Given(Option<Arg>, Option<Arg>),
    /// A mean (or 0) and a variance (or 1) for each row; this is added to the variance.
    Variance(Option<Arg>, Option<Arg>, f64),
}

/// Factor and addend of a value.
pub struct Affine {
    /// Factors; 1 for none.
    pub weight: Option<Arg>,
    /// Number that is added to factors.
    pub addend: f64,
    /// Addend; 0 for none.
    pub bias: Option<Arg>,
    /// Walk of both.
    pub walk: Walk,
}

impl Affine {
    /// The usual parameters.
    pub fn new(weight: Option<Arg>, bias: Option<Arg>, walk: Walk) -> Self {
        Self {
            weight,
            addend: 0.0,
            bias,
            walk,
        }
    }

    /// With 1 more than the weights.
    pub fn of_one_more(self) -> Self {
        Self {
            addend: 1.0,
            ..self
        }
    }
}

/// Statistics that are kept over many calls: `(1 - momentum) * before + momentum * now`.
pub struct Running {
    /// The mean.
    pub mean: Option<Arg>,
    /// The variance, divided by one less than the number of elements.
    pub variance: Option<Arg>,
    /// The weight of the present one.
    pub momentum: f32,
}

/// An output with the type that it is rounded to first.
pub type Rounded = (Arg, Dtype);

/// A normalisation: what is left out is not wanted.
pub struct Norm {
    /// The rows of all operands.
    pub rows: Rows,
    /// Tensors whose sum is normalised, each times a factor.
    pub terms: Vec<(Arg, f64)>,
    /// A row that is added to the sum of each.
    pub repeated: Option<Arg>,
    /// Statistics that rows are normalised with.
    pub statistics: Statistics,
    /// Affine stages behind normalised values.
    pub affine: Vec<Affine>,
    /// `y / (1 + exp(-factor y))` of the result.
    pub swish: Option<f64>,
    /// Outputs of the results.
    pub results: Vec<Rounded>,
    /// Output of the sum.
    pub sum: Option<Rounded>,
    /// Output of the mean.
    pub mean: Option<Rounded>,
    /// Output of the reciprocal standard deviation.
    pub inverse: Option<Rounded>,
    /// Output of the variance.
    pub variance: Option<Rounded>,
    /// Statistics that are brought up to date.
    pub running: Option<Running>,
    /// True if the result replaces the first term, and the sum the second one.
    pub in_place: bool,
}

impl Norm {
    /// A normalisation that writes nothing yet.
    pub fn new(rows: Rows, terms: Vec<(Arg, f64)>, statistics: Statistics) -> Self {
        Self {
            rows,
            terms,
            repeated: None,
            statistics,
            affine: Vec::new(),
            swish: None,
            results: Vec::new(),
            sum: None,
            mean: None,
            inverse: None,
            variance: None,
            running: None,
            in_place: false,
        }
    }
}

/// Plans a normalisation.
pub fn norm(of: Norm) -> Result<Call> {
    let (rows, mut operands) = (of.rows, of.rows.operands());
    let mut input = Source::new(1);
    let mut terms = Vec::new();
    for (arg, factor) in of.terms {
        let slot = match of.in_place {
            true => operands.update(arg, rows.walk),
            false => operands.read(arg, rows.walk),
        };
        input.add(slot, factor);
        terms.push(slot);
    }
    if let Some(repeated) = of.repeated {
        input.add(operands.read(repeated, Walk::columns()), 1.0);
    }
    let per_row = Walk::per_row();
    let mut given = |arg: Option<Arg>| arg.map(|arg| operands.read(arg, per_row));
    let statistics = match of.statistics {
        Statistics::Layer(epsilon) => Known::Layer(epsilon),
        Statistics::Rms(epsilon) => Known::Rms(epsilon),
        Statistics::Given(mean, inverse) => Known::Given(given(mean), given(inverse), None),
        Statistics::Variance(mean, variance, epsilon) => {
            Known::Given(given(mean), given(variance), Some(epsilon))
        }
    };
    let affine = of
        .affine
        .into_iter()
        .map(|affine| Stage::new(affine, &mut operands));
    let affine = affine.collect();
    let mut write =
        |arg: Option<Rounded>, walk| arg.map(|(arg, dtype)| operands.write(arg, dtype, walk));
    let (mean, inverse) = (write(of.mean, per_row), write(of.inverse, per_row));
    let variance = write(of.variance, per_row);
    let mut sum = write(of.sum, rows.walk);
    let mut results: Vec<Slot> = of
        .results
        .into_iter()
        .filter_map(|result| write(Some(result), rows.walk))
        .collect();
    if of.in_place {
        results.push(terms[0]);
        sum = terms.get(1).copied();
    }
    let running = of.running.map(|running| Kept::new(running, &mut operands));
    operands.run(Normalise {
        input,
        statistics,
        affine,
        swish: of.swish,
        results,
        sum,
        mean,
        inverse,
        variance,
        running,
    })
}

/// Parameters as operands.
pub(super) struct Stage {
    pub weight: Option<Slot>,
    pub addend: f64,
    pub bias: Option<Slot>,
}

impl Stage {
    pub fn new(affine: Affine, operands: &mut Operands) -> Self {
        let mut read = |arg: Option<Arg>| arg.map(|arg| operands.read(arg, affine.walk));
        Self {
            weight: read(affine.weight),
            addend: affine.addend,
            bias: read(affine.bias),
        }
    }

    /// Multiplies a tile by the weights.
    pub fn multiply(&self, row: &mut Row, tile: Slot, block: &Range<usize>) {
        if let Some(weight) = self.weight {
            row.load(weight, block);
            let [y, weight] = row.tiles([tile, weight], block);
            rows::multiply(y, weight, self.addend);
        }
    }

    /// Multiplies a tile by the weights and adds the biases.
    pub fn apply(&self, row: &mut Row, tile: Slot, block: &Range<usize>) {
        self.multiply(row, tile, block);
        if let Some(bias) = self.bias {
            row.load(bias, block);
            let [y, bias] = row.tiles([tile, bias], block);
            rows::add_scaled(y, bias, 1.0);
        }
    }
}

/// Statistics as operands.
enum Known {
    Layer(f64),
    Rms(f64),
    /// With what is added where the second one is a variance.
    Given(Option<Slot>, Option<Slot>, Option<f64>),
}

/// Running statistics as operands.
pub(super) struct Kept {
    mean: Option<Slot>,
    variance: Option<Slot>,
    momentum: f32,
}

impl Kept {
    pub fn new(running: Running, operands: &mut Operands) -> Self {
        let mut update = |arg: Option<Arg>| arg.map(|arg| operands.update(arg, Walk::per_row()));
        Self {
            mean: update(running.mean),
            variance: update(running.variance),
            momentum: running.momentum,
        }
    }

    /// Brings them up to date with a mean, and a variance divided by one less than the number of elements.
    pub fn update(&self, row: &mut Row, mean: f64, unbiased: f64) {
        let (now, before) = (self.momentum, 1.0 - self.momentum);
        for (slot, value) in [(self.mean, mean), (self.variance, unbiased)] {
            let Some(slot) = slot else { continue };
            let old = row.one(slot);
            row.put(slot, f64::from(before) * old + f64::from(now) * value);
        }
    }
}

struct Normalise {
    input: Source,
    statistics: Known,
    affine: Vec<Stage>,
    swish: Option<f64>,
    results: Vec<Slot>,
    sum: Option<Slot>,
    mean: Option<Slot>,
    inverse: Option<Slot>,
    variance: Option<Slot>,
    running: Option<Kept>,
}

impl Normalise {
    /// The sum of the results of `of` for the blocks.
    fn total(&self, row: &mut Row, of: impl Fn(&[f64]) -> f64) -> f64 {
        let mut total = Total::default();
        for block in row.blocks() {
            let tile = self.input.tile(row, &block);
            let x = row.tile(tile, &block);
            total.add(of(x));
        }
        total.sum()
    }

    /// The mean and the sum of the squares of the distances from it, of a row of floats.
    fn moments_of_floats(&self, row: &Row) -> Option<[f64; 2]> {
        let (mut count, mut sum, mut mean, mut squares) = (0.0, 0.0, 0.0, 0.0);
        let add = &mut |x: &[f32]| {
            let (own, [of_run, around]) = (x.len() as f64, floats::moments(x));
            let (together, distance) = (count + own, of_run - mean);
            squares += around + distance * distance * (count * own / together);
            mean += distance * (own / together);
            sum += own * of_run;
            count = together;
        };
        // Of all NaN the same one.
        row.each_run_of_floats(self.input.alone()?, add)
            .then(|| [sum / count, squares].map(|x: f64| if x.is_nan() { f64::NAN } else { x }))
    }

    /// The sum of the squares of a row of floats.
    fn squares_of_floats(&self, row: &Row) -> Option<f64> {
        let mut sum = 0.0;
        let add = &mut |x: &[f32]| sum += floats::squares(x);
        row.each_run_of_floats(self.input.alone()?, add)
            .then_some(sum)
    }

    /// Writes the result from a row of floats to one, in one pass; returns whether that is what there is to do.
    fn write_floats(&self, row: &mut Row, mean: f64, inverse: f64) -> bool {
        let ([result], None, None, Some(input)) =
            (&self.results[..], self.swish, self.sum, self.input.alone())
        else {
            return false;
        };
        let (weight, bias, addend) = match &self.affine[..] {
            [] => (None, None, 0.0),
            [stage] => (stage.weight, stage.bias, stage.addend),
            _ => return false,
        };
        if bias.is_some() && (weight.is_none() || addend != 0.0) {
            return false;
        }
        let tiles = [(weight, 0), (bias, 1)].map(|(slot, none)| slot.unwrap_or(row.own(none)));
        let write =
            &mut |x: &[f32], y: &mut [f32], [weights, biases]: [&[f64]; 2]| match (weight, bias) {
                _ if mean.is_nan() || inverse.is_nan() => y.fill(f32::NAN),
                (None, _) => floats::normalise(y, x, mean, inverse),
                (_, None) => floats::normalise_by(y, x, weights, mean, inverse, addend),
                _ => floats::normalise_affine(y, x, weights, biases, mean, inverse),
            };
        row.blocks().all(|block| {
            for slot in weight.iter().chain(&bias) {
                row.load(*slot, &block);
            }
            row.each_floats([input, *result], tiles, &block, write)
        })
    }

    /// The mean, the variance and the reciprocal standard deviation.
    fn statistics(&self, row: &mut Row) -> (f64, f64, f64) {
        let count = row.length() as f64;
        let (mean, variance, epsilon) = match self.statistics {
            Known::Layer(epsilon) => {
                let [mean, squares] = match self.moments_of_floats(row) {
                    Some(moments) => moments,
                    None => {
                        let mean = self.total(row, rows::sum) / count;
                        [mean, self.total(row, |x| rows::squares_about(x, mean))]
                    }
                };
                (mean, squares / count, epsilon)
            }
            Known::Rms(epsilon) => {
                let squares = match self.squares_of_floats(row) {
                    Some(squares) => squares,
                    None => self.total(row, |x| rows::squares_about(x, 0.0)),
                };
                (0.0, squares / count, epsilon)
            }
            Known::Given(mean, inverse, epsilon) => {
                let number = |slot: Option<Slot>, none| slot.map_or(none, |slot| row.one(slot));
                let (mean, second) = (number(mean, 0.0), number(inverse, 1.0));
                match epsilon {
                    None => return (mean, f64::NAN, second),
                    Some(epsilon) => (mean, second, epsilon),
                }
            }
        };
        (mean, variance, 1.0 / (variance + epsilon).sqrt())
    }

    /// Makes results of a block in the program's first own tile.
    fn result(&self, row: &mut Row, block: &Range<usize>, mean: f64, inverse: f64) -> Slot {
        let (tile, result) = (self.input.tile(row, block), row.own(0));
        if mean.is_nan() || inverse.is_nan() {
            // Of several NaN always the same one.
            let y = row.tile(result, block);
            y.fill(f64::NAN);
            return result;
        }
        let mut stages = &self.affine[..];
        if let [
            Stage {
                weight: Some(weight),
                bias: Some(bias),
                addend: 0.0,
            },
            rest @ ..,
        ] = stages
        {
            row.load(*weight, block);
            row.load(*bias, block);
            let [y, x, weight, bias] = row.four_tiles([result, tile, *weight, *bias], block);
            rows::normalise_affine(y, x, weight, bias, mean, inverse);
            stages = rest;
        } else {
            let [y, x] = row.tiles([result, tile], block);
            rows::normalise(y, x, mean, inverse);
        }
        for stage in stages {
            stage.apply(row, result, block);
        }
        if let Some(factor) = self.swish {
            let y = row.tile(result, block);
            rows::swish(y, factor);
        }
        result
    }
}

impl Program for Normalise {
    fn tiles(&self) -> usize {
        2
    }

    fn row(&self, row: &mut Row) {
        let (mean, variance, inverse) = self.statistics(row);
        for (slot, value) in [
            (self.mean, mean),
            (self.variance, variance),
            (self.inverse, inverse),
        ] {
            if let Some(slot) = slot {
                row.put(slot, value);
            }
        }
        if let Some(running) = &self.running {
            let count = row.length() as f64;
            running.update(row, mean, variance * (count / (count - 1.0)));
        }
        if self.write_floats(row, mean, inverse) {
            return;
        }
        for block in row.blocks() {
            let result = self.result(row, &block, mean, inverse);
            if let Some(sum) = self.sum {
                let tile = self.input.tile(row, &block);
                row.store(sum, tile, &block);
            }
            for &to in &self.results {
                row.store(to, result, &block);
            }
        }
    }
}
