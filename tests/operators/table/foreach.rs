//! Operators of lists of tensors, each tensor computed by itself.

use hostnpu::tensor::Dtype;

use super::samples::NUMBERS;
use super::{
    Accuracy, ELEMENTWISE, EMPTY, IN_PLACE, OVERLAP, RANK_0, Reference, Row, SHAPE, computes, entry,
};
use crate::argument::{Argument, Contents, Tensor};
use crate::arguments::Arguments;
use crate::call::call;
use crate::number::Number;
use crate::reference::{foreach, functions, piecewise, signs};

const FLOATS: &str = "none | 910B 950: f32 f16 bf16";
const NUMBERS_OF: &str = "none | 910B 950: f32 f16 bf16 i32";
/// Beside scalars integers meet integers.
const BESIDE: &str = "none | 910B 950: f32 f16 bf16 & none | 910B 950: i32";
const BESIDE_SHORT: &str = "none | 910B 950: f32 f16 bf16 & none | 910B 950: i32 i16 i8 u8";
const BESIDE_SHORT_910B: &str =
    "none | 910B 950: f32 f16 bf16 & none | 910B: i32 i16 i8 u8 | 950: i32";
const FLOATS_950: &str = "none | 950: f32 f16 bf16";
const BESIDE_950: &str = "none | 950: f32 f16 bf16 & none | 950: i32";
const NUMBERS_950: &str = "none | 950: f32 f16 bf16 i32";
const SCALARS: &str = "f32 f16 f64";
const IN_TENSORS: &str = "f32 f16 f64 | 910B 950: + bf16";

/// Numbers at the ends of the formats, and beside integers.
const SPECIAL: [f64; 22] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    0.0,
    -0.0,
    1e-40,
    -6e-8,
    6.1e-5,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    -3.7,
    1.0,
    -1.0,
    3.0,
    11.1,
    88.8,
    300.0,
    65504.0,
    -3.38e38,
];

fn lists(dtype: Dtype, shapes: &[&[i64]], contents: &Contents, number: usize) -> Argument {
    let tensor = |shape: &&[i64]| Tensor::new(dtype, shape, contents.of_input(number));
    Argument::Tensors(shapes.iter().map(tensor).collect())
}

/// Arguments by letters: `x` a list that is read, `o` one that is written, `s` a scalar, `S` one for each tensor, `t` a tensor of one element, `T` one of an
/// element for each tensor.
fn arguments(letters: &str, dtype: Dtype, shapes: &[&[i64]], contents: &Contents) -> Vec<Argument> {
    // The first is in the middle between two numbers of BFLOAT16.
    let values = [1.00390625, -0.375, 2.0, 0.75];
    let wide = match dtype {
        Dtype::Bf16 => Dtype::F32,
        dtype => dtype,
    };
    let number = |k: usize| match dtype {
        Dtype::I32 => Number::Int(3 - 2 * k as i128),
        _ => values[k].into(),
    };
    let elements = |dtype, count: usize| {
        let numbers = (0..count).map(|k| number(k).real().to_f64()).collect();
        Argument::Tensor(Tensor::new(
            dtype,
            &[count as i64],
            Contents::Numbers(numbers),
        ))
    };
    let mut read = 0;
    let one = |letter| match letter {
        'x' => {
            read += 1;
            lists(dtype, shapes, contents, read - 1)
        }
        'o' => lists(dtype, shapes, &Contents::Poison, 0),
        's' => Argument::Scalar(wide, number(0)),
        'S' => Argument::Scalars((0..shapes.len()).map(|k| (wide, number(k))).collect()),
        't' => elements(wide, 1),
        // By the vendor's pages of the type of the lists.
        _ => elements(dtype, shapes.len()),
    };
    letters.chars().map(one).collect()
}

fn samples(letters: &str, has_integers: bool) -> Vec<Vec<Argument>> {
    let plain = Contents::Numbers(NUMBERS.to_vec());
    let special = Contents::Numbers(SPECIAL.to_vec());
    let patterns = Contents::Patterns(7);
    let small: &[&[i64]] = &[&[3, 4], &[5], &[2, 1, 2]];
    let wide: &[&[i64]] = &[&[3, 101], &[0], &[], &[64]];
    let mut all = vec![
        arguments(letters, Dtype::F32, small, &plain),
        arguments(letters, Dtype::F32, wide, &patterns),
        arguments(letters, Dtype::F32, &[&[22]], &special),
        arguments(letters, Dtype::F16, &[&[22], &[3]], &special),
        arguments(letters, Dtype::Bf16, &[&[22], &[3]], &special),
        arguments(letters, Dtype::F16, &[&[300]], &patterns),
        arguments(letters, Dtype::Bf16, &[&[300]], &patterns),
    ];
    if has_integers {
        all.push(arguments(letters, Dtype::I32, small, &plain));
        all.push(arguments(letters, Dtype::I32, wide, &patterns));
    }
    all
}

