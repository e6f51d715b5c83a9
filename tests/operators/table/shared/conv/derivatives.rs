//! Gradients in DOUBLE beside differences of what the convolution itself gives.

use hostnpu::ops::convolution::{Axis, Convolution};
use hostnpu::ops::{Arg, Call, Role};
use hostnpu::tensor::{Dtype, Layout};

use crate::table::shared::conv::{Case, cases, transposed_cases};

/// A dense tensor of DOUBLE.
#[derive(Clone)]
pub struct Numbers {
    shape: Vec<i64>,
    pub values: Vec<f64>,
}

impl Numbers {
    pub fn new(shape: &[i64], seed: i64) -> Self {
        let count: i64 = shape.iter().product();
        let value = |i: i64| ((i * 7919 + seed * 104_729) % 2003 - 1001) as f64 / 512.0;
        Self {
            shape: shape.to_vec(),
            values: (0..count).map(value).collect(),
        }
    }

    pub fn arg(&mut self, role: Role) -> Arg {
        let layout = Layout::contiguous(&self.shape);
        let address = self.values.as_mut_ptr().expose_provenance();
        Arg::new("numbers", role, Dtype::F64, layout, address).unwrap()
    }
}

pub fn run(call: &Call) {
    let mut workspace = vec![0; call.plan().workspace_size()];
    // SAFETY: the operands are tensors of the test, which outlive the call.
    unsafe { call.run(&call.addresses(), &mut workspace).unwrap() };
}

fn convolution(case: &Case) -> Convolution {
    let sides = case.padding.len() / case.stride.len();
    let axis = |axis: usize| Axis {
        stride: case.stride[axis],
        dilation: case.dilation[axis],
        before: case.padding[axis * sides],
    };
    Convolution {
        axes: (0..case.stride.len()).map(axis).collect(),
        groups: case.groups,
        operands: Dtype::F64,
        result: Dtype::F64,
        is_rounded: false,
    }
}

/// The sum of the output times `weights`.
fn loss(case: &Case, operands: &mut [Numbers; 3], weights: &Numbers) -> f64 {
    let convolution = convolution(case);
    let mut output = Numbers::new(&case.output(), 0);
    let [x, w, bias] = operands.each_mut().map(|operand| operand.arg(Role::Input));
    let y = output.arg(Role::Output);
    run(&match case.transposed {
        true => convolution.transposed(x, w, Some(bias), y).unwrap(),
        false => convolution.forward(x, w, Some(bias), y).unwrap(),
    });
    let products = output.values.iter().zip(&weights.values);
    products.map(|(y, weight)| y * weight).sum()
}

#[test]
fn gradients_are_the_differences_of_the_convolution() {
    let all = cases().into_iter().chain(transposed_cases());
    let small = |case: &Case| {
        let products: i64 =
            case.output().iter().product::<i64>() * case.weight[1..].iter().product::<i64>();
        (1..20_000).contains(&products)
    };
    let mut tested = 0;
    for case in all.filter(small) {
        let mut weights = Numbers::new(&case.output(), 1);
        let shapes = [
            case.image.clone(),
            case.weight.clone(),
            vec![case.channels()],
        ];
        let mut operands = [2, 3, 4].map(|seed| Numbers::new(&shapes[seed as usize - 2], seed));
        let mut gradients = operands.clone();
        let call = {
            let [x, w, _] = &mut operands;
            let operands = [
                weights.arg(Role::Input),
                x.arg(Role::Input),
                w.arg(Role::Input),
            ];
            let outputs = gradients
                .each_mut()
                .map(|gradient| Some(gradient.arg(Role::Output)));
            convolution(&case)
                .gradients(case.transposed, operands, outputs)
                .unwrap()
        };
        run(&call);
        for number in 0..3 {
            for at in (0..operands[number].values.len()).step_by(7) {
                let at_distance = |distance: f64| {
                    let mut moved = operands.clone();
                    moved[number].values[at] += distance;
                    loss(&case, &mut moved, &weights)
                };
                // The convolution is linear in each operand: the difference is the derivative, but for rounding.
                let difference = (at_distance(1.0) - at_distance(-1.0)) / 2.0;
                let gradient = gradients[number].values[at];
                assert!(
                    (difference - gradient).abs() < 1e-9,
                    "{case:?}, {number} at {at}: {gradient}, not {difference}"
                );
            }
        }
        tested += 1;
    }
    assert!(tested > 15, "{tested} convolutions");
}
