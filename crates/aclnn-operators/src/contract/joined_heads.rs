//! Contracts of heads of images and texts that are joined along the sequence.

use crate::abi::aclnn::types::{ACLNN_ERR_INNER_TILING_ERROR, ACLNN_ERR_RUNTIME_ERROR};
use crate::abi::failure::{Code, Outcome};
use crate::argument::Input;
use crate::error::{Error, Result};
use crate::ops::Arg;
use crate::ops::posembedding::{HeadNorm, HeadSource, Mode};

/// Modes by their numbers.
pub struct Modes {
    /// Normalisation of the rows of images and of texts.
    pub norms: [HeadNorm; 2],
    /// Pairing of elements.
    pub mode: Mode,
    /// True if texts come first.
    pub is_text_first: bool,
    is_turned: bool,
}

impl Modes {
    /// Reads them, with norm types up to `most`.
    pub fn new(norm: i64, added: i64, rope: i64, order: i64, most: i64) -> Outcome<Self> {
        let of = |name, number: i64| match number {
            0 => Ok(HeadNorm::None),
            1 | 2 => Ok(HeadNorm::Layer),
            3 | 4 if most == 4 => Ok(HeadNorm::Rms),
            _ => Err(Error::value(name, number, format!("0 to {most}"))),
        };
        let norms = [of("normType", norm), of("normAddedType", added)];
        let [image, text] = norms.map(|norm| norm.code(ACLNN_ERR_INNER_TILING_ERROR));
        let (mode, is_turned) = match rope {
            0 => (Mode::Half, false),
            1 => (Mode::Interleave, true),
            2 => (Mode::Half, true),
            _ => {
                return Err(Error::value("ropeType", rope, "0, 1 or 2"))
                    .code(ACLNN_ERR_RUNTIME_ERROR);
            }
        };
        if !matches!(order, 0 | 1) {
            return Err(Error::value("concatOrder", order, "0 or 1")).code(ACLNN_ERR_RUNTIME_ERROR);
        }
        Ok(Self {
            norms: [image?, text?],
            mode,
            is_text_first: order == 1,
            is_turned,
        })
    }

    /// Sines and cosines, if rows are rotated.
    pub fn angles<'a>(
        &self,
        sin: Option<&'a Input>,
        cos: Option<&'a Input>,
    ) -> Result<Option<[&'a Input; 2]>> {
        match (self.is_turned, sin, cos) {
            (false, _, _) => Ok(None),
            (true, Some(sin), Some(cos)) => {
                sin.rank_in(2..=2)?;
                cos.same_shape(sin)?;
                Ok(Some([sin, cos]))
            }
            (true, _, _) => {
                let allowed = "two tensors, for a `ropeType` other than 0";
                Err(Error::value("ropeSin, ropeCos", "a null pointer", allowed))
            }
        }
    }
}

/// The extents of rows of both sources.
pub struct Rows {
    batch: i64,
    heads: i64,
    /// Tokens of images and of texts.
    pub tokens: [i64; 2],
    /// Elements of a row.
    pub width: i64,
}

impl Rows {
    /// Those of two tensors, which have the sequences, heads and elements of `query`.
    pub fn of(query: &Input, both: [Option<&Input>; 2]) -> Result<Self> {
        query.rank_in(4..=4)?;
        let &[batch, _, heads, width] = query.shape() else {
            return Err(query.shape_refused("four dimensions"));
        };
        let mut tokens = [0; 2];
        for (tokens, rows) in tokens.iter_mut().zip(both) {
            let Some(rows) = rows else {
                continue;
            };
            match *rows.shape() {
                [own, of_rows, of_heads, of_width]
                    if own == batch && of_heads == heads && of_width == width =>
                {
                    *tokens = of_rows;
                }
                _ => {
                    let allowed = format!("[{batch}, tokens, {heads}, {width}], as `query`");
                    return Err(rows.shape_refused(allowed));
                }
            }
        }
        Ok(Self {
            batch,
            heads,
            tokens,
            width,
        })
    }

    /// The shape of both, joined.
    pub fn joined(&self) -> [i64; 4] {
        let tokens = self.tokens[0].saturating_add(self.tokens[1]);
        [self.batch, self.heads, tokens, self.width]
    }

    /// The shape of statistics of one.
    pub fn statistics(&self, number: usize) -> [i64; 4] {
        [self.batch, self.tokens[number], self.heads, 1]
    }
}

/// A source of these rows.
pub fn source(x: Option<Arg>) -> HeadSource {
    HeadSource {
        x,
        ..HeadSource::default()
    }
}

/// Numbers of the columns, which a norm type needs.
pub fn columns(of: Option<&Input>, width: i64, what: &'static str) -> Result<Arg> {
    match of {
        Some(of) => {
            of.shape_is(&[width], "the elements of a row")?;
            of.read()
        }
        None => {
            let allowed = "a tensor, for an affine norm type";
            Err(Error::value(what, "a null pointer", allowed))
        }
    }
}
