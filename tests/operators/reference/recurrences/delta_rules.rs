//! Gated delta rules, and attention by deltas of keys.

use super::*;

/// One token into the state of a head, (values, keys): the decay of each key, then the correction. Returns what the query finds.
fn token(
    state: &mut [Vec<f64>],
    [q, k, v]: [&[f64]; 3],
    decay: &[f64],
    beta: f64,
    scale: f64,
) -> Vec<f64> {
    for (row, &v) in state.iter_mut().zip(v) {
        row.iter_mut().zip(decay).for_each(|(s, decay)| *s *= decay);
        let found: f64 = row.iter().zip(k).map(|(s, k)| s * k).sum();
        row.iter_mut()
            .zip(k)
            .for_each(|(s, k)| *s += beta * (v - found) * k);
    }
    state
        .iter()
        .map(|row| row.iter().zip(q).map(|(s, q)| s * q * scale).sum())
        .collect()
}

fn state_at(states: &[f64], at: usize, [values, keys]: [usize; 2]) -> Vec<Vec<f64>> {
    let own = &states[at * values * keys..][..values * keys];
    own.chunks(keys).map(<[f64]>::to_vec).collect()
}

fn three(argument: &Argument) -> [usize; 3] {
    shape(argument).try_into().expect("three axes")
}

/// Results and states after each token of a head, given the state before.
fn head_of(
    [q, k, v, beta]: [&Argument; 4],
    [g, gk]: [&Argument; 2],
    scale: f64,
    head: usize,
    tokens: std::ops::Range<usize>,
    mut state: Vec<Vec<f64>>,
) -> Vec<(usize, Vec<f64>, Vec<f64>)> {
    let ([_, of_keys, keys], [_, heads, values]) = (three(q), three(v));
    let [own_q, own_k, own_v, betas] = [q, k, v, beta].map(real);
    let [g, gk] = [g, gk].map(|decay| is_given(decay).then(|| real(decay)));
    let mut each = Vec::new();
    for t in tokens {
        let at = t * heads + head;
        let key_at = (t * of_keys + head / (heads / of_keys)) * keys;
        let decay: Vec<f64> = (0..keys)
            .map(|key| {
                let of_head = g.as_ref().map_or(0.0, |g| g[at]);
                let of_key = gk.as_ref().map_or(0.0, |gk| gk[at * keys + key]);
                (of_head + of_key).exp()
            })
            .collect();
        let of = [
            &own_q[key_at..key_at + keys],
            &own_k[key_at..key_at + keys],
            &own_v[at * values..][..values],
        ];
        let result = token(&mut state, of, &decay, betas[at], scale);
        each.push((t, result, state.concat()));
    }
    each
}

fn ends(lengths: &Argument) -> Vec<std::ops::Range<usize>> {
    let mut first = 0;
    let each = whole(lengths).unwrap().into_iter().map(|length| {
        let own = first..first + length as usize;
        first = own.end;
        own
    });
    each.collect()
}

pub fn recurrent(a: &Arguments) -> Vec<Vec<Number>> {
    let [rows, heads, values, keys] = shape(&a["stateRef"])[..] else {
        panic!("no states")
    };
    let (mut states, places, accepted) = (
        real(&a["stateRef"]),
        whole(&a["ssmStateIndices"]).unwrap(),
        whole(&a["numAcceptedTokens"]),
    );
    assert!(rows >= places.len());
    let mut out = vec![0.0; shape(&a["out"]).iter().product()];
    for (sequence, tokens) in ends(&a["actualSeqLengths"]).into_iter().enumerate() {
        if tokens.is_empty() {
            continue;
        }
        let skipped = accepted
            .as_ref()
            .map_or(0, |accepted| accepted[sequence].max(1) as usize - 1);
        let first = places[tokens.start + skipped] as usize;
        for head in 0..heads {
            let state = state_at(&states, first * heads + head, [values, keys]);
            let of = [&a["query"], &a["key"], &a["value"], &a["beta"]];
            let scale = f64::from(number(&a["scaleValue"]) as f32);
            for (t, result, state) in
                head_of(of, [&a["g"], &a["gk"]], scale, head, tokens.clone(), state)
            {
                out[(t * heads + head) * values..][..values].copy_from_slice(&result);
                let at = (places[t] as usize * heads + head) * values * keys;
                states[at..at + values * keys].copy_from_slice(&state);
            }
        }
    }
    vec![numbers(states), numbers(out)]
}

pub fn chunked(a: &Arguments) -> Vec<Vec<Number>> {
    let [_, heads, values, keys] = shape(&a["initialState"])[..] else {
        panic!("no states")
    };
    let mut states = real(&a["initialState"]);
    let mut out = vec![0.0; shape(&a["out"]).iter().product()];
    for (sequence, tokens) in ends(&a["actualSeqLengths"]).into_iter().enumerate() {
        for head in 0..heads {
            let at = sequence * heads + head;
            let state = state_at(&states, at, [values, keys]);
            let of = [&a["query"], &a["key"], &a["value"], &a["beta"]];
            let scale = f64::from(number(&a["scaleValue"]) as f32);
            for (t, result, state) in head_of(
                of,
                [&a["gOptional"], &Argument::Null],
                scale,
                head,
                tokens.clone(),
                state,
            ) {
                out[(t * heads + head) * values..][..values].copy_from_slice(&result);
                states[at * values * keys..][..values * keys].copy_from_slice(&state);
            }
        }
    }
    vec![numbers(out), numbers(states)]
}

