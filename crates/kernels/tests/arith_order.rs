//! Order, classes and rounding to integers, against their definitions written out: every 16-bit number, and edges of the longer types.

use half::{bf16, f16};
use hostnpu_kernels::arith;
use hostnpu_numeric::Bool;

use hostnpu_test_support as support;
use support::{brains, choose_instruction_set, doubles, floats, halves, on_every_instruction_set};

/// Pairs of values, NaN, zeros and neighbours among them.
fn pairs<T: Copy>(values: &[T]) -> (Vec<T>, Vec<T>) {
    let count = values.len();
    let others = move |i: usize| [i, (i + 1) % count, count - 1 - i, (i * 7919 + 13) % count];
    (0..count)
        .flat_map(|i| others(i).map(|j| (values[i], values[j])))
        .unzip()
}

fn truth(y: &[Bool]) -> &[u8] {
    bytemuck::cast_slice(y)
}

macro_rules! orders {
    ($t:ident, $values:expr) => {{
        let values: Vec<$t> = $values;
        let (a, b) = pairs(&values);
        let wide = |x: $t| f64::from(x);
        let mut y = vec![Bool::FALSE; a.len()];
        macro_rules! compare {
            ($operation:ident, $op:tt) => {
                arith::$operation::$t(&a, &b, &mut y);
                for i in 0..a.len() {
                    assert_eq!(truth(&y)[i], u8::from(wide(a[i]) $op wide(b[i])), "{:?} {} {:?}", a[i], stringify!($op), b[i]);
                }
            };
        }
        compare!(eq, ==);
        compare!(ne, !=);
        compare!(lt, <);
        compare!(le, <=);
        compare!(gt, >);
        compare!(ge, >=);
        // Of two zeros the positive one is larger, whichever comes first.
        let above = |a: f64, b: f64| a > b || a == b && a.is_sign_positive();
        let bits = |x: $t| if x.is_nan() { None } else { Some(x.to_bits()) };
        let mut z = a.clone();
        arith::maximum::$t(&a, &b, &mut z);
        for i in 0..a.len() {
            let nan = a[i].is_nan() || b[i].is_nan();
            let expected = if above(wide(a[i]), wide(b[i])) { a[i] } else { b[i] };
            assert_eq!(bits(z[i]), if nan { None } else { bits(expected) }, "{:?} {:?}", a[i], b[i]);
        }
        arith::minimum::$t(&a, &b, &mut z);
        for i in 0..a.len() {
            let nan = a[i].is_nan() || b[i].is_nan();
            let expected = if above(wide(a[i]), wide(b[i])) { b[i] } else { a[i] };
            assert_eq!(bits(z[i]), if nan { None } else { bits(expected) }, "{:?} {:?}", a[i], b[i]);
        }
    }};
}

#[test]
fn comparisons_and_extremes_follow_the_order_of_numbers() {
    choose_instruction_set();
    orders!(f32, floats());
    orders!(f64, doubles());
    orders!(f16, halves());
    orders!(bf16, brains());
}

#[test]
fn clamping_lets_nan_win_and_crossed_limits_give_the_upper_one() {
    choose_instruction_set();
    let (x, low) = pairs(&floats());
    let high: Vec<f32> = low.iter().rev().copied().collect();
    let mut y = vec![0.0; x.len()];
    arith::clamp::f32(&x, &low, &high, &mut y);
    for i in 0..x.len() {
        if x[i].is_nan() || low[i].is_nan() || high[i].is_nan() {
            assert!(y[i].is_nan());
            continue;
        }
        let above = if x[i] < low[i] { low[i] } else { x[i] };
        let expected = if above > high[i] { high[i] } else { above };
        assert_eq!(
            y[i].to_bits(),
            expected.to_bits(),
            "{:?} in {:?}..{:?}",
            x[i],
            low[i],
            high[i]
        );
    }
    arith::clamp_scalars::f32(&[f32::NAN, -5.0, 5.0, -0.0, 0.5], &mut y[..5], &[0.0, 1.0]);
    assert!(y[0].is_nan());
    assert_eq!(
        y[1..5].iter().map(|y| y.to_bits()).collect::<Vec<_>>(),
        [0.0_f32, 1.0, -0.0, 0.5].map(f32::to_bits)
    );
    arith::clamp_scalars::f32(&[1.0, 2.0], &mut y[..2], &[f32::NAN, 1.0]);
    assert!(y[0].is_nan() && y[1].is_nan());
}

