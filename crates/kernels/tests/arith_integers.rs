//! Integers and booleans, against 128-bit arithmetic: all pairs of 8 bits, and for longer types pairs around every power of two.

use hostnpu_kernels::arith;
use hostnpu_numeric::Bool;

use hostnpu_test_support as support;
use support::{choose_instruction_set, on_every_instruction_set, words};

/// All pairs of bytes, or each of the words with some others.
fn pairs(bits: u32) -> (Vec<u64>, Vec<u64>) {
    if bits == 8 {
        let bytes = 0..1 << 16;
        return (
            bytes.clone().map(|i| i >> 8).collect(),
            bytes.map(|i| i & 255).collect(),
        );
    }
    let words = words();
    let count = words.len();
    let partner = |i: usize, k: usize| match k {
        // Equal ones, small ones, and what lies further on in the list.
        0 => words[i],
        1 => (i as u64 % 140).wrapping_sub(70),
        _ => words[(i * 7 + k * 331) % count],
    };
    (0..count)
        .flat_map(|i| (0..12).map(move |k| (i, k)))
        .map(|(i, k)| (words[i], partner(i, k)))
        .unzip()
}

macro_rules! binary {
    ($t:ident, $a:expr, $b:expr; $($operation:ident = $reference:expr;)+) => {$(
        let mut y = vec![0; $a.len()];
        arith::$operation::$t($a, $b, &mut y);
        let reference: fn(i128, i128) -> i128 = $reference;
        for ((&a, &b), &y) in $a.iter().zip($b).zip(&y) {
            let expected = reference(a.into(), b.into()) as $t;
            assert_eq!(y, expected, "{} of {a} and {b} in {}", stringify!($operation), stringify!($t));
        }
        // Each length up to two vectors' worth and one more ends as the long one began.
        for length in 0..131 {
            let mut part = vec![0; length];
            arith::$operation::$t(&$a[..length], &$b[..length], &mut part);
            assert_eq!(part, y[..length]);
        }
    )+};
}

macro_rules! compare {
    ($t:ident, $a:expr, $b:expr; $($operation:ident = $reference:expr;)+) => {$(
        let mut y = vec![Bool::FALSE; $a.len()];
        arith::$operation::$t($a, $b, &mut y);
        let reference: fn(i128, i128) -> bool = $reference;
        for ((&a, &b), &y) in $a.iter().zip($b).zip(&y) {
            let expected = u8::from(reference(a.into(), b.into()));
            assert_eq!(bytemuck::cast::<Bool, u8>(y), expected, "{} of {a} and {b}", stringify!($operation));
        }
    )+};
}

/// Tests that all integer types have.
macro_rules! ring {
    ($($t:ident),+) => {$({
        let (a, b) = pairs($t::BITS);
        let a: &[$t] = &a.into_iter().map(|x| x as $t).collect::<Vec<_>>();
        let b: &[$t] = &b.into_iter().map(|x| x as $t).collect::<Vec<_>>();
        binary! { $t, a, b;
            add = |a, b| a + b;
            sub = |a, b| a - b;
            // Products of two 64-bit numbers fit unless both are unsigned and large; the low bits are right all the same.
            mul = |a, b| a.wrapping_mul(b);
            maximum = |a, b| if a < b { b } else { a };
            minimum = |a, b| if a < b { a } else { b };
            bitwise_and = |a, b| a & b;
            bitwise_or = |a, b| a | b;
            bitwise_xor = |a, b| a ^ b;
            left_shift = |a, b| if (0..i128::from($t::BITS)).contains(&b) { a << b } else { 0 };
            right_shift = |a, b| a >> b.clamp(0, i128::from($t::BITS) - 1);
        }
        compare! { $t, a, b;
            eq = |a, b| a == b;
            ne = |a, b| a != b;
            lt = |a, b| a < b;
            le = |a, b| a <= b;
            gt = |a, b| a > b;
            ge = |a, b| a >= b;
        }
        let mut y = vec![0; a.len()];
        arith::bitwise_not::$t(a, &mut y);
        assert!(a.iter().zip(&y).all(|(a, y)| a ^ y == !0));
    })+};
}

