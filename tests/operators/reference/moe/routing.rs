//! Initial routing, counts of sorted experts, tokens of several ranks.

use super::*;
use crate::arguments::Arguments;

/// A row of numbers as INT8 or INT4.
fn integers(numbers: &[f64], bits: u32) -> Vec<u8> {
    let most = f64::from(1 << (bits - 1));
    let rounded = numbers
        .iter()
        .map(|x| x.round_ties_even().clamp(-most, most - 1.0) as i64 as u8);
    let rounded: Vec<u8> = rounded.collect();
    match bits {
        8 => rounded,
        _ => rounded
            .chunks(2)
            .map(|two| two[0] & 15 | two[1] << 4)
            .collect(),
    }
}

/// The quantised row, and its scale.
fn by_row(numbers: &[f64], factors: Option<&[f64]>, bits: u32) -> (Vec<u8>, f32) {
    let scaled = numbers
        .iter()
        .enumerate()
        .map(|(k, x)| x * factors.map_or(1.0, |factors| factors[k]));
    let scaled: Vec<f64> = scaled.collect();
    let largest = scaled.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let scale = largest as f32 / if bits == 8 { 127.0 } else { 7.0 };
    let divided: Vec<f64> = scaled
        .iter()
        .map(|x| {
            if scale == 0.0 {
                0.0
            } else {
                x / f64::from(scale)
            }
        })
        .collect();
    (integers(&divided, bits), scale)
}

/// `aclnnMoeInitRouting`, and, with scale and offset, its quantised form.
pub fn init(arguments: &Arguments) -> Vec<Vec<u8>> {
    let quantised = matches!(arguments[["scale", "expandedXOut"]], Argument::Float(_));
    let outputs: Vec<&Tensor> = arguments
        .iter()
        .flat_map(Argument::tensors)
        .skip(3)
        .collect();
    let (x, row_idx, experts) = (
        tensor(arguments, "x").unwrap(),
        ints(tensor(arguments, "rowIdx").unwrap()),
        ints(tensor(arguments, "expertIdx").unwrap()),
    );
    let tokens = x.shape[0] as usize;
    let rows = outputs[0].shape[0] as usize;
    let order = in_order(&experts);
    let mut expanded = Rows::of(outputs[0], rows);
    let (bytes, numbers) = (x.elements(), floats(x));
    let width = x.shape[1] as usize;
    for row in 0..rows {
        let token = row_idx[order[row]] as usize % tokens;
        let of = match quantised {
            true => {
                let (scale, offset) = (float(arguments, 4) as f32, float(arguments, 5) as f32);
                let numbers = numbers[token * width..(token + 1) * width].iter();
                let scaled = numbers.map(|x| x * f64::from(scale) + f64::from(offset));
                integers(&scaled.collect::<Vec<_>>(), 8)
            }
            false => row_of(&bytes, tokens, token).to_vec(),
        };
        expanded.row(row).copy_from_slice(&of);
    }
    let mut places = vec![0; order.len()];
    for (place, &choice) in order.iter().enumerate() {
        places[row_idx[choice] as usize] = place as i64;
    }
    let sorted: Vec<i64> = order.iter().map(|&choice| experts[choice]).collect();
    vec![
        expanded.bytes,
        stored_ints(&places, Dtype::I32),
        stored_ints(&sorted, Dtype::I32),
    ]
}

/// The choices of an initial routing of experts in a range: of each row of the output, and the row of each.
struct Routed {
    order: Vec<usize>,
    /// The choice of each row, if it has one.
    rows: Vec<Option<usize>>,
    /// The row of each choice, or -1.
    places: Vec<i64>,
    /// The choices of each expert.
    counts: Vec<i64>,
}

