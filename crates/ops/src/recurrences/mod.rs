//! Layers that carry a state from token to token: delta rules and causal convolutions, computed in DOUBLE and rounded once.

#![forbid(unsafe_code)]

pub mod causal_convolution;
pub mod causal_convolution_gradient;
pub mod delta_rule;
pub mod kda;

use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::index::IndexSlice;

/// The tokens of a sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tokens {
    batch: usize,
    first: usize,
    count: usize,
}

/// The tokens of sequences one after another, by their lengths. Refuses lengths that are below 0 or together are not `tokens`.
fn by_lengths(
    name: &'static str,
    lengths: IndexSlice<'_, i64>,
    tokens: usize,
    mut each: impl FnMut(usize, Tokens) -> Result<()>,
) -> Result<()> {
    let mut first = 0;
    for (sequence, length) in lengths.iter().enumerate() {
        let rest = tokens - first;
        let is_last = sequence + 1 == lengths.len();
        let count = usize::try_from(length).ok().filter(|&count| match is_last {
            true => count == rest,
            false => count <= rest,
        });
        let Some(count) = count else {
            let got = format!("{length} at [{sequence}]");
            let allowed = match is_last {
                true => format!("{rest}, the tokens that are left"),
                false => format!("0 to {rest}, the tokens that are left"),
            };
            return Err(Error::value(name, got, allowed));
        };
        let of = Tokens {
            batch: 0,
            first,
            count,
        };
        each(sequence, of)?;
        first += count;
    }
    Ok(())
}

/// An index that is below `extent`.
fn below(name: &'static str, at: usize, index: i64, extent: usize) -> Result<usize> {
    match usize::try_from(index) {
        Ok(index) if index < extent => Ok(index),
        _ => {
            let allowed = match extent {
                0 => "none: there are no such rows".into(),
                _ => format!("0 to {}", extent - 1),
            };
            Err(Error::value(name, format!("{index} at [{at}]"), allowed))
        }
    }
}
