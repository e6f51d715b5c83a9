//! Blocks with a scale of FLOAT8_E8M0, by plain loops in double, from the pages' formulas.

use hostnpu::tensor::Dtype::{self, *};

use super::fused_quantisers::{float, int, rounded};
use super::movement::tensor;
use super::quantisers::{encode, floats, largest, numbers, optional, text};
use crate::argument::Argument;
use crate::arguments::Arguments;

/// Rule of scales and rounding of codes.
#[derive(Clone, Copy)]
pub struct Rule {
    pub to: Dtype,
    pub alg: i64,
    pub max: f64,
    pub mode: &'static str,
    /// The type of the numbers.
    pub of: Dtype,
}

impl Rule {
    /// Rounding mode as it is named; null is "rint".
    pub fn new(to: Dtype, of: Dtype, mode: &'static str) -> Self {
        let mode = if mode.is_empty() { "rint" } else { mode };
        Self {
            to,
            alg: 0,
            max: 0.0,
            mode,
            of,
        }
    }

    /// The exponent of the largest number of the type.
    fn emax(&self) -> i32 {
        largest(self.to).log2().floor() as i32
    }

    /// The byte of the scale of a block.
    pub fn byte(&self, block: &[f64]) -> u8 {
        if block.iter().any(|x| !x.is_finite()) {
            return 255;
        }
        let most = block.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        if most == 0.0 {
            return 0;
        }
        // All numbers are those of FLOAT.
        let most = most as f32;
        let field = |x: f32| (x.to_bits() >> 23) as i32;
        let byte = match (self.alg, self.max) {
            (0, _) => f64::from(most).log2().floor() as i32 - self.emax() + 127,
            (1, _) => {
                let s = most * (1.0 / largest(self.to));
                let mantissa = s.to_bits() & 0x7f_ffff;
                match field(s) {
                    0 => i32::from(mantissa > 1 << 22),
                    own => own + i32::from(mantissa != 0),
                }
            }
            (_, max) if [0.0, 6.0, 7.0].contains(&max) => {
                let bits = match self.of {
                    F16 => rounded(most.into(), Bf16) as f32,
                    _ => f32::from_bits(most.to_bits() & 0xffff_0000),
                }
                .to_bits()
                    >> 16;
                let limit = if max == 7.0 { 0x60 } else { 0x40 };
                match bits >> 7 {
                    0 | 1 => 0,
                    own => own as i32 + i32::from(bits & 0x7f > limit) - 2,
                }
            }
            (_, max) => {
                let s = most * (1.0 / max as f32);
                field(s) + i32::from(field(s) > 0 && s.to_bits() & 0x7f_ffff != 0)
            }
        };
        byte.clamp(0, 254) as u8
    }

    /// Numbers of a block over its scale; NaN where that is NaN.
    pub fn scaled(&self, block: &[f64]) -> (u8, Vec<f64>) {
        let byte = self.byte(block);
        let by = match byte {
            255 => f64::NAN,
            byte => 2_f64.powi(127 - i32::from(byte)),
        };
        (byte, block.iter().map(|x| x * by).collect())
    }

    pub fn codes(&self, numbers: &[f64]) -> Vec<u8> {
        encode(self.to, false, self.mode, numbers)
    }

    /// Codes and scales of rows.
    pub fn along_rows(&self, rows: &[f64], columns: usize) -> [Vec<u8>; 2] {
        let (mut all, mut scales) = (Vec::new(), Vec::new());
        for row in rows.chunks(columns) {
            let before = scales.len();
            for block in row.chunks(32) {
                let (byte, scaled) = self.scaled(block);
                all.extend(scaled);
                scales.push(byte);
            }
            scales.resize(before + columns.div_ceil(64) * 2, 0);
        }
        [self.codes(&all), scales]
    }

    /// Codes and scales of the columns of matrices, of which `strips` lists the first row, the number of rows and the row of pairs of scales of two blocks each; there are `pairs` such rows, 1 where
    /// none is listed.
    pub fn along_columns(
        &self,
        all: &[f64],
        [rows, columns]: [usize; 2],
        (strips, pairs): (&[[usize; 3]], usize),
    ) -> [Vec<u8>; 2] {
        let (mut results, mut scales) = (Vec::new(), Vec::new());
        for matrix in all.chunks(rows * columns) {
            let mut scaled = vec![0.0; matrix.len()];
            let mut bytes = vec![127; pairs * columns * 2];
            for &[first, count, pair] in strips {
                for column in 0..columns {
                    let of = |block: usize| {
                        let end = count.min(32 * (block + 1));
                        (32 * block..end).map(move |row| (first + row) * columns + column)
                    };
                    for block in 0..2 {
                        let places: Vec<usize> = of(block).collect();
                        let values: Vec<f64> = places.iter().map(|&at| matrix[at]).collect();
                        let (byte, values) = self.scaled(&values);
                        bytes[(pair * columns + column) * 2 + block] = byte;
                        places
                            .iter()
                            .zip(values)
                            .for_each(|(&at, x)| scaled[at] = x);
                    }
                }
            }
            results.extend(scaled);
            scales.extend(bytes);
        }
        [self.codes(&results), scales]
    }
}