type Samples = fn() -> Vec<Vec<Argument>>;
type Exact = fn(&[Number], &Arguments, Dtype) -> Number;

/// The row of an operator by the types of its first list; tensors behind it have these.
fn of_lists(name: &str, letters: &str, samples: Samples, types: &'static str, exact: Exact) -> Row {
    let entry = entry(name);
    let list = letters.find('x').expect("a list");
    let first = entry.parameters[list].name;
    let others = match first {
        "x1" => "as x1",
        _ => "as x",
    };
    let accepts = entry.parameters.iter().zip(letters.chars());
    let accepts = accepts.map(|(parameter, letter)| match letter {
        _ if parameter.name == first => (parameter.name, types),
        'x' | 'o' => (parameter.name, others),
        't' | 'T' => (parameter.name, IN_TENSORS),
        _ => (parameter.name, SCALARS),
    });
    let mut holds = match letters.contains('o') {
        true => ELEMENTWISE.without(OVERLAP),
        false => IN_PLACE,
    };
    if letters.contains(['t', 'T']) {
        holds = holds.without(EMPTY);
    }
    if letters.contains(['S', 'T']) {
        holds = holds.without(RANK_0);
    }
    Row {
        entry,
        samples,
        accepts: accepts.collect::<Vec<_>>().leak(),
        computes: match list {
            0 => computes::own,
            _ => |arguments| arguments["x"].dtype(),
        },
        reference: Reference::Each(exact),
        accuracy: Accuracy::RoundedOnce,
        holds,
        except: &[],
    }
}

/// Makes rows of lines `name letters types by reference;`.
macro_rules! rows {
    ($($name:literal $letters:literal $types:ident by $exact:expr;)+) => {
        vec![$(of_lists(
            concat!("aclnnForeach", $name),
            $letters,
            || samples($letters, $types.contains("i32")),
            $types,
            $exact,
        )),+]
    };
}

fn unary() -> Vec<Row> {
    let mut rows = rows! {
        "Abs" "xo" FLOATS by |x, _, _| piecewise::abs(&x[0]);
        "Acos" "xo" FLOATS by |x, _, _| functions::acos(&x[0]);
        "ACosInplace" "x" FLOATS_950 by |x, _, _| functions::acos(&x[0]);
        "Asin" "xo" FLOATS by |x, _, _| functions::asin(&x[0]);
        "Atan" "xo" FLOATS by |x, _, _| functions::atan(&x[0]);
        "Cos" "xo" FLOATS by |x, _, _| functions::cos(&x[0]);
        "Cosh" "xo" FLOATS by |x, _, _| functions::cosh(&x[0]);
        "Erf" "xo" FLOATS by |x, _, _| functions::erf(&x[0]);
        "Erfc" "xo" FLOATS by |x, _, _| functions::erfc(&x[0]);
        "Exp" "xo" FLOATS by |x, _, _| functions::exp(&x[0]);
        "Expm1" "xo" FLOATS by |x, _, _| functions::expm1(&x[0]);
        "Log" "xo" FLOATS by |x, _, _| functions::ln(&x[0]);
        "LogInplace" "x" FLOATS_950 by |x, _, _| functions::ln(&x[0]);
        "Log10" "xo" FLOATS by |x, _, _| functions::log10(&x[0]);
        "Log1p" "xo" FLOATS by |x, _, _| functions::log1p(&x[0]);
        "Log2" "xo" FLOATS by |x, _, _| functions::log2(&x[0]);
        "Reciprocal" "xo" FLOATS by |x, _, _| functions::reciprocal(&x[0]);
        "Sigmoid" "xo" FLOATS by |x, _, _| functions::sigmoid(&x[0]);
        "Sin" "xo" FLOATS by |x, _, _| functions::sin(&x[0]);
        "Sinh" "xo" FLOATS by |x, _, _| functions::sinh(&x[0]);
        "Sqrt" "xo" FLOATS by |x, _, _| functions::sqrt(&x[0]);
        "Tan" "xo" FLOATS by |x, _, _| functions::tan(&x[0]);
        "Tanh" "xo" FLOATS by |x, _, _| functions::tanh(&x[0]);
    };
    const SIGNED: &str = "none | 910B 950: f32 f16 bf16 i32 i8 i64";
    const NEGATED: &str = "none | 910B 950: f32 f16 bf16 i32 i16 i8 u8";
    for row in &mut rows {
        row.accuracy = Accuracy::Bounds("");
    }
    rows.extend(rows! {
        "Neg" "xo" NEGATED by |x, _, _| piecewise::neg(&x[0]);
        "Sign" "xo" SIGNED by |x, _, _| signs::sign(&x[0]);
    });
    rows
}

