//! AscendCL's conversions between float and binary16, which has neither infinities nor NaN there.

use hostnpu::abi::acl::base_rt::functions::{aclFloat16ToFloat, aclFloatToFloat16};

const LARGEST: u16 = 0x7BFF;
const SIGN: u16 = 0x8000;

fn to_float(bits: u16) -> f32 {
    // SAFETY: no pointers.
    unsafe { aclFloat16ToFloat(bits) }
}

fn to_half(value: f32) -> u16 {
    // SAFETY: no pointers.
    unsafe { aclFloatToFloat16(value) }
}

/// The value by its definition, in double, where every step is exact.
fn value(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 0x3FF));
    let magnitude = match exponent {
        0 => fraction * 2f64.powi(-24),
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    };
    if bits & SIGN == 0 {
        magnitude
    } else {
        -magnitude
    }
}

#[test]
fn every_half_has_the_value_of_its_exponent_and_fraction() {
    for bits in 0..=u16::MAX {
        let found = to_float(bits);
        assert_eq!(f64::from(found), value(bits), "{bits:#06x}");
        assert_eq!(found.is_sign_negative(), bits & SIGN != 0, "{bits:#06x}");
    }
    assert_eq!(to_float(0x7C00), 65536.0);
    assert_eq!(to_float(0xFE00), -98304.0);
}

#[test]
fn halves_round_to_the_nearest_even_and_saturate() {
    for bits in 0..=LARGEST {
        assert_eq!(to_half(to_float(bits)), bits, "{bits:#06x}");
        // The middle to the next one, and the numbers around it.
        let middle = ((value(bits) + value(bits + 1)) / 2.0) as f32;
        let next = (bits + 1).min(LARGEST);
        let even = if bits & 1 == 0 { bits } else { next };
        assert_eq!(to_half(middle), even.min(LARGEST), "{middle}");
        assert_eq!(to_half(middle.next_down()), bits, "below {middle}");
        assert_eq!(to_half(middle.next_up()), next, "above {middle}");
        assert_eq!(to_half(-middle), SIGN | even, "-{middle}");
    }
    for (value, expected) in [
        (f32::INFINITY, 0x7BFF),
        (f32::NEG_INFINITY, 0xFBFF),
        (f32::NAN, 0x7BFF),
        (-f32::NAN, 0xFBFF),
        (f32::MAX, 0x7BFF),
        (2f32.powi(-25), 0),
        (2f32.powi(-25).next_up(), 1),
        (-0.0, 0x8000),
    ] {
        assert_eq!(to_half(value), expected, "{value}");
    }
}
