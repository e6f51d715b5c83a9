//! Attention of sequences whose lengths tensors say. Types are refused with 161002, all else with 561002.

mod descaled;

use super::attention::Axes;
use super::combinations::combination;
use super::moe::within;
use super::sparse::{Named, absent, one_of, present};
use super::{Dtypes, on_all, only_950};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{ConstOutput, Input, TensorArg};
use crate::error::{Error, Reason, Result};
use crate::ops::attention::{
    Attention, Distance, Forward, LengthsRead, Mask, Modifiers, Outputs, Pages, Seen, Sequence,
    Shift, Source, SpanForm, Spans, StatisticsOrder, Stored, Window, forward,
};
use crate::ops::quantised_attention::forward_of_tokens;
use crate::ops::{Arg, Call};
use crate::tensor::{Dtype, Layout, table};

pub use descaled::Descaled;

const TYPES: Dtypes = only_950(&[Dtype::F16, Dtype::Bf16]);
const INDICES: Dtypes = on_all(&[Dtype::I32]);
const MASKS: Dtypes = on_all(&[Dtype::I8]);
const FLOAT: Dtypes = on_all(&[Dtype::F32]);

const CODES: Dtypes = only_950(&[Dtype::F8E4m3fn]);

/// `q`, `k`, `v`, `attnOut`.
const TOGETHER: &[&str] = &["f16 bf16 | = | = | ="];
const OF_CODES: &[&str] = &["e4m3 | = | = | bf16"];

/// Rows and columns of a mask, whose elements are not read.
const MASK: i64 = 2048;

/// The most sequences.
const SEQUENCES: i64 = 65535;

/// Rows of a block are a multiple of the first number, up to the second.
const BLOCK: (i64, i64) = (16, 1024);

