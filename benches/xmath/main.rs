//! Each of the 17 functions of the 32-bit scalar page beside straightforward C of the same steps, compiled with -O2.
//!
//! ```text
//! cargo bench -p hostnpu-benches --bench xmath            # a table of ratios, then criterion's measurements
//! cargo bench -p hostnpu-benches --bench xmath -- nothing # the table alone
//! ```
//!
//! Both sides are called as a C client calls them, through the address of an `extern "C"` function, by one and the same loop over
//! the same words; before any time is taken their results are compared. Calls do not wait for each other: what is measured is how
//! many of them a loop gets through. One iteration is [`WORDS`] calls.

mod peer;

use std::hint::black_box;
use std::mem::MaybeUninit;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use hostnpu::abi::xmath::scalar::s32;
use hostnpu::abi::xmath::types::float_s32_t;

use peer::Peer;

/// Calls of an iteration: so many that no processor learns the branches of all of them by heart (1024 it does, and a side that
/// branches on digits then looks better than it is on a client's numbers), and few enough for the second-level cache.
const WORDS: usize = 16 * 1024;

/// Words of the arrays that some functions fill.
const LENGTH: usize = 16;

type Unary = extern "C" fn(i32) -> i32;
type Tangent = extern "C" fn(i32) -> float_s32_t;
type ToFloat = extern "C" fn(i32, i32) -> f32;
type Shorten = unsafe extern "C" fn(*mut i32, i32, i32) -> i16;
type Root = unsafe extern "C" fn(*mut i32, i32, i32, u32) -> i32;
type Inverse = unsafe extern "C" fn(*mut i32, i32) -> i32;
type Product = unsafe extern "C" fn(*mut i32, i32, i32, i32, i32) -> i32;
type Chunk = unsafe extern "C" fn(*mut i32, i32);
type Powers = unsafe extern "C" fn(*mut i32, i32, u32);
type OddPowers = unsafe extern "C" fn(*mut i32, i32, u32, i32);

/// [`WORDS`] calls, and what came out of each.
type Calls = Box<dyn Fn(&mut [u64])>;

/// A function on both sides.
struct Row {
    name: &'static str,
    ours: Calls,
    c: Calls,
}

/// A result of 64 bits from two of 32.
fn join(a: i32, b: i32) -> u64 {
    u64::from(a as u32) << 32 | u64::from(b as u32)
}

/// A row whose function takes words of the interval, by way of `call`.
///
/// # Safety
/// `F` is the type of the function `name` of the C text.
unsafe fn row<F: Copy + 'static>(
    peer: &Peer,
    name: &'static str,
    ours: F,
    interval: (i32, i32),
    call: impl Fn(F, i32, i32) -> u64 + Copy + 'static,
) -> Row {
    // SAFETY: the caller's promise.
    let c = unsafe { peer.function::<F>(name) };
    let loop_of = |function: F| -> Calls {
        let words = words(interval);
        Box::new(move |results| {
            let function = black_box(function);
            for (result, &(word, other)) in results.iter_mut().zip(&words) {
                *result = call(function, word, other);
            }
        })
    };
    Row {
        name,
        ours: loop_of(ours),
        c: loop_of(c),
    }
}

/// Words spread over an interval, each with another that is any word; the same for both sides.
fn words((low, high): (i32, i32)) -> Vec<(i32, i32)> {
    let mut state = 1u64;
    let mut bits = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state >> 32
    };
    let span = (i64::from(high) - i64::from(low) + 1) as u64;
    let word = |bits: u64| (i64::from(low) + ((bits * span) >> 32) as i64) as i32;
    (0..WORDS).map(|_| (word(bits()), bits() as i32)).collect()
}

const ANY: (i32, i32) = (i32::MIN, i32::MAX);
/// ±1/2 in Q1.31.
const HALF: (i32, i32) = (-1 << 30, 1 << 30);

