//! Conversions of tiles from one element type to another, by the rules of `kernels::convert`.

use super::elements::{Any, AnyMut};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::convert::{
    Slice, SliceMut, bf16_to_f64, convert, f16_to_f64, f32_to_f64, f64_to_f16, f64_to_f32,
};
use hostnpu_kernels::memory::Region;
use hostnpu_kernels::simd;
use hostnpu_tensor::{Dtype, Value};

/// One conversion; from FLOAT to FLOAT the rounding of [`Steps::rounded`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    from: Dtype,
    to: Dtype,
}

/// Conversions one after the other: none, one, or two, where a kernel computes in a larger type than the computation type.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Steps {
    steps: [Option<Step>; 2],
}

impl Steps {
    /// No conversion.
    pub const NONE: Self = Self { steps: [None; 2] };

    /// Returns the conversion of elements of `from` to those of `through`, and that of these to those of `to`; `None` where there is no conversion.
    pub fn through(from: Dtype, through: Dtype, to: Dtype) -> Option<Self> {
        if from == to && through == to {
            return Some(Self::NONE);
        }
        let (first, second) = (Self::new(from, through)?, Self::new(through, to)?);
        let mut steps = first.iter().chain(second.iter());
        Some(Self {
            steps: [steps.next(), steps.next()],
        })
    }

    /// Returns the conversion of elements of `from` to those of `to`; `None` where there is no conversion.
    pub fn new(from: Dtype, to: Dtype) -> Option<Self> {
        let step = (from != to).then_some(Step { from, to });
        convertible(from, to).then_some(Self {
            steps: [step, None],
        })
    }

