//! Gated units and their gradients, quantised in blocks, by groups or by rows, by plain loops in double.

use hostnpu::tensor::Dtype::*;

use super::fused_quantisers::{by_counts, by_ends, float, int, is_true, rounded, unit};
use super::microscaling::{Rule, strips_of_all, strips_of_groups};
use super::movement::tensor;
use super::quantisers::{encode, floats, largest, numbers, optional, scale_of, text};
use crate::argument::Tensor;
use crate::arguments::Arguments;

/// Rows of units of halves of rows.
fn of_halves(x: &[f64], wide: usize, left: bool, parameters: [f64; 4]) -> Vec<f64> {
    let columns = wide / 2;
    let [a, b] = if left { [0, columns] } else { [columns, 0] };
    let row = |row: &[f64]| -> Vec<f64> {
        (0..columns)
            .map(|at| match parameters[0] as i64 {
                1 => unit(row[2 * at], row[2 * at + 1], parameters),
                _ => unit(row[a + at], row[b + at], parameters),
            })
            .collect()
    };
    x.chunks(wide).flat_map(row).collect()
}

/// Bytes of rows, of which those that are not `kept` are as the output was.
fn merged(output: &Tensor, bytes: Vec<u8>, kept: &[bool]) -> Vec<u8> {
    let mut all = output.elements();
    let size = all.len() / kept.len();
    for (row, _) in kept.iter().enumerate().filter(|row| *row.1) {
        all[row * size..][..size].copy_from_slice(&bytes[row * size..][..size]);
    }
    all
}

/// `aclnnSwigluMxQuant`.
pub fn swiglu_mx_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (x, y, scales) = (
        tensor(arguments, "x"),
        tensor(arguments, "yOut"),
        tensor(arguments, "mxscaleOut"),
    );
    let rank = x.shape.len();
    let last = |at: &str| int(arguments, at).rem_euclid(rank as i64) as usize == rank - 1;
    let (wide, left) = (
        x.shape[rank - 1] as usize,
        is_true(arguments, "activateLeft"),
    );
    let parameters = [
        int(arguments, "swigluMode") as f64,
        float(arguments, "clampLimit"),
        float(arguments, "gluAlpha"),
        float(arguments, "gluBias"),
    ]
    .map(|x| f64::from(x as f32));
    let all = numbers(x, false);
    let results = if last("activateDim") {
        of_halves(&all, wide, left, parameters)
    } else {
        // Halves of the rows of each matrix: as halves of a long row.
        of_halves(&all, wide * x.shape[rank - 2] as usize, left, parameters)
    };
    let results: Vec<f64> = results.iter().map(|&own| rounded(own, x.dtype)).collect();
    let rule = Rule {
        alg: int(arguments, "scaleAlg"),
        ..Rule::new(y.dtype, x.dtype, text(arguments, "roundModeOptional"))
    };
    let [rows, columns] = [rank - 2, rank - 1].map(|axis| y.shape[axis] as usize);
    let count = results.len() / columns;
    let listed = optional(arguments, "groupIndexOptional");
    let groups = listed
        .as_ref()
        .map(|list| match int(arguments, "groupMode") {
            0 => by_counts(list.iter().copied().enumerate(), count),
            _ => by_ends(list, count),
        });
    let kept: Vec<bool> = match &groups {
        Some(groups) => groups.iter().map(Option::is_some).collect(),
        None => vec![true; count],
    };
    if last("axis") {
        let [codes, bytes] = rule.along_rows(&results, columns);
        return vec![merged(y, codes, &kept), merged(scales, bytes, &kept)];
    }
    let (strips, pairs) = match listed {
        None => strips_of_all(rows),
        Some(list) => {
            let mut end = 0.0;
            let ends: Vec<usize> = list
                .iter()
                .map(|&own| {
                    end = if int(arguments, "groupMode") == 0 {
                        end + own
                    } else {
                        own
                    };
                    end as usize
                })
                .collect();
            strips_of_groups(&ends, rows)
        }
    };
    let [codes, bytes] = rule.along_columns(&results, [rows, columns], (&strips, pairs));
    vec![merged(y, codes, &kept), bytes]
}

/// Numbers quantised along rows and columns, in groups with ends.
fn both(
    rule: Rule,
    all: &[f64],
    [rows, columns]: [usize; 2],
    ends: Option<Vec<f64>>,
) -> Vec<Vec<u8>> {
    let (strips, pairs) = match ends {
        None => strips_of_all(rows),
        Some(ends) => {
            let ends: Vec<usize> = ends.iter().map(|&end| end as usize).collect();
            strips_of_groups(&ends, rows)
        }
    };
    let [y1, scales1] = rule.along_rows(all, columns);
    let [y2, scales2] = rule.along_columns(all, [rows, columns], (&strips, pairs));
    vec![y1, scales1, y2, scales2]
}

