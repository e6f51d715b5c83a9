//! Products of quantised matrices: one description of all versions of `aclnnQuantMatmul`, with the names of the fifth.

pub mod tables;

use super::combinations::combination;
use super::grouped::to_int8;
use super::needs_chip;
use super::sides::{Matrices, one_factor};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output, TensorArg};
use crate::device::soc::{Generation, generation};
use crate::error::{Error, Result};
use crate::ops::Call;
use crate::ops::grouped::{
    Activation, Factor, Finish, Grouped, Groups, Part, Range, Side, Step, grouped,
};
use crate::tensor::{Dtype, Dtype::*, broadcast};

/// The parameters of all versions.
pub struct QuantMatmul<'a> {
    /// The left matrices.
    pub x1: &'a Input,
    /// The right matrices.
    pub x2: &'a Input,
    /// Scales of the left matrices: of tokens, groups or blocks.
    pub x1_scale: Option<&'a Input>,
    /// Scales of the right matrices.
    pub x2_scale: Option<&'a Input>,
    /// The scale of the results.
    pub y_scale: Option<&'a Input>,
    /// Not used by any version.
    pub x1_offset: Option<&'a Input>,
    /// An offset of the results in INT8, or of weights of INT4.
    pub x2_offset: Option<&'a Input>,
    /// Added to products with INT4 weights (`yOffset`).
    pub y_offset: Option<&'a Input>,
    /// Bias of each column.
    pub bias: Option<&'a Input>,
    /// True if the left matrices are of steps by rows.
    pub transpose_x1: bool,
    /// True if the right matrices are of columns by steps.
    pub transpose_x2: bool,
    /// Extents of groups: steps in the lower 16 bits, then columns, then rows; 0 as the shapes say.
    pub group_size: i64,
    /// True if `x2` is stored in FRACTAL_NZ, whatever its format says.
    pub is_blocked: bool,
    /// The names of the scales: of the right matrices, of the left ones, of the offset.
    pub names: [&'static str; 3],
    /// The combinations of types: of x1, x2, x1Scale, x2Scale, x2Offset, yScale, yOffset, bias and the output.
    pub table: &'static [&'static str],
    /// Activation behind the product.
    pub activation: Option<Activation>,
    /// A last step, and a quantiser of rows that writes the results.
    pub finish: Option<(Step, Finish)>,
    /// The differences of a product of several ranks.
    pub ranks: Option<OfRanks>,
    /// The results.
    pub out: &'a Output,
}

/// The differences of a product of several ranks.
#[derive(Clone, Copy)]
pub struct OfRanks {
    /// Matrices on the left side.
    pub matrices: i64,
    /// True if scales of the left side are those of the rows of all ranks, one rank behind the other.
    pub is_gathered: bool,
    /// True if scales of the left side are exchanged before they are read: their shape has been checked.
    pub is_exchanged: bool,
    /// True if scales of blocks of the right side have columns before steps.
    pub columns_first: bool,
    /// True if a floating-point bias is added before the scales.
    pub bias_first: bool,
}

/// Extents of the products: matrices of a batch, rows, inner elements and columns.
#[derive(Clone, Copy)]
struct Extents {
    m: i64,
    k: i64,
    n: i64,
}

fn blocks(extent: i64, size: i64) -> i64 {
    (extent + size - 1) / size
}

fn count(extents: &[i64]) -> i64 {
    extents.iter().product()
}

/// The matrices of a batch.
fn matrices_of(tensor: &TensorArg) -> i64 {
    count(&tensor.shape()[..tensor.rank().saturating_sub(2)])
}

impl<'a> QuantMatmul<'a> {
    /// Products with nothing beside them.
    pub fn new(
        x1: &'a Input,
        x2: &'a Input,
        table: &'static [&'static str],
        out: &'a Output,
    ) -> Self {
        Self {
            x1,
            x2,
            x1_scale: None,
            x2_scale: None,
            y_scale: None,
            x1_offset: None,
            x2_offset: None,
            y_offset: None,
            bias: None,
            transpose_x1: false,
            transpose_x2: false,
            group_size: 0,
            is_blocked: false,
            names: ["scale", "pertokenScaleOptional", "offset"],
            table,
            activation: None,
            finish: None,
            ranks: None,
            out,
        }
    }
}

