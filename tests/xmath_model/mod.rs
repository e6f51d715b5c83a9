//! A second implementation of the step lists that fix the bits, in integers of 128 bits and with division in place of
//! shifts, so that no overflow, cast or shift of the library's is repeated here.

#![allow(dead_code, reason = "each test file uses its part")]

/// A mantissa and an exponent.
pub type Pair = (i32, i32);

const POLE: i128 = 1 << 31;

fn wrap(x: i128) -> i128 {
    (x + POLE).rem_euclid(2 * POLE) - POLE
}

fn floor_shift(x: i128, bits: u32) -> i128 {
    x.div_euclid(1 << bits)
}

fn saturate(x: i128) -> i128 {
    x.clamp(1 - POLE, POLE - 1)
}

fn round_half_up(x: i128, bits: u32) -> i128 {
    (x + (1 << (bits - 1))).div_euclid(1 << bits)
}

fn mul30(x: i128, y: i128) -> i128 {
    saturate(round_half_up(x * y, 30))
}

/// The vector unit's shift: right by `bits`, left and saturating if negative.
fn vector_shift(x: i128, bits: i128) -> i128 {
    match bits {
        32.. => -i128::from(x < 0),
        i128::MIN..=-32 => x.signum() * (POLE - 1),
        -31..0 => saturate(x * (1 << -bits)),
        _ => saturate(floor_shift(x, bits as u32)),
    }
}

fn headroom(x: i128) -> i128 {
    (0..31)
        .take_while(|&bits| {
            let shifted = x << (bits + 1);
            (-POLE..POLE).contains(&shifted)
        })
        .count() as i128
}

fn pair(mantissa: i128, exponent: i128) -> Pair {
    (
        i32::try_from(mantissa).expect("the mantissa fits"),
        wrap(exponent) as i32,
    )
}

fn word(x: i128) -> i32 {
    i32::try_from(x).expect("the result fits")
}

/// As the published page has it: the `depth` most significant bits.
pub fn s32_sqrt(b: i32, b_exp: i32, depth: u32) -> Pair {
    let b = i128::from(b);
    let room = headroom(b);
    let mut exponent = i128::from(b_exp) - room - 31;
    let mut radicand = (b << room) << 31;
    if exponent.rem_euclid(2) == 1 {
        exponent += 1;
        radicand /= 2;
    }
    if b <= 0 {
        return pair(0, exponent / 2);
    }
    let mut root = 0;
    for bit in (0..31).rev().take(depth as usize) {
        let trial = root + (1 << bit);
        if trial * trial <= radicand {
            root = trial;
        }
    }
    pair(root, exponent / 2)
}

pub fn s32_inverse(b: i32) -> Pair {
    let n = 60 - headroom(b.into());
    if b == 0 {
        return (i32::MAX, -29);
    }
    pair((1 << n) / i128::from(b), -n)
}

pub fn s32_mul(b: i32, c: i32, b_exp: i32, c_exp: i32) -> Pair {
    let (b, c) = (i128::from(b), i128::from(c));
    let (hb, hc) = (headroom(b), headroom(c));
    let t = hb + hc;
    let (sb, sc) = match (t, hb, hc) {
        (0, ..) => (1, 1),
        (1, 0, _) => (1, 0),
        (1, ..) => (0, 1),
        (_, 0, _) => (0, 2 - t),
        (_, _, 0) => (2 - t, 0),
        _ => (1 - hb, 1 - hc),
    };
    pair(
        mul30(vector_shift(b, sb), vector_shift(c, sc)),
        i128::from(b_exp) + i128::from(c_exp) + sb + sc + 30,
    )
}

pub fn s32_to_s16(b: i32, b_exp: i32) -> (i16, i32) {
    let shift = (16 - headroom(b.into())).max(0);
    let mantissa = floor_shift(b.into(), shift as u32);
    (
        i16::try_from(mantissa).expect("the mantissa fits"),
        b_exp + shift as i32,
    )
}

const TWO_OVER_PI: i128 = 0x517C_C1B7;

pub fn radians_to_sbrads(theta: i32) -> i32 {
    let v = wrap(floor_shift(TWO_OVER_PI * i128::from(theta), 25));
    let u = wrap(2 * v);
    // The top two bits are 01 or 10 from 1 on and below −1.
    let backwards = !(-(1 << 30)..1 << 30).contains(&v);
    word(wrap(if backwards { -u } else { u }))
}

