//! Rows that maps give to experts.

use super::*;
use crate::arguments::Arguments;

/// The rows of a map: for each the token and the expert.
fn rows_of_map(map: &Tensor, capacity: Option<usize>) -> Vec<(usize, usize)> {
    let [tokens, experts] = [map.shape[0] as usize, map.shape[1] as usize];
    let chosen = ints(map);
    let mut rows = Vec::new();
    for expert in 0..experts {
        let of = |is: bool| {
            (0..tokens)
                .filter(move |_| true)
                .filter(|&token| (chosen[token * experts + expert] != 0) == is)
                .collect::<Vec<_>>()
        };
        match capacity {
            Some(capacity) => {
                let all = [of(true), of(false)].concat();
                rows.extend(all.into_iter().take(capacity).map(|token| (token, expert)));
            }
            None => rows.extend(of(true).into_iter().map(|token| (token, expert))),
        }
    }
    rows
}

/// `aclnnMoeTokenPermuteWithRoutingMap`.
pub fn map_permute(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (tokens, map) = (
        tensor(arguments, "tokens").unwrap(),
        tensor(arguments, "routingMap").unwrap(),
    );
    let [count, experts] = [map.shape[0] as usize, map.shape[1] as usize];
    let output = tensor(arguments, "permuteTokensOut").unwrap();
    let places = output.shape[0] as usize;
    let pads = int(arguments, "dropAndPad") == 1;
    let rows = rows_of_map(map, pads.then(|| places / experts));
    let mut permuted = Rows::of(output, places);
    permuted.bytes.fill(0);
    for (row, &(token, _)) in rows.iter().enumerate() {
        permuted
            .row(row)
            .copy_from_slice(row_of(&tokens.elements(), count, token));
    }
    let mut all = vec![permuted.bytes];
    if let Some(output) = tensor(arguments, "permuteProbsOutOptional") {
        let mut of = Rows::of(output, places);
        if let Some(probs) = tensor(arguments, "probsOptional") {
            of.bytes.fill(0);
            for (row, &(token, expert)) in rows.iter().enumerate() {
                of.row(row).copy_from_slice(row_of(
                    &probs.elements(),
                    count * experts,
                    token * experts + expert,
                ));
            }
        }
        all.push(of.bytes);
    }
    let mut indices = vec![-1; places];
    if pads {
        rows.iter()
            .enumerate()
            .for_each(|(row, &(token, _))| indices[row] = token as i64);
    } else {
        let top_k = places / count;
        let mut used = vec![0; count];
        for (row, &(token, _)) in rows.iter().enumerate() {
            indices[token * top_k + used[token]] = row as i64;
            used[token] += 1;
        }
    }
    all.push(stored_ints(&indices, Dtype::I32));
    all
}

/// Links of a map: token, row, and the number of the weight.
fn map_links(
    indices: &[i64],
    map: Option<&Tensor>,
    [tokens, experts]: [usize; 2],
    pads: bool,
) -> Vec<(usize, Option<usize>, Option<usize>)> {
    let mut links = Vec::new();
    if pads {
        let capacity = indices.len() / experts;
        for (row, &token) in indices.iter().enumerate() {
            links.push((
                token as usize,
                Some(row),
                Some(token as usize * experts + row / capacity),
            ));
        }
        return links;
    }
    let top_k = indices.len() / tokens;
    for token in 0..tokens {
        let chosen: Vec<usize> = match map {
            Some(map) => {
                let map = ints(map);
                (token * experts..(token + 1) * experts)
                    .filter(|&number| map[number] != 0)
                    .collect()
            }
            None => Vec::new(),
        };
        for k in 0..top_k {
            let place = indices[token * top_k + k];
            let row = (0 <= place && place < indices.len() as i64).then_some(place as usize);
            links.push((token, row, chosen.get(k).copied()));
        }
    }
    links
}