fn of_two() -> Vec<Row> {
    const PRODUCTS: &str = "none | 910B 950: f32 f16 bf16 i32 i16 i8 u8";
    let mut rows = rows! {
        "AddListV2" "xxso" BESIDE_SHORT_910B by foreach::add;
        "SubListV2" "xxso" BESIDE_SHORT by foreach::sub;
        "AddList" "xxto" BESIDE_SHORT_910B by foreach::add;
        "SubList" "xxto" BESIDE_SHORT by foreach::sub;
        "AddListInplace" "xxt" BESIDE_950 by foreach::add;
        "SubListInplace" "xxt" BESIDE_950 by foreach::sub;
        "MulList" "xxo" PRODUCTS by foreach::mul;
        "MulListInplace" "xx" NUMBERS_950 by foreach::mul;
        "DivList" "xxo" FLOATS by foreach::div;
        "DivListInplace" "xx" FLOATS_950 by foreach::div;
        "MaximumList" "xxo" NUMBERS_OF by foreach::maximum;
        "MinimumList" "xxo" NUMBERS_OF by foreach::minimum;
        "AddScalarV2" "xso" BESIDE_SHORT_910B by foreach::add;
        "AddScalar" "xto" BESIDE_SHORT_910B by foreach::add;
        "AddScalarList" "xSo" BESIDE by foreach::add;
        "SubScalarV2" "xso" BESIDE by foreach::sub;
        "SubScalar" "xto" BESIDE by foreach::sub;
        "SubScalarInplace" "xt" BESIDE_950 by foreach::sub;
        "SubScalarList" "xSo" BESIDE by foreach::sub;
        "MulScalarV2" "xso" BESIDE by foreach::mul;
        "MulScalar" "xto" BESIDE by foreach::mul;
        "MulScalarInplace" "xt" BESIDE_950 by foreach::mul;
        "MulScalarList" "xSo" BESIDE by foreach::mul;
        "DivScalarV2" "xso" FLOATS by foreach::div;
        "DivScalar" "xto" FLOATS by foreach::div;
        "DivScalarList" "xSo" FLOATS by foreach::div;
        "MaximumScalarV2" "xso" BESIDE by foreach::maximum;
        "MaximumScalar" "xto" BESIDE by foreach::maximum;
        "MaximumScalarList" "xSo" BESIDE by foreach::maximum;
        "MinimumScalarV2" "xso" BESIDE by foreach::minimum;
        "MinimumScalar" "xto" BESIDE by foreach::minimum;
        "MinimumScalarList" "xSo" BESIDE by foreach::minimum;
    };
    let powers = rows! {
        "PowList" "xxo" NUMBERS_OF by foreach::pow;
        "PowScalarV2" "xso" BESIDE by foreach::pow;
        "PowScalar" "xto" BESIDE by foreach::pow;
        "PowScalarList" "xSo" BESIDE by foreach::pow;
        "PowScalarAndTensor" "sxo" BESIDE by foreach::pow;
    };
    let accuracy = Accuracy::Ulp {
        f32: 0.5001,
        f64: 1.0,
    };
    rows.extend(powers.into_iter().map(|row| row.accuracy(accuracy)));
    rows
}

fn of_three() -> Vec<Row> {
    let rows = rows! {
        "AddcmulScalarV2" "xxxso" BESIDE by foreach::add_mul;
        "AddcmulScalar" "xxxto" BESIDE by foreach::add_mul;
        "AddcmulScalarList" "xxxTo" BESIDE by foreach::add_mul;
        "AddcmulList" "xxxTo" BESIDE by foreach::add_mul;
        "AddcdivScalarV2" "xxxso" FLOATS by foreach::add_div;
        "AddcdivScalar" "xxxto" FLOATS by foreach::add_div;
        "AddcdivScalarList" "xxxTo" FLOATS by foreach::add_div;
        "AddcdivList" "xxxTo" FLOATS by foreach::add_div;
        "LerpList" "xxxo" FLOATS by foreach::lerp;
        "LerpScalar" "xxso" FLOATS by foreach::lerp;
    };
    let accuracy = Accuracy::Ulp {
        f32: 0.50001,
        f64: 1.0,
    };
    let rows = rows.into_iter().map(|row| row.accuracy(accuracy));
    rows.collect()
}

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