/// Division and what belongs to it. Small enough that the reference needs no special case but 0.
macro_rules! division {
    ($($t:ident),+) => {$({
        let (a, b) = pairs($t::BITS);
        let a: &[$t] = &a.into_iter().map(|x| x as $t).collect::<Vec<_>>();
        let b: &[$t] = &b.into_iter().map(|x| x as $t).collect::<Vec<_>>();
        binary! { $t, a, b;
            div_trunc = |a, b| if b == 0 { -1 } else { a / b };
            div_floor = |a, b| if b == 0 { -1 } else { (a - (a % b + b) % b) / b };
            fmod = |a, b| if b == 0 { -1 } else { a % b };
            remainder = |a, b| if b == 0 { a } else { (a % b + b) % b };
            gcd = |a, b| {
                let (mut a, mut b) = (a.abs(), b.abs());
                while b != 0 { (a, b) = (b, a % b); }
                a
            };
            pow = |a, b| match (a, b) {
                (1, ..0) => 1,
                (-1, ..0) => if b % 2 == 0 { 1 } else { -1 },
                (_, ..0) => 0,
                // The low bits of the power, from the highest bit of the exponent down.
                _ => (0..64).rev().fold(1_u64, |power, bit| {
                    let square = power.wrapping_mul(power);
                    if b >> bit & 1 == 1 { square.wrapping_mul(a as u64) } else { square }
                }) as i128,
            };
        }
    })+};
}

#[test]
fn sums_products_bits_and_comparisons_wrap_as_the_low_bits_of_128() {
    choose_instruction_set();
    ring!(i8, u8, i16, u16, i32, u32, i64, u64);
}

#[test]
fn division_follows_its_mode_and_by_0_sets_all_bits() {
    choose_instruction_set();
    division!(i8, u8, i16, i32, i64);
}

#[test]
fn unary_functions_wrap() {
    choose_instruction_set();
    macro_rules! unary {
        ($($t:ident: $($operation:ident = $reference:expr),+;)+) => {$({
            let x: Vec<$t> = words().into_iter().map(|x| x as $t).collect();
            $(
                let mut y = vec![0; x.len()];
                arith::$operation::$t(&x, &mut y);
                let reference: fn(i128) -> i128 = $reference;
                for (&x, &y) in x.iter().zip(&y) {
                    assert_eq!(y, reference(x.into()) as $t, "{} of {x}", stringify!($operation));
                }
            )+
        })+};
    }
    unary! {
        i8: abs = i128::abs, neg = |x| -x, relu = |x| x.max(0);
        i16: abs = i128::abs, neg = |x| -x;
        i32: abs = i128::abs, neg = |x| -x, relu = |x| x.max(0), sign = i128::signum, square = |x| x * x;
        i64: abs = i128::abs, neg = |x| -x, relu = |x| x.max(0), sign = i128::signum, square = |x| x.wrapping_mul(x);
    }
}

#[test]
fn weighted_sums_wrap() {
    choose_instruction_set();
    let (a, b) = pairs(32);
    let c: Vec<i32> = b.iter().rev().map(|&x| x as i32).collect();
    let a: Vec<i32> = a.into_iter().map(|x| x as i32).collect();
    let b: Vec<i32> = b.into_iter().map(|x| x as i32).collect();
    let mut y = vec![0; a.len()];
    for value in [0, 1, -3, i32::MIN] {
        arith::add_scaled::i32(&a, &b, &mut y, &[value]);
        for i in 0..a.len() {
            let exact = i128::from(a[i]) + i128::from(value) * i128::from(b[i]);
            assert_eq!(y[i], exact as i32);
        }
        arith::add_relu::i32(&a, &b, &mut y, &[value]);
        for i in 0..a.len() {
            let exact = i128::from(a[i]) + i128::from(value) * i128::from(b[i]);
            assert_eq!(y[i], (exact as i32).max(0));
        }
        arith::add_mul::i32(&a, &b, &c, &mut y, &[value]);
        for i in 0..a.len() {
            let exact = i128::from(a[i]) + i128::from(value) * i128::from(b[i]) * i128::from(c[i]);
            assert_eq!(y[i], exact as i32);
        }
        // Limits that cross give the upper one.
        arith::clamp::i32(&a, &b, &c, &mut y);
        for i in 0..a.len() {
            let above = if a[i] < b[i] { b[i] } else { a[i] };
            assert_eq!(y[i], if above > c[i] { c[i] } else { above });
        }
        arith::clamp_scalars::i32(&a, &mut y, &[value, 1000]);
        for i in 0..a.len() {
            let above = if a[i] < value { value } else { a[i] };
            assert_eq!(y[i], if above > 1000 { 1000 } else { above });
        }
    }
}

