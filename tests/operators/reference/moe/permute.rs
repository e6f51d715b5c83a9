//! Rows in the order of experts and back, with gradients.

use super::*;
use crate::arguments::Arguments;

/// `aclnnMoeTokenPermute`, and its form of a part of the order.
pub fn permute(arguments: &Arguments) -> Vec<Vec<u8>> {
    let is_part = arguments.len() == 9;
    let tokens = tensor(arguments, "tokens").unwrap();
    let experts = ints(tensor(arguments, "indices").unwrap());
    let count = tokens.shape[0] as usize;
    let top_k = experts.len() / count;
    let order = in_order(&experts);
    let output = tensor(arguments, "permuteTokensOut").unwrap();
    let rows = output.shape[0] as usize;
    let mode = if arguments.len() == 8 {
        int(arguments, "quantMode")
    } else {
        -1
    };
    let is_quantised = mode != -1 && output.dtype != tokens.dtype;
    let mut of_scales = Vec::new();
    let first = if is_part {
        range(arguments, 3).map_or(0, |range| range[0])
    } else {
        0
    };
    let mut permuted = Rows::of(output, rows);
    let probs = is_part.then(|| tensor(arguments, 2)).flatten();
    let mut of_probs = Vec::new();
    for row in 0..rows {
        let choice = order[first as usize + row];
        let token = choice / top_k;
        if is_quantised {
            let width = tokens.numel() / count;
            let numbers = &floats(tokens)[token * width..(token + 1) * width];
            let (codes, scales) = quant::quantised(mode, numbers, None);
            permuted.row(row).copy_from_slice(&codes);
            of_scales.extend(scales);
        } else {
            permuted
                .row(row)
                .copy_from_slice(row_of(&tokens.elements(), count, token));
        }
        if let Some(probs) = probs {
            of_probs.extend(row_of(&probs.elements(), experts.len(), choice));
        }
    }
    let mut places = vec![0; order.len()];
    for (place, &choice) in order.iter().enumerate() {
        places[choice] = place as i64;
    }
    let mut all = vec![permuted.bytes, stored_ints(&places, Dtype::I32)];
    if let Some(output) = is_part.then(|| tensor(arguments, 8)).flatten() {
        let is_written = probs.is_some() && range(arguments, 3).is_some();
        all.push(if is_written {
            of_probs
        } else {
            output.elements()
        });
    }
    if let Some(scales) = (arguments.len() == 8)
        .then(|| tensor(arguments, "expandedScaleOut"))
        .flatten()
    {
        all.push(if is_quantised {
            of_scales
        } else {
            scales.elements()
        });
    }
    all
}

/// `aclnnMoeTokenUnpermute` (`part` false) and its form of a part of the order: positions of `probs`, the range and the output.
pub fn unpermute(arguments: &Arguments) -> Vec<Vec<u8>> {
    let part = arguments.len() == 8;
    let rows = tensor(arguments, "permutedTokens").unwrap();
    let places = ints(tensor(arguments, "sortedIndices").unwrap());
    let output = tensor(arguments, "out").unwrap();
    let size = [output.shape[0] as usize, output.shape[1] as usize];
    let top_k = places.len() / size[0];
    let probs = tensor(arguments, "probsOptional").map(floats);
    let window = if part { range(arguments, 4) } else { None };
    let [start, end] = window.unwrap_or([0, places.len() as i64]);
    let links = places.iter().enumerate().filter_map(|(slot, &place)| {
        let weight = probs.as_ref().map_or(1.0, |probs| probs[slot]);
        let is_row = start <= place && place < end && place - start < rows.shape[0];
        is_row.then(|| (slot / top_k, (place - start) as usize, weight))
    });
    let links: Vec<_> = links.collect();
    vec![stored(&sums(size, &links, &floats(rows)), output.dtype)]
}

