//! Contract of all versions of attention of blocks of queries to some of the blocks of keys. Null is refused with 161001, all else with 161002.

use super::attention::Axes;
use super::block_sparse::{
    Extents, MAP, Sides, TYPES, check_precision, null, without_pages, without_window,
};
use super::sparse::{absent, one_of};
use super::{Dtypes, on_950, on_all, only_950};
use crate::argument::{Input, Output};
use crate::error::{Error, Result};
use crate::ops::Call;
use crate::ops::attention::{Factors, Microscaled, Source};
use crate::ops::block_sparse::block_sparse;
use crate::tensor::{Dtype, Layout};

/// Types of queries, keys and values of the second version.
pub const OR_FLOAT8: Dtypes = TYPES.and_950(&[Dtype::F8E4m3fn]);

/// The same of the third version.
pub const OR_FLOAT4: Dtypes = OR_FLOAT8.and_950(&[Dtype::F4E2m1]);

const FLOAT: Dtypes = on_all(&[Dtype::F32]);
const POWERS: Dtypes = only_950(&[Dtype::F8E8m0]);

/// Scales of queries, keys and values.
const SCALES: [&str; 3] = [
    "qDequantScaleOptional",
    "kDequantScaleOptional",
    "vDequantScaleOptional",
];

/// Blocks of operands of FLOAT4 are multiples of it.
const MULTIPLE_OF_FLOAT4: usize = 64;

/// Numbers of FLOAT4 that have one scale; scales lie in pairs.
const GROUP: i64 = 32;
const PAIR: i64 = 2 * GROUP;

/// Arguments.
pub struct Attending<'a> {
    /// Queries, keys and values.
    pub sides: Sides<'a>,
    /// `blockSparseMaskOptional`
    pub map: &'a Option<Input>,
    /// `blockTableOptional`
    pub block_table: &'a Option<Input>,
    /// `qDequantScaleOptional`, `kDequantScaleOptional` and `vDequantScaleOptional`
    pub scales: [&'a Option<Input>; 3],
    /// `pQuantScaleOptional`
    pub weight_scale: &'a Option<Input>,
    /// `innerPrecise`
    pub inner_precise: i64,
    /// `blockSize`
    pub block_size: i64,
    /// `preTokens` and `nextTokens`
    pub window: [i64; 2],
    /// `softmaxLseFlag`
    pub lse_flag: i64,
    /// `quantMode`, if there is one.
    pub quant_mode: Option<i64>,
    /// `dstTypeMax`
    pub dst_type_max: f64,
    /// `attentionOut`
    pub attention_out: &'a Output,
    /// `softmaxLseOptional`
    pub lse: &'a Option<Output>,
}

/// Form of the operands.
#[derive(Clone, Copy)]
enum Form {
    Floats,
    Float8,
    Float4(Microscaled),
}