/// `aclnnSwigluMxQuantWithDualAxis`.
pub fn swiglu_mx_quant_with_dual_axis(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (x, y) = (tensor(arguments, "x"), tensor(arguments, "y1Out"));
    let wide = x.shape[1] as usize;
    let results = of_halves(
        &numbers(x, false),
        wide,
        is_true(arguments, "activateLeft"),
        [0.0; 4],
    );
    let results: Vec<f64> = results.iter().map(|&own| rounded(own, x.dtype)).collect();
    let rule = Rule {
        alg: int(arguments, "scaleAlg"),
        ..Rule::new(y.dtype, x.dtype, text(arguments, "roundModeOptional"))
    };
    both(
        rule,
        &results,
        [x.shape[0] as usize, wide / 2],
        optional(arguments, "groupIndexOptional"),
    )
}

/// The derivatives of `a σ(a) b` by a and b.
fn slopes(a: f64, b: f64) -> [f64; 2] {
    let s = 1.0 / (1.0 + (-a).exp());
    [b * s * (1.0 + a * (1.0 - s)), a * s]
}

/// `aclnnSwigluBackwardMxQuantWithDualAxis`.
pub fn swiglu_backward_mx_quant_with_dual_axis(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (x, y) = (tensor(arguments, "x"), tensor(arguments, "y1Out"));
    let rank = x.shape.len();
    let [rows, wide] = [rank - 2, rank - 1].map(|axis| x.shape[axis] as usize);
    let (columns, left) = (wide / 2, is_true(arguments, "activateLeft"));
    let gradients = numbers(tensor(arguments, "yGrad"), false);
    let mut results = Vec::new();
    for (row, g) in numbers(x, false)
        .chunks(wide)
        .zip(gradients.chunks(columns))
    {
        let (one, two) = row.split_at(columns);
        let (a, b) = if left { (one, two) } else { (two, one) };
        let of = |which: usize| (0..columns).map(move |at| g[at] * slopes(a[at], b[at])[which]);
        let [first, second] = if left { [0, 1] } else { [1, 0] };
        results.extend(of(first).chain(of(second)).map(|own| rounded(own, x.dtype)));
    }
    let rule = Rule {
        alg: 1,
        ..Rule::new(y.dtype, x.dtype, text(arguments, "roundModeOptional"))
    };
    both(
        rule,
        &results,
        [rows, wide],
        optional(arguments, "groupIndexOptional"),
    )
}

/// `aclnnSituMxQuant`.
pub fn situ_mx_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (x, y) = (tensor(arguments, "x"), tensor(arguments, "yOut"));
    let wide = *x.shape.last().unwrap() as usize;
    let parameters = [
        4.0,
        0.0,
        float(arguments, "beta"),
        float(arguments, "linearBeta"),
    ];
    let results = of_halves(
        &numbers(x, false),
        wide,
        is_true(arguments, "activateLeft"),
        parameters.map(|x| f64::from(x as f32)),
    );
    let results: Vec<f64> = results.iter().map(|&own| rounded(own, x.dtype)).collect();
    let rule = Rule::new(y.dtype, x.dtype, text(arguments, "roundModeOptional"));
    rule.along_rows(&results, wide / 2).to_vec()
}

/// The least power of two that is not below a scale, and its byte.
fn rounded_up(scale: f32) -> (u8, f64) {
    let exponent = f64::from(scale).log2().ceil() as i32;
    ((exponent + 127) as u8, 2_f64.powi(exponent))
}

