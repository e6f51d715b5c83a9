//! E8M0, the format of scales: a byte `b` is `2^(b - 127)`, 255 is NaN. No sign, no zero.

/// The byte that means NaN.
pub const NAN: u8 = 255;

/// The value of a scale, exactly.
#[inline(always)]
pub fn decode(byte: u8) -> f32 {
    match byte {
        0 => f32::from_bits(0x0040_0000),
        NAN => f32::NAN,
        _ => f32::from_bits(u32::from(byte) << 23),
    }
}

/// One over the value of a scale, exactly.
#[inline(always)]
pub fn reciprocal(byte: u8) -> f32 {
    match byte {
        NAN => f32::NAN,
        _ => decode(254 - byte),
    }
}

/// The scale `2^exponent`, or the nearest that there is.
#[inline(always)]
pub fn encode(exponent: i32) -> u8 {
    (exponent + 127).clamp(0, 254) as u8
}