fn routed(experts: &[i64], range: [i64; 2], capacity: Option<usize>, rows: usize) -> Routed {
    let is_inside = |&choice: &usize| range[0] <= experts[choice] && experts[choice] < range[1];
    let order: Vec<usize> = in_order(experts).into_iter().filter(is_inside).collect();
    let mut counts = vec![0; (range[1] - range[0]) as usize];
    let (mut of_rows, mut places) = (vec![None; rows], vec![-1; experts.len()]);
    for (place, &choice) in order.iter().enumerate() {
        let expert = (experts[choice] - range[0]) as usize;
        let row = match capacity {
            Some(capacity) if counts[expert] as usize >= capacity => None,
            Some(capacity) => Some(expert * capacity + counts[expert] as usize),
            None => Some(place),
        };
        counts[expert] += 1;
        if let Some(row) = row {
            places[choice] = row as i64;
            if row < rows {
                of_rows[row] = Some(choice);
            }
        }
    }
    Routed {
        order,
        rows: of_rows,
        places,
        counts,
    }
}

/// `aclnnMoeInitRoutingV2`, and its quantised form.
pub fn init_v2(arguments: &Arguments) -> Vec<Vec<u8>> {
    let is_quantised = arguments.find("quantMode").is_some();
    let x = tensor(arguments, "x").unwrap();
    let experts = ints(tensor(arguments, "expertIdx").unwrap());
    let (tokens, width) = (x.shape[0] as usize, x.shape[1] as usize);
    let top_k = experts.len() / tokens;
    let [capacity, expert_num, drop_pad, flag, before] = [
        ["expertCapacityOptional", "expertCapacity"],
        ["expertNumOptional", "expertNum"],
        ["dropPadModeOptional", "dropPadMode"],
        [
            "expertTokensCountOrCumsumFlagOptional",
            "expertTokensCountOrCumsumFlag",
        ],
        [
            "expertTokensBeforeCapacityFlagOptional",
            "expertTokensBeforeCapacityFlag",
        ],
    ]
    .map(|names| int(arguments, names));
    let output = tensor(arguments, "expandedXOut").unwrap();
    let rows = output.numel() / width;
    let range = [0, experts.iter().max().unwrap() + 1];
    let range = [range[0], range[1].max(expert_num)];
    let capacity = (drop_pad == 1).then_some(capacity as usize);
    let routed = routed(&experts, range, capacity, rows);
    let mut expanded = Rows::of(output, rows);
    let (bytes, numbers) = (x.elements(), floats(x));
    let mut scales = vec![0.0_f32; rows];
    for (row, choice) in routed.rows.iter().enumerate() {
        let Some(choice) = *choice else {
            expanded.row(row).fill(0);
            continue;
        };
        let token = choice / top_k;
        if !is_quantised {
            expanded
                .row(row)
                .copy_from_slice(row_of(&bytes, tokens, token));
            continue;
        }
        let numbers = &numbers[token * width..(token + 1) * width];
        let factors = tensor(arguments, "scaleOptional").map(floats);
        let codes = match int(arguments, "quantMode") {
            0 => {
                let (scale, offset) = (
                    factors.unwrap()[0],
                    floats(tensor(arguments, "offsetOptional").unwrap())[0],
                );
                integers(
                    &numbers
                        .iter()
                        .map(|x| x * scale + offset)
                        .collect::<Vec<_>>(),
                    output.dtype.bits() as u32,
                )
            }
            _ => {
                let factors = factors.map(|factors| {
                    let of = if factors.len() == width {
                        0
                    } else {
                        experts[choice] as usize
                    };
                    factors[of * width..(of + 1) * width].to_vec()
                });
                let bits = output.dtype.bits() as u32;
                let (codes, scale) = by_row(numbers, factors.as_deref(), bits);
                scales[row] = scale;
                codes
            }
        };
        expanded.row(row).copy_from_slice(&codes);
    }
    let counts = routed.counts[..(expert_num as usize).min(routed.counts.len())].to_vec();
    let mut outputs = vec![expanded.bytes, stored_ints(&routed.places, Dtype::I32)];
    let lists = [
        "expertTokensCountOrCumsumOutOptional",
        "expertTokensBeforeCapacityOutOptional",
    ];
    for (number, list) in lists.into_iter().enumerate() {
        let Some(output) = tensor(arguments, list) else {
            continue;
        };
        outputs.push(match (number, drop_pad, flag, before) {
            (0, 0, 1, _) => stored_ints(&cumulative(&counts), Dtype::I32),
            (0, 0, 2, _) | (1, 1, _, 1) => stored_ints(&counts, Dtype::I32),
            _ => output.elements(),
        });
    }
    if let Some(output) = is_quantised
        .then(|| tensor(arguments, "dynamicQuantScaleOutOptional"))
        .flatten()
    {
        outputs.push(match int(arguments, "quantMode") {
            0 => output.elements(),
            _ => scales
                .iter()
                .flat_map(|scale| scale.to_le_bytes())
                .collect(),
        });
    }
    outputs
}

