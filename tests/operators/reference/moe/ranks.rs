//! Tokens that go to experts on several ranks, and come back: a whole group at once.

use super::*;
use crate::arguments::Arguments;
use crate::reference::quantised::codes_of;
use hostnpu_aclnn_operators::entry::EntryPoint;

/// The arguments of one rank by their names.
pub struct Named<'a> {
    pub entry: &'a EntryPoint,
    pub arguments: &'a [Argument],
}

impl Named<'_> {
    /// The argument of one of these names.
    fn at(&self, names: &[&str]) -> Option<&Argument> {
        let parameters = self.entry.parameters.iter();
        let at = parameters
            .enumerate()
            .find(|(_, p)| names.contains(&p.name));
        at.map(|(at, _)| &self.arguments[at])
    }

    pub fn tensor(&self, names: &[&str]) -> Option<&Tensor> {
        self.at(names)
            .and_then(|argument| argument.tensors().first())
    }

    pub fn int(&self, name: &str) -> usize {
        match self.at(&[name]) {
            Some(Argument::Int(number)) => *number as usize,
            _ => 0,
        }
    }

    /// The outputs before the call.
    fn outputs(&self) -> Vec<(&'static str, &Tensor)> {
        let all = self.entry.parameters.iter().zip(self.arguments);
        let written = all.filter(|(p, _)| p.direction.writes());
        written
            .flat_map(|(p, argument)| {
                argument
                    .tensors()
                    .iter()
                    .map(move |tensor| (p.name, tensor))
            })
            .collect()
    }
}

/// Destination of a choice: its rank and the number of its expert there; none of hidden ones and experts without rows.
pub(super) struct Way {
    pub rank: usize,
    pub expert: usize,
    pub token: usize,
    pub choice: usize,
    /// Row of factors.
    factors: usize,
}

/// The ways of a rank's tokens, in the order of tokens and choices.
pub(super) fn ways(of: &Named, rank: usize, ranks: usize) -> Vec<Way> {
    let ids_of = of.tensor(&["expertIds"]).unwrap();
    let ids = ints(ids_of);
    let top_k = ids_of.shape[1] as usize;
    let mask = of
        .tensor(&["xActiveMask", "xActiveMaskOptional"])
        .map(|mask| mask.elements());
    let experts = of.int("moeExpertNum");
    let (shared, on) = (of.int("sharedExpertNum"), of.int("sharedExpertRankNum"));
    let each = experts / (ranks - on);
    let mut all = Vec::new();
    for token in 0..ids.len() / top_k {
        let is_active = |choice: usize| match &mask {
            None => true,
            Some(mask) if mask.len() == ids.len() => mask[token * top_k + choice] != 0,
            Some(mask) => mask[token] != 0,
        };
        for choice in 0..top_k {
            let expert = ids[token * top_k + choice] as usize;
            if is_active(choice) && expert < experts {
                all.push(Way {
                    rank: on + expert / each,
                    expert: expert % each,
                    token,
                    choice,
                    factors: expert + if on > 0 { shared } else { 0 },
                });
            }
        }
        if on > 0 && (0..top_k).any(is_active) {
            for copy in 0..shared {
                let step = on / shared;
                all.push(Way {
                    rank: rank % step + copy * step,
                    expert: 0,
                    token,
                    choice: top_k + copy,
                    factors: copy,
                });
            }
        }
    }
    all
}

