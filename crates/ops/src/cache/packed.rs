//! Rows of tokens that are stored in few bits: codes, scales and what stays as it is, at slots of caches of bytes.

#![forbid(unsafe_code)]

use super::scatter::{Beyond, check_slots, write_rows};
use crate::{Arg, Call};
use half::bf16;
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::floats::Floats;
use hostnpu_engine::grain::LANES;
use hostnpu_engine::operands::{
    ReadFloats, ReadIndices, Temporary, WriteBytesView, kernel, operands,
};
use hostnpu_engine::views::View;
use hostnpu_kernels::mx::{self, Recipe};
use hostnpu_kernels::quantised::Quantised;
use hostnpu_kernels::rows;
use hostnpu_tensor::cuts;

/// Elements of the end of a row that are positions (`rope`), where rows have such.
pub const POSITIONS: usize = 64;
/// Elements that share a scale in the forms of FLOAT8.
const GROUP: usize = 64;
/// The least number that the largest magnitude of a group is taken for.
const LEAST: f32 = 1e-4;
/// Elements of a row at most.
pub const MAX_WIDTH: usize = 8192;
/// Form in which a row is stored.
#[derive(Clone, Copy, Debug)]
pub enum Packing {
    /// FLOAT8 in blocks of 32, each with a power of two: codes, and scales apart.
    MxFloat8(Quantised),
    /// Blocks of four-bit numbers as of MX: codes, and scales apart.
    Mx(Recipe),
    /// One scale, FLOAT, for the row: codes, and the scale apart.
    Row {
        /// Type of the codes.
        to: Quantised,
        /// True if the scale is the next power of two.
        rounds_scale: bool,
    },
    /// HIFLOAT8 of numbers times a factor, without a scale.
    Hifloat8 {
        /// The factor.
        factor: f32,
    },
    /// Positions as they are, then FLOAT8_E4M3FN of the other elements, then a scale for each group of 64.
    Float8Groups {
        /// True if scales are powers of two.
        rounds_scale: bool,
        /// True if scales are stored as BFLOAT16, else as FLOAT8_E8M0.
        is_bf16: bool,
    },
    /// HIFLOAT8 of positions times a factor, then FLOAT4_E2M1 of the other elements, then a BFLOAT16 scale for each group.
    Hifloat8Float4 {
        /// The factor of positions.
        factor: f32,
        /// Elements of a group.
        group: usize,
    },
}

impl Packing {
    /// Bytes of a row of codes, and of scales that are stored apart.
    pub fn bytes(self, width: usize) -> [usize; 2] {
        let rest = width.saturating_sub(POSITIONS);
        match self {
            Self::MxFloat8(_) => [width, width.div_ceil(32)],
            Self::Mx(recipe) => [recipe.format.bytes(width), width.div_ceil(recipe.block)],
            Self::Row { .. } => [width, 4],
            Self::Hifloat8 { .. } => [width, 0],
            Self::Float8Groups { is_bf16: true, .. } => {
                let own = 2 * POSITIONS + rest + 2 * rest.div_ceil(GROUP);
                [own.next_multiple_of(32), 0]
            }
            Self::Float8Groups { is_bf16: false, .. } => {
                [2 * POSITIONS + rest + rest.div_ceil(GROUP), 0]
            }
            Self::Hifloat8Float4 { group, .. } => {
                let own = POSITIONS + rest / 2 + 2 * (rest / group);
                [own.next_multiple_of(32), 0]
            }
        }
    }

