//! Sums of rows of groups of tokens, and how far the values of groups stand out: what blocks of queries and keys are compared by.

#![forbid(unsafe_code)]

use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::attention::Pages;
use hostnpu_engine::codes::codes;
use hostnpu_engine::operands::{
    Any, Read, ReadAny, ReadIndices, Temporary, Write, WriteFloats, kernel, operands,
};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_kernels::quantised::{Quantised, larger};
use hostnpu_kernels::{attention, rows};
use hostnpu_tensor::cuts::{chunks, for_each_part, for_each_part_with};
use hostnpu_tensor::parallel;

/// Added to norms before their logarithm, and to deviations before they divide.
const EPSILON: f64 = 1e-6;

/// Tokens of sequences, and their groups.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// The first row, where tokens lie one behind the other, and the number of tokens of each sequence.
    pub sequences: Vec<[usize; 2]>,
    /// Heads of a token.
    pub heads: usize,
    /// Elements of a head.
    pub depth: usize,
    /// Table of blocks of tokens, if they are in blocks.
    pub pages: Option<Pages>,
    /// True if the rows of a block lie head by head.
    pub by_heads: bool,
    /// Tokens of a block that sums are of, and tokens from one of a group to the next: a divisor.
    pub size: [usize; 2],
    /// Blocks of the outputs: those behind the last one of a sequence are 0.
    pub blocks: usize,
    /// True if the groups of a block are written from the last one to the first.
    pub is_reversed: bool,
}

operands! {
    struct SumsIn => SumsAt {
        codes: ReadAny,
        scales: Read<f32>,
        table: Option<ReadIndices<i32>>,
        sums: WriteFloats,
    }
}

operands! {
    struct BiasIn => BiasAt {
        codes: ReadAny,
        scales: Read<f32>,
        table: Option<ReadIndices<i32>>,
        bias: Write<f32>,
        memory: Temporary<f64>,
    }
}

/// The rows of tokens while a kernel runs.
struct Rows<'s, 'a> {
    of: &'s Tokens,
    codes: (Any<'a>, Quantised),
    table: Option<IndexSlice<'a, i32>>,
}

impl<'s, 'a> Rows<'s, 'a> {
    /// Refuses numbers of blocks that are needed, and not there.
    fn new(of: &'s Tokens, codes: Any<'a>, table: Option<IndexSlice<'a, i32>>) -> Result<Self> {
        if let (Some(table), Some(pages)) = (table, &of.pages) {
            for (number, &[_, tokens]) in of.sequences.iter().enumerate() {
                let first = number * pages.places;
                let own = table.part(first..first + tokens.div_ceil(pages.size));
                if let Some((place, block)) = own.outside(pages.blocks) {
                    let (name, at) = (pages.table.name, [number, place]);
                    return Err(Error::index(name, &at, block, pages.blocks as i64, false));
                }
            }
        }
        let of_type = self::codes(codes.dtype()).unwrap_or(Quantised::E4m3);
        Ok(Self {
            of,
            codes: (codes, of_type),
            table,
        })
    }

    /// The number of the row of a head of a token; nothing if its block is not there any more.
    fn find(&self, number: usize, token: usize, head: usize) -> Option<usize> {
        let of = self.of;
        let (Some(table), Some(pages)) = (self.table, &of.pages) else {
            return Some((of.sequences[number][0] + token) * of.heads + head);
        };
        let place = number * pages.places + token / pages.size;
        let block = table.position(place, pages.blocks)?;
        let (first, row) = (block * pages.size, token % pages.size);
        Some(match of.by_heads {
            true => (block * of.heads + head) * pages.size + row,
            false => (first + row) * of.heads + head,
        })
    }

