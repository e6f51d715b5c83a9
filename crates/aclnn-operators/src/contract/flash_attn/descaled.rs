//! Scales of attention whose operands are codes of FLOAT8_E4M3FN.

use crate::argument::{Input, TensorArg};
use crate::contract::sparse::{one_of, present};
use crate::contract::{Dtypes, only_950};
use crate::error::{Error, Result};
use crate::ops::attention::Factors;
use crate::tensor::Dtype;

const SCALES: Dtypes = only_950(&[Dtype::F8E8m0, Dtype::F32]);
const FLOAT: Dtypes = only_950(&[Dtype::F32]);

/// Elements of a row, or rows of values, that have one scale.
const GROUP: usize = 32;

/// The arguments.
pub struct Descaled<'a> {
    /// `qDescale`, `kDescale` and `vDescale`
    pub scales: [&'a Input; 3],
    /// `pScaleOptional`
    pub p_scale: &'a Option<Input>,
    /// `quantMode`
    pub mode: i64,
    /// `layoutQDescale`
    pub layout_q: &'a str,
}

impl Descaled<'_> {
    /// Refuses types that no mode has.
    pub fn types(&self) -> Result<()> {
        for scale in self.scales {
            scale.dtype_in(SCALES)?;
        }
        match present(self.p_scale) {
            Some(scale) => scale.dtype_in(FLOAT),
            None => Ok(()),
        }
    }

    /// True if each row of queries and keys, and each head of values, has one scale.
    pub fn is_of_rows(&self) -> bool {
        self.mode == 6
    }

    /// Layouts of queries, and how a sentence names them.
    pub fn layouts(&self) -> (&'static [&'static str], &'static str) {
        match self.is_of_rows() {
            true => (&["NTD"], "NTD in `quantMode` 6"),
            false => (&["TND"], "TND in `quantMode` 1"),
        }
    }

    /// Refuses another mode, and types that it has not.
    pub fn modes(&self) -> Result<()> {
        one_of("quantMode", self.mode, &[1, 6])?;
        let (dtype, allowed): (_, &[&str]) = match self.is_of_rows() {
            true => (Dtype::F32, &["NT"]),
            false => (Dtype::F8E8m0, &["TND", "N2TGD"]),
        };
        for scale in self.scales {
            scale.dtype_is(dtype)?;
        }
        if let Some(scale) = present(self.p_scale) {
            scale.shape_is(&[1], "a number")?;
        }
        match allowed.contains(&self.layout_q) {
            true => Ok(()),
            false => {
                let got = format!("{:?}", self.layout_q);
                let allowed = format!("{} in this `quantMode`", allowed.join(" or "));
                Err(Error::value("layoutQDescale", got, allowed))
            }
        }
    }

    /// Refuses blocks of other numbers of rows.
    pub fn blocks(&self, keys: &TensorArg, rows: i64) -> Result<()> {
        let (fits, allowed) = match self.is_of_rows() {
            true => (rows == 128, "blocks of 128 rows"),
            false => (
                matches!(rows, 64 | 128 | 256 | 512 | 1024),
                "blocks of 64, 128, 256, 512 or 1024 rows",
            ),
        };
        match fits {
            true => Ok(()),
            false => Err(keys.shape_refused(allowed)),
        }
    }

    /// The scales of queries (side 0), keys or values, of so many blocks or sequences, rows, heads and elements.
    pub fn factors(
        &self,
        side: usize,
        layout: &str,
        [outer, rows, heads, width]: [i64; 4],
        key_heads: i64,
    ) -> Result<Factors> {
        let scale = self.scales[side];
        let is_paged = side > 0 && layout != "TND";
        // Scales of a row, in pairs; pairs of groups of rows of a block.
        let (pairs, blocks) = ((width + 63) / 64, (rows + 63) / 64);
        let each = 2 * pairs as usize;
        let [many, high, wide] = [rows, heads, width].map(|extent| extent as usize);
        // The shape, 0 behind its axes; these in the order of blocks, heads, rows and elements; distances in that order; rows and elements that share a scale.
        const PLAIN: &[usize] = &[0, 1, 2, 3, 4];
        let of_rows = |shape: [i64; 6], order: &'static [usize], [outer, high, row]: [usize; 3]| {
            (shape, order, [outer, high, row, 1], [1, GROUP])
        };
        let (shape, order, strides, shared) = match (self.is_of_rows(), side, layout) {
            (true, 0, _) => ([heads, rows, 0, 0, 0, 0], PLAIN, [0, many, 1, 0], [1; 2]),
            (true, 1, _) => {
                let strides = [high * many, many, 1, 0];
                ([outer, heads, rows, 0, 0, 0], PLAIN, strides, [1; 2])
            }
            (true, ..) => ([heads, 0, 0, 0, 0, 0], PLAIN, [0, 1, 0, 0], [1; 2]),
            (false, 0, _) if self.layout_q == "N2TGD" => of_rows(
                [key_heads, rows, heads / key_heads, pairs, 2, 0],
                &[0, 2, 1, 3, 4],
                [0, many * each, each],
            ),
            (false, 0, _) | (false, 1, "TND") => {
                of_rows([rows, heads, pairs, 2, 0, 0], PLAIN, [0, each, high * each])
            }
            (false, 1, "PA_BBND") => of_rows(
                [outer, rows, heads, pairs, 2, 0],
                PLAIN,
                [many * high * each, each, high * each],
            ),
            (false, 1, _) => {
                let (shape, order): (_, &'static [usize]) = match layout {
                    "PA_NZ" => ([outer, heads, rows / 16, pairs, 16, 2], &[0, 1, 2, 4, 3, 5]),
                    _ => ([outer, heads, rows, pairs, 2, 0], PLAIN),
                };
                of_rows(shape, order, [high * many * each, many * each, each])
            }
            // Blocks begin with each sequence: how many there are is known when these are read.
            (false, _, "TND") => {
                scale.rank_in(4..=4)?;
                let blocks = scale.shape()[0].max(1);
                ([blocks, heads, width, 2, 0, 0], PLAIN, [0; 4], [1; 2])
            }
            (false, ..) => {
                let (shape, order): (_, &'static [usize]) = match layout {
                    "PA_BBND" => ([outer, blocks, heads, width, 2, 0], &[0, 2, 1, 4, 3]),
                    "PA_NZ" => (
                        [outer, heads, width / 16, blocks, 16, 2],
                        &[0, 1, 3, 5, 2, 4],
                    ),
                    _ => ([outer, heads, blocks, width, 2, 0], &[0, 1, 2, 4, 3]),
                };
                let of_head = 2 * blocks as usize * wide;
                let strides = [high * of_head, of_head, wide, 1];
                (shape, order, strides, [GROUP, 1])
            }
        };
        let rank = shape.iter().take_while(|&&extent| extent > 0).count();
        let shape = &shape[..rank];
        scale.shape_is(shape, "the scales of this mode and layout")?;
        let arg = scale.read()?;
        let layout = arg.view.layout.permuted(&order[..rank]);
        Ok(Factors {
            arg: arg.viewed(layout)?,
            strides,
            shared,
            by_block: is_paged && !(self.is_of_rows() && side == 2),
        })
    }
}