impl Attending<'_> {
    /// Plans attention.
    pub fn planned(mut self) -> Result<Call> {
        let query = self.sides.query;
        let form = self.form()?;
        // Codes have a scale for each block, whether there is a map or not; without either, blocks mean nothing.
        if matches!(form, Form::Floats) && self.map.is_none() {
            self.sides.shape.1 = None;
        }
        let mut extents = self.sides.extents()?;
        check_precision(self.inner_precise, query, true)?;
        without_pages(self.block_table)?;
        one_of("blockSize", self.block_size, &[0])?;
        without_window(self.window[0], self.window[1])?;
        absent(("pQuantScaleOptional", self.weight_scale), "null")?;
        let flags: &[i64] = match form {
            Form::Float4(_) => &[0],
            _ => &[0, 1],
        };
        one_of("softmaxLseFlag", self.lse_flag, flags)?;
        extents.check_sizes(query, if on_950() { 16 } else { 128 })?;
        match form {
            Form::Floats => {
                for (name, scale) in SCALES.into_iter().zip(self.scales) {
                    absent((name, scale), "null, unless `query` is FLOAT8 or FLOAT4")?;
                }
                self.attention_out.same_dtype(query)?;
            }
            Form::Float8 | Form::Float4(_) => {
                extents.of.coded = Some(self.coded(form, &extents)?);
                self.attention_out.dtype_in(TYPES)?;
            }
        }
        if let Form::Float4(weights) = form {
            extents.of.weights = Some(weights);
        }
        let extents = extents.with_map(self.map, MAP)?;
        self.attention_out.same_shape(query)?;
        let lse = match (self.lse_flag, self.lse) {
            (0, _) => None,
            (_, Some(lse)) => {
                extents.check_lse(lse, query)?;
                Some(extents.queries(lse.write()?)?)
            }
            (_, None) => return Err(null("softmaxLseOptional")),
        };
        let results = extents.queries(self.attention_out.write()?)?;
        block_sparse(extents.of, results, lse)
    }

    /// The form of the operands, by their type and the mode.
    fn form(&self) -> Result<Form> {
        self.sides.query.dtype_in(self.sides.types)?;
        let (form, modes): (_, &[i64]) = match self.sides.query.dtype()? {
            Dtype::F8E4m3fn => (Form::Float8, &[1]),
            Dtype::F4E2m1 => (Form::Float4(self.rounding()), &[2, 3]),
            _ => (Form::Floats, &[0]),
        };
        if let Some(mode) = self.quant_mode {
            one_of("quantMode", mode, modes)?;
        }
        let max = self.dst_type_max;
        if matches!(form, Form::Float4(_)) && max != 0.0 && !(6.0..=12.0).contains(&max) {
            return Err(Error::value("dstTypeMax", max, "0, or 6 to 12"));
        }
        Ok(form)
    }

    fn rounding(&self) -> Microscaled {
        match (self.quant_mode, self.dst_type_max) {
            (Some(3), 0.0) => Microscaled::Ceil(6.0),
            (Some(3), max) => Microscaled::Ceil(max),
            _ => Microscaled::Floor,
        }
    }

    /// Queries, keys and values of codes, with their scales.
    fn coded(&self, form: Form, extents: &Extents) -> Result<[Source; 3]> {
        let mut scales = Vec::new();
        for (name, scale) in SCALES.into_iter().zip(self.scales) {
            let types = if matches!(form, Form::Float8) {
                FLOAT
            } else {
                POWERS
            };
            let allowed = "the scales of FLOAT8 or FLOAT4";
            let scale = scale.as_ref();
            let scale = scale.ok_or_else(|| Error::value(name, "null", allowed))?;
            scale.dtype_in(types)?;
            scales.push(scale);
        }
        match form {
            Form::Float8 if self.sides.shape.1.is_none() => return Err(null("blockShapeOptional")),
            Form::Float4(_)
                if extents
                    .of
                    .size
                    .iter()
                    .any(|of| of % MULTIPLE_OF_FLOAT4 != 0) =>
            {
                let got = format!("{:?}", extents.of.size);
                let allowed = format!("multiples of {MULTIPLE_OF_FLOAT4} for FLOAT4");
                return Err(Error::value("blockShapeOptional", got, allowed));
            }
            _ => {}
        }
        let tensors = [self.sides.query, self.sides.key, self.sides.value];
        let of = |number: usize| -> Result<Source> {
            let (tensor, scale) = (tensors[number], scales[number]);
            let axes = extents.axes();
            let [heads, depth] = axes.heads(tensor.shape(), 1).unwrap_or_default();
            let (scales, scale_starts) = match (form, number) {
                (Form::Float8, _) => of_blocks(scale, number, heads, extents)?,
                (_, 2) => of_columns(scale, axes, tensor, extents)?,
                _ => (of_rows(scale, axes, tensor, [heads, depth])?, Vec::new()),
            };
            Ok(Source {
                scales: Some(scales),
                scale_starts,
                ..Source::of(axes.stored(tensor.read()?, heads as usize)?)
            })
        };
        Ok([of(0)?, of(1)?, of(2)?])
    }
}

