//! Elementwise operators of aclnn: contiguous, broadcast, transposed and of mixed types, each beside the copy of as many bytes.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use hostnpu::tensor::Dtype::{self, Bf16, Bool, F16, F32, I8};
use support::pointwise::Case;
use support::pointwise::Lies::{self, Column, Dense, Row, Stepped, Transposed};
use support::workloads::{ABOVE_ONE, FIFTY, Range, TEN, UNIT};

type Inputs = &'static [(Dtype, Lies)];

/// 8 elements, 64 Ki, 16 Mi.
const SIZES: [(usize, usize); 3] = [(2, 4), (256, 256), (4096, 4096)];

/// Contiguous, in each size.
const CONTIGUOUS: [(&str, Inputs, Dtype); 9] = [
    ("Add", &[(F32, Dense), (F32, Dense)], F32),
    ("Add", &[(Bf16, Dense), (Bf16, Dense)], Bf16),
    ("Add", &[(I8, Dense), (I8, Dense)], I8),
    ("Mul", &[(F32, Dense), (F32, Dense)], F32),
    ("Mul", &[(Bf16, Dense), (Bf16, Dense)], Bf16),
    ("Maximum", &[(F32, Dense), (F32, Dense)], F32),
    ("GtTensor", &[(F32, Dense), (F32, Dense)], Bool),
    ("Cast", &[(F32, Dense)], Bf16),
    ("InplaceCopy", &[(F32, Dense)], F32),
];

/// Other layouts and mixed types, in the two larger sizes.
const OTHERS: [(&str, Inputs, Dtype); 6] = [
    ("Add", &[(F32, Dense), (F32, Row)], F32),
    ("Add", &[(F32, Dense), (F32, Column)], F32),
    ("Add", &[(F32, Dense), (F32, Transposed)], F32),
    ("Add", &[(F32, Dense), (Bf16, Dense)], F32),
    ("InplaceCopy", &[(F32, Transposed)], F32),
    ("Exp", &[(F32, Stepped)], F32),
];

/// Functions of one tensor, with the range of their arguments.
const FUNCTIONS: [(&str, Range); 13] = [
    ("Exp", TEN),
    ("Log", FIFTY),
    ("Tanh", TEN),
    ("Sigmoid", TEN),
    ("Erf", TEN),
    ("Cos", TEN),
    ("Atan", TEN),
    ("Log1p", FIFTY),
    ("Expm1", TEN),
    ("Rsqrt", FIFTY),
    ("Erfinv", UNIT),
    ("Asinh", TEN),
    ("Acosh", ABOVE_ONE),
];

fn main() {
    let mut cases = Vec::new();
    let mut push = |operator, inputs, output, (rows, columns), range| {
        cases.push(Case {
            operator,
            inputs,
            output,
            rows,
            columns,
            range,
        });
    };
    for (operator, inputs, output) in CONTIGUOUS {
        for size in SIZES {
            push(operator, inputs, output, size, FIFTY);
        }
    }
    for (operator, inputs, output) in OTHERS {
        for size in &SIZES[1..] {
            push(operator, inputs, output, *size, TEN);
        }
    }
    let pow: Inputs = &[(F32, Dense), (F32, Dense)];
    push("PowTensorTensor", pow, F32, SIZES[1], FIFTY);
    for (operator, range) in FUNCTIONS {
        push(operator, &[(F32, Dense)], F32, SIZES[1], range);
        push(operator, &[(F16, Dense)], F16, SIZES[2], range);
        push(operator, &[(Bf16, Dense)], Bf16, SIZES[2], range);
    }
    support::criterion::run("pointwise", &cases);
}
