//! Elementary functions have the same bits on every instruction set, and wherever an element stands in a slice.

use hostnpu_test_support as support;
use hostnpu_test_support::functions;

use std::fmt::Debug;

use functions::{BINARY, unary};
use support::line_of_bits;

/// Odd, so that a loop of vectors has a rest.
const COUNT: usize = 1021;

/// Numbers of all exponents, ordinary ones between, and NaN with several payloads.
fn arguments(seed: u64) -> Vec<f64> {
    let mut random = support::Random::new(seed);
    (0..COUNT)
        .map(|i| {
            let bits = random.next();
            match i % 4 {
                0 => f64::from_bits(bits),
                1 => f64::from(f32::from_bits(bits as u32)),
                2 => (bits >> 40) as f64 / 3e6 - 2.5,
                _ if i % 64 == 3 => f64::from_bits(bits | 0x7ff8_0000_0000_0000),
                _ => [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY][i / 4 % 6],
            }
        })
        .collect()
}

/// Ordinary numbers of a function, and a few of [`arguments`] between them.
fn mostly_ordinary(from: f32, to: f32) -> Vec<f32> {
    let mut random = support::Random::new(3);
    let wild = arguments(4);
    (0..COUNT)
        .map(|i| {
            let share = (random.next() >> 40) as f32 / (1u64 << 24) as f32;
            match i % 37 {
                20 => wild[i] as f32,
                _ => from + (to - from) * share,
            }
        })
        .collect()
}

/// The bits of the results for a slice, which are those of each element alone.
fn results<T: Copy + Default + Debug, const N: usize>(
    name: &str,
    x: [&[T]; N],
    bits: fn(T) -> u64,
    f: impl Fn([&[T]; N], &mut [T]),
) -> Vec<u64> {
    let mut y = vec![T::default(); COUNT];
    f(x, &mut y);
    for i in 0..COUNT {
        let mut alone = [T::default()];
        f(x.map(|x| &x[i..=i]), &mut alone);
        let at = x.map(|x| x[i]);
        assert_eq!(bits(alone[0]), bits(y[i]), "{name} of {at:?}");
    }
    y.into_iter().map(bits).collect()
}

fn hashes() -> Vec<String> {
    let (a, b) = (arguments(1), arguments(2));
    let floats = |x: &[f64]| -> Vec<f32> { x.iter().map(|&x| x as f32).collect() };
    let (c, d) = (floats(&a), floats(&b));
    let single = |x: f32| u64::from(x.to_bits());
    let one = unary().map(|u| {
        let floats = results(u.name, [&c], single, |[x], y| (u.f32)(x, y));
        let doubles = u
            .f64
            .map(|f64| results(u.name, [&a], f64::to_bits, |[x], y| f64(x, y)));
        let doubles = doubles.unwrap_or_default();
        let ordinary = mostly_ordinary(u.from, u.to);
        let ordinary = results(u.name, [&ordinary], single, |[x], y| (u.f32)(x, y));
        line_of_bits(u.name, [floats, doubles, ordinary])
    });
    let two = BINARY.iter().map(|f| {
        let floats = results(f.name, [&c, &d], single, |[a, b], y| (f.f32)(a, b, y));
        let doubles = results(f.name, [&a, &b], f64::to_bits, |[a, b], y| (f.f64)(a, b, y));
        let (a, b) = (
            mostly_ordinary(f.from.0, f.to.0),
            mostly_ordinary(f.from.1, f.to.1),
        );
        let ordinary = results(f.name, [&a, &b], single, |[a, b], y| (f.f32)(a, b, y));
        line_of_bits(f.name, [floats, doubles, ordinary])
    });
    one.chain(two).collect()
}

#[test]
fn every_place_and_every_instruction_set_gives_the_same_bits() {
    support::same_on_every_instruction_set(hashes);
}