/// A scale for each block of a head of a sequence: sequences, heads, blocks, 1.
fn of_blocks(
    scale: &Input,
    number: usize,
    heads: i64,
    extents: &Extents,
) -> Result<(Factors, Vec<[usize; 2]>)> {
    let side = number.min(1);
    let (count, blocks) = (extents.of.sequences.len(), extents.blocks()[side]);
    let most = match *scale.shape() {
        [sequences, own, most, 1]
            if [sequences, own] == [count as i64, heads] && most >= blocks =>
        {
            most as usize
        }
        _ => {
            let allowed = format!("[{count}, {heads}, {blocks}, 1]: a number for each block");
            return Err(scale.shape_refused(allowed));
        }
    };
    let of_sequence = heads as usize * most;
    let factors = Factors {
        arg: scale.read()?,
        strides: [of_sequence, most, 1, 0],
        shared: [extents.of.size[side], 1],
        by_block: false,
    };
    let starts = extents.of.sequences.iter().enumerate();
    let starts = starts.map(|(number, span)| {
        let rows = if side == 0 { &span.queries } else { &span.keys };
        [rows.start, number * of_sequence]
    });
    let is_of_tokens = extents.axes().is_of_tokens();
    Ok((factors, starts.filter(|_| is_of_tokens).collect()))
}

/// A scale for every 32 elements of a row: as the tensor, with pairs of scales last.
fn of_rows(scale: &Input, axes: Axes, tensor: &Input, [heads, depth]: [i64; 2]) -> Result<Factors> {
    let groups = (depth + PAIR - 1) / PAIR;
    let mut wanted = tensor.shape().to_vec();
    wanted.pop();
    wanted.extend([groups, 2]);
    scale.shape_is(&wanted, "a number for every 32 elements of a row, in pairs")?;
    let [batch, rows] = axes.outer(tensor.shape());
    let of_row = 2 * groups as usize;
    let strides = axes.strides_of_rows([batch, heads, rows].map(|extent| extent as usize));
    let [batch, head, row, _] = strides.map(|stride| stride * of_row);
    Ok(Factors {
        arg: scale.read()?,
        strides: [batch, head, row, 1],
        shared: [1, GROUP as usize],
        by_block: false,
    })
}

/// A scale for every 32 rows of a column, of each sequence: as the tensor, with pairs of rows in place of rows, and the two of a pair last.
fn of_columns(
    scale: &Input,
    axes: Axes,
    tensor: &Input,
    extents: &Extents,
) -> Result<(Factors, Vec<[usize; 2]>)> {
    let [batch, rows] = axes.outer(tensor.shape());
    let [heads, depth] = axes.heads(tensor.shape(), 1).unwrap_or_default();
    let is_of_tokens = axes.is_of_tokens();
    let pairs_of = |rows: usize| rows.div_ceil(PAIR as usize);
    let spans = &extents.of.sequences;
    let pairs: usize = match is_of_tokens {
        true => spans.iter().map(|span| pairs_of(span.keys.len())).sum(),
        false => pairs_of(rows as usize),
    };
    let mut wanted = axes.shape([batch, heads, pairs as i64, depth]);
    wanted.push(2);
    scale.shape_is(&wanted, "a number for every 32 rows of a column, in pairs")?;
    // Batch, heads, pairs, the two of a pair, columns.
    let arg = scale.read()?;
    let layout: &Layout = &arg.view.layout;
    let with_pair = layout.permuted(&match axes.rank {
        3 => vec![0, 1, 3, 2],
        _ => vec![0, 1, 2, 4, 3],
    });
    let layout = match (is_of_tokens, axes.shape([0, 1, 2, 3])[1]) {
        (true, _) => with_pair.permuted(&[1, 0, 2, 3]),
        // Rows before heads.
        (false, 2) => with_pair.permuted(&[0, 2, 1, 3, 4]),
        _ => with_pair,
    };
    let of_head = pairs * 2 * depth as usize;
    let factors = Factors {
        arg: arg.viewed(layout)?,
        strides: [heads as usize * of_head, of_head, depth as usize, 1],
        shared: [GROUP as usize, 1],
        by_block: false,
    };
    let mut before = 0;
    let starts = spans.iter().map(|span| {
        let first = before * 2 * depth as usize;
        before += pairs_of(span.keys.len());
        [span.keys.start, first]
    });
    Ok((factors, starts.filter(|_| is_of_tokens).collect()))
}
