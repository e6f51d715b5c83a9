//! Deformable convolutions and their gradients.

use hostnpu::ops::Role;
use hostnpu::ops::convolution::Axis;
use hostnpu::ops::deformable::{Deformable, Gradients, Operands};
use hostnpu::tensor::Dtype;

use super::derivatives::{Numbers, run};
use super::{HOLDS, SUMS, image, ints, list, numbers, own};
use crate::argument::{Argument, Contents};
use crate::call::call;
use crate::reference::deformable as reference;
use crate::table::{Row, entry};

/// Shapes and attributes: image, outer channels, elements of a window, strides, padding, dilation, groups of the convolution and of offsets.
struct Case {
    image: [i64; 4],
    outer: i64,
    size: [i64; 2],
    stride: [i64; 2],
    padding: [i64; 4],
    dilation: [i64; 2],
    groups: i64,
    moved: i64,
}

impl Case {
    fn counts(&self) -> [i64; 2] {
        [0, 1].map(|axis| {
            let sides = self.padding[2 * axis] + self.padding[2 * axis + 1];
            let reach = (self.size[axis] - 1) * self.dilation[axis] + 1;
            (self.image[2 + axis] + sides - reach) / self.stride[axis] + 1
        })
    }

    fn weight(&self) -> [i64; 4] {
        let [rows, columns] = self.size;
        [self.outer, self.image[1] / self.groups, rows, columns]
    }

    fn offset(&self) -> [i64; 4] {
        let [rows, columns] = self.counts();
        let moves = 3 * self.moved * self.size[0] * self.size[1];
        [self.image[0], moves, rows, columns]
    }

    fn output(&self) -> [i64; 4] {
        let [rows, columns] = self.counts();
        [self.image[0], self.outer, rows, columns]
    }

    fn samples(&self) -> [i64; 4] {
        let [rows, columns] = self.counts();
        let [down, right] = self.size;
        [self.image[0], self.image[1], rows * down, columns * right]
    }

    fn attributes(&self) -> Vec<Argument> {
        let behind = |[rows, columns]: [i64; 2]| ints(&[1, 1, rows, columns]);
        vec![
            ints(&self.size),
            behind(self.stride),
            ints(&self.padding),
            behind(self.dilation),
            Argument::Int(self.groups),
            Argument::Int(self.moved),
            Argument::Bool(true),
        ]
    }
}

const PLAIN: Case = Case {
    image: [1, 2, 3, 4],
    outer: 2,
    size: [2, 2],
    stride: [1, 1],
    padding: [0, 0, 0, 0],
    dilation: [1, 1],
    groups: 1,
    moved: 1,
};

/// Deformable convolutions of all kinds, the plainest first.
const CASES: [Case; 4] = [
    PLAIN,
    Case {
        image: [2, 4, 5, 4],
        outer: 6,
        size: [3, 2],
        padding: [1, 1, 0, 1],
        groups: 2,
        moved: 4,
        ..PLAIN
    },
    Case {
        image: [1, 6, 6, 7],
        outer: 3,
        size: [2, 3],
        stride: [2, 1],
        padding: [1, 0, 2, 2],
        dilation: [3, 2],
        groups: 3,
        moved: 2,
    },
    Case {
        image: [0, 2, 3, 4],
        ..PLAIN
    },
];

/// Offsets between elements, on them, far outside, and none.
fn offsets() -> Contents {
    Contents::Numbers(vec![
        0.25, -0.625, 1.375, 0.0, -1.0, 0.875, -2.125, 0.5, 40.0, -0.1875, 1.75,
    ])
}

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

fn backward(case: &Case, dtype: Dtype) -> Vec<Argument> {
    let input = |shape: [i64; 4], seed| image(dtype, &shape, numbers(seed));
    let output = |shape: [i64; 4]| image(dtype, &shape, Contents::Poison);
    let mut sample = vec![
        input(case.image, 1),
        input(case.output(), 2),
        input(case.samples(), 3),
        input(case.weight(), 4),
        image(dtype, &case.offset(), offsets()),
    ];
    sample.extend(case.attributes());
    sample.extend([case.image, case.weight(), case.offset()].map(output));
    sample.push(list(dtype, &[case.outer], Contents::Poison));
    sample
}

const TYPES: [Dtype; 3] = [Dtype::F32, Dtype::F16, Dtype::Bf16];

