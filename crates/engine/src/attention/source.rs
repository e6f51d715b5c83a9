//! Queries, keys and values wherever they lie: dense, a tensor for each sequence, in blocks that a table names, behind a shared prefix, in two parts, and in types
//! of few bits that scales belong to.

#![forbid(unsafe_code)]

use std::ops::Range;

use super::Sequence;
use super::packed::Packing;
use super::pages::Table;
use super::selected::{Chosen, Place};
use crate::Arg;
use crate::codes::codes;
use crate::operands::{Any, ReadAny, ReadFloatsView, operands};
use crate::views::FloatsView;
use half::bf16;
use hostnpu_base::error::{Reason, Result};
use hostnpu_kernels::ahead::ask_for;
use hostnpu_kernels::quantised::Quantised;
use hostnpu_numeric::e8m0;
use hostnpu_tensor::{Dtype, Layout};

/// A tensor of five axes: batch or blocks, heads, chunks of a row, rows, elements of a chunk.
#[derive(Clone, Debug)]
pub struct Stored {
    arg: Arg,
    form: Form,
}

/// Type, extents and, of types that are decoded, distances in the dense tensor.
#[derive(Clone, Debug)]
struct Form {
    dtype: Dtype,
    shape: [usize; 5],
    strides: [usize; 5],
    /// The order of the bytes of rows of several types.
    packing: Option<Packing>,
}

impl Stored {
    /// `axes` gives the five axes of a layout of the tensor. Words of INT32 are eight numbers of four bits each.
    pub fn new(arg: Arg, axes: impl Fn(&Layout) -> Layout) -> Result<Self> {
        let dtype = match arg.view.dtype {
            Dtype::I32 => Dtype::I4,
            dtype => dtype,
        };
        let five = |numbers: &[i64]| -> Result<[usize; 5]> {
            let five: Result<[i64; 5], _> = numbers.try_into();
            let five = five.map_err(|_| Reason::Internal("a source of other axes".into()))?;
            Ok(five.map(|number| number as usize))
        };
        let is_in_place = is_read_in_place(dtype);
        let layout = match is_in_place {
            true => axes(&arg.view.layout),
            false => {
                let mut shape = arg.view.layout.shape().to_vec();
                if let (Dtype::I4, Dtype::I32, Some(last)) =
                    (dtype, arg.view.dtype, shape.last_mut())
                {
                    *last = last.saturating_mul(8);
                }
                axes(&Layout::contiguous(&shape))
            }
        };
        let form = Form {
            dtype,
            shape: five(layout.shape())?,
            strides: five(layout.strides())?,
            packing: None,
        };
        let arg = match is_in_place {
            true => arg.viewed(layout)?,
            false => arg,
        };
        Ok(Self { arg, form })
    }

    /// Of rows that are bytes of several types, with one head and one chunk.
    pub fn packed(arg: Arg, packing: Packing, axes: impl Fn(&Layout) -> Layout) -> Result<Self> {
        let mut of = Self::new(arg, axes)?;
        let [_, heads, chunks, _, bytes] = of.form.shape;
        if [heads, chunks, bytes] != [1, 1, packing.bytes()] {
            return Err(Reason::Internal("packed rows of other extents".into()).into());
        }
        of.form.shape[4] = packing.columns();
        of.form.packing = Some(packing);
        Ok(of)
    }

    /// The extents of the five axes.
    pub fn shape(&self) -> [usize; 5] {
        self.form.shape
    }

    /// Elements of a row.
    pub fn columns(&self) -> usize {
        self.form.shape[2] * self.form.shape[4]
    }

    fn operands(self) -> Result<StoredIn> {
        let is_float = is_read_in_place(self.form.dtype);
        let (floats, codes) = match is_float {
            true => (Some(ReadFloatsView::of(self.arg)?), None),
            false => (None, Some(ReadAny::from(self.arg))),
        };
        Ok(StoredIn { floats, codes })
    }
}

fn is_read_in_place(dtype: Dtype) -> bool {
    matches!(dtype, Dtype::F16 | Dtype::Bf16 | Dtype::F32 | Dtype::F64)
}

/// Numbers of which each serves some elements.
#[derive(Clone, Debug)]
pub struct Factors {
    /// FLOAT16, BFLOAT16, FLOAT or FLOAT8_E8M0.
    pub arg: Arg,
    /// Distances in the dense tensor: of entries of the batch (of blocks if `by_block`), heads, rows and elements.
    pub strides: [usize; 4],
    /// Neighbouring rows, and neighbouring elements, of which each has the same number.
    pub shared: [usize; 2],
    /// True if rows are those of the blocks that hold them; otherwise they are counted from the first row of the tensor, a shared prefix included.
    pub by_block: bool,
}

