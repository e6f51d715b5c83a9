//! Samples and checks of several operators: normalisations to mean 0 and variance 1, gradients and blocks of normalised rows that quantise.

use crate::argument::Argument;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::given::{code, specials};
use hostnpu::tensor::Dtype::{self, *};

pub type Accepts = &'static [(&'static str, &'static str)];

pub const SCALES: [f64; 5] = [0.03, 0.5, 0.011, -0.25, 0.0625];

pub fn optional(given: bool, argument: Argument) -> Argument {
    if given { argument } else { Argument::Null }
}

pub struct Blocks {
    pub x: Dtype,
    pub gamma: Dtype,
    pub to: Dtype,
    pub shape: &'static [i64],
    pub bias: bool,
    pub algorithm: i64,
    pub mode: Argument,
    pub rstd: bool,
}

pub fn blocks(of: Blocks, is_sum: bool, first: bool) -> Vec<Argument> {
    let Blocks {
        x,
        gamma,
        to,
        shape,
        ..
    } = of;
    let (&columns, rows) = shape.split_last().unwrap();
    let mut call = vec![match first {
        true => read(x, shape, &NUMBERS),
        false => specials(x, shape, 6),
    }];
    call.extend(is_sum.then(|| read(x, shape, &NUMBERS[4..])));
    call.extend([
        read(gamma, &[columns], &POSITIVE),
        optional(of.bias, read(gamma, &[columns], &NUMBERS)),
        Argument::Float(1e-6),
        Argument::Int(of.algorithm),
        of.mode,
        Argument::Int(code(to)),
        Argument::Bool(of.rstd),
        write(to, shape),
    ]);
    call.extend(is_sum.then(|| write(x, shape)));
    call.push(write(F8E8m0, &[rows, &[(columns + 63) / 64, 2]].concat()));
    call.push(optional(of.rstd, write(F32, &[rows, &[1]].concat())));
    call
}

pub fn blocks_samples(is_sum: bool) -> Vec<Vec<Argument>> {
    let of = |x, gamma, to| Blocks {
        x,
        gamma,
        to,
        shape: &[3, 4, 70],
        bias: true,
        algorithm: 0,
        mode: Argument::Text("rint"),
        rstd: true,
    };
    let mut samples = vec![blocks(of(F16, F16, F8E4m3fn), is_sum, true)];
    for x in [F16, Bf16] {
        for gamma in [x, F32] {
            for to in [F8E5m2, F8E4m3fn, F4E2m1, F4E1m2] {
                samples.push(blocks(of(x, gamma, to), is_sum, false));
                let other = Blocks {
                    bias: false,
                    rstd: false,
                    mode: Argument::Null,
                    shape: &[5, 32],
                    algorithm: i64::from(to.bits() == 8),
                    ..of(x, gamma, to)
                };
                samples.push(blocks(other, is_sum, false));
                if to.bits() == 4 {
                    for mode in ["floor", "round"] {
                        let rounded = Blocks {
                            mode: Argument::Text(mode),
                            shape: &[130],
                            ..of(x, gamma, to)
                        };
                        samples.push(blocks(rounded, is_sum, false));
                    }
                }
            }
        }
    }
    samples
}

pub const BY_CODE: (&str, &str) = (
    "dtypes yOut",
    "its code must be dstType: each type is a sample",
);
pub const WITH_FLOAT: &str = "FLOAT too: each type is a sample";
