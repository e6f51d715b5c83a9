//! Products of two matrices, or of two batches of them, with steps behind them: what the first versions of products of few bits share.

use super::combinations::combination;
use super::needs_chip;
use super::quant_matmul::products;
use super::sides::{Matrices, one_factor};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output, TensorArg};
use crate::device::soc::Generation;
use crate::error::{Error, Result};
use crate::ops::Call;
use crate::ops::grouped::{Factor, Grouped, Groups, Side, Step, grouped};
use crate::tensor::broadcast;

/// The sides of such a product.
pub struct Single<'a> {
    /// The left matrices.
    pub x1: &'a Input,
    /// The right matrices.
    pub x2: &'a Input,
    /// True if matrices are transposed.
    pub transposes: [bool; 2],
    /// The most dimensions.
    pub most: usize,
    /// True if batches broadcast; otherwise they are equal.
    pub broadcasts: bool,
    /// The results.
    pub out: &'a Output,
}

/// Rows, inner elements and columns.
#[derive(Clone, Copy)]
pub struct Extents {
    /// Rows.
    pub m: i64,
    /// Inner elements.
    pub k: i64,
    /// Columns.
    pub n: i64,
}

/// A product whose shapes are checked.
pub struct Fitting<'a> {
    sides: [Matrices<'a>; 2],
    transposes: [bool; 2],
    batch: Vec<i64>,
    out: &'a Output,
    /// Its extents.
    pub of: Extents,
}

/// Refuses types that no row of a table has, on chips before Ascend950.
pub fn types_on_910b(
    arguments: &[(&'static str, Option<&TensorArg>)],
    table: &[&str],
) -> Result<()> {
    needs_chip(&[Generation::Ascend910B])?;
    combination(arguments, table)
}

impl<'a> Single<'a> {
    /// Refuses shapes that do not fit.
    pub fn fitting(&self) -> Result<Fitting<'a>> {
        self.x1.rank_in(2..=self.most)?;
        self.x2.rank_in(2..=self.most)?;
        let sides = [
            Matrices::new(self.x1, None, false)?,
            Matrices::new(self.x2, None, false)?,
        ];
        let turned = |of: &Matrices, is_turned: bool| {
            let [rows, columns] = of.last_two();
            if is_turned {
                [columns, rows]
            } else {
                [rows, columns]
            }
        };
        let [m, k] = turned(&sides[0], self.transposes[0]);
        let [inner, n] = turned(&sides[1], self.transposes[1]);
        if k != inner {
            let allowed = format!("matrices of {k} inner elements, as `{}`", self.x1.name());
            return Err(self.x2.shape_refused(allowed));
        }
        let batch = match self.broadcasts {
            true => broadcast(sides[0].batch(), sides[1].batch()),
            false => (sides[0].batch() == sides[1].batch()).then(|| sides[0].batch().into()),
        };
        let Some(batch) = batch else {
            return Err(self.x2.shape_refused(format!(
                "a batch that fits {:?}, that of `{}`",
                sides[0].batch(),
                self.x1.name()
            )));
        };
        let batch = batch.to_vec();
        self.out
            .shape_is(&[&batch[..], &[m, n]].concat(), "that of the products")?;
        Ok(Fitting {
            sides,
            transposes: self.transposes,
            batch,
            out: self.out,
            of: Extents { m, k, n },
        })
    }
}

impl Fitting<'_> {
    /// Plans it, with operations on the right side and behind the product.
    pub fn planned(self, right: Side, steps: Vec<Step>) -> Planned {
        if self.out.is_empty() {
            return Ok(Call::nothing([self.out.write()?]));
        }
        let [x1, x2] = &self.sides;
        let Extents { m, k, n } = self.of;
        let ranges = products([x1.batch(), x2.batch()], &self.batch, [m, k, n]);
        let matrices: i64 = self.batch.iter().product();
        Ok(grouped(Grouped {
            left: Side::plain(vec![x1.left(self.transposes[0])?]),
            right: Side {
                tensors: vec![x2.right(self.transposes[1])?],
                ..right
            },
            groups: Groups::Known(ranges),
            steps,
            outputs: vec![(
                self.out.write()?,
                [matrices, m, n].map(|extent| extent as usize),
            )],
            is_updated: false,
            finish: None,
        })?)
    }
}

/// A bias of one number for each column.
pub fn bias_of_columns(bias: &Input, n: i64) -> Result<Step> {
    bias.shape_is(&[n], "the columns of the products")?;
    Ok(Step::Add(one_factor(bias)?.by_column(1, 1)))
}

/// One number for all, or one for each column and as many more as make their number a multiple of 16.
pub fn filled_up(tensor: &Input, n: i64, may_be_one: bool) -> Result<Factor> {
    let filled = (n.saturating_add(15)) / 16 * 16;
    let factor = one_factor(tensor)?;
    match *tensor.shape() {
        [own] if own == filled => Ok(factor.by_column(1, 1)),
        [1] if may_be_one => Ok(factor),
        _ => {
            let one = if may_be_one { "[1] or " } else { "" };
            Err(tensor.shape_refused(format!(
                "{one}[{filled}], the columns rounded up to a multiple of 16"
            )))
        }
    }
}

/// Refuses a bias beside products of no inner elements.
pub fn without_inner(bias: Option<&Input>, of: Extents) -> Result<()> {
    match bias {
        Some(bias) if of.k == 0 && of.m > 0 && of.n > 0 => Err(Error::value(
            bias.name(),
            "a tensor",
            "null for matrices of no inner elements",
        )),
        _ => Ok(()),
    }
}