impl Factors {
    /// One number for all elements.
    pub fn of_all(arg: Arg) -> Self {
        Self {
            arg,
            strides: [0; 4],
            shared: [1; 2],
            by_block: false,
        }
    }
}

/// Rows of queries, keys or values.
#[derive(Clone, Debug)]
pub struct Source {
    /// One tensor for all sequences, or one for each.
    pub tensors: Vec<Stored>,
    /// The second part of each row.
    pub rope: Option<Stored>,
    /// Rows before the keys of every sequence, and their number.
    pub prefix: Option<(Stored, usize)>,
    /// Elements are multiplied by these.
    pub scales: Option<Factors>,
    /// Numbers that are added to elements before; they lie as those of the scales.
    pub offsets: Option<Arg>,
    /// True if scales are of the second part too.
    pub scales_rope: bool,
    /// Of sequences that lie one behind the other, and have scales of their own: the first row of each, and the number of its first scale. If there are none, rows are those of entries of the batch.
    pub scale_starts: Vec<[usize; 2]>,
}

impl Source {
    /// Of one tensor.
    pub fn of(stored: Stored) -> Self {
        Self {
            tensors: vec![stored],
            rope: None,
            prefix: None,
            scales: None,
            offsets: None,
            scales_rope: false,
            scale_starts: Vec::new(),
        }
    }

    /// Elements of a row.
    pub fn columns(&self) -> usize {
        let first = self.tensors.first().map_or(0, Stored::columns);
        first + self.rope.as_ref().map_or(0, Stored::columns)
    }

    /// Returns true if all elements are BFLOAT16 as they are.
    pub(super) fn is_of_brains(&self) -> bool {
        let prefix = self.prefix.iter().map(|(of, _)| of);
        let mut all = self.tensors.iter().chain(&self.rope).chain(prefix);
        self.scales.is_none()
            && self.offsets.is_none()
            && all.all(|of| of.form.dtype == Dtype::Bf16 && of.form.packing.is_none())
    }

    /// Calls a function with each tensor.
    pub fn for_each(&mut self, each: &mut dyn FnMut(&mut Arg)) {
        let prefix = self.prefix.as_mut().map(|(of, _)| of);
        let stored = self.tensors.iter_mut().chain(&mut self.rope).chain(prefix);
        stored.for_each(|of| each(&mut of.arg));
        self.scales.iter_mut().for_each(|of| each(&mut of.arg));
        self.offsets.iter_mut().for_each(each);
    }

    /// Operands that a kernel declares, and the source that it knows.
    pub(super) fn split(self) -> Result<(SourceIn, SourceForms)> {
        let first = self.tensors.first().map_or(0, Stored::columns);
        let form = |stored: &Stored| stored.form.clone();
        let known = SourceForms {
            tensors: self.tensors.iter().map(form).collect(),
            rope: self.rope.as_ref().map(form),
            prefix: self.prefix.as_ref().map(|(of, rows)| (form(of), *rows)),
            factors: self
                .scales
                .as_ref()
                .map(|of| (of.strides, of.shared, of.by_block)),
            first,
            scales_rope: self.scales_rope,
            scale_starts: self.scale_starts,
        };
        let tensors: Result<Vec<_>> = self.tensors.into_iter().map(Stored::operands).collect();
        let prefix = self.prefix.map(|(of, _)| of.operands());
        let operands = SourceIn {
            tensors: tensors?,
            rope: self
                .rope
                .map(Stored::operands)
                .transpose()?
                .into_iter()
                .collect(),
            prefix: prefix.transpose()?.into_iter().collect(),
            scales: self.scales.map(|of| ReadAny::from(of.arg)),
            offsets: self.offsets.map(ReadAny::from),
        };
        Ok((operands, known))
    }
}

operands! {
    /// [`Stored`]: of a type that is read where it lies, or of one that is decoded.
    pub(super) struct StoredIn => StoredAt {
        floats: Option<ReadFloatsView<5>>,
        codes: Option<ReadAny>,
    }
}