/// Rows of a matrix.
type Matrix = Vec<Vec<f64>>;

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let width = b.first().map_or(0, Vec::len);
    let row = |a: &Vec<f64>| {
        (0..width)
            .map(|column| a.iter().zip(b).map(|(x, row)| x * row[column]).sum())
            .collect()
    };
    a.iter().map(row).collect()
}

/// The definition in chunks.
pub fn kda(a: &Arguments) -> Vec<Vec<Number>> {
    let Argument::Text(layout) = a["layout"] else {
        panic!("no layout")
    };
    let batched = layout.len() == 4;
    let heads_first = matches!(layout, "BNSD" | "NTD");
    let four = |argument: &Argument, rest: usize| {
        let mut shape = shape(argument);
        if !batched {
            shape.insert(0, 1);
        }
        if heads_first {
            shape.swap(1, 2);
        }
        assert_eq!(shape.len(), 3 + rest);
        shape
    };
    let (q_shape, v_shape) = (four(&a["q"], 1), four(&a["v"], 1));
    let [batches, tokens, of_keys, keys] = q_shape[..] else {
        panic!("no queries")
    };
    let (heads, values) = (v_shape[2], v_shape[3]);
    let chunk = int(&a["chunkSize"]) as usize;
    let [safe, in_kernel, v_first] =
        [&a["safeGate"], &a["useGateInKernel"], &a["stateVFirst"]].map(boolean);
    let (scale, bound) = (number(&a["scale"]), number(&a["lowerBound"]));
    let [q, k, v, g, beta] = [&a["q"], &a["k"], &a["v"], &a["g"], &a["beta"]].map(real);
    let at = |b: usize, t: usize, h: usize, heads: usize| match heads_first {
        true => (b * heads + h) * tokens + t,
        false => (b * tokens + t) * heads + h,
    };
    let sequences: Vec<(usize, std::ops::Range<usize>)> = match whole(&a["cuSeqlensOptional"]) {
        Some(ends) => ends
            .windows(2)
            .map(|pair| (0, pair[0] as usize..pair[1] as usize))
            .collect(),
        None => (0..batches).map(|batch| (batch, 0..tokens)).collect(),
    };
    let chunks: usize = sequences
        .iter()
        .map(|(_, tokens)| tokens.len().div_ceil(chunk))
        .sum();
    let factor = is_given(&a["aLogOptional"]).then(|| real(&a["aLogOptional"]));
    let bias = is_given(&a["dtBiasOptional"]).then(|| real(&a["dtBiasOptional"]));
    let initial = is_given(&a["initialStateOptional"]).then(|| real(&a["initialStateOptional"]));
    let zeros = |width: usize| vec![0.0; batches * tokens * heads * width];
    let mut out = zeros(values);
    let mut last = vec![0.0; sequences.len() * heads * keys * values];
    let [mut gk, mut w, mut qg, mut kg] = [0; 4].map(|_| zeros(keys));
    let [mut aqk, mut akk] = [0; 2].map(|_| zeros(chunk));
    let [mut u, mut v_new] = [0; 2].map(|_| zeros(values));
    let mut before = vec![0.0; chunks * heads * keys * values];
    let place = |key: usize, value: usize| match v_first {
        true => value * keys + key,
        false => key * values + value,
    };
    for head in 0..heads {
        let mut number = 0;
        for (sequence, (batch, range)) in sequences.iter().enumerate() {
            let own = (sequence * heads + head) * keys * values;
            let mut h: Matrix = (0..keys)
                .map(|key| {
                    let of = |value| initial.as_ref().map_or(0.0, |x| x[own + place(key, value)]);
                    (0..values).map(of).collect()
                })
                .collect();
            for start in range.clone().step_by(chunk) {
                let rows: Vec<usize> = (start..(start + chunk).min(range.end)).collect();
                let mut total = vec![0.0; keys];
                let gates: Matrix = rows
                    .iter()
                    .map(|&t| {
                        for key in 0..keys {
                            let raw = g[at(*batch, t, head, heads) * keys + key];
                            total[key] += match (&factor, in_kernel) {
                                (Some(factor), true) => {
                                    let x = raw
                                        + bias.as_ref().map_or(0.0, |bias| bias[head * keys + key]);
                                    let e = factor[head].exp();
                                    match safe {
                                        true => bound / (1.0 + (-e * x).exp()),
                                        false => -e * (1.0 + x.exp()).ln(),
                                    }
                                }
                                _ => raw,
                            } / std::f64::consts::LN_2;
                        }
                        total.clone()
                    })
                    .collect();
                let row_of = |x: &[f64], t: usize, h: usize, heads: usize, width: usize| {
                    x[at(*batch, t, h, heads) * width..][..width].to_vec()
                };
                let group = head / (heads / of_keys);
                let own_q: Matrix = rows
                    .iter()
                    .map(|&t| row_of(&q, t, group, of_keys, keys))
                    .collect();
                let own_k: Matrix = rows
                    .iter()
                    .map(|&t| row_of(&k, t, group, of_keys, keys))
                    .collect();
                let own_v: Matrix = rows
                    .iter()
                    .map(|&t| row_of(&v, t, head, heads, values))
                    .collect();
                let betas: Vec<f64> = rows
                    .iter()
                    .map(|&t| beta[at(*batch, t, head, heads)])
                    .collect();
                let count = rows.len();
                let with = |a: &[f64], b: &[f64], i: usize, j: usize| -> f64 {
                    (0..keys)
                        .map(|d| a[d] * b[d] * (gates[i][d] - gates[j][d]).exp2())
                        .sum()
                };
                let mut inverse: Matrix = vec![vec![0.0; count]; count];
                #[allow(
                    clippy::needless_range_loop,
                    reason = "rows and columns by their numbers, as in the formula"
                )]
                for column in 0..count {
                    for row in column..count {
                        let taken: f64 = (column..row)
                            .map(|j| {
                                betas[row]
                                    * with(&own_k[row], &own_k[j], row, j)
                                    * inverse[j][column]
                            })
                            .sum();
                        inverse[row][column] = f64::from(u8::from(row == column)) - taken;
                    }
                }
                let by_query: Matrix = (0..count)
                    .map(|i| {
                        (0..count)
                            .map(|j| {
                                if j <= i {
                                    scale * with(&own_q[i], &own_k[j], i, j)
                                } else {
                                    0.0
                                }
                            })
                            .collect()
                    })
                    .collect();
                let decayed = |x: &Matrix| -> Matrix {
                    let row = |(x, g): (&Vec<f64>, &Vec<f64>)| {
                        x.iter().zip(g).map(|(x, g)| x * g.exp2()).collect()
                    };
                    x.iter().zip(&gates).map(row).collect()
                };
                let scaled = |x: &Matrix| -> Matrix {
                    x.iter()
                        .zip(&betas)
                        .map(|(row, beta)| row.iter().map(|x| x * beta).collect())
                        .collect()
                };
                let queries = decayed(&own_q);
                let own_w = product(&inverse, &scaled(&decayed(&own_k)));
                let own_u = product(&inverse, &scaled(&own_v));
                let found = product(&own_w, &h);
                let corrected: Matrix = own_u
                    .iter()
                    .zip(&found)
                    .map(|(u, found)| u.iter().zip(found).map(|(u, found)| u - found).collect())
                    .collect();
                let end = &gates[count - 1];
                let behind: Matrix = (0..count)
                    .map(|i| {
                        (0..keys)
                            .map(|d| own_k[i][d] * (end[d] - gates[i][d]).exp2())
                            .collect()
                    })
                    .collect();
                let from_state = product(&queries, &h);
                let from_chunk = product(&by_query, &corrected);
                let of_chunk = (number * heads + head) * keys * values;
                for key in 0..keys {
                    for value in 0..values {
                        before[of_chunk + place(key, value)] = h[key][value];
                        let more: f64 = (0..count)
                            .map(|i| behind[i][key] * corrected[i][value])
                            .sum();
                        h[key][value] = h[key][value] * end[key].exp2() + more;
                    }
                }
                number += 1;
                for (i, &t) in rows.iter().enumerate() {
                    let seq = ((batch * tokens + t) * heads + head) * values;
                    for value in 0..values {
                        out[seq + value] = scale * from_state[i][value] + from_chunk[i][value];
                    }
                    let by_head = (batch * heads + head) * tokens + t;
                    let put = |to: &mut Vec<f64>, row: &[f64], width: usize| {
                        to[by_head * width..][..row.len()].copy_from_slice(row);
                    };
                    put(&mut gk, &gates[i], keys);
                    put(&mut aqk, &by_query[i], chunk);
                    put(&mut akk, &inverse[i], chunk);
                    put(&mut w, &own_w[i], keys);
                    put(&mut u, &own_u[i], values);
                    put(&mut qg, &queries[i], keys);
                    put(&mut kg, &behind[i], keys);
                    put(&mut v_new, &corrected[i], values);
                }
            }
            for key in 0..keys {
                for value in 0..values {
                    last[own + place(key, value)] = h[key][value];
                }
            }
        }
    }
    // Chunks lie by batches, those of a head one after another.
    let all = [out, last, gk, aqk, akk, w, u, qg, kg, v_new, before];
    let given = a[17..]
        .iter()
        .zip(all)
        .filter(|(output, _)| is_given(output));
    given.map(|(_, x)| numbers(x)).collect()
}