/// The row of a token for an expert, and its scales.
pub(super) fn dispatched_row(of: &Named, bytes: &[u8], way: &Way, to: Dtype) -> (Vec<u8>, Vec<u8>) {
    let x = of.tensor(&["x"]).unwrap();
    let (tokens, width) = (x.shape[0] as usize, x.shape[1] as usize);
    let scales = of.tensor(&["scales", "scalesOptional"]);
    let mode = of.int("quantMode");
    if mode == 0 && x.dtype == to {
        let of_scales = scales.map(|scales| row_of(&scales.elements(), tokens, way.token).to_vec());
        let row = row_of(bytes, tokens, way.token).to_vec();
        return (row, of_scales.unwrap_or_default());
    }
    let row = row_of(bytes, tokens, way.token).chunks(x.size());
    let numbers = row.map(|bytes| decode_double(bytes, x.dtype));
    let numbers = &numbers.collect::<Vec<_>>();
    let codes = codes_of(to);
    let factors = scales.map(floats);
    let factor = |k: usize| match &factors {
        None => 1.0,
        Some(factors) if factors.len() == 1 => factors[0],
        Some(factors) if factors.len() == width => factors[k],
        Some(factors) => factors[way.factors * width + k],
    };
    if mode == 4 {
        let of = match to {
            Dtype::F8E5m2 => 2,
            Dtype::F8E4m3fn => 3,
            other => panic!("{other} in blocks"),
        };
        return super::quant::quantised(of, numbers, None);
    }
    let scaled: Vec<f64> = (0..width).map(|k| numbers[k] * factor(k)).collect();
    let group = match mode {
        2 => width,
        3 => 128,
        _ => {
            let row = scaled.iter().map(|&x| codes.code(x, 1.0));
            return (row.collect(), Vec::new());
        }
    };
    let (mut row, mut of_row) = (Vec::new(), Vec::new());
    for part in scaled.chunks(group) {
        let most = part.iter().fold(0.0_f64, |most, x| most.max(x.abs())) as f32;
        let scale = most / codes.max();
        row.extend(part.iter().map(|&x| match scale == 0.0 {
            true => 0,
            false => codes.code(x, scale),
        }));
        of_row.extend(scale.to_le_bytes());
    }
    (row, of_row)
}

/// The outputs of all ranks.
pub fn dispatch(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let ranks = all.len();
    let named: Vec<Named> = all
        .iter()
        .map(|arguments| Named { entry, arguments })
        .collect();
    let ways: Vec<Vec<Way>> = named
        .iter()
        .enumerate()
        .map(|(rank, of)| ways(of, rank, ranks))
        .collect();
    let tokens: Vec<Vec<u8>> = named
        .iter()
        .map(|of| of.tensor(&["x"]).unwrap().elements())
        .collect();
    let of_rank = |rank: usize| {
        let of = &named[rank];
        let on = of.int("sharedExpertRankNum");
        let local = match rank < on {
            true => 1,
            false => of.int("moeExpertNum") / (ranks - on),
        };
        let expand = of.tensor(&["expandX", "expandXOut"]).unwrap();
        let capacity = expand.shape[0] as usize;
        let mut outputs: Vec<(&str, Vec<u8>)> = of
            .outputs()
            .into_iter()
            .map(|(name, tensor)| (name, tensor.elements()))
            .collect();
        let mut put = |names: &[&str], row: usize, rows: usize, bytes: &[u8]| {
            if let Some((_, all)) = outputs.iter_mut().find(|(name, _)| names.contains(name)) {
                let width = all.len() / rows;
                all[row * width..][..bytes.len()].copy_from_slice(bytes);
            }
        };
        let mut row = 0;
        let mut totals = Vec::new();
        for expert in 0..local {
            let begin = row;
            for (source, ways) in ways.iter().enumerate() {
                for way in ways
                    .iter()
                    .filter(|way| (way.rank, way.expert) == (rank, expert))
                {
                    let (codes, scales) =
                        dispatched_row(&named[source], &tokens[source], way, expand.dtype);
                    put(&["expandX", "expandXOut"], row, capacity, &codes);
                    put(
                        &["dynamicScales", "dynamicScalesOut"],
                        row,
                        capacity,
                        &scales,
                    );
                    let about = [source, way.token, way.choice].map(|number| number as i32);
                    let about: Vec<u8> = about.iter().flat_map(|n| n.to_le_bytes()).collect();
                    put(&["assistInfoForCombineOut"], row, capacity, &about);
                    let weights = named[source].tensor(&["expertScales", "expertScalesOptional"]);
                    if let Some(weights) = weights {
                        let top_k = weights.shape[1] as usize;
                        let weight = match way.choice < top_k {
                            true => floats(weights)[way.token * top_k + way.choice] as f32,
                            false => 1.0,
                        };
                        let names = ["expandScales", "expandScalesOut"];
                        put(&names, row, capacity, &weight.to_le_bytes());
                    }
                    row += 1;
                }
                let names = ["epRecvCounts", "epRecvCountsOut"];
                let end = (row as i32).to_le_bytes();
                put(&names, expert * ranks + source, local * ranks, &end);
            }
            totals.push(match of.int("expertTokenNumsType") {
                0 => row,
                _ => row - begin,
            } as i64);
        }
        let totals = stored_ints(&totals, Dtype::I64);
        put(&["expertTokenNums", "expertTokenNumsOut"], 0, 1, &totals);
        // The number of each choice among those of its expert on this rank.
        let mut seen = std::collections::HashMap::new();
        let top_k = of.tensor(&["expertIds"]).unwrap().shape[1] as usize;
        let choices = of.tensor(&["expertIds"]).unwrap().numel();
        for way in ways[rank].iter().filter(|way| way.choice < top_k) {
            let number: &mut i32 = seen.entry((way.rank, way.expert)).or_default();
            let place = way.token * top_k + way.choice;
            put(&["expandIdx"], place, choices, &number.to_le_bytes());
            *number += 1;
        }
        outputs.into_iter().map(|(_, bytes)| bytes).collect()
    };
    (0..ranks).map(of_rank).collect()
}