    /// Stores row number `row` of `x`, whose numbers are also in `numbers`, which it changes. Both outputs are zeros before.
    fn store(
        self,
        x: &Floats<'_>,
        row: usize,
        numbers: &mut [f64],
        codes: &mut [u8],
        scales: &mut [u8],
    ) {
        let width = numbers.len();
        match self {
            Self::MxFloat8(to) => {
                let parts = numbers.chunks_mut(32).zip(codes.chunks_mut(32));
                for ((numbers, codes), stored) in parts.zip(scales) {
                    let scale = next_power(floored(numbers) * (1.0 / to.max()));
                    *stored = exponent(scale);
                    divide(numbers, scale);
                    to.store(numbers, codes);
                }
            }
            Self::Mx(recipe) => {
                // Scales come in pairs there.
                let mut pairs = [0; MAX_WIDTH / 32];
                let count = scales.len();
                let scale_bytes = &mut pairs[..2 * recipe.scale_pairs(width)];
                let output = mx::Output {
                    elements: codes,
                    scales: &mut *scale_bytes,
                };
                let own = row * width..(row + 1) * width;
                match x {
                    Floats::F16(x) => mx::quantise_rows(&recipe, &x[own], width, output),
                    Floats::Bf16(x) => mx::quantise_rows(&recipe, &x[own], width, output),
                    Floats::F32(x) => mx::quantise_rows(&recipe, &x[own], width, output),
                    // Refused when the call is planned.
                    Floats::F64(_) => return,
                }
                scales.copy_from_slice(&scale_bytes[..count]);
            }
            Self::Row { to, rounds_scale } => {
                let mut scale = most(numbers) * (1.0 / to.max());
                if rounds_scale {
                    scale = next_power(scale);
                }
                scales.copy_from_slice(&scale.to_le_bytes());
                let inverse = f64::from(1.0 / scale);
                for x in numbers.iter_mut() {
                    let product = *x * inverse;
                    // Where the product says nothing the number stays what it is.
                    *x = if product.is_finite() { product } else { *x };
                }
                to.store(numbers, codes);
            }
            Self::Hifloat8 { factor } => {
                rows::times(numbers, f64::from(factor));
                Quantised::Hifloat8.store(numbers, codes);
            }
            Self::Float8Groups {
                rounds_scale,
                is_bf16,
            } => {
                let (rest, positions) = numbers.split_at_mut(width - POSITIONS);
                let (first, codes) = codes.split_at_mut(2 * POSITIONS);
                for (to, &x) in first.as_chunks_mut::<2>().0.iter_mut().zip(&*positions) {
                    *to = bf16::from_f64(x).to_le_bytes();
                }
                let (codes, scales) = codes.split_at_mut(rest.len());
                let groups = rest.chunks_mut(GROUP).zip(codes.chunks_mut(GROUP));
                for (number, (numbers, codes)) in groups.enumerate() {
                    let mut scale = floored(numbers) * (1.0 / Quantised::E4m3.max());
                    if rounds_scale {
                        scale = next_power(scale);
                    }
                    match is_bf16 {
                        true => scales[2 * number..2 * number + 2]
                            .copy_from_slice(&bf16::from_f32(scale).to_le_bytes()),
                        false => scales[number] = exponent(scale),
                    }
                    divide(numbers, scale);
                    Quantised::E4m3.store(numbers, codes);
                }
            }
            Self::Hifloat8Float4 { factor, group } => {
                let (rest, positions) = numbers.split_at_mut(width - POSITIONS);
                let (first, codes) = codes.split_at_mut(POSITIONS);
                rows::times(positions, f64::from(factor));
                Quantised::Hifloat8.store(positions, first);
                let (codes, scales) = codes.split_at_mut(rest.len() / 2);
                let groups = rest.chunks_mut(group).zip(codes.chunks_mut(group / 2));
                let scales = scales.as_chunks_mut::<2>().0;
                for ((numbers, codes), stored) in groups.zip(scales) {
                    let scale = most(numbers) * (1.0 / Quantised::E2m1.max());
                    *stored = bf16::from_f32(scale).to_le_bytes();
                    divide(numbers, scale);
                    Quantised::E2m1.store(numbers, codes);
                }
            }
        }
    }
}

/// The largest magnitude of what is a number.
fn most(numbers: &[f64]) -> f32 {
    numbers.iter().fold(0.0_f64, |most, x| most.max(x.abs())) as f32
}

fn floored(numbers: &[f64]) -> f32 {
    most(numbers).max(LEAST)
}

fn divide(numbers: &mut [f64], scale: f32) {
    rows::divided(numbers, f64::from(scale));
}

