//! Tensors of random numbers, and dropout.

mod samples;

use hostnpu::tensor::Dtype;

use samples::{
    FLOATS, all_integers, between, classes, dropped, exponentials, filled, held, integers, ints,
    masked, masks, means, normals, of_shape, one_probability, ones, permutations, probabilities,
    uniforms,
};

use super::samples::{NUMBERS, read, scalar, write};
use super::{
    Accuracy, ELEMENTWISE, EMPTY, Holds, IN_PLACE, RANK_0, RANK_8, Reference, Row, SHAPE, STRIDED,
    computes, entry,
};
use crate::argument::{Argument, Contents, Tensor};
use crate::call::call;
use crate::reference::draws;

type Accepts = &'static [(&'static str, &'static str)];

pub fn rows() -> Vec<Row> {
    const NORMAL: &str = "f16 f32 f64 i16 i32 i64 i8 u8 bool | 910B 950: + bf16";
    const UNIFORM: &str = "f32 i32 i64 f16 i16 i8 u8 f64 | 910B 950: + bf16";
    const INTEGERS: &str = "f32 i32 i64 f16 i16 i8 u8 bool f64 bf16 c64 c128 | 950: f32 i32 i64 f16 i16 i8 u8 bool f64 bf16";
    const ONES: &str =
        "f32 i32 i64 f16 i16 i8 u8 f64 bool | 910B: + bf16 | 950: + bf16 u16 u32 u64";
    const PROBABILITIES: &str = "f32 f16 f64 | 910B 950: + bf16";
    const DROPPED: &str = "f32 f16 | 910B 950: + bf16";
    const PERMUTED: &str = "f32 f16 i32 f64 i64 i8 u8 i16 | 910B 950: + bf16";
    const OF: &str = "bf16 f16 f32 f64";
    const CLASSES: &str = "f32 f16 f64 | 910B 950: + bf16";
    const SEEDS: [(&str, &str); 2] = [("seedTensor", "i64"), ("offsetTensor", "i64")];
    const DISTRIBUTIONS: &str = "tests/operators/table/distributions.rs";
    let row = |name, samples, accepts: Accepts, whole, holds| Row {
        entry: entry(name),
        samples,
        accepts,
        computes: computes::own,
        reference: Reference::Whole(whole),
        accuracy: Accuracy::RoundedOnce,
        holds,
        except: &[],
    };
    let normal = |name, samples, accepts: Accepts, holds| Row {
        reference: Reference::Elsewhere(DISTRIBUTIONS),
        accuracy: Accuracy::Elsewhere(DISTRIBUTIONS),
        ..row(name, samples, accepts, draws::uniform, holds)
    };
    let held_only = IN_PLACE.without(EMPTY);
    let out_only = Holds(STRIDED.0 | SHAPE.0);
    let bits = |name, samples, accepts: Accepts| Row {
        reference: Reference::Bits(draws::bits),
        accuracy: Accuracy::Copied,
        computes: |_| Some(Dtype::U8),
        ..row(name, samples, accepts, draws::uniform, out_only)
    };
    let by_mask = |name, samples, input, output: &'static str, whole| {
        row(
            name,
            samples,
            vec![(input, DROPPED), ("mask", "u8"), (output, "castable")].leak(),
            whole,
            out_only,
        )
    };
    vec![
        row(
            "aclnnInplaceUniform",
            || uniforms(ints(&[42, 5])),
            &[("selfRef", UNIFORM)],
            draws::uniform,
            IN_PLACE,
        ),
        row(
            "aclnnInplaceUniformTensor",
            || uniforms(held()),
            &[
                ("selfRef", UNIFORM),
                ("seedTensor", "i64 u64"),
                ("offsetTensor", "i64 u64"),
            ],
            draws::uniform,
            held_only,
        ),
        row(
            "aclnnInplaceRandom",
            || integers(ints(&[42, 5])),
            &[("selfRef", INTEGERS)],
            draws::integers,
            IN_PLACE,
        ),
        row(
            "aclnnInplaceRandomTensor",
            || integers(held()),
            &[("selfRef", INTEGERS), SEEDS[0], SEEDS[1]],
            draws::integers,
            held_only,
        ),
        row(
            "aclnnInplaceRandomWithoutFromTo",
            || all_integers(ints(&[42, 5])),
            &[("selfRef", INTEGERS)],
            draws::all_integers,
            IN_PLACE,
        ),
        row(
            "aclnnInplaceRandomWithoutFromToTensor",
            || all_integers(held()),
            &[("selfRef", INTEGERS), SEEDS[0], SEEDS[1]],
            draws::all_integers,
            held_only,
        ),
        normal(
            "aclnnInplaceNormal",
            || filled(&FLOATS, &between(1.5, 2.0, ints(&[42, 5]))),
            &[("selfRef", NORMAL)],
            IN_PLACE,
        ),
        normal(
            "aclnnInplaceNormalTensor",
            || filled(&FLOATS, &between(1.5, 2.0, held())),
            &[("selfRef", NORMAL), SEEDS[0], SEEDS[1]],
            held_only,
        ),
        normal(
            "aclnnNormalFloatFloat",
            || normals(None, None),
            &[("out", OF)],
            Holds(STRIDED.0 | EMPTY.0 | RANK_0.0 | RANK_8.0),
        ),
        normal(
            "aclnnNormalFloatTensor",
            || normals(None, Some(means)),
            &[("std", OF), ("out", OF)],
            ELEMENTWISE,
        ),
        normal(
            "aclnnNormalTensorFloat",
            || normals(Some(means), None),
            &[("mean", OF), ("out", OF)],
            ELEMENTWISE,
        ),
        normal(
            "aclnnNormalTensorTensor",
            || normals(Some(means), Some(means)),
            &[("mean", OF), ("std", OF), ("out", OF)],
            ELEMENTWISE,
        ),
        row(
            "aclnnBernoulli",
            || ones(one_probability, false),
            &[("self", ONES), ("prob", PROBABILITIES), ("out", "as self")],
            draws::bernoulli,
            ELEMENTWISE,
        ),
        row(
            "aclnnInplaceBernoulli",
            || ones(one_probability, true),
            &[("selfRef", ONES), ("prob", PROBABILITIES)],
            draws::bernoulli,
            IN_PLACE,
        ),
        row(
            "aclnnBernoulliTensor",
            || ones(probabilities, false),
            &[("self", ONES), ("prob", PROBABILITIES), ("out", "as self")],
            draws::bernoulli_of,
            ELEMENTWISE,
        ),
        row(
            "aclnnInplaceBernoulliTensor",
            || ones(probabilities, true),
            &[("selfRef", ONES), ("prob", PROBABILITIES)],
            draws::bernoulli_of,
            IN_PLACE,
        ),
        Row {
            computes: |_| Some(Dtype::I64),
            ..row(
                "aclnnMultinomial",
                || classes(|| ints(&[42, 8])),
                &[("self", CLASSES), ("out", "i64")],
                draws::classes,
                out_only,
            )
        },
        Row {
            computes: |_| Some(Dtype::I64),
            ..row(
                "aclnnMultinomialTensor",
                || classes(held),
                &[("self", CLASSES), SEEDS[0], SEEDS[1], ("out", "i64")],
                draws::classes,
                out_only,
            )
        },
        row(
            "aclnnSimThreadExponential",
            exponentials,
            &[("selfRef", "none | 910B 950: f32 f16 bf16")],
            draws::exponential,
            Holds(STRIDED.0),
        ),
        Row {
            computes: |arguments| arguments[5].dtype(),
            ..row(
                "aclnnStatelessBernoulli",
                of_shape,
                &[
                    ("prob", "none | 950: f16 f32 bf16"),
                    (
                        "yOut",
                        "none | 950: i8 u8 i16 u16 i32 u32 i64 u64 bool f16 f32 bf16",
                    ),
                ],
                draws::of_shape,
                // Another shape is 561002 of a generated operator.
                Holds(STRIDED.0),
            )
        },
        Row {
            computes: |arguments| arguments[3].dtype(),
            ..row(
                "aclnnRandperm",
                permutations,
                &[("out", PERMUTED)],
                draws::permutation,
                out_only,
            )
        },
        bits(
            "aclnnDropoutGenMask",
            || masks(ints(&[42, 5]), false),
            &[("out", "u8")],
        ),
        bits(
            "aclnnDropoutGenMaskV2",
            || masks(ints(&[42, 5]), true),
            &[("out", "u8")],
        ),
        bits(
            "aclnnDropoutGenMaskV2Tensor",
            || masks(held(), true),
            &[SEEDS[0], SEEDS[1], ("out", "u8")],
        ),
        row(
            "aclnnDropout",
            || {
                let with = |p| {
                    let mut middle = vec![Argument::Float(p), Argument::Bool(true)];
                    middle.extend(ints(&[42, 5]));
                    middle
                };
                dropped(&[with(0.25), with(1.0)])
            },
            &[
                ("input", "f32 f16 | 910B: + bf16"),
                ("out", "castable"),
                ("maskOut", "u8"),
            ],
            draws::dropout,
            out_only,
        ),
        Row {
            except: &[("dtypes optionalNoiseShape", "is null")],
            ..row(
                "aclnnDropoutV3",
                || {
                    let with = |p| {
                        let mut middle = vec![Argument::Null, Argument::Float(p)];
                        middle.extend(ints(&[42, 5]));
                        middle
                    };
                    dropped(&[with(0.25), with(0.0), with(1.0)])
                },
                &[
                    ("input", DROPPED),
                    ("optionalNoiseShape", "any"),
                    ("out", "castable"),
                    ("maskOut", "u8"),
                ],
                draws::dropout_v3,
                out_only,
            )
        },
        Row {
            accepts: &[
                ("gradY", "none | 950: f32 f16 bf16"),
                ("mask", "u8"),
                ("gradX", "castable"),
            ],
            ..by_mask(
                "aclnnDropoutV3Grad",
                || masked(1.25),
                "gradY",
                "gradX",
                draws::by_mask_and_float,
            )
        },
        by_mask(
            "aclnnDropoutBackward",
            || masked(1.25),
            "gradOutput",
            "out",
            draws::by_mask,
        ),
        by_mask(
            "aclnnDropoutDoMask",
            || masked(0.375),
            "self",
            "out",
            draws::by_probability,
        ),
    ]
}

