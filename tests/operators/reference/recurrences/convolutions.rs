//! Causal convolutions of sequences and their gradients.

use super::*;

/// Arguments of a convolution with states.
struct Conv<'a> {
    x: &'a Argument,
    weight: &'a Argument,
    states: &'a Argument,
    bias: Option<Vec<f64>>,
    /// Rows of the tokens of each sequence.
    sequences: Vec<std::ops::Range<usize>>,
    /// Line that is read and line that is written of each; none is left out.
    lines: Vec<Option<[usize; 2]>>,
    silu: bool,
    residual: bool,
}

/// Work on a sequence: how many inputs of its line are read, from which on the filter begins, whether they are zeros; where inputs are written, from which
/// on and how many, given how many inputs there are; the lines that are filled, from which input on; the first results, which are 0.
struct Kept {
    before: usize,
    zeros: bool,
    written: (usize, usize, usize),
    filled: Vec<(usize, usize)>,
    reset: usize,
}

impl Conv<'_> {
    fn results(&self, kept: impl Fn(usize, usize) -> Kept) -> [Vec<Number>; 2] {
        let (x, weight) = (real(self.x), real(self.weight));
        let mut states = real(self.states);
        let [taps, dim] = shape(self.weight)[..] else {
            panic!("no weight")
        };
        let length = shape(self.states)[1];
        let mut y = vec![0.0; x.len()];
        for (sequence, (tokens, line)) in self.sequences.iter().zip(&self.lines).enumerate() {
            let Some([read, write]) = *line else {
                continue;
            };
            let count = tokens.len();
            let kept = kept(sequence, count);
            let mut inputs: Vec<Vec<f64>> = (0..kept.before)
                .map(|row| match kept.zeros {
                    true => vec![0.0; dim],
                    false => states[(read * length + row) * dim..][..dim].to_vec(),
                })
                .collect();
            inputs.extend(tokens.clone().map(|row| x[row * dim..][..dim].to_vec()));
            let mut put = |line: usize, row: usize, from: usize| {
                states[(line * length + row) * dim..][..dim].copy_from_slice(&inputs[from]);
            };
            for &(line, from) in &kept.filled {
                (0..taps - 1).for_each(|row| put(line, length + 1 - taps + row, from + row));
            }
            let (to, from, rows) = kept.written;
            (0..rows).for_each(|row| put(write, to + row, from + row));
            for (at, row) in tokens.clone().enumerate() {
                for channel in 0..dim {
                    let newest = kept.before + at;
                    let mut sum = self.bias.as_ref().map_or(0.0, |bias| bias[channel]);
                    for back in 0..taps {
                        let tap = weight[(taps - 1 - back) * dim + channel];
                        sum += tap * inputs[newest - back][channel];
                    }
                    if self.silu {
                        sum *= 1.0 / (1.0 + (-sum).exp());
                    }
                    if at < kept.reset {
                        sum = 0.0;
                    }
                    if self.residual {
                        sum += x[row * dim + channel];
                    }
                    y[row * dim + channel] = sum;
                }
            }
        }
        [numbers(states), numbers(y)]
    }
}

fn sequences(x: &Argument, starts: &Argument) -> Vec<std::ops::Range<usize>> {
    match (&shape(x)[..], whole(starts)) {
        (&[batch, tokens, _], _) => (0..batch).map(|b| b * tokens..(b + 1) * tokens).collect(),
        (_, Some(starts)) => {
            let pairs = starts.windows(2);
            pairs
                .map(|pair| pair[0] as usize..pair[1] as usize)
                .collect()
        }
        _ => panic!("no sequences"),
    }
}

fn lines(indices: &Argument, count: usize, absent: i64) -> Vec<Option<[usize; 2]>> {
    match whole(indices) {
        None => (0..count).map(|line| Some([line; 2])).collect(),
        Some(indices) => indices
            .iter()
            .map(|&line| (line != absent).then_some([line as usize; 2]))
            .collect(),
    }
}

