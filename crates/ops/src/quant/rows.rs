//! Rows of tensors that are computed in DOUBLE, quantised and stored: what all quantisers run on.
//!
//! A [`RowKernel`] has inputs and outputs of any type, outputs with so many elements for each row. A prologue computes the numbers of a row, of a product with
//! smoothing factors to a whole normalisation; [`Target`](super::target::Target)s quantise them.

#![forbid(unsafe_code)]

use super::row::{Output, Row, Tensor};
use super::target::{Target, Targets};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::codes::codes;
use hostnpu_engine::grain;
use hostnpu_engine::operands::{
    ReadBytes, ReadFloats, ReadIndices, Temporary, WriteBytes, kernel, operands,
};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_kernels::quantised::{Quantised, extremes, widened};
use hostnpu_tensor::parallel::threads;
use hostnpu_tensor::{Dtype, cuts};

operands! {
    struct Operands => OperandsAt {
        floats: Vec<ReadFloats>,
        codes: Vec<ReadBytes>,
        indices: Vec<ReadIndices<i64>>,
        outputs: Vec<WriteBytes>,
        whole: Vec<WriteBytes>,
        prepared: Temporary<i64>,
        ranges: Temporary<[f64; 2]>,
        scratch: Temporary<f64>,
    }
}

/// Kind of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Floats,
    Codes(Quantised),
    Powers,
}

/// The range of no numbers.
const NOTHING: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