    /// Returns what rounds elements of FLOAT to HFLOAT32, as the device's matrix cores may, and turns them into those of `to`.
    pub fn rounded(to: Dtype) -> Self {
        let step = |to| Step {
            from: Dtype::F32,
            to,
        };
        let then = (to != Dtype::F32).then(|| step(to));
        Self {
            steps: [Some(step(Dtype::F32)), then],
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = Step> {
        self.steps.into_iter().flatten()
    }

    /// The types of the only conversion.
    pub fn only(&self) -> Option<(Dtype, Dtype)> {
        match self.steps {
            [Some(step), None] => Some((step.from, step.to)),
            _ => None,
        }
    }

    pub fn len(&self) -> usize {
        self.iter().count()
    }

    pub fn is_empty(&self) -> bool {
        self.steps[0].is_none()
    }

    /// Converts `count` elements from the first tile, the second one between two conversions, to `to`. Without conversions nothing is written. Panics where some of
    /// them are outside, not aligned, or in the same memory.
    pub(super) fn run(&self, tiles: [Region; 2], to: Region, count: usize) {
        match self.steps {
            [Some(first), Some(second)] => {
                first.run(tiles[0], tiles[1], count);
                second.run(tiles[1], to, count);
            }
            [Some(only), None] => only.run(tiles[0], to, count),
            _ => {}
        }
    }

    /// Converts `count` elements from one tile to the next, the first of which they are in; returns the one in which they are then.
    pub(super) fn run_through<'a>(
        &self,
        from: Region<'a>,
        tiles: [Region<'a>; 2],
        count: usize,
    ) -> Region<'a> {
        self.iter().zip(tiles).fold(from, |at, (step, to)| {
            step.run(at, to, count);
            to
        })
    }
}

/// Calls a macro with each element type that numbers have in memory, and its name as a slice.
macro_rules! with_types {
    ($macro:ident) => {
        $macro! {
            Bool Bool, U8 U8, I8 I8, U16 U16, I16 I16, U32 U32, I32 I32, U64 U64, I64 I64, F16 F16, Bf16 Bf16, F32 F32, F64 F64,
            Complex32 C32, Complex64 C64, Complex128 C128
        }
    };
}

impl Steps {
    /// Converts elements in tiles, one for each conversion; returns them in the type of the last one. Panics for tiles with less memory.
    pub(super) fn run_over<'a>(&self, from: Any<'a>, tiles: [&'a mut [f64]; 2]) -> Result<Any<'a>> {
        let mut at = from;
        for (step, tile) in self.iter().zip(tiles) {
            let mut to = AnyMut::in_words(tile, step.to, at.count());
            if at.dtype() != step.from {
                return Err(Error::dtype("elements", at.dtype(), step.from.name()));
            }
            step.convert(at, to.part(0..at.count()))?;
            at = to.into_read();
        }
        Ok(at)
    }
}

/// Converts elements of any numbers to those of another type. Panics for another number of them.
fn convert_any(from: Any, to: AnyMut) -> Result<()> {
    macro_rules! sources {
        ($($dtype:ident $slice:ident),+) => {
            match from.dtype() {
                $(Dtype::$dtype => Slice::$slice(from.of()?),)+
                other => return Err(Error::dtype("elements", other, "a number")),
            }
        };
    }
    macro_rules! targets {
        ($($dtype:ident $slice:ident),+) => {
            match to.dtype() {
                $(Dtype::$dtype => SliceMut::$slice(to.of()?),)+
                other => return Err(Error::dtype("elements", other, "a number")),
            }
        };
    }
    convert(with_types!(sources), with_types!(targets));
    Ok(())
}

/// Converts elements to DOUBLE. Panics for another number of them.
pub(super) fn load(from: Any, to: &mut [f64]) -> Result<()> {
    match from.dtype() {
        Dtype::F64 => to.copy_from_slice(from.of()?),
        Dtype::F32 => f32_to_f64(from.of()?, to),
        Dtype::F16 => f16_to_f64(from.of()?, to),
        Dtype::Bf16 => bf16_to_f64(from.of()?, to),
        _ => convert_any(from, to.into())?,
    }
    Ok(())
}

/// Converts elements from DOUBLE. Panics for another number of them.
pub(super) fn store(from: &[f64], to: AnyMut) -> Result<()> {
    match to.dtype() {
        Dtype::F64 => to.of()?.copy_from_slice(from),
        Dtype::F32 => f64_to_f32(from, to.of()?),
        Dtype::F16 => f64_to_f16(from, to.of()?),
        _ => convert_any(from.into(), to)?,
    }
    Ok(())
}

/// Returns true if numbers of a type can be converted.
const fn is_number(dtype: Dtype) -> bool {
    macro_rules! numbers {
        ($($dtype:ident $slice:ident),+) => { matches!(dtype, $(Dtype::$dtype)|+) };
    }
    with_types!(numbers)
}

/// Returns true if elements of `from` can be converted to `to`.
pub fn convertible(from: Dtype, to: Dtype) -> bool {
    from == to || is_number(from) && is_number(to)
}

/// Returns the next larger type that stands in for a computation type.
pub(super) fn larger(compute: Dtype) -> Option<Dtype> {
    Some(match compute {
        Dtype::F16 | Dtype::Bf16 => Dtype::F32,
        Dtype::Complex32 => Dtype::Complex64,
        Dtype::Bool | Dtype::U8 | Dtype::I8 | Dtype::U16 | Dtype::I16 => Dtype::I32,
        Dtype::U32 => Dtype::I64,
        _ => return None,
    })
}

impl Step {
    /// Bytes of the type that it leads to.
    pub(super) fn target(self) -> usize {
        self.to.bits() / 8
    }

    /// Bytes of the wider one of the two types.
    pub(super) fn widest(self) -> usize {
        self.from.bits().max(self.to.bits()) / 8
    }

    /// Converts elements. Panics for another number of them.
    fn convert(self, from: Any, to: AnyMut) -> Result<()> {
        match self.from == self.to {
            true => to_hfloat32(from.of()?, to.of()?),
            // A step is between types that have a slice: `steps` makes no other.
            false => convert_any(from, to)?,
        }
        Ok(())
    }