fn rows(peer: &Peer) -> Vec<Row> {
    let unary = |name, ours: Unary, interval| {
        // SAFETY: one word in, one word out.
        unsafe {
            row(peer, name, ours, interval, |f, word, _| {
                f(word) as u32 as u64
            })
        }
    };
    // SAFETY: each type is that of the function in the C text; each call gives valid pointers.
    unsafe {
        vec![
            row(
                peer,
                "s32_to_f32",
                s32::s32_to_f32 as ToFloat,
                ANY,
                |f, word, other| f(word, other >> 25).to_bits().into(),
            ),
            row(
                peer,
                "s32_to_s16",
                s32::s32_to_s16 as Shorten,
                ANY,
                |f, word, other| {
                    let mut exponent = 0;
                    let short = f(&mut exponent, word >> (other & 31), other >> 25);
                    join(exponent, short.into())
                },
            ),
            row(
                peer,
                "s32_sqrt",
                s32::s32_sqrt as Root,
                (0, i32::MAX),
                |f, word, other| {
                    let mut exponent = 0;
                    let root = f(&mut exponent, word, other >> 25, s32::S32_SQRT_MAX_DEPTH);
                    join(exponent, root)
                },
            ),
            row(
                peer,
                "s32_inverse",
                s32::s32_inverse as Inverse,
                ANY,
                |f, word, _| {
                    let mut exponent = 0;
                    let inverse = f(&mut exponent, word);
                    join(exponent, inverse)
                },
            ),
            row(
                peer,
                "s32_mul",
                s32::s32_mul as Product,
                ANY,
                |f, word, other| {
                    let mut exponent = 0;
                    let product = f(&mut exponent, word, other, -30, other >> 25);
                    join(exponent, product)
                },
            ),
            unary("radians_to_sbrads", s32::radians_to_sbrads, ANY),
            unary("sbrad_sin", s32::sbrad_sin, (-i32::MAX, i32::MAX)),
            unary("sbrad_tan", s32::sbrad_tan, HALF),
            unary("q24_sin", s32::q24_sin, ANY),
            unary("q24_cos", s32::q24_cos, ANY),
            row(
                peer,
                "q24_tan",
                s32::q24_tan as Tangent,
                ANY,
                |f, word, _| {
                    let tangent = f(word);
                    join(tangent.exp, tangent.mant)
                },
            ),
            unary("q30_exp_small", s32::q30_exp_small, (-1 << 29, 1 << 29)),
            // ±8: half of the words on each side of 1.2 would be ±2.4.
            unary("q24_logistic", s32::q24_logistic, (-1 << 27, 1 << 27)),
            unary(
                "q24_logistic_fast",
                s32::q24_logistic_fast,
                (-1 << 28, 1 << 28),
            ),
            row(
                peer,
                "s32_to_chunk_s32",
                s32::s32_to_chunk_s32 as Chunk,
                ANY,
                |f, word, _| {
                    let mut chunk = MaybeUninit::<Aligned>::uninit();
                    f(chunk.as_mut_ptr().cast(), word);
                    filled(&chunk, 0, 7)
                },
            ),
            row(
                peer,
                "q30_powers",
                s32::q30_powers as Powers,
                HALF,
                |f, word, _| {
                    let mut powers = MaybeUninit::<Aligned>::uninit();
                    f(powers.as_mut_ptr().cast(), word, LENGTH as u32);
                    filled(&powers, 1, LENGTH - 1)
                },
            ),
            row(
                peer,
                "s32_odd_powers",
                s32::s32_odd_powers as OddPowers,
                HALF,
                |f, word, _| {
                    let mut powers = MaybeUninit::<Aligned>::uninit();
                    f(powers.as_mut_ptr().cast(), word, LENGTH as u32, 30);
                    filled(&powers, 1, LENGTH - 1)
                },
            ),
        ]
    }
}

/// An array where the functions want it, and on one line of the cache.
#[repr(align(64))]
struct Aligned([i32; LENGTH]);