/// The ends of rows of each expert from each rank, for all ranks.
pub fn ends(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<i64>> {
    let ranks = all.len();
    let of_rank = |rank: usize| {
        let named = Named {
            entry,
            arguments: all[rank],
        };
        ways(&named, rank, ranks)
    };
    let ways: Vec<Vec<Way>> = (0..ranks).map(of_rank).collect();
    let ends_of = |rank: usize| {
        let of = Named {
            entry,
            arguments: all[rank],
        };
        let on = of.int("sharedExpertRankNum");
        let local = match rank < on {
            true => 1,
            false => of.int("moeExpertNum") / (ranks - on),
        };
        let mut counts = Vec::new();
        for expert in 0..local {
            for ways in &ways {
                let own = ways
                    .iter()
                    .filter(|way| (way.rank, way.expert) == (rank, expert));
                counts.push(own.count() as i64);
            }
        }
        cumulative(&counts)
    };
    (0..ranks).map(ends_of).collect()
}

/// The sums of all ranks' tokens, exactly, and their type.
pub fn combined_sums(entry: &EntryPoint, all: &[&Arguments]) -> Vec<(Vec<f64>, Dtype)> {
    let ranks = all.len();
    let named: Vec<Named> = all
        .iter()
        .map(|arguments| Named { entry, arguments })
        .collect();
    let ways: Vec<Vec<Way>> = named
        .iter()
        .enumerate()
        .map(|(rank, of)| ways(of, rank, ranks))
        .collect();
    // Places of rows: by expert, rank, token and choice.
    let place = |target: usize, source: usize, at: usize| {
        let own = &ways[source][at];
        let before = |other: usize, way: &Way, number: usize| {
            way.rank == target && (way.expert, other, number) < (own.expert, source, at)
        };
        let numbers = ways
            .iter()
            .enumerate()
            .flat_map(|(other, ways)| ways.iter().enumerate().map(move |(n, way)| (other, n, way)));
        numbers
            .filter(|(other, n, way)| before(*other, way, *n))
            .count()
    };
    let of_rank = |rank: usize| {
        let of = &named[rank];
        let ids_of = of.tensor(&["expertIds"]).unwrap();
        let (ids, top_k) = (ints(ids_of), ids_of.shape[1] as usize);
        let output = of.tensor(&["x", "xOut"]).unwrap();
        let width = *output.shape.last().unwrap() as usize;
        let scales = floats(of.tensor(&["expertScales"]).unwrap());
        let mut sums = match of.tensor(&["sharedExpertXOptional"]) {
            Some(shared) => floats(shared),
            None => vec![0.0; output.numel()],
        };
        let first = of.int("moeExpertNum");
        let copy = first + of.int("zeroExpertNum");
        let constant = copy + of.int("copyExpertNum");
        let mask = of
            .tensor(&["xActiveMask", "xActiveMaskOptional"])
            .map(|mask| mask.elements());
        for token in 0..ids.len() / top_k {
            for choice in 0..top_k {
                let expert = ids[token * top_k + choice] as usize;
                let is_hidden = match &mask {
                    None => false,
                    Some(mask) if mask.len() == ids.len() => mask[token * top_k + choice] == 0,
                    Some(mask) => mask[token] == 0,
                };
                if is_hidden || expert < copy {
                    continue;
                }
                let x = floats(of.tensor(&["oriXOptional"]).unwrap());
                for k in 0..width {
                    let own = x[token * width + k];
                    let row = match expert.checked_sub(constant) {
                        None => own,
                        Some(at) => {
                            let number = |name: &str| {
                                let given = floats(of.tensor(&[name]).unwrap());
                                // One for each element of the row, or for the expert.
                                let is_row = given.len() > of.int("constExpertNum");
                                given[if is_row { at * width + k } else { at }]
                            };
                            number("constExpertAlpha1Optional") * own
                                + number("constExpertAlpha2Optional")
                                    * number("constExpertVOptional")
                        }
                    };
                    sums[token * width + k] += scales[token * top_k + choice] * row;
                }
            }
        }
        for (at, way) in ways[rank].iter().enumerate() {
            let rows = floats(named[way.rank].tensor(&["expandX"]).unwrap());
            let row = place(way.rank, rank, at);
            let weight = match way.choice < top_k {
                true if !scales.is_empty() => scales[way.token * top_k + way.choice],
                _ => 1.0,
            };
            for k in 0..width {
                sums[way.token * width + k] += weight * rows[row * width + k];
            }
        }
        (sums, output.dtype)
    };
    (0..ranks).map(of_rank).collect()
}

/// The outputs of all ranks where the sums are normalised with a residual.
pub fn combine_normed(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let sums = combined_sums(entry, all).into_iter().zip(all);
    let of_rank = |((sums, dtype), arguments): ((Vec<f64>, Dtype), &&Arguments)| {
        let of = Named { entry, arguments };
        let residual = floats(of.tensor(&["residualX"]).unwrap());
        let gamma = floats(of.tensor(&["gamma"]).unwrap());
        let epsilon = arguments.iter().find_map(|argument| match argument {
            Argument::Float(number) => Some(f64::from(*number as f32)),
            _ => None,
        });
        let x: Vec<f64> = sums.iter().zip(&residual).map(|(a, b)| a + b).collect();
        let (mut y, mut rstd) = (Vec::new(), Vec::new());
        for row in x.chunks(gamma.len()) {
            let squares: f64 = row.iter().map(|x| x * x).sum();
            let inverse = 1.0 / (squares / row.len() as f64 + epsilon.unwrap()).sqrt();
            y.extend(row.iter().zip(&gamma).map(|(x, gamma)| x * inverse * gamma));
            rstd.push(inverse);
        }
        vec![
            stored(&y, dtype),
            stored(&rstd, Dtype::F32),
            stored(&x, dtype),
        ]
    };
    sums.map(of_rank).collect()
}

/// The outputs of all ranks.
pub fn combine_ranks(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let sums = combined_sums(entry, all).into_iter();
    sums.map(|(sums, dtype)| vec![stored(&sums, dtype)])
        .collect()
}
