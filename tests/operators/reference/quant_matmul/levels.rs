//! Products of operands with scales of two levels, and of batches whose axes are exchanged.

use super::*;

/// FLOAT4_E2M1 whose bytes a tensor in blocks shows as INT8.
fn in_pairs(bytes: &Tensor) -> Tensor {
    let mut numbers = bytes.clone();
    let twice = |shape: &mut Vec<i64>, strides: &mut Vec<i64>| {
        *shape.last_mut().unwrap() *= 2;
        *strides = dense(shape);
    };
    numbers.dtype = F4E2m1;
    twice(&mut numbers.shape, &mut numbers.strides);
    let (shape, strides) = numbers.shown.as_mut().unwrap();
    twice(shape, strides);
    numbers.contents = Contents::Bytes(bytes.elements());
    numbers
}

/// `aclnnDualLevelQuantMatmulWeightNz`.
pub fn of_two_levels(arguments: &Arguments) -> Vec<Vec<u8>> {
    let weight = tensor(&arguments["x2"]).unwrap();
    let weight = match weight.dtype {
        I8 => in_pairs(weight),
        _ => weight.clone(),
    };
    let (a, b) = (
        side(tensor(&arguments["x1"]).unwrap(), false),
        side(&weight, true),
    );
    let [first, second, left, right] = [
        "x1Level0Scale",
        "x2Level0Scale",
        "x1Level1Scale",
        "x2Level1Scale",
    ]
    .map(|at| read(&arguments[at]).unwrap().0);
    let bias = read(&arguments["optionalBias"]);
    let out = tensor(arguments.last().unwrap()).unwrap();
    let (m, k, n) = (a.rows, a.columns, b.columns);
    let mut results = Vec::new();
    for i in 0..m {
        for j in 0..n {
            let product = |step: usize| {
                let x = a.numbers[i * k + step]
                    * first[i * k.div_ceil(512) + step / 512]
                    * left[i * k.div_ceil(64) * 2 + step / 32];
                let y = b.numbers[step * n + j]
                    * second[step / 512 * n + j]
                    * right[j * k.div_ceil(64) * 2 + step / 32];
                x * y
            };
            let sum: f64 = (0..k).map(product).sum();
            results.extend(stored(
                sum + bias.as_ref().map_or(0.0, |bias| bias.0[j]),
                out.dtype,
            ));
        }
    }
    vec![results]
}

/// `aclnnTransposeQuantBatchMatMul`.
pub fn turned_batches(arguments: &Arguments) -> Vec<Vec<u8>> {
    let Argument::Ints(order) = &arguments["permX2"] else {
        panic!("an order")
    };
    let is_turned = order[1] == 2;
    let (x1, b) = (
        tensor(&arguments["x1"]).unwrap(),
        side(tensor(&arguments["x2"]).unwrap(), is_turned),
    );
    let [m, batch, k] = [0, 1, 2].map(|axis| x1.shape[axis] as usize);
    let (a, n) = (values(x1, None), b.columns);
    let (first, second) = (
        read(&arguments["x1Scale"]),
        read(&arguments["x2Scale"]).unwrap(),
    );
    let out = tensor(arguments.last().unwrap()).unwrap();
    let pairs = k.div_ceil(64);
    let is_powers = second.2 == F8E8m0;
    let codes =
        crate::reference::quantised::codes_of(if out.dtype == Hifloat8 { Hifloat8 } else { I8 });
    let mut results = Vec::new();
    for i in 0..m {
        for matrix in 0..batch {
            for j in 0..n {
                let mut sum = 0.0;
                for step in 0..k {
                    let mut product =
                        a[(i * batch + matrix) * k + step] * b.numbers[(matrix * k + step) * n + j];
                    if is_powers {
                        let (pair, odd) = (step / 64, step / 32 % 2);
                        product *= first.as_ref().unwrap().0
                            [((i * batch + matrix) * pairs + pair) * 2 + odd];
                        let place = if is_turned {
                            (matrix * n + j) * pairs + pair
                        } else {
                            (matrix * pairs + pair) * n + j
                        };
                        product *= second.0[2 * place + odd];
                    }
                    sum += product;
                }
                if !is_powers {
                    sum *= second.0[j];
                    sum *= first.as_ref().map_or(1.0, |first| one(first, i));
                }
                match out.dtype {
                    Hifloat8 => results.push(codes.code(sum, 1.0)),
                    dtype => results.extend(stored(sum, dtype)),
                }
            }
        }
    }
    vec![results]
}
