//! Distributions of random numbers, by seeds that never change: Kolmogorov-Smirnov and chi-square statistics below what one sequence in a thousand passes.

use hostnpu::tensor::Dtype;
use rug::Float;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::number::decode_double;
use crate::reference::random::word;
use crate::table::entry;
use crate::table::samples::{read, write};

const COUNT: usize = 200_000;
const SEEDS: [(i64, i64); 3] = [(0, 0), (42, 7), (-1, 1 << 40)];

fn seeds((seed, offset): (i64, i64)) -> [Argument; 2] {
    [seed, offset].map(Argument::Int)
}

/// The elements of the first output.
fn drawn(name: &str, dtype: Dtype, arguments: &Arguments) -> Vec<f64> {
    let outputs = call(entry(name), arguments).unwrap();
    let size = dtype.bits() / 8;
    let numbers = outputs[0].chunks(size);
    numbers.map(|bytes| decode_double(bytes, dtype)).collect()
}

/// A tensor in place with these arguments behind it.
fn filled(name: &str, dtype: Dtype, behind: &[Argument]) -> Vec<f64> {
    let mut arguments = vec![read(dtype, &[COUNT as i64], &[0.0])];
    arguments.extend_from_slice(behind);
    drawn(name, dtype, &Arguments::new(entry(name), &arguments))
}

/// Holds the largest distance of the distribution of numbers from the expected one against the limit of one in a thousand.
fn kolmogorov_smirnov(mut numbers: Vec<f64>, expected: impl Fn(f64) -> f64) {
    numbers.sort_by(f64::total_cmp);
    let count = numbers.len() as f64;
    let distance = numbers.iter().enumerate().fold(0.0_f64, |most, (k, &x)| {
        let exact = expected(x);
        let (below, above) = (exact - k as f64 / count, (k + 1) as f64 / count - exact);
        most.max(below).max(above)
    });
    let limit = 1.95 / count.sqrt();
    assert!(distance < limit, "{distance} and {limit}");
}

/// Holds how often values come against how often they are expected, by the limit of one in a thousand (Wilson and Hilferty).
fn chi_square(counts: &[usize], expected: &[f64]) {
    let parts = counts.iter().zip(expected);
    let sum: f64 = parts
        .map(|(&count, expected)| (count as f64 - expected).powi(2) / expected)
        .sum();
    let degrees = (counts.len() - 1) as f64;
    let spread = 2.0 / (9.0 * degrees);
    let limit = degrees * (1.0 - spread + 3.09 * spread.sqrt()).powi(3);
    assert!(sum < limit, "{sum} and {limit}");
}

fn normal_distribution(x: f64) -> f64 {
    let half = Float::with_val(80, -x / std::f64::consts::SQRT_2).erfc() / 2_u32;
    half.to_f64()
}

#[test]
fn uniform_numbers_are_uniform() {
    for (seed, offset) in SEEDS {
        // Seeds are unsigned here.
        let [first, second] = seeds((seed.abs(), offset));
        let behind = [Argument::Float(-2.0), Argument::Float(6.0), first, second];
        for dtype in [Dtype::F32, Dtype::F64] {
            let numbers = filled("aclnnInplaceUniform", dtype, &behind);
            assert!(numbers.iter().all(|x| (-2.0..6.0).contains(x)));
            kolmogorov_smirnov(numbers, |x| (x + 2.0) / 8.0);
        }
    }
}

#[test]
fn normal_numbers_are_normal_and_follow_from_their_words() {
    for seed in SEEDS {
        let [first, second] = seeds(seed);
        let behind = [Argument::Float(1.5), Argument::Float(2.0), first, second];
        for dtype in [Dtype::F32, Dtype::F64] {
            let numbers = filled("aclnnInplaceNormal", dtype, &behind);
            for (pair, z) in numbers.chunks(2).take(500).enumerate() {
                let words = [0, 1].map(|k| word(seed.0 as u64, seed.1 as u64, 2 * pair as u64 + k));
                let [u, v] = words.map(|word| f64::from(word & 0x7F_FFFF) / 8_388_608.0);
                let radius = (-2.0 * u.max(1e-7).ln()).sqrt();
                let (sine, cosine) = (v * std::f64::consts::TAU).sin_cos();
                // Of FLOAT steps: an angle of 7 and a radius of 6 to 24 bits.
                for (got, exact) in z.iter().zip([radius * sine, radius * cosine]) {
                    assert!((got - (1.5 + 2.0 * exact)).abs() < 1e-5, "{got} {exact}");
                }
            }
            kolmogorov_smirnov(numbers, |x| normal_distribution((x - 1.5) / 2.0));
        }
    }
}

