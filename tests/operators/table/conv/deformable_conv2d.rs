//! The row of `aclnnDeformableConv2d`.

use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Contents};
use crate::call::call;
use crate::reference::deformable as reference;
use crate::table::shared::conv::deformable::{CASES, Case, PLAIN, TYPES, offsets};
use crate::table::shared::conv::{HOLDS, SUMS, image, ints, list, numbers, own};
use crate::table::{Row, entry};

fn forward(case: &Case, dtype: Dtype, optional: bool) -> Vec<Argument> {
    let or_null = |tensor| if optional { tensor } else { Argument::Null };
    let mut sample = vec![
        image(dtype, &case.image, numbers(1)),
        image(dtype, &case.weight(), numbers(2)),
        image(dtype, &case.offset(), offsets()),
        or_null(list(dtype, &[case.outer], numbers(3))),
    ];
    sample.extend(case.attributes());
    sample.push(image(dtype, &case.output(), Contents::Poison));
    sample.push(or_null(image(dtype, &case.samples(), Contents::Poison)));
    sample
}

fn convolutions() -> Vec<Vec<Argument>> {
    let types = TYPES.map(|dtype| forward(&CASES[0], dtype, true));
    let others = CASES.iter().map(|case| forward(case, Dtype::F32, false));
    types.into_iter().chain(others).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDeformableConv2d", convolutions)
            .accepts(&[
                ("x", "none | 910B 950: f32 f16 bf16"),
                ("weight", "as x"),
                ("offset", "as x"),
                ("biasOptional", "as x"),
                ("out", "as x"),
                ("deformOutOptional", "as x"),
            ])
            .computes(own)
            .whole(reference::convolution)
            .accuracy(SUMS)
            .holds(HOLDS),
    ]
}

#[test]
fn arguments_that_do_not_fit_together_are_refused() {
    let refused = |change: &dyn Fn(&mut Vec<Argument>), name: &str| {
        let mut sample = forward(&PLAIN, Dtype::F32, true);
        change(&mut sample);
        let refusal = call(entry("aclnnDeformableConv2d"), &sample).unwrap_err();
        assert_eq!(refusal.code, 161_002, "{refusal:?}");
        assert!(refusal.message.contains(name), "{refusal:?}");
    };
    refused(&|sample| sample[10] = Argument::Bool(false), "modulated");
    refused(&|sample| sample[9] = Argument::Int(0), "deformableGroups");
    refused(&|sample| sample[9] = Argument::Int(3), "`x`");
    refused(&|sample| sample[8] = Argument::Int(2), "`weight`");
    refused(&|sample| sample[5] = ints(&[1, 2, 1, 1]), "stride");
    refused(&|sample| sample[6] = ints(&[0, 0, -1, 0]), "padding");
    refused(&|sample| sample[7] = ints(&[1, 1]), "dilation");
    refused(&|sample| sample[4] = ints(&[64, 64]), "kernelSize");
}

#[test]
fn samples_at_places_that_are_no_numbers_are_zeros() {
    let mut sample = forward(&PLAIN, Dtype::F32, true);
    let places = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    // The factors are numbers.
    let count = PLAIN.offset().iter().product::<i64>() as usize;
    let kinds = (0..count).map(|at| {
        if at < count / 3 * 2 {
            places[at % 3]
        } else {
            1.5
        }
    });
    let contents = Contents::Numbers(kinds.collect());
    sample[2] = image(Dtype::F32, &PLAIN.offset(), contents);
    sample[3] = Argument::Null;
    let outputs = call(entry("aclnnDeformableConv2d"), &sample).unwrap();
    let bytes = outputs.iter().flat_map(|output| output.iter());
    assert!(bytes.clone().count() > 0);
    assert!(bytes.clone().all(|&byte| byte == 0));
}