/// `aclnnSwigluGroupQuant`.
pub fn swiglu_group_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (x, y, scales) = (
        tensor(arguments, "x"),
        tensor(arguments, "yOut"),
        tensor(arguments, "yScaleOut"),
    );
    let wide = *x.shape.last().unwrap() as usize;
    let columns = wide / 2;
    let limit = float(arguments, "clampLimit") as f32;
    let limit = if limit == -1.0 {
        f64::INFINITY
    } else {
        limit.into()
    };
    let mut results = of_halves(&numbers(x, false), wide, true, [2.0, limit, 1.0, 0.0]);
    if let Some(weight) = optional(arguments, "weightOptional") {
        for (row, by) in results.chunks_mut(columns).zip(weight) {
            row.iter_mut().for_each(|x| *x *= by);
        }
    }
    let count = results.len() / columns;
    let listed = optional(arguments, "groupIndexOptional");
    let groups = match &listed {
        Some(list) => by_counts(list.iter().copied().enumerate(), count),
        None => vec![Some(0); count],
    };
    let kept: Vec<bool> = groups.iter().map(Option::is_some).collect();
    let origin = match is_true(arguments, "outputOrigin") {
        true => merged(
            tensor(arguments, "yOriginOut"),
            encode(x.dtype, false, "rint", &results),
            &kept,
        ),
        false => tensor(arguments, "yOriginOut").elements(),
    };
    let max = largest(y.dtype);
    let reciprocal = 1.0 / max;
    let mut scaled = results.clone();
    let (codes, bytes) = match (int(arguments, "quantMode"), y.dtype) {
        (0, _) => {
            let mut all = Vec::new();
            for block in scaled
                .chunks_mut(columns)
                .flat_map(|row| row.chunks_mut(128))
            {
                let finite = block.iter().map(|x| x.abs()).filter(|x| x.is_finite());
                let most = (finite.fold(0.0_f64, f64::max) as f32).max(1e-4);
                let raw = most * reciprocal;
                let (scale, by) = match is_true(arguments, "roundScale") {
                    true => (rounded_up(raw).1 as f32, 1.0 / rounded_up(raw).1),
                    false => (raw, f64::from(max / most)),
                };
                block.iter_mut().for_each(|x| *x *= by);
                all.push(scale);
            }
            (encode(y.dtype, false, "rint", &scaled), floats(&all))
        }
        (1, F8E5m2 | F8E4m3fn) => {
            let mut all = Vec::new();
            for row in scaled.chunks_mut(columns) {
                let before = all.len();
                for block in row.chunks_mut(32) {
                    let is_finite = block.iter().all(|x| x.is_finite());
                    let most = block.iter().fold(0.0_f64, |most, x| most.max(x.abs())) as f32;
                    let (byte, by) = match is_finite {
                        true => rounded_up(most.max(1e-4) * reciprocal),
                        false => (255, f64::NAN),
                    };
                    block.iter_mut().for_each(|x| *x /= by);
                    all.push(byte);
                }
                all.resize(before + columns.div_ceil(64) * 2, 0);
            }
            (encode(y.dtype, false, "rint", &scaled), all)
        }
        (1, dtype) => {
            let results: Vec<f64> = results.iter().map(|&own| rounded(own, x.dtype)).collect();
            let [codes, bytes] = Rule::new(dtype, x.dtype, "").along_rows(&results, columns);
            (codes, bytes)
        }
        (mode, _) => {
            let count = listed.map_or(1, |list| list.len());
            let given = optional(arguments, "scaleOptional");
            let dst_max = float(arguments, "dstTypeMax") as f32;
            let mut all = Vec::new();
            for group in 0..count {
                let rows = || {
                    groups
                        .iter()
                        .enumerate()
                        .filter(move |(_, own)| **own == Some(group))
                };
                let values = rows().flat_map(|(row, _)| &results[row * columns..][..columns]);
                let values: Vec<f64> = values.copied().collect();
                let is_nan = values.iter().any(|x| x.is_nan());
                let most = values.iter().fold(0.0_f64, |most, x| most.max(x.abs())) as f32;
                let scale = if is_nan {
                    f32::NAN
                } else {
                    most.max(1e-8) / dst_max
                };
                let by = match &given {
                    Some(given) if mode == 2 => given[group],
                    _ => f64::from(scale),
                };
                for (row, _) in rows() {
                    for x in &mut scaled[row * columns..][..columns] {
                        *x = if mode == 2 { *x * by } else { *x / by };
                    }
                }
                all.push(scale);
            }
            let codes = encode(y.dtype, false, "rint", &scaled);
            let bytes = if mode == 2 {
                scales.elements()
            } else {
                floats(&all)
            };
            return vec![merged(y, codes, &kept), bytes, origin];
        }
    };
    vec![
        merged(y, codes, &kept),
        merged(scales, bytes, &kept),
        origin,
    ]
}

