//! Normalisations and gated units that quantise, and blocks that share a scale, by plain loops in double.

use hostnpu::tensor::Dtype::{self, *};

use super::movement::tensor;
use super::quantisers::{
    encode, factors as numbers_of, floats, group, largest, numbers, optional, scale_of, text,
};
use crate::argument::Argument;
use crate::arguments::{Arguments, Key};
use crate::number;

pub fn rounded(x: f64, dtype: Dtype) -> f64 {
    number::decode(&number::encode(&x.into(), dtype), dtype)
        .real()
        .to_f64()
}

pub fn float(arguments: &Arguments, at: impl Key<Of = Argument>) -> f64 {
    match &arguments[at] {
        Argument::Float(value) => *value,
        other => panic!("{other:?} is no number"),
    }
}

pub fn int(arguments: &Arguments, at: impl Key<Of = Argument>) -> i64 {
    match &arguments[at] {
        Argument::Int(value) => *value,
        other => panic!("{other:?} is no integer"),
    }
}

pub fn is_true(arguments: &Arguments, at: impl Key<Of = Argument>) -> bool {
    matches!(arguments[at], Argument::Bool(true))
}

/// Sums of rows as they are rounded, normalised rows without a bias, and one over their roots.
struct Normed {
    sums: Vec<f64>,
    rows: Vec<f64>,
    inverses: Vec<f32>,
}

/// Of `x`, or of the sum of `x1` and `x2`.
fn normed(arguments: &Arguments) -> Normed {
    let first = tensor(arguments, ["x", "x1"]);
    let gamma = optional(arguments, "gamma").unwrap();
    let epsilon = f64::from(float(arguments, "epsilon") as f32);
    let mut sums = numbers(first, false);
    if arguments.find("x2").is_some() {
        let other = numbers(tensor(arguments, "x2"), false);
        sums.iter_mut()
            .zip(other)
            .for_each(|(x, y)| *x = rounded(*x + y, first.dtype));
    }
    let (mut rows, mut inverses) = (Vec::new(), Vec::new());
    for row in sums.chunks(gamma.len()) {
        let mut squares = 0.0;
        row.iter().for_each(|x| squares += x * x);
        let inverse = 1.0 / (squares / row.len() as f64 + epsilon).sqrt();
        rows.extend(row.iter().zip(&gamma).map(|(x, gamma)| x * inverse * gamma));
        inverses.push(inverse as f32);
    }
    Normed {
        sums,
        rows,
        inverses,
    }
}

/// Rows with a number for each column added.
pub fn plus(rows: &[f64], added: Option<&Vec<f64>>) -> Vec<f64> {
    let Some(added) = added else {
        return rows.to_vec();
    };
    rows.iter()
        .enumerate()
        .map(|(at, x)| x + added[at % added.len()])
        .collect()
}

/// Codes by a given factor and zero point, of one number or one for each column.
pub fn by_given(
    rows: &[f64],
    scale: &[f64],
    divides: bool,
    zero: Option<&Vec<f64>>,
    to: Dtype,
    mode: &str,
) -> Vec<u8> {
    let mut all = rows.to_vec();
    for (at, x) in all.iter_mut().enumerate() {
        let by = scale[at % scale.len()];
        *x = if divides { *x / by } else { *x * by };
    }
    encode(to, true, mode, &plus(&all, zero))
}

/// Codes and scales of rows, with a factor for each column.
pub fn by_range(
    rows: &[f64],
    columns: usize,
    smooth: Option<&Vec<f64>>,
    to: Dtype,
) -> [Vec<u8>; 2] {
    let (mut all, mut scales) = (rows.to_vec(), Vec::new());
    for row in all.chunks_mut(columns) {
        if let Some(smooth) = smooth {
            row.iter_mut()
                .zip(smooth)
                .for_each(|(x, smooth)| *x *= smooth);
        }
        let [scale, _] = scale_of(row, to, largest(to), false);
        row.iter_mut().for_each(|x| *x /= f64::from(scale));
        scales.push(scale);
    }
    [encode(to, true, "rint", &all), floats(&scales)]
}

/// `aclnnAddRmsNormQuant` and V2.
pub fn add_rms_norm_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let of = normed(arguments);
    let divides = is_true(arguments, "divMode");
    let beta = arguments.find("betaOptional").and_then(numbers_of);
    let rows = plus(&of.rows, beta.as_ref());
    let mut outputs = Vec::new();
    for number in 0..2 {
        let y = tensor(arguments, ["y1Out", "y2Out"][number]);
        outputs.push(
            match optional(arguments, ["scales1", "scales2Optional"][number]) {
                Some(scale) => {
                    let zero = optional(
                        arguments,
                        ["zeroPoints1Optional", "zeroPoints2Optional"][number],
                    );
                    by_given(&rows, &scale, divides, zero.as_ref(), y.dtype, "rint")
                }
                // Not written.
                None => y.elements(),
            },
        );
    }
    let dtype = tensor(arguments, "x1").dtype;
    outputs.push(encode(dtype, false, "rint", &of.sums));
    let normal = arguments.find("rmsNormOut");
    if normal.is_some_and(|out| !out.tensors().is_empty()) {
        outputs.push(encode(dtype, false, "rint", &of.rows));
    }
    outputs
}

