//! Samples and checks of several operators: products of quantised matrices: each combination of types, and each way in which scales are spread.

pub mod fused;
pub mod on_910b;
pub mod types;
pub mod weights;

use crate::argument::{Argument, Contents, Tensor};
use crate::reference::quant_matmul as reference;
use crate::table::matmul::grouped_matmul::{
    contents, in_blocks, numbers, of, scales, turned, words,
};
use hostnpu::tensor::Dtype::{self, *};

use fused::{fused_samples, summed};

pub fn arg(tensor: Tensor) -> Argument {
    Argument::Tensor(tensor)
}

pub fn output(dtype: Dtype, shape: &[i64]) -> Tensor {
    Tensor::new(dtype, shape, Contents::Poison)
}

/// The arguments of the fifth version.
#[derive(Clone)]
pub struct Call {
    pub x1: Tensor,
    pub x2: Tensor,
    pub x1_scale: Option<Tensor>,
    pub x2_scale: Tensor,
    pub y_scale: Option<Tensor>,
    pub x2_offset: Option<Tensor>,
    pub y_offset: Option<Tensor>,
    pub bias: Option<Tensor>,
    pub transposes: [bool; 2],
    pub size: i64,
    pub out: Tensor,
}

pub fn scale(dtype: Dtype, shape: &[i64], seed: u64) -> Tensor {
    let contents = match dtype {
        U64 | I64 => words(seed),
        F8E8m0 => contents(dtype, seed),
        _ => scales(seed),
    };
    of(dtype, shape, contents)
}

/// The extent of an axis in elements of a type: eight numbers of INT4 in INT32.
pub fn packed(dtype: Dtype, extent: i64) -> i64 {
    if matches!(dtype, I32 | F32) {
        extent / 8
    } else {
        extent
    }
}

impl Call {
    /// Matrices of rows, inner elements and columns, with a scale for each column.
    pub fn new([x1, x2, of, out]: [Dtype; 4], [m, k, n]: [i64; 3]) -> Self {
        Self {
            x1: numbers(x1, &[m, packed(x1, k)], 1),
            x2: numbers(x2, &[k, packed(x2, n)], 2),
            x1_scale: None,
            x2_scale: scale(of, &[n], 1),
            y_scale: None,
            x2_offset: None,
            y_offset: None,
            bias: None,
            transposes: [false; 2],
            size: 0,
            out: output(out, &[m, n]),
        }
    }

    pub fn bias(mut self, dtype: Dtype) -> Self {
        self.bias = Some(numbers(dtype, &self.out.shape[1..], 3));
        self
    }

    pub fn one(mut self) -> Self {
        self.x2_scale = of(self.x2_scale.dtype, &[1], self.x2_scale.contents.clone());
        self
    }

    pub fn x1_scale(mut self, dtype: Dtype, shape: &[i64]) -> Self {
        self.x1_scale = Some(scale(dtype, shape, 2));
        self
    }

    pub fn x2_scale(mut self, shape: &[i64]) -> Self {
        self.x2_scale = scale(self.x2_scale.dtype, shape, 1);
        self
    }

    /// Both sides as stored the other way round.
    pub fn transposed(mut self, which: [bool; 2]) -> Self {
        for (tensor, is_turned) in [(&mut self.x1, which[0]), (&mut self.x2, which[1])] {
            if is_turned {
                let rank = tensor.shape.len();
                let mut shape = tensor.shape.clone();
                shape.swap(rank - 2, rank - 1);
                *tensor = Tensor::new(tensor.dtype, &shape, tensor.contents.clone());
            }
        }
        self.transposes = which;
        self
    }

    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    pub fn arguments(&self, version: usize) -> Vec<Argument> {
        let maybe = |tensor: &Option<Tensor>| tensor.clone().map_or(Argument::Null, arg);
        let flags = self.transposes.map(Argument::Bool);
        let mut all = vec![arg(self.x1.clone()), arg(self.x2.clone())];
        if version >= 5 {
            all.extend([
                maybe(&self.x1_scale),
                arg(self.x2_scale.clone()),
                maybe(&self.y_scale),
                Argument::Null,
                maybe(&self.x2_offset),
                maybe(&self.y_offset),
                maybe(&self.bias),
            ]);
        } else {
            all.extend([arg(self.x2_scale.clone()), maybe(&self.x2_offset)]);
            if version == 4 {
                all.push(maybe(&self.x1_scale));
            }
            all.push(maybe(&self.bias));
        }
        all.extend(flags);
        if version >= 5 {
            all.push(Argument::Int(self.size));
        }
        all.push(arg(self.out.clone()));
        all
    }
}

/// Codes whose products are added: with a list of groups, or without one.
pub fn added_codes(has_list: bool) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    let (k, m, n) = (200, 7, 9);
    for (x1, x2, powers) in [
        (F8E5m2, F8E4m3fn, true),
        (F8E4m3fn, F8E4m3fn, true),
        (Hifloat8, Hifloat8, false),
        (F8E5m2, F8E5m2, true),
        (F8E4m3fn, F8E5m2, true),
    ] {
        let spreads: &[&[i64]] = match (powers, has_list) {
            (true, true) => &[&[7, 9, 2]],
            (true, false) => &[&[4, 9, 2]],
            (false, true) => &[&[4, 9], &[4], &[4, 1]],
            (false, false) => &[&[1]],
        };
        for spread in spreads {
            let left: &[i64] = match (powers, has_list) {
                (true, true) => &[7, 7, 2],
                (true, false) => &[4, 7, 2],
                (false, true) => &[4],
                (false, false) => &[1],
            };
            let of_scale = if powers { F8E8m0 } else { F32 };
            let mut all = vec![
                arg(numbers(x1, &[k, m], 1)),
                arg(numbers(x2, &[k, n], 2)),
                arg(scale(of_scale, left, 4)),
                arg(scale(of_scale, spread, 5)),
            ];
            if has_list {
                all.push(arg(of(
                    I64,
                    &[4],
                    Contents::Numbers(vec![64.0, 64.0, 150.0, 200.0]),
                )));
                all.extend([arg(numbers(F32, &[4, m, n], 3)), Argument::Int(0)]);
            } else {
                all.extend([
                    arg(numbers(F32, &[m, n], 3)),
                    Argument::Bool(true),
                    Argument::Bool(false),
                ]);
            }
            all.push(Argument::Int(if powers { 32 } else { 0 }));
            samples.push(all);
        }
    }
    samples
}