/// The strips of two blocks of all rows.
pub fn strips_of_all(rows: usize) -> (Vec<[usize; 3]>, usize) {
    let pairs = rows.div_ceil(64);
    let strip = |pair: usize| [64 * pair, (rows - 64 * pair).min(64), pair];
    ((0..pairs).map(strip).collect(), pairs)
}

/// The strips of groups of rows with these ends.
pub fn strips_of_groups(ends: &[usize], rows: usize) -> (Vec<[usize; 3]>, usize) {
    let (mut strips, mut start) = (Vec::new(), 0);
    for (group, &end) in ends.iter().enumerate() {
        for (number, row) in (start..end).step_by(64).enumerate() {
            strips.push([row, (end - row).min(64), start / 64 + group + number]);
        }
        start = end;
    }
    (strips, rows / 64 + ends.len())
}

/// Writes the scale of each block of 32 rows and columns for its rows and for its columns.
fn spread([rows, columns]: [usize; 2], bytes: impl Fn(usize, usize) -> u8) -> [Vec<u8>; 2] {
    let (across, down) = (columns.div_ceil(64) * 2, rows.div_ceil(64));
    let mut of_rows = vec![0; rows * across];
    let mut of_columns = vec![0; down * columns * 2];
    for top in 0..rows.div_ceil(32) {
        for left in 0..columns.div_ceil(32) {
            let byte = bytes(top, left);
            for row in 32 * top..rows.min(32 * top + 32) {
                of_rows[row * across + left] = byte;
            }
            for column in 32 * left..columns.min(32 * left + 32) {
                of_columns[(top / 2 * columns + column) * 2 + top % 2] = byte;
            }
        }
    }
    [of_rows, of_columns]
}

/// `aclnnDynamicBlockMxQuant`.
pub fn dynamic_block_mx_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (x, y) = (tensor(arguments, "x"), tensor(arguments, "yOut"));
    let rule = Rule {
        alg: int(arguments, "scaleAlg"),
        max: float(arguments, "dstTypeMax"),
        ..Rule::new(y.dtype, x.dtype, text(arguments, "roundModeOptional"))
    };
    let rank = x.shape.len();
    let [rows, columns] = [rank - 2, rank - 1].map(|axis| x.shape[axis] as usize);
    let (mut all, mut first, mut second) = (Vec::new(), Vec::new(), Vec::new());
    for matrix in numbers(x, false).chunks(rows * columns) {
        let block = |top: usize, left: usize| -> Vec<usize> {
            let rows = 32 * top..rows.min(32 * top + 32);
            let row = move |row: usize| {
                (32 * left..columns.min(32 * left + 32)).map(move |column| row * columns + column)
            };
            rows.flat_map(row).collect()
        };
        let values =
            |places: &[usize]| -> Vec<f64> { places.iter().map(|&at| matrix[at]).collect() };
        let mut scaled = matrix.to_vec();
        for top in 0..rows.div_ceil(32) {
            for left in 0..columns.div_ceil(32) {
                let places = block(top, left);
                let (_, own) = rule.scaled(&values(&places));
                places.iter().zip(own).for_each(|(&at, x)| scaled[at] = x);
            }
        }
        let bytes = |top: usize, left: usize| rule.byte(&values(&block(top, left)));
        let [of_rows, of_columns] = spread([rows, columns], bytes);
        all.extend(scaled);
        first.extend(of_rows);
        second.extend(of_columns);
    }
    vec![rule.codes(&all), first, second]
}