/// `aclnnAddRmsNormDynamicQuant` and V2.
pub fn add_rms_norm_dynamic_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let of = normed(arguments);
    let beta = arguments.find("betaOptional").and_then(numbers_of);
    let rows = plus(&of.rows, beta.as_ref());
    let columns = tensor(arguments, "gamma").numel();
    let smooth = [
        optional(arguments, "smoothScale1Optional"),
        optional(arguments, "smoothScale2Optional"),
    ];
    let wanted = match arguments.find("outputMask") {
        Some(Argument::Bools(mask)) => [mask[0], mask[1]],
        _ => [true, smooth.iter().all(Option::is_some)],
    };
    let [one, two] = [0, 1].map(|number| match wanted[number] {
        true => by_range(
            &rows,
            columns,
            smooth[number].as_ref(),
            tensor(arguments, ["y1Out", "y2Out"][number]).dtype,
        ),
        false => [["y1Out", "scale1Out"], ["y2Out", "scale2Out"]][number]
            .map(|name| tensor(arguments, name).elements()),
    });
    let sums = encode(tensor(arguments, "x1").dtype, false, "rint", &of.sums);
    let ([y1, scale1], [y2, scale2]) = (one, two);
    vec![y1, y2, sums, scale1, scale2]
}

/// `aclnnRmsNormQuant`.
pub fn rms_norm_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let of = normed(arguments);
    let rows = plus(&of.rows, optional(arguments, "beta").as_ref());
    let (scale, zero) = (
        optional(arguments, "scale").unwrap(),
        optional(arguments, "offset"),
    );
    let y = tensor(arguments, "y").dtype;
    vec![by_given(&rows, &scale, true, zero.as_ref(), y, "rint")]
}

/// `aclnnRmsNormQuantV3`.
pub fn rms_norm_quant_v3(arguments: &Arguments) -> Vec<Vec<u8>> {
    let of = normed(arguments);
    let rows = plus(&of.rows, optional(arguments, "beta").as_ref());
    let (scale, zero) = (
        optional(arguments, "scale").unwrap(),
        optional(arguments, "offset"),
    );
    let y = tensor(arguments, "y").dtype;
    let codes = by_given(
        &rows,
        &scale,
        is_true(arguments, "divMode"),
        zero.as_ref(),
        y,
        "rint",
    );
    let inverses = match is_true(arguments, "outputRstd") {
        true => floats(&of.inverses),
        false => tensor(arguments, "rstd").elements(),
    };
    vec![codes, inverses]
}

/// `aclnnRmsNormDynamicQuant`.
pub fn rms_norm_dynamic_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let of = normed(arguments);
    let rows = plus(&of.rows, optional(arguments, "betaOptional").as_ref());
    let columns = tensor(arguments, "gamma").numel();
    by_range(
        &rows,
        columns,
        optional(arguments, "smoothScalesOptional").as_ref(),
        I8,
    )
    .to_vec()
}

/// The unit of two numbers.
pub fn unit(a: f64, b: f64, [mode, limit, alpha, bias]: [f64; 4]) -> f64 {
    let swish = |a: f64, alpha: f64| a / (1.0 + (-alpha * a).exp());
    let above = |x: f64| if x > limit { limit } else { x };
    let within = |x: f64| if x < -limit { -limit } else { above(x) };
    match mode as i64 {
        1 | 2 => swish(above(a), alpha) * (within(b) + bias),
        3 => above(swish(a, 1.0)) * within(b),
        4 => {
            let bounded = if bias > 0.0 {
                bias * (b / bias).tanh()
            } else {
                b
            };
            alpha * (a / alpha).tanh() / (1.0 + (-a).exp()) * bounded
        }
        _ => swish(a, 1.0) * b,
    }
}

/// Results that rows of groups are quantised to; rows of no group keep what the outputs held.
#[derive(Clone, Copy)]
struct Rule {
    dynamic: bool,
    inverse: bool,
    divides: bool,
    to: Dtype,
    mode: &'static str,
}

