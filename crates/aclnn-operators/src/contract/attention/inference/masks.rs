//! Masks and biases of scores in attention for inference.

use super::super::masks::window;
use super::{Inference, extents::Extents, present, refused};
use crate::argument::Input;
use crate::error::{Error, Reason, Result};
use crate::ops::Arg;
use crate::ops::attention::{Mask, Window};

/// The extents of a mask that stands for a triangle of any size.
const TRIANGLE: i64 = 2048;

impl Inference<'_> {
    /// Returns true if the mode and the tokens count: not of single queries without second parts, whose mask alone hides.
    fn has_mode(&self, extents: &Extents) -> bool {
        extents.input.is_of_tokens() || extents.rows[0] != 1 || extents.has_rope
    }

    fn mode(&self, extents: &Extents) -> i64 {
        if self.has_mode(extents) {
            self.options.sparse_mode
        } else {
            1
        }
    }

    /// Refuses a mask and a mode that do not fit; returns which number of the mask belongs to a score.
    pub(super) fn check_mask(&self, extents: &Extents) -> Result<Mask> {
        let mode = self.options.sparse_mode;
        if self.has_mode(extents) && !matches!(mode, 0..=4 | 9) {
            return Err(Error::value("sparseMode", mode, "0 to 4, or 9"));
        }
        let mode = self.mode(extents);
        let Some(mask) = present(self.options.atten_mask) else {
            return match mode {
                0 => Ok(Mask::Each),
                _ if !self.has_mode(extents) => Ok(Mask::Each),
                _ => Err(Reason::Null {
                    arg: "attenMaskOptional",
                }
                .into()),
            };
        };
        let shape = mask.shape();
        if matches!(mode, 2..=4) {
            let fits = shape.ends_with(&[TRIANGLE; 2])
                && shape.len() <= 4
                && shape.iter().product::<i64>() == TRIANGLE * TRIANGLE;
            let allowed = format!(
                "[{TRIANGLE}, {TRIANGLE}], also behind extents of 1, for `sparseMode` {mode}"
            );
            return if fits {
                Ok(Mask::Each)
            } else {
                Err(refused(mask, allowed))
            };
        }
        let batch = extents.batch as i64;
        if mode == 9 {
            let squares = extents.sequences.iter().map(|of| of[0].len() * of[0].len());
            let squares: usize = squares.sum();
            let queries = extents.rows[0] as i64;
            return match extents.input.is_of_tokens() {
                true if mask.numel() == squares => Ok(Mask::LastBehind),
                true => Err(refused(
                    mask,
                    format!("{squares} elements, a square of queries for each sequence"),
                )),
                false if shape == [batch, queries, queries] => Ok(Mask::Last),
                false => Err(refused(mask, format!("[{batch}, {queries}, {queries}]"))),
            };
        }
        let [queries, keys] = match extents.is_padded {
            [false, false] => [extents.longest_queries(), extents.longest_keys()],
            _ => extents.rows,
        };
        let [queries, keys] = [queries, keys].map(|rows| rows as i64);
        let heads = extents.heads[0] as i64;
        let all = |extent: i64, wanted: i64| extent == 1 || extent == wanted;
        let fits = match *shape {
            [b, k] if !self.has_mode(extents) && queries <= 1 => all(b, batch) && k >= keys,
            [q, k] => q >= queries && k >= keys,
            [b, q, k] => all(b, batch) && q >= queries && k >= keys,
            [b, n, q, k] => all(b, batch) && all(n, heads) && q >= queries && k >= keys,
            _ => false,
        };
        match fits {
            true => Ok(Mask::Each),
            false => Err(refused(
                mask,
                format!(
                    "[{queries}, {keys}] (queries and keys) or more, also behind {batch} or 1 (batch), and behind {batch} or 1 and {heads} or 1 (heads)"
                ),
            )),
        }
    }

    /// Reads the mask, with four axes, if its elements count.
    pub(super) fn mask(&self, extents: &Extents) -> Result<Option<Arg>> {
        let mode = self.mode(extents);
        let Some(mask) = present(self.options.atten_mask).filter(|_| !matches!(mode, 2..=4)) else {
            return Ok(None);
        };
        let arg = mask.read()?;
        let layout = &arg.view.layout;
        Ok(Some(match mask.rank() {
            2 if !self.has_mode(extents) => arg.viewed(layout.with_axis(1).with_axis(1))?,
            _ if mode == 9 && extents.input.is_of_tokens() => {
                arg.shaped(&[1, 1, 1, mask.numel() as i64])?
            }
            2 => arg.viewed(layout.with_axis(0).with_axis(0))?,
            3 => arg.viewed(layout.with_axis(1))?,
            _ => arg,
        }))
    }

    /// The keys that queries of a sequence may see.
    pub(super) fn window(&self, extents: &Extents, lengths: [usize; 2]) -> Window {
        let mode = self.mode(extents);
        let is_ignored = mode == 0 && extents.is_padded != [false; 2];
        if present(self.options.atten_mask).is_none() || is_ignored {
            return Window::ALL;
        }
        let tokens = [self.options.pre_tokens, self.options.next_tokens];
        window(mode, tokens, lengths, 0, false)
    }

    /// Refuses what does not fit to be added to scores, and a sink.
    pub(super) fn check_shift(&self, extents: &Extents) -> Result<()> {
        let kind = self.options.pse_type;
        if !matches!(kind, 0 | 2 | 3) {
            return Err(Error::value("pseType", kind, "0, 2 or 3"));
        }
        let heads = extents.heads[0] as i64;
        if let Some(sink) = present(self.options.learnable_sink) {
            sink.shape_is(&[heads], "a number for each head of queries")?;
        }
        let Some(shift) = present(self.options.pse_shift) else {
            return match kind {
                0 => Ok(()),
                _ => Err(Reason::Null {
                    arg: "pseShiftOptional",
                }
                .into()),
            };
        };
        let batch = extents.batch as i64;
        let fits: &dyn Fn(&Input) -> bool = match kind {
            0 => &|shift| {
                let [queries, keys] = match extents.is_padded {
                    [false, false] => [extents.longest_queries(), extents.longest_keys()],
                    _ => extents.rows,
                };
                match *shift.shape() {
                    [b, n, q, k] => {
                        (b == 1 || b == batch)
                            && n == heads
                            && (q == 1 || q >= queries as i64)
                            && k >= keys as i64
                    }
                    _ => false,
                }
            },
            _ => &|shift| shift.shape() == [heads] || shift.shape() == [batch, heads],
        };
        let allowed = match kind {
            0 => format!("{batch} or 1, {heads}, as many queries and as many keys, or more"),
            _ => format!("[{heads}], a slope for each head"),
        };
        if fits(shift) {
            Ok(())
        } else {
            Err(refused(shift, allowed))
        }
    }
}