/// `aclnnMoeTokenPermuteGrad` and `aclnnMoeInitRoutingV2Grad`: places outside the rows have none.
pub fn permute_gradient(arguments: &Arguments) -> Vec<Vec<u8>> {
    let rows = tensor(arguments, ["gradExpandedX", "permutedOutputGrad"]).unwrap();
    let places = ints(tensor(arguments, ["expandedRowIdx", "sortedIndices"]).unwrap());
    let output = tensor(arguments, "out").unwrap();
    let size = [output.shape[0] as usize, output.shape[1] as usize];
    let top_k = places.len() / size[0];
    let count = (rows.numel() / size[1]) as i64;
    let inside = places
        .iter()
        .enumerate()
        .filter(|&(_, &place)| 0 <= place && place < count);
    let links: Vec<_> = inside
        .map(|(slot, &place)| (slot / top_k, place as usize, 1.0))
        .collect();
    vec![stored(&sums(size, &links, &floats(rows)), output.dtype)]
}

/// `aclnnMoeTokenPermuteWithEpGrad`.
pub fn permute_part_gradient(arguments: &Arguments) -> Vec<Vec<u8>> {
    let rows = tensor(arguments, 0).unwrap();
    let places = ints(tensor(arguments, 1).unwrap());
    let output = tensor(arguments, 6).unwrap();
    let size = [output.shape[0] as usize, output.shape[1] as usize];
    let top_k = places.len() / size[0];
    let [start, end] = range(arguments, 4).unwrap_or([0, places.len() as i64]);
    let row = |place: i64| {
        (start <= place && place < end.min(start + rows.shape[0])).then(|| (place - start) as usize)
    };
    let slots = places.iter().enumerate();
    let links: Vec<_> = slots
        .filter_map(|(slot, &place)| Some((slot / top_k, row(place)?, 1.0)))
        .collect();
    let mut all = vec![stored(&sums(size, &links, &floats(rows)), output.dtype)];
    if let Some(output) = tensor(arguments, 7) {
        let gradient = tensor(arguments, 2)
            .filter(|_| range(arguments, 4).is_some())
            .map(floats);
        all.push(match gradient {
            Some(gradient) => {
                let of = places
                    .iter()
                    .map(|&place| row(place).map_or(0.0, |row| gradient[row]));
                stored(&of.collect::<Vec<_>>(), output.dtype)
            }
            None => output.elements(),
        });
    }
    all
}

/// `aclnnMoeTokenUnpermuteGrad`.
pub fn unpermute_gradient(arguments: &Arguments) -> Vec<Vec<u8>> {
    let [rows, gradient, places, weights] = [
        "permutedTokens",
        "unpermutedTokensGrad",
        "sortedIndices",
        "probsOptional",
    ]
    .map(|at| tensor(arguments, at));
    unpermute_slopes(
        [rows, gradient, places, weights],
        None,
        ["permutedTokensGradOut", "probsGradOut"].map(|at| tensor(arguments, at)),
    )
}

/// `aclnnMoeTokenUnpermuteWithEpGrad`.
pub fn unpermute_part_gradient(arguments: &Arguments) -> Vec<Vec<u8>> {
    let [gradient, places, rows, weights] = [0, 1, 2, 3].map(|at| tensor(arguments, at));
    let outputs = [8, 9].map(|at| tensor(arguments, at));
    unpermute_slopes(
        [rows, gradient, places, weights],
        range(arguments, 6),
        outputs,
    )
}

fn unpermute_slopes(
    [rows, gradient, places, weights]: [Option<&Tensor>; 4],
    range: Option<[i64; 2]>,
    [row_gradients, weight_gradients]: [Option<&Tensor>; 2],
) -> Vec<Vec<u8>> {
    let (gradient, row_gradients) = (gradient.unwrap(), row_gradients.unwrap());
    let places = ints(places.unwrap());
    let top_k = places.len() / gradient.shape[0] as usize;
    let [start, end] = range.unwrap_or([0, places.len() as i64]);
    let links = places.iter().enumerate().map(|(slot, &place)| {
        let is_row = start <= place && place < end.min(start + row_gradients.shape[0]);
        (
            slot / top_k,
            is_row.then(|| (place - start) as usize),
            Some(slot),
        )
    });
    Slopes {
        links: links.collect(),
        gradient,
        weights,
        rows: rows.filter(|_| weights.is_some()),
        bias: None,
        row_gradients,
        weight_gradients,
    }
    .outputs()
}
