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

/// Panels whose numbers have several steps, from the bytes of a step of a lane.
fn joined<const SIZE: usize>(
    (lanes, panel, steps): (usize, usize, usize),
    together: usize,
    at: impl Fn(usize, usize) -> [u8; SIZE],
) -> Vec<u32> {
    let mut bytes = Vec::new();
    for first in (0..lanes).step_by(panel) {
        for number in 0..steps.div_ceil(together) {
            for lane in first..first + panel {
                for step in number * together..(number + 1) * together {
                    let is_there = lane < lanes && step < steps;
                    bytes.extend(if is_there { at(lane, step) } else { [0; SIZE] });
                }
            }
        }
    }
    let words = bytes.chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect()
}

/// Compares products of integers, whose sums are exact.
fn check_joined<const SIZE: usize>(
    kind: Kind,
    integer: impl Fn(usize) -> i32,
    [left, right]: [fn(i32) -> [u8; SIZE]; 2],
) {
    let isa = Isa::Avx512;
    if !kind.is_available(isa) {
        return;
    }
    let together = kind.steps_per_number();
    let panels = kind.panels(isa);
    let a = |row: usize, step: usize| integer(row * 977 + step);
    let b = |column: usize, step: usize| integer(column * 1013 + step + 5);
    for (rows, columns, steps) in [
        (1, 1, 1),
        (8, 48, kind.steps_per_block()),
        (13, 50, 33),
        (23, 100, 130),
    ] {
        let lanes = panels.columns(columns);
        let of_left = joined((rows, panels.rows, steps), together, |lane, step| {
            left(a(lane, step))
        });
        let of_right = joined((columns, lanes, steps), together, |lane, step| {
            right(b(lane, step))
        });
        let pitch = columns.next_multiple_of(lanes);
        let mut sums = vec![0xffff_ffff_u32; rows * pitch];
        for adds in [false, true] {
            let block = Block {
                depth: steps.div_ceil(together),
                left: of_left.as_ptr().cast(),
                rows,
                right: of_right.as_ptr().cast(),
                columns: lanes,
                panels: columns.div_ceil(lanes),
                offsets: std::ptr::null(),
                sums: sums.as_mut_ptr().cast(),
                pitch,
                adds,
            };
            // SAFETY: the vectors hold the panels and the results.
            unsafe { block.multiply(kind, isa) };
            let times = if adds { 2 } else { 1 };
            for (row, column) in
                (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
            {
                let sum: i32 = (0..steps).map(|step| a(row, step) * b(column, step)).sum();
                let got = sums[row * pitch + column];
                let expected = match kind {
                    Kind::Brain => ((times * sum) as f32).to_bits(),
                    _ => (times * sum) as u32,
                };
                assert_eq!(
                    got, expected,
                    "{kind:?} {row} {column} of {rows} {columns} {steps}"
                );
            }
        }
    }
}

#[test]
fn pairs_of_brains_are_summed() {
    let brain = |x: i32| half::bf16::from_f32(x as f32).to_le_bytes();
    check_joined(Kind::Brain, |i| (i * 7 % 31) as i32 - 15, [brain, brain]);
}

#[test]
fn sums_of_bytes_are_exact() {
    let byte = |x: i32| [x as u8];
    let shifted = |x: i32| [(x + 128) as u8];
    check_joined(
        Kind::Bytes,
        |i| (i * 37 % 256) as i32 - 128,
        [shifted, byte],
    );
    // Largest sums of a block.
    check_joined(Kind::Bytes, |_| -128, [shifted, byte]);
    check_joined(
        Kind::Bytes,
        |i| if i % 2 == 0 { 127 } else { -128 },
        [shifted, byte],
    );
}

#[test]
fn steps_of_a_lane_come_side_by_side() {
    let (lanes, pitch, steps) = (37, 40, 8);
    let elements: Vec<u16> = (0..pitch * steps).map(|i| i as u16 * 257 + 9).collect();
    let bytes: Vec<u8> = elements.iter().map(|&x| x as u8).collect();
    let rows = |first, pitch: usize| numbers::Rows {
        first,
        pitch: pitch as isize,
        lanes,
    };
    let mut to = vec![0; lanes * steps / 4];
    // SAFETY: rows of the vector, and room for their numbers.
    unsafe { rows(bytes.as_ptr(), pitch).join(1, steps / 4, to.as_mut_ptr()) };
    for is_shifted in [false, true] {
        if is_shifted {
            numbers::shift(&mut to);
        }
        for (place, &four) in to.iter().enumerate() {
            let (first, lane) = (place / lanes * 4, place % lanes);
            let expected = [0, 1, 2, 3].map(|step| bytes[(first + step) * pitch + lane]);
            let shifted = |x: u8| if is_shifted { x.wrapping_add(128) } else { x };
            assert_eq!(four.to_le_bytes(), expected.map(shifted));
        }
    }
    let mut to = vec![0; lanes * steps / 2];
    // SAFETY: as above.
    unsafe {
        let first = elements.as_ptr().cast();
        rows(first, 2 * pitch).join(2, steps / 2, to.as_mut_ptr());
    }
    for (place, &pair) in to.iter().enumerate() {
        let (first, lane) = (place / lanes * 2, place % lanes);
        let expected = [0, 1].map(|step| u32::from(elements[(first + step) * pitch + lane]));
        assert_eq!(pair, expected[0] | expected[1] << 16);
    }
}
