//! Every pair of element types, against exact arithmetic: the value is held as an integer of 128 bits or as a double, and
//! rounded by `numeric::convert`, which shares nothing with the loops.

use half::{bf16, f16};
use hostnpu_kernels::convert::{Slice, SliceMut, convert};
use hostnpu_numeric::convert::{BF16, Direction, F16, F32, F64, Format, Number};
use hostnpu_numeric::{Bool, Complex};

use hostnpu_test_support as support;
use support::{
    brains, choose_instruction_set, doubles, floats, halves, on_every_instruction_set, words,
};

/// Value of an element: real and imaginary part.
type Value = (Number, Number);

const NOTHING: Number = Number::Integer(0);

fn integer(x: impl Into<i128>) -> Value {
    (Number::Integer(x.into()), NOTHING)
}

fn real(x: impl Into<f64>) -> Value {
    (Number::Real(x.into()), NOTHING)
}

/// The integer of `bits` bits that the rules give, by its low bits.
fn expected_integer(value: Number, bits: u32, signed: bool) -> u64 {
    let long = match value {
        Number::Integer(x) => x,
        Number::Real(x) if x.is_nan() => 0,
        Number::Real(x) => {
            let whole = x.trunc() as i128;
            match (bits, signed) {
                (..=32, true) => whole.clamp(i32::MIN.into(), i32::MAX.into()),
                (64, false) if x >= 0.0 => whole.clamp(0, u64::MAX.into()),
                _ => whole.clamp(i64::MIN.into(), i64::MAX.into()),
            }
        }
    };
    long as u64 & (u64::MAX >> (64 - bits))
}

/// The bits of the nearest number of a format; a NaN as `nan`.
fn expected_float(value: Number, format: Format, encode: fn(f64) -> u64, nan: u64) -> u64 {
    match value {
        Number::Real(x) if x.is_nan() => nan,
        _ => encode(value.to_float(format, Direction::NearestEven)),
    }
}

/// An element as bits; all NaN are one.
trait Element: Copy + Default + std::fmt::Debug {
    fn bits(self) -> (u64, u64);
    fn expected(value: Value) -> (u64, u64);
}

macro_rules! integers {
    ($($t:ty, $signed:expr;)+) => {$(
        impl Element for $t {
            fn bits(self) -> (u64, u64) {
                (self as u64 & (u64::MAX >> (64 - <$t>::BITS)), 0)
            }
            fn expected((re, _): Value) -> (u64, u64) {
                (expected_integer(re, <$t>::BITS, $signed), 0)
            }
        }
    )+};
}

integers! {
    u8, false; i8, true; u16, false; i16, true; u32, false; i32, true; u64, false; i64, true;
}

macro_rules! reals {
    ($($t:ty, $format:expr, $exact:expr;)+) => {$(
        impl Element for $t {
            fn bits(self) -> (u64, u64) {
                (if self.is_nan() { u64::MAX } else { self.to_bits().into() }, 0)
            }
            fn expected((re, _): Value) -> (u64, u64) {
                let exact: fn(f64) -> $t = $exact;
                (match re {
                    Number::Real(x) if x.is_nan() => u64::MAX,
                    _ => exact(re.to_float($format, Direction::NearestEven)).to_bits().into(),
                }, 0)
            }
        }
        impl Element for Complex<$t> {
            fn bits(self) -> (u64, u64) {
                (self.re.bits().0, self.im.bits().0)
            }
            fn expected((re, im): Value) -> (u64, u64) {
                (<$t>::expected((re, NOTHING)).0, <$t>::expected((im, NOTHING)).0)
            }
        }
    )+};
}

reals! {
    f16, F16, f16::from_f64;
    f32, F32, |x| x as f32;
    f64, F64, |x| x;
}

impl Element for bf16 {
    fn bits(self) -> (u64, u64) {
        (
            if self.is_nan() {
                u64::MAX
            } else {
                self.to_bits().into()
            },
            0,
        )
    }
    fn expected((re, _): Value) -> (u64, u64) {
        (
            expected_float(re, BF16, |x| bf16::from_f64(x).to_bits().into(), u64::MAX),
            0,
        )
    }
}

