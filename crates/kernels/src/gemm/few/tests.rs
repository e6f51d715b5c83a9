//! Every format and instruction set against plain loops in DOUBLE.

use half::{bf16, f16};

use super::*;

const FORMATS: [Format; 5] = [
    Format::F32,
    Format::F16,
    Format::Bf16,
    Format::I8,
    Format::I4,
];

/// Rows, steps, columns: with and without rests in every direction.
const SHAPES: [[usize; 3]; 10] = [
    [1, 1, 1],
    [1, 256, 64],
    [2, 8, 33],
    [3, 7, 31],
    [4, 16, 32],
    [5, 33, 5],
    [9, 200, 100],
    [16, 255, 130],
    [16, 256, 37],
    [7, 64, 16],
];

fn available() -> impl Iterator<Item = Isa> {
    Isa::available().filter(|&isa| is_available(isa))
}

fn bits(i: usize) -> u64 {
    ((i as u64) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20
}

/// An element of a format: its bytes, and the number.
fn element(format: Format, i: usize) -> ([u8; 4], f64) {
    let number = (bits(i) & 0xff) as f32 / 64.0 - 2.0;
    let mut bytes = [0; 4];
    let mut put = |own: &[u8]| bytes[..own.len()].copy_from_slice(own);
    let number = match format {
        Format::F32 => {
            put(&number.to_ne_bytes());
            number.into()
        }
        Format::F16 => {
            let number = f16::from_f32(number);
            put(&number.to_bits().to_ne_bytes());
            number.into()
        }
        Format::Bf16 => {
            let number = bf16::from_f32(number);
            put(&number.to_bits().to_ne_bytes());
            number.into()
        }
        Format::I8 => {
            let number = bits(i) as i8;
            put(&number.to_ne_bytes());
            number.into()
        }
        Format::I4 => {
            let code = bits(i) as u8 & 15;
            put(&[code]);
            f64::from(code) - if code < 8 { 0.0 } else { 16.0 }
        }
    };
    (bytes, number)
}

/// A product by a strip: sums by rows. `rows` is the left side, dense; of the right side `matrix[step][column]`.
fn product(
    format: Format,
    isa: Isa,
    across: bool,
    [m, k, n]: [usize; 3],
    rows: &[f32],
    matrix: impl Fn(usize, usize) -> [u8; 4],
) -> Vec<f32> {
    // Filled exactly to the last element: what reads behind it is seen by a memory checker.
    let size = format.bytes(1);
    let gap = 3 * size;
    let (outer, inner) = if across { (k, n) } else { (n, k) };
    let pitch = format.bytes(inner) + gap;
    let mut right = vec![0xff_u8; outer * pitch - gap + 4];
    let start = right.as_ptr().align_offset(4).min(3);
    for i in 0..outer {
        for j in 0..inner {
            let bytes = if across { matrix(i, j) } else { matrix(j, i) };
            let place = start + i * pitch;
            if format == Format::I4 {
                let byte = &mut right[place + j / 2];
                *byte = match j % 2 {
                    0 => *byte & 0xf0 | bytes[0],
                    _ => *byte & 0x0f | bytes[0] << 4,
                };
                continue;
            }
            right[place + j * size..][..size].copy_from_slice(&bytes[..size]);
        }
    }
    let left_pitch = k.next_multiple_of(LINE);
    let mut left = vec![0.0; m * left_pitch];
    for row in 0..m {
        left[row * left_pitch..][..k].copy_from_slice(&rows[row * k..][..k]);
    }
    let width = n.next_multiple_of(COLUMNS) + 5;
    let mut sums = vec![f32::NAN; m * width];
    let strip = Strip {
        format,
        rows: m,
        depth: k,
        columns: n,
        left: left.as_ptr(),
        left_pitch,
        right: right[start..].as_ptr(),
        right_pitch: pitch as isize,
        sums: sums.as_mut_ptr(),
        pitch: width,
    };
    // SAFETY: the vectors hold both sides and the sums.
    unsafe {
        match across {
            true => strip.across(isa),
            false => strip.along(isa),
        }
    }
    (0..m * n).map(|i| sums[i / n * width + i % n]).collect()
}

fn check(format: Format, isa: Isa, across: bool, shape: [usize; 3]) {
    if format == Format::I4 && !reads_four_bits(isa) {
        return;
    }
    let [m, k, n] = shape;
    let rows: Vec<f32> = (0..m * k)
        .map(|i| (bits(i * 7) & 0xfff) as f32 / 1024.0 - 2.0)
        .collect();
    let sums = product(format, isa, across, shape, &rows, |step, column| {
        element(format, step * n + column).0
    });
    for (i, sum) in sums.into_iter().enumerate() {
        let (row, column) = (i / n, i % n);
        let terms =
            (0..k).map(|s| f64::from(rows[row * k + s]) * element(format, s * n + column).1);
        let (mut expected, mut magnitude) = (0.0, 0.0);
        for term in terms {
            expected += term;
            magnitude += term.abs();
        }
        let bound = (256 + k / 256) as f64 * magnitude / f64::from(1 << 24);
        assert!(
            (f64::from(sum) - expected).abs() <= bound,
            "{format:?} {} {across} {row} {column} of {shape:?}: {sum} {expected}",
            isa.name()
        );
    }
}

#[test]
fn products_are_those_of_the_definition() {
    for (format, isa) in FORMATS
        .into_iter()
        .flat_map(|f| available().map(move |isa| (f, isa)))
    {
        for shape in SHAPES {
            check(format, isa, true, shape);
            check(format, isa, false, shape);
        }
        check(format, isa, false, [5, 2 * BLOCK + 77, 6]);
    }
}

#[test]
fn columns_are_cut_anywhere_with_the_same_bits() {
    for (isa, across) in available().flat_map(|isa| [(isa, false), (isa, true)]) {
        let rows: Vec<f32> = (0..3 * 250)
            .map(|i| (bits(i) & 0xffff) as f32 / 3e4 - 1.0)
            .collect();
        let matrix = |step: usize, column: usize| element(Format::Bf16, step * 101 + column).0;
        let whole = product(Format::Bf16, isa, across, [3, 250, 101], &rows, matrix);
        let part = product(
            Format::Bf16,
            isa,
            across,
            [3, 250, 64],
            &rows,
            |step, column| matrix(step, column + 37),
        );
        for (row, column) in (0..3).flat_map(|row| (0..64).map(move |column| (row, column))) {
            assert_eq!(
                whole[row * 101 + column + 37],
                part[row * 64 + column],
                "{}",
                isa.name()
            );
        }
    }
}

#[test]
fn what_is_no_number_stays_in_its_column() {
    let specials = [(f32::NAN, 3), (f32::INFINITY, 17), (f32::NEG_INFINITY, 40)];
    for (isa, across) in available().flat_map(|isa| [(isa, false), (isa, true)]) {
        let matrix = |step: usize, column: usize| {
            let special = specials.iter().find(|&&(_, at)| (step, column) == (9, at));
            special.map_or(1.0, |&(number, _)| number).to_ne_bytes()
        };
        let sums = product(Format::F32, isa, across, [2, 19, 45], &[1.0; 38], matrix);
        for (i, sum) in sums.into_iter().enumerate() {
            match specials.iter().find(|&&(_, at)| at == i % 45) {
                Some(&(number, _)) if number.is_nan() => assert!(sum.is_nan()),
                Some(&(number, _)) => assert_eq!(sum, number),
                None => assert_eq!(sum, 19.0),
            }
        }
    }
}