#[test]
fn normal_numbers_have_the_means_and_deviations_of_tensors() {
    let shape = [COUNT as i64];
    let standard = filled(
        "aclnnInplaceNormal",
        Dtype::F64,
        &[
            Argument::Float(0.0),
            Argument::Float(1.0),
            Argument::Int(3),
            Argument::Int(4),
        ],
    );
    let numbers = [0.5, -2.0, 7.0];
    let deviations = [1.0, 0.25];
    let sample = [
        read(Dtype::F64, &shape, &numbers),
        read(Dtype::F64, &shape, &deviations),
        Argument::Int(3),
        Argument::Int(4),
        write(Dtype::F64, &shape),
    ];
    let got = drawn(
        "aclnnNormalTensorTensor",
        Dtype::F64,
        &Arguments::new(entry("aclnnNormalTensorTensor"), &sample),
    );
    for (k, (got, z)) in got.iter().zip(standard).enumerate() {
        assert_eq!(*got, z.mul_add(deviations[k % 2], numbers[k % 3]));
    }
}

#[test]
fn integers_come_equally_often() {
    for seed in SEEDS {
        let [first, second] = seeds(seed);
        let behind = [Argument::Int(-7), Argument::Int(30), first, second];
        let mut counts = [0; 37];
        for number in filled("aclnnInplaceRandom", Dtype::I64, &behind) {
            counts[(number + 7.0) as usize] += 1;
        }
        chi_square(&counts, &[COUNT as f64 / 37.0; 37]);
    }
}

#[test]
fn random_integers_of_few_digits_stay_within_their_bounds() {
    for (dtype, from, to) in [
        (Dtype::F16, 2049, 2052),
        (Dtype::F16, -4100, 4098),
        (Dtype::F16, 0, 65_504),
        (Dtype::Bf16, -259, 260),
        (Dtype::F32, (1 << 24) + 1, (1 << 24) + 4),
    ] {
        let [first, second] = seeds(SEEDS[1]);
        let behind = [Argument::Int(from), Argument::Int(to), first, second];
        let numbers = filled("aclnnInplaceRandom", dtype, &behind);
        let outside = |x: &f64| !(from as f64..to as f64).contains(x);
        assert_eq!(numbers.into_iter().find(outside), None, "{dtype}");
    }
}

#[test]
fn ones_and_bits_have_their_probability() {
    for seed in SEEDS {
        let [first, second] = seeds(seed);
        for p in [0.001, 0.3, 0.9] {
            let probability = Argument::Scalar(Dtype::F64, p.into());
            let behind = [probability, first.clone(), second.clone()];
            let ones: f64 = filled("aclnnInplaceBernoulli", Dtype::F32, &behind)
                .iter()
                .sum();
            let expected = [COUNT as f64 * p, COUNT as f64 * (1.0 - p)];
            chi_square(&[ones as usize, COUNT - ones as usize], &expected);
            let bytes = COUNT / 128 * 16;
            let mask = [
                Argument::Ints(vec![8 * bytes as i64]),
                Argument::Float(p),
                first.clone(),
                second.clone(),
                write(Dtype::U8, &[bytes as i64]),
            ];
            let outputs = call(entry("aclnnDropoutGenMask"), &mask).unwrap();
            let kept: usize = outputs[0]
                .iter()
                .map(|byte| byte.count_ones() as usize)
                .sum();
            let bits = 8 * bytes;
            let expected = [bits as f64 * (1.0 - p), bits as f64 * p];
            chi_square(&[kept, bits - kept], &expected);
        }
    }
}

