//! The rows of copies, norms, roundings and checks of lists of tensors.

use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Contents, Tensor};
use crate::call::call;
use crate::number::Number;
use crate::reference::foreach;
use crate::table::samples::NUMBERS;
use crate::table::shared::foreach::{FLOATS, Samples, lists, of_lists, samples};
use crate::table::{Accuracy, ELEMENTWISE, EMPTY, IN_PLACE, OVERLAP, Row, SHAPE, computes, entry};

/// A way of rounding behind each list.
fn rounded(scalar: bool) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for way in [2, 3, 4, 5, 6, 7, 1, 0] {
        for mut sample in samples("xo", false) {
            let number = Contents::Numbers(vec![way as f64]);
            let argument = match scalar {
                true => Argument::Scalar(Dtype::I8, Number::Int(way)),
                false => Argument::Tensor(Tensor::new(Dtype::I8, &[1], number)),
            };
            sample.insert(1, argument);
            all.push(sample);
        }
    }
    all
}

fn norms() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for order in [2.0, 1.0, f64::INFINITY] {
        for mut sample in samples("xo", false) {
            sample.insert(1, Argument::Scalar(Dtype::F32, order.into()));
            for (k, tensor) in sample[2].tensors_mut().iter_mut().enumerate() {
                *tensor = tensor.reshaped([&[1][..], &[]][k % 2]);
            }
            all.push(sample);
        }
    }
    all
}

fn unscaled() -> Vec<Vec<Argument>> {
    let behind = |mut sample: Vec<Argument>| {
        let one = |x| Tensor::new(Dtype::F32, &[1], Contents::Numbers(vec![x]));
        sample.extend([0.25, 0.0001220703125].map(|x| Argument::Tensor(one(x))));
        sample
    };
    samples("x", false).into_iter().map(behind).collect()
}

/// The row of an operator that takes a way of rounding.
#[track_caller]
fn of_ways(name: &str, samples: Samples, ways: &'static str) -> Row {
    const ROUNDED: &str = "none | 910B: f32 f16 bf16 i32 i16 | 950: f32 f16 bf16 i32";
    of_lists(name, "xto", samples, ROUNDED, foreach::round)
        .accepts(vec![("x", ROUNDED), ("roundMode", ways), ("out", "as x")].leak())
}

const COPIED: &str = "none | 910B 950: f32 f16 bf16 i32 i8 u8 i16 u16 u32 i64 f64 bool";
const ZEROED: &str = "none | 910B 950: f32 f16 bf16 i32 i16";

pub fn rows() -> Vec<Row> {
    vec![
        of_lists(
            "aclnnForeachCopy",
            "xo",
            || samples("xo", true),
            COPIED,
            |x, _, _| x[0].clone(),
        )
        .accuracy(Accuracy::Copied)
        .except(&[("dtypes out", "FLOAT goes to FLOAT16 and BFLOAT16, and back")]),
        Row::new("aclnnForeachZeroInplace", || samples("x", true))
            .accepts(&[("x", ZEROED)])
            .computes(computes::own)
            .whole(|arguments| {
                let zeros = |tensor: &Tensor| vec![0.0.into(); tensor.numel()];
                arguments["x"].tensors().iter().map(zeros).collect()
            })
            .holds(IN_PLACE),
        of_lists("aclnnForeachNorm", "xso", norms, FLOATS, foreach::add)
            .accepts(&[("x", FLOATS), ("scalar", "f32 f64 i64"), ("out", "as x")])
            .whole(foreach::norm)
            // One unit for the root of a sum that is rounded to DOUBLE first.
            .ulp(0.51, 1.0)
            .holds(IN_PLACE.without(EMPTY) | SHAPE)
            .except(&[("strided out", "one element")]),
        of_ways("aclnnForeachRoundOffNumber", || rounded(false), "i8"),
        of_ways("aclnnForeachRoundOffNumberV2", || rounded(true), "i8 i64")
            .holds(ELEMENTWISE.without(OVERLAP)),
        Row::new("aclnnForeachNonFiniteCheckAndUnscale", unscaled)
            .accepts(&[
                ("scaledGrads", "f32 f16 | 910B 950: + bf16"),
                ("foundInf", "f32"),
                ("invScale", "f32"),
            ])
            .computes(computes::own)
            .whole(foreach::unscale)
            .holds(IN_PLACE.without(EMPTY)),
    ]
}

#[test]
fn copies_change_between_float_and_16_bits_only() {
    let types = [Dtype::F32, Dtype::F16, Dtype::Bf16, Dtype::F64];
    for from in types {
        for to in types {
            let contents = Contents::Numbers(NUMBERS.to_vec());
            let sample = [
                lists(from, &[&[3, 4]], &contents, 0),
                lists(to, &[&[3, 4]], &Contents::Poison, 0),
            ];
            let got = call(entry("aclnnForeachCopy"), &sample);
            let is_pair = |a, b| a == Dtype::F32 && matches!(b, Dtype::F16 | Dtype::Bf16);
            match from == to || is_pair(from, to) || is_pair(to, from) {
                true => {
                    let plain = lists(to, &[&[3, 4]], &contents, 0);
                    assert_eq!(got.unwrap()[0], plain.tensors()[0].elements());
                }
                false => assert_eq!(got.unwrap_err().code, 161_002, "{from} to {to}"),
            }
        }
    }
}

#[test]
fn ascend950_has_norms_of_three_orders() {
    let mut sample = norms().remove(0);
    sample[1] = Argument::Scalar(Dtype::F32, 3.0.into());
    let refusal = call(entry("aclnnForeachNorm"), &sample).unwrap_err();
    assert_eq!(refusal.code, 161_002);
}