#[test]
fn booleans_of_any_byte_give_0_or_1() {
    choose_instruction_set();
    let (a, b): (Vec<u8>, Vec<u8>) = (0..1 << 16).map(|i: u32| ((i >> 8) as u8, i as u8)).unzip();
    let (x, z): (&[Bool], &[Bool]) = (bytemuck::cast_slice(&a), bytemuck::cast_slice(&b));
    macro_rules! tables {
        ($($operation:ident: $reference:expr;)+) => {$(
            let mut y = vec![Bool::FALSE; a.len()];
            arith::$operation::bool(x, z, &mut y);
            let reference: fn(bool, bool) -> bool = $reference;
            for i in 0..a.len() {
                let expected = u8::from(reference(a[i] != 0, b[i] != 0));
                assert_eq!(bytemuck::cast::<Bool, u8>(y[i]), expected, "{}", stringify!($operation));
            }
        )+};
    }
    tables! {
        add: |a, b| a || b;
        sub: |a, b| a != b;
        mul: |a, b| a && b;
        maximum: |a, b| a || b;
        minimum: |a, b| a && b;
        bitwise_and: |a, b| a && b;
        bitwise_or: |a, b| a || b;
        bitwise_xor: |a, b| a != b;
        logical_and: |a, b| a && b;
        logical_or: |a, b| a || b;
        logical_xor: |a, b| a != b;
        eq: |a, b| a == b;
        ne: |a, b| a != b;
        lt: |a, b| !a && b;
        le: |a, b| !a || b;
        gt: |a, b| a && !b;
        ge: |a, b| a || !b;
    }
    let mut y = vec![Bool::FALSE; a.len()];
    arith::logical_not::bool(x, &mut y);
    assert!(
        a.iter()
            .zip(&y)
            .all(|(&a, &y)| bytemuck::cast::<Bool, u8>(y) == u8::from(a == 0))
    );
}

#[test]
fn decimals_of_integers_go_to_the_nearest_multiple_and_of_two_to_the_even_one() {
    choose_instruction_set();
    let x = [
        0,
        4,
        5,
        6,
        14,
        15,
        16,
        25,
        35,
        -5,
        -15,
        -25,
        -26,
        i64::MAX,
        i64::MIN,
    ];
    let mut y = [0; 15];
    arith::round_decimals::i64(&x, &mut y, &[-1]);
    let tens = [0, 0, 0, 10, 10, 20, 20, 20, 40, 0, -20, -20, -30];
    assert_eq!(y[..13], tens);
    assert_eq!(y[13], (i128::from(i64::MAX) + 3) as i64, "wraps");
    arith::round_decimals::i64(&x, &mut y, &[3]);
    assert_eq!(y, x);
    arith::round_decimals::i64(&x, &mut y, &[-300]);
    assert_eq!(y, [0; 15]);
}

#[test]
fn signs_are_packed_from_the_highest_bit_and_unpacked_from_the_lowest() {
    choose_instruction_set();
    let mut bytes = [0; 2];
    let x = [
        -1.0,
        2.0,
        -3.0,
        f32::NAN,
        -0.0,
        f32::NEG_INFINITY,
        0.0,
        -1e-45,
        5.0,
        -5.0,
    ];
    arith::pack_signs(&x, &mut bytes);
    assert_eq!(bytes, [0b1010_0101, 0b0111_1111]);
    let mut y = [0.0; 16];
    arith::unpack_signs(&[159, 15], &mut y);
    let one = |bits: u32| if bits == 1 { 1.0 } else { -1.0 };
    assert_eq!(y, std::array::from_fn(|i| one((0x0f9f >> i) & 1)));
}

#[test]
#[should_panic(expected = "3 elements of an input for 2 of its output")]
fn slices_of_unequal_length_are_refused() {
    choose_instruction_set();
    arith::add::i32(&[1, 2], &[1, 2, 3], &mut [0, 0]);
}

#[test]
fn every_instruction_set_gives_these_results() {
    on_every_instruction_set("every_instruction_set_gives_these_results");
}