#[test]
fn complex_numbers_are_equal_if_both_parts_are() {
    choose_instruction_set();
    use hostnpu_numeric::Complex;
    let parts = [0.0, -0.0, 1.0, f64::NAN];
    let numbers: Vec<Complex<f64>> = parts
        .iter()
        .flat_map(|&re| parts.map(|im| Complex::new(re, im)))
        .collect();
    let (a, b) = pairs(&numbers);
    let (mut y, mut z) = (vec![Bool::FALSE; a.len()], vec![Bool::FALSE; a.len()]);
    arith::eq::c128(&a, &b, &mut y);
    arith::ne::c128(&a, &b, &mut z);
    for i in 0..a.len() {
        let equal = a[i].re == b[i].re && a[i].im == b[i].im;
        assert_eq!(
            (truth(&y)[i], truth(&z)[i]),
            (u8::from(equal), u8::from(!equal))
        );
    }
    let single = |x: &[Complex<f64>]| -> Vec<Complex<f32>> {
        x.iter()
            .map(|x| Complex::new(x.re as f32, x.im as f32))
            .collect()
    };
    arith::eq::c64(&single(&a), &single(&b), &mut z);
    assert_eq!(truth(&y), truth(&z));
}

#[test]
fn close_numbers_are_within_both_tolerances() {
    choose_instruction_set();
    let nan = f32::NAN;
    let inf = f32::INFINITY;
    let a = [1.0, 1.0, 100.0, 0.0, nan, inf, inf, 1.0, -1.0];
    let b = [1.01, 1.2, 101.0, 0.05, nan, inf, -inf, inf, -1.05];
    let mut y = [Bool::FALSE; 9];
    arith::is_close::f32(&a, &b, &mut y, &[0.01, 0.05, 0.0]);
    assert_eq!(truth(&y), [1, 0, 1, 1, 0, 1, 0, 0, 1]);
    arith::is_close::f32(&a, &b, &mut y, &[0.0, 0.0, 1.0]);
    assert_eq!(truth(&y), [0, 0, 0, 0, 1, 1, 0, 0, 0]);
    arith::is_close::i32(
        &[i32::MIN, 5, 5],
        &[i32::MAX, 6, 7],
        &mut y[..3],
        &[0.0, 1.0, 0.0],
    );
    assert_eq!(truth(&y[..3]), [0, 1, 0]);
}

macro_rules! unary {
    ($x:expr, $t:ident: $($operation:ident = $reference:expr;)+) => {$(
        let mut y = $x.clone();
        arith::$operation::$t(&$x, &mut y);
        let reference: fn($t) -> $t = $reference;
        for (&x, &y) in $x.iter().zip(&y) {
            let expected = reference(x);
            let same = y.to_bits() == expected.to_bits() || y.is_nan() && expected.is_nan();
            assert!(same, "{} of {x:?}: {y:?}, not {expected:?}", stringify!($operation));
        }
    )+};
}

#[test]
fn rounding_to_integers_goes_in_its_direction() {
    choose_instruction_set();
    let (x, z) = (floats(), doubles());
    unary! { x, f32:
        ceil = |x| -(-x).div_euclid(1.0).copysign(-x);
        floor = |x| if x.fract() == 0.0 || !x.is_finite() { x } else if x < 0.0 { ((x as i32) - 1) as f32 } else { (x as i32) as f32 };
        trunc = |x| if x.abs() < 1e9 { (x as i32 as f32).copysign(x) } else { x };
        frac = |x| if x.is_infinite() { f32::NAN } else { x % 1.0 + 0.0 };
    }
    unary! { z, f64:
        // Adding and taking away 2^52 rounds to the nearest even integer.
        round = |x| if x.abs() < 4_503_599_627_370_496.0 { ((x.abs() + 4_503_599_627_370_496.0) - 4_503_599_627_370_496.0).copysign(x) } else { x };
        trunc = |x| if x.abs() < 1e18 { (x as i64 as f64).copysign(x) } else { x };
        abs = |x| f64::from_bits(x.to_bits() << 1 >> 1);
        neg = |x| f64::from_bits(x.to_bits() ^ 1 << 63);
    }
}

#[test]
fn decimals_are_rounded_as_pytorch_does() {
    choose_instruction_set();
    let x = [
        2.5_f32,
        3.5,
        -2.5,
        0.125,
        0.375,
        1234.0,
        1e38,
        f32::INFINITY,
        0.05,
    ];
    let mut y = [0.0; 9];
    arith::round_decimals::f32(&x, &mut y, &[0]);
    assert_eq!(y[..6], [2.0, 4.0, -2.0, 0.0, 0.0, 1234.0]);
    arith::round_decimals::f32(&x, &mut y, &[2]);
    assert_eq!(
        y,
        [
            2.5,
            3.5,
            -2.5,
            0.12,
            0.38,
            1234.0,
            1e38,
            f32::INFINITY,
            0.05
        ]
    );
    arith::round_decimals::f32(&x, &mut y, &[-2]);
    assert_eq!(y[..6], [0.0, 0.0, -0.0, 0.0, 0.0, 1200.0]);
    let mut z = [0.0; 2];
    arith::round_decimals::f64(&[2.675, 1e300], &mut z, &[2]);
    assert_eq!(z, [2.68, 1e300]);
}

