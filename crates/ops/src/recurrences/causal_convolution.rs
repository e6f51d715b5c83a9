//! Causal convolutions of each channel by itself, over the tokens of sequences whose last inputs a cache of states keeps.

#![forbid(unsafe_code)]

use super::{Tokens, below};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::grain::LANES;
use hostnpu_engine::operands::{
    ReadFloats, ReadFloatsView, ReadIndices, ReadView, Temporary, WriteFloatsView, kernel, operands,
};
use hostnpu_engine::views::FloatsViewMut;
use hostnpu_kernels::index::IndexSlice;
use hostnpu_kernels::rows::{add_products, swish};
use hostnpu_numeric::Bool;
use hostnpu_tensor::cuts;

/// Channels that are worked on together.
pub(super) const CHANNELS: usize = 64;

/// Most taps of a filter.
pub const MOST_TAPS: usize = 4;

/// The form in which a cache is read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// A sequence begins with zeros or, where its mode is not 0, with the first rows of its line. The last inputs are written to the beginning of the line.
    Prefill,
    /// A sequence begins with the first rows of its line, or those from the accepted tokens on. Inputs are shifted in behind them.
    Update,
    /// A sequence without computed tokens begins with zeros, others with the last rows of their line, or those from the accepted tokens on. All that was read and the inputs
    /// are written to the end of the line.
    Fused,
}

/// Blocks of a cache that sequences share by prefixes: lines of each sequence, of which some are filled.
pub struct Blocks {
    /// The first line that is filled.
    pub first: Arg,
    /// The line that is written.
    pub last: Arg,
    /// The line that is read.
    pub initial: Arg,
    /// Tokens of a block.
    pub size: usize,
}

/// The cache of the last inputs of sequences.
pub struct Cache {
    /// The form in which it is read and written.
    pub keeping: Keeping,
    /// (lines, inputs, channels).
    pub states: Arg,
    /// The line of each sequence, or its lines; without them they lie in order.
    pub lines: Option<Arg>,
    /// A sequence with this line is left out: its results are 0.
    pub absent: i64,
    /// True for sequences that begin with their state.
    pub mode: Option<Arg>,
    /// Tokens of a sequence that were accepted.
    pub accepted: Option<Arg>,
    /// Tokens of a sequence that were computed before.
    pub computed: Option<Arg>,
    /// Blocks of a sequence.
    pub blocks: Option<Blocks>,
}

/// The steps behind a sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct After {
    /// `x / (1 + exp(-x))`.
    pub is_swish: bool,
    /// The input is added.
    pub adds_input: bool,
    /// The first results are 0, for as many tokens as a filter lacks inputs.
    pub starts_with_zeros: bool,
}

/// Operands of [`causal_convolution`].
pub struct CausalConvolution {
    /// (batches, tokens, channels); none if results replace inputs.
    pub x: Option<Arg>,
    /// (taps, channels), the oldest input first.
    pub weight: Arg,
    /// For each channel.
    pub bias: Option<Arg>,
    /// (batches, tokens): results are 0 where it is false.
    pub mask: Option<Arg>,
    /// The first tokens of sequences in the only batch, and the end of the last one; without it each batch is one.
    pub starts: Option<Arg>,
    /// States.
    pub cache: Option<Cache>,
    /// The steps behind a sum.
    pub after: After,
    /// (batches, tokens, channels).
    pub y: Arg,
}

operands! {
    struct Operands => OperandsAt {
        x: Option<ReadFloatsView<3>>,
        weight: ReadFloats,
        bias: Option<ReadFloats>,
        mask: Option<ReadView<Bool, 2>>,
        numbers: Numbers,
        states: Option<WriteFloatsView<3>>,
        y: WriteFloatsView<3>,
        tasks: Temporary<[i64; WORDS]>,
        fills: Temporary<[i64; 2]>,
        memory: Temporary<f64>,
    }
}

