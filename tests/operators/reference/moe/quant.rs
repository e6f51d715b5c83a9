//! Rows quantised while they are moved, in the modes of Ascend950: codes by the values of all codes, scales by their definitions.

/// The numbers of a type from 0 up, each the value of the code of its place, and whether a number half-way goes away from zero.
struct Values(Vec<(f64, u8)>, bool);

fn float8(mantissa: u32, bias: i32, most: u8) -> Values {
    let value = |code: u8| {
        let (field, fraction) = (
            i32::from(code >> mantissa),
            u32::from(code) & ((1 << mantissa) - 1),
        );
        let fraction = f64::from(fraction) / f64::from(1 << mantissa);
        match field {
            0 => fraction * 2_f64.powi(1 - bias),
            _ => (1.0 + fraction) * 2_f64.powi(field - bias),
        }
    };
    Values((0..=most).map(|code| (value(code), code)).collect(), false)
}

fn hifloat8() -> Values {
    let value = |code: u8| {
        let bits: Vec<i32> = (0..7).rev().map(|bit| i32::from(code >> bit & 1)).collect();
        // The prefix says how many bits the exponent has.
        let (prefix, length) = match bits[..4] {
            [1, 1, ..] => (2, 4),
            [1, 0, ..] => (2, 3),
            [0, 1, ..] => (2, 2),
            [0, 0, 1, _] => (3, 1),
            [0, 0, 0, 1] => (4, 0),
            _ => {
                return if code == 0 {
                    0.0
                } else {
                    2_f64.powi(i32::from(code) - 23)
                };
            }
        };
        let number = |bits: &[i32]| bits.iter().fold(0, |number, bit| 2 * number + bit);
        let (exponent, mantissa) = bits[prefix..].split_at(length);
        let size = match exponent {
            [] => 0,
            [_, rest @ ..] => (1 << rest.len()) + number(rest),
        };
        let size = if exponent.first() == Some(&1) {
            -size
        } else {
            size
        };
        let fraction = f64::from(number(mantissa)) / f64::from(1 << mantissa.len());
        (1.0 + fraction) * 2_f64.powi(size)
    };
    let mut all: Vec<(f64, u8)> = (0..0x6f)
        .chain(0x70..0x80)
        .map(|code| (value(code), code))
        .collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    Values(all, true)
}

impl Values {
    fn max(&self) -> f64 {
        self.0.last().unwrap().0
    }

    /// The code of the nearest number, with the bit of the sign.
    fn code(&self, x: f64, sign: u8) -> u8 {
        if x.is_nan() {
            return 0;
        }
        let magnitude = x.abs().min(self.max());
        let above = self
            .0
            .iter()
            .position(|&(value, _)| value >= magnitude)
            .unwrap();
        let (high, high_code) = self.0[above];
        let (low, low_code) = self.0[above.saturating_sub(1)];
        let (up, down) = (high - magnitude, magnitude - low);
        let code = match up.total_cmp(&down) {
            std::cmp::Ordering::Less => high_code,
            std::cmp::Ordering::Greater => low_code,
            _ if self.1 || high_code % 2 == 0 => high_code,
            _ => low_code,
        };
        let keeps_sign = x.is_sign_negative() && (code != 0 || !self.1);
        code | if keeps_sign { sign } else { 0 }
    }
}

fn type_of(mode: i64) -> Values {
    match mode {
        2 | 4 | 11 | 14 | 16 => float8(2, 15, 0x7b),
        3 | 5 | 12 | 15 | 17 => float8(3, 7, 0x7e),
        9 => float8(1, 1, 7),
        _ => hifloat8(),
    }
}

fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |most, x| most.max(x.abs()))
}

/// The exponent of the least power of two with which a magnitude fits.
fn fitting(magnitude: f64, max: f64) -> i32 {
    let mut exponent = -126;
    while magnitude / 2_f64.powi(exponent) > max && exponent < 127 {
        exponent += 1;
    }
    exponent
}

/// Bits behind those of BFLOAT16 are cut off.
fn cut(x: f64) -> f64 {
    f64::from(f32::from_bits((x as f32).to_bits() & 0xffff_0000))
}

/// The codes and the bytes of the scales of a row.
pub fn quantised(mode: i64, numbers: &[f64], scale: Option<f64>) -> (Vec<u8>, Vec<u8>) {
    let of = type_of(mode);
    let codes = |numbers: &[f64], divisor: f64| -> Vec<u8> {
        numbers.iter().map(|x| of.code(x / divisor, 0x80)).collect()
    };
    match mode {
        6 => (codes(numbers, 1.0), Vec::new()),
        7 => {
            let scaled: Vec<f64> = numbers.iter().map(|x| x * scale.unwrap()).collect();
            (codes(&scaled, 1.0), Vec::new())
        }
        8 => {
            let scale = (largest(numbers) / 32768.0) as f32;
            (
                codes(numbers, f64::from(scale)),
                scale.to_le_bytes().to_vec(),
            )
        }
        4 | 5 | 11 | 12 | 14 | 15 => {
            let (mut all, mut scales) = (Vec::new(), Vec::new());
            for part in numbers.chunks(128) {
                let most = largest(part) as f32;
                let scale = match mode {
                    11 | 12 => most / of.max() as f32,
                    14 | 15 => 2_f32.powi(fitting(f64::from(most.max(1e-4)), of.max())),
                    _ => 2_f32.powi(fitting(most.into(), of.max())),
                };
                all.extend(codes(part, scale.into()));
                scales.extend(scale.to_le_bytes());
            }
            if mode == 11 || mode == 12 {
                scales.resize(scales.len().next_multiple_of(8), 0);
            }
            (all, scales)
        }
        _ => {
            let (mut all, mut scales) = (Vec::new(), Vec::new());
            for part in numbers.chunks(32) {
                let mut most = cut(largest(part));
                if mode >= 16 {
                    most = most.max(f64::from(f32::from_bits(0x38d2_0000)));
                }
                let exponent = match mode {
                    // The rule of the specification: the exponent of the largest magnitude, less that of the largest number.
                    9 if most > 0.0 => most.log2().floor() as i32 - 2,
                    _ => fitting(most, of.max()),
                };
                scales.push(if most == 0.0 {
                    0
                } else {
                    (exponent + 127) as u8
                });
                let divisor = 2_f64.powi(exponent);
                match mode {
                    9 => {
                        let codes: Vec<u8> = part.iter().map(|x| of.code(x / divisor, 8)).collect();
                        all.extend(codes.chunks(2).map(|two| two[0] | two[1] << 4));
                    }
                    _ => all.extend(codes(
                        part,
                        if most == 0.0 { f64::INFINITY } else { divisor },
                    )),
                }
            }
            scales.resize(scales.len().next_multiple_of(2), 0);
            (all, scales)
        }
    }
}