/// `aclnnMoeInitRoutingV3` and `aclnnMoeInitRoutingV4`, of rows that are moved or quantised to INT8 or INT4.
pub fn init_v3(arguments: &Arguments) -> Vec<Vec<u8>> {
    let is_fourth = arguments.find("topkWeightOptional").is_some();
    let x = tensor(arguments, "x").unwrap();
    let experts = ints(tensor(arguments, "expertIdx").unwrap());
    let [tokens, width] = [x.shape[0] as usize, x.shape[1] as usize];
    let top_k = experts.len() / tokens;
    let [capacity, expert_num, drop_pad, kind, flag, mode] = [
        "expertCapacity",
        "expertNum",
        "dropPadMode",
        "expertTokensNumType",
        "expertTokensNumFlag",
        "quantMode",
    ]
    .map(|name| int(arguments, name));
    let range = range(arguments, "activeExpertRangeOptional").unwrap_or([0, expert_num]);
    let row_idx_type = int(arguments, "rowIdxType");
    let output = tensor(arguments, "expandedXOut").unwrap();
    let rows = output.numel() / width;
    let limit = match is_fourth
        .then(|| tensor(arguments, "activeNumOptional"))
        .flatten()
    {
        Some(number) => match ints(number)[0] {
            0 => rows,
            most => rows.min(most as usize),
        },
        None => rows,
    };
    let routed = routed(
        &experts,
        range,
        (drop_pad == 1).then_some(capacity as usize),
        rows,
    );
    let mut expanded = Rows::of(output, rows);
    let scale_output = tensor(arguments, "expandedScaleOut").unwrap();
    let (scale, offset) = (
        tensor(arguments, "scaleOptional"),
        tensor(arguments, "offsetOptional"),
    );
    let scale_rows = scale_output.shape.first().map_or(0, |&rows| rows as usize);
    let mut scales = Rows::of(scale_output, scale_rows);
    let weights = is_fourth
        .then(|| tensor(arguments, "topkWeightOptional"))
        .flatten();
    let weight_output = is_fourth
        .then(|| tensor(arguments, "expandedTopkWeightOut"))
        .flatten();
    let mut of_weights = weight_output.map(|output| Rows::of(output, rows));
    let (bytes, numbers) = (
        x.elements(),
        if mode == -1 { Vec::new() } else { floats(x) },
    );
    for (row, choice) in routed.rows.iter().enumerate() {
        let choice = choice.filter(|_| drop_pad == 1 || row < limit);
        let Some(choice) = choice else {
            if drop_pad == 1 {
                expanded.row(row).fill(0);
                if scale.is_some() || mode > 0 {
                    scales.row(row).fill(0);
                }
                if let Some(weights) = &mut of_weights {
                    weights.row(row).fill(0);
                }
            }
            continue;
        };
        let token = choice / top_k;
        if let (Some(to), Some(weights)) = (&mut of_weights, weights) {
            to.row(row)
                .copy_from_slice(row_of(&weights.elements(), experts.len(), choice));
        }
        if mode == -1 {
            expanded
                .row(row)
                .copy_from_slice(row_of(&bytes, tokens, token));
            if let Some(scale) = scale {
                scales
                    .row(row)
                    .copy_from_slice(row_of(&scale.elements(), tokens, token));
            }
            continue;
        }
        let numbers = &numbers[token * width..(token + 1) * width];
        let codes = match mode {
            0 => {
                let (scale, offset) = (floats(scale.unwrap())[0], floats(offset.unwrap())[0]);
                integers(
                    &numbers
                        .iter()
                        .map(|x| x * scale + offset)
                        .collect::<Vec<_>>(),
                    8,
                )
            }
            1 | 13 => {
                let factors = scale.map(|scale| {
                    let of = if scale.shape[0] == 1 {
                        0
                    } else {
                        (experts[choice] - range[0]) as usize
                    };
                    floats(scale)[of * width..(of + 1) * width].to_vec()
                });
                let bits = output.dtype.bits() as u32;
                let (codes, scale) = by_row(numbers, factors.as_deref(), bits);
                scales.row(row).copy_from_slice(&scale.to_le_bytes());
                codes
            }
            mode => {
                let (codes, of) =
                    quant::quantised(mode, numbers, scale.map(|scale| floats(scale)[0]));
                if !of.is_empty() {
                    scales.row(row).copy_from_slice(&of);
                }
                codes
            }
        };
        expanded.row(row).copy_from_slice(&codes);
    }
    let places = tensor(arguments, "expandedRowIdxOut").unwrap();
    let places = match row_idx_type == 1 && drop_pad == 0 {
        true => {
            let mut to = Rows::of(places, experts.len());
            for (place, &choice) in routed.order.iter().enumerate() {
                to.row(place)
                    .copy_from_slice(&(choice as i32).to_le_bytes());
            }
            to.bytes
        }
        false => stored_ints(&routed.places, Dtype::I32),
    };
    let counts = tensor(arguments, "expertTokensCountOrCumsumOut").unwrap();
    let counts = match (flag, kind) {
        (0, _) => counts.elements(),
        (_, 0) => stored_ints(&cumulative(&routed.counts), Dtype::I64),
        (_, 1) => stored_ints(&routed.counts, Dtype::I64),
        _ => {
            let chosen = (range[0]..)
                .zip(&routed.counts)
                .filter(|&(_, &count)| count > 0);
            let mut pairs: Vec<i64> = chosen
                .flat_map(|(expert, &count)| [expert, count])
                .collect();
            pairs.resize(counts.numel(), 0);
            stored_ints(&pairs, Dtype::I64)
        }
    };
    let mut all = vec![expanded.bytes, places, counts, scales.bytes];
    all.extend(of_weights.map(|weights| weights.bytes));
    all
}