operands! {
    struct Numbers => NumbersAt {
        starts: Option<ReadIndices<i64>>,
        lines: Option<ReadIndices<i64>>,
        mode: Option<ReadIndices<i64>>,
        accepted: Option<ReadIndices<i64>>,
        computed: Option<ReadIndices<i64>>,
        first: Option<ReadIndices<i64>>,
        last: Option<ReadIndices<i64>>,
        initial: Option<ReadIndices<i64>>,
    }
}

/// Names of [`Numbers`].
#[derive(Default)]
struct Names {
    starts: &'static str,
    lines: &'static str,
    accepted: &'static str,
    last: &'static str,
    initial: &'static str,
}

/// Numbers of a [`Task`].
const WORDS: usize = 13;

/// The work for a sequence. Its inputs are counted from the first row of its line that is read; its tokens follow these.
#[derive(Clone, Copy, Debug, Default)]
struct Task {
    tokens: Tokens,
    is_absent: bool,
    /// The line that it begins with; zeros without one.
    read: Option<usize>,
    /// Inputs before the first one that a filter reads.
    offset: usize,
    /// The line that is written, the first row there, the first input, and how many.
    written: [usize; 4],
    /// The first results, which are 0.
    zeros: usize,
    /// Lines that are filled: the first one, and how many.
    fills: [usize; 2],
}

impl Task {
    fn words(self) -> [i64; WORDS] {
        let Tokens {
            batch,
            first,
            count,
        } = self.tokens;
        let [line, to, from, rows] = self.written;
        let read = self.read.map_or(0, |line| line + 1);
        [
            batch,
            first,
            count,
            self.is_absent.into(),
            read,
            self.offset,
            line,
            to,
            from,
            rows,
            self.zeros,
            self.fills[0],
            self.fills[1],
        ]
        .map(|word| word as i64)
    }

    fn of(words: &[i64; WORDS]) -> Self {
        let [
            batch,
            first,
            count,
            absent,
            read,
            offset,
            line,
            to,
            from,
            rows,
            zeros,
            filled,
            fills,
        ] = words.map(|word| word as usize);
        Self {
            tokens: Tokens {
                batch,
                first,
                count,
            },
            is_absent: absent != 0,
            read: read.checked_sub(1),
            offset,
            written: [line, to, from, rows],
            zeros,
            fills: [filled, fills],
        }
    }
}

/// Extents and rules of a convolution.
struct Plan {
    batches: usize,
    tokens: usize,
    channels: usize,
    taps: usize,
    keeping: Keeping,
    absent: i64,
    lines: usize,
    /// Rows of a line.
    length: usize,
    /// Lines of a sequence in the list of lines.
    of_sequence: usize,
    /// Tokens of a block.
    block: usize,
    after: After,
    names: Names,
}

