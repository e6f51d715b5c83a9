//! Weighted sums of tensors, lists of them, and points between others.

use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Contents, Tensor};
use crate::arguments::Arguments;
use crate::call::call;
use crate::reference::promotion::promote;
use crate::reference::{lists, signs, weighted};
use crate::table::samples::{
    self, NUMBERS, patterns, scalar, ternary, ternary_in_place, with, write,
};
use crate::table::{Accuracy, ELEMENTWISE, RANK_0, RANK_8, Row, computes, entry};

const NEAREST: Accuracy = Accuracy::Ulp {
    f32: 0.50001,
    f64: 1.0,
};
const SCALARS: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";
const REAL_SCALARS: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool";
const SHORT_FLOATS: &str = "f32 f16 | 910B 950: + bf16";
const FLOATS: &str = "f32 f16 f64 | 910B 950: + bf16";

fn of_three(arguments: &Arguments) -> Option<Dtype> {
    computes::all_promoted(arguments, 3)
}

fn of_scalar_and_tensor(arguments: &Arguments) -> Option<Dtype> {
    let (scalar, tensor) = (arguments[0].dtype()?, arguments[1].dtype()?);
    let out = arguments.last()?.dtype()?;
    let is_float = crate::number::is_float;
    Some(match (crate::number::part(scalar), scalar) {
        (Some(_), _) => promote(tensor, scalar)?,
        _ if is_float(tensor) => Dtype::F32,
        (_, Dtype::F64) if out == Dtype::F32 => Dtype::F32,
        _ if is_float(scalar) => promote(tensor, scalar)?,
        _ => tensor,
    })
}

/// A value behind three tensors. It is below 1, so that DOUBLE is not left on the way.
fn with_value(samples: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    with(&samples, 3, &[scalar(Dtype::F32, 0.375)])
}

fn scalar_first(samples: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    let samples = with(&samples, 0, &[scalar(Dtype::F32, 1.5)]);
    with(&samples, 2, &[scalar(Dtype::F32, 2.0)])
}

/// Lists of two, three and four tensors of one shape.
fn equal_lists() -> Vec<Vec<Argument>> {
    let list = |shape: &[i64], count: u64| {
        let member = |seed| Tensor::new(Dtype::F32, shape, Contents::Patterns(seed));
        vec![
            Argument::Tensors((0..count).map(member).collect()),
            write(Dtype::F32, shape),
        ]
    };
    let mut plain = list(&[3, 4], 3);
    let Argument::Tensors(members) = &mut plain[0] else {
        unreachable!();
    };
    for (number, member) in members.iter_mut().enumerate() {
        member.contents = Contents::Numbers(NUMBERS.to_vec()).of_input(number);
    }
    vec![
        plain,
        list(&[7, 901], 2),
        list(&[301, 203], 4),
        list(&[5], 1),
    ]
}

/// The same, and tensors that broadcast.
fn broadcast_lists() -> Vec<Vec<Argument>> {
    let mut samples = equal_lists();
    let shapes: [&[i64]; 3] = [&[301, 1], &[203], &[1, 1]];
    let member = |shape: &&[i64]| Tensor::new(Dtype::F32, shape, Contents::Patterns(9));
    let members = shapes.iter().map(member).collect();
    samples.push(vec![
        Argument::Tensors(members),
        write(Dtype::F32, &[301, 203]),
    ]);
    samples
}

