//! `1 / π` without the bits that turn a float by whole turns, one row for every exponent of a float.
//!
//! The sine needs of `x` only `x / π` modulo 2. Bits of `1 / π` whose product with the last bit of `x` is an even integer do not
//! count, so a row starts where the next ones begin (M. Payne and R. Hanek, "Radian reduction for trigonometric functions",
//! 1983, with the bits chosen beforehand).

/// `1 / π` after the binary point, most significant word first.
const INVERSE_OF_PI: [u64; 4] = [
    0x517c_c1b7_2722_0a94,
    0xfe13_abe8_fa9a_6ee0,
    0x6db1_4acc_9e21_c820,
    0xff28_b1d5_ef5d_e2b0,
];

/// Bits of a high or middle piece: the product with a float, 24 bits, is exact in double.
const PIECE_BITS: i32 = 29;

/// Rows of three pieces, by biased exponent. The sum of a row times a float of its exponent is the float over π, less an even
/// integer, with an error below 2^-86.
pub struct Turns {
    /// The leading 29 bits.
    pub high: [f64; 256],
    /// The next 29 bits.
    pub middle: [f64; 256],
    /// The next 53 bits.
    pub low: [f64; 256],
}

/// The table. Infinities and NaN have a row of NaN.
pub static TURNS: Turns = turns();

const fn turns() -> Turns {
    let mut turns = Turns {
        high: [f64::NAN; 256],
        middle: [f64::NAN; 256],
        low: [f64::NAN; 256],
    };
    let mut exponent = 0;
    while exponent < 255 {
        // Bit `i` after the point has the weight 2^(-1 - i), the last bit of a float 2^(exponent - 150). Bit 0 is zero.
        let first = if exponent > 152 { exponent - 151 } else { 1 };
        // From 1 on, the high piece is rounded to nearest, so that the others are small beside a half turn. Below, all
        // pieces are positive, so that none of them takes the sign from -0.
        let carry = if exponent < 127 {
            0
        } else {
            bits(first + PIECE_BITS, 1)
        };
        let row = exponent as usize;
        turns.high[row] = scaled(bits(first, PIECE_BITS) + carry, first + PIECE_BITS);
        turns.middle[row] = scaled(
            bits(first + PIECE_BITS, PIECE_BITS) - (carry << PIECE_BITS),
            first + 2 * PIECE_BITS,
        );
        turns.low[row] = scaled(
            bits(first + 2 * PIECE_BITS, 53),
            first + 2 * PIECE_BITS + 53,
        );
        exponent += 1;
    }
    turns
}

/// The `count` bits of `1 / π` from bit `first` on, as an integer.
const fn bits(first: i32, count: i32) -> i64 {
    let mut integer = 0;
    let mut i = first;
    while i < first + count {
        integer = integer << 1 | (INVERSE_OF_PI[(i / 64) as usize] >> (63 - i % 64) & 1) as i64;
        i += 1;
    }
    integer
}

/// `integer * 2^-places`, exact for 53 bits.
const fn scaled(integer: i64, places: i32) -> f64 {
    integer as f64 * f64::from_bits(((1023 - places) as u64) << 52)
}