fn others() -> Vec<Row> {
    const ROUNDED: &str = "none | 910B: f32 f16 bf16 i32 i16 | 950: f32 f16 bf16 i32";
    const COPIED: &str = "none | 910B 950: f32 f16 bf16 i32 i8 u8 i16 u16 u32 i64 f64 bool";
    const ZEROED: &str = "none | 910B 950: f32 f16 bf16 i32 i16";
    let copy = of_lists(
        "aclnnForeachCopy",
        "xo",
        || samples("xo", true),
        COPIED,
        |x, _, _| x[0].clone(),
    );
    let round = |name, samples, ways: &'static str| Row {
        accepts: vec![("x", ROUNDED), ("roundMode", ways), ("out", "as x")].leak(),
        ..of_lists(name, "xto", samples, ROUNDED, foreach::round)
    };
    let by_scalar = round("aclnnForeachRoundOffNumberV2", || rounded(true), "i8 i64");
    vec![
        copy.accuracy(Accuracy::Copied)
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
        round("aclnnForeachRoundOffNumber", || rounded(false), "i8"),
        by_scalar.holds(ELEMENTWISE.without(OVERLAP)),
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

pub fn rows() -> Vec<Row> {
    [unary(), of_two(), of_three(), others()]
        .into_iter()
        .flatten()
        .collect()
}

#[test]
fn members_have_the_bits_of_the_operator_of_one_tensor() {
    // Together they are enough for all threads, and of sizes that share pieces.
    let shapes: Vec<[i64; 1]> = (0..40).map(|k| [1 << (k % 19)]).collect();
    let shapes: Vec<&[i64]> = shapes.iter().map(|shape| &shape[..]).collect();
    let patterns = Contents::Patterns(5);
    for (name, letters) in [("AddListV2", "xxso"), ("Exp", "xo"), ("MulScalarV2", "xso")] {
        let list = entry(&format!("aclnnForeach{name}"));
        let sample = arguments(letters, Dtype::F32, &shapes, &patterns);
        let got = call(list, &sample).unwrap();
        let one = match name {
            "AddListV2" => "aclnnAdd",
            "Exp" => "aclnnExp",
            _ => "aclnnMuls",
        };
        for k in 0..shapes.len() {
            let member = sample.iter().map(|argument| match argument {
                Argument::Tensors(list) => Argument::Tensor(list[k].clone()),
                other => other.clone(),
            });
            let expected = call(entry(one), &member.collect::<Vec<_>>()).unwrap();
            assert!(got[k] == expected[0], "{name} member {k}");
        }
    }
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
fn lists_of_different_lengths_are_refused() {
    let contents = Contents::Numbers(NUMBERS.to_vec());
    let two: &[&[i64]] = &[&[3], &[4]];
    for at in [1, 3] {
        let mut sample = arguments("xxso", Dtype::F32, two, &contents);
        sample[at] = lists(Dtype::F32, &two[..1], &contents, 0);
        let refusal = call(entry("aclnnForeachAddListV2"), &sample).unwrap_err();
        assert_eq!(refusal.code, 161_002);
        let name = ["x1", "x2", "alpha", "out"][at];
        assert!(refusal.message.contains(name), "{refusal:?}");
    }
    let mut sample = arguments("xSo", Dtype::F32, two, &contents);
    sample[1] = Argument::Scalars(vec![(Dtype::F32, 1.0.into())]);
    let refusal = call(entry("aclnnForeachMulScalarList"), &sample).unwrap_err();
    assert_eq!(refusal.code, 161_002);
    let empty = arguments("xxso", Dtype::F32, &[], &contents);
    assert_eq!(call(entry("aclnnForeachAddListV2"), &empty), Ok(vec![]));
}

#[test]
fn ascend950_has_norms_of_three_orders() {
    let mut sample = norms().remove(0);
    sample[1] = Argument::Scalar(Dtype::F32, 3.0.into());
    let refusal = call(entry("aclnnForeachNorm"), &sample).unwrap_err();
    assert_eq!(refusal.code, 161_002);
}
