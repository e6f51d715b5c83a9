//! The places of tokens in one device's share of a vocabulary.

#![forbid(unsafe_code)]

use std::ops::Range;

use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_numeric::Bool;

/// A device's share: tokens of the vocabulary, behind whose rows there is padding, and tokens that were added to it.
#[derive(Clone, Debug)]
pub struct Shard {
    /// Tokens of the vocabulary.
    pub own: Range<i64>,
    /// Rows between those of the vocabulary and those that were added.
    pub padding: i64,
    /// Tokens that were added.
    pub added: Range<i64>,
}

operands! {
    struct Tokens => TokensAt {
        input: Read<i32>,
        place: Write<i32>,
        is_elsewhere: Write<Bool>,
    }
}

/// Plans the row of each token in the share, and whether it has none, which gives row 0.
pub fn vocabulary_shard(shard: Shard, input: Arg, place: Arg, is_elsewhere: Arg) -> Result<Call> {
    let [count] = input.extents()?;
    place.require_numel(count)?;
    is_elsewhere.require_numel(count)?;
    let operands = Tokens {
        input: input.into(),
        place: place.into(),
        is_elsewhere: is_elsewhere.into(),
    };
    let Shard {
        own,
        padding,
        added,
    } = shard;
    let rows = own.end.wrapping_sub(own.start);
    let first_added = added.start.wrapping_sub(rows).wrapping_sub(padding);
    kernel(operands, count.saturating_mul(8), move |at: TokensAt| {
        let outputs = at.place.iter_mut().zip(at.is_elsewhere);
        for (&token, (place, is_elsewhere)) in at.input.iter().zip(outputs) {
            let token = i64::from(token);
            let offset = |range: &Range<i64>, first| if range.contains(&token) { first } else { 0 };
            let is_here = own.contains(&token) || added.contains(&token);
            let first = offset(&own, own.start).wrapping_add(offset(&added, first_added));
            *place = if is_here {
                token.wrapping_sub(first) as i32
            } else {
                0
            };
            *is_elsewhere = Bool::from(!is_here);
        }
        Ok(())
    })
}