operands! {
    /// [`Source`], as kernels take it.
    pub(super) struct SourceIn => SourceAt {
        tensors: Vec<StoredIn>,
        // Lists of one or none: the first operand of what is there may be absent.
        rope: Vec<StoredIn>,
        prefix: Vec<StoredIn>,
        scales: Option<ReadAny>,
        offsets: Option<ReadAny>,
    }
}

/// Properties of a source that are known when it is planned.
#[derive(Clone)]
pub(super) struct SourceForms {
    tensors: Vec<Form>,
    rope: Option<Form>,
    prefix: Option<(Form, usize)>,
    factors: Option<([usize; 4], [usize; 2], bool)>,
    /// Elements of the first part of a row.
    first: usize,
    scales_rope: bool,
    scale_starts: Vec<[usize; 2]>,
}

/// Tensors of a source while a kernel runs.
#[derive(Clone, Copy)]
pub(super) struct SourceTensors<'s, 'a> {
    pub at: &'s SourceAt<'a>,
    pub of: &'s SourceForms,
    pub table: Option<Table<'a>>,
}

/// A source while a kernel runs.
#[derive(Clone, Copy)]
pub(super) struct SourceMemory<'s, 'a> {
    pub held: SourceTensors<'s, 'a>,
    /// The tensors of further keys, if sequences have some of both.
    pub second: Option<SourceTensors<'s, 'a>>,
    /// Keys that sequences list: rows of these are places in the lists.
    pub chosen: Option<&'s Chosen<'a>>,
}

impl StoredAt<'_> {
    /// Elements of a row of BFLOAT16, if they lie side by side.
    fn brains(
        &self,
        form: &Form,
        [batch, head, row]: [usize; 3],
        columns: Range<usize>,
    ) -> Option<&[bf16]> {
        if columns.is_empty() {
            return Some(&[]);
        }
        // Rows of several chunks lie apart.
        let floats = self.floats.filter(|_| form.shape[2] == 1)?;
        let own: &[bf16] = floats.row([batch, head, 0, row])?;
        Some(&own[columns])
    }

    /// Loads elements of a row, decoded.
    fn load(
        &self,
        form: &Form,
        [batch, head, row]: [usize; 3],
        columns: Range<usize>,
        to: &mut [f64],
    ) {
        let size = form.shape[4].max(1);
        let (mut column, mut rest) = (columns.start, to);
        while !rest.is_empty() {
            let (chunk, first) = (column / size, column % size);
            let (own, others) = rest.split_at_mut(rest.len().min(size - first));
            column += own.len();
            rest = others;
            match (&self.floats, &self.codes) {
                (Some(floats), _) => floats.load([batch, head, chunk, row], first, own),
                (None, Some(codes)) => {
                    let index = [batch, head, chunk, row, first];
                    let inside = index
                        .iter()
                        .zip(form.shape)
                        .all(|(&at, extent)| at < extent);
                    assert!(inside, "outside the tensor");
                    if let Some(packing) = form.packing {
                        let (rows, pitch) = (form.shape[3], form.strides[3]);
                        let block = &codes.bytes()[batch * form.strides[0]..][..rows * pitch];
                        let of = self::codes(form.dtype).unwrap_or(Quantised::Int8);
                        packing.load((block, of), [rows, row], first..first + own.len(), own);
                        continue;
                    }
                    let place = index
                        .iter()
                        .zip(form.strides)
                        .map(|(at, stride)| at * stride);
                    let of = self::codes(form.dtype).unwrap_or(Quantised::Int8);
                    of.load(codes.bytes(), place.sum(), own);
                }
                (None, None) => own.fill(0.0),
            }
        }
    }
}

/// One number of some factors.
fn factor(of: Any, number: usize) -> f64 {
    match (of.dtype(), of.floats()) {
        (Dtype::F8E8m0, _) => e8m0::decode(of.bytes()[number]).into(),
        (_, Ok(floats)) => floats.get(number),
        (_, Err(_)) => f64::NAN,
    }
}

impl<'s, 'a> SourceMemory<'s, 'a> {
    /// A source whose rows are those of sequences.
    pub fn of(at: &'s SourceAt<'a>, of: &'s SourceForms, table: Option<Table<'a>>) -> Self {
        Self {
            held: SourceTensors { at, of, table },
            second: None,
            chosen: None,
        }
    }

