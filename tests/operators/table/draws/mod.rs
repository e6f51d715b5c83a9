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
    Accuracy, ELEMENTWISE, EMPTY, Holds, IN_PLACE, RANK_0, RANK_8, Row, SHAPE, STRIDED, computes,
    entry,
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
    let held_only = IN_PLACE.without(EMPTY);
    let out_only = Holds(STRIDED.0 | SHAPE.0);
    let by_mask = |name, samples, input, output: &'static str, whole| {
        Row::new(name, samples)
            .accepts(vec![(input, DROPPED), ("mask", "u8"), (output, "castable")].leak())
            .computes(computes::own)
            .whole(whole)
            .holds(out_only)
    };
    vec![
        Row::new("aclnnInplaceUniform", || uniforms(ints(&[42, 5])))
            .accepts(&[("selfRef", UNIFORM)])
            .computes(computes::own)
            .whole(draws::uniform)
            .holds(IN_PLACE),
        Row::new("aclnnInplaceUniformTensor", || uniforms(held()))
            .accepts(&[
                ("selfRef", UNIFORM),
                ("seedTensor", "i64 u64"),
                ("offsetTensor", "i64 u64"),
            ])
            .computes(computes::own)
            .whole(draws::uniform)
            .holds(held_only),
        Row::new("aclnnInplaceRandom", || integers(ints(&[42, 5])))
            .accepts(&[("selfRef", INTEGERS)])
            .computes(computes::own)
            .whole(draws::integers)
            .holds(IN_PLACE),
        Row::new("aclnnInplaceRandomTensor", || integers(held()))
            .accepts(&[("selfRef", INTEGERS), SEEDS[0], SEEDS[1]])
            .computes(computes::own)
            .whole(draws::integers)
            .holds(held_only),
        Row::new("aclnnInplaceRandomWithoutFromTo", || {
            all_integers(ints(&[42, 5]))
        })
        .accepts(&[("selfRef", INTEGERS)])
        .computes(computes::own)
        .whole(draws::all_integers)
        .holds(IN_PLACE),
        Row::new("aclnnInplaceRandomWithoutFromToTensor", || {
            all_integers(held())
        })
        .accepts(&[("selfRef", INTEGERS), SEEDS[0], SEEDS[1]])
        .computes(computes::own)
        .whole(draws::all_integers)
        .holds(held_only),
        Row::new("aclnnInplaceNormal", || {
            filled(&FLOATS, &between(1.5, 2.0, ints(&[42, 5])))
        })
        .accepts(&[("selfRef", NORMAL)])
        .computes(computes::own)
        .held_by(DISTRIBUTIONS)
        .accuracy(Accuracy::Elsewhere(DISTRIBUTIONS))
        .holds(IN_PLACE),
        Row::new("aclnnInplaceNormalTensor", || {
            filled(&FLOATS, &between(1.5, 2.0, held()))
        })
        .accepts(&[("selfRef", NORMAL), SEEDS[0], SEEDS[1]])
        .computes(computes::own)
        .held_by(DISTRIBUTIONS)
        .accuracy(Accuracy::Elsewhere(DISTRIBUTIONS))
        .holds(held_only),
        Row::new("aclnnNormalFloatFloat", || normals(None, None))
            .accepts(&[("out", OF)])
            .computes(computes::own)
            .held_by(DISTRIBUTIONS)
            .accuracy(Accuracy::Elsewhere(DISTRIBUTIONS))
            .holds(STRIDED | EMPTY | RANK_0 | RANK_8),
        Row::new("aclnnNormalFloatTensor", || normals(None, Some(means)))
            .accepts(&[("std", OF), ("out", OF)])
            .computes(computes::own)
            .held_by(DISTRIBUTIONS)
            .accuracy(Accuracy::Elsewhere(DISTRIBUTIONS))
            .holds(ELEMENTWISE),
        Row::new("aclnnNormalTensorFloat", || normals(Some(means), None))
            .accepts(&[("mean", OF), ("out", OF)])
            .computes(computes::own)
            .held_by(DISTRIBUTIONS)
            .accuracy(Accuracy::Elsewhere(DISTRIBUTIONS))
            .holds(ELEMENTWISE),
        Row::new("aclnnNormalTensorTensor", || {
            normals(Some(means), Some(means))
        })
        .accepts(&[("mean", OF), ("std", OF), ("out", OF)])
        .computes(computes::own)
        .held_by(DISTRIBUTIONS)
        .accuracy(Accuracy::Elsewhere(DISTRIBUTIONS))
        .holds(ELEMENTWISE),
        Row::new("aclnnBernoulli", || ones(one_probability, false))
            .accepts(&[("self", ONES), ("prob", PROBABILITIES), ("out", "as self")])
            .computes(computes::own)
            .whole(draws::bernoulli)
            .holds(ELEMENTWISE),
        Row::new("aclnnInplaceBernoulli", || ones(one_probability, true))
            .accepts(&[("selfRef", ONES), ("prob", PROBABILITIES)])
            .computes(computes::own)
            .whole(draws::bernoulli)
            .holds(IN_PLACE),
        Row::new("aclnnBernoulliTensor", || ones(probabilities, false))
            .accepts(&[("self", ONES), ("prob", PROBABILITIES), ("out", "as self")])
            .computes(computes::own)
            .whole(draws::bernoulli_of)
            .holds(ELEMENTWISE),
        Row::new("aclnnInplaceBernoulliTensor", || ones(probabilities, true))
            .accepts(&[("selfRef", ONES), ("prob", PROBABILITIES)])
            .computes(computes::own)
            .whole(draws::bernoulli_of)
            .holds(IN_PLACE),
        Row::new("aclnnMultinomial", || classes(|| ints(&[42, 8])))
            .accepts(&[("self", CLASSES), ("out", "i64")])
            .computes(|_| Some(Dtype::I64))
            .whole(draws::classes)
            .holds(out_only),
        Row::new("aclnnMultinomialTensor", || classes(held))
            .accepts(&[("self", CLASSES), SEEDS[0], SEEDS[1], ("out", "i64")])
            .computes(|_| Some(Dtype::I64))
            .whole(draws::classes)
            .holds(out_only),
        Row::new("aclnnSimThreadExponential", exponentials)
            .accepts(&[("selfRef", "none | 910B 950: f32 f16 bf16")])
            .computes(computes::own)
            .whole(draws::exponential),
        Row::new("aclnnStatelessBernoulli", of_shape)
            .accepts(&[
                ("prob", "none | 950: f16 f32 bf16"),
                (
                    "yOut",
                    "none | 950: i8 u8 i16 u16 i32 u32 i64 u64 bool f16 f32 bf16",
                ),
            ])
            .computes(|arguments| arguments["yOut"].dtype())
            .whole(draws::of_shape),
        Row::new("aclnnRandperm", permutations)
            .accepts(&[("out", PERMUTED)])
            .computes(|arguments| arguments["out"].dtype())
            .whole(draws::permutation)
            .holds(out_only),
        Row::new("aclnnDropoutGenMask", || masks(ints(&[42, 5]), false))
            .accepts(&[("out", "u8")])
            .computes(|_| Some(Dtype::U8))
            .bits(draws::bits)
            .accuracy(Accuracy::Copied)
            .holds(out_only),
        Row::new("aclnnDropoutGenMaskV2", || masks(ints(&[42, 5]), true))
            .accepts(&[("out", "u8")])
            .computes(|_| Some(Dtype::U8))
            .bits(draws::bits)
            .accuracy(Accuracy::Copied)
            .holds(out_only),
        Row::new("aclnnDropoutGenMaskV2Tensor", || masks(held(), true))
            .accepts(&[SEEDS[0], SEEDS[1], ("out", "u8")])
            .computes(|_| Some(Dtype::U8))
            .bits(draws::bits)
            .accuracy(Accuracy::Copied)
            .holds(out_only),
        Row::new("aclnnDropout", || {
            let with = |p| {
                let mut middle = vec![Argument::Float(p), Argument::Bool(true)];
                middle.extend(ints(&[42, 5]));
                middle
            };
            dropped(&[with(0.25), with(1.0)])
        })
        .accepts(&[
            ("input", "f32 f16 | 910B: + bf16"),
            ("out", "castable"),
            ("maskOut", "u8"),
        ])
        .computes(computes::own)
        .whole(draws::dropout)
        .holds(out_only),
        Row::new("aclnnDropoutV3", || {
            let with = |p| {
                let mut middle = vec![Argument::Null, Argument::Float(p)];
                middle.extend(ints(&[42, 5]));
                middle
            };
            dropped(&[with(0.25), with(0.0), with(1.0)])
        })
        .accepts(&[
            ("input", DROPPED),
            ("optionalNoiseShape", "any"),
            ("out", "castable"),
            ("maskOut", "u8"),
        ])
        .computes(computes::own)
        .whole(draws::dropout_v3)
        .holds(out_only)
        .except(&[("dtypes optionalNoiseShape", "is null")]),
        by_mask(
            "aclnnDropoutV3Grad",
            || masked(1.25),
            "gradY",
            "gradX",
            draws::by_mask_and_float,
        )
        .accepts(&[
            ("gradY", "none | 950: f32 f16 bf16"),
            ("mask", "u8"),
            ("gradX", "castable"),
        ]),
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
