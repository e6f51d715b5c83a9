//! Errors of what sums: softmax over the length of its rows, matrix products over their inner dimension. And the exponential function.

use std::error::Error;

use hostnpu::abi::acl::types::aclDataType;
use hostnpu::abi::aclnn::types::{aclOpExecutor, aclnnStatus};
use hostnpu_aclnn_operators::activation::softmax as softmax_entry;
use hostnpu_aclnn_operators::math::exp;
use hostnpu_aclnn_operators::matmul::mm;
use rayon::prelude::*;
use rug::Float;

use crate::support::device::{Memory, PhaseTwo, Tensor, enqueue, set_mode, synchronise};
use crate::support::machine;
use crate::support::workloads::Mode;
use crate::{PRECISION, Random, is_wanted, line, store, ulp};

/// Lengths that are measured: powers of two.
const LENGTHS: std::ops::RangeInclusive<u32> = 2..=14;

/// Rows and columns of the results of a product.
const SIDE: usize = 32;

/// Numbers from `low` to `high`.
fn numbers(seed: u64, count: usize, [low, high]: [f64; 2]) -> Vec<f32> {
    let mut random = Random(seed);
    let number = |_| (low + (high - low) * random.unit()) as f32;
    (0..count).map(number).collect()
}

/// Runs an operator on tensors of FLOAT, each with its shape; returns what it writes to a tensor of `shape`.
fn run(
    inputs: &[(&[f32], [i64; 2])],
    shape: [i64; 2],
    phase_one: impl FnOnce(&[Tensor], &Tensor, *mut u64, *mut *mut aclOpExecutor) -> aclnnStatus,
    phase_two: PhaseTwo,
) -> Vec<f32> {
    let dtype = aclDataType::ACL_FLOAT;
    let memories: Vec<Memory> = inputs.iter().map(|(x, _)| Memory::holding(x)).collect();
    let tensors = memories.iter().zip(inputs);
    let tensors: Vec<Tensor> = tensors
        .map(|(memory, (_, shape))| Tensor::new(memory, dtype, shape))
        .collect();
    let result = Memory::new(4 * shape.iter().product::<i64>() as usize);
    let output = Tensor::new(&result, dtype, &shape);
    enqueue(
        |size, executor| phase_one(&tensors, &output, size, executor),
        phase_two,
    );
    synchronise();
    result.as_slice().to_vec()
}

/// `aclnnExp`.
pub fn exponentials(x: &[f32]) -> Vec<f32> {
    let shape = [1, x.len() as i64];
    run(
        &[(x, shape)],
        shape,
        // SAFETY: handles of tensors, and pointers to local variables.
        |of, to, size, executor| unsafe {
            exp::aclnnExpGetWorkspaceSize(of[0].handle(), to.handle(), size, executor)
        },
        exp::aclnnExp,
    )
}

/// `aclnnSoftmax` of rows.
fn softmax_of(x: &[f32], rows: usize) -> Vec<f32> {
    let shape = [rows as i64, (x.len() / rows) as i64];
    run(
        &[(x, shape)],
        shape,
        // SAFETY: as above.
        |of, to, size, executor| unsafe {
            softmax_entry::aclnnSoftmaxGetWorkspaceSize(
                of[0].handle(),
                1,
                to.handle(),
                size,
                executor,
            )
        },
        softmax_entry::aclnnSoftmax,
    )
}

/// `aclnnMm` of matrices of [`SIDE`] rows and columns.
fn product_of(a: &[f32], b: &[f32], mode: Mode) -> Vec<f32> {
    let (side, depth) = (SIDE as i64, (a.len() / SIDE) as i64);
    set_mode(mode.code());
    run(
        &[(a, [side, depth]), (b, [depth, side])],
        [side, side],
        // SAFETY: as above.
        |of, to, size, executor| unsafe {
            let [a, b] = [0, 1].map(|k: usize| of[k].handle().cast_const());
            mm::aclnnMmGetWorkspaceSize(a, b, to.handle(), 0, size, executor)
        },
        mm::aclnnMm,
    )
}

fn head(what: &str, functions: &[&str]) -> String {
    let text = format!("{what}; written by benches/examples/measure_accuracy");
    let mut csv = machine::preamble(&text, None) + "low,high,samples";
    for name in functions {
        csv += &format!(",{name} misrounded,{name} largest,{name} mean");
    }
    csv + "\n"
}

/// Measures rows of each length, about `samples` elements.
pub fn softmax(samples: usize) -> Result<(), Box<dyn Error>> {
    if !is_wanted("softmax_error") {
        return Ok(());
    }
    let mut csv = head(
        "softmax f32: errors over the length of rows, of numbers from -8 to 8",
        &["softmax"],
    );
    for power in LENGTHS {
        let length = 1_usize << power;
        let rows = samples.div_ceil(length);
        let x = numbers(u64::from(power), rows * length, [-8.0, 8.0]);
        let results = softmax_of(&x, rows);
        let of_row = |(x, results): (&[f32], &[f32])| -> Vec<Vec<f64>> {
            let terms: Vec<Float> = x
                .iter()
                .map(|&x| Float::with_val(PRECISION, x).exp())
                .collect();
            let sum = Float::with_val(PRECISION, Float::sum(terms.iter()));
            let exact = terms
                .iter()
                .map(|term| Float::with_val(PRECISION, term / &sum));
            let pairs = results.iter().zip(exact);
            pairs.map(|(&got, exact)| vec![ulp(got, &exact)]).collect()
        };
        let rows = x.par_chunks(length).zip(results.par_chunks(length));
        let errors: Vec<Vec<f64>> = rows.flat_map_iter(of_row).collect();
        line(&mut csv, [length as f64; 2], &errors)?;
    }
    eprintln!("softmax_error: {samples} elements of each length");
    Ok(store("softmax_error", &csv)?)
}

/// Measures products over their inner dimension in both modes, with about `most` multiplications for each.
pub fn products(most: usize) -> Result<(), Box<dyn Error>> {
    if !is_wanted("matmul_error") {
        return Ok(());
    }
    let mut csv = head(
        "matrix products f32: errors over the inner dimension, of numbers from 0 to 1",
        &["high precision", "high performance"],
    );
    for power in LENGTHS {
        let depth = 1_usize << power;
        if depth * SIDE * SIDE > most {
            break;
        }
        let [a, b] = [0, 1].map(|k| numbers(2 * u64::from(power) + k, SIDE * depth, [0.0, 1.0]));
        let results = Mode::ALL.map(|mode| product_of(&a, &b, mode));
        let error = |at: usize| -> Vec<f64> {
            let (row, column) = (at / SIDE, at % SIDE);
            let steps = (0..depth).map(|k| (a[row * depth + k], b[k * SIDE + column]));
            // Products of floats are exact in DOUBLE.
            let products: Vec<Float> = steps
                .map(|(a, b)| Float::with_val(53, f64::from(a) * f64::from(b)))
                .collect();
            let exact = Float::with_val(PRECISION, Float::sum(products.iter()));
            let of_mode = |results: &Vec<f32>| ulp(results[at], &exact);
            results.iter().map(of_mode).collect()
        };
        let errors: Vec<Vec<f64>> = (0..SIDE * SIDE).into_par_iter().map(error).collect();
        line(&mut csv, [depth as f64; 2], &errors)?;
    }
    set_mode(Mode::HighPrecision.code());
    eprintln!("matmul_error: {} results of each depth", SIDE * SIDE);
    Ok(store("matmul_error", &csv)?)
}