    /// The rows of a head of a sequence, if they lie side by side in a type that needs no decoding.
    pub fn direct(
        &self,
        sequence: &Sequence,
        number: usize,
        head: usize,
        rows: &Range<usize>,
    ) -> Option<FloatsView<'a, 2>> {
        let SourceTensors {
            at: tensors, of, ..
        } = self.held;
        let is_plain = of.rope.is_none()
            && of.prefix.is_none()
            && of.factors.is_none()
            && self.held.table.is_none()
            && self.chosen.is_none();
        let (at, batch) = self.held.tensor(sequence.batch, number);
        let floats = tensors.tensors[at]
            .floats
            .filter(|_| is_plain && of.tensors[at].shape[2] == 1)?;
        let own = floats.picked::<4>(batch).picked::<3>(head).picked::<2>(0);
        Some(own.narrowed(0, rows.clone()))
    }

    /// The first of some rows of a head of a sequence that lie at equal distances, in a type that needs no decoding.
    pub fn run(
        &self,
        (sequence, number): (&Sequence, usize),
        head: usize,
        rows: Range<usize>,
    ) -> Option<FloatsView<'a, 2>> {
        let Some(table) = &self.held.table else {
            let start = sequence.keys.start;
            return self.direct(
                sequence,
                number,
                head,
                &(start + rows.start..start + rows.end),
            );
        };
        let of = self.held.of;
        let is_plain = of.rope.is_none()
            && of.prefix.is_none()
            && of.factors.is_none()
            && self.chosen.is_none();
        let floats = self.held.at.tensors.first()?.floats;
        let floats = floats.filter(|_| is_plain && of.tensors[0].shape[2] == 1)?;
        let (block, own) = table.find(number, rows.start)?;
        let end = table.size.min(own + rows.len());
        let own_rows = floats.picked::<4>(block).picked::<3>(head).picked::<2>(0);
        Some(own_rows.narrowed(0, own..end))
    }

    /// Loads elements of a row of a head of sequence `number`, whose rows begin at row `start` of the tensor. A row that is not there any more is zeros.
    pub fn load(
        &self,
        own: (&Sequence, usize),
        head: usize,
        place: (usize, usize),
        columns: Range<usize>,
        to: &mut [f64],
    ) {
        let (held, place, row) = self.find(own, head, place);
        held.load(place, row, columns, to);
    }

    /// Copies elements of a row of BFLOAT16, as [`SourceMemory::load`] finds it. Returns false if they have to be decoded, or do not lie side by side.
    pub fn copy(
        &self,
        own: (&Sequence, usize),
        head: usize,
        place: (usize, usize),
        columns: Range<usize>,
        to: &mut [bf16],
    ) -> bool {
        let (held, place, row) = self.find(own, head, place);
        let mut is_copied = held.at.scales.is_none();
        held.each_part(place, row, columns, &mut |part, range| {
            let to = &mut to[range];
            match part {
                None => to.fill(bf16::ZERO),
                Some(Part {
                    at,
                    form,
                    index,
                    columns,
                }) => match at.brains(form, index, columns) {
                    Some(own) => to.copy_from_slice(own),
                    None => is_copied = false,
                },
            }
        });
        is_copied
    }

    /// Asks for elements of a row that [`SourceMemory::copy`] copies soon.
    pub fn ask_for(
        &self,
        own: (&Sequence, usize),
        head: usize,
        place: (usize, usize),
        columns: Range<usize>,
    ) {
        let (held, place, row) = self.find(own, head, place);
        held.each_part(place, row, columns, &mut |part, _| {
            let own = part.and_then(|of| of.at.brains(of.form, of.index, of.columns));
            own.into_iter().for_each(ask_for);
        });
    }

    /// The tensors that hold a row, and where.
    fn find(
        &self,
        (sequence, number): (&Sequence, usize),
        head: usize,
        (start, row): (usize, usize),
    ) -> (&SourceTensors<'s, 'a>, (usize, Place), usize) {
        match self.chosen {
            None => {
                let place = Place {
                    batch: sequence.batch,
                    head,
                    first: start,
                };
                (&self.held, (number, place), row)
            }
            Some(chosen) => {
                let key = chosen.find(number, row);
                let second = self.second.as_ref().filter(|_| key.part == 1);
                let place = (key.place.batch, key.place);
                (second.unwrap_or(&self.held), place, key.row)
            }
        }
    }
}

/// Elements of a row of a tensor.
struct Part<'p, 'a> {
    at: &'p StoredAt<'a>,
    form: &'p Form,
    index: [usize; 3],
    columns: Range<usize>,
}

impl SourceTensors<'_, '_> {
    /// The tensor of a sequence, and its entry there.
    fn tensor(&self, batch: usize, number: usize) -> (usize, usize) {
        match self.of.tensors.len() {
            0 | 1 => (0, batch),
            _ => (number, 0),
        }
    }

