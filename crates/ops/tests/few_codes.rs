//! Products of a few rows with weights of INT8 and with grouped weights, under `high_performance`, against plain loops: ways to lie, scales and offsets by column and by
//! block of steps, rests in every direction. Sums of integers are exact.

use half::bf16;

use hostnpu_ops::grouped::{Coded, Factor, Grouped, Groups, Range, Side, grouped};
use hostnpu_ops::{Arg, ImplMode, Role, set_impl_mode};
use hostnpu_tensor::{Dtype, Layout};

fn mixed(i: usize, seed: u64) -> u64 {
    (i as u64 + seed * 7919 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
}

fn codes(count: usize, seed: u64) -> Vec<i8> {
    (0..count).map(|i| mixed(i, seed) as i8).collect()
}

fn brains(count: usize, seed: u64) -> Vec<bf16> {
    let number = |i| mixed(i, seed) as f32 / 2_147_483_648.0 - 1.0;
    (0..count).map(|i| bf16::from_f32(number(i))).collect()
}

fn arg<T>(name: &'static str, dtype: Dtype, shape: &[usize], strides: &[usize], of: &[T]) -> Arg {
    let [shape, strides] = [shape, strides].map(|of| of.iter().map(|&x| x as i64).collect());
    let layout = Layout::new(shape, strides, 0);
    Arg::new(
        name,
        Role::Input,
        dtype,
        layout,
        of.as_ptr().expose_provenance(),
    )
    .unwrap()
}

/// Places of the elements of a weight.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Plain,
    Transposed,
    Blocks,
}

/// A weight, and where step `k` and column `n` are.
fn weight<T: Copy + Default>(
    (dtype, numbers): (Dtype, &[T]),
    way: Way,
    [k, n]: [usize; 2],
    stored: &mut Vec<T>,
) -> Coded {
    match way {
        Way::Plain => {
            let of = arg("w", dtype, &[1, n, k], &[k * n, 1, n], numbers);
            Coded::strided(of, [1, n, k]).unwrap()
        }
        Way::Transposed => {
            // The same numbers, column by column.
            *stored = (0..k * n).map(|i| numbers[i % k * n + i / k]).collect();
            let of = arg("w", dtype, &[1, n, k], &[k * n, k, 1], stored);
            Coded::strided(of, [1, n, k]).unwrap()
        }
        Way::Blocks => {
            let rows = k.next_multiple_of(16);
            *stored = vec![T::default(); rows * n.next_multiple_of(32)];
            for (i, &number) in numbers.iter().enumerate() {
                let (row, column) = (i / n, i % n);
                stored[(column / 32 * rows + row) * 32 + column % 32] = number;
            }
            let of = arg("w", dtype, &[stored.len()], &[1], stored);
            Coded::blocked(of, 32, [1, n, k], false).unwrap()
        }
    }
}

/// Sums of products in FLOAT.
fn run(left: Side, right: Side, [m, k, n]: [usize; 3]) -> Vec<f32> {
    let results = vec![f32::NAN; m * n];
    let shape = [m as i64, n as i64];
    let address = results.as_ptr().expose_provenance();
    let out = Layout::contiguous(&shape);
    let out = Arg::new("out", Role::Output, Dtype::F32, out, address).unwrap();
    let range = Range {
        group: 0,
        left: [0, 0],
        right: [0, 0],
        output: [0, 0],
        row: 0,
        output_row: 0,
        rows: m,
        step: 0,
        right_step: 0,
        steps: k,
        columns: n,
    };
    let product = Grouped {
        left,
        right,
        groups: Groups::Known(vec![range]),
        steps: Vec::new(),
        outputs: vec![(out, [1, m, n])],
        is_updated: false,
        finish: None,
    };
    let call = grouped(product).unwrap();
    let addresses: Vec<usize> = call.args().iter().map(|arg| arg.view.address).collect();
    // SAFETY: all operands are vectors of the tests.
    unsafe { call.run(&addresses, &mut []) }.unwrap();
    results
}

const SHAPES: [[usize; 3]; 5] = [
    [1, 70, 40],
    [5, 300, 300],
    [16, 1100, 33],
    [3, 2100, 17],
    [2, 1, 1],
];

fn left<T>(dtype: Dtype, numbers: &[T], [m, k]: [usize; 2]) -> Side {
    let of = arg("x", dtype, &[1, m, k], &[m * k, k, 1], numbers);
    Side::plain(vec![Coded::strided(of, [1, m, k]).unwrap()])
}

