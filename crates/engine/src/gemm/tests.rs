//! Products of a few rows, and of BFLOAT16, against plain loops in DOUBLE: types, rests in every direction, strides, blocks, batches, addends.

use half::{bf16, f16};

use super::*;
use hostnpu_tensor::Layout;

/// Elements of a type: their bytes, and the numbers.
fn elements(dtype: Dtype, count: usize, seed: usize) -> (Vec<u64>, Vec<f64>) {
    let size = dtype.bits() / 8;
    let mut memory = vec![0_u64; (count * size).div_ceil(8) + 1];
    let numbers = (0..count).map(|i| {
        let mixed = ((i + seed * 7919) as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let number = (mixed >> 48) as f32 / 16384.0 - 2.0;
        let (bits, number) = match dtype {
            Dtype::F16 => {
                let number = f16::from_f32(number);
                (u32::from(number.to_bits()), number.to_f32())
            }
            Dtype::Bf16 => {
                let number = bf16::from_f32(number);
                (u32::from(number.to_bits()), number.to_f32())
            }
            _ => (number.to_bits(), number),
        };
        (bits, f64::from(number))
    });
    let numbers: Vec<(u32, f64)> = numbers.collect();
    for (i, (bits, _)) in numbers.iter().enumerate() {
        let at = i * size;
        memory[at / 8] |= u64::from(*bits) << (at % 8 * 8);
    }
    (
        memory,
        numbers.into_iter().map(|(_, number)| number).collect(),
    )
}

fn arg(name: &'static str, role: Role, dtype: Dtype, layout: Layout, memory: &[u64]) -> Arg {
    Arg::new(
        name,
        role,
        dtype,
        layout,
        memory.as_ptr().expose_provenance(),
    )
    .unwrap()
}

fn layout(shape: &[i64], strides: &[i64], offset: i64) -> Layout {
    Layout::new(shape.into(), strides.into(), offset)
}

/// Runs a call into FLOAT numbers.
fn run(call: &Call, count: usize, output: &[u64]) -> Vec<f32> {
    let addresses: Vec<usize> = call.args().iter().map(|arg| arg.view.address).collect();
    // SAFETY: all operands are vectors of the tests.
    unsafe { call.run(&addresses, &mut []) }.unwrap();
    let number = |i: usize| f32::from_bits((output[i / 2] >> (i % 2 * 32)) as u32);
    (0..count).map(number).collect()
}

/// Returns true if a number is as near to the sum of some terms as the mode promises.
fn assert_sum(got: f32, terms: impl Iterator<Item = f64>, what: &str) {
    let (mut count, mut sum, mut magnitude) = (0.0, 0.0, 0.0);
    for term in terms {
        count += 1.0;
        sum += term;
        magnitude += term.abs();
    }
    let bound = (256.0 + count / 256.0) * magnitude / f64::from(1 << 24) + sum.abs() * 1e-7;
    assert!(
        (f64::from(got) - sum).abs() <= bound,
        "{got}, not {sum}: {what}"
    );
}

/// A weight of the elements `[k, n]`, stored in FRACTAL_NZ.
fn blocks(
    numbers: &[f64],
    memory: &[u64],
    dtype: Dtype,
    [k, n]: [usize; 2],
    block: usize,
) -> Vec<u64> {
    let size = dtype.bits() / 8;
    let rows = k.next_multiple_of(16);
    let count = rows * n.next_multiple_of(block);
    let mut stored = vec![0_u64; (count * size).div_ceil(8) + 1];
    for i in 0..numbers.len() {
        let (row, column) = (i / n, i % n);
        let place = (column / block * rows + row) * block + column % block;
        let (from, to) = (i * size, place * size);
        let mask = u64::MAX >> (64 - 8 * size);
        let bits = memory[from / 8] >> (from % 8 * 8) & mask;
        stored[to / 8] |= bits << (to % 8 * 8);
    }
    stored
}

#[test]
fn few_rows_are_multiplied_by_weights_where_they_lie() {
    let shapes = [
        [1, 1, 8],
        [1, 4096, 9],
        [2, 300, 50],
        [3, 17, 5000],
        [5, 1030, 37],
        [16, 600, 530],
        [7, 2200, 64],
    ];
    for (dtype, [m, k, n]) in [Dtype::F32, Dtype::F16, Dtype::Bf16]
        .into_iter()
        .flat_map(|dtype| shapes.map(|shape| (dtype, shape)))
    {
        let [rows, steps, columns] = [m, k, n].map(|extent| extent as i64);
        let (left, lefts) = elements(dtype, m * (k + 3), 1);
        // One weight for all layouts, each of which reads other elements of it.
        let (right, rights) = elements(dtype, (k + 5) * (n + 5) + 3, 2);
        let layouts = [
            ("plain", layout(&[steps, columns], &[columns, 1], 0)),
            ("transposed", layout(&[steps, columns], &[1, steps], 0)),
            (
                "rows apart",
                layout(&[steps, columns], &[columns + 5, 1], 3),
            ),
            (
                "columns apart",
                layout(&[steps, columns], &[1, steps + 5], 2),
            ),
        ];
        for (name, of) in layouts {
            let [across, down] = [of.strides()[1], of.strides()[0]].map(|s| s as usize);
            let start = of.offset() as usize;
            let output = vec![u64::MAX; m * n / 2 + 1];
            let out = Layout::contiguous(&[rows, columns]);
            let call = gemm_of(
                Kind::Single,
                Product::new(dtype, Dtype::F32),
                arg(
                    "a",
                    Role::Input,
                    dtype,
                    layout(&[rows, steps], &[steps + 3, 1], 0),
                    &left,
                ),
                arg("b", Role::Input, dtype, of, &right),
                arg("out", Role::Output, Dtype::F32, out, &output),
            );
            let results = run(&call.unwrap(), m * n, &output);
            for (i, got) in results.into_iter().enumerate() {
                let (row, column) = (i / n, i % n);
                let terms = (0..k)
                    .map(|s| lefts[row * (k + 3) + s] * rights[start + s * down + column * across]);
                assert_sum(
                    got,
                    terms,
                    &format!("{dtype} {name} [{m}, {k}, {n}] {row} {column}"),
                );
            }
        }
        let output = vec![u64::MAX; m * n / 2 + 1];
        let call = gemm_of(
            Kind::Single,
            Product::new(dtype, Dtype::F32),
            arg(
                "a",
                Role::Input,
                dtype,
                layout(&[rows, steps], &[steps + 3, 1], 0),
                &left,
            ),
            arg(
                "b",
                Role::Input,
                dtype,
                Layout::contiguous(&[steps, columns]),
                &right,
            ),
            arg(
                "out",
                Role::Output,
                Dtype::F32,
                Layout::contiguous(&[rows, columns]),
                &output,
            ),
        );
        for block in [16, 32] {
            let stored = blocks(&rights[..k * n], &right, dtype, [k, n], block);
            let count = k.next_multiple_of(16) * n.next_multiple_of(block);
            let of = Layout::contiguous(&[count as i64]);
            let stored_arg = arg("b", Role::Input, dtype, of, &stored);
            let call = call.as_ref().unwrap().over_blocks(stored_arg, block);
            let results = run(
                &call.expect("a weight that is read in its blocks"),
                m * n,
                &output,
            );
            for (i, got) in results.into_iter().enumerate() {
                let (row, column) = (i / n, i % n);
                let terms = (0..k).map(|s| lefts[row * (k + 3) + s] * rights[s * n + column]);
                assert_sum(
                    got,
                    terms,
                    &format!("{dtype} blocks of {block} [{m}, {k}, {n}]"),
                );
            }
        }
    }
}

#[test]
fn batches_of_few_rows_have_their_factors_and_addends() {
    let [batch, m, k, n] = [3, 4, 129, 70];
    let extents = [batch, m, k, n].map(|extent| extent as i64);
    let (left, lefts) = elements(Dtype::Bf16, batch * m * k, 3);
    let (right, rights) = elements(Dtype::Bf16, batch * k * n, 4);
    let (added, addends) = elements(Dtype::F32, n, 5);
    let output = vec![u64::MAX; batch * m * n / 2 + 1];
    let [b, rows, steps, columns] = extents;
    let addend = arg(
        "c",
        Role::Input,
        Dtype::F32,
        Layout::contiguous(&[columns]),
        &added,
    );
    let product = Product::new(Dtype::Bf16, Dtype::F32).times(0.5);
    let call = gemm_of(
        Kind::Single,
        product.plus(Addend::Tensor(addend), 2.0),
        arg(
            "a",
            Role::Input,
            Dtype::Bf16,
            Layout::contiguous(&[b, rows, steps]),
            &left,
        ),
        arg(
            "b",
            Role::Input,
            Dtype::Bf16,
            Layout::contiguous(&[b, steps, columns]),
            &right,
        ),
        arg(
            "out",
            Role::Output,
            Dtype::F32,
            Layout::contiguous(&[b, rows, columns]),
            &output,
        ),
    );
    let results = run(&call.unwrap(), batch * m * n, &output);
    for (i, got) in results.into_iter().enumerate() {
        let (row, column) = (i / n, i % n);
        let own = row / m * k * n + column;
        let terms = (0..k).map(|s| 0.5 * lefts[row * k + s] * rights[own + s * n]);
        assert_sum(
            got,
            terms.chain([2.0 * addends[column]]),
            &format!("{row} {column}"),
        );
    }
}

#[test]
fn products_of_many_rows_of_brains_are_those_of_the_definition() {
    let dtype = Dtype::Bf16;
    for [m, k, n] in [[17, 1, 5], [20, 33, 50], [33, 515, 97], [64, 1030, 16]] {
        let (left, lefts) = elements(dtype, (m + 1) * (k + 3), 1);
        let (right, rights) = elements(dtype, (n + 2) * (k + 3), 2);
        let output = vec![u64::MAX; m * n / 2 + 1];
        let [rows, steps, columns] = [m, k, n].map(|extent| extent as i64);
        // Rows and columns of steps side by side, an odd number of elements apart, and the other way round.
        for [of_rows, of_columns] in [[false, false], [false, true], [true, false], [true, true]] {
            let strides = |lanes: usize, is_across: bool| match is_across {
                true => [1, lanes + 1],
                false => [k + 3, 1],
            };
            let [lane, step] = strides(m, of_rows);
            let [column, step_of_column] = strides(n, of_columns);
            let matrix = |first: usize, second: usize| [first as i64, second as i64];
            let call = gemm_of(
                Kind::Single,
                Product::new(dtype, Dtype::F32),
                arg(
                    "a",
                    Role::Input,
                    dtype,
                    layout(&[rows, steps], &matrix(lane, step), 0),
                    &left,
                ),
                arg(
                    "b",
                    Role::Input,
                    dtype,
                    layout(&[steps, columns], &matrix(step_of_column, column), 0),
                    &right,
                ),
                arg(
                    "out",
                    Role::Output,
                    Dtype::F32,
                    Layout::contiguous(&[rows, columns]),
                    &output,
                ),
            );
            let results = run(&call.unwrap(), m * n, &output);
            for (i, got) in results.into_iter().enumerate() {
                let (row, at) = (i / n, i % n);
                let term = |s: usize| {
                    lefts[row * lane + s * step] * rights[at * column + s * step_of_column]
                };
                let magnitude: f64 = (0..k).map(|s| term(s).abs()).sum();
                let sum: f64 = (0..k).map(term).sum();
                let bound = (512.0 + k as f64 / 512.0) * magnitude / f64::from(1 << 24);
                assert!(
                    (f64::from(got) - sum).abs() <= bound + sum.abs() * 1e-7,
                    "{got}, not {sum}: [{m}, {k}, {n}] {row} {at} {of_rows} {of_columns}"
                );
            }
        }
    }
}