/// Two words of an array that a function has filled so far.
///
/// # Safety
/// The function has written both.
unsafe fn filled(array: &MaybeUninit<Aligned>, first: usize, last: usize) -> u64 {
    // SAFETY: the caller's promise; the array itself is there.
    unsafe {
        let words = (&raw const (*array.as_ptr()).0).cast::<i32>();
        join(words.add(first).read(), words.add(last).read())
    }
}

fn check(row: &Row) {
    let (mut ours, mut c) = (vec![0; WORDS], vec![1; WORDS]);
    (row.ours)(&mut ours);
    (row.c)(&mut c);
    let differs = ours.iter().zip(&c).position(|(ours, c)| ours != c);
    if let Some(i) = differs {
        panic!(
            "{}: call {i} gives {:#x}, the C {:#x}",
            row.name, ours[i], c[i]
        );
    }
}

/// A function's line of the table.
struct Comparison {
    /// Nanoseconds per call here and in C, the medians.
    times: [f64; 2],
    /// Time of C / time here: the median of the ratios within each round, which survives what slows both sides of a round down.
    ratio: f64,
    /// Between these lie the middle half of the ratios.
    quartiles: [f64; 2],
}

/// Both sides in turns, in short rounds of one turn each that begin with the one and with the other side alternately.
fn compare(row: &Row) -> Comparison {
    let mut results = vec![0; WORDS];
    let mut rounds: Vec<[f64; 2]> = Vec::new();
    let end = Instant::now() + Duration::from_millis(500);
    while Instant::now() < end {
        let mut round = [0.0; 2];
        let first = rounds.len() & 1;
        for side in [first, 1 - first] {
            let call = [&row.ours, &row.c][side];
            let start = Instant::now();
            call(black_box(&mut results));
            round[side] = start.elapsed().as_secs_f64() * 1e9 / WORDS as f64;
        }
        rounds.push(round);
    }
    // The first rounds find cold caches.
    let rounds = &rounds[rounds.len() / 16..];
    let sorted = |value: fn(&[f64; 2]) -> f64| {
        let mut values: Vec<f64> = rounds.iter().map(value).collect();
        values.sort_unstable_by(f64::total_cmp);
        values
    };
    let ratios = sorted(|[ours, c]| c / ours);
    let quarter = |values: &[f64], quarters: usize| values[(values.len() - 1) * quarters / 4];
    Comparison {
        times: [sorted(|round| round[0]), sorted(|round| round[1])].map(|times| quarter(&times, 2)),
        ratio: quarter(&ratios, 2),
        quartiles: [quarter(&ratios, 1), quarter(&ratios, 3)],
    }
}

/// The load of the machine, where it is known.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or_default().to_owned()
}

fn main() {
    let peer = Peer::compile();
    let rows = rows(&peer);
    rows.iter().for_each(check);
    // Cargo says so when it is a bench that it runs, and not a test.
    if std::env::args().any(|argument| argument == "--bench") {
        println!(
            "{:<20} {:>8} {:>8}   C / here (middle half of the rounds); load {}",
            "ns per call",
            "here",
            "C -O2",
            load()
        );
        for row in &rows {
            let Comparison {
                times: [ours, c],
                ratio,
                quartiles: [low, high],
            } = compare(row);
            println!(
                "{:<20} {ours:>8.2} {c:>8.2}   {ratio:.2} ({low:.2} to {high:.2})",
                row.name
            );
        }
        println!("load afterwards: {}", load());
    }
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(600))
        .sample_size(20)
        .configure_from_args();
    for row in &rows {
        let mut group = criterion.benchmark_group(format!("xmath/{}", row.name));
        group.throughput(Throughput::Elements(WORDS as u64));
        let mut results = vec![0; WORDS];
        for (side, call) in [("hostnpu", &row.ours), ("C -O2", &row.c)] {
            group.bench_function(side, |b| b.iter(|| call(black_box(&mut results))));
        }
        group.finish();
    }
    criterion.final_summary();
}
