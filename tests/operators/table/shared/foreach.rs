//! Samples and checks of several operators: operators of lists of tensors, each tensor computed by itself.

use crate::table::samples::NUMBERS;
use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Contents, Tensor};
use crate::arguments::Arguments;
use crate::call::call;
use crate::number::Number;
use crate::table::{Accuracy, ELEMENTWISE, EMPTY, IN_PLACE, OVERLAP, RANK_0, Row, computes, entry};

pub const FLOATS: &str = "none | 910B 950: f32 f16 bf16";

/// Beside scalars integers meet integers.
pub const BESIDE: &str = "none | 910B 950: f32 f16 bf16 & none | 910B 950: i32";

pub const BESIDE_SHORT_910B: &str =
    "none | 910B 950: f32 f16 bf16 & none | 910B: i32 i16 i8 u8 | 950: i32";
pub const FLOATS_950: &str = "none | 950: f32 f16 bf16";
pub const BESIDE_950: &str = "none | 950: f32 f16 bf16 & none | 950: i32";
pub const SCALARS: &str = "f32 f16 f64";
pub const IN_TENSORS: &str = "f32 f16 f64 | 910B 950: + bf16";

/// Numbers at the ends of the formats, and beside integers.
pub const SPECIAL: [f64; 22] = [
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

pub fn lists(dtype: Dtype, shapes: &[&[i64]], contents: &Contents, number: usize) -> Argument {
    let tensor = |shape: &&[i64]| Tensor::new(dtype, shape, contents.of_input(number));
    Argument::Tensors(shapes.iter().map(tensor).collect())
}

/// Arguments by letters: `x` a list that is read, `o` one that is written, `s` a scalar, `S` one for each tensor, `t` a tensor of one element, `T` one of an
/// element for each tensor.
pub fn arguments(
    letters: &str,
    dtype: Dtype,
    shapes: &[&[i64]],
    contents: &Contents,
) -> Vec<Argument> {
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

pub fn samples(letters: &str, has_integers: bool) -> Vec<Vec<Argument>> {
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

pub type Samples = fn() -> Vec<Vec<Argument>>;

pub type Exact = fn(&[Number], &Arguments, Dtype) -> Number;

/// The row of an operator by the types of its first list; tensors behind it have these.
#[track_caller]
pub fn of_lists(
    name: &str,
    letters: &str,
    samples: Samples,
    types: &'static str,
    exact: Exact,
) -> Row {
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
    Row::new(name, samples)
        .accepts(accepts.collect::<Vec<_>>().leak())
        .computes(match list {
            0 => computes::own,
            _ => |arguments| arguments["x"].dtype(),
        })
        .each(exact)
        .holds(holds)
}

/// Makes rows of lines `name letters types by reference, accuracy;`.
macro_rules! members {
    ($($name:literal $letters:literal $types:ident by $exact:expr $(, $accuracy:expr)?;)+) => {
        vec![$(crate::table::shared::foreach::of_lists(
            concat!("aclnnForeach", $name),
            $letters,
            || crate::table::shared::foreach::samples($letters, $types.contains("i32")),
            $types,
            $exact,
        )$(.accuracy($accuracy))?),+]
    };
}
pub(crate) use members;

/// What its function promises for a tensor.
pub const ELEMENTARY: Accuracy = Accuracy::Bounds("");

pub const POWERS: Accuracy = Accuracy::Ulp {
    f32: 0.5001,
    f64: 1.0,
};

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