#[test]
fn classes_and_signs_are_told_by_bits() {
    choose_instruction_set();
    let x = floats();
    let mut y = vec![Bool::FALSE; x.len()];
    let magnitude = |x: f32| x.to_bits() & 0x7fff_ffff;
    macro_rules! classes {
        ($($operation:ident = $reference:expr;)+) => {$(
            arith::$operation::f32(&x, &mut y);
            let reference: fn(u32, u32) -> bool = $reference;
            for (&x, &y) in x.iter().zip(truth(&y)) {
                assert_eq!(y, u8::from(reference(x.to_bits() >> 31, magnitude(x))), "{} of {x:e}", stringify!($operation));
            }
        )+};
    }
    classes! {
        is_finite = |_, x| x < 0x7f80_0000;
        is_inf = |_, x| x == 0x7f80_0000;
        is_pos_inf = |sign, x| sign == 0 && x == 0x7f80_0000;
        is_neg_inf = |sign, x| sign == 1 && x == 0x7f80_0000;
        sign_bit = |sign, _| sign == 1;
    }
    let h = halves();
    let mut y = vec![Bool::FALSE; h.len()];
    arith::sign_bit::f16(&h, &mut y);
    assert!(
        h.iter()
            .zip(truth(&y))
            .all(|(h, &y)| u16::from(y) == h.to_bits() >> 15)
    );
    let nan = f32::NAN;
    let inf = f32::INFINITY;
    let x = [nan, inf, -inf, -0.0, 0.0, 3.0, -3.0];
    let mut y = [0.0; 7];
    arith::sign::f32(&x, &mut y);
    assert_eq!(
        y.map(f32::to_bits),
        [0.0, 1.0, -1.0, 0.0, 0.0, 1.0, -1.0].map(f32::to_bits)
    );
    arith::nan_to_num::f32(&x, &mut y, &[7.0, 8.0, 9.0]);
    assert_eq!(y, [7.0, 8.0, 9.0, -0.0, 0.0, 3.0, -3.0]);
    arith::nan_to_num::f32(&x, &mut y, &[inf, nan, 9.0]);
    assert!(y[0] == inf && y[1].is_nan());
    arith::heaviside::f32(&x, &[5.0; 7], &mut y);
    assert_eq!(y, [0.0, 1.0, 0.0, 5.0, 5.0, 1.0, 0.0]);
    arith::angle::f32(&x, &mut y);
    assert!(y[0].is_nan());
    assert_eq!(
        y[1..],
        [
            0.0,
            std::f32::consts::PI,
            0.0,
            0.0,
            0.0,
            std::f32::consts::PI
        ]
    );
    arith::relu::f32(&x, &mut y);
    assert!(y[0].is_nan());
    assert_eq!(y[1..], [inf, 0.0, 0.0, 0.0, 3.0, 0.0]);
    arith::threshold::f32(&x, &mut y, &[0.0, 4.0]);
    assert!(y[0].is_nan());
    assert_eq!(y[1..], [inf, 4.0, 4.0, 4.0, 3.0, 4.0]);
    arith::slope_below_0::f32(&x, &[0.25; 7], &mut y);
    assert_eq!(y, x.map(|x| if x < 0.0 { 0.25 } else { 1.0 }));
}

#[test]
fn a_byte_is_found_wherever_it_stands() {
    choose_instruction_set();
    let mut x = vec![2_u8; 5000];
    assert!(!arith::contains(&x, 1) && !arith::contains(&[], 0));
    for place in [0, 1023, 1024, 4999] {
        x[place] = 1;
        assert!(arith::contains(&x, 1) && !arith::contains(&x, 0));
        x[place] = 2;
    }
}

#[test]
fn sixteen_bit_signs_are_bits() {
    choose_instruction_set();
    let (h, b) = (halves(), brains());
    let (mut y, mut z) = (h.clone(), b.clone());
    arith::neg::f16(&h, &mut y);
    arith::neg::bf16(&b, &mut z);
    assert!((0..=u16::MAX).all(|i| y[i as usize].to_bits() == i ^ 0x8000 && z[i as usize].to_bits() == i ^ 0x8000));
    arith::abs::f16(&h, &mut y);
    arith::abs::bf16(&b, &mut z);
    assert!((0..=u16::MAX).all(|i| y[i as usize].to_bits() == i & 0x7fff && z[i as usize].to_bits() == i & 0x7fff));
}

#[test]
fn every_instruction_set_gives_these_results() {
    on_every_instruction_set("every_instruction_set_gives_these_results");
}
