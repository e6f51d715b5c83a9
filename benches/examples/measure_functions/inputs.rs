//! The arguments that errors are measured of. All libraries get the same ones, and a second run gets them again.
//!
//! They are finite and not zero: what functions have of zeros, infinities and NaN is a matter of conventions, and tested elsewhere.

use std::ops::Range;

use rug::Float;

use crate::functions::Exact;

/// Bits of what is exact: so many that roundings in between are not seen.
const PRECISION: u32 = 200;

/// The number of floats that are taken on each side of a point.
const BESIDE: i32 = 8;

/// Arguments, in parts.
pub struct Inputs {
    /// One column for each argument of the function.
    pub columns: Vec<Vec<f32>>,
    /// The name of each part, and where it is.
    pub parts: Vec<(&'static str, Range<usize>)>,
}

impl Exact {
    /// The exact result of finite floats.
    pub fn of(&self, arguments: &[f32]) -> Float {
        let wide = |x: f32| Float::with_val(PRECISION, x);
        match (self, arguments) {
            (Exact::One(f, _), &[x]) => f(wide(x)),
            (Exact::Two(f, _), &[x, z]) => f(wide(x), wide(z)),
            _ => panic!("not so many arguments"),
        }
    }

    fn intervals(&self) -> Vec<[f32; 2]> {
        match self {
            Exact::One(_, interval) => vec![*interval],
            Exact::Two(_, intervals) => intervals.to_vec(),
        }
    }
}

/// Knuth's MMIX generator, upper half.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }

    /// Uniform in the interval.
    fn within(&mut self, [from, to]: [f32; 2]) -> f32 {
        let share = f64::from(self.bits()) / 2f64.powi(32);
        let (from, to) = (f64::from(from), f64::from(to));
        (from + (to - from) * share) as f32
    }

    /// Any finite float: each exponent as often as another one.
    fn any(&mut self) -> f32 {
        loop {
            let x = f32::from_bits(self.bits());
            if is_taken(x) {
                return x;
            }
        }
    }
}

fn is_taken(x: f32) -> bool {
    x.is_finite() && x != 0.0
}

/// The place of a float among all of them.
fn place(x: f32) -> i32 {
    let bits = x.to_bits() as i32;
    if bits < 0 { i32::MIN - bits } else { bits }
}

/// The float at a place.
fn at(place: i32) -> f32 {
    let bits = if place < 0 { i32::MIN - place } else { place };
    f32::from_bits(bits as u32)
}

fn beside(point: f32, count: i32) -> impl Iterator<Item = f32> {
    let middle = place(point);
    (-count..=count).map(move |i| at(middle.saturating_add(i)))
}

/// Points of change: roots, poles, ends of domains, and where results become subnormal, nothing, or infinite.
fn class(exact: &Float) -> (bool, i32) {
    let size = match exact.get_exp() {
        None if exact.is_nan() => -2,
        None if exact.is_zero() => -1,
        Some(..-149) => -1,
        Some(-149..-125) => 0,
        Some(-125..=128) => 1,
        _ => 2,
    };
    (size != -2 && exact.is_sign_negative(), size)
}

/// The floats between which the class of `f` changes, one for each pair of neighbours of the `grid` that differ.
fn changes(grid: &[f32], f: impl Fn(f32) -> Float) -> Vec<f32> {
    let classes: Vec<_> = grid.iter().map(|&x| class(&f(x))).collect();
    let mut found = Vec::new();
    for (ends, sides) in grid.windows(2).zip(classes.windows(2)) {
        if sides[0] == sides[1] {
            continue;
        }
        let (mut low, mut high) = (place(ends[0]), place(ends[1]));
        while i64::from(high) - i64::from(low) > 1 {
            let middle = ((i64::from(low) + i64::from(high)) / 2) as i32;
            if class(&f(at(middle))) == sides[0] {
                low = middle;
            } else {
                high = middle;
            }
        }
        found.push(at(high));
    }
    found
}

/// `count` floats of an interval, equally far from each other.
fn even([from, to]: [f32; 2], count: u32) -> Vec<f32> {
    let (from, to) = (f64::from(from), f64::from(to));
    let step = (to - from) / f64::from(count);
    (0..=count)
        .map(|i| (from + step * f64::from(i)) as f32)
        .collect()
}