fn store(
    rule: Rule,
    results: &[Vec<f64>],
    groups: &[Option<usize>],
    (factors, offsets, count): (Option<&Vec<f64>>, Option<&Vec<f64>>, usize),
    outputs: [&crate::argument::Tensor; 2],
) -> Vec<Vec<u8>> {
    let [mut codes, mut scales] = outputs.map(crate::argument::Tensor::elements);
    let columns = results[0].len();
    // One for all, one for each group, for each column, or for each column of each group.
    let of = |factors: &Vec<f64>, group: usize, column: usize| match factors.len() {
        length if length == count * columns && count > 1 => factors[group * columns + column],
        length if length == columns => factors[column],
        length if length == count => factors[group],
        _ => factors[0],
    };
    let bytes = codes.len() / results.len();
    for (number, (row, group)) in results.iter().zip(groups).enumerate() {
        let Some(group) = *group else { continue };
        let mut row = row.clone();
        for (column, x) in row.iter_mut().enumerate() {
            if let Some(factors) = factors {
                let by = of(factors, group, column);
                *x = if rule.divides && !rule.dynamic {
                    *x / by
                } else {
                    *x * by
                };
            }
            if let (false, Some(offsets)) = (rule.dynamic, offsets) {
                *x += of(offsets, group, column);
            }
        }
        if rule.dynamic {
            let max = largest(rule.to);
            let mut scale = scale_of(&row, rule.to, max, false)[0];
            if rule.inverse {
                let most = row.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
                scale = if scale.is_nan() {
                    scale
                } else {
                    max / most as f32
                };
            }
            let by = f64::from(scale);
            row.iter_mut()
                .for_each(|x| *x = if rule.inverse { *x * by } else { *x / by });
            scales[4 * number..][..4].copy_from_slice(&floats(&[scale]));
        }
        codes[number * bytes..][..bytes].copy_from_slice(&encode(rule.to, true, rule.mode, &row));
    }
    vec![codes, scales]
}

/// The group of each row, by ends of groups.
pub fn by_ends(ends: &[f64], rows: usize) -> Vec<Option<usize>> {
    let most = ends.iter().fold(0.0_f64, |most, &end| most.max(end));
    (0..rows)
        .map(|row| ((row as f64) < most).then(|| group(ends, row)))
        .collect()
}

/// The group of each row, by groups and their numbers of rows.
pub fn by_counts(counted: impl Iterator<Item = (usize, f64)>, rows: usize) -> Vec<Option<usize>> {
    let mut groups: Vec<_> = counted
        .flat_map(|(group, count)| vec![Some(group); count as usize])
        .collect();
    groups.resize(rows, None);
    groups
}

/// `aclnnSwiGluQuant` and V2.
pub fn swi_glu_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let x = tensor(arguments, "x");
    let later = arguments.find("groupListType").is_some();
    let wide = *x.shape.last().unwrap() as usize;
    let (columns, left) = (wide / 2, is_true(arguments, "activateLeft"));
    let result = |row: &[f64]| -> Vec<f64> {
        let (a, b) = if left { (0, columns) } else { (columns, 0) };
        (0..columns)
            .map(|at| unit(row[a + at], row[b + at], [0.0; 4]))
            .collect()
    };
    let results: Vec<Vec<f64>> = numbers(x, false).chunks(wide).map(result).collect();
    let index = optional(arguments, "groupIndexOptional");
    let groups = match &index {
        None => vec![Some(0); results.len()],
        Some(counts) if later && int(arguments, "groupListType") == 1 => {
            by_counts(counts.iter().copied().enumerate(), results.len())
        }
        Some(ends) => by_ends(ends, results.len()),
    };
    let count = index.map_or(1, |index| index.len());
    let rule = Rule {
        dynamic: text(arguments, "quantModeOptional") != "static",
        inverse: true,
        divides: false,
        to: tensor(arguments, "yOut").dtype,
        mode: "rint",
    };
    let (factors, offsets) = (
        optional(arguments, "smoothScalesOptional"),
        optional(arguments, "offsetsOptional"),
    );
    let outputs = [tensor(arguments, "yOut"), tensor(arguments, "scaleOut")];
    store(
        rule,
        &results,
        &groups,
        (factors.as_ref(), offsets.as_ref(), count),
        outputs,
    )
}