type Prepare = Box<dyn Fn(&[IndexSlice<'_, i64>], &mut [i64]) -> Result<()> + Send + Sync>;
type Finish = Box<dyn Fn(&[[f64; 2]], &mut [&mut [u8]]) + Send + Sync>;

/// A kernel over rows; see the module.
pub(super) struct RowKernel {
    rows: usize,
    /// Numbers of a row that the prologue computes.
    columns: usize,
    /// Numbers of scratch memory that the prologue takes.
    scratch: usize,
    inputs: Vec<(Arg, Kind)>,
    indices: Vec<Arg>,
    outputs: Vec<(Arg, Output)>,
    writes_part: bool,
    targets: Vec<Target>,
    prepared: usize,
    prepare: Option<Prepare>,
    whole: Vec<Arg>,
    groups: usize,
    finish: Option<Finish>,
}

/// The number of an input, an output or a list of indices.
pub(super) type Slot = usize;

impl RowKernel {
    /// A kernel over so many rows of so many numbers, which writes nothing yet.
    pub fn new(rows: usize, columns: usize) -> Self {
        Self {
            rows,
            columns,
            scratch: 0,
            inputs: Vec::new(),
            indices: Vec::new(),
            outputs: Vec::new(),
            writes_part: false,
            targets: Vec::new(),
            prepared: 0,
            prepare: None,
            whole: Vec::new(),
            groups: 0,
            finish: None,
        }
    }

    /// Numbers of a row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Gives the prologue memory for so many numbers.
    pub fn with_scratch(mut self, numbers: usize) -> Self {
        self.scratch = numbers;
        self
    }

    /// Adds an input.
    pub fn read(&mut self, arg: Arg) -> Slot {
        let kind = match arg.view.dtype {
            Dtype::F16 | Dtype::Bf16 | Dtype::F32 | Dtype::F64 => Kind::Floats,
            Dtype::I32 => Kind::Codes(Quantised::Int32),
            dtype => codes(dtype).map_or(Kind::Powers, Kind::Codes),
        };
        self.inputs.push((arg, kind));
        self.inputs.len() - 1
    }

    /// Adds an input whose INT32 are eight numbers of four bits each.
    pub fn read_packed(&mut self, arg: Arg) -> Slot {
        self.inputs.push((arg, Kind::Codes(Quantised::Int4)));
        self.inputs.len() - 1
    }

    /// Adds numbers that decide which row is computed with what: they are seen by [`RowKernel::prepare`] alone.
    pub fn indices(&mut self, arg: Arg) -> Slot {
        self.indices.push(arg);
        self.indices.len() - 1
    }

    /// Adds an output with so many elements for each row. Refuses one of another size.
    pub fn write(&mut self, arg: Arg, elements: usize) -> Result<Slot> {
        arg.require_numel(self.rows * elements)?;
        let bits = arg.view.dtype.bits() * elements;
        if !bits.is_multiple_of(8) {
            let got = format!("rows of {elements} elements of {}", arg.view.dtype);
            return Err(Error::value(arg.name, got, "rows of whole bytes"));
        }
        let output = Output {
            dtype: arg.view.dtype,
            bytes: bits / 8,
        };
        self.outputs.push((arg, output));
        Ok(self.outputs.len() - 1)
    }

    /// Adds an output with a code for each number of a row. Refuses one of another size.
    pub fn write_codes(&mut self, arg: Arg, to: Quantised) -> Result<Slot> {
        let elements = self.columns * to.bits() / arg.view.dtype.bits();
        self.write(arg, elements)
    }

    /// Lets the prologue leave rows as they are.
    pub fn writes_part(&mut self) {
        self.writes_part = true;
    }

    /// Calls `prepare` with the indices before anything is written; it fills `count` numbers, which the prologue sees.
    pub fn prepare(
        &mut self,
        count: usize,
        prepare: impl Fn(&[IndexSlice<'_, i64>], &mut [i64]) -> Result<()> + Send + Sync + 'static,
    ) {
        self.prepared = count;
        self.prepare = Some(Box::new(prepare));
    }

    /// Looks at all rows before any is quantised: `finish` gets the largest and the least number of all rows of each group, by the groups that were prepared for the rows
    /// (of one group without these), and these outputs. A group without rows has the range of no numbers, from infinity down.
    pub fn range_of_groups(
        &mut self,
        groups: usize,
        outputs: Vec<Arg>,
        finish: impl Fn(&[[f64; 2]], &mut [&mut [u8]]) + Send + Sync + 'static,
    ) {
        self.groups = groups;
        self.whole = outputs;
        self.finish = Some(Box::new(finish));
    }

    /// Quantises the numbers of each row.
    pub fn quantise(&mut self, target: Target) {
        self.targets.push(target);
    }

    /// Plans the kernel: `prologue` computes the numbers of a row, with the memory of [`RowKernel::with_scratch`], and returns whether the row is written.
    pub fn run(
        self,
        prologue: impl Fn(&mut Row<'_, '_>, &mut [f64], &mut [f64]) -> bool + Send + Sync + 'static,
    ) -> Result<Call> {
        let Self {
            rows,
            columns,
            scratch,
            inputs,
            indices,
            outputs,
            writes_part,
            targets,
            prepared,
            prepare,
            whole,
            groups,
            finish,
        } = self;
        let at_once = (grain::COMPUTED / columns.max(1)).max(1);
        let pieces = rows.div_ceil(at_once);
        let targets = Targets::new(targets, columns);
        let lane = columns + scratch + targets.scratch();
        let lanes = threads().min(pieces).max(1);
        let sum = |args: &mut dyn Iterator<Item = &Arg>| -> usize {
            let bytes = |arg: &Arg| {
                arg.view
                    .numel()
                    .and_then(|count| arg.view.dtype.bytes(count))
            };
            args.map(|arg| bytes(arg).unwrap_or(0))
                .fold(0, usize::saturating_add)
        };
        let cost = sum(&mut inputs.iter().map(|input| &input.0))
            .saturating_add(sum(&mut outputs.iter().map(|output| &output.0)));
        let kinds: Vec<Kind> = inputs.iter().map(|input| input.1).collect();
        let (floats, codes): (Vec<_>, Vec<_>) = inputs
            .into_iter()
            .partition(|input| input.1 == Kind::Floats);
        let shapes: Vec<Output> = outputs.iter().map(|output| output.1).collect();
        let operands = Operands {
            floats: floats.into_iter().map(|input| input.0.into()).collect(),
            codes: codes.into_iter().map(|input| input.0.into()).collect(),
            indices: indices.into_iter().map(ReadIndices::from).collect(),
            outputs: outputs
                .into_iter()
                .map(|(arg, _)| match writes_part {
                    true => WriteBytes::part_of(arg),
                    false => arg.into(),
                })
                .collect(),
            whole: whole.into_iter().map(WriteBytes::from).collect(),
            prepared: Temporary::of(prepared),
            ranges: Temporary::of(if finish.is_some() { rows + groups } else { 0 }),
            scratch: Temporary::of(lanes * lane.max(1)),
        };
        kernel(operands, cost, move |mut at: OperandsAt| {
            if let Some(prepare) = &prepare {
                prepare(&at.indices, at.prepared)?;
            }
            let (mut floats, mut codes) = (at.floats.iter(), at.codes.iter());
            let bound = |kind: &Kind| match *kind {
                Kind::Floats => floats.next().map(|&floats| Tensor::Floats(floats)),
                Kind::Codes(of) => codes.next().map(|bytes| Tensor::Codes(of, bytes)),
                Kind::Powers => codes.next().map(|bytes| Tensor::Powers(bytes)),
            };
            let tensors: Vec<Tensor<'_>> = kinds.iter().filter_map(bound).collect();
            let prepared: &[i64] = at.prepared;
            let rows_of = |piece: usize| piece * at_once..rows.min((piece + 1) * at_once);
            let (ranges, totals) = at.ranges.split_at_mut(at.ranges.len() - groups);
            let group = |row: usize| {
                prepared
                    .get(row)
                    .map_or(Some(0), |&group| usize::try_from(group).ok())
            };
            if let Some(finish) = &finish {
                let memory = cuts::chunks(&mut *at.scratch, lane.max(1));
                let parts = cuts::chunks(&mut *ranges, at_once);
                cuts::for_each_part_with(memory, parts, |piece, memory, ranges| {
                    let (numbers, more) = memory.split_at_mut(columns);
                    for (number, range) in rows_of(piece).zip(ranges) {
                        let mut row = Row::new(number, &tensors, prepared, NOTHING);
                        *range = match prologue(&mut row, numbers, &mut more[..scratch]) {
                            true => extremes(numbers),
                            false => NOTHING,
                        };
                    }
                });
                totals.fill(NOTHING);
                for (row, &range) in ranges.iter().enumerate() {
                    if let Some(total) = group(row).and_then(|group| totals.get_mut(group)) {
                        *total = widened(*total, range);
                    }
                }
                finish(totals, &mut at.whole);
            }
            let total = |row: usize| group(row).and_then(|group| totals.get(group)).copied();
            let ends = |output: &Output| -> Vec<usize> {
                (0..pieces)
                    .map(|piece| rows_of(piece).end * output.bytes)
                    .collect()
            };
            let parts = at.outputs.into_iter().zip(&shapes);
            let parts: Vec<_> = parts
                .map(|(of, shape)| cuts::ranges(of, ends(shape)))
                .collect();
            let memory = cuts::chunks(at.scratch, lane.max(1));
            let pieces = cuts::Pieces(pieces);
            cuts::for_each_part_with(memory, (pieces, parts), |piece, memory, ((), mut parts)| {
                let (numbers, more) = memory.split_at_mut(columns);
                let (scratch, more) = more.split_at_mut(scratch);
                let mut left: Vec<&mut [u8]> = parts.iter_mut().map(|part| &mut **part).collect();
                for number in rows_of(piece) {
                    let total = total(number).unwrap_or(NOTHING);
                    let mut row = Row::new(number, &tensors, prepared, total);
                    for (left, shape) in left.iter_mut().zip(&shapes) {
                        let (own, rest) = std::mem::take(left).split_at_mut(shape.bytes);
                        *left = rest;
                        row.add_output(shape.dtype, own);
                    }
                    if prologue(&mut row, numbers, scratch) {
                        targets.quantise(&mut row, numbers, more);
                    }
                }
            });
            Ok(())
        })
    }
}

/// The operand's type as one that numbers are quantised to; INT32 has eight numbers of four bits where it is `packed`.
pub(super) fn stored(arg: &Arg, packed: bool) -> Result<Quantised> {
    let dtype = arg.view.dtype;
    Ok(match dtype {
        Dtype::I8 => Quantised::Int8,
        Dtype::U8 => Quantised::Uint8,
        Dtype::I4 => Quantised::Int4,
        Dtype::I32 if packed => Quantised::Int4,
        Dtype::I32 => Quantised::Int32,
        Dtype::F8E5m2 => Quantised::E5m2,
        Dtype::F8E4m3fn => Quantised::E4m3,
        Dtype::Hifloat8 => Quantised::Hifloat8,
        Dtype::F4E2m1 => Quantised::E2m1,
        Dtype::F4E1m2 => Quantised::E1m2,
        _ => {
            return Err(Error::dtype(
                arg.name,
                dtype,
                "a type that numbers are quantised to",
            ));
        }
    })
}
