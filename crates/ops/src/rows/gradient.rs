//! Gradients of normalisations.

#![forbid(unsafe_code)]

use std::ops::Range;

use super::norm::{Affine, Rounded, Stage};
use super::source::{Rows, Source};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::rows::{Operands, Program, Row, Slot, Walk, several};
use hostnpu_kernels::rows::{self, Total};

/// Dependence of a normalised value on the elements of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depends {
    /// On the mean and the variance of its row.
    OnBoth,
    /// On the mean of the squares of its row.
    OnSquares,
    /// On itself alone: statistics are given.
    OnNone,
}

/// Gradients by parameters of a stage: sums of its gradients times what it multiplies, and of its gradients.
#[derive(Default)]
pub struct Parameters {
    /// By the weights.
    pub weight: Option<Arg>,
    /// By the biases.
    pub bias: Option<Arg>,
}

/// Sums of gradients that are given, where what was normalised is more than the rows here: one number of each for each row.
pub struct GivenSums {
    /// Of the gradients.
    pub gradients: Arg,
    /// Of their products with what was normalised, less its mean.
    pub products: Arg,
    /// Number of elements that were summed: one number.
    pub count: Arg,
    /// Factor of the results; 1 for none.
    pub weight: Option<Arg>,
}

/// A gradient of a normalisation.
pub struct Gradient {
    /// The rows of all operands.
    pub rows: Rows,
    /// The gradient by the result.
    pub gradient: Arg,
    /// Tensors whose sum was normalised, each times a factor.
    pub terms: Vec<(Arg, f64)>,
    /// Dependence of normalised values on the row.
    pub depends: Depends,
    /// The mean (0 for none) and the reciprocal standard deviation (1 for none).
    pub statistics: [Option<Arg>; 2],
    /// Walk of the statistics.
    pub walk: Walk,
    /// Number that is added to the second one if that is a variance.
    pub of_variance: Option<f64>,
    /// Affine stages behind normalised values, with the gradients by the parameters that are sums over rows.
    pub affine: Vec<(Affine, Parameters)>,
    /// The gradient by the parameters of the first stage where these are numbers of a row.
    pub of_row: Parameters,
    /// As in [`super::Norm`].
    pub swish: Option<f64>,
    /// Tensor that is added to the gradient by the terms.
    pub added: Option<Arg>,
    /// The gradients by the terms, each times a factor.
    pub results: Vec<(Rounded, f64)>,
    /// The sums that the gradients by the terms are made of, where they are not those of the row.
    pub given: Option<GivenSums>,
}

impl Gradient {
    /// A gradient that writes nothing yet.
    pub fn new(rows: Rows, gradient: Arg, terms: Vec<(Arg, f64)>, depends: Depends) -> Self {
        Self {
            rows,
            gradient,
            terms,
            depends,
            statistics: [None, None],
            walk: Walk::per_row(),
            of_variance: None,
            affine: Vec::new(),
            of_row: Parameters::default(),
            swish: None,
            added: None,
            results: Vec::new(),
            given: None,
        }
    }
}

/// Plans a gradient.
pub fn gradient(of: Gradient) -> Result<Call> {
    let (operands, program) = backward(of);
    operands.run(program)
}

/// Plans several gradients as one call.
pub fn gradients(all: Vec<Gradient>) -> Result<Call> {
    let programs = all.into_iter().map(|of| {
        let (operands, program) = backward(of);
        (operands, Box::new(program) as Box<dyn Program>)
    });
    several(programs.collect())
}