#[test]
fn permutations_put_each_number_everywhere() {
    const LENGTH: usize = 6;
    let mut counts = [[0; LENGTH]; LENGTH];
    const TIMES: usize = 6000;
    for time in 0..TIMES {
        let sample = [
            Argument::Int(LENGTH as i64),
            Argument::Int(5),
            Argument::Int(time as i64),
            write(Dtype::I64, &[LENGTH as i64]),
        ];
        for (place, number) in drawn(
            "aclnnRandperm",
            Dtype::I64,
            &Arguments::new(entry("aclnnRandperm"), &sample),
        )
        .iter()
        .enumerate()
        {
            counts[place][*number as usize] += 1;
        }
    }
    for counts in counts {
        chi_square(&counts, &[TIMES as f64 / LENGTH as f64; LENGTH]);
    }
}

#[test]
fn classes_come_as_often_as_they_weigh() {
    const COUNT: usize = 20_000;
    const WEIGHTS: [f64; 5] = [3.0, 0.0, 1.0, 0.5, 5.5];
    let of = |weights: &[f64], rows: i64, draws: i64, replaces: bool, seed: (i64, i64)| {
        let [first, second] = seeds(seed);
        let shape = [rows, weights.len() as i64];
        let sample = [
            read(Dtype::F32, &shape, weights),
            Argument::Int(draws),
            Argument::Bool(replaces),
            first,
            second,
            write(Dtype::I64, &[rows, draws]),
        ];
        drawn(
            "aclnnMultinomial",
            Dtype::I64,
            &Arguments::new(entry("aclnnMultinomial"), &sample),
        )
    };
    let expected = [0, 2, 3, 4].map(|class| WEIGHTS[class] * COUNT as f64 / 10.0);
    for seed in SEEDS {
        for (rows, draws, replaces) in [(10, COUNT as i64 / 10, true), (COUNT as i64, 1, false)] {
            let mut counts = [0; 5];
            for class in of(&WEIGHTS, rows, draws, replaces, seed) {
                counts[class as usize] += 1;
            }
            assert_eq!(counts[1], 0);
            chi_square(&[counts[0], counts[2], counts[3], counts[4]], &expected);
        }
        // Pairs without replacement: the second one by the weights that are left.
        let weights = [1.0, 2.0, 3.0];
        let mut counts = [0; 9];
        for pair in of(&weights, COUNT as i64, 2, false, seed).chunks(2) {
            counts[3 * pair[0] as usize + pair[1] as usize] += 1;
        }
        let pairs: Vec<(usize, usize)> = (0..9).map(|pair| (pair / 3, pair % 3)).collect();
        let pairs = pairs.into_iter().filter(|(a, b)| a != b);
        let (counts, expected): (Vec<usize>, Vec<f64>) = pairs
            .map(|(a, b)| {
                let part = weights[a] / 6.0 * weights[b] / (6.0 - weights[a]);
                (counts[3 * a + b], part * COUNT as f64)
            })
            .unzip();
        chi_square(&counts, &expected);
    }
}

#[test]
fn exponential_numbers_have_their_rate() {
    for seed in SEEDS {
        let [first, second] = seeds(seed);
        let behind = [
            Argument::Int(COUNT as i64),
            Argument::Float(2.5),
            first,
            second,
        ];
        let numbers = filled("aclnnSimThreadExponential", Dtype::F32, &behind);
        kolmogorov_smirnov(numbers, |x| 1.0 - (-2.5 * x).exp());
    }
}

#[test]
fn what_is_no_weight_is_an_error_of_the_stream() {
    for (weights, part) in [
        ([1.0, -1.0, 2.0], "-1 in row 0, class 1"),
        ([1.0, f64::NAN, 2.0], "NaN in row 0, class 1"),
        ([0.0, 0.0, 0.0], "sum is 0 in row 0"),
    ] {
        let sample = [
            read(Dtype::F32, &[3], &weights),
            Argument::Int(1),
            Argument::Bool(true),
            Argument::Int(1),
            Argument::Int(2),
            write(Dtype::I64, &[1]),
        ];
        let refusal = call(entry("aclnnMultinomial"), &sample).unwrap_err();
        assert!(refusal.message.contains(part), "{refusal:?}");
    }
}
