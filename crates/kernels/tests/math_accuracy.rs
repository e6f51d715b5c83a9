//! Elementary functions against MPFR: floats in samples, 16-bit types for every input.
//! `math_every_float.rs` looks at each of the 2^32 floats, `math_doubles.rs` at doubles.

use hostnpu_test_support as support;
use hostnpu_test_support::bounds;
use hostnpu_test_support::functions;
use hostnpu_test_support::ulp;

use half::{bf16, f16};
use rug::Float;
use rug::float::Round;

use functions::{BINARY, Binary, Unary, unary};
use support::{EDGES, Random};

/// Bits of a reference: enough that its own error is not seen.
const PRECISION: u32 = 200;

/// The float of `exact` rounded to odd, which a second rounding to fewer bits cannot tell from `exact`.
fn odd(exact: &Float) -> f32 {
    let toward_zero = exact.to_f32_round(Round::Zero);
    let inexact = *exact != toward_zero && !exact.is_nan();
    f32::from_bits(toward_zero.to_bits() | u32::from(inexact))
}

fn of(x: f32) -> Float {
    Float::with_val(PRECISION, x)
}

/// The bound of a function: units in the last place, and the error that is allowed beside a root.
fn bound(name: &str, dtype: &str) -> (f64, f64) {
    let own = format!("math {name} {dtype}");
    let own = bounds::BOUNDS
        .iter()
        .any(|bound| bound.kernel == own)
        .then_some(own);
    match bounds::accuracy(&own.unwrap_or(format!("math {dtype}"))) {
        bounds::Accuracy::Ulp(ulp) => (ulp, 0.0),
        bounds::Accuracy::UlpOrAbsolute { ulp, absolute } => (ulp, absolute),
        bounds::Accuracy::CorrectlyRounded => (0.5, 0.0),
        other => panic!("the bound of {name} {dtype} is {other:?}"),
    }
}