/// Powers of two, ends of the interval, and what [`changes`] finds in it and among all floats, with the floats beside each.
fn points_of_one(exact: &Exact, interval: [f32; 2]) -> Vec<f32> {
    let f = |x: f32| exact.of(&[x]);
    let mut points: Vec<f32> = interval.to_vec();
    points.extend(changes(&even(interval, 1021), f));
    let all = (-2046..2046).map(|i| at(i * (place(f32::MAX) / 2046)));
    points.extend(changes(&all.collect::<Vec<f32>>(), f));
    let mut inputs: Vec<f32> = points
        .iter()
        .flat_map(|&point| beside(point, BESIDE))
        .collect();
    for exponent in -149..128 {
        let power = 2f64.powi(exponent) as f32;
        inputs.extend([power, -power].into_iter().flat_map(|x| beside(x, 2)));
    }
    inputs.sort_by(f32::total_cmp);
    inputs.dedup();
    inputs.retain(|&x| is_taken(x));
    inputs
}

/// Pairs of special numbers; and where the class changes along the second argument, for some first ones.
fn points_of_two(exact: &Exact, intervals: &[[f32; 2]], random: &mut Random) -> Vec<[f32; 2]> {
    let mut specials = vec![f32::MIN_POSITIVE, 1e-40, f32::from_bits(1), f32::MAX];
    specials.extend([
        1e-20,
        1e-5,
        0.1,
        1.0 / 3.0,
        0.7,
        1.5,
        3.0,
        10.0,
        88.7,
        127.5,
        1e5,
        1e20,
    ]);
    for exponent in [-30, -12, -1, 0, 1, 7, 24] {
        specials.extend(beside(2f32.powi(exponent), 1));
    }
    specials.extend(specials.clone().iter().map(|x| -x));
    let mut pairs: Vec<[f32; 2]> = Vec::new();
    for &x in &specials {
        pairs.extend(specials.iter().map(|&z| [x, z]));
    }
    let grid = even(intervals[1], 61);
    for _ in 0..400 {
        let x = random.within(intervals[0]);
        for z in changes(&grid, |z| exact.of(&[x, z])) {
            pairs.extend(beside(z, BESIDE).map(|z| [x, z]));
        }
    }
    // Next to 1, by how much in any power of two: powers of it with large exponents, and logarithms that are small.
    for _ in 0..8192 {
        let mut power = |most: u32| (random.bits() >> 8) % most;
        let (small, large) = (2f32.powi(-(power(24) as i32)), 2f32.powi(power(34) as i32));
        let near = 1.0 + random.within([-1.0, 1.0]) * small;
        let other = random.within([-1.0, 1.0]) * large;
        pairs.extend([[near, other], [other, near]]);
    }
    pairs.retain(|pair| pair.iter().all(|&x| is_taken(x)));
    pairs
}

/// The inputs of a function: so many of its usual interval, as many of all exponents, and special points.
pub fn inputs(exact: &Exact, count: usize) -> Inputs {
    let mut random = Random(1);
    let intervals = exact.intervals();
    let mut columns = vec![Vec::new(); intervals.len()];
    for _ in 0..count {
        for (column, &interval) in columns.iter_mut().zip(&intervals) {
            let x = random.within(interval);
            column.push(if is_taken(x) { x } else { f32::MIN_POSITIVE });
        }
    }
    for _ in 0..count {
        columns
            .iter_mut()
            .for_each(|column| column.push(random.any()));
    }
    match columns.as_mut_slice() {
        [x] => x.extend(points_of_one(exact, intervals[0])),
        [x, z] => {
            for pair in points_of_two(exact, &intervals, &mut random) {
                x.push(pair[0]);
                z.push(pair[1]);
            }
        }
        _ => panic!("so many arguments"),
    }
    let all = columns[0].len();
    let parts = vec![
        ("interval", 0..count),
        ("exponents", count..2 * count),
        ("points", 2 * count..all),
    ];
    Inputs { columns, parts }
}
