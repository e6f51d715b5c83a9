//! Tokens of what experts return, with gradients.

use super::*;
use crate::arguments::Arguments;

/// `aclnnMoeFinalizeRoutingV2Grad`.
pub fn finalize_gradient(arguments: &Arguments) -> Vec<Vec<u8>> {
    let [gradient, places, rows, weights, experts, bias] =
        [0, 1, 2, 3, 4, 5].map(|at| tensor(arguments, at));
    let (gradient, places) = (gradient.unwrap(), ints(places.unwrap()));
    let top_k = places.len() / gradient.shape[0] as usize;
    let row_gradients = tensor(arguments, 10).unwrap();
    let count = row_gradients.numel() as i64 / gradient.shape[1];
    let links = places.iter().enumerate().map(|(slot, &place)| {
        let is_row = 0 <= place && place < count;
        (slot / top_k, is_row.then_some(place as usize), Some(slot))
    });
    Slopes {
        links: links.collect(),
        gradient,
        weights,
        rows: rows.filter(|_| weights.is_some()),
        bias: bias.map(|bias| (floats(bias), ints(experts.unwrap()))),
        row_gradients,
        weight_gradients: tensor(arguments, 11),
    }
    .outputs()
}

/// `aclnnMoeFinalizeRouting`.
pub fn finalize_v1(arguments: &Arguments) -> Vec<Vec<u8>> {
    let at = |number: usize| arguments[number].clone();
    let null = || Argument::Null;
    finalize(&Arguments::unnamed(&[
        at(0),
        at(5),
        at(1),
        at(2),
        at(3),
        at(4),
        at(6),
        null(),
        null(),
        null(),
        null(),
        Argument::Int(0),
        null(),
        null(),
        null(),
        at(7),
    ]))
}

/// `aclnnMoeFinalizeRoutingV2`.
pub fn finalize_v2(arguments: &Arguments) -> Vec<Vec<u8>> {
    let mut all = arguments[..7].to_vec();
    all.extend(vec![Argument::Null; 4]);
    all.push(arguments["dropPadMode"].clone());
    all.extend(vec![Argument::Null; 3]);
    all.push(arguments["out"].clone());
    finalize(&Arguments::unnamed(&all))
}

/// `aclnnMoeFinalizeRoutingV3` and `aclnnMoeFinalizeRoutingV4`.
pub fn finalize(arguments: &Arguments) -> Vec<Vec<u8>> {
    let output = tensor(arguments, arguments.len() - 1).unwrap();
    let [tokens, width] = [output.shape[0] as usize, output.shape[1] as usize];
    let rows = floats(tensor(arguments, 0).unwrap());
    let places = ints(tensor(arguments, 1).unwrap());
    let top_k = places.len() / tokens;
    let of = |at: usize| tensor(arguments, at).map(floats);
    let [x1, x2, bias, scales, experts, x, a1, a2, v] = [2, 3, 4, 5, 6, 7, 8, 9, 10].map(of);
    let mode = int(arguments, 11);
    let ranges = [12, 13, 14].map(|at| range(arguments, at).unwrap_or([0, 0]));
    let mut sums = vec![0.0; tokens * width];
    for token in 0..tokens {
        for k in 0..width {
            let sum = &mut sums[token * width + k];
            for addend in [&x1, &x2].into_iter().flatten() {
                *sum += addend[token * width + k];
            }
            for choice in 0..top_k {
                let number = token * top_k + choice;
                let place = places[if mode < 2 {
                    choice * tokens + token
                } else {
                    number
                }];
                let expert = experts.as_ref().map(|experts| experts[number] as i64);
                let is_in = |range: [i64; 2]| {
                    expert.is_some_and(|expert| range[0] <= expert && expert < range[1])
                };
                let own = |x: &Option<Vec<f64>>| x.as_ref().unwrap()[token * width + k];
                let mut row = if is_in(ranges[0]) {
                    continue;
                } else if is_in(ranges[1]) {
                    own(&x)
                } else if is_in(ranges[2]) {
                    let at = (expert.unwrap() - ranges[2][0]) as usize * width + k;
                    let of = |x: &Option<Vec<f64>>| x.as_ref().unwrap()[at];
                    of(&a1) * own(&x) + of(&a2) * of(&v)
                } else if place < 0 {
                    continue;
                } else {
                    rows[place as usize * width + k]
                };
                if let Some(bias) = &bias {
                    row += bias[expert.unwrap() as usize * width + k];
                }
                *sum += scales.as_ref().map_or(1.0, |scales| scales[number]) * row;
            }
        }
    }
    vec![stored(&sums, output.dtype)]
}
