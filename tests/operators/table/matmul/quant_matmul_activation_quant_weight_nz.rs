//! The row of `aclnnQuantMatmulActivationQuantWeightNz`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::few_bits as reference;
use crate::table::matmul::grouped_matmul::{contents, in_blocks, numbers, of};
use crate::table::shared::matmul::few_bits::types::ACTIVATED;
use crate::table::shared::matmul::few_bits::{BLOCKS, arg, matrix, output, powers};
use crate::table::{Row, SHAPE};

/// In the mode that Ascend950 has.
fn activation_quant() -> Vec<Vec<Argument>> {
    let sample =
        |x: Dtype, out: Dtype, batch: &[i64], turned: [bool; 2], name: &'static str, bias: i64| {
            let [m, k, n] = [6, 96, 80];
            let two = |lanes: i64, lanes_first: bool| match lanes_first {
                true => vec![lanes, 2, 2],
                false => vec![2, lanes, 2],
            };
            let weight = match turned[1] {
                true => [batch, &[n, k]].concat(),
                false => [batch, &[k, n]].concat(),
            };
            let kept = |shape: Vec<i64>| [batch, &shape].concat();
            vec![
                matrix(x, &[batch, &[m, k]].concat(), turned[0], 1),
                arg(in_blocks(
                    F8E4m3fn,
                    &weight,
                    false,
                    32,
                    contents(F8E4m3fn, 2),
                )),
                arg(of(F8E8m0, &kept(two(m, !turned[0])), powers(3))),
                arg(of(F8E8m0, &kept(two(n, turned[1])), powers(4))),
                match bias {
                    0 => Argument::Null,
                    1 => arg(numbers(F32, &[n], 5)),
                    _ => arg(numbers(F32, &[batch[0], 1, n], 5)),
                },
                Argument::Bool(turned[0]),
                Argument::Bool(turned[1]),
                Argument::Int(if bias == 0 { 0 } else { 4_295_032_864 }),
                Argument::Text(name),
                Argument::Text("mx"),
                if bias == 1 {
                    Argument::Null
                } else {
                    Argument::Text("rint")
                },
                Argument::Int(bias % 2),
                Argument::Float(0.0),
                output(out, &[batch, &[m, n]].concat()),
                output(F8E8m0, &[batch, &[m, 2, 2]].concat()),
            ]
        };
    vec![
        sample(F8E4m3fn, F8E4m3fn, &[], [false, false], "gelu_tanh", 1),
        sample(F8E5m2, F8E5m2, &[], [false, true], "gelu_erf", 0),
        sample(F8E4m3fn, F8E5m2, &[2], [true, false], "gelu_erf", 2),
        sample(F8E5m2, F8E4m3fn, &[3], [false, true], "gelu_tanh", 0),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantMatmulActivationQuantWeightNz", activation_quant)
            .accepts(ACTIVATED)
            .bits(reference::activation_quant)
            .holds(SHAPE)
            .except(BLOCKS),
    ]
}
