//! Scales in words of 64 bits, as products of integers take them: the high 19 bits of a FLOAT, an offset of nine bits, and a bit that says that there is a scale.

#![forbid(unsafe_code)]

use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_tensor::Dtype;

/// The bits of a scale that count.
const HIGH: u32 = 0xffff_e000;
/// The bit that says that there is a scale.
const IS_SCALE: u64 = 1 << 46;
/// First bit of the offset.
const OFFSET: u32 = 37;

/// A scale of which the high 19 bits count, cut or, if it `rounds`, rounded to them, of two the even one; and an offset, rounded to an integer, of two the even one, from
/// -256 to 255.
pub fn scale_word(scale: f32, offset: Option<f32>, rounds: bool) -> u64 {
    let bits = scale.to_bits();
    let bits = match rounds && scale.is_finite() {
        // Half a unit less one, and one more if odd.
        true => bits + (0xfff + (bits >> 13 & 1)),
        false => bits,
    };
    let word = u64::from(bits & HIGH) | IS_SCALE;
    let offset = offset.map_or(0, |offset| {
        offset.round_ties_even().clamp(-256.0, 255.0) as i64
    });
    word | (offset as u64 & 0x1ff) << OFFSET
}

/// Operands of [`scale_words`].
pub struct ScaleWords {
    /// Scales.
    pub scale: Arg,
    /// Offsets: as many as scales, or one for all, or many for one scale.
    pub offset: Option<Arg>,
    /// True if scales are rounded, or else cut.
    pub rounds: bool,
    /// The words.
    pub out: Arg,
}

operands! {
    struct Operands => OperandsAt {
        scale: Read<f32>,
        offset: Option<Read<f32>>,
        out: Write<u64>,
    }
}

/// Plans a word ([`scale_word`]) for each scale or offset.
pub fn scale_words(of: ScaleWords) -> Result<Call> {
    let count = of.out.view.numel().unwrap_or(0);
    let counts = |arg: &Arg| arg.view.numel() == Some(1) || arg.view.numel() == Some(count);
    for arg in std::iter::once(&of.scale).chain(&of.offset) {
        if !counts(arg) {
            arg.require_numel(count)?;
        }
    }
    let operands = Operands {
        scale: of.scale.into(),
        offset: of.offset.map(Read::from),
        out: of.out.into(),
    };
    let rounds = of.rounds;
    kernel(operands, count * 8, move |at: OperandsAt| {
        let of = |numbers: &[f32], number: usize| numbers[number.min(numbers.len() - 1)];
        for (number, word) in at.out.iter_mut().enumerate() {
            let offset = at.offset.map(|offset| of(offset, number));
            *word = scale_word(of(at.scale, number), offset, rounds);
        }
        Ok(())
    })
}

operands! {
    struct Words => WordsAt {
        words: Read<u64>,
        scales: Write<f32>,
    }
}

/// Plans the FLOAT in the lower half of each word, of which the high 19 bits count.
pub fn scales_of_words(words: Arg, scales: Arg) -> Result<Call> {
    let count = scales.view.numel().unwrap_or(0);
    words.require_numel(count)?;
    let operands = Words {
        words: words.with_type(Dtype::U64).into(),
        scales: scales.into(),
    };
    kernel(operands, count * 8, |at: WordsAt| {
        for (scale, &word) in at.scales.iter_mut().zip(at.words) {
            *scale = f32::from_bits(word as u32 & HIGH);
        }
        Ok(())
    })
}

/// Words for scales and for offsets, of which the longer list counts, filled up with 0 to a multiple of 16 unless there is one word. Offsets are rounded to the nearest
/// integer, of two to the one further from zero.
pub fn host_scale_words(scales: &[f32], offsets: &[f32]) -> Vec<i64> {
    let count = scales.len().max(offsets.len());
    let mut words = vec![
        0;
        if count == 1 {
            1
        } else {
            count.next_multiple_of(16)
        }
    ];
    for (word, &scale) in words.iter_mut().zip(scales) {
        *word = scale_word(scale, None, false) as i64;
    }
    for (word, &offset) in words.iter_mut().zip(offsets) {
        *word |= scale_word(0.0, Some(offset.round()), false) as i64 & !(IS_SCALE as i64);
    }
    words
}