pub fn conv_fn(a: &Arguments) -> Vec<Vec<Number>> {
    let sequences = sequences(&a["x"], &a["queryStartLocOptional"]);
    let taps = shape(&a["weight"])[0];
    let length = shape(&a["convStatesRef"])[1];
    let mode = whole(&a["initialStateModeOptional"]);
    let conv = Conv {
        x: &a["x"],
        weight: &a["weight"],
        states: &a["convStatesRef"],
        bias: is_given(&a["biasOptional"]).then(|| real(&a["biasOptional"])),
        lines: lines(
            &a["cacheIndicesOptional"],
            sequences.len(),
            int(&a["nullBlockId"]),
        ),
        sequences,
        silu: !matches!(a["activation"], Argument::Text("none")),
        residual: false,
    };
    let results = conv.results(|sequence, count| {
        let all = taps - 1 + count;
        let rows = if count == 0 { 0 } else { all.min(length) };
        Kept {
            before: taps - 1,
            zeros: mode.as_ref().is_none_or(|mode| mode[sequence] == 0),
            written: (0, all - rows, rows),
            filled: vec![],
            reset: 0,
        }
    });
    results.into()
}

pub fn conv_update(a: &Arguments) -> Vec<Vec<Number>> {
    let sequences = sequences(&a["x"], &a["queryStartLocOptional"]);
    let taps = shape(&a["weight"])[0];
    let length = shape(&a["convStatesRef"])[1];
    let accepted = whole(&a["numAcceptedTokensOptional"]);
    let conv = Conv {
        x: &a["x"],
        weight: &a["weight"],
        states: &a["convStatesRef"],
        bias: is_given(&a["biasOptional"]).then(|| real(&a["biasOptional"])),
        lines: lines(
            &a["cacheIndicesOptional"],
            sequences.len(),
            int(&a["nullBlockId"]),
        ),
        sequences,
        silu: !matches!(a["activation"], Argument::Text("none")),
        residual: false,
    };
    let results = conv.results(|sequence, count| {
        let (offset, more) = match &accepted {
            Some(accepted) => ((accepted[sequence] - 1).max(0) as usize, count.max(1) - 1),
            None => (0, 0),
        };
        let rows = if count == 0 {
            0
        } else {
            (taps - 1 + more).min(length)
        };
        Kept {
            before: offset + taps - 1,
            zeros: false,
            written: (0, offset + 1, rows),
            filled: vec![],
            reset: 0,
        }
    });
    results.into()
}

pub fn conv_fused(a: &Arguments) -> Vec<Vec<Number>> {
    fused(a).into()
}

pub fn conv_in_place(a: &Arguments) -> Vec<Vec<Number>> {
    let [states, mut y] = fused(a);
    // Sequences that are left out stay as they are.
    let (x, dim) = (real(&a["x"]), *shape(&a["x"]).last().unwrap());
    let sequences = sequences(&a["x"], &a["queryStartLoc"]);
    let own = lines_of_blocks(a, sequences.len());
    for (tokens, _) in sequences
        .into_iter()
        .zip(own)
        .filter(|(_, line)| line.is_none())
    {
        for at in tokens.start * dim..tokens.end * dim {
            y[at] = Number::from(x[at]);
        }
    }
    vec![y, states]
}

/// Lines that are read and written, by blocks where sequences have such.
fn lines_of_blocks(a: &Arguments, count: usize) -> Vec<Option<[usize; 2]>> {
    let absent = int(&a["padSlotId"]);
    if !is_given(&a["blockIdxFirstScheduledToken"]) {
        return lines(&a["cacheIndices"], count, absent);
    }
    let table = whole(&a["cacheIndices"]).unwrap();
    let width = table.len() / count;
    let at = |index: &Argument, sequence: usize| {
        let block = whole(index).unwrap()[sequence] as usize;
        table[sequence * width + block]
    };
    let pair = |sequence| {
        [
            at(&a["initialStateIdx"], sequence),
            at(&a["blockIdxLastScheduledToken"], sequence),
        ]
    };
    let of = |sequence| {
        (pair(sequence).iter().all(|&line| line != absent))
            .then(|| pair(sequence).map(|line| line as usize))
    };
    (0..count).map(of).collect()
}