pub fn sbrad_sin(theta: i32) -> i32 {
    const C: [i128; 6] = [
        0x6487_ED51,
        -0x52AE_F399,
        0x519A_F19D,
        -0x4CB4_B33A,
        0x541E_0D21,
        -0x78C1_D3F8,
    ];
    const S: [u32; 6] = [1, 2, 5, 9, 14, 20];
    let sign = if theta < 0 { -1 } else { 1 };
    let t = wrap(sign * i128::from(theta));
    let r = wrap(floor_shift(t * t, 31));
    let mut p = t;
    let mut y = 0;
    for k in 0..6 {
        y += saturate(round_half_up(round_half_up(p * C[k], 30), S[k]));
        p = wrap(floor_shift(p * r, 31));
    }
    word(wrap(sign * wrap(y)))
}

pub fn sbrad_tan(theta: i32) -> i32 {
    const D: [i128; 8] = [
        0x6487_ED51,
        0x52AE_F398,
        0x519A_F19D,
        0x517F_FE6D,
        0x517D_1CB8,
        0x517C_CBC9,
        0x517C_C2D5,
        0x6B6C_B9BD,
    ];
    let sign = if theta < 0 { -1 } else { 1 };
    let t = wrap(sign * i128::from(theta));
    let r = wrap(floor_shift(t * t, 30));
    let mut p = t;
    let mut y = 0;
    for (k, coefficient) in D.into_iter().enumerate() {
        let term = round_half_up(round_half_up(p * coefficient, 30), 2 * k as u32 + 1);
        y += saturate(term);
        p = wrap(floor_shift(p * r, 30));
    }
    word(wrap(sign * wrap(y)))
}

pub fn q24_sin(theta: i32) -> i32 {
    sbrad_sin(radians_to_sbrads(theta))
}

pub fn q24_cos(theta: i32) -> i32 {
    q24_sin(if theta >= 0 {
        theta - 79_060_768
    } else {
        theta + 26_353_589
    })
}

pub fn q24_tan(theta: i32) -> Pair {
    const EIGHTH: i128 = 1 << 30;
    let angle = wrap(floor_shift(TWO_OVER_PI * i128::from(theta), 24));
    if (-EIGHTH..=EIGHTH).contains(&angle) {
        return (sbrad_tan(word(angle)), -30);
    }
    let (mantissa, exponent) = s32_inverse(sbrad_tan(word(wrap(POLE - angle))));
    (mantissa, exponent + 30)
}

pub fn q30_exp_small(x: i32) -> i32 {
    const E: [i128; 9] = [
        0x4000_0000,
        0x2000_0000,
        0x0AAA_AAAB,
        0x02AA_AAAB,
        0x0088_8889,
        0x0016_C16C,
        0x0003_4034,
        0x0000_6807,
        0x0000_0B8F,
    ];
    let mut p = 1 << 30;
    let mut sum = 1 << 60;
    for coefficient in E {
        p = wrap(floor_shift(p * i128::from(x), 30));
        sum += coefficient * p;
    }
    word(wrap(floor_shift(sum, 30)))
}

pub fn float_s32_exp(m: i32, e: i32) -> Pair {
    let m = i128::from(m);
    let h = headroom(m);
    let t = vector_shift(vector_shift(m, -h), 1);
    let exponent = i128::from(e) - h + 1;
    let y = wrap(floor_shift(0x5C55_1D95 * t, 30));
    if exponent >= 0 {
        return pair(1 << 30, exponent - 30);
    }
    let f = -exponent;
    let s = f - 30;
    let negative = i128::from(y < 0);
    let (alpha, rho, b) = match f {
        ..31 => {
            let low = y.rem_euclid(1 << (f - 1));
            let u = floor_shift(y, f as u32 - 1);
            (floor_shift(u, 1), u.rem_euclid(2), vector_shift(low, s))
        }
        31 => (
            -negative,
            floor_shift(y, 30).rem_euclid(2),
            vector_shift(y.rem_euclid(1 << 30), 1),
        ),
        _ => (
            -negative,
            negative,
            vector_shift(y, s) + negative * 0x2000_0000,
        ),
    };
    let z = q30_exp_small(word(wrap(floor_shift(b * 0x2C5C_85FE, 30))));
    let factor = if rho == 1 { 0x5A82_799A } else { 1 << 30 };
    pair(wrap(floor_shift(factor * i128::from(z), 30)), alpha - 30)
}