/// The arguments.
pub struct FlashAttn<'a> {
    /// `q`, `k` and `v`
    pub sides: [&'a Input; 3],
    /// `blockTableOptional`
    pub block_table: &'a Option<Input>,
    /// `cuSeqlensQOptional` and `cuSeqlensKvOptional`
    pub starts: [&'a Option<Input>; 2],
    /// `sequsedQOptional` and `sequsedKvOptional`
    pub used: [&'a Option<Input>; 2],
    /// `sinksOptional`
    pub sinks: &'a Option<Input>,
    /// `attnMaskOptional`
    pub mask: &'a Option<Input>,
    /// `metadataOptional`
    pub metadata: &'a Option<Input>,
    /// `softmaxScale`
    pub scale: f64,
    /// `maskMode`
    pub mask_mode: i64,
    /// `winLeft` and `winRight`
    pub window: [i64; 2],
    /// `maxSeqlenQ` and `maxSeqlenKV`
    pub longest: [i64; 2],
    /// `layoutQ`, `layoutKv` and `layoutOut`
    pub layouts: [&'a str; 3],
    /// `returnSoftmaxLse`
    pub return_softmax_lse: i64,
    /// Scales of operands of FLOAT8_E4M3FN
    pub descaled: Option<Descaled<'a>>,
    /// `attnOut`
    pub out: &'a ConstOutput,
    /// `softmaxLseOptional`
    pub lse: &'a Option<ConstOutput>,
}

const STARTS: [&str; 2] = ["cuSeqlensQOptional", "cuSeqlensKvOptional"];
const USED: [&str; 2] = ["sequsedQOptional", "sequsedKvOptional"];

/// Form of keys and values.
#[derive(Clone, Copy)]
enum Keys {
    /// In a tensor.
    Dense(Axes),
    /// In blocks, of such axes.
    Blocks(Axes),
    /// In blocks with the axes blocks, heads, chunks of so many elements, rows, elements.
    Chunks(i64),
}

impl Keys {
    /// Blocks or batch, rows, heads and elements of a shape.
    fn extents(self, tensor: &TensorArg) -> Result<[i64; 4]> {
        let rank = match self {
            Keys::Dense(axes) | Keys::Blocks(axes) => axes.rank,
            Keys::Chunks(_) => 5,
        };
        tensor.rank_in(rank..=rank)?;
        if tensor.is_empty() {
            return Err(tensor.shape_refused("a tensor that is not empty"));
        }
        let shape = tensor.shape();
        match self {
            Keys::Dense(axes) | Keys::Blocks(axes) => {
                let [outer, rows] = axes.outer(shape);
                let [heads, elements] = axes.heads(shape, 1).unwrap_or_default();
                Ok([outer, rows, heads, elements])
            }
            Keys::Chunks(size) if shape[4] == size => {
                Ok([shape[0], shape[3], shape[1], shape[2].saturating_mul(size)])
            }
            Keys::Chunks(size) => Err(tensor.shape_refused(format!("chunks of {size} elements"))),
        }
    }

    fn stored(self, arg: Arg, heads: usize) -> Result<Stored> {
        match self {
            Keys::Dense(axes) | Keys::Blocks(axes) => axes.stored(arg, heads),
            Keys::Chunks(_) => Stored::new(arg, Layout::clone),
        }
    }
}

impl<'a> FlashAttn<'a> {
    /// Checks and plans the attention.
    pub fn plan(&self) -> Planned {
        let [q, k, v] = self.sides;
        let (types, together) = match self.descaled {
            None => (TYPES, TOGETHER),
            Some(_) => (CODES, OF_CODES),
        };
        q.dtype_in(types)?;
        let arguments: [(_, Option<&TensorArg>); 4] = [
            ("q", Some(q)),
            ("k", Some(k)),
            ("v", Some(v)),
            ("attnOut", Some(self.out)),
        ];
        combination(&arguments, together)?;
        if let Some(of) = &self.descaled {
            of.types()?;
        }
        let numbers = [
            self.block_table,
            self.starts[0],
            self.starts[1],
            self.used[0],
            self.used[1],
            self.metadata,
        ];
        for tensor in numbers.into_iter().filter_map(present) {
            tensor.dtype_in(INDICES)?;
        }
        if let Some(mask) = present(self.mask) {
            mask.dtype_in(MASKS)?;
        }
        if let Some(lse) = self.lse.as_ref().filter(|_| self.return_softmax_lse != 0) {
            lse.dtype_in(FLOAT)?;
        }
        self.planned().code(ACLNN_ERR_INNER_TILING_ERROR)
    }

    /// Layouts of queries, keys and results.
    fn axes(&self) -> Result<(Axes, Keys, Axes)> {
        let [query, key, out] = self.layouts;
        let refused = |name: &'static str, text: &str, allowed: &str| {
            Error::value(name, format!("{text:?}"), allowed.to_owned())
        };
        let (allowed, named): (&[&str], _) = match &self.descaled {
            None => (&["BSND", "BNSD", "TND"], "BSND, BNSD or TND"),
            Some(of) => of.layouts(),
        };
        let own = Axes::of(query).filter(|_| allowed.contains(&query));
        let own = own.ok_or_else(|| refused("layoutQ", query, named))?;
        let of_heads = self.descaled.as_ref().is_some_and(Descaled::is_of_rows);
        if of_heads && key != "PA_BNBD" {
            return Err(refused("layoutKv", key, "PA_BNBD in `quantMode` 6"));
        }
        let axes = |layout: &str| Axes::of(layout).ok_or_else(|| refused("layoutKv", key, query));
        let keys = match key {
            "PA_BBND" => Keys::Blocks(axes("BSND")?),
            "PA_BNBD" => Keys::Blocks(axes("BNSD")?),
            "PA_NZ" => Keys::Chunks(if self.descaled.is_some() { 32 } else { 16 }),
            _ if key == query => Keys::Dense(own),
            _ => {
                let allowed = format!("{query}, PA_BBND, PA_BNBD or PA_NZ");
                return Err(refused("layoutKv", key, &allowed));
            }
        };
        let wanted = if of_heads { "TND" } else { query };
        let is_known = out == wanted || query == "BNSD" && out == "BSND";
        match Axes::of(out).filter(|_| is_known) {
            Some(results) => Ok((own, keys, results)),
            None => Err(refused("layoutOut", out, wanted)),
        }
    }

    /// The keys that a query sees.
    fn seen(&self) -> Result<Seen> {
        let modes: &[i64] = match self.descaled {
            None => &[0, 3, 4],
            Some(_) => &[0, 3],
        };
        one_of("maskMode", self.mask_mode, modes)?;
        let mask = ("attnMaskOptional", self.mask);
        match (self.mask_mode, present(self.mask)) {
            (0, _) => absent(mask, "null in `maskMode` 0")?,
            (_, None) => return Err(Reason::Null { arg: mask.0 }.into()),
            (_, Some(mask)) => mask.shape_is(&[MASK; 2], "a triangle of 2048 rows")?,
        }
        for (name, tokens) in ["winLeft", "winRight"].into_iter().zip(self.window) {
            match self.mask_mode {
                4 => within(name, tokens, -1..=i64::MAX)?,
                _ => one_of(name, tokens, &[-1])?,
            }
        }
        Ok(match self.mask_mode {
            0 => Seen::All,
            3 => Seen::Causal {
                ratio: 1,
                residual: None,
            },
            _ => Seen::Band(self.window.map(|tokens| u64::try_from(tokens).ok())),
        })
    }

    /// The tensors of places and of rows that count.
    fn lengths(&self, side: usize) -> [Named<'a>; 2] {
        [
            (STARTS[side], self.starts[side]),
            (USED[side], self.used[side]),
        ]
    }

    fn planned(&self) -> Result<Call> {
        if let Some(of) = &self.descaled {
            of.modes()?;
            present(self.metadata).ok_or(Reason::Null {
                arg: "metadataOptional",
            })?;
        }
        let (own, keys, results) = self.axes()?;
        let seen = self.seen()?;
        one_of("returnSoftmaxLse", self.return_softmax_lse, &[0, 1])?;
        absent(("sinksOptional", self.sinks), "null (code: not supported)")?;
        for (name, longest) in ["maxSeqlenQ", "maxSeqlenKV"].into_iter().zip(self.longest) {
            within(name, longest, -1..=i64::MAX)?;
        }
        let [q, k, v] = self.sides;
        let [batch, rows, heads, depth] = Keys::Dense(own).extents(q)?;
        let [outer, key_rows, key_heads, key_depth] = keys.extents(k)?;
        let has_72 = self.descaled.as_ref().is_some_and(|of| !of.is_of_rows());
        if !(matches!(depth, 64 | 128 | 256) || depth == 72 && has_72) {
            let allowed = match has_72 {
                true => "heads of 64, 72, 128 or 256 elements",
                false => "heads of 64, 128 or 256 elements",
            };
            return Err(q.shape_refused(allowed));
        }
        if key_heads == 0 || heads % key_heads != 0 || key_depth != depth {
            let allowed = format!("heads of {depth} elements, so many that {heads} is a multiple");
            return Err(k.shape_refused(allowed));
        }
        if self.descaled.is_some() && (heads > 256 || heads / key_heads > 64) {
            let allowed = "at most 256 heads, and 64 for each head of `k`";
            return Err(q.shape_refused(allowed));
        }
        v.same_shape(k)?;
        let is_paged = !matches!(keys, Keys::Dense(_));
        let of_tokens = [own.is_of_tokens(), own.is_of_tokens() && !is_paged];
        let given = present(self.starts[0]).map(|tensor| tensor.numel());
        let count = match of_tokens[0] {
            true => given
                .ok_or(Reason::Null { arg: STARTS[0] })?
                .saturating_sub(1),
            false => batch as usize,
        };
        if !(1..=SEQUENCES).contains(&(count as i64)) {
            return Err(q.shape_refused(format!("1 to {SEQUENCES} sequences")));
        }
        for (side, is_of_tokens) in of_tokens.into_iter().enumerate() {
            let [places, used] = self.lengths(side);
            match (is_of_tokens, present(places.1)) {
                (true, None) => return Err(Reason::Null { arg: places.0 }.into()),
                (true, Some(_)) => {}
                (false, _) => absent(places, "null, unless the layout is TND")?,
            }
            for ((_, tensor), count) in [(places, count + 1), (used, count)] {
                if let Some(tensor) = present(tensor) {
                    tensor.shape_is(&[count as i64], "a number for each sequence")?;
                }
            }
        }
        let table = present(self.block_table);
        let mut longest = key_rows as usize;
        if is_paged {
            let table = table.ok_or(Reason::Null {
                arg: "blockTableOptional",
            })?;
            present(self.used[1]).ok_or(Reason::Null { arg: USED[1] })?;
            match &self.descaled {
                Some(of) => of.blocks(k, key_rows)?,
                None if key_rows % BLOCK.0 != 0 || key_rows > BLOCK.1 => {
                    let allowed = "blocks of a multiple of 16 rows, up to 1024";
                    return Err(k.shape_refused(allowed));
                }
                None => {}
            }
            match *table.shape() {
                [sequences, places] if sequences == count as i64 => {
                    longest = places.saturating_mul(key_rows) as usize;
                }
                _ => return Err(table.shape_refused(format!("[{count}, places of blocks]"))),
            }
        } else {
            let named = ("blockTableOptional", self.block_table);
            absent(named, "null, unless keys are in blocks")?;
            if !of_tokens[1] && outer != batch {
                return Err(k.shape_refused(format!("a batch of {batch}")));
            }
        }
        let shape = results.shape([batch, heads, rows, depth]);
        self.out.shape_is(&shape, "that of `q` in `layoutOut`")?;
        let lse = match self.return_softmax_lse {
            0 => None,
            _ => {
                let name = "softmaxLseOptional";
                let lse = self.lse.as_ref().ok_or(Reason::Null { arg: name })?;
                let (shape, order) = match of_tokens[0] {
                    true if self.descaled.is_some() => (vec![heads, rows], [0, 1, 2, 3]),
                    true => (vec![rows, heads], [0, 2, 1, 3]),
                    false => (vec![batch, heads, rows], [0, 1, 2, 3]),
                };
                lse.shape_is(&shape, "a number for each head of each row of `q`")?;
                let lse = lse.write()?;
                let mut layout = (*lse.view.layout).clone();
                if of_tokens[0] {
                    layout = layout.with_axis(0);
                }
                Some(lse.viewed(layout.with_axis(3).permuted(&order))?)
            }
        };
        let spans = |side: usize, rows: usize| Spans {
            form: match of_tokens[side] {
                true => SpanForm::Starts,
                false => SpanForm::Lengths,
            },
            count,
            rows,
            names: [STARTS[side], USED[side]],
        };
        let spans = [spans(0, rows as usize), spans(1, longest)];
        let read = |(_, tensor): Named| present(tensor).map(Input::read).transpose();
        let of = |side: usize| -> Result<[Option<Arg>; 2]> {
            let [places, used] = self.lengths(side);
            Ok([read(places)?, read(used)?])
        };
        let pages: Option<Result<Pages>> = table.filter(|_| is_paged).map(|table| {
            Ok(Pages {
                table: table.read()?,
                places: table.shape()[1] as usize,
                size: key_rows as usize,
                blocks: outer as usize,
            })
        });
        let factors = |side: usize, extents: [i64; 4]| match &self.descaled {
            Some(of) => of
                .factors(side, self.layouts[1], extents, key_heads)
                .map(Some),
            None => Ok(None),
        };
        let source = |side: usize, tensor: &Input| -> Result<Source> {
            Ok(Source {
                scales: factors(side, [outer, key_rows, key_heads, depth])?,
                ..Source::of(keys.stored(tensor.read()?, key_heads as usize)?)
            })
        };
        let operands = Forward {
            query: Source {
                scales: factors(0, [batch, rows, heads, depth])?,
                ..Source::of(own.stored(q.read()?, heads as usize)?)
            },
            key: source(1, k)?,
            value: source(2, v)?,
            pages: pages.transpose()?,
            modifiers: Modifiers::default(),
            quantised: None,
            padding: [None, None],
            selection: None,
            lengths: Some(LengthsRead {
                spans,
                lengths: [of(0)?, of(1)?],
                seen,
            }),
        };
        let out = self.out.write()?;
        let outputs = Outputs {
            statistics: None,
            lse,
            attention_out: results.view(&out, heads as usize)?,
        };
        let scale = match self.scale {
            0.0 if self.descaled.is_none() => 1.0 / (depth as f64).sqrt(),
            scale => scale,
        };
        let attention = self.attention(batch, [rows as usize, longest], scale)?;
        match self.descaled.is_some() && !is_paged {
            true => forward_of_tokens(attention, operands, outputs),
            false => forward(attention, operands, outputs),
        }
    }

    /// The computation, with sequences as long as they can be.
    fn attention(&self, batch: i64, [rows, keys]: [usize; 2], scale: f64) -> Result<Attention> {
        let mut sequences = table::with_room(batch as usize)?;
        sequences.extend((0..batch as usize).map(|number| Sequence {
            batch: number,
            queries: 0..rows,
            keys: 0..keys,
            queries_before: 0,
            weights_before: 0,
            mask_before: 0,
            window: Window::ALL,
            origin: [0; 2],
        }));
        Ok(Attention {
            sequences,
            scale,
            shift_factor: 0.0,
            shift: Shift::Each,
            mask: Mask::Each,
            distance: Distance {
                start: 0,
                is_root: false,
            },
            keep: None,
            statistics: StatisticsOrder::Heads,
            has_other_rows: true,
            queries_are_heads: false,
            is_for_any_lengths: true,
        })
    }
}