impl QuantMatmul<'_> {
    /// Checks all arguments, and plans the products.
    pub fn planned(mut self) -> Planned {
        // Null or a tensor without elements, say the pages; torch_npu passes the latter.
        for reserved in [&mut self.y_scale, &mut self.x1_offset, &mut self.y_offset] {
            *reserved = reserved.filter(|tensor| !tensor.is_empty());
        }
        needs_chip(&[
            Generation::Ascend910B,
            Generation::Ascend950,
            Generation::Other,
        ])?;
        let tensor = |input: Option<&'_ Input>| input.map(|input| -> &TensorArg { input }).cloned();
        let [x2_name, x1_name, offset_name] = self.names;
        let inputs = [
            ("x1", Some(self.x1)),
            ("x2", Some(self.x2)),
            (x1_name, self.x1_scale),
            (x2_name, self.x2_scale),
            (offset_name, self.x2_offset),
            ("yScale", self.y_scale),
            ("yOffset", self.y_offset),
            ("bias", self.bias),
        ];
        let owned: Vec<_> = inputs.map(|(name, input)| (name, tensor(input))).into();
        let mut types: Vec<_> = owned
            .iter()
            .map(|(name, tensor)| (*name, tensor.as_ref()))
            .collect();
        types.push(("out", Some(self.out)));
        combination(&types, self.table)?;
        if self.x1_offset.is_some() {
            return Err(Error::value("x1Offset", "a tensor", "null").into());
        }
        let words = |tensor: &Input| match tensor.dtype() {
            Ok(F32) => Some(F4E2m1),
            _ => Some(I4),
        };
        let x1 = Matrices::new(self.x1, words(self.x1), false)?;
        let x2 = Matrices::new(self.x2, words(self.x2), self.is_blocked)?;
        let turned = |of: &Matrices, is_turned: bool| {
            let [rows, columns] = of.last_two();
            if is_turned {
                [columns, rows]
            } else {
                [rows, columns]
            }
        };
        let ([m, k], [inner, n]) = (
            turned(&x1, self.transpose_x1),
            turned(&x2, self.transpose_x2),
        );
        if k != inner {
            let allowed = format!("matrices of {k} inner elements, as `x1`");
            return Err(Error::shape("x2", &x2.shape, allowed).into());
        }
        let Some(batch) = broadcast(x1.batch(), x2.batch()) else {
            return Err(Error::shape(
                "x2",
                &x2.shape,
                format!(
                    "a batch that broadcasts with {:?}, that of `x1`",
                    x1.batch()
                ),
            )
            .into());
        };
        let shape = [&batch[..], &[m, n]].concat();
        self.out.shape_is(&shape, "that of the products")?;
        let of = Extents { m, k, n };
        let bias = self.bias_of(of, &batch)?;
        let (mut left, mut right) = (Side::plain(Vec::new()), Side::plain(Vec::new()));
        let mut steps = Vec::new();
        self.scaled(
            of,
            [x1.dtype, x2.dtype],
            bias,
            (&mut left, &mut right, &mut steps),
        )?;
        steps.extend(self.activation.map(Step::Activate));
        if self.out.is_empty() {
            return Ok(Call::nothing([self.out.write()?]));
        }
        left.tensors = vec![x1.left(self.transpose_x1)?];
        right.tensors = vec![x2.right(self.transpose_x2)?];
        let matrices: i64 = batch.iter().product();
        let ranges = products([x1.batch(), x2.batch()], &batch, [m, k, n]);
        let results = [matrices, m, n].map(|extent| extent as usize);
        let (mut outputs, mut finish) = (Vec::new(), None);
        match self.finish {
            Some((step, of_rows)) => {
                steps.push(step);
                finish = Some(of_rows);
            }
            None => outputs.push((self.out.write()?, results)),
        }
        Ok(grouped(Grouped {
            left,
            right,
            groups: Groups::Known(ranges),
            steps,
            outputs,
            is_updated: false,
            finish,
        })?)
    }

    /// Returns the bias of each column, of each matrix of a batch.
    fn bias_of(&self, of: Extents, batch: &[i64]) -> Result<Option<Factor>> {
        let Some(bias) = self.bias else {
            return Ok(None);
        };
        let n = of.n as usize;
        let factor = one_factor(bias)?.by_column(1, 1);
        match (bias.shape(), batch) {
            (&[own], _) if own == of.n => Ok(Some(factor)),
            (&[1, own], []) if own == of.n => Ok(Some(factor)),
            (&[count, 1, own], &[matrices]) if own == of.n && count == matrices => {
                Ok(Some(factor.by_group(n)))
            }
            _ => Err(bias.shape_refused(format!(
                "[{}], or that behind the batch and 1 of three dimensions",
                of.n
            ))),
        }
    }

    /// A number for all, or one for each column.
    fn by_column(&self, of: Extents, tensor: &Input) -> Result<(Factor, bool)> {
        let factor = one_factor(tensor)?;
        match tensor.shape() {
            [own] if *own == of.n && of.n != 1 => Ok((factor.by_column(1, 1), false)),
            [1, own] if *own == of.n && of.n != 1 => Ok((factor.by_column(1, 1), false)),
            [1] | [1, 1] => Ok((factor, true)),
            _ => {
                Err(tensor.shape_refused(format!("[1] or [{}], the columns of the products", of.n)))
            }
        }
    }

    /// A number for all, or one for each row.
    fn by_row(&self, of: Extents, tensor: &Input) -> Result<(Factor, bool)> {
        let factor = one_factor(tensor)?;
        let is_gathered = self.ranks.is_some_and(|ranks| ranks.is_gathered);
        match tensor.shape() {
            [own] | [own, 1] if *own == of.m && is_gathered => {
                Ok((factor.by_row(1, 1).by_group(of.m as usize), false))
            }
            [own] if *own == of.m && of.m != 1 => Ok((factor.by_row(1, 1), false)),
            [own, 1] if *own == of.m && of.m != 1 => Ok((factor.by_row(1, 1), false)),
            [1] | [1, 1] if !is_gathered => Ok((factor, true)),
            _ => Err(tensor.shape_refused(format!("[1] or [{}], the rows of the products", of.m))),
        }
    }

    /// True if a tensor has this shape behind dimensions of a batch of as many matrices as its side has.
    fn has_shape(&self, tensor: &TensorArg, shape: &[i64], is_left: bool) -> bool {
        let matrices = match (self.ranks, is_left) {
            (Some(ranks), true) if ranks.is_exchanged => return true,
            (Some(ranks), true) => ranks.matrices,
            (Some(_), false) => 1,
            (None, true) => matrices_of(self.x1),
            (None, false) => matrices_of(self.x2),
        };
        let own = tensor.shape().strip_suffix(shape);
        own.is_some_and(|own| count(own) == matrices)
    }

    /// Returns whether scales of blocks of the right side have columns before steps.
    fn columns_first(&self) -> bool {
        self.ranks
            .map_or(self.transpose_x2, |ranks| ranks.columns_first)
    }

    /// Describes the product of a rank, whose left side has this type and these rows and inner elements: without left matrices, ranges and results. Types of arguments are
    /// the caller's concern.
    pub fn described(&self, x1: Dtype, [m, k]: [i64; 2]) -> Result<(Grouped, i64)> {
        let x2 = Matrices::new(self.x2, Some(I4), self.is_blocked)?;
        self.x2.rank_in(2..=2)?;
        let [rows, columns] = x2.last_two();
        let [inner, n] = if self.transpose_x2 {
            [columns, rows]
        } else {
            [rows, columns]
        };
        if k != inner {
            let allowed = format!("a matrix of {k} inner elements");
            return Err(Error::shape(self.x2.name(), &x2.shape, allowed));
        }
        let of = Extents { m, k, n };
        let bias = self.bias_of(of, &[])?;
        let (mut left, mut right) = (Side::plain(Vec::new()), Side::plain(Vec::new()));
        let mut steps = Vec::new();
        self.scaled(
            of,
            [x1, x2.dtype],
            bias,
            (&mut left, &mut right, &mut steps),
        )?;
        right.tensors = vec![x2.right(self.transpose_x2)?];
        Ok((Grouped::without_results(left, right, steps), n))
    }

    /// Scales of blocks of lanes and steps, of each matrix: lanes by steps, or steps by lanes.
    fn of_blocks(
        &self,
        tensor: &Input,
        is_left: bool,
        lanes: (i64, i64),
        steps: (i64, i64),
        steps_last: bool,
    ) -> Result<Factor> {
        let [across, along] = [blocks(lanes.0, lanes.1), blocks(steps.0, steps.1)];
        let shape = if steps_last {
            [across, along]
        } else {
            [along, across]
        };
        if !self.has_shape(tensor, &shape, is_left) {
            return Err(
                tensor.shape_refused(format!("{shape:?}, blocks of the matrix, behind its batch"))
            );
        }
        let (lane, step) = if steps_last { (along, 1) } else { (1, across) };
        let factor = one_factor(tensor)?.by_matrix((across * along) as usize);
        let (size, lane, step) = (lanes.1 as usize, lane as usize, step as usize);
        let factor = if is_left {
            factor.by_row(size, lane)
        } else {
            factor.by_column(size, lane)
        };
        Ok(factor.by_block(steps.1 as usize, step))
    }

    /// Powers of two of 32 steps, in pairs, of each matrix.
    fn powers(
        &self,
        tensor: &Input,
        is_left: bool,
        lanes: i64,
        k: i64,
        lanes_first: bool,
    ) -> Result<Factor> {
        let pairs = blocks(k, 64);
        let shape = if lanes_first {
            [lanes, pairs, 2]
        } else {
            [pairs, lanes, 2]
        };
        if !self.has_shape(tensor, &shape, is_left) {
            return Err(tensor.shape_refused(format!(
                "{shape:?}, pairs of blocks of 32 inner elements, behind its batch"
            )));
        }
        let (lane, pair) = if lanes_first {
            (2 * pairs, 2)
        } else {
            (2, 2 * lanes)
        };
        let factor = one_factor(tensor)?.by_matrix((2 * lanes * pairs) as usize);
        let factor = if is_left {
            factor.by_row(1, lane as usize)
        } else {
            factor.by_column(1, lane as usize)
        };
        Ok(factor.by_pairs(32, pair as usize, 1))
    }

    /// Adds scales, offsets and biases in the order of the formula.
    fn scaled(
        &self,
        of: Extents,
        [x1, x2]: [Dtype; 2],
        bias: Option<Factor>,
        (left, right, steps): (&mut Side, &mut Side, &mut Vec<Step>),
    ) -> Result<()> {
        let out = self.out.dtype()?;
        let bias_type = self.bias.map(|bias| bias.dtype()).transpose()?;
        let is_integral = matches!(x1, I8 | I4) && matches!(x2, I8 | I4);
        let Some(x2_scale) = self.x2_scale else {
            return Err(Error::value(self.names[0], "null", "a tensor"));
        };
        let scale_type = x2_scale.dtype()?;
        let is_words = matches!(scale_type, U64 | I64);
        if scale_type == F8E8m0 {
            let Some(x1_scale) = self.x1_scale else {
                return Err(Error::value(self.names[1], "null", "a tensor"));
            };
            left.scales = vec![self.powers(x1_scale, true, of.m, of.k, !self.transpose_x1)?];
            right.scales = vec![self.powers(x2_scale, false, of.n, of.k, self.columns_first())?];
            steps.extend(bias.map(Step::Add));
            return Ok(());
        }
        // Weights of fewer bits than the left side, with scales of groups of steps.
        if x1 == I8 && x2 == I4 {
            left.shift = -8.0;
            let groups = match x2_scale.shape() {
                &[groups, n] if n == of.n && groups > 1 => groups,
                _ => 1,
            };
            if groups > 1 && groups != blocks(of.k, 256) {
                return Err(x2_scale.shape_refused(format!(
                    "[{}, {}], groups of 256 inner elements",
                    blocks(of.k, 256),
                    of.n
                )));
            }
            let scale = match groups {
                1 => self.by_column(of, x2_scale)?.0.part(Part::WholeScale),
                _ => one_factor(x2_scale)?
                    .part(Part::WholeScale)
                    .by_column(1, 1)
                    .by_block(256, of.n as usize),
            };
            right.scales = vec![scale];
            if let Some(offset) = self.y_offset {
                steps.push(Step::Add(self.by_column(of, offset)?.0));
            }
            if let Some(scale) = self.x1_scale {
                steps.push(Step::Times(self.by_row(of, scale)?.0));
            }
            return Ok(());
        }
        if let Some(scale) = self.y_scale {
            // x1 · (x2 · x2Scale) · yScale.
            let factor =
                self.of_blocks(x2_scale, false, (of.n, 1), (of.k, 32), self.transpose_x2)?;
            right.scales = vec![factor];
            steps.push(Step::Times(self.by_column(of, scale)?.0));
            return Ok(());
        }
        if let (Some(offset), F16) = (
            self.x2_offset,
            self.x2_offset.map_or(Ok(F32), |offset| offset.dtype())?,
        ) {
            // x1Scale · x2Scale · (x1 · x2 - x1 · x2Offset), in groups of 256.
            let spread =
                |tensor: &Input| self.of_blocks(tensor, false, (of.n, 1), (of.k, 256), false);
            right.offset = Some((spread(offset)?, -1.0));
            right.scales = vec![spread(x2_scale)?];
            if let Some(scale) = self.x1_scale {
                steps.push(Step::Times(self.by_row(of, scale)?.0));
            }
            return Ok(());
        }
        if let Some(x1_scale) = self
            .x1_scale
            .filter(|scale| scale.rank() >= 2 && x2_scale.rank() >= 2)
            // Of several ranks, scales of rows and columns have two dimensions on Ascend910B.
            .filter(|_| self.ranks.is_none() || generation() == Generation::Ascend950)
        {
            let rows = match self.group_size >> 32 & 0xffff {
                _ if self.ranks.is_some() => 128,
                0 if of.m == 0 => 1,
                0 => {
                    let rank = x1_scale.rank();
                    let own = x1_scale.shape()[rank - 1 - usize::from(!self.transpose_x1)].max(1);
                    if own == of.m { 1 } else { 128 }
                }
                size => size,
            };
            if ![1, 128].contains(&rows) {
                return Err(Error::value(
                    "groupSize",
                    self.group_size,
                    "1 or 128 rows, 128 columns and 128 inner elements",
                ));
            }
            left.scales = vec![self.of_blocks(
                x1_scale,
                true,
                (of.m, rows),
                (of.k, 128),
                !self.transpose_x1,
            )?];
            right.scales = vec![self.of_blocks(
                x2_scale,
                false,
                (of.n, 128),
                (of.k, 128),
                self.columns_first(),
            )?];
            steps.extend(bias.map(Step::Add));
            return Ok(());
        }
        let is_first = match self.ranks {
            Some(ranks) => bias_type == Some(I32) || ranks.bias_first,
            None => bias_type == Some(I32) || !is_integral && is_words,
        };
        if is_first {
            steps.extend(bias.clone().map(Step::Add));
        }
        if is_integral {
            steps.push(Step::Wrap);
        }
        let (scale, is_one) = self.by_column(of, x2_scale)?;
        let x1_scale = match self.x1_scale {
            Some(scale) => Some(self.by_row(of, scale)?),
            None => None,
        };
        if is_integral && out == I32 {
            return Ok(());
        }
        let cuts = generation() == Generation::Ascend950
            && (bias_type.is_none() || bias_type == Some(I32));
        match (self.x1_scale, x1_scale) {
            (Some(x1_scale), Some((_, true))) if !is_integral && is_one && cuts => {
                steps.push(Step::Times(
                    Factor::product(x1_scale.read()?, x2_scale.read()?).cut(),
                ));
            }
            (_, row) => {
                let cuts = cuts && is_integral && is_one && !is_words && row.is_none();
                let own = if cuts {
                    scale.clone().cut()
                } else {
                    scale.clone()
                };
                steps.push(Step::Times(own));
                steps.extend(row.map(|(factor, _)| Step::Times(factor)));
            }
        }
        if out == I8 {
            let offset = match self.x2_offset {
                Some(offset) => self.by_column(of, offset)?.0.rounded(),
                None => scale.part(Part::Offset),
            };
            steps.extend(to_int8(offset));
        } else if let Some(offset) = self.x2_offset {
            steps.push(Step::Add(self.by_column(of, offset)?.0));
        }
        if !is_first {
            steps.extend(bias.map(Step::Add));
        }
        Ok(())
    }
}

/// The products of the matrices of two batches that broadcast: rows, inner elements and columns.
pub fn products([left, right]: [&[i64]; 2], batch: &[i64], [m, k, n]: [i64; 3]) -> Vec<Range> {
    let matrices: i64 = batch.iter().product();
    let ranges = (0..matrices).map(|at| Range {
        group: at as usize,
        left: [0, matrix(left, batch, at)],
        right: [0, matrix(right, batch, at)],
        output: [0, at as usize],
        row: 0,
        output_row: 0,
        rows: m as usize,
        step: 0,
        right_step: 0,
        steps: k as usize,
        columns: n as usize,
    });
    ranges.collect()
}

/// The number of the matrix of a batch that stands beside matrix `at` of the batch that it broadcasts to.
fn matrix(own: &[i64], batch: &[i64], mut at: i64) -> usize {
    let (mut number, mut step) = (0, 1);
    for (d, &extent) in batch.iter().enumerate().rev() {
        let place = (d + own.len()).checked_sub(batch.len());
        let mine = place.map_or(1, |d| own[d]);
        if mine != 1 {
            number += at % extent * step;
        }
        step *= mine;
        at /= extent;
    }
    number as usize
}
