//! Extents from layouts, shapes and ends of sequences.

use super::Scores;
use crate::argument::Input;
use crate::error::{Error, Reason, Result};
use crate::ops::Arg;
use crate::ops::attention::{Packing, Stored};
use crate::tensor::{Layout, table};

/// The longest head.
const LONGEST: i64 = 768;

/// Extents that the shapes give.
pub struct Extents {
    pub batch: usize,
    /// Heads of queries, and of keys and values.
    pub heads: [usize; 2],
    /// Rows of queries and of keys in a batch, in TND of all.
    pub rows: [usize; 2],
    pub width: usize,
}

/// The axes of a layout: batch, rows, heads, elements of a head, by their places in the shape; two share one in BSH and SBH.
#[derive(Clone, Copy)]
pub struct Axes {
    /// Axes of the shape.
    pub rank: usize,
    batch: Option<usize>,
    rows: usize,
    /// `None` where heads and their elements are one axis.
    heads: Option<usize>,
}

impl Axes {
    /// Those of a layout by its name.
    pub fn of(layout: &str) -> Option<Self> {
        let (rank, batch, rows, heads) = match layout {
            "BSH" => (3, Some(0), 1, None),
            "SBH" => (3, Some(1), 0, None),
            "BSND" => (4, Some(0), 1, Some(2)),
            "BNSD" => (4, Some(0), 2, Some(1)),
            "TND" => (3, None, 0, Some(1)),
            "NTD" => (3, None, 1, Some(0)),
            "NBSD" => (4, Some(1), 2, Some(0)),
            _ => return None,
        };
        Some(Self {
            rank,
            batch,
            rows,
            heads,
        })
    }

    /// The batch and the rows of a shape.
    pub fn outer(self, shape: &[i64]) -> [i64; 2] {
        [self.batch.map_or(1, |axis| shape[axis]), shape[self.rows]]
    }

    /// The last extent for so many heads of so many elements each.
    pub fn last(self, heads: i64, elements: i64) -> i64 {
        if self.heads.is_some() {
            elements
        } else {
            heads.saturating_mul(elements)
        }
    }

    /// The shape of so many batches, heads, rows and elements of a head.
    pub fn shape(self, [batch, heads, rows, elements]: [i64; 4]) -> Vec<i64> {
        let mut shape = vec![self.last(heads, elements); self.rank];
        shape[self.rows] = rows;
        if let Some(axis) = self.batch {
            shape[axis] = batch;
        }
        if let Some(axis) = self.heads {
            shape[axis] = heads;
        }
        shape
    }

    /// Returns true if sequences lie one behind the other.
    pub fn is_of_tokens(self) -> bool {
        self.batch.is_none()
    }

    /// The heads of a shape, of which there are `heads` where they share an axis with their elements, and the elements of one; nothing if that is no whole number.
    pub fn heads(self, shape: &[i64], heads: i64) -> Option<[i64; 2]> {
        let last = *shape.get(self.rank - 1)?;
        match self.heads {
            Some(axis) => Some([shape[axis], last]),
            None if heads > 0 && last % heads == 0 => Some([heads, last / heads]),
            None => None,
        }
    }

    /// Of a dense tensor of a number for each head of each row, and of none else: distances of batches, heads and rows.
    pub fn strides_of_rows(self, [batch, heads, rows]: [usize; 3]) -> [usize; 4] {
        let extents = [
            (self.batch, batch),
            (Some(self.rows), rows),
            (self.heads.or(Some(self.rank - 1)), heads),
        ];
        let behind = |axis: Option<usize>| -> usize {
            let Some(axis) = axis else { return 0 };
            let behind = extents
                .iter()
                .filter(|(other, _)| other.is_some_and(|other| other > axis));
            behind.map(|(_, extent)| extent).product()
        };
        [
            behind(self.batch),
            behind(self.heads.or(Some(self.rank - 1))),
            behind(Some(self.rows)),
            0,
        ]
    }