    /// Calls a function with each part of some elements of a row of the keys at a place, of sequence `number`, and their range: nothing where a row is not there any more. Returns the place in a block, or nothing
    /// for such a row.
    fn each_part(
        &self,
        (number, place): (usize, Place),
        row: usize,
        columns: Range<usize>,
        each: &mut dyn FnMut(Option<Part<'_, '_>>, Range<usize>),
    ) -> Option<Option<(usize, usize)>> {
        let of = self.of;
        let Place {
            batch: entry,
            head,
            first: start,
        } = place;
        let [first, second] = self.columns(&columns);
        let (count, all) = (first.len(), columns.len());
        let before = of.prefix.as_ref().map_or(0, |(_, rows)| *rows);
        if let (Some(at), Some((form, _))) = (self.at.prefix.first(), &of.prefix)
            && row < before
        {
            let part = Part {
                at,
                form,
                index: [0, head, row],
                columns: first,
            };
            each(Some(part), 0..count);
            return Some(None);
        }
        let own = row - before;
        let (at, batch, own, block) = match &self.table {
            None => {
                let (at, batch) = self.tensor(entry, number);
                (at, batch, start + own, None)
            }
            Some(table) => {
                let Some((block, own)) = table.find(number, own) else {
                    each(None, 0..all);
                    return None;
                };
                (0, block, own, Some((block, own)))
            }
        };
        let part = Part {
            at: &self.at.tensors[at],
            form: &of.tensors[at],
            index: [batch, head, own],
            columns: first,
        };
        each(Some(part), 0..count);
        if let (Some(at), Some(form)) = (self.at.rope.first(), &of.rope) {
            let is_list = of.tensors.len() > 1;
            let part = Part {
                at,
                form,
                index: [if is_list { number } else { batch }, head, own],
                columns: second,
            };
            each(Some(part), count..all);
        }
        Some(block)
    }

    /// Columns of the first part of rows, and of the second one.
    fn columns(&self, columns: &Range<usize>) -> [Range<usize>; 2] {
        let first = self.of.first;
        [
            columns.start.min(first)..columns.end.min(first),
            columns.start.max(first) - first..columns.end.max(first) - first,
        ]
    }

    /// Loads elements of a row of the keys at a place, of sequence `number`.
    fn load(
        &self,
        (number, place): (usize, Place),
        row: usize,
        columns: Range<usize>,
        to: &mut [f64],
    ) {
        let of = self.of;
        let own =
            self.each_part(
                (number, place),
                row,
                columns.clone(),
                &mut |part, range| match part {
                    None => to[range].fill(0.0),
                    Some(Part {
                        at,
                        form,
                        index,
                        columns,
                    }) => {
                        at.load(form, index, columns, &mut to[range]);
                    }
                },
            );
        let Some(block) = own else {
            return;
        };
        let Place {
            batch: entry,
            head,
            first: start,
        } = place;
        let parts = self.columns(&columns);
        let (first, second) = to.split_at_mut(parts[0].len());
        let (Some(scales), Some((strides, shared, by_block))) = (self.at.scales, of.factors) else {
            return;
        };
        let (batch, row) = match block.filter(|_| by_block) {
            Some(place) => place,
            None if of.tensors.len() > 1 || self.table.is_some() => (number, row),
            None => (entry, start + row),
        };
        let (base, row) = match of.scale_starts.get(number) {
            Some([start, base]) => (*base, row - start),
            None => (batch * strides[0], row),
        };
        let place = base + head * strides[1] + row / shared[0] * strides[2];
        let apply = |x: &mut f64, place: usize| {
            let offset = self.at.offsets.map_or(0.0, |of| factor(of, place));
            *x = (*x + offset) * factor(scales, place);
        };
        match strides[3] {
            0 => {
                let (offset, scale) = (
                    self.at.offsets.map_or(0.0, |of| factor(of, place)),
                    factor(scales, place),
                );
                first.iter_mut().for_each(|x| *x = (*x + offset) * scale);
                if of.scales_rope {
                    second.iter_mut().for_each(|x| *x *= scale);
                }
            }
            stride => {
                let columns = parts[0].clone();
                let places = columns.map(|column| place + column / shared[1] * stride);
                first
                    .iter_mut()
                    .zip(places)
                    .for_each(|(x, place)| apply(x, place));
            }
        }
    }
}