/// `aclnnDequantSwigluQuant` and V2.
pub fn dequant_swiglu_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let x = tensor(arguments, "x");
    let later = arguments.len() > 11;
    let last = *x.shape.last().unwrap() as usize;
    let left = is_true(arguments, "activateLeft");
    let index = optional(arguments, "groupIndexOptional");
    let rank = x.shape.len();
    let (axis, parameters, mode) = match later {
        true => (
            int(arguments, "activateDim").rem_euclid(rank as i64) as usize,
            [
                int(arguments, "swigluMode") as f64,
                float(arguments, "clampLimit"),
                float(arguments, "gluAlpha"),
                float(arguments, "gluBias"),
            ],
            text(arguments, "roundModeOptional"),
        ),
        false => (rank - 1, [0.0; 4], "rint"),
    };
    let parameters = parameters.map(|x| f64::from(x as f32));
    let source_rows = x.numel() / last;
    let groups = match &index {
        None => vec![Some(0); source_rows],
        Some(pairs) if tensor(arguments, "groupIndexOptional").shape.len() == 2 => by_counts(
            pairs.chunks(2).map(|pair| (pair[0] as usize, pair[1])),
            source_rows,
        ),
        Some(counts) => by_counts(counts.iter().copied().enumerate(), source_rows),
    };
    let (weight, rows, bias) = (
        optional(arguments, "weightScaleOptional"),
        optional(arguments, "activationScaleOptional"),
        optional(arguments, "biasOptional"),
    );
    let is_before = arguments["biasOptional"].dtype() == Some(I32);
    let mut all = numbers(x, false);
    for (at, x) in all.iter_mut().enumerate() {
        let (row, column) = (at / last, at % last);
        let group = groups[row].unwrap_or(0);
        let of = |factors: &Vec<f64>| {
            if factors.len() > last {
                factors[group * last + column]
            } else {
                factors[column]
            }
        };
        if let (true, Some(bias)) = (is_before, &bias) {
            *x += of(bias);
        }
        if let Some(weight) = &weight {
            *x *= of(weight);
        }
        if let Some(rows) = &rows {
            *x *= rows[row];
        }
        if let (false, Some(bias)) = (is_before, &bias) {
            *x += of(bias);
        }
    }
    // Along the axis that is halved.
    let inner: usize = x.shape[axis + 1..].iter().product::<i64>() as usize;
    let extent = x.shape[axis] as usize;
    let outer = all.len() / (inner * extent);
    let half = extent / 2;
    let mut results = Vec::new();
    for outer in 0..outer {
        for index in 0..half {
            for rest in 0..inner {
                let at = |index: usize| all[(outer * extent + index) * inner + rest];
                let [a, b] = match parameters[0] as i64 {
                    1 => [2 * index, 2 * index + 1],
                    _ if left => [index, half + index],
                    _ => [half + index, index],
                };
                results.push(unit(at(a), at(b), parameters));
            }
        }
    }
    let columns = if axis == rank - 1 { last / 2 } else { last };
    let results: Vec<Vec<f64>> = results.chunks(columns).map(<[f64]>::to_vec).collect();
    let groups = if axis == rank - 1 {
        groups
    } else {
        vec![Some(0); results.len()]
    };
    let rule = Rule {
        dynamic: text(arguments, "quantModeOptional") == "dynamic",
        inverse: false,
        divides: true,
        to: tensor(arguments, "yOut").dtype,
        mode: if mode.is_empty() { "rint" } else { mode },
    };
    let count = match &index {
        Some(_) => tensor(arguments, "groupIndexOptional").shape[0] as usize,
        None => 1,
    };
    let (factors, offsets) = (
        optional(arguments, "quantScaleOptional"),
        optional(arguments, "quantOffsetOptional"),
    );
    let outputs = [tensor(arguments, "yOut"), tensor(arguments, "scaleOut")];
    store(
        rule,
        &results,
        &groups,
        (factors.as_ref(), offsets.as_ref(), count),
        outputs,
    )
}

/// `aclnnDynamicBlockQuant` and V2.
pub fn dynamic_block_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let x = tensor(arguments, "x");
    let y = tensor(arguments, "yOut");
    let least = float(arguments, "minScale") as f32;
    let max = match arguments.find("dstTypeMax") {
        Some(Argument::Float(max)) if *max != 0.0 => *max as f32,
        _ => largest(y.dtype),
    };
    let rank = x.shape.len();
    let (rows, columns) = (x.shape[rank - 2] as usize, x.shape[rank - 1] as usize);
    let [height, width] = ["rowBlockSize", "colBlockSize"].map(|at| int(arguments, at) as usize);
    let mut all = numbers(x, false);
    let mut scales = Vec::new();
    for matrix in all.chunks_mut(rows * columns) {
        for top in (0..rows).step_by(height) {
            for left in (0..columns).step_by(width) {
                let places = |row: usize| {
                    (left..columns.min(left + width)).map(move |column| row * columns + column)
                };
                let places: Vec<usize> = (top..rows.min(top + height)).flat_map(places).collect();
                let finite = places
                    .iter()
                    .map(|&at| matrix[at].abs())
                    .filter(|x| x.is_finite());
                let most = finite.fold(0.0_f64, f64::max) as f32;
                let mut scale = most / max;
                if least != 0.0 {
                    scale = scale.min((1.0 / f64::from(least)) as f32);
                }
                places.iter().for_each(|&at| matrix[at] /= f64::from(scale));
                scales.push(scale);
            }
        }
    }
    vec![encode(y.dtype, false, "rint", &all), floats(&scales)]
}