    /// Extents and strides of the axes of the engine: batch, heads, rows, elements of a head.
    fn dims(self, layout: &Layout, heads: usize) -> [(i64, i64); 4] {
        let dim = |axis: usize| (layout.shape()[axis], layout.strides()[axis]);
        let (extent, stride) = dim(self.rank - 1);
        let (heads, elements) = match self.heads {
            Some(axis) => (dim(axis), extent),
            None => {
                let elements = extent / heads.max(1) as i64;
                ((heads as i64, elements.saturating_mul(stride)), elements)
            }
        };
        let batch = self.batch.map_or((1, 0), dim);
        [batch, heads, dim(self.rows), (elements, stride)]
    }

    /// A layout with the axes of the engine.
    fn layout(self, layout: &Layout, heads: usize) -> Layout {
        of_dims(self.dims(layout, heads), layout.offset())
    }

    /// The same with chunks of a row, of which there is one, before the rows.
    fn in_chunks(self, layout: &Layout, heads: usize) -> Layout {
        let [batch, heads, rows, elements] = self.dims(layout, heads);
        of_dims([batch, heads, (1, 0), rows, elements], layout.offset())
    }

    /// A tensor with the axes of the engine.
    pub fn view(self, arg: &Arg, heads: usize) -> Result<Arg> {
        arg.viewed(self.layout(&arg.view.layout, heads))
    }

    /// A tensor of queries, keys or values.
    pub fn stored(self, arg: Arg, heads: usize) -> Result<Stored> {
        Stored::new(arg, |layout| self.in_chunks(layout, heads))
    }

    /// A tensor of keys of one head, whose rows are bytes of several types.
    pub fn packed(self, arg: Arg, packing: Packing) -> Result<Stored> {
        Stored::packed(arg, packing, |layout| self.in_chunks(layout, 1))
    }
}

/// A layout of dimensions with these extents and strides.
fn of_dims<const N: usize>(dims: [(i64, i64); N], offset: i64) -> Layout {
    let [shape, strides] = [dims.map(|dim| dim.0), dims.map(|dim| dim.1)];
    Layout::new(shape[..].into(), strides[..].into(), offset)
}

/// Beginnings and ends of the queries and the keys of a sequence.
pub type Ends = [(usize, usize); 2];