/// `aclnnMoeComputeExpertTokens`.
pub fn expert_tokens(arguments: &Arguments) -> Vec<Vec<u8>> {
    let sorted = ints(tensor(arguments, "sortedExperts").unwrap());
    let up_to = |expert: i64| sorted.iter().filter(|&&other| other <= expert).count() as i64;
    let totals: Vec<i64> = (0..int(arguments, "numExperts")).map(up_to).collect();
    vec![stored_ints(&totals, Dtype::I32)]
}

/// `aclnnMoeReRouting`.
pub fn re_routing(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (tokens, counts) = (
        tensor(arguments, "tokens").unwrap(),
        tensor(arguments, "expertTokenNumPerRank").unwrap(),
    );
    let [ranks, experts] = [counts.shape[0] as usize, counts.shape[1] as usize];
    let numbers = ints(counts);
    let mut from = Vec::new();
    let mut totals = Vec::new();
    for expert in 0..experts {
        for rank in 0..ranks {
            let number = rank * experts + expert;
            let first: i64 = numbers[..number].iter().sum();
            from.extend(first..first + numbers[number]);
        }
        let total: i64 = (0..ranks)
            .map(|rank| numbers[rank * experts + expert])
            .sum();
        totals.push(total);
    }
    let moved = |of: &Tensor| -> Vec<u8> {
        let bytes = of.elements();
        from.iter()
            .flat_map(|&row| row_of(&bytes, from.len(), row as usize).to_vec())
            .collect()
    };
    let mut all = vec![moved(tokens)];
    match (
        tensor(arguments, "perTokenScalesOptional"),
        tensor(arguments, "permutePerTokenScalesOut"),
    ) {
        (Some(scales), _) => all.push(moved(scales)),
        (None, Some(output)) => all.push(output.elements()),
        (None, None) => {}
    }
    let mut places = vec![0; from.len()];
    from.iter()
        .enumerate()
        .for_each(|(place, &row)| places[row as usize] = place as i64);
    all.push(stored_ints(
        if int(arguments, "idxType") == 1 {
            &places
        } else {
            &from
        },
        Dtype::I32,
    ));
    let totals = if int(arguments, "expertTokenNumType") == 0 {
        cumulative(&totals)
    } else {
        totals
    };
    all.push(stored_ints(&totals, counts.dtype));
    all
}
