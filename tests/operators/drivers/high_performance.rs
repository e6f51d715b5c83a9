//! Results of `high_performance` beside the exact ones, of operators whose products the mode computes in FLOAT or from pairs of BFLOAT16.

use hostnpu::tensor::Dtype;

use super::{in_parallel, report};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::{call, written};
use crate::number::{Number, decode_double};
use crate::table::{Reference, Row};

const THIS: &str = "drivers::high_performance::products_and_attention_are_near_the_exact_results";

/// Beginnings of names.
const FAMILIES: [&str; 9] = [
    "aclnnMm",
    "aclnnMatmul",
    "aclnnBatchMatMul",
    "aclnnAddmm",
    "aclnnGroupedMatmul",
    "aclnnFlashAttention",
    "aclnnFusedInferAttention",
    "aclnnPromptFlashAttention",
    "aclnnIncreFlashAttention",
];

#[test]
fn products_and_attention_are_near_the_exact_results() {
    if !crate::chips::has(("HOSTNPU_IMPL_MODE", "high_performance"), THIS) {
        return;
    }
    report(in_parallel(|row| {
        let is_one = FAMILIES.iter().any(|of| row.entry.name.starts_with(of));
        match row.reference {
            Reference::Whole(exact) if is_one => check(row, exact),
            _ => Vec::new(),
        }
    }));
}

type Exact = fn(&Arguments) -> Vec<Vec<Number>>;

/// Roundings to BFLOAT16, of results and of the weights of values, are at most 2⁻⁹ each, of the largest number of an output; sums in FLOAT are nearer.
fn check(row: &Row, exact: Exact) -> Vec<String> {
    let mut found = Vec::new();
    for (number, sample) in (row.samples)().iter().enumerate() {
        let tensors: Vec<_> = sample.iter().flat_map(Argument::tensors).collect();
        let outputs = written(row.entry, sample);
        let is_float = |dtype| matches!(dtype, Dtype::F32 | Dtype::F16 | Dtype::Bf16);
        if !outputs.iter().all(|&at| is_float(tensors[at].dtype)) {
            continue;
        }
        let Ok(results) = call(row.entry, sample) else {
            found.push(format!("{} sample {number}: refused", row.entry.name));
            continue;
        };
        for ((at, bytes), exact) in outputs.iter().zip(&results).zip(exact(&row.of(sample))) {
            let dtype = tensors[*at].dtype;
            let elements = bytes.chunks(dtype.bits() / 8);
            let got = elements.map(|element| decode_double(element, dtype));
            // Numbers beyond FLOAT16's are infinite.
            let most = if dtype == Dtype::F16 {
                65520.0
            } else {
                f64::INFINITY
            };
            let rounded = |x: f64| if x.abs() < most { x } else { x * f64::INFINITY };
            let exact: Vec<f64> = exact.iter().map(|x| rounded(x.real().to_f64())).collect();
            let finite = exact.iter().filter(|x| x.is_finite());
            let largest = finite.fold(0.0_f64, |largest, x| largest.max(x.abs()));
            let is_near = |(got, exact): (f64, f64)| {
                got == exact
                    || (got.is_nan() && exact.is_nan())
                    || (got - exact).abs() <= 2_f64.powi(-8) * (exact.abs() + largest)
            };
            let mut pairs = got.zip(exact.iter().copied());
            if let Some(pair) = pairs.find(|&pair| !is_near(pair)) {
                found.push(format!(
                    "{} sample {number}, tensor {at}: {}, not {}, beside {largest}",
                    row.entry.name, pair.0, pair.1
                ));
            }
        }
    }
    found
}