    /// Loads a row.
    fn load(&self, row: usize, to: &mut [f64]) {
        let (codes, of_type) = self.codes;
        of_type.load(codes.bytes(), row * to.len(), to);
    }
}

impl Tokens {
    fn table(&self) -> Option<Arg> {
        self.pages.as_ref().map(|pages| pages.table.clone())
    }
}

/// Plans the sums of the rows of each group, times the scale of each row: sequences, heads, blocks, groups of `depth` elements.
pub fn sums(of: Tokens, codes: Arg, scales: Arg, sums: Arg) -> Result<Call> {
    let ([size, stride], depth) = (of.size, of.depth);
    let width = stride * depth;
    sums.require_numel(of.sequences.len() * of.heads * of.blocks * width)?;
    codes.require_numel(scales.view.numel().unwrap_or(0) * depth)?;
    let cost = of.sequences.len() * of.heads * of.blocks * size * depth;
    let dtype = sums.view.dtype;
    let operands = SumsIn {
        codes: codes.into(),
        scales: scales.into(),
        table: of.table().map(ReadIndices::from),
        sums: WriteFloats::of(sums, dtype),
    };
    kernel(operands, cost, move |at: SumsAt| {
        let rows_of = Rows::new(&of, at.codes, at.table)?;
        let cut = at.sums.chunks(width);
        for_each_part((cut,), |place, (mut to,)| {
            let [number, head] = [place / of.blocks / of.heads, place / of.blocks % of.heads];
            let block = place % of.blocks;
            let tokens = of.sequences[number][1];
            let mut buffer = vec![0.0; 2 * depth];
            let (sum, row) = buffer.split_at_mut(depth);
            for group in 0..stride {
                sum.fill(0.0);
                let first = block * size + group;
                let end = tokens.min((block + 1) * size);
                for token in (first..end).step_by(stride) {
                    if let Some(number) = rows_of.find(number, token, head) {
                        rows_of.load(number, row);
                        rows::add_scaled(sum, row, at.scales[number].into());
                    }
                }
                let place = if of.is_reversed {
                    stride - 1 - group
                } else {
                    group
                };
                to.store_with_one_nan(place * depth, sum);
            }
        });
        Ok(())
    })
}

/// Plans the mean over the groups of neighbours of each block of `factor * max((x - mean) / deviation, 0)`, with `x` the logarithm of the largest norm of the group's rows, times the scale of the head, and mean and deviation over
/// all groups of the sequence: sequences, heads, blocks.
fn bias(of: Tokens, codes: Arg, scales: Arg, factor: f64, bias: Arg) -> Result<Call> {
    let ([size, stride], depth) = (of.size, of.depth);
    bias.require_numel(of.sequences.len() * of.heads * of.blocks)?;
    scales.require_numel(of.heads)?;
    let repeats = size / stride;
    let memory = of.blocks * repeats + depth;
    let pairs = of.sequences.len() * of.heads;
    let lanes = parallel::threads().min(pairs.max(1));
    let cost = pairs * of.blocks * size * depth;
    let operands = BiasIn {
        codes: codes.into(),
        scales: scales.into(),
        table: of.table().map(ReadIndices::from),
        bias: bias.into(),
        memory: Temporary::of(memory.saturating_mul(lanes)),
    };
    kernel(operands, cost, move |at: BiasAt| {
        let rows_of = Rows::new(&of, at.codes, at.table)?;
        let lines = chunks(at.bias, of.blocks.max(1));
        for_each_part_with(
            chunks(at.memory, memory.max(1)),
            lines,
            |place, memory, line| {
                let [number, head] = [place / of.heads, place % of.heads];
                let tokens = of.sequences[number][1];
                let (row, all) = memory.split_at_mut(depth);
                let groups = &mut all[..tokens.div_ceil(size) * repeats];
                let scale = f64::from(at.scales[head]).abs();
                for (group, x) in groups.iter_mut().enumerate() {
                    let first = group * stride;
                    let mut largest = 0.0;
                    for token in first..tokens.min(first + stride).max(first) {
                        if let Some(number) = rows_of.find(number, token, head) {
                            rows_of.load(number, row);
                            largest = larger(largest, rows::products(row, row).sqrt() * scale);
                        }
                    }
                    *x = attention::logarithm_of_sum(0.0, largest + EPSILON);
                }
                let count = groups.len() as f64;
                let mean = rows::sum(groups) / count;
                let deviation = match groups.len() {
                    0 | 1 => 0.0,
                    _ => (rows::squares_about(groups, mean) / (count - 1.0)).sqrt(),
                };
                line.fill(0.0);
                for (to, own) in line.iter_mut().zip(groups.chunks(repeats)) {
                    let parts = own.iter().map(|x| {
                        let part = (x - mean) / (deviation + EPSILON);
                        if part < 0.0 { 0.0 } else { part }
                    });
                    let value = parts.sum::<f64>() * factor / repeats as f64;
                    *to = if value.is_nan() {
                        f32::NAN
                    } else {
                        value as f32
                    };
                }
            },
        );
        Ok(())
    })
}

/// Plans the sums of keys, and by how much the values of blocks stand out.
pub fn sums_and_bias(
    mut of: Tokens,
    [key, key_scales]: [Arg; 2],
    [value, value_scales]: [Arg; 2],
    factor: f64,
    [to_sums, to_bias]: [Arg; 2],
) -> Result<Call> {
    let mut steps = Sequence::default();
    let [key, key_scales, value, value_scales] =
        [key, key_scales, value, value_scales].map(|arg| steps.add(arg));
    if let Some(pages) = &mut of.pages {
        pages.table = steps.add(pages.table.clone());
    }
    let [to_sums, to_bias] = [to_sums, to_bias].map(|arg| steps.add(arg));
    steps.then(sums(of.clone(), key, key_scales, to_sums)?)?;
    steps.then(bias(of, value, value_scales, factor, to_bias)?)?;
    Ok(steps.finish())
}
