//! Arguments of complex functions: of all magnitudes, on axes and branch cuts with both signs of zero, near the unit circle, near branch points,
//! and near roots and poles of each part.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use super::functions::{C64, Function};
use crate::Random;

/// Not 0 and of any size below 1.
fn small(random: &mut Random) -> f64 {
    random.sign() * random.between(-149.0, 0.0).exp2()
}

/// The float nearest to a number, or one of its neighbours.
fn beside(random: &mut Random, x: f64) -> f32 {
    let float = x as f32;
    let moved = f32::from_bits(
        float
            .to_bits()
            .wrapping_add_signed(random.below(5) as i32 - 2),
    );
    if moved.is_finite() && float != 0.0 {
        moved
    } else {
        float
    }
}

/// One argument, not 0.
pub fn argument(random: &mut Random) -> C64 {
    loop {
        let (re, im) = parts(random);
        let z = if random.bits() & 1 == 0 {
            C64::new(re, im)
        } else {
            C64::new(im, re)
        };
        if z.re != 0.0 || z.im != 0.0 {
            return z;
        }
    }
}

fn parts(random: &mut Random) -> (f32, f32) {
    match random.below(10) {
        0 | 1 => (
            random.between(-10.0, 10.0) as f32,
            random.between(-10.0, 10.0) as f32,
        ),
        2 => (random.any(), random.any()),
        3 => {
            // On an axis, whose other part is a zero of either sign.
            let on = random.sign() * random.between(-149.0, 128.0).exp2();
            (on as f32, (0.0 * random.sign()) as f32)
        }
        4 => {
            // Near the unit circle.
            let angle = random.between(-4.0, 4.0);
            (beside(random, angle.cos()), beside(random, angle.sin()))
        }
        5 => {
            // Near 1, -1, or another small integer, from any side.
            let whole = random.below(3) as f64 * random.sign();
            ((whole + small(random)) as f32, small(random) as f32)
        }
        6 => {
            // Near an eighth of a turn, with anything beside it.
            let eighths = random.below(40) as f64 * FRAC_PI_4 * random.sign();
            let other = match random.below(3) {
                0 => small(random),
                1 => random.between(-100.0, 100.0),
                _ => random.below(20) as f64 * FRAC_PI_2,
            };
            (beside(random, eighths), beside(random, other))
        }
        7 => {
            // Of one size.
            let scale = random.between(-149.0, 127.0).exp2();
            let (re, im) = (random.between(-1.0, 1.0), random.between(-1.0, 1.0));
            ((re * scale) as f32, (im * scale) as f32)
        }
        8 => {
            // Short numbers, whose squares and products are exact; on the diagonals, too.
            let scale = random.below(13) as f64 - 6.0;
            let mut part = || random.sign() * random.below(9) as f64 * scale.exp2();
            let (re, im) = (part() as f32, part() as f32);
            let diagonal = random.below(4) == 0;
            (re, if diagonal { re } else { im })
        }
        _ => {
            // Where e^re = -cos(im).
            let im = random.between(-10.0, 10.0) as f32;
            let re = (-f64::from(im).cos()).abs().ln();
            (beside(random, re), im)
        }
    }
}

/// Largest exponent of a power, as its bound says.
const LARGEST_EXPONENT: f64 = (1u64 << 40) as f64;

/// The largest that a term of `w log z` may be.
fn exponent(z: C64, w: C64) -> f64 {
    let (x, y) = (f64::from(z.re), f64::from(z.im));
    let log = x.hypot(y).ln().abs().max(y.atan2(x).abs());
    log * f64::from(w.re.abs().max(w.im.abs()))
}

/// The arguments of a function.
pub fn pair(function: &Function, random: &mut Random) -> (C64, C64) {
    let z = argument(random);
    if !function.of_two {
        return (z, C64::default());
    }
    let kind = random.below(4);
    let w = match (kind, function.name) {
        (0, _) => argument(random),
        (1, "pow") => {
            // Real powers, of which some are exact.
            let whole = random.below(25) as f64 - 12.0;
            let real = [whole, whole * 0.25, random.between(-9.0, 9.0)];
            C64::new(random.one_of(&real) as f32, 0.0)
        }
        (_, "pow") => C64::new(
            random.between(-6.0, 6.0) as f32,
            random.between(-6.0, 6.0) as f32,
        ),
        (1, "add_scaled") => {
            // Near the root of a part.
            let alpha = super::functions::ALPHA;
            let square = alpha.re * alpha.re + alpha.im * alpha.im;
            let w = -z * alpha.conj() / square;
            C64::new(beside(random, w.re.into()), beside(random, w.im.into()))
        }
        (1, "sigmoid_backward") => {
            // r - r² has a part near 0.
            let re = random.between(-2.0, 3.0);
            let im = (re * re - re).abs().sqrt() * random.sign();
            C64::new(beside(random, re), beside(random, im))
        }
        (2, _) => {
            // Orthogonal or parallel: sums of products cancel.
            let scale = random.between(-6.0, 6.0).exp2();
            let (re, im) = (f64::from(z.re) * scale, f64::from(z.im) * scale);
            let (re, im) = match random.below(4) {
                0 => (re, im),
                1 => (im, re),
                2 => (-im, re),
                _ => (im, -re),
            };
            C64::new(beside(random, re), beside(random, im))
        }
        _ => {
            let mut part = || random.between(-4.0, 4.0) as f32;
            C64::new(part(), part())
        }
    };
    let w = match function.name {
        "pow" if exponent(z, w) > LARGEST_EXPONENT => C64::new(w.re % 8.0, w.im % 8.0),
        _ => w,
    };
    let usable = w.re.is_finite() && w.im.is_finite() && (w.re != 0.0 || w.im != 0.0);
    (z, if usable { w } else { C64::new(2.0, 0.0) })
}