impl Scores<'_> {
    /// Finds what shapes say; refuses those that do not fit together.
    pub(super) fn extents(&self) -> Result<(Axes, Extents)> {
        let Self {
            query, key, value, ..
        } = *self;
        let allowed = if self.options.is_variable {
            "TND"
        } else {
            "BSH, SBH, BSND or BNSD"
        };
        let is_tnd = &**self.input_layout == "TND";
        let axes = Axes::of(self.input_layout).filter(|_| is_tnd == self.takes_tokens());
        let axes = axes.ok_or_else(|| {
            Error::value(
                self.input_layout.name(),
                format!("{:?}", &**self.input_layout),
                allowed,
            )
        })?;
        if self.options.head_num <= 0 {
            return Err(Error::value("headNum", self.options.head_num, "1 or more"));
        }
        for tensor in [query, key, value] {
            tensor.rank_in(axes.rank..=axes.rank)?;
        }
        let last = axes.rank - 1;
        let parts =
            |tensor: &Input, heads: i64| -> Result<[i64; 2]> {
                let extent = tensor.shape()[last];
                match axes.heads {
                    Some(axis) => Ok([tensor.shape()[axis], extent]),
                    None if heads > 0 && extent % heads == 0 => Ok([heads, extent / heads]),
                    None => Err(tensor
                        .shape_refused(format!("a multiple of {heads} in the last dimension"))),
                }
            };
        let [heads, depth] = parts(query, self.options.head_num)?;
        if heads != self.options.head_num {
            return Err(query.shape_refused(format!("{} heads (`headNum`)", self.options.head_num)));
        }
        if !(1..=LONGEST).contains(&depth) {
            return Err(query.shape_refused(format!("heads of 1 to {LONGEST} elements")));
        }
        let key_heads = match axes.heads {
            Some(axis) => key.shape()[axis],
            None => key.shape()[last] / depth,
        };
        if key.shape()[last] != axes.last(key_heads, depth)
            || key_heads <= 0
            || heads % key_heads != 0
        {
            let allowed = format!("heads of {depth} elements, so many that {heads} is a multiple");
            return Err(key.shape_refused(allowed));
        }
        let [value_heads, width] = parts(value, key_heads)?;
        if value_heads != key_heads || !(1..=depth).contains(&width) {
            return Err(value.shape_refused(format!("{key_heads} heads of 1 to {depth} elements")));
        }
        let [outer, keys] = [query, key].map(|tensor| axes.outer(tensor.shape()));
        if outer[0] != keys[0] {
            return Err(key.shape_refused(format!("a batch of {}", outer[0])));
        }
        if axes.outer(value.shape()) != keys {
            return Err(value.shape_refused(format!("the batch and the rows of `{}`", key.name())));
        }
        let extents = Extents {
            batch: outer[0] as usize,
            heads: [heads as usize, key_heads as usize],
            rows: [outer[1] as usize, keys[1] as usize],
            width: width as usize,
        };
        Ok((axes, extents))
    }

    /// Returns true if sequences lie one behind the other.
    pub(super) fn takes_tokens(&self) -> bool {
        let has_ends = || self.ends().iter().flatten().any(|ends| !ends.is_empty());
        self.options.is_variable || &**self.input_layout == "TND" && has_ends()
    }

    /// Returns where each sequence of queries and keys begins and ends.
    pub(super) fn sequences(&self, extents: &Extents) -> Result<Vec<Ends>> {
        if !self.takes_tokens() {
            return table::filled(extents.batch, extents.rows.map(|rows| (0, rows)));
        }
        let names = ["actualSeqQLenOptional", "actualSeqKvLenOptional"];
        let mut all = [Vec::new(), Vec::new()];
        for (at, sequences) in all.iter_mut().enumerate() {
            let ends = self.ends()[at].ok_or(Reason::Null { arg: names[at] })?;
            let mut start = 0;
            // Sequences that take no part are zeros at the end.
            let count = ends
                .iter()
                .rposition(|&end| end != 0)
                .map_or(0, |last| last + 1);
            sequences.reserve(ends.len());
            for (number, &end) in ends.iter().enumerate() {
                let end = if number < count { end } else { start };
                if end < start || end > extents.rows[at] as i64 {
                    let allowed = format!(
                        "ends of sequences in ascending order, up to {}",
                        extents.rows[at]
                    );
                    return Err(Error::value(names[at], format!("{:?}", &ends[..]), allowed));
                }
                sequences.push((start as usize, end as usize));
                start = end;
            }
        }
        let [queries, keys] = all;
        if queries.len() != keys.len() {
            let allowed = format!("{} numbers, as `{}`", queries.len(), names[0]);
            return Err(Error::value(
                names[1],
                format!("{} numbers", keys.len()),
                allowed,
            ));
        }
        Ok(queries
            .into_iter()
            .zip(keys)
            .map(|(queries, keys)| [queries, keys])
            .collect())
    }

    /// Returns how many keys all queries of each sequence see.
    pub(super) fn prefixes(&self, ends: &[Ends]) -> Result<Vec<usize>> {
        if self.atten_mask().is_none() || !matches!(self.options.sparse_mode, 5 | 6) {
            return table::filled(ends.len(), 0);
        }
        let prefix = self.options.prefix.ok_or(Reason::Null {
            arg: "prefixOptional",
        })?;
        let fits =
            |(&prefix, [_, keys]): (&i64, &Ends)| (0..=(keys.1 - keys.0) as i64).contains(&prefix);
        if prefix.len() != ends.len() || !prefix.iter().zip(ends).all(fits) {
            let allowed = "for each sequence a number from 0 up to that of its keys";
            return Err(Error::value(
                prefix.name(),
                format!("{:?}", &prefix[..]),
                allowed,
            ));
        }
        Ok(prefix.iter().map(|&prefix| prefix as usize).collect())
    }
}
