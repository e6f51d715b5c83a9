//! Every kind, size and instruction set against sums in the same order.

use super::*;

/// Numbers of 24 bits and of several magnitudes.
fn number(i: usize) -> f64 {
    let mixed = (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let fraction = (mixed >> 40) as f64 / f64::from(1 << 23) - 1.0;
    fraction * f64::from(1 << (mixed >> 20 & 7))
}

/// Panels of `panel` lanes of `lanes` in all, from a function of lane and step; missing lanes are NaN.
fn packed<T: Copy>(
    lanes: usize,
    panel: usize,
    depth: usize,
    at: impl Fn(usize, usize) -> T,
    missing: T,
) -> Vec<T> {
    let mut packed = Vec::new();
    for first in (0..lanes).step_by(panel) {
        for step in 0..depth {
            let lane = |lane| {
                if lane < lanes {
                    at(lane, step)
                } else {
                    missing
                }
            };
            packed.extend((first..first + panel).map(lane));
        }
    }
    packed
}

fn check<T: Copy + PartialEq + std::fmt::Debug>(
    kind: Kind,
    zero: T,
    missing: T,
    convert: impl Fn(f64) -> T,
    step: impl Fn(T, T, T) -> T,
    add: impl Fn(T, T) -> T,
) {
    let left = |row: usize, step: usize| convert(number(row * 977 + step));
    let right = |column: usize, step: usize| convert(number(column * 1013 + step + (1 << 20)));
    for isa in Isa::available() {
        let panels = kind.panels(isa);
        for (rows, columns, depth) in [
            (1, 1, 1),
            (3, 5, 7),
            (8, 24, 256),
            (13, 50, 33),
            (23, 31, 2),
            (7, 100, 19),
        ] {
            let lanes = panels.columns(columns);
            let a = packed(rows, panels.rows, depth, left, missing);
            let b = packed(columns, lanes, depth, right, missing);
            let pitch = columns.next_multiple_of(lanes) + 3;
            let mut sums = vec![convert(0.5); rows * pitch];
            for adds in [false, true] {
                let block = Block {
                    depth,
                    left: a.as_ptr().cast(),
                    rows,
                    right: b.as_ptr().cast(),
                    columns: lanes,
                    panels: columns.div_ceil(lanes),
                    offsets: std::ptr::null(),
                    sums: sums.as_mut_ptr().cast(),
                    pitch,
                    adds,
                };
                // SAFETY: the vectors hold the panels and the results.
                unsafe { block.multiply(kind, isa) };
            }
            for row in 0..rows {
                for column in 0..columns {
                    let sum =
                        (0..depth).fold(zero, |sum, k| step(sum, left(row, k), right(column, k)));
                    let twice = add(sum, sum);
                    assert_eq!(
                        sums[row * pitch + column],
                        twice,
                        "{kind:?} {} {row} {column} of {rows} {columns} {depth}",
                        isa.name()
                    );
                }
            }
        }
    }
}

#[test]
fn exact_products_are_added_one_after_the_other() {
    check(
        Kind::Exact,
        0.0,
        f64::NAN,
        |x| x,
        |sum, a, b| sum + a * b,
        |a, b| a + b,
    );
}

#[test]
fn other_products_are_added_with_one_rounding() {
    let third = |x: f64| x / 3.0;
    check(
        Kind::Double,
        0.0,
        f64::NAN,
        third,
        |sum, a, b| a.mul_add(b, sum),
        |a, b| a + b,
    );
    let short = |x: f64| x as f32;
    check(
        Kind::Single,
        0.0,
        f32::NAN,
        short,
        |sum, a, b| a.mul_add(b, sum),
        |a, b| a + b,
    );
}

#[test]
fn integers_wrap() {
    let large = |x: f64| (x * 1e17) as i64;
    check(
        Kind::Integer,
        0,
        77,
        large,
        |sum, a, b| sum.wrapping_add(a.wrapping_mul(b)),
        i64::wrapping_add,
    );
}

#[test]
fn panels_waste_little() {
    let panels = Kind::Exact.panels(Isa::Avx512);
    let widths = [1, 8, 16, 24, 32, 128, 1000].map(|columns| panels.columns(columns));
    assert_eq!(widths, [8, 8, 16, 24, 16, 16, 24]);
}