#[test]
fn weights_of_codes_have_their_scales_and_offsets() {
    set_impl_mode(ImplMode::HighPerformance);
    for ([m, k, n], way) in SHAPES
        .into_iter()
        .flat_map(|shape| [Way::Plain, Way::Transposed, Way::Blocks].map(|way| (shape, way)))
    {
        let (x, w) = (brains(m * k, 1), codes(k * n, 2));
        for group in [usize::MAX, 32, 40] {
            let groups = if group == usize::MAX {
                1
            } else {
                k.div_ceil(group)
            };
            let (scales, offsets) = (brains(groups * n, 3), brains(groups * n, 4));
            let factor = |name, of: &[bf16]| {
                let arg = arg(name, Dtype::Bf16, &[groups, n], &[n, 1], of);
                let factor = Factor::new(vec![arg]).by_column(1, 1);
                if groups == 1 && group == usize::MAX {
                    factor
                } else {
                    factor.by_block(group, n)
                }
            };
            let mut stored = Vec::new();
            let mut right = Side::plain(vec![weight((Dtype::I8, &w), way, [k, n], &mut stored)]);
            right.offset = Some((factor("offset", &offsets), 1.0));
            right.scales = vec![factor("scale", &scales)];
            let results = run(left(Dtype::Bf16, &x, [m, k]), right, [m, k, n]);
            for (i, got) in results.into_iter().enumerate() {
                let (row, column) = (i / n, i % n);
                let (mut sum, mut magnitude) = (0.0, 0.0);
                for step in 0..k {
                    let place = if group == usize::MAX { 0 } else { step / group } * n + column;
                    let [x, scale, offset] =
                        [x[row * k + step], scales[place], offsets[place]].map(f64::from);
                    sum += x * (f64::from(w[step * n + column]) + offset) * scale;
                    magnitude +=
                        (x * scale).abs() * (f64::from(w[step * n + column]).abs() + offset.abs());
                }
                let bound =
                    (256 + k / 256) as f64 * magnitude / f64::from(1 << 24) + sum.abs() * 1e-7;
                let got = f64::from(got);
                assert!(
                    (got - sum).abs() <= bound,
                    "{way:?} {group} [{m}, {k}, {n}]: {got}, not {sum}"
                );
            }
        }
    }
}

#[test]
fn sums_of_codes_are_exact() {
    for ([m, k, n], way) in SHAPES
        .into_iter()
        .flat_map(|shape| [Way::Plain, Way::Transposed, Way::Blocks].map(|way| (shape, way)))
    {
        let (x, mut w) = (codes(m * k, 5), codes(k * n, 6));
        // The largest magnitudes in some columns.
        (0..k).for_each(|step| w[step * n] = -128);
        let mut stored = Vec::new();
        let right = Side::plain(vec![weight((Dtype::I8, &w), way, [k, n], &mut stored)]);
        let results = run(left(Dtype::I8, &x, [m, k]), right, [m, k, n]);
        for (i, got) in results.into_iter().enumerate() {
            let products =
                (0..k).map(|step| i32::from(x[i / n * k + step]) * i32::from(w[step * n + i % n]));
            assert_eq!(got, products.sum::<i32>() as f32, "{way:?} [{m}, {k}, {n}]");
        }
    }
}

#[test]
fn weights_of_floats_are_read_where_they_lie() {
    set_impl_mode(ImplMode::HighPerformance);
    for ([m, k, n], way) in SHAPES
        .into_iter()
        .flat_map(|shape| [Way::Plain, Way::Transposed, Way::Blocks].map(|way| (shape, way)))
    {
        let (x, w) = (brains(m * k, 7), brains(k * n, 8));
        let mut stored = Vec::new();
        let right = Side::plain(vec![weight((Dtype::Bf16, &w), way, [k, n], &mut stored)]);
        let results = run(left(Dtype::Bf16, &x, [m, k]), right, [m, k, n]);
        for (i, got) in results.into_iter().enumerate() {
            let products =
                (0..k).map(|s| f64::from(x[i / n * k + s]) * f64::from(w[s * n + i % n]));
            let magnitude: f64 = products.clone().map(f64::abs).sum();
            let (sum, got) = (products.sum::<f64>(), f64::from(got));
            let bound = (256 + k / 256) as f64 * magnitude / f64::from(1 << 24) + sum.abs() * 1e-7;
            assert!(
                (got - sum).abs() <= bound,
                "{way:?} [{m}, {k}, {n}]: {got}, not {sum}"
            );
        }
    }
}
