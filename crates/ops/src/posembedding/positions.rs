//! Tensors whose rows are rotated by rows of a table of cosines and sines, which positions name.

#![forbid(unsafe_code)]

use super::rotate::{Angles, Rotated, Turn, require_width};
use super::rows::{MAX_WIDTH, Mode};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{ReadFloatsView, ReadIndices, WriteFloatsView, kernel, operands};
use hostnpu_engine::views::FloatsView;
use hostnpu_kernels::index::IndexSlice;

/// Operands of [`rotate_by_position`].
pub struct RotateByPosition {
    /// Positions of the tokens, or several rows of them of which each serves some columns.
    pub positions: Arg,
    /// Rows of cosines and sines, half and half, of one number for each pair.
    pub cos_sin_cache: Arg,
    /// Pairs that each row of positions serves.
    pub sections: Sections,
    /// Pairing of elements.
    pub mode: Mode,
    /// Tensors of tokens, heads and elements, of which the first ones are rotated.
    pub tensors: Vec<Rotated>,
}

operands! {
    struct Tokens => TokensAt {
        positions: ReadIndices<i64>,
        cache: ReadFloatsView<2>,
        tensors: Vec<Tensor>,
    }
}

operands! {
    struct Tensor => TensorAt {
        x: Option<ReadFloatsView<4>>,
        y: WriteFloatsView<4>,
    }
}

/// Pairs that the rows of positions serve.
#[derive(Clone, Debug)]
pub enum Sections {
    /// All by the only row.
    All,
    /// So many by each row, one row behind the other, and by the first one what is left.
    InOrder(Vec<usize>),
    /// By three rows in turns; so many by the second and by the third one, and by the first one what is left.
    InTurns([usize; 2]),
}

impl Sections {
    /// Rows of positions.
    fn rows(&self) -> usize {
        match self {
            Self::All => 1,
            Self::InOrder(counts) => counts.len().max(1),
            Self::InTurns(_) => 3,
        }
    }

    /// Row of positions that a pair takes.
    fn row_of_pair(&self, pair: usize) -> usize {
        match self {
            Self::All => 0,
            Self::InOrder(counts) => {
                let mut end = 0;
                let found = counts.iter().position(|count| {
                    end += count;
                    pair < end
                });
                found.unwrap_or(0)
            }
            Self::InTurns(counts) => match pair % 3 {
                0 => 0,
                row if pair / 3 < counts[row - 1] => row,
                _ => 0,
            },
        }
    }
}

/// Plans the rotation. A position outside the table fails before anything is written.
pub fn rotate_by_position(operands: RotateByPosition) -> Result<Call> {
    let RotateByPosition {
        positions,
        cos_sin_cache,
        sections,
        mode,
        tensors,
    } = operands;
    let [table_rows, width] = cos_sin_cache.extents::<2>()?;
    require_width(&cos_sin_cache, mode, width)?;
    let position_rows = sections.rows();
    let mut count = 0;
    let mut placed = Vec::new();
    let tokens = positions.view.numel().unwrap_or(0) / position_rows;
    positions.require_numel(tokens * position_rows)?;
    for Rotated { x, y } in tensors {
        let [found, heads, elements] = y.extents::<3>()?;
        if found != tokens || elements < width {
            let got = y.view.layout.shape();
            let allowed = format!("{tokens} tokens, with at least {width} elements of a head");
            return Err(Error::shape(y.name, got, allowed));
        }
        if let Some(x) = &x
            && x.view.layout.shape() != y.view.layout.shape()
        {
            let allowed = format!("the shape of `{}`", y.name);
            return Err(Error::shape(x.name, x.view.layout.shape(), allowed));
        }
        count += tokens * heads * elements;
        let of_four_axes = |arg: Arg| arg.with_layout(arg.view.layout.with_axis(0));
        placed.push(Tensor {
            x: x.map(|x| ReadFloatsView::of(of_four_axes(x)?))
                .transpose()?,
            y: WriteFloatsView::as_it_lies(of_four_axes(y)?)?,
        });
    }
    let pairs = width / 2;
    let rows = (0..pairs).map(|pair| sections.row_of_pair(pair) as u8);
    let rows: Vec<u8> = rows.collect();
    let name = positions.name;
    let operands = Tokens {
        positions: positions.into(),
        cache: ReadFloatsView::of(cos_sin_cache)?,
        tensors: placed,
    };
    let turn = Turn::new(mode, 0..width, false);
    kernel(operands, 8 * count, move |at: TokensAt| {
        if let Some((number, got)) = at.positions.outside(table_rows) {
            let place = match position_rows {
                1 => vec![number],
                _ => vec![number / tokens.max(1), number % tokens.max(1)],
            };
            return Err(Error::index(name, &place, got, table_rows as i64, false));
        }
        let angles = Table {
            positions: at.positions,
            tokens,
            cache: at.cache,
            rows: &rows,
            position_rows,
            mode,
        };
        for TensorAt { x, y } in at.tensors {
            turn.apply(&angles, None, x, y);
        }
        Ok(())
    })
}

struct Table<'a> {
    positions: IndexSlice<'a, i64>,
    tokens: usize,
    cache: FloatsView<'a, 2>,
    /// The row of positions of each pair.
    rows: &'a [u8],
    position_rows: usize,
    mode: Mode,
}

impl Angles for Table<'_> {
    fn key(&self, [_, token, _]: [usize; 3]) -> [usize; 3] {
        [0, token, 0]
    }

    fn load(&self, [_, token, _]: [usize; 3], cos: &mut [f64], sin: &mut [f64]) -> bool {
        let [table_rows, width] = self.cache.shape();
        let mut memory = [0.0; MAX_WIDTH];
        let table = &mut memory[..width];
        let pairs = width / 2;
        for row in 0..self.position_rows {
            let number = row * self.tokens + token;
            let Some(position) = self.positions.position(number, table_rows) else {
                return false;
            };
            self.cache.load([position], 0, table);
            let own = |&(_, &of): &(usize, &u8)| usize::from(of) == row;
            for (pair, _) in self.rows.iter().enumerate().filter(own) {
                let places = match self.mode {
                    Mode::Interleave => [2 * pair, 2 * pair + 1],
                    _ => [pair, pairs + pair],
                };
                for at in places {
                    (cos[at], sin[at]) = (table[pair], table[pairs + pair]);
                }
            }
        }
        true
    }
}