/// Factors for all axes, with biases and without.
fn scaled() -> Vec<Vec<Argument>> {
    let mut samples = ternary();
    samples[1] = vec![
        patterns(Dtype::F32, &[7, 901], 1),
        patterns(Dtype::F32, &[7, 901], 2),
        Argument::Null,
        write(Dtype::F32, &[7, 901]),
    ];
    for sample in &mut samples {
        let all_axes = [Argument::Int(0), Argument::Int(-1), Argument::Bool(true)];
        sample.splice(3..3, all_axes);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    const DIVIDED: &str = "f32 i64 f16 f64 | 910B 950: + bf16";
    const MULTIPLIED: &str = "f32 i32 i64 f16 i8 u8 f64 | 910B 950: + bf16";
    const RELU: &str = "f32 f16 i8 u8 i16 i32 i64 | 910B 950: + bf16";
    const SUBTRACTED: &str = "f32 i32 i64 f16 i16 i8 u8 f64 c64 c128 | 910B 950: + bf16";
    const SUMMED: &str = "none | 910B 950: i32 i64 f16 bf16 f32";
    const CHOSEN: &str = "f16 f32 i8 i32 i64 | 910B: + bf16 | 950: + bf16 u8";
    const SCALED: &str = "none | 310: f32 f16 | 910B 950: f32 f16 bf16";
    const V3: &str = "f32 i32 f16 bf16 i8";
    let nearest = |row: Row| row.accuracy(NEAREST);
    let mut rows = vec![
        Row::new("aclnnAddcdiv", || with_value(ternary()))
            .accepts(&[
                ("self", DIVIDED),
                ("tensor1", DIVIDED),
                ("tensor2", DIVIDED),
                ("value", SCALARS),
                ("out", "castable"),
            ])
            .computes(of_three)
            .elements(weighted::add_div)
            .accuracy(NEAREST),
        Row::new("aclnnInplaceAddcdiv", || with_value(ternary_in_place()))
            .accepts(&[
                ("selfRef", FLOATS),
                ("tensor1", DIVIDED),
                ("tensor2", DIVIDED),
                ("value", SCALARS),
            ])
            .computes(of_three)
            .elements(weighted::add_div)
            .accuracy(NEAREST),
        Row::new("aclnnAddcmul", || with_value(ternary()))
            .accepts(&[
                ("self", MULTIPLIED),
                ("tensor1", MULTIPLIED),
                ("tensor2", MULTIPLIED),
                ("value", SCALARS),
                ("out", "castable"),
            ])
            .computes(of_three)
            .elements(weighted::add_mul)
            .accuracy(NEAREST),
        Row::new("aclnnInplaceAddcmul", || with_value(ternary_in_place()))
            .accepts(&[
                ("selfRef", FLOATS),
                ("tensor1", MULTIPLIED),
                ("tensor2", MULTIPLIED),
                ("value", SCALARS),
            ])
            .computes(of_three)
            .elements(weighted::add_mul)
            .accuracy(NEAREST),
        Row::new("aclnnAddRelu", samples::binary_with_alpha)
            .accepts(&[
                ("self", RELU),
                ("other", RELU),
                ("alpha", "casts"),
                ("out", "castable"),
            ])
            .computes(computes::promoted)
            .elements(signs::add_relu),
        Row::new("aclnnInplaceAddRelu", samples::in_place_with_alpha)
            .accepts(&[
                ("selfRef", SHORT_FLOATS),
                ("other", RELU),
                ("alpha", "casts"),
            ])
            .computes(computes::promoted)
            .elements(signs::add_relu),
        Row::new("aclnnAddV3", || scalar_first(samples::unary()))
            .accepts(&[
                ("self", SCALARS),
                ("other", V3),
                ("alpha", "casts"),
                ("out", "castable"),
            ])
            .computes(of_scalar_and_tensor)
            .elements(weighted::add_v3),
        Row::new("aclnnInplaceAddV3", || scalar_first(samples::in_place()))
            .accepts(&[
                ("selfRef", REAL_SCALARS),
                ("other", "f32 f16 bf16"),
                ("alpha", "casts"),
            ])
            .computes(|arguments| of_scalar_and_tensor(&Arguments::unnamed(&arguments[..2])))
            .elements(weighted::add_v3),
        Row::new("aclnnRsub", samples::binary_with_alpha)
            .accepts(&[
                ("self", SUBTRACTED),
                ("other", SUBTRACTED),
                ("alpha", "casts"),
                ("out", "castable"),
            ])
            .computes(computes::promoted)
            .elements(weighted::rsub),
        Row::new("aclnnAddN", equal_lists)
            .accepts(&[("tensors", SUMMED), ("out", "as tensors")])
            .computes(computes::own)
            .elements(lists::sum)
            .holds(ELEMENTWISE)
            .except(&[(
                "dtypes out",
                "another type than that of the tensors gives 561103",
            )]),
        Row::new("aclnnMaxN", broadcast_lists)
            .accepts(&[("tensors", CHOSEN), ("out", "as tensors")])
            .computes(computes::own)
            .elements(lists::largest),
        Row::new("aclnnMinN", broadcast_lists)
            .accepts(&[("tensors", CHOSEN), ("out", "as tensors")])
            .computes(computes::own)
            .elements(lists::smallest),
        Row::new("aclnnScale", scaled)
            .accepts(&[
                ("x", SCALED),
                ("scale", "as x"),
                ("bias", "as x"),
                ("y", "as x"),
            ])
            .computes(computes::own)
            .elements(weighted::scale)
            .holds(ELEMENTWISE.without(RANK_0)),
    ];
    let lerp = [
        Row::new("aclnnLerp", ternary)
            .accepts(&[
                ("self", SHORT_FLOATS),
                ("end", "as self"),
                ("weight", "as self"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .elements(weighted::lerp),
        Row::new("aclnnInplaceLerp", ternary_in_place)
            .accepts(&[
                ("selfRef", SHORT_FLOATS),
                ("end", "as selfRef"),
                ("weight", "as selfRef"),
            ])
            .computes(computes::own)
            .elements(weighted::lerp),
    ];
    rows.extend(lerp.map(|row| nearest(row).without(RANK_8)));
    rows
}

#[test]
fn scale_stands_for_axes_in_the_middle() {
    let entry = entry("aclnnScale");
    let narrow = |shape: &[i64]| patterns(Dtype::F32, shape, 5);
    let arguments = |scale: Argument, axis, axes, blob| {
        vec![
            patterns(Dtype::F32, &[3, 5, 7], 1),
            scale.clone(),
            scale,
            Argument::Int(axis),
            Argument::Int(axes),
            Argument::Bool(blob),
            write(Dtype::F32, &[3, 5, 7]),
        ]
    };
    // The same factors, repeated along the last axis and the first one.
    let column = narrow(&[5]).tensors()[0].elements();
    let numbers = column
        .chunks(4)
        .map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap()).into());
    let each: Vec<f64> = numbers.flat_map(|number: f64| [number; 7]).collect();
    let whole = Tensor::new(Dtype::F32, &[3, 5, 7], Contents::Numbers(each));
    let expected = call(entry, &arguments(Argument::Tensor(whole), 0, -1, true)).unwrap();
    for (axis, axes, blob) in [(1, 1, true), (-2, 1, true), (1, 0, false)] {
        let got = call(entry, &arguments(narrow(&[5]), axis, axes, blob));
        assert_eq!(
            got.as_ref(),
            Ok(&expected),
            "axis {axis}, {axes} axes, {blob}"
        );
    }
    for (axis, axes, blob) in [
        (0, 1, true),
        (1, 3, true),
        (3, 1, true),
        (1, -2, true),
        (2, 0, false),
    ] {
        let got = call(entry, &arguments(narrow(&[5]), axis, axes, blob));
        assert_eq!(
            got.unwrap_err().code,
            161_002,
            "axis {axis}, {axes} axes, {blob}"
        );
    }
}