impl Element for Bool {
    fn bits(self) -> (u64, u64) {
        (bytemuck::cast::<Bool, u8>(self).into(), 0)
    }
    fn expected((re, im): Value) -> (u64, u64) {
        let true_ = |x: Number| match x {
            Number::Integer(x) => x != 0,
            Number::Real(x) => x != 0.0,
        };
        (u64::from(true_(re) | true_(im)), 0)
    }
}

fn check<X: Element, Y: Element>(x: &[X], values: &[Value])
where
    for<'a> Slice<'a>: From<&'a [X]>,
    for<'a> SliceMut<'a>: From<&'a mut [Y]>,
{
    let mut y = vec![Y::default(); x.len()];
    convert(x.into(), y.as_mut_slice().into());
    let pair = (std::any::type_name::<X>(), std::any::type_name::<Y>());
    for ((x, y), &value) in x.iter().zip(&y).zip(values) {
        assert_eq!(
            y.bits(),
            Y::expected(value),
            "{x:?} ({value:?}): {y:?}, {pair:?}"
        );
    }
    // Any length: none of the elements behind is touched, and each result is the same.
    for length in [0, 1, 7, 63, 511, 512, 513] {
        let mut part = vec![Y::default(); length];
        convert(x[..length].into(), part.as_mut_slice().into());
        for (part, y) in part.iter().zip(&y) {
            assert_eq!(part.bits(), y.bits(), "{length} elements, {pair:?}");
        }
    }
}

fn check_all<X: Element>(x: &[X], value: impl Fn(X) -> Value)
where
    for<'a> Slice<'a>: From<&'a [X]>,
{
    let values: Vec<Value> = x.iter().map(|&x| value(x)).collect();
    check::<X, Bool>(x, &values);
    check::<X, u8>(x, &values);
    check::<X, i8>(x, &values);
    check::<X, u16>(x, &values);
    check::<X, i16>(x, &values);
    check::<X, u32>(x, &values);
    check::<X, i32>(x, &values);
    check::<X, u64>(x, &values);
    check::<X, i64>(x, &values);
    check::<X, f16>(x, &values);
    check::<X, bf16>(x, &values);
    check::<X, f32>(x, &values);
    check::<X, f64>(x, &values);
    check::<X, Complex<f16>>(x, &values);
    check::<X, Complex<f32>>(x, &values);
    check::<X, Complex<f64>>(x, &values);
}

#[test]
fn integers_convert_exactly_or_by_their_low_bits() {
    choose_instruction_set();
    let words = words();
    macro_rules! check_integers {
        ($($t:ty),+) => {$(
            let x: Vec<$t> = words.iter().map(|&w| w as $t).collect();
            check_all(&x, |x| integer(x));
        )+};
    }
    check_integers!(u8, i8, u16, i16, u32, i32, u64, i64);
}

#[test]
fn booleans_are_0_or_1_whatever_their_byte() {
    choose_instruction_set();
    let bytes: Vec<u8> = (0..1024).map(|i| i as u8).collect();
    let x: &[Bool] = bytemuck::cast_slice(&bytes);
    check_all(x, |x| integer(x.get()));
}

#[test]
fn floating_point_is_rounded_once_and_cut_off_to_integers() {
    choose_instruction_set();
    check_all(&doubles(), real);
    check_all(&floats(), real);
    check_all(&halves(), |x| real(x.to_f64()));
    check_all(&brains(), |x| real(x.to_f64()));
}

#[test]
fn complex_numbers_give_their_real_part() {
    choose_instruction_set();
    fn pairs<T: Copy>(x: Vec<T>) -> Vec<Complex<T>> {
        let behind = x[1..].iter().chain(&x[..1]);
        x.iter()
            .zip(behind)
            .map(|(&re, &im)| Complex::new(re, im))
            .collect()
    }
    let value = |re, im| (Number::Real(re), Number::Real(im));
    check_all(&pairs(doubles()), |x| value(x.re, x.im));
    check_all(&pairs(floats()), |x| value(x.re.into(), x.im.into()));
    check_all(&pairs(halves()), |x| value(x.re.to_f64(), x.im.to_f64()));
    let zeros = vec![Complex::new(0.0, -0.0); 600];
    check_all(&zeros, |x| value(x.re, x.im));
    let imaginary = vec![Complex::new(-0.0_f32, 1e-45); 600];
    check_all(&imaginary, |x| value(x.re.into(), x.im.into()));
}

#[test]
fn every_instruction_set_gives_these_results() {
    on_every_instruction_set("every_instruction_set_gives_these_results");
}
