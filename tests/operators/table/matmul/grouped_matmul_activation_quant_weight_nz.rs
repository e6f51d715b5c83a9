//! The row of `aclnnGroupedMatmulActivationQuantWeightNz`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents};
use crate::reference::few_bits as reference;
use crate::table::matmul::grouped_matmul::{contents, in_blocks, numbers, of};
use crate::table::shared::matmul::few_bits::types::GROUPED_ACTIVATED;
use crate::table::shared::matmul::few_bits::{BLOCKS, arg, output, powers};
use crate::table::{Row, SHAPE};

fn grouped_activation_quant() -> Vec<Vec<Argument>> {
    let sample = |x: Dtype, out: Dtype, is_turned: bool, kind: i64, algorithm: i64| {
        let [m, k, n, g] = [20, 96, 128, 4];
        let list: &[f64] = match kind {
            0 => &[3.0, 3.0, 12.0, 19.0],
            _ => &[3.0, 0.0, 9.0, 7.0],
        };
        let scale = match is_turned {
            true => [g, n, 2, 2],
            false => [g, 2, n, 2],
        };
        let weight = in_blocks(F8E4m3fn, &[g, k, n], is_turned, 32, contents(F8E4m3fn, 2));
        let names = if kind == 0 {
            [Argument::Text("mx"), Argument::Text("rint")]
        } else {
            [Argument::Null, Argument::Text("")]
        };
        let [mode, rounding] = names;
        vec![
            arg(numbers(x, &[m, k], 1)),
            arg(of(I64, &[g], Contents::Numbers(list.to_vec()))),
            Argument::Tensors(vec![weight]),
            Argument::Tensors(vec![of(F8E8m0, &scale, powers(4))]),
            Argument::Null,
            arg(of(F8E8m0, &[m, 2, 2], powers(3))),
            Argument::Text("gelu_tanh"),
            Argument::Int(kind),
            Argument::Null,
            mode,
            rounding,
            Argument::Int(algorithm),
            Argument::Float(0.0),
            output(out, &[m, n]),
            output(F8E8m0, &[m, 2, 2]),
        ]
    };
    vec![
        sample(F8E4m3fn, F8E4m3fn, false, 0, 0),
        sample(F8E5m2, F8E5m2, true, 1, 1),
        sample(F8E4m3fn, F8E5m2, false, 1, 0),
        sample(F8E5m2, F8E4m3fn, true, 0, 1),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new(
            "aclnnGroupedMatmulActivationQuantWeightNz",
            grouped_activation_quant,
        )
        .accepts(GROUPED_ACTIVATED)
        .bits(reference::grouped_activation_quant)
        .holds(SHAPE)
        .except(BLOCKS),
    ]
}