#[test]
fn functions_in_float_keep_their_bound() {
    let mut failures = String::new();
    for &(name, of) in functions::SINGLES {
        let function = unary().find(|function| function.name == name);
        let function = function.expect("each has a reference");
        let own = format!("single {name} f32");
        let is_own = bounds::BOUNDS.iter().any(|bound| bound.kernel == own);
        let bound = bounds::ulp(if is_own { &own } else { "single f32" });
        let x = samples(function.from, function.to, 6_000);
        let mut y = vec![0.0; x.len()];
        of(&x, &mut y);
        let (error, at) = worst(name, &x, &y, |x| (function.exact)(self::of(x)));
        if error.partial_cmp(&bound) == Some(std::cmp::Ordering::Greater) || error.is_nan() {
            failures += &format!("{name}({at:e}): {error} ULP, not {bound}\n");
        }
        // A result does not depend on its neighbours, which may be unusual.
        for (&x, &y) in x.iter().zip(&y).step_by(7) {
            let mut alone = [0.0];
            of(&[x], &mut alone);
            assert!(ulp::same_f32(alone[0], y), "{name}({x:e}) alone");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Special values and their neighbours, every exponent, the interval of each function, and random bits.
fn samples(from: f32, to: f32, random: usize) -> Vec<f32> {
    let special = [
        0.0,
        0.25,
        0.5,
        0.75,
        1.0,
        1.5,
        2.0,
        3.0,
        4.0,
        10.0,
        1e-3,
        88.722_84,
        103.28,
        16_777_216.0,
        // Its leading bits in half turns are beyond a quarter, the number is not.
        2.217_704_8e27,
        8_388_608.5,
        2_097_151.9,
        2_097_152.0,
        std::f32::consts::FRAC_PI_2,
        std::f32::consts::PI,
        std::f32::consts::LN_2,
        f32::MIN_POSITIVE,
        f32::MAX,
        f32::INFINITY,
        f32::NAN,
    ];
    let mut x: Vec<f32> = special
        .into_iter()
        .flat_map(|x: f32| {
            (-2..=2).map(move |i: i32| {
                f32::from_bits((x.to_bits() as i32).wrapping_add(i).max(0) as u32)
            })
        })
        .flat_map(|x| [x, -x])
        .collect();
    let mut bits = Random::new(1);
    for exponent in 0..255u32 {
        for _ in 0..4 {
            x.push(f32::from_bits(exponent << 23 | bits.bits() & 0x807f_ffff));
        }
    }
    for _ in 0..random {
        x.push(from + (to - from) * (bits.bits() as f32 / 4_294_967_296.0));
        x.push(f32::from_bits(bits.bits()));
    }
    x
}

/// The largest error of `y` in ULP, with its argument; panics at a wrong special value.
fn worst(name: &str, x: &[f32], y: &[f32], exact: impl Fn(f32) -> Float) -> (f64, f32) {
    let mut worst = (0.0, 0.0);
    for (&x, &y) in x.iter().zip(y) {
        let exact = exact(x);
        let error = ulp_error(y, &exact);
        assert!(
            y != 0.0 || exact != 0.0 || y.is_sign_negative() == exact.is_sign_negative(),
            "{name}({x:e}): {y:e} has the wrong sign"
        );
        if error.partial_cmp(&worst.0) != Some(std::cmp::Ordering::Less) {
            worst = (error, x);
        }
    }
    worst
}

/// The error in units of the last place of a float; none if an infinity is what rounding gives.
fn ulp_error(y: f32, exact: &Float) -> f64 {
    let nearest = exact.to_f32();
    if nearest.is_infinite() || nearest.is_nan() || y.is_nan() || y.is_infinite() {
        let same = ulp::same_f32(y, nearest);
        return if same { 0.0 } else { f64::INFINITY };
    }
    ulp::error_f32(y, exact.to_f64())
}

#[test]
fn floats_keep_their_bound() {
    let mut failures = String::new();
    for Unary {
        name,
        f32,
        exact,
        from,
        to,
        ..
    } in unary()
    {
        let (bound, _) = bound(name, "f32");
        let x = samples(*from, *to, 6_000);
        let mut y = vec![0.0; x.len()];
        f32(&x, &mut y);
        let (error, at) = worst(name, &x, &y, |x| exact(of(x)));
        println!("{name}: {error:.7} ULP at {at:e}");
        if error.is_nan() || error > bound {
            let mut y = [0.0];
            f32(&[at], &mut y);
            failures += &format!(
                "{name}({at:e}) = {:e}: {error} ULP, {:e}\n",
                y[0],
                exact(of(at)).to_f64()
            );
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn floats_of_two_arguments_keep_their_bound() {
    let mut failures = String::new();
    for Binary {
        name,
        f32,
        exact,
        from,
        to,
        ..
    } in BINARY
    {
        let (bound, absolute) = bound(name, "f32");
        let some = samples(from.0, to.0, 40);
        let (mut a, mut b) = (samples(from.0, to.0, 3_000), samples(from.1, to.1, 3_000));
        b.rotate_left(7);
        for &x in &some {
            for y in EDGES.map(|y| y as f32) {
                a.extend([x, y]);
                b.extend([y, x]);
            }
        }
        let mut y = vec![0.0; a.len()];
        f32(&a, &b, &mut y);
        let mut worst = 0.0;
        for ((&a, &b), &y) in a.iter().zip(&b).zip(&y) {
            let exact = exact(of(a), of(b));
            let error = ulp_error(y, &exact);
            let near = (f64::from(y) - exact.to_f64()).abs() <= absolute;
            let signed =
                y != 0.0 || exact != 0.0 || y.is_sign_negative() == exact.is_sign_negative();
            worst = if error > worst && !near { error } else { worst };
            if (error.is_nan() || error > bound) && !near || !signed {
                failures += &format!(
                    "{name}({a:e}, {b:e}) = {y:e}: {error} ULP, {:e}\n",
                    exact.to_f64()
                );
            }
        }
        println!("{name}: {worst:.7} ULP");
    }
    let lines: Vec<_> = failures.lines().take(40).collect();
    assert!(failures.is_empty(), "{}", lines.join("\n"));
}

#[test]
fn every_f16_and_bf16_is_correctly_rounded() {
    bounds::assert_exact("math f16 and bf16");
    let mut failures = String::new();
    let all = || 0..=u16::MAX;
    const COUNT: usize = 1 << 16;
    let f16s = |y: f32| f16::from_f32(y);
    let bf16s = |y: f32| bf16::from_f32(y);
    for Unary {
        name,
        odd: f32_odd,
        exact,
        halves,
        ..
    } in unary()
    {
        let (x, z): (Vec<_>, Vec<_>) = all()
            .map(|bits| (f16::from_bits(bits), bf16::from_bits(bits)))
            .unzip();
        let wide: Vec<f32> = x.iter().map(|x| x.to_f32()).collect();
        let wide: Vec<f32> = wide
            .into_iter()
            .chain(z.iter().map(|z| z.to_f32()))
            .collect();
        let mut results = Vec::new();
        if let Some(f32_odd) = f32_odd {
            let mut odds = vec![0.0; wide.len()];
            f32_odd(&wide, &mut odds);
            let of_f16 = odds[..COUNT].iter().map(|&y| f16s(y).to_f32());
            let of_bf16 = odds[COUNT..].iter().map(|&y| bf16s(y).to_f32());
            results.push(of_f16.chain(of_bf16).collect::<Vec<f32>>());
        }
        if let Some((f16, bf16)) = halves {
            let (mut y, mut w) = (vec![f16s(0.0); COUNT], vec![bf16s(0.0); COUNT]);
            f16(&x, &mut y);
            bf16(&z, &mut w);
            let y = y.iter().map(|y| y.to_f32());
            results.push(y.chain(w.iter().map(|w| w.to_f32())).collect());
        }
        assert!(!results.is_empty(), "{name} has no 16-bit type");
        let mut count = 0;
        for (i, &x) in wide.iter().enumerate() {
            // Of the smallest numbers, units differ from the half in the 132nd bit.
            let exact = odd(&exact(Float::with_val(160, x)));
            let want = if i < COUNT {
                f16s(exact).to_f32()
            } else {
                bf16s(exact).to_f32()
            };
            for got in results.iter().map(|results| results[i]) {
                if !ulp::same_f32(got, want) {
                    count += 1;
                    if count < 4 {
                        failures += &format!("{name}({x:e}) = {got:e}, not {want:e}\n");
                    }
                }
            }
        }
        if count > 0 {
            failures += &format!("{name}: {count} wrong\n");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Powers of 16-bit numbers are computed in FLOAT, and rounded again: also where that rounds what is exact, or a middle between two numbers.
#[test]
fn powers_of_halves_are_correctly_rounded() {
    let mut bits = Random::new(7);
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for _ in 0..40_000 {
        let word = bits.bits();
        let [x, y] = [word as u16, (word >> 16) as u16];
        let size = |bits: u16| bits & 0x7fff;
        let pairs = [
            (f16::from_bits(size(x)).to_f32(), f16::from_bits(y).to_f32()),
            (
                bf16::from_bits(size(x)).to_f32(),
                bf16::from_bits(y).to_f32(),
            ),
            // Results of moderate size, exact ones, middles, subnormal ones.
            (
                f16::from_bits(0x3000 | x & 0xfff).to_f32(),
                f16::from_bits(0x3800 | y & 0x87ff).to_f32(),
            ),
            (f16::from_bits(x).to_f32(), 2.0),
            (f16::from_bits(x).to_f32(), 3.0),
            (bf16::from_bits(x).to_f32(), 2.0),
            (f16::from_bits(0x1800 | x & 0x3ff).to_f32(), 2.0),
            (f16::from_bits(size(x)).to_f32(), 0.5),
            (f16::from_bits(x).to_f32(), -1.0),
        ];
        let (first, second): (Vec<f32>, Vec<f32>) = pairs.into_iter().unzip();
        a.extend(first);
        b.extend(second);
    }
    let mut y = vec![0.0; a.len()];
    hostnpu_kernels::math::pow::f32_odd(&a, &b, &mut y);
    let mut failures = String::new();
    let mut count = 0;
    for ((&a, &b), &y) in a.iter().zip(&b).zip(&y) {
        let wide = |x: f32| Float::with_val(PRECISION, x);
        let exact = odd(&rug::ops::Pow::pow(wide(a), wide(b)));
        let is_same = |got: f32, want: f32| ulp::same_f32(got, want);
        let halves = |x: f32| [f16::from_f32(x).to_f32(), bf16::from_f32(x).to_f32()];
        let (got, want) = (halves(y), halves(exact));
        if !is_same(got[0], want[0]) || !is_same(got[1], want[1]) {
            count += 1;
            if count < 10 {
                failures += &format!("{a:e}^{b:e} = {y:e}, not {exact:e}\n");
            }
        }
    }
    assert!(count == 0, "{count} wrong:\n{failures}");
}