fn fused(a: &Arguments) -> [Vec<Number>; 2] {
    let sequences = sequences(&a["x"], &a["queryStartLoc"]);
    let count = sequences.len();
    let taps = 3;
    let length = shape(&a["convStates"])[1];
    let (accepted, computed) = (
        whole(&a["numAcceptedTokens"]),
        whole(&a["numComputedTokens"]),
    );
    let conv = Conv {
        x: &a["x"],
        weight: &a["weight"],
        states: &a["convStates"],
        bias: None,
        lines: lines_of_blocks(a, count),
        sequences,
        silu: false,
        residual: int(&a["residualConnection"]) == 1,
    };
    conv.results(|sequence, tokens| {
        let computed = computed.as_ref().map(|computed| computed[sequence]);
        let zeros = computed == Some(0);
        let offset = match &accepted {
            _ if zeros => 0,
            Some(accepted) if accepted[sequence] > 0 => accepted[sequence] as usize - 1,
            _ => length - (taps - 1),
        };
        let all = offset + taps - 1 + tokens;
        let rows = if tokens == 0 { 0 } else { all.min(length) };
        let mut filled = vec![];
        if is_given(&a["blockIdxFirstScheduledToken"]) {
            let size = int(&a["blockSize"]);
            let [first, last] = [
                &a["blockIdxFirstScheduledToken"],
                &a["blockIdxLastScheduledToken"],
            ]
            .map(|index| whole(index).unwrap()[sequence]);
            let table = whole(&a["cacheIndices"]).unwrap();
            let width = table.len() / count;
            // The tokens before the end of each block, counted from the beginning of the sequence.
            let before = computed.unwrap_or(0) % size;
            let ends: Vec<i64> = (1..=tokens as i64)
                .filter(|end| (before + end) % size == 0)
                .collect();
            let fills = last - first;
            // The last token is in the block that is written, whose own end does not count.
            let ends: Vec<i64> = ends
                .into_iter()
                .filter(|&end| end < tokens as i64)
                .collect();
            for (chunk, end) in (0..fills).zip(&ends[ends.len() - fills as usize..]) {
                let line = table[sequence * width + (first + chunk) as usize] as usize;
                filled.push((line, offset + *end as usize));
            }
        }
        Kept {
            before: offset + taps - 1,
            zeros,
            written: (length - rows, all - rows, rows),
            filled,
            reset: match int(&a["convMode"]) {
                1 => tokens.min((taps as i64 - 1 - computed.unwrap()).max(0) as usize),
                _ => 0,
            },
        }
    })
}

pub fn masked(a: &Arguments) -> Vec<Vec<Number>> {
    let [tokens, batches, dim] = shape(&a["x"])[..] else {
        panic!("no tokens")
    };
    let (x, weight) = (real(&a["x"]), real(&a["weight"]));
    let mask = is_given(&a["maskOptional"]).then(|| real(&a["maskOptional"]));
    let mut y = vec![0.0; x.len()];
    for token in 0..tokens {
        for batch in 0..batches {
            if mask
                .as_ref()
                .is_some_and(|mask| mask[batch * tokens + token] == 0.0)
            {
                continue;
            }
            for channel in 0..dim {
                let taps = (0..3).filter(|&back| back <= token);
                let term = |back: usize| {
                    x[((token - back) * batches + batch) * dim + channel]
                        * weight[(2 - back) * dim + channel]
                };
                y[(token * batches + batch) * dim + channel] = taps.map(term).sum();
            }
        }
    }
    vec![numbers(y)]
}

pub fn masked_gradient(a: &Arguments) -> Vec<Vec<Number>> {
    let [tokens, batches, dim] = shape(&a["x"])[..] else {
        panic!("no tokens")
    };
    let (g, x, weight) = (real(&a["gradY"]), real(&a["x"]), real(&a["weight"]));
    let mask = is_given(&a["maskOptional"]).then(|| real(&a["maskOptional"]));
    let (mut by_x, mut by_weight) = (vec![0.0; x.len()], vec![0.0; weight.len()]);
    for token in 0..tokens {
        for batch in 0..batches {
            if mask
                .as_ref()
                .is_some_and(|mask| mask[batch * tokens + token] == 0.0)
            {
                continue;
            }
            for channel in 0..dim {
                let gradient = g[(token * batches + batch) * dim + channel];
                for back in (0..3).filter(|&back| back <= token) {
                    let from = ((token - back) * batches + batch) * dim + channel;
                    by_x[from] += gradient * weight[(2 - back) * dim + channel];
                    by_weight[(2 - back) * dim + channel] += gradient * x[from];
                }
            }
        }
    }
    vec![numbers(by_x), numbers(by_weight)]
}