fn backward(of: Gradient) -> (Operands, Backward) {
    let (rows, mut operands) = (of.rows, of.rows.operands());
    let gradient = operands.read(of.gradient, rows.walk);
    let mut input = Source::new(3);
    for (arg, factor) in of.terms {
        input.add(operands.read(arg, rows.walk), factor);
    }
    let [mean, inverse] = of.statistics;
    let [mean, inverse] = [mean, inverse].map(|arg| arg.map(|arg| operands.read(arg, of.walk)));
    let mut affine = Vec::new();
    for (stage, parameters) in of.affine {
        let walk = stage.walk;
        let stage = Stage::new(stage, &mut operands);
        let mut sum = |arg: Option<Arg>| arg.map(|arg| operands.sum(arg, walk));
        affine.push((stage, [sum(parameters.weight), sum(parameters.bias)]));
    }
    let mut per_row = |arg: Option<Arg>| {
        arg.map(|arg| {
            let dtype = arg.view.dtype;
            operands.write(arg, dtype, Walk::per_row())
        })
    };
    let of_row = [per_row(of.of_row.weight), per_row(of.of_row.bias)];
    let added = of.added.map(|arg| operands.read(arg, rows.walk));
    let given = of.given.map(|given| {
        let mut per_row = |arg| operands.read(arg, Walk::per_row());
        let sums = [per_row(given.gradients), per_row(given.products)];
        let weight = given.weight.map(per_row);
        Given {
            sums,
            weight,
            count: operands.read(given.count, Walk::columns()),
        }
    });
    let results = of.results.into_iter();
    let results =
        results.map(|((arg, dtype), factor)| (operands.write(arg, dtype, rows.walk), factor));
    let results = results.collect();
    let program = Backward {
        gradient,
        input,
        depends: of.depends,
        mean,
        inverse,
        varies: of.walk.run != usize::MAX,
        of_variance: of.of_variance,
        affine,
        of_row,
        swish: of.swish,
        added,
        results,
        given,
    };
    (operands, program)
}

struct Backward {
    gradient: Slot,
    input: Source,
    depends: Depends,
    mean: Option<Slot>,
    inverse: Option<Slot>,
    /// True if statistics vary along a row.
    varies: bool,
    of_variance: Option<f64>,
    affine: Vec<(Stage, [Option<Slot>; 2])>,
    of_row: [Option<Slot>; 2],
    swish: Option<f64>,
    added: Option<Slot>,
    results: Vec<(Slot, f64)>,
    given: Option<Given>,
}

/// [`GivenSums`] as operands.
struct Given {
    sums: [Slot; 2],
    count: Slot,
    weight: Option<Slot>,
}

impl Given {
    /// The means of gradients and of their products with normalised values, and what results are multiplied by.
    fn means(&self, row: &Row, inverse: f64) -> ([f64; 2], f64) {
        let count = row.one(self.count);
        let [sum, products] = self.sums.map(|slot| row.one(slot) / count);
        let weight = self.weight.map_or(1.0, |slot| row.one(slot));
        ([sum, products * inverse], inverse * weight)
    }
}

/// The program's own tiles: gradients, normalised values, values between stages.
const GRADIENTS: usize = 0;
const NORMALISED: usize = 1;
const BETWEEN: usize = 2;

/// The sums of a row of gradients, and of their products with normalised values.
#[derive(Default)]
struct Sums {
    /// By the first stage's result.
    outer: [Total; 2],
    /// By normalised values.
    inner: [Total; 2],
}

impl Backward {
    /// The statistics of a row.
    fn statistics(&self, row: &Row) -> (f64, f64) {
        let number = |slot: Option<Slot>, none| slot.map_or(none, |slot| row.one(slot));
        let (mean, second) = (number(self.mean, 0.0), number(self.inverse, 1.0));
        match self.of_variance {
            Some(epsilon) => (mean, 1.0 / (second + epsilon).sqrt()),
            None => (mean, second),
        }
    }

    /// Makes normalised values of a block.
    fn normalised(&self, row: &mut Row, block: &Range<usize>) -> Slot {
        let (x, tile) = (self.input.tile(row, block), row.own(NORMALISED));
        if row.is_computed(tile, block) {
            return tile;
        }
        match (self.varies, self.mean, self.inverse) {
            (true, Some(mean), Some(inverse)) => {
                row.load(mean, block);
                row.load(inverse, block);
                let [y, x, mean, inverse] = row.four_tiles([tile, x, mean, inverse], block);
                rows::normalise_each(y, x, mean, inverse);
            }
            _ => {
                let (mean, inverse) = self.statistics(row);
                let [y, x] = row.tiles([tile, x], block);
                rows::normalise(y, x, mean, inverse);
            }
        }
        tile
    }