/// `aclnnMxToBlockMxQuant`.
pub fn mx_to_block_mx_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (x, y) = (tensor(arguments, "x"), tensor(arguments, "y"));
    let scales = tensor(arguments, "mxscale").elements();
    let offset = match (x.dtype, y.dtype) {
        (F4E2m1, F8E5m2) => 13,
        (F4E1m2, F8E5m2) => 15,
        (F4E2m1, _) => 6,
        _ => 8,
    };
    let rank = x.shape.len();
    let [rows, columns] = [rank - 2, rank - 1].map(|axis| x.shape[axis] as usize);
    let across = columns.div_ceil(64) * 2;
    let (mut all, mut first, mut second) = (Vec::new(), Vec::new(), Vec::new());
    let matrices = numbers(x, false);
    let parts = matrices
        .chunks(rows * columns)
        .zip(scales.chunks(rows * across));
    for (matrix, scales) in parts {
        let bytes = |top: usize, left: usize| {
            let own = (32 * top..32 * top + 32).map(|row| scales[row * across + left]);
            match own.max().unwrap() {
                255 => 255,
                most => most.saturating_sub(offset),
            }
        };
        for (at, x) in matrix.iter().enumerate() {
            let (row, column) = (at / columns, at % columns);
            let byte = bytes(row / 32, column / 32);
            let own = i32::from(scales[row * across + column / 32]);
            all.push(match byte {
                255 => f64::NAN,
                byte => x * 2_f64.powi(own - i32::from(byte)),
            });
        }
        let [of_rows, of_columns] = spread([rows, columns], bytes);
        first.extend(of_rows);
        second.extend(of_columns);
    }
    vec![encode(y.dtype, false, "rint", &all), first, second]
}

/// `aclnnDynamicDualLevelMxQuant`.
pub fn dynamic_dual_level_mx_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let x = tensor(arguments, "x");
    let columns = *x.shape.last().unwrap() as usize;
    let rule = Rule::new(F4E2m1, x.dtype, text(arguments, "roundModeOptional"));
    let (smooth, dtype) = (optional(arguments, "smoothScaleOptional"), x.dtype);
    let (mut all, mut scales) = (Vec::new(), Vec::new());
    for row in numbers(x, false).chunks(columns) {
        let mut row = row.to_vec();
        if let Some(smooth) = &smooth {
            for (x, by) in row.iter_mut().zip(smooth) {
                *x = rounded(*x * by, dtype);
            }
        }
        for block in row.chunks(512) {
            let scale = super::quantisers::scale_of(block, F4E2m1, 6.0, false)[0];
            scales.push(scale);
            all.extend(block.iter().map(|&own| match scale {
                0.0 => 0.0_f64.copysign(own),
                scale => rounded(own / f64::from(scale), x.dtype),
            }));
        }
    }
    let [codes, bytes] = rule.along_rows(&all, columns);
    vec![codes, floats(&scales), bytes]
}

/// `aclnnGroupedDynamicBlockQuant` and V2.
pub fn grouped_dynamic_block_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let x = tensor(arguments, "x");
    let y = tensor(arguments, "yOut");
    let ends = optional(arguments, "groupList").unwrap();
    let least = float(arguments, "minScale") as f32;
    let mode = text(arguments, "roundModeOptional");
    let [height, width] = ["rowBlockSize", "colBlockSize"].map(|at| int(arguments, at) as usize);
    let max = match arguments.get(8) {
        Some(Argument::Float(max)) if *max != 0.0 => *max as f32,
        _ => largest(y.dtype),
    };
    let rank = x.shape.len();
    let [rows, columns] = [rank - 2, rank - 1].map(|axis| x.shape[axis] as usize);
    let across = columns.div_ceil(width);
    let mut all = numbers(x, false);
    let mut scales = Vec::new();
    for matrix in all.chunks_mut(rows * columns) {
        let mut own = vec![1.0_f32; (rows / height + ends.len()) * across];
        let mut start = 0;
        for (group, &end) in ends.iter().enumerate() {
            let end = end as usize;
            for (number, top) in (start..end).step_by(height).enumerate() {
                for (block, left) in (0..columns).step_by(width).enumerate() {
                    let row = |row: usize| {
                        (left..columns.min(left + width)).map(move |column| row * columns + column)
                    };
                    let places: Vec<usize> = (top..end.min(top + height)).flat_map(row).collect();
                    let finite = places.iter().map(|&at| matrix[at].abs());
                    let most = finite.filter(|x| x.is_finite()).fold(0.0_f64, f64::max) as f32;
                    let mut scale = most / max;
                    if least != 0.0 {
                        scale = scale.min((1.0 / f64::from(least)) as f32);
                    }
                    places.iter().for_each(|&at| matrix[at] /= f64::from(scale));
                    own[(start / height + group + number) * across + block] = scale;
                }
            }
            start = end;
        }
        scales.extend(own);
    }
    let mode = if mode.is_empty() { "rint" } else { mode };
    vec![encode(y.dtype, false, mode, &all), floats(&scales)]
}
