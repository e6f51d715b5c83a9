//! Tokens of what experts return, with gradients.

use super::*;
use crate::arguments::Arguments;
use crate::table::entry;

/// `aclnnMoeFinalizeRoutingV2Grad`.
pub fn finalize_gradient(arguments: &Arguments) -> Vec<Vec<u8>> {
    let [gradient, places, rows, weights, experts, bias] = [
        "gradY",
        "expandedRowIdx",
        "expandedXOptional",
        "scalesOptional",
        "expertIdxOptional",
        "biasOptional",
    ]
    .map(|at| tensor(arguments, at));
    let (gradient, places) = (gradient.unwrap(), ints(places.unwrap()));
    let top_k = places.len() / gradient.shape[0] as usize;
    let row_gradients = tensor(arguments, "gradExpandedXOut").unwrap();
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
        weight_gradients: tensor(arguments, "gradScalesOut"),
    }
    .outputs()
}

/// `aclnnMoeFinalizeRouting`.
pub fn finalize_v1(arguments: &Arguments) -> Vec<Vec<u8>> {
    let given = |name: &str| {
        arguments[match name {
            "x1Optional" => "x1",
            "biasOptional" => "bias",
            "scalesOptional" => "scales",
            "expertIdxOptional" => "expandedExpertIdx",
            name => name,
        }]
        .clone()
    };
    of_third(given, Argument::Int(0))
}

/// `aclnnMoeFinalizeRoutingV2`.
pub fn finalize_v2(arguments: &Arguments) -> Vec<Vec<u8>> {
    let given = |name: &str| arguments[name].clone();
    of_third(given, arguments["dropPadMode"].clone())
}

/// A version without special experts as the third one.
fn of_third(given: impl Fn(&str) -> Argument, mode: Argument) -> Vec<Vec<u8>> {
    let entry = entry("aclnnMoeFinalizeRoutingV3");
    let mut all = Arguments::new(entry, &vec![Argument::Null; entry.parameters.len()]);
    for name in [
        "expandedX",
        "expandedRowIdx",
        "x1Optional",
        "x2Optional",
        "biasOptional",
        "scalesOptional",
        "expertIdxOptional",
        "out",
    ] {
        all[name] = given(name);
    }
    all["dropPadMode"] = mode;
    finalize(&all)
}

/// `aclnnMoeFinalizeRoutingV3` and `aclnnMoeFinalizeRoutingV4`.
pub fn finalize(arguments: &Arguments) -> Vec<Vec<u8>> {
    let output = tensor(arguments, "out").unwrap();
    let [tokens, width] = [output.shape[0] as usize, output.shape[1] as usize];
    let rows = floats(tensor(arguments, "expandedX").unwrap());
    let places = ints(tensor(arguments, "expandedRowIdx").unwrap());
    let top_k = places.len() / tokens;
    let [x1, x2, bias, scales, experts, x, a1, a2, v] = [
        "x1Optional",
        "x2Optional",
        "biasOptional",
        "scalesOptional",
        "expertIdxOptional",
        "xOptional",
        "a1Optional",
        "a2Optional",
        "vOptional",
    ]
    .map(|name| tensor(arguments, name).map(floats));
    let mode = int(arguments, "dropPadMode");
    let ranges = ["zeroExpertRange", "copyExpertRange", "constantExpertRange"]
        .map(|at| range(arguments, at).unwrap_or([0, 0]));
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
