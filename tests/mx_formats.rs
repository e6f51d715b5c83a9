//! The formats of eight and four bits against tables built from their definitions.

use half::{bf16, f16};
use hostnpu::numeric::minifloat::Minifloat;
use hostnpu::numeric::rounding::Rounding;
use hostnpu::numeric::{e8m0, fp4, fp8};

use crate::support::bounds::assert_exact;

/// A format as its definition lists it: the finite magnitudes in ascending order, which is the order of the codes.
struct Table {
    name: &'static str,
    format: Minifloat,
    magnitudes: Vec<f64>,
    sign: u8,
}

/// Magnitudes of `codes` codes with `mantissa` bits of mantissa and the given bias.
fn magnitudes(codes: u32, mantissa: u32, bias: i32) -> Vec<f64> {
    (0..codes)
        .map(|code| {
            let (exponent, fraction) = (code >> mantissa, code % (1 << mantissa));
            let fraction = f64::from(fraction) / f64::from(1 << mantissa);
            match exponent {
                0 => 2f64.powi(1 - bias) * fraction,
                _ => 2f64.powi(exponent as i32 - bias) * (1.0 + fraction),
            }
        })
        .collect()
}

fn tables() -> [Table; 4] {
    [
        Table {
            name: "E5M2",
            format: fp8::E5M2,
            magnitudes: magnitudes(0x7c, 2, 15),
            sign: 0x80,
        },
        Table {
            name: "E4M3FN",
            format: fp8::E4M3FN,
            magnitudes: magnitudes(0x7f, 3, 7),
            sign: 0x80,
        },
        Table {
            name: "E2M1",
            format: fp4::E2M1,
            magnitudes: vec![0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0],
            sign: 8,
        },
        Table {
            name: "E1M2",
            format: fp4::E1M2,
            magnitudes: vec![0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75],
            sign: 8,
        },
    ]
}

impl Table {
    /// The code of `value` by the words of the definition. Midpoints and comparisons are exact in f64.
    fn encode(&self, value: f64, rounding: Rounding) -> u8 {
        if value.is_nan() {
            return 0;
        }
        let magnitude = value.abs();
        let last = self.magnitudes.len() - 1;
        let below = self.magnitudes.partition_point(|&m| m <= magnitude) - 1;
        let sign = if value.is_sign_negative() {
            self.sign
        } else {
            0
        };
        let code = if below == last {
            last
        } else {
            let middle = (self.magnitudes[below] + self.magnitudes[below + 1]) / 2.0;
            let up = match rounding {
                Rounding::TiesToEven => {
                    magnitude > middle || (magnitude == middle && below % 2 == 1)
                }
                Rounding::TiesAway => magnitude >= middle,
                Rounding::Floor => value < 0.0 && magnitude > self.magnitudes[below],
            };
            below + usize::from(up)
        };
        code as u8 | sign
    }
}

#[test]
fn every_code_has_the_value_of_the_definition() {
    assert_exact("mx elements E2M1, E1M2, E4M3FN, E5M2");
    for table in tables() {
        for code in 0..=u8::MAX {
            let magnitude = code & (table.sign - 1);
            let got = table.format.decode(code);
            match table.magnitudes.get(usize::from(magnitude)) {
                Some(&want) => {
                    assert_eq!(
                        f64::from(got.abs()),
                        want,
                        "{} code {code:#04x}",
                        table.name
                    );
                    assert_eq!(
                        got.is_sign_negative(),
                        code & table.sign != 0,
                        "{} code {code:#04x}",
                        table.name
                    );
                }
                None if table.name == "E5M2" && magnitude == 0x7c => {
                    assert_eq!(got.abs(), f32::INFINITY)
                }
                None => assert!(got.is_nan(), "{} code {code:#04x} is {got}", table.name),
            }
        }
    }
}

#[test]
fn parameters_agree_with_the_definition() {
    for table in tables() {
        let max = table.magnitudes[table.magnitudes.len() - 1];
        assert_eq!(f64::from(table.format.max()), max, "{}", table.name);
        assert_eq!(
            table.format.max_exponent(),
            max.log2().floor() as i32,
            "{}",
            table.name
        );
        assert_eq!(table.format.sign(), table.sign, "{}", table.name);
        assert_eq!(
            table.format.codes(),
            2 * usize::from(table.sign),
            "{}",
            table.name
        );
    }
}

#[test]
fn every_finite_code_encodes_to_itself() {
    for table in tables() {
        for code in (0..table.format.codes()).map(|code| code as u8) {
            let value = table.format.decode(code);
            if value.is_finite() {
                for rounding in Rounding::ALL {
                    assert_eq!(
                        table.format.encode(value, rounding),
                        code,
                        "{} {value} {rounding:?}",
                        table.name
                    );
                }
            }
        }
    }
}

#[test]
fn every_f16_is_encoded_as_the_table_says() {
    assert_exact("mx elements E2M1, E1M2, E4M3FN, E5M2");
    for table in tables() {
        for rounding in Rounding::ALL {
            for value in (0..=u16::MAX).map(|bits| f16::from_bits(bits).to_f32()) {
                let (got, want) = (
                    table.format.encode(value, rounding),
                    table.encode(value.into(), rounding),
                );
                assert_eq!(got, want, "{} {value:e} {rounding:?}", table.name);
            }
        }
    }
}

#[test]
fn every_bf16_is_encoded_as_the_table_says() {
    assert_exact("mx elements E2M1, E1M2, E4M3FN, E5M2");
    for table in tables() {
        for rounding in Rounding::ALL {
            for value in (0..=u16::MAX).map(|bits| bf16::from_bits(bits).to_f32()) {
                let (got, want) = (
                    table.format.encode(value, rounding),
                    table.encode(value.into(), rounding),
                );
                assert_eq!(got, want, "{} {value:e} {rounding:?}", table.name);
            }
        }
    }
}

#[test]
fn neighbours_of_every_midpoint_and_value_are_encoded_as_the_table_says() {
    for table in tables() {
        for pair in table.magnitudes.windows(2) {
            for point in [pair[0], (pair[0] + pair[1]) / 2.0, pair[1]].map(|point| point as f32) {
                for value in [point.next_down(), point, point.next_up()] {
                    for value in [value, -value] {
                        for rounding in Rounding::ALL {
                            let (got, want) = (
                                table.format.encode(value, rounding),
                                table.encode(value.into(), rounding),
                            );
                            assert_eq!(got, want, "{} {value:e} {rounding:?}", table.name);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn scales_are_powers_of_two() {
    assert_exact("mx scales E8M0");
    for byte in 0..255u8 {
        let value = 2f64.powi(i32::from(byte) - 127);
        assert_eq!(f64::from(e8m0::decode(byte)), value, "byte {byte}");
        assert_eq!(
            f64::from(e8m0::reciprocal(byte)),
            1.0 / value,
            "byte {byte}"
        );
        assert_eq!(e8m0::encode(i32::from(byte) - 127), byte);
    }
    assert!(e8m0::decode(255).is_nan() && e8m0::reciprocal(255).is_nan());
    assert_eq!((e8m0::encode(-200), e8m0::encode(200)), (0, 254));
}

#[test]
fn the_even_code_is_in_the_low_half() {
    for byte in 0..=u8::MAX {
        let (even, odd) = fp4::unpack(byte);
        assert_eq!((even, odd), (byte & 15, byte >> 4));
        assert_eq!(fp4::pack(even, odd), byte);
    }
}
