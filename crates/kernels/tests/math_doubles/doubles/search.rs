//! Arguments whose exact results lie next to the middle between two doubles: there an error before the last rounding shows, however small.

use hostnpu_references::Reference;

use super::Function;
use super::arguments::RUN;
use crate::support::Random;

/// Units of the last place that an argument is moved by, to see how the result moves.
const APART: u64 = 4096;

/// Units that it is moved by at most: curves are straight so far.
const MOST: u64 = 1 << 14;

/// The `n` below [`MOST`] for which `n * slope` is near `target`, both modulo 1, by the convergents of `slope` (A. Ostrowski, 1922).
fn nearest_multiple(slope: f64, target: f64) -> u64 {
    let alpha = slope - slope.floor();
    let mut rest = target - target.floor();
    if rest > 0.5 {
        rest -= 1.0;
    }
    // Denominators of convergents, and how far their multiples are from integers: of changing sign.
    let (mut before, mut last) = ((0u64, -1.0f64), (1u64, alpha));
    let mut n = 0;
    for _ in 0..24 {
        let (count, step) = last;
        if step.abs() < 1e-9 || count >= MOST {
            break;
        }
        let most = (MOST - n) / count;
        let times = ((rest / step).round().max(0.0) as u64).min(most);
        n += times * count;
        rest -= times as f64 * step;
        let quotient = (-before.1 / step).floor().max(1.0);
        let next = (
            before
                .0
                .saturating_add(count.saturating_mul(quotient as u64)),
            before.1 + quotient * step,
        );
        (before, last) = (last, next);
    }
    n
}

/// The worst arguments so far, to look near them.
pub struct Worst {
    found: Vec<(f64, [f64; 2])>,
}

impl Worst {
    pub fn new() -> Self {
        Worst { found: Vec::new() }
    }

    /// Takes note of an argument if it is among the worst ones.
    pub fn note(&mut self, error: f64, argument: [f64; 2]) {
        const MOST: usize = 48;
        let error = error.abs();
        if self.found.len() == MOST {
            let least = (0..MOST)
                .min_by(|&i, &j| self.found[i].0.total_cmp(&self.found[j].0))
                .expect("not empty");
            if self.found[least].0 >= error {
                return;
            }
            self.found.swap_remove(least);
        }
        self.found.push((error, argument));
    }

    /// The least error that is noted.
    pub fn least(&self) -> f64 {
        self.found
            .iter()
            .fold(f64::INFINITY, |least, found| least.min(found.0))
    }

    /// An argument near one of the worst.
    fn near(&self, random: &mut Random) -> Option<[f64; 2]> {
        if self.found.is_empty() {
            return None;
        }
        let (_, argument) = self.found[random.below(self.found.len())];
        let share = f64::from_bits((1023 - 3 - random.below(36) as u64) << 52);
        let moved = argument.map(|x| x * (1.0 + random.between(-1.0, 1.0) * share));
        Some(moved)
    }
}

/// Moves arguments, half of them near the worst ones, so that results come next to middles.
pub fn toward_middles(
    function: &Function,
    reference: Reference,
    random: &mut Random,
    worst: &Worst,
    a: &mut [f64],
    b: &mut [f64],
) {
    for (a, b) in a.iter_mut().zip(&mut *b) {
        if random.next() & 1 == 0
            && let Some(near) = worst.near(random)
        {
            [*a, *b] = near;
        }
    }
    let there: Vec<f64> = a
        .iter()
        .map(|a| f64::from_bits(a.to_bits().wrapping_add(APART)))
        .collect();
    let [mut y, mut z, mut here_error, mut there_error] = [const { [0.0; RUN] }; 4];
    let (y, z) = (&mut y[..a.len()], &mut z[..a.len()]);
    let (here_error, there_error) = (&mut here_error[..a.len()], &mut there_error[..a.len()]);
    function.run(a, b, y);
    function.run(&there, b, z);
    reference.errors(a, b, y, here_error);
    reference.errors(&there, b, z, there_error);
    for i in 0..a.len() {
        let exponent = (y[i].to_bits() >> 52 & 0x7ff) as i32;
        if y[i].to_bits() >> 52 != z[i].to_bits() >> 52 || exponent == 0x7ff {
            continue;
        }
        let units = z[i].to_bits().wrapping_sub(y[i].to_bits()) as i64 as f64;
        let units = if y[i] < 0.0 { -units } else { units };
        let moved = units - (there_error[i] - here_error[i]);
        if !moved.is_finite() {
            continue;
        }
        let n = nearest_multiple(moved / APART as f64, 0.5 + here_error[i]);
        a[i] = f64::from_bits(a[i].to_bits().wrapping_add(n));
    }
}
