//! Samples and checks of several operators: deformable convolutions and their gradients.

use crate::argument::{Argument, Contents};
use crate::table::shared::conv::derivatives::{Numbers, run};
use crate::table::shared::conv::{image, ints, list, numbers};
use hostnpu::ops::Role;
use hostnpu::ops::convolution::Axis;
use hostnpu::ops::deformable::{Deformable, Gradients, Operands};
use hostnpu::tensor::Dtype;

/// Shapes and attributes: image, outer channels, elements of a window, strides, padding, dilation, groups of the convolution and of offsets.
pub struct Case {
    pub image: [i64; 4],
    pub outer: i64,
    pub size: [i64; 2],
    pub stride: [i64; 2],
    pub padding: [i64; 4],
    pub dilation: [i64; 2],
    pub groups: i64,
    pub moved: i64,
}

impl Case {
    pub fn counts(&self) -> [i64; 2] {
        [0, 1].map(|axis| {
            let sides = self.padding[2 * axis] + self.padding[2 * axis + 1];
            let reach = (self.size[axis] - 1) * self.dilation[axis] + 1;
            (self.image[2 + axis] + sides - reach) / self.stride[axis] + 1
        })
    }

    pub fn weight(&self) -> [i64; 4] {
        let [rows, columns] = self.size;
        [self.outer, self.image[1] / self.groups, rows, columns]
    }

    pub fn offset(&self) -> [i64; 4] {
        let [rows, columns] = self.counts();
        let moves = 3 * self.moved * self.size[0] * self.size[1];
        [self.image[0], moves, rows, columns]
    }

    pub fn output(&self) -> [i64; 4] {
        let [rows, columns] = self.counts();
        [self.image[0], self.outer, rows, columns]
    }

    pub fn samples(&self) -> [i64; 4] {
        let [rows, columns] = self.counts();
        let [down, right] = self.size;
        [self.image[0], self.image[1], rows * down, columns * right]
    }

    pub fn attributes(&self) -> Vec<Argument> {
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

pub const PLAIN: Case = Case {
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
pub const CASES: [Case; 4] = [
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
pub fn offsets() -> Contents {
    Contents::Numbers(vec![
        0.25, -0.625, 1.375, 0.0, -1.0, 0.875, -2.125, 0.5, 40.0, -0.1875, 1.75,
    ])
}

pub fn backward(case: &Case, dtype: Dtype) -> Vec<Argument> {
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

pub const TYPES: [Dtype; 3] = [Dtype::F32, Dtype::F16, Dtype::Bf16];

pub fn gradients() -> Vec<Vec<Argument>> {
    let types = TYPES.map(|dtype| backward(&CASES[0], dtype));
    let others = CASES.iter().skip(1).map(|case| backward(case, Dtype::F32));
    types.into_iter().chain(others).collect()
}

/// The operator in DOUBLE, on image, weight, offsets and bias.
pub fn computed(case: &Case, operands: &mut [Numbers; 4]) -> [Numbers; 2] {
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

pub fn deformable(case: &Case) -> Deformable {
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