pub fn q24_logistic(x: i32) -> i32 {
    const L: [i128; 6] = [
        268_435_456,
        -22_369_621,
        2_236_962,
        -226_359,
        22_932,
        -2_323,
    ];
    const ONE: i128 = 1 << 24;
    let p = i128::from(if x >= 0 { x } else { -1 - x });
    let mut y;
    if p <= 20_132_659 {
        let square = wrap(floor_shift(p * p, 24));
        let mut o = p;
        y = ONE / 2;
        for coefficient in L {
            y += mul30(o, coefficient);
            o = wrap(floor_shift(o * square, 24));
        }
    } else {
        let (m, exponent) = float_s32_exp(word(-p), -24);
        let s = -24 - exponent;
        assert!(s >= 8, "{x}: shift {s}");
        let z = if s < 32 {
            -floor_shift(m.into(), s as u32)
        } else {
            0
        };
        let mut g = ONE;
        y = ONE;
        for _ in 0..10 {
            g = wrap(floor_shift(g * z, 24));
            y += g;
        }
    }
    word(if x >= 0 { y } else { ONE - y })
}

pub fn q24_logistic_fast(x: i32) -> i32 {
    const SLOPE: [i128; 8] = [
        1_015_490_930,
        640_498_971,
        297_985_800,
        120_120_271,
        46_079_377,
        17_219_453,
        6_371_555,
        3_717_288,
    ];
    const OFFSET: [i128; 8] = [
        8_388_608, 9_853_420, 12_529_304, 14_613_666, 15_770_555, 16_334_225, 16_588_473,
        16_661_050,
    ];
    let p = i128::from(if x >= 0 { x } else { -1 - x });
    let i = (p / (1 << 24)) as usize;
    let y = if i >= 8 {
        (1 << 24) - 1
    } else {
        floor_shift(p * SLOPE[i], 32) + OFFSET[i]
    };
    word(if x >= 0 { y } else { (1 << 24) - y })
}

pub fn q30_powers(b: i32, n: usize) -> Vec<i32> {
    let mut powers = vec![1 << 30];
    while powers.len() < n {
        let last = i128::from(powers[powers.len() - 1]);
        powers.push(word(mul30(last, b.into())));
    }
    powers
}

pub fn s32_odd_powers(b: i32, count: usize, shift: u32) -> Vec<i32> {
    let square = wrap(floor_shift(i128::from(b) * i128::from(b), shift));
    let mut powers = vec![b];
    while powers.len() < count {
        let last = i128::from(powers[powers.len() - 1]);
        powers.push(word(wrap(floor_shift(last * square, shift))));
    }
    powers
}

pub fn s32_ashr(x: i32, shift: i32) -> i32 {
    let x = i128::from(x);
    let shifted = match shift {
        32.. => -i128::from(x < 0),
        0..32 => floor_shift(x, shift as u32),
        ..0 => x << shift.unsigned_abs().min(64),
    };
    word(shifted.clamp(-POLE, POLE - 1))
}

/// Words where something changes: around 0, the ends, powers of two, multiples of π/2, and the knees of the functions.
pub fn edges() -> Vec<i32> {
    let mut centres: Vec<i64> = vec![
        0,
        i64::from(i32::MIN),
        i64::from(i32::MAX),
        1_660_276_124,
        1_739_336_892,
        20_132_659,
        290_727_000,
        744_261_117,
    ];
    centres.extend((0..31).map(|bit| 1i64 << bit));
    centres
        .extend((1..82).map(|k| (k as f64 * std::f64::consts::FRAC_PI_2 * 2f64.powi(24)) as i64));
    centres.extend((1..128).map(|k| k << 24));
    let mut words: Vec<i32> = centres
        .into_iter()
        .flat_map(|centre| [centre, -centre])
        .flat_map(|centre| (-3..=3).map(move |near| centre + near))
        .filter_map(|word| i32::try_from(word).ok())
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// Every `stride`-th word of all 2^32, and the edges.
pub fn strided(stride: usize) -> impl Iterator<Item = i32> {
    (i32::MIN..=i32::MAX).step_by(stride).chain(edges())
}

/// Pseudo-random words, each with a random headroom, so that small numbers are as frequent as large ones.
pub fn random(seed: u64) -> impl Iterator<Item = i32> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        // SplitMix64.
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        (z as i32) >> ((z >> 32) & 31)
    })
}