/// `aclnnMoeTokenPermuteWithRoutingMapGrad`.
pub fn map_permute_gradient(arguments: &Arguments) -> Vec<Vec<u8>> {
    let rows = tensor(arguments, "permutedTokenOutputGrad").unwrap();
    let indices = ints(tensor(arguments, "sortedIndices").unwrap());
    let size = ["tokensNum", "numExperts"].map(|at| int(arguments, at) as usize);
    let output = tensor(arguments, "tokensGradOut").unwrap();
    let links = map_links(
        &indices,
        tensor(arguments, "routingMapOptional"),
        size,
        int(arguments, "dropAndPad") == 1,
    );
    let rows_only: Vec<_> = links
        .iter()
        .filter_map(|&(token, row, _)| Some((token, row?, 1.0)))
        .collect();
    let width = output.shape[1] as usize;
    let mut all = vec![stored(
        &sums([size[0], width], &rows_only, &floats(rows)),
        output.dtype,
    )];
    if let Some(output) = tensor(arguments, "probsGradOutOptional") {
        match tensor(arguments, "permutedProbsOutputGradOptional").map(floats) {
            Some(gradient) => {
                let mut to = vec![0.0; output.numel()];
                for (_, row, number) in links {
                    if let (Some(row), Some(number)) = (row, number) {
                        to[number] = gradient[row];
                    }
                }
                all.push(stored(&to, output.dtype));
            }
            None => all.push(output.elements()),
        }
    }
    all
}

/// `aclnnMoeTokenUnpermuteWithRoutingMap`.
pub fn map_unpermute(arguments: &Arguments) -> Vec<Vec<u8>> {
    let rows = tensor(arguments, "permutedTokens").unwrap();
    let indices = ints(tensor(arguments, "sortedIndices").unwrap());
    let probs = tensor(arguments, "probsOptional");
    let pads = int(arguments, "paddedMode") == 1;
    let output = tensor(arguments, "unpermutedTokens").unwrap();
    let tokens = output.shape[0] as usize;
    let matrix = probs.or(tensor(arguments, "routingMapOptional"));
    let experts = matrix.map_or(1, |matrix| matrix.shape[1] as usize);
    let map = tensor(arguments, "routingMapOptional").filter(|_| probs.is_some());
    let links = map_links(&indices, map, [tokens, experts], pads);
    let of_probs = probs.map(floats);
    let weight = |number: Option<usize>| match (&of_probs, number) {
        (Some(probs), Some(number)) => probs[number],
        (Some(_), None) => 0.0,
        (None, _) => 1.0,
    };
    let weighted: Vec<_> = links
        .iter()
        .filter_map(|&(token, row, number)| Some((token, row?, weight(number))))
        .collect();
    let width = output.shape[1] as usize;
    let of_token: Vec<i64> = links.iter().map(|&(token, ..)| token as i64).collect();
    let order = in_order(&of_token);
    let slots: Vec<i64> = order.iter().map(|&slot| slot as i64).collect();
    let sorted: Vec<i64> = order.iter().map(|&slot| of_token[slot]).collect();
    let mut all = vec![
        stored(
            &sums([tokens, width], &weighted, &floats(rows)),
            output.dtype,
        ),
        stored_ints(&slots, Dtype::I32),
        stored_ints(&sorted, Dtype::I32),
    ];
    if let Some(output) = tensor(arguments, "permuteProbs") {
        let weights: Vec<f64> = links.iter().map(|&(.., number)| weight(number)).collect();
        all.push(match probs {
            Some(_) => stored(&weights, output.dtype),
            None => output.elements(),
        });
    }
    all
}

/// `aclnnMoeTokenUnpermuteWithRoutingMapGrad`.
pub fn map_unpermute_gradient(arguments: &Arguments) -> Vec<Vec<u8>> {
    let gradient = tensor(arguments, "unpermutedTokensGrad").unwrap();
    let [indices, of_tokens] =
        ["outIndex", "permuteTokenId"].map(|at| ints(tensor(arguments, at).unwrap()));
    let weights = tensor(arguments, "probsOptional");
    let pads = int(arguments, "dropAndPad") == 1;
    let tokens = gradient.shape[0] as usize;
    let experts = weights.map_or(1, |weights| weights.shape[1] as usize);
    let map = tensor(arguments, "routingMapOptional").filter(|_| weights.is_some());
    let links = match pads {
        true => {
            let capacity = indices.len() / experts;
            let pairs = indices.iter().zip(&of_tokens);
            let each = pairs.map(|(&row, &token)| (row as usize, token as usize));
            each.map(|(row, token)| (token, Some(row), Some(token * experts + row / capacity)))
                .collect()
        }
        false => map_links(&indices, map, [tokens, experts], false),
    };
    Slopes {
        links,
        gradient,
        weights,
        rows: tensor(arguments, "permutedTokensOptional").filter(|_| weights.is_some()),
        bias: None,
        row_gradients: tensor(arguments, "permutedTokensGradOut").unwrap(),
        weight_gradients: tensor(arguments, "probsGradOutOptional"),
    }
    .outputs()
}