#[test]
fn what_is_no_probability_or_range_is_refused() {
    let refused = |name: &str, at: usize, value: Argument, argument: &str| {
        let row = rows().into_iter().find(|row| row.entry.name == name);
        let mut sample = row.expect("a row").sample();
        sample[at] = value;
        let refusal = call(entry(name), &sample).unwrap_err();
        assert_eq!(refusal.code, 161_002, "{refusal:?}");
        assert!(
            refusal.message.contains(&format!("`{argument}`")),
            "{refusal:?}"
        );
    };
    refused("aclnnDropoutV3", 2, Argument::Float(1.5), "p");
    refused(
        "aclnnDropoutV3",
        1,
        read(Dtype::I64, &[2], &[3.0]),
        "optionalNoiseShape",
    );
    refused("aclnnDropoutGenMask", 1, Argument::Float(f64::NAN), "prob");
    refused("aclnnBernoulli", 1, scalar(Dtype::F32, -0.5), "prob");
    refused("aclnnDropoutBackward", 2, Argument::Float(0.5), "scale");
    refused("aclnnInplaceNormal", 2, Argument::Float(-1.0), "std");
    refused("aclnnInplaceUniform", 1, Argument::Float(10.0), "from");
    refused("aclnnInplaceRandom", 1, Argument::Int(100), "from");
    refused("aclnnRandperm", 0, Argument::Int(11), "out");
}

#[test]
fn dropout_that_does_not_train_copies_and_leaves_the_mask() {
    let shape = [3, 4];
    let input = read(Dtype::F32, &shape, &NUMBERS);
    let mut sample = vec![input.clone(), Argument::Float(0.5), Argument::Bool(false)];
    sample.extend(ints(&[1, 2]));
    sample.push(write(Dtype::F32, &shape));
    sample.push(Argument::Tensor(Tensor::new(
        Dtype::U8,
        &[16],
        Contents::Poison,
    )));
    let got = call(entry("aclnnDropout"), &sample).unwrap();
    assert_eq!(got[0], input.tensors()[0].elements());
    assert_eq!(got[1], sample[6].tensors()[0].elements());
}
