//! The pointwise engine against a walk over indices.

mod refusals;
mod rows;

use proptest::prelude::*;

use super::pointwise::{self, Operand};
use super::{Binary, Unary, binary, unary, unary_with};
use crate::{Arg, Call, Role};
use hostnpu_tensor::{Dtype, Element, Layout, Value};

/// Kernels whose result tells where it came from.
fn plus_half(x: &[f32], y: &mut [f32]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y = x + 0.5;
    }
}

fn add_f32(a: &[f32], b: &[f32], y: &mut [f32]) {
    for (y, (&a, &b)) in y.iter_mut().zip(a.iter().zip(b)) {
        *y = a + b;
    }
}

fn add_i32(a: &[i32], b: &[i32], y: &mut [i32]) {
    for (y, (&a, &b)) in y.iter_mut().zip(a.iter().zip(b)) {
        *y = a.wrapping_add(b);
    }
}

fn scale(x: &[f32], y: &mut [f32], [factor, offset]: &[f32; 2]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y = x * factor + offset;
    }
}

static PLUS_HALF: Unary = Unary::new("plus_half", &[unary(plus_half)]);
static SCALE: Unary = Unary::new("scale", &[unary_with(scale)]);
static ADD: Binary = Binary::new("add", &[binary(add_f32), binary(add_i32)]);

fn arg<T: Element>(name: &'static str, layout: &Layout, memory: &[T]) -> Arg {
    arg_at(name, T::DTYPE, layout, memory.as_ptr().expose_provenance())
}

/// An output in a local array: the compiler must know that it is written.
fn local_output<T: Element>(layout: &Layout, memory: &mut [T]) -> Arg {
    arg_at(
        "out",
        T::DTYPE,
        layout,
        memory.as_mut_ptr().expose_provenance(),
    )
}

fn arg_at(name: &'static str, dtype: Dtype, layout: &Layout, address: usize) -> Arg {
    Arg::new(name, Role::Input, dtype, layout.clone(), address).unwrap()
}

fn run(call: &Call) {
    let mut workspace = vec![0; call.plan().workspace_size()];
    // SAFETY: the tests' views lie inside their vectors.
    unsafe { call.run(&call.addresses(), &mut workspace) }.unwrap();
}

/// All indices of a shape, row-major.
fn indices(shape: &[i64]) -> Vec<Vec<i64>> {
    shape.iter().fold(vec![vec![]], |all, &extent| {
        all.into_iter()
            .flat_map(|index: Vec<i64>| (0..extent).map(move |i| [index.clone(), vec![i]].concat()))
            .collect()
    })
}

/// The place of an index in a layout that broadcasts to the index's shape.
fn place(layout: &Layout, index: &[i64]) -> usize {
    let index = &index[index.len() - layout.rank()..];
    let axes = layout.shape().iter().zip(layout.strides()).zip(index);
    let sum: i64 = axes
        .map(|((&extent, &stride), &i)| if extent == 1 { 0 } else { i * stride })
        .sum();
    (layout.offset() + sum) as usize
}

/// A layout of `shape` whose dimensions lie in memory in the order `order`, each with `gap` unused elements, and the elements that it
/// needs.
fn spread(shape: &[i64], order: &[usize], gap: i64, offset: i64) -> (Layout, usize) {
    let mut strides = vec![0; shape.len()];
    let mut next = 1 + gap;
    for &axis in order {
        strides[axis] = next;
        next = next * shape[axis] + gap;
    }
    let layout = Layout::new(shape.into(), strides.as_slice().into(), offset);
    let storage = layout.reach().map_or(0, |reach| reach.highest + 1) as usize;
    (layout, storage)
}

/// A shape, and for each of three operands an order of dimensions, gaps, and which dimensions it stretches.
#[derive(Clone, Debug)]
struct Case {
    shape: Vec<i64>,
    operands: Vec<(Vec<usize>, i64, Vec<bool>, usize)>,
    offset: i64,
}

fn cases(longest: i64, rank: usize) -> impl Strategy<Value = Case> {
    (proptest::collection::vec(1..longest, 0..rank + 1), 0_i64..9).prop_flat_map(
        |(shape, offset)| {
            let axes: Vec<usize> = (0..shape.len()).collect();
            let operand = (
                Just(axes).prop_shuffle(),
                0_i64..3,
                proptest::collection::vec(proptest::bool::weighted(0.2), shape.len()),
                0..=shape.len(),
            );
            proptest::collection::vec(operand, 3).prop_map(move |operands| Case {
                shape: shape.clone(),
                operands,
                offset,
            })
        },
    )
}

impl Case {
    /// The layout of the output.
    fn output(&self) -> (Layout, usize) {
        let (order, gap, ..) = &self.operands[0];
        spread(&self.shape, order, *gap, self.offset)
    }