fn convolutions() -> Vec<Vec<Argument>> {
    let types = TYPES.map(|dtype| forward(&CASES[0], dtype, true));
    let others = CASES.iter().map(|case| forward(case, Dtype::F32, false));
    types.into_iter().chain(others).collect()
}

fn gradients() -> Vec<Vec<Argument>> {
    let types = TYPES.map(|dtype| backward(&CASES[0], dtype));
    let others = CASES.iter().skip(1).map(|case| backward(case, Dtype::F32));
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
        Row::new("aclnnDeformableConv2dBackward", gradients)
            .accepts(&[
                ("input", "none | 950: f32 f16 bf16"),
                ("gradOutput", "as input"),
                ("offsetOut", "as input"),
                ("weight", "as input"),
                ("offset", "as input"),
                ("gradInput", "as input"),
                ("gradWeight", "as input"),
                ("gradOffset", "as input"),
                ("gradBias", "as input"),
            ])
            .computes(own)
            .whole(reference::gradients)
            .accuracy(SUMS)
            .holds(HOLDS),
    ]
}

/// The operator in DOUBLE, on image, weight, offsets and bias.
fn computed(case: &Case, operands: &mut [Numbers; 4]) -> [Numbers; 2] {
    let [x, weight, offset, bias] = operands.each_mut().map(|of| of.arg(Role::Input));
    let mut output = Numbers::new(&case.output(), 0);
    let mut samples = Numbers::new(&case.samples(), 0);
    let operands = Operands {
        x,
        weight,
        offset,
        bias: Some(bias),
        out: output.arg(Role::Output),
        deform_out: Some(samples.arg(Role::Output)),
    };
    run(&deformable(case).forward(operands).unwrap());
    [output, samples]
}

fn deformable(case: &Case) -> Deformable {
    let axis = |axis: usize| Axis {
        stride: case.stride[axis],
        dilation: case.dilation[axis],
        before: case.padding[2 * axis],
    };
    Deformable {
        axes: [axis(0), axis(1)],
        taps: case.size,
        moved: case.moved,
        groups: case.groups,
    }
}

#[test]
fn gradients_are_the_differences_of_the_convolution() {
    for case in &CASES[..3] {
        let shapes = [
            case.image.to_vec(),
            case.weight().to_vec(),
            case.offset().to_vec(),
            vec![case.outer],
        ];
        let mut operands = [1, 2, 3, 4].map(|seed| Numbers::new(&shapes[seed as usize - 1], seed));
        for (number, value) in operands[2].values.iter_mut().enumerate() {
            // Places that are no whole numbers, from which steps lead to none.
            *value = (number % 17) as f64 / 8.0 - 1.0 + 0.0625;
        }
        let mut weights = Numbers::new(&case.output(), 5);
        let [_, mut samples] = computed(case, &mut operands);
        let mut gradients = operands.clone();
        let call = {
            let [input, weight, offset, _] = operands.each_mut().map(|of| of.arg(Role::Input));
            let [grad_input, grad_weight, grad_offset, grad_bias] =
                gradients.each_mut().map(|of| of.arg(Role::Output));
            let of = Gradients {
                input,
                grad_output: weights.arg(Role::Input),
                offset_out: samples.arg(Role::Input),
                weight,
                offset,
                grad_input,
                grad_weight,
                grad_offset,
                grad_bias,
            };
            deformable(case).gradients(of).unwrap()
        };
        run(&call);
        let loss = |operands: &mut [Numbers; 4]| -> f64 {
            let [output, _] = computed(case, operands);
            let products = output.values.iter().zip(&weights.values);
            products.map(|(y, weight)| y * weight).sum()
        };
        let step = 1.0 / 32.0;
        for number in 0..4 {
            for at in (0..operands[number].values.len()).step_by(5) {
                let at_distance = |distance: f64| {
                    let mut moved = operands.clone();
                    moved[number].values[at] += distance;
                    loss(&mut moved)
                };
                // Between elements the output is linear in each number by itself.
                let difference = (at_distance(step) - at_distance(-step)) / (2.0 * step);
                let gradient = gradients[number].values[at];
                assert!(
                    (difference - gradient).abs() < 1e-9,
                    "operand {number} at {at}: {gradient}, not {difference}"
                );
            }
        }
    }
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
