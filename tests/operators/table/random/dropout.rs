//! The rows of `aclnnDropout` and `aclnnDropoutV3`.

use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Contents, Tensor};
use crate::call::call;
use crate::reference::draws;
use crate::table::samples::{NUMBERS, read, write};
use crate::table::shared::draws::samples::{dropped, ints};
use crate::table::shared::draws::{DROPPED, OUT_ONLY};
use crate::table::{Row, computes, entry};

pub fn rows() -> Vec<Row> {
    vec![
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
        .holds(OUT_ONLY),
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
        .holds(OUT_ONLY)
        .except(&[("dtypes optionalNoiseShape", "is null")]),
    ]
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