    /// The layout of an input: some extents are 1, and some of the first of those are left out.
    fn input(&self, k: usize) -> (Layout, usize) {
        let (order, gap, stretched, left_out) = &self.operands[k];
        let shape: Vec<i64> = self
            .shape
            .iter()
            .zip(stretched)
            .map(|(&extent, &stretched)| if stretched { 1 } else { extent })
            .collect();
        let (layout, storage) = spread(&shape, order, *gap, self.offset);
        let ones = shape
            .iter()
            .take_while(|&&extent| extent == 1)
            .count()
            .min(*left_out);
        let cut = Layout::new(
            layout.shape()[ones..].into(),
            layout.strides()[ones..].into(),
            layout.offset(),
        );
        (cut, storage)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn strided_and_broadcast_equal_the_walk_over_indices(case in prop_oneof![cases(7, 5), cases(3, 8), cases(60, 2)]) {
        let ((to, size), (a, a_size), (b, b_size)) = (case.output(), case.input(1), case.input(2));
        let left: Vec<f32> = (0..a_size).map(|i| i as f32).collect();
        let right: Vec<f32> = (0..b_size).map(|i| 0.25 + 1000.0 * i as f32).collect();
        let target = vec![-1.0_f32; size];
        let call = pointwise::binary(
            &ADD, Dtype::F32, &[], arg("self", &a, &left), arg("other", &b, &right), arg("out", &to, &target),
        ).unwrap();
        run(&call);
        let mut want = vec![-1.0_f32; size];
        for index in indices(&case.shape) {
            want[place(&to, &index)] = left[place(&a, &index)] + right[place(&b, &index)];
        }
        prop_assert_eq!(target, want);
    }

    #[test]
    fn operands_of_other_types_are_converted(case in prop_oneof![cases(7, 5), cases(60, 2)]) {
        let ((to, size), (a, a_size), (b, b_size)) = (case.output(), case.input(1), case.input(2));
        let left: Vec<i16> = (0..a_size).map(|i| i as i16).collect();
        let right: Vec<half::f16> = (0..b_size).map(|i| half::f16::from_f64(0.25 * (i % 100) as f64)).collect();
        let target = vec![-1.0_f64; size];
        let call = pointwise::binary(
            &ADD, Dtype::F32, &[], arg("self", &a, &left), arg("other", &b, &right), arg("out", &to, &target),
        ).unwrap();
        run(&call);
        let mut want = vec![-1.0_f64; size];
        for index in indices(&case.shape) {
            want[place(&to, &index)] = f64::from(left[place(&a, &index)]) + right[place(&b, &index)].to_f64();
        }
        prop_assert_eq!(target, want);
    }

    #[test]
    fn in_place_touches_the_view_only(case in prop_oneof![cases(7, 5), cases(60, 2)]) {
        let ((to, size), (b, b_size)) = (case.output(), case.input(2));
        let data: Vec<f32> = (0..size).map(|i| i as f32).collect();
        let right: Vec<f32> = (0..b_size).map(|i| 0.25 + 1000.0 * i as f32).collect();
        let mut want = data.clone();
        let call = pointwise::binary(
            &ADD, Dtype::F32, &[], Operand::Output, arg("other", &b, &right), arg("selfRef", &to, &data),
        ).unwrap();
        prop_assert_eq!(call.args().len(), 2);
        prop_assert_eq!(call.args()[0].role, Role::InOut);
        run(&call);
        for index in indices(&case.shape) {
            want[place(&to, &index)] += right[place(&b, &index)];
        }
        prop_assert_eq!(data, want);
    }

    #[test]
    fn overlapping_views_behave_as_if_all_were_read_first(
        case in cases(40, 2), (from, to, other) in (0_usize..40, 0_usize..40, 0_usize..40), known in any::<bool>()
    ) {
        let ((out, size), (a, a_size), (b, b_size)) = (case.output(), case.input(1), case.input(2));
        let data: Vec<f32> = (0..size.max(a_size).max(b_size) + 40).map(|i| i as f32).collect();
        let mut want = data.clone();
        for index in indices(&case.shape) {
            want[to + place(&out, &index)] = data[from + place(&a, &index)] + data[other + place(&b, &index)];
        }
        let base = data.as_ptr().addr();
        let at = |name, layout, first: usize| {
            arg_at(name, Dtype::F32, layout, if known { base + 4 * first } else { 0 })
        };
        let call = pointwise::binary(
            &ADD, Dtype::F32, &[], at("self", &a, from), at("other", &b, other), at("out", &out, to),
        ).unwrap();
        let addresses = [base + 4 * from, base + 4 * other, base + 4 * to];
        let mut workspace = vec![0; call.plan().workspace_size()];
        // SAFETY: the views lie inside the vector.
        unsafe { call.run(&addresses, &mut workspace) }.unwrap();
        prop_assert_eq!(data, want);
    }

    #[test]
    fn copies_move_bits_of_every_size(case in prop_oneof![cases(7, 5), cases(70, 2)], dtype in 0_usize..5) {
        let ((to, size), (a, a_size)) = (case.output(), case.input(1));
        let dtype = [Dtype::I8, Dtype::Bf16, Dtype::F32, Dtype::Complex64, Dtype::Complex128][dtype];
        let width = dtype.bits() / 8;
        let left: Vec<u128> = (0..a_size as u128 * width as u128 / 16 + 1).map(|i| (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)).collect();
        let target = vec![0_u128; size * width / 16 + 1];
        let call = pointwise::copy(
            arg_at("self", dtype, &a, left.as_ptr().addr()), arg_at("out", dtype, &to, target.as_ptr().addr()),
        ).unwrap();
        run(&call);
        let bytes = |words: &[u128]| -> Vec<u8> { words.iter().flat_map(|word| word.to_ne_bytes()).collect() };
        let (left, got) = (bytes(&left), bytes(&target));
        let mut want = vec![0; got.len()];
        for index in indices(&case.shape) {
            let (at, from) = (place(&to, &index) * width, place(&a, &index) * width);
            want[at..at + width].copy_from_slice(&left[from..from + width]);
        }
        prop_assert_eq!(got, want);
    }
}

#[test]
fn long_operands_cross_the_borders_of_pieces() {
    let numel = 100_017;
    let flat = Layout::contiguous(&[numel]);
    let source: Vec<f32> = (0..numel).map(|i| i as f32).collect();
    let target = vec![0.0_f32; numel as usize];
    run(&pointwise::unary(
        &PLUS_HALF,
        Dtype::F32,
        &[],
        arg("self", &flat, &source),
        arg("out", &flat, &target),
    )
    .unwrap());
    for (i, (&got, &from)) in target.iter().zip(&source).enumerate() {
        assert_eq!(got, from + 0.5, "element {i}");
    }
    run(&pointwise::unary(
        &PLUS_HALF,
        Dtype::F32,
        &[],
        Operand::Output,
        arg("self", &flat, &source),
    )
    .unwrap());
    assert_eq!(source, target);
}

#[test]
fn values_and_parameters_are_converted() {
    let flat = Layout::contiguous(&[3]);
    let (source, target) = ([1_i8, 2, 3], [0.0_f32; 3]);
    let parameters = [Value::new(2_i64), Value::new(0.5_f64)];
    run(&pointwise::unary(
        &SCALE,
        Dtype::F32,
        &parameters,
        arg("self", &flat, &source),
        arg("out", &flat, &target),
    )
    .unwrap());
    assert_eq!(target, [2.5, 4.5, 6.5]);
    run(&pointwise::binary(
        &ADD,
        Dtype::F32,
        &[],
        Operand::Output,
        Value::new(0.25_f64),
        arg("out", &flat, &target),
    )
    .unwrap());
    assert_eq!(target, [2.75, 4.75, 6.75]);
    run(&pointwise::fill(Value::new(300_i32), arg("out", &flat, &source)).unwrap());
    assert_eq!(source, [44; 3]);
    assert!(
        pointwise::unary(
            &SCALE,
            Dtype::F32,
            &[],
            arg("self", &flat, &source),
            arg("out", &flat, &target)
        )
        .is_err()
    );
}

#[test]
fn a_larger_loop_does_not_show() {
    // 16-bit: each operand and the result are rounded to the computation type.
    let flat = Layout::contiguous(&[1]);
    let (a, b, mut out) = ([2049.0_f32], [1.0_f32], [0.0_f32]);
    run(&pointwise::binary(
        &ADD,
        Dtype::F16,
        &[],
        arg("self", &flat, &a),
        arg("other", &flat, &b),
        local_output(&flat, &mut out),
    )
    .unwrap());
    assert_eq!(out, [2048.0], "2049 is 2048 as FLOAT16, and 2049 again");
    // INT8 wraps before it is stored in a larger type.
    let (a, b, mut out) = ([100_i8], [100_i8], [0_i64]);
    run(&pointwise::binary(
        &ADD,
        Dtype::I8,
        &[],
        arg("self", &flat, &a),
        arg("other", &flat, &b),
        local_output(&flat, &mut out),
    )
    .unwrap());
    assert_eq!(out, [-56]);
}

#[test]
fn empty_operands_are_not_touched() {
    let empty = Layout::contiguous(&[3, 0]);
    let call = pointwise::unary(
        &PLUS_HALF,
        Dtype::F32,
        &[],
        arg_at("self", Dtype::F32, &empty, 0),
        arg_at("out", Dtype::F32, &empty, 0),
    )
    .unwrap();
    run(&call);
    assert_eq!(call.args().len(), 2);
}