/// The least power of two that is not below a scale; of 0 itself.
fn next_power(scale: f32) -> f32 {
    let bits = scale.to_bits();
    f32::from_bits((bits >> 23).saturating_add(u32::from(bits & 0x7f_ffff != 0)) << 23)
}

/// The exponent of a positive number as FLOAT8_E8M0.
fn exponent(scale: f32) -> u8 {
    (scale.to_bits() >> 23) as u8
}

/// Operands of [`packed_rows`].
pub struct PackedRows {
    /// Elements of tokens along the last axis: FLOAT16, BFLOAT16 or FLOAT.
    pub x: Arg,
    /// The slot of each token; a token with a negative one is left out, one behind a cache is an error.
    pub slot_mapping: Arg,
    /// The form of a row.
    pub packing: Packing,
    /// A cache of codes, and one of scales where they are stored apart: blocks, rows, one head, one piece, elements, of as many bytes as [`Packing::bytes`] says.
    pub caches: Vec<Arg>,
}

operands! {
    struct Tokens => TokensAt {
        x: ReadFloats,
        slots: ReadIndices<i64>,
        codes: Temporary<u8>,
        scales: Temporary<u8>,
        memory: Temporary<f64>,
        caches: Vec<WriteBytesView<5, 6>>,
    }
}

/// Plans the rows. Of several tokens with one slot the last one stays.
pub fn packed_rows(of: PackedRows) -> Result<Call> {
    let PackedRows {
        x,
        slot_mapping,
        packing,
        caches,
    } = of;
    let width = x
        .view
        .layout
        .shape()
        .last()
        .map_or(0, |&width| width as usize);
    let tokens = x.view.numel().unwrap_or(0) / width.max(1);
    slot_mapping.require_numel(tokens)?;
    let sizes = packing.bytes(width);
    let mut room = usize::MAX;
    for (cache, size) in caches.iter().zip(sizes) {
        let [blocks, rows, heads, pieces, elements] = cache.extents::<5>()?;
        let bytes = heads * pieces * elements * cache.view.dtype.bits() / 8;
        if bytes != size || heads * pieces != 1 {
            let allowed = format!("{size} bytes of a row");
            let shape = cache.view.layout.shape();
            return Err(Error::shape(cache.name, shape, allowed));
        }
        room = room.min(blocks * rows);
    }
    let name = slot_mapping.name;
    let operands = Tokens {
        x: x.into(),
        slots: slot_mapping.into(),
        codes: Temporary::of(tokens * sizes[0]),
        scales: Temporary::of(tokens * sizes[1]),
        memory: Temporary::of(LANES * width),
        caches: caches
            .into_iter()
            .map(WriteBytesView::of)
            .collect::<Result<_>>()?,
    };
    kernel(operands, 16 * tokens * width, move |at: TokensAt| {
        check_slots(name, at.slots, room, Beyond::Fails)?;
        if tokens * width == 0 {
            return Ok(());
        }
        let TokensAt {
            x, codes, scales, ..
        } = at;
        let ends = |size: usize| (1..=tokens).map(move |token| token * size);
        let parts = (
            cuts::ranges(codes, ends(sizes[0]).collect::<Vec<_>>()),
            cuts::ranges(scales, ends(sizes[1]).collect::<Vec<_>>()),
        );
        let memory = cuts::chunks(at.memory, width);
        cuts::for_each_part_with(memory, parts, |token, numbers, (codes, scales)| {
            x.load(token * width..(token + 1) * width, numbers);
            codes.fill(0);
            packing.store(&x, token, numbers, codes, scales);
        });
        let stored = [&*codes, &*scales];
        for ((cache, bytes), size) in at.caches.into_iter().zip(stored).zip(sizes) {
            let own = cache.shape()[4] * cache.shape()[5];
            debug_assert_eq!(own, size);
            let rows = View::of(bytes, [tokens, 1, 1, 1, own]);
            write_rows(cache, rows, &|token| at.slots.position(token, room));
        }
        Ok(())
    })
}