    /// Converts `count` elements. Panics where some of them are outside, not aligned, or in the same memory.
    pub(super) fn run(self, from: Region, to: Region, count: usize) {
        let [own, others] = [self.from, self.to].map(|dtype| count * dtype.bits() / 8);
        assert!(
            from.is_apart(own, to, others),
            "elements that are converted where they lie"
        );
        if self.from == self.to {
            // SAFETY: elements of two regions, which share no memory, as compared above.
            let (x, y) = unsafe { (from.slice(count), to.slice_mut(count)) };
            return to_hfloat32(x, y);
        }
        // SAFETY: as above. No values of `Elements`: of short runs, making and reading them takes longest.
        unsafe {
            // Those of most calls, without looking for the pair of types.
            match (self.from, self.to) {
                (Dtype::F32, Dtype::F64) => {
                    return f32_to_f64(from.slice(count), to.slice_mut(count));
                }
                (Dtype::F64, Dtype::F32) => {
                    return f64_to_f32(from.slice(count), to.slice_mut(count));
                }
                (Dtype::Bf16, Dtype::F64) => {
                    return bf16_to_f64(from.slice(count), to.slice_mut(count));
                }
                _ => {}
            }
            macro_rules! source {
                ($($dtype:ident $slice:ident),+) => {
                    match self.from {
                        $(Dtype::$dtype => Slice::$slice(from.slice(count)),)+
                        // A step is between numbers: `steps` makes no other.
                        _ => return,
                    }
                };
            }
            macro_rules! target {
                ($($dtype:ident $slice:ident),+) => {
                    match self.to {
                        $(Dtype::$dtype => SliceMut::$slice(to.slice_mut(count)),)+
                        _ => return,
                    }
                };
            }
            convert(with_types!(source), with_types!(target));
        }
    }
}

/// Rounds the patterns of FLOAT numbers to 11 bits of fraction, to nearest, ties to even.
fn to_hfloat32(x: &[f32], y: &mut [f32]) {
    const DROPPED: u32 = 12;
    const EXPONENT: u32 = 0x7f80_0000;
    simd::widest(
        #[inline(always)]
        || {
            for (y, x) in y.iter_mut().zip(x) {
                let x = x.to_bits();
                let half = (1 << (DROPPED - 1)) - 1 + (x >> DROPPED & 1);
                let rounded = x.wrapping_add(half) >> DROPPED << DROPPED;
                // Infinities and NaN stay.
                *y = f32::from_bits(if x & EXPONENT == EXPONENT { x } else { rounded });
            }
        },
    );
}

/// Returns `value` converted to `dtype` as an element of a tensor would be, or `None` where there is no conversion.
pub fn value_as(value: &Value, dtype: Dtype) -> Option<Value> {
    if value.dtype() == dtype {
        return Some(*value);
    }
    // What programs pass most, without looking for loops.
    match (value.dtype(), dtype) {
        (Dtype::I32, Dtype::I64) => return value.get().map(|x: i32| Value::new(i64::from(x))),
        (Dtype::F32, Dtype::F64) => return value.get().map(|x: f32| Value::new(f64::from(x))),
        (Dtype::F64, Dtype::F32) => return value.get().map(|x: f64| Value::new(x as f32)),
        _ => {}
    }
    #[repr(C, align(16))]
    struct Aligned([u8; 16]);
    let mut bytes = Aligned(*value.bytes());
    for step in Steps::new(value.dtype(), dtype)?.iter() {
        let mut to = Aligned([0; 16]);
        let [own, others] = [step.from, step.to].map(|dtype| dtype.bits() / 8);
        let from = AnyMut::over(&mut bytes.0[..own], step.from)
            .ok()?
            .into_read();
        let target = AnyMut::over(&mut to.0[..others], step.to).ok()?;
        step.convert(from, target).ok()?;
        bytes = to;
    }
    Some(Value::from_bytes(dtype, &bytes.0))
}
