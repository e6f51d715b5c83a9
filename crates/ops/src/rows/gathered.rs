//! Statistics of channels from those of several devices.

#![forbid(unsafe_code)]

use super::norm::{Kept, Rounded, Running};
use super::source::Rows;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::rows::{Program, Row, Slot, Walk};
use hostnpu_kernels::rows::{self, Total};

/// Partial statistics of each channel: a row for a device.
pub enum Parts {
    /// Its mean and its reciprocal standard deviation.
    Statistics(Arg, Arg),
    /// The sum of its elements and that of their squares.
    Sums(Arg, Arg),
}

/// Statistics of all devices.
pub struct Gathered {
    /// Those of each.
    pub parts: Parts,
    /// The number of elements of a channel on each device, and the type that it is converted to.
    pub counts: Rounded,
    /// Number that is added to variances.
    pub epsilon: f64,
    /// Statistics that are brought up to date.
    pub running: Running,
    /// Output of the means.
    pub mean: Rounded,
    /// Output of the reciprocal standard deviations.
    pub inverse: Rounded,
}

/// Plans the statistics of all devices.
pub fn gathered(of: Gathered) -> Result<Call> {
    let (is_of_sums, parts) = match of.parts {
        Parts::Statistics(mean, inverse) => (false, [mean, inverse]),
        Parts::Sums(sums, squares) => (true, [sums, squares]),
    };
    let turned = |arg: Arg| arg.viewed(arg.view.layout.permuted(&[1, 0]));
    let [first, second] = parts.map(turned);
    let (first, second) = (first?, second?);
    let rows = Rows::of(first.view.layout.shape(), 1);
    let mut operands = rows.operands();
    let parts = [first, second].map(|arg| operands.read(arg, rows.walk));
    let (counts, dtype) = of.counts;
    let counts = operands.read_in(counts, dtype, Walk::columns());
    let running = Kept::new(of.running, &mut operands);
    let outputs = [of.mean, of.inverse];
    let outputs = outputs.map(|(arg, dtype)| operands.write(arg, dtype, Walk::per_row()));
    operands.run(Gathering {
        is_of_sums,
        parts,
        counts,
        epsilon: of.epsilon,
        running,
        outputs,
    })
}

struct Gathering {
    is_of_sums: bool,
    parts: [Slot; 2],
    counts: Slot,
    epsilon: f64,
    running: Kept,
    outputs: [Slot; 2],
}

impl Gathering {
    /// The sum over the devices of what `of` gives of both numbers of each and their counts.
    fn total(&self, row: &mut Row, of: impl Fn([&mut [f64]; 4]) -> f64) -> f64 {
        let mut total = Total::default();
        for block in row.blocks() {
            let [first, second] = self.parts;
            for slot in [first, second, self.counts] {
                row.load(slot, &block);
            }
            total.add(of(
                row.four_tiles([first, second, self.counts, row.own(0)], &block)
            ));
        }
        total.sum()
    }
}

impl Program for Gathering {
    fn tiles(&self) -> usize {
        1
    }

    fn row(&self, row: &mut Row) {
        let count = self.total(row, |[.., counts, _]| rows::sum(counts));
        let (mean, squares) = match self.is_of_sums {
            true => {
                let mean = self.total(row, |[sums, ..]| rows::sum(sums)) / count;
                let squares = self.total(row, |[_, squares, ..]| rows::sum(squares));
                (mean, squares - mean * mean * count)
            }
            false => {
                let mean = self.total(row, |[means, _, counts, _]| rows::products(means, counts));
                let mean = mean / count;
                let squares = self.total(row, |[means, inverses, counts, about]| {
                    for ((about, &mut own), &mut inverse) in
                        about.iter_mut().zip(means).zip(inverses)
                    {
                        let (root, far) = (1.0 / inverse, own - mean);
                        *about = root * root - self.epsilon + far * far;
                    }
                    rows::products(about, counts)
                });
                (mean, squares)
            }
        };
        let inverse = 1.0 / (squares / count + self.epsilon).sqrt();
        for (slot, value) in self.outputs.into_iter().zip([mean, inverse]) {
            // Of several NaN always the same one.
            row.put(slot, if value.is_nan() { f64::NAN } else { value });
        }
        self.running.update(row, mean, squares / (count - 1.0));
    }
}