/// `aclnnSwigluGroupQuantGrad` and `aclnnSwigluGroupGrad`.
fn gradient(arguments: &Arguments, limit: f64, weight_of_all: bool) -> Vec<Vec<u8>> {
    let (grad_y, x) = (tensor(arguments, "gradY"), tensor(arguments, "x"));
    let columns = *grad_y.shape.last().unwrap() as usize;
    let (g, x_numbers) = (numbers(grad_y, false), numbers(x, false));
    let (weight, origin) = (
        optional(arguments, "weightOptional"),
        optional(arguments, "yOriginOptional"),
    );
    let count = g.len() / columns;
    let valid = optional(arguments, "groupIndexOptional")
        .map_or(count, |list| (list.iter().sum::<f64>() as usize).min(count));
    let (mut grad_x, mut grad_weight) = (vec![0.0; 2 * g.len()], vec![0.0; count]);
    for row in 0..count {
        let by = weight.as_ref().map_or(1.0, |weight| weight[row]);
        for at in 0..columns {
            let (a, b) = (
                x_numbers[row * 2 * columns + at],
                x_numbers[row * 2 * columns + columns + at],
            );
            let own = g[row * columns + at];
            if row < valid {
                let [of_a, of_b] = slopes(a.min(limit), b.clamp(-limit, limit));
                grad_x[row * 2 * columns + at] = if a < limit { own * by * of_a } else { 0.0 };
                grad_x[row * 2 * columns + columns + at] = if b.abs() < limit {
                    own * by * of_b
                } else {
                    0.0
                };
            }
            if let (Some(origin), true) = (&origin, row < valid || weight_of_all) {
                grad_weight[row] += own * origin[row * columns + at];
            }
        }
    }
    let mut outputs = vec![encode(x.dtype, false, "rint", &grad_x)];
    if !arguments["gradWeightOutOptional"].tensors().is_empty() {
        outputs.push(encode(F32, false, "rint", &grad_weight));
    }
    outputs
}

/// `aclnnSwigluGroupQuantGrad`.
pub fn swiglu_group_quant_grad(arguments: &Arguments) -> Vec<Vec<u8>> {
    let limit = float(arguments, "clampLimit") as f32;
    gradient(
        arguments,
        if limit == -1.0 {
            f64::INFINITY
        } else {
            limit.into()
        },
        false,
    )
}

/// `aclnnSwigluGroupGrad`.
pub fn swiglu_group_grad(arguments: &Arguments) -> Vec<Vec<u8>> {
    let limit = float(arguments, "clampLimit") as f32;
    gradient(
        arguments,
        if limit == 0.0 {
            f64::INFINITY
        } else {
            limit.into()
        },
        true,
    )
}

/// `aclnnDequantSituQuant`.
pub fn dequant_situ_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (x, y, scales) = (
        tensor(arguments, "x"),
        tensor(arguments, "yOut"),
        tensor(arguments, "yScaleOut"),
    );
    let wide = *x.shape.last().unwrap() as usize;
    let columns = wide / 2;
    let of = |factors: &Option<Vec<f64>>, at: usize, none: f64| match factors {
        Some(factors) => factors[if factors.len() == 1 { 0 } else { at }],
        None => none,
    };
    let [weight, activation, bias, scale, offset] = [
        "weightScaleOptional",
        "activationScaleOptional",
        "biasOptional",
        "quantScaleOptional",
        "quantOffsetOptional",
    ]
    .map(|at| optional(arguments, at));
    let mut all = numbers(x, false);
    for (at, x) in all.iter_mut().enumerate() {
        let column = at % wide;
        *x = *x * of(&weight, column, 1.0) * of(&activation, 0, 1.0) + of(&bias, column, 0.0);
    }
    let parameters = [
        4.0,
        0.0,
        float(arguments, "beta"),
        float(arguments, "linearBeta"),
    ];
    let mut results = of_halves(
        &all,
        wide,
        is_true(arguments, "activateLeft"),
        parameters.map(|x| f64::from(x as f32)),
    );
    let count = results.len() / columns;
    let kept: Vec<bool> = match optional(arguments, "groupIndexOptional") {
        Some(list) => by_counts(list.iter().copied().enumerate(), count)
            .iter()
            .map(Option::is_some)
            .collect(),
        None => vec![true; count],
    };
    let is_static = text(arguments, "quantTypeOptional") == "static";
    let mut own = Vec::new();
    for row in results.chunks_mut(columns) {
        for (at, x) in row.iter_mut().enumerate() {
            let by = of(&scale, at, 1.0);
            *x = if is_static {
                *x / by + of(&offset, at, 0.0)
            } else {
                *x * by
            };
        }
        if !is_static {
            let scale = scale_of(row, I8, 127.0, false)[0];
            row.iter_mut().for_each(|x| *x /= f64::from(scale));
            own.push(scale);
        }
    }
    let bytes = if is_static {
        scales.elements()
    } else {
        merged(scales, floats(&own), &kept)
    };
    vec![
        merged(y, encode(I8, false, "trunc", &results), &kept),
        bytes,
    ]
}