    /// Makes the values of a block after so many stages.
    fn between(&self, row: &mut Row, stages: usize, block: &Range<usize>) -> Slot {
        let normalised = self.normalised(row, block);
        if stages == 0 {
            return normalised;
        }
        let tile = row.own(BETWEEN);
        let [y, x] = row.tiles([tile, normalised], block);
        rows::scaled(y, x, 1.0);
        for (stage, _) in &self.affine[..stages] {
            stage.apply(row, tile, block);
        }
        tile
    }

    /// Makes the gradients of a block by normalised values; adds to the sums the first time.
    fn gradients(&self, row: &mut Row, block: &Range<usize>, mut sums: Option<&mut Sums>) -> Slot {
        let tile = row.own(GRADIENTS);
        if row.is_computed(tile, block) {
            return tile;
        }
        row.load(self.gradient, block);
        let [g, dy] = row.tiles([tile, self.gradient], block);
        rows::scaled(g, dy, 1.0);
        if let Some(factor) = self.swish {
            let value = self.between(row, self.affine.len(), block);
            let [g, value] = row.tiles([tile, value], block);
            rows::swish_gradient(g, value, factor);
        }
        for (number, (stage, [weight, bias])) in self.affine.iter().enumerate().rev() {
            if sums.is_some() {
                if let Some(weight) = *weight {
                    let value = self.between(row, number, block);
                    row.add_products_to(weight, [tile, value], block);
                }
                if let Some(bias) = *bias {
                    row.add_to(bias, tile, block);
                }
            }
            if number == 0 && self.of_row.iter().any(Option::is_some) {
                self.add(row, block, sums.as_deref_mut().map(|sums| &mut sums.outer));
            }
            stage.multiply(row, tile, block);
        }
        if self.depends != Depends::OnNone {
            self.add(row, block, sums.map(|sums| &mut sums.inner));
        }
        tile
    }

    /// Adds gradients of a block, and their products with normalised values, to sums.
    fn add(&self, row: &mut Row, block: &Range<usize>, sums: Option<&mut [Total; 2]>) {
        let Some([sum, products]) = sums else { return };
        let (tile, normalised) = (row.own(GRADIENTS), self.normalised(row, block));
        let [g, x] = row.tiles([tile, normalised], block);
        sum.add(rows::sum(g));
        products.add(rows::products(g, x));
    }
}

impl Program for Backward {
    fn tiles(&self) -> usize {
        4
    }

    fn row(&self, row: &mut Row) {
        let mut sums = Sums::default();
        for block in row.blocks() {
            self.gradients(row, &block, Some(&mut sums));
        }
        let [bias, weight] = sums.outer.map(|total| total.sum());
        for (slot, value) in self.of_row.iter().zip([weight, bias]) {
            if let Some(slot) = *slot {
                row.put(slot, value);
            }
        }
        if self.results.is_empty() {
            return;
        }
        let count = row.length() as f64;
        let (_, inverse) = self.statistics(row);
        let ([mean, product], inverse) = match (&self.given, self.depends) {
            (Some(given), _) => given.means(row, inverse),
            (_, Depends::OnBoth) => (sums.inner.map(|total| total.sum() / count), inverse),
            (_, Depends::OnSquares) => ([0.0, sums.inner[1].sum() / count], inverse),
            (_, Depends::OnNone) => ([0.0, 0.0], inverse),
        };
        for block in row.blocks() {
            let (tile, normalised) = (
                self.gradients(row, &block, None),
                self.normalised(row, &block),
            );
            let [g, x] = row.tiles([tile, normalised], &block);
            match self.depends {
                // Of several NaN always the same one.
                _ if mean.is_nan() || product.is_nan() => g.fill(f64::NAN),
                Depends::OnNone if self.given.is_none() => rows::times(g, inverse),
                _ => rows::gradient(g, x, mean, product, inverse),
            }
            if let Some(added) = self.added {
                row.load(added, &block);
                let [g, added] = row.tiles([tile, added], &block);
                rows::add_scaled(g, added, 1.0);
            }
            for &(result, factor) in &self.results {
                let mut from = tile;
                if factor != 1.0 {
                    from = row.own(BETWEEN);
                    let [y, g] = row.tiles([from, tile], &block);
                    rows::scaled(y, g, factor);
                }
                row.store(result, from, &block);
            }
            row.forget(tile);
        }
    }
}