/// Plans the convolution. Numbers outside fail before anything is written.
pub fn causal_convolution(of: CausalConvolution) -> Result<Call> {
    let [batches, tokens, channels] = of.y.extents::<3>()?;
    let [taps, _] = of.weight.extents::<2>()?;
    let numel = |arg: &Arg| arg.view.numel().unwrap_or(0);
    let sequences = match &of.starts {
        Some(starts) => numel(starts).saturating_sub(1),
        None => batches,
    };
    let mut plan = Plan {
        batches,
        tokens,
        channels,
        taps,
        keeping: Keeping::Prefill,
        absent: 0,
        lines: 0,
        length: 0,
        of_sequence: 1,
        block: 0,
        after: of.after,
        names: Names::default(),
    };
    let mut numbers = Numbers {
        starts: None,
        lines: None,
        mode: None,
        accepted: None,
        computed: None,
        first: None,
        last: None,
        initial: None,
    };
    let indices = |arg: Option<Arg>, name: &mut &'static str| {
        arg.map(|arg| {
            *name = arg.name;
            ReadIndices::from(arg)
        })
    };
    let mut unnamed = "";
    numbers.starts = indices(of.starts, &mut plan.names.starts);
    let mut states = None;
    if let Some(cache) = of.cache {
        [plan.lines, plan.length, _] = cache.states.extents::<3>()?;
        plan.keeping = cache.keeping;
        plan.absent = cache.absent;
        if let Some(lines) = &cache.lines {
            plan.of_sequence = numel(lines) / sequences.max(1);
        }
        numbers.lines = indices(cache.lines, &mut plan.names.lines);
        numbers.mode = indices(cache.mode, &mut unnamed);
        numbers.accepted = indices(cache.accepted, &mut plan.names.accepted);
        numbers.computed = indices(cache.computed, &mut unnamed);
        if let Some(blocks) = cache.blocks {
            plan.block = blocks.size;
            numbers.first = indices(Some(blocks.first), &mut unnamed);
            numbers.last = indices(Some(blocks.last), &mut plan.names.last);
            numbers.initial = indices(Some(blocks.initial), &mut plan.names.initial);
        }
        states = Some(WriteFloatsView::as_it_lies(cache.states)?);
    }
    let fills = match plan.block {
        0 => 0,
        _ => sequences * plan.of_sequence,
    };
    let lanes = LANES.min(channels.div_ceil(CHANNELS)).max(1);
    let operands = Operands {
        x: of.x.map(ReadFloatsView::of).transpose()?,
        weight: of.weight.into(),
        bias: of.bias.map(ReadFloats::from),
        mask: of.mask.map(ReadView::of).transpose()?,
        numbers,
        states,
        y: WriteFloatsView::as_it_lies(of.y)?,
        tasks: Temporary::of(sequences),
        fills: Temporary::of(fills),
        memory: Temporary::of(lanes * plan.memory()),
    };
    let cost = 8 * batches * tokens * channels * taps;
    kernel(operands, cost, move |at: OperandsAt| {
        let mut filled = 0;
        for (sequence, words) in at.tasks.iter_mut().enumerate() {
            let task = plan.task(sequence, &at.numbers, at.fills, &mut filled)?;
            *words = task.words();
        }
        plan.run(at);
        Ok(())
    })
}

impl Plan {
    /// Numbers that a part works with: inputs before a sequence, taps, inputs, and a row each of sums and biases.
    fn memory(&self) -> usize {
        (self.length + 2 * self.taps + 2) * CHANNELS
    }

    /// Reads the numbers of a sequence once, and makes a task of them.
    fn task(
        &self,
        sequence: usize,
        at: &NumbersAt<'_>,
        fills: &mut [[i64; 2]],
        filled: &mut usize,
    ) -> Result<Task> {
        let mut task = Task {
            tokens: self.tokens_of(sequence, at.starts)?,
            ..Task::default()
        };
        if self.length == 0 {
            return Ok(task);
        }
        let (count, before) = (task.tokens.count, self.taps - 1);
        let first = sequence * self.of_sequence;
        let block = |blocks: Option<IndexSlice<'_, i64>>, name| match blocks {
            Some(blocks) => below(name, sequence, blocks.get(sequence), self.of_sequence),
            None => Ok(0),
        };
        let line_at = |block: usize| match at.lines {
            Some(lines) => match lines.get(first + block) {
                line if line == self.absent => Ok(None),
                line => below(self.names.lines, first + block, line, self.lines).map(Some),
            },
            None => Ok(Some(sequence)),
        };
        let [initial, last] = [
            block(at.initial, self.names.initial)?,
            block(at.last, self.names.last)?,
        ];
        let (Some(read), Some(line)) = (line_at(initial)?, line_at(last)?) else {
            task.is_absent = true;
            return Ok(task);
        };
        let accepted = match at.accepted {
            Some(accepted) => {
                let number = accepted.get(sequence);
                let most = (self.length - before + 1) as i64;
                if !(0..=most).contains(&number) {
                    let got = format!("{number} at [{sequence}]");
                    let allowed = format!("0 to {most}, as a line has rows");
                    return Err(Error::value(self.names.accepted, got, allowed));
                }
                Some(number as usize)
            }
            None => None,
        };
        let computed = at.computed.map(|computed| computed.get(sequence).max(0));
        let reads = match self.keeping {
            Keeping::Prefill => at.mode.is_some_and(|mode| mode.get(sequence) != 0),
            Keeping::Update => true,
            Keeping::Fused => computed != Some(0),
        };
        task.read = reads.then_some(read);
        task.offset = match (self.keeping, accepted) {
            (Keeping::Prefill, _) => 0,
            (Keeping::Update, accepted) => accepted.unwrap_or(0).saturating_sub(1),
            (Keeping::Fused, _) if !reads => 0,
            (Keeping::Fused, Some(accepted @ 1..)) => accepted - 1,
            (Keeping::Fused, _) => self.length - before,
        };
        let inputs = task.offset + before + count;
        task.written = match self.keeping {
            _ if count == 0 => [line, 0, 0, 0],
            Keeping::Prefill => {
                let rows = inputs.min(self.length);
                [line, 0, inputs - rows, rows]
            }
            Keeping::Update => {
                let rows = before + accepted.map_or(0, |_| count - 1);
                [line, 0, task.offset + 1, rows.min(self.length)]
            }
            Keeping::Fused => {
                let rows = inputs.min(self.length);
                [line, self.length - rows, inputs - rows, rows]
            }
        };
        if let Some(computed) = computed
            && self.after.starts_with_zeros
        {
            task.zeros = count.min(before.saturating_sub(computed as usize));
        }
        if let Some(blocks) = at.first {
            let scheduled = blocks.get(sequence);
            task.fills = [*filled, 0];
            let computed = computed.unwrap_or(0) % self.block as i64;
            let size = self.block as i64;
            let tail = (count as i64 - (size - computed)).rem_euclid(size);
            let full = count as i64 - if tail == 0 { size } else { tail };
            for block in scheduled.max(0)..last as i64 {
                let boundary = full - (last as i64 - 1 - block) * size;
                let Ok(boundary @ 0..) = usize::try_from(boundary) else {
                    let got = format!("{last} at [{sequence}]");
                    let allowed = format!("blocks that {count} tokens fill");
                    return Err(Error::value(self.names.last, got, allowed));
                };
                if let Some(line) = line_at(block as usize)? {
                    fills[*filled] = [line, task.offset + boundary].map(|word| word as i64);
                    *filled += 1;
                    task.fills[1] += 1;
                }
            }
        }
        Ok(task)
    }

    fn tokens_of(&self, sequence: usize, starts: Option<IndexSlice<'_, i64>>) -> Result<Tokens> {
        let Some(starts) = starts else {
            return Ok(Tokens {
                batch: sequence,
                first: 0,
                count: self.tokens,
            });
        };
        let all = self.tokens as i64;
        let [first, end] = [starts.get(sequence), starts.get(sequence + 1)];
        let is_last = sequence + 2 == starts.len();
        let begins = if sequence == 0 {
            first == 0
        } else {
            first >= 0
        };
        let ends = if is_last { end == all } else { end <= all };
        if !begins || !ends || end < first {
            let got = format!("{first} and {end} at [{sequence}]");
            let allowed = format!("numbers that rise from 0 to {all}, the tokens");
            return Err(Error::value(self.names.starts, got, allowed));
        }
        Ok(Tokens {
            batch: 0,
            first: first as usize,
            count: (end - first) as usize,
        })
    }

    /// Computes all sequences, one after another. Threads take channels, so that two sequences may have one line.
    fn run(&self, at: OperandsAt<'_>) {
        if self.batches * self.tokens * self.channels == 0 {
            return;
        }
        let OperandsAt {
            x,
            weight,
            bias,
            mask,
            states,
            y,
            tasks,
            fills,
            memory,
            ..
        } = at;
        let (tasks, fills) = (&*tasks, &*fills);
        let parts = (
            y.boxes([self.batches, self.tokens, CHANNELS]),
            states.map(|states| states.boxes([self.lines, self.length, CHANNELS])),
        );
        let memory = cuts::chunks(memory, self.memory());
        cuts::for_each_part_with(memory, parts, |piece, memory, (mut y, mut states)| {
            let first = piece * CHANNELS;
            let channels = y.shape()[2];
            let (history, memory) = memory.split_at_mut(self.length * CHANNELS);
            let mut rows = memory.chunks_mut(CHANNELS).map(|row| &mut row[..channels]);
            let mut weights: [&mut [f64]; MOST_TAPS] = Default::default();
            for (tap, row) in weights.iter_mut().take(self.taps).enumerate() {
                *row = rows.next().unwrap_or_default();
                let start = tap * self.channels + first;
                weight.load(start..start + channels, row);
            }
            let [sums, biases] = [0; 2].map(|_| rows.next().unwrap_or_default());
            biases.fill(0.0);
            if let Some(bias) = &bias {
                bias.load(first..first + channels, biases);
            }
            let mut window: [&mut [f64]; MOST_TAPS] = Default::default();
            for row in window.iter_mut().take(self.taps) {
                *row = rows.next().unwrap_or_default();
            }
            for words in tasks {
                let task = Task::of(words);
                let Tokens {
                    batch,
                    first: start,
                    count,
                } = task.tokens;
                if task.is_absent {
                    if x.is_some() {
                        (start..start + count).for_each(|token| y.row([batch, token]).clear());
                    }
                    continue;
                }
                let input = |y: &mut FloatsViewMut<'_, 3>, token: usize, to: &mut [f64]| match &x {
                    Some(x) => x.load([batch, start + token], first, to),
                    None => y.row([batch, start + token]).load(0..channels, to),
                };
                let before = task.offset + self.taps - 1;
                if let Some(states) = &mut states {
                    for (row, to) in history.chunks_mut(CHANNELS).take(before).enumerate() {
                        let to = &mut to[..channels];
                        match task.read {
                            Some(line) => states.row([line, row]).load(0..channels, to),
                            None => to.fill(0.0),
                        }
                    }
                    let mut keep = |from: usize, [line, to]: [usize; 2], count: usize| {
                        for row in 0..count {
                            match (from + row).checked_sub(before) {
                                None => sums.copy_from_slice(
                                    &history[(from + row) * CHANNELS..][..channels],
                                ),
                                Some(token) => input(&mut y, token, sums),
                            }
                            states.row([line, to + row]).store(0, sums);
                        }
                    };
                    let [filled, count] = task.fills;
                    for &[line, from] in &fills[filled..filled + count] {
                        let to = [line as usize, self.length + 1 - self.taps];
                        keep(from as usize, to, self.taps - 1);
                    }
                    let [line, to, from, rows] = task.written;
                    keep(from, [line, to], rows);
                }
                let rows = window[..self.taps - 1].iter_mut();
                for (tap, kept) in rows.enumerate() {
                    match history.chunks(CHANNELS).nth(task.offset + tap) {
                        Some(row) => kept.copy_from_slice(&row[..channels]),
                        None => kept.fill(0.0),
                    }
                }
                for token in 0..count {
                    let newest = (token + self.taps - 1) % self.taps;
                    input(&mut y, token, window[newest]);
                    sums.copy_from_slice(biases);
                    for (tap, weights) in weights.iter().take(self.taps).enumerate() {
                        add_products(sums, weights, window[(token + tap) % self.taps]);
                    }
                    if self.after.is_swish {
                        swish(sums, 1.0);
                    }
                    let is_hidden = mask
                        .as_ref()
                        .is_some_and(|mask| !mask.at([batch, start + token]).get());
                    if is_hidden || token < task.zeros {
                        sums.fill(0.0);
                    }
                    if self.after.adds_input {
                        let input = &*window[newest];
                        sums.iter_mut().zip(input).for_each(|(sum, x)| *sum += x);
                    }
                    y.row([batch, start + token]).store_with_one_nan(0, sums);
                }
            }
        });
    }
}
