//! Random numbers by Philox 4x32-10, one word at a time, as its authors define it.

use hostnpu::tensor::Dtype;
use rug::Float;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, decode, round};

/// Word `place` of the sequence of a seed and an offset.
pub fn word(seed: u64, offset: u64, place: u64) -> u32 {
    let block = place / 4;
    let mut counter = [
        block as u32,
        (block >> 32) as u32,
        offset as u32,
        (offset >> 32) as u32,
    ];
    let mut key = [seed as u32, (seed >> 32) as u32];
    for _ in 0..10 {
        let products = [
            u64::from(counter[0]) * 0xD251_1F53,
            u64::from(counter[2]) * 0xCD9E_8D57,
        ];
        let [low, high] = [
            products.map(|p| p as u32),
            products.map(|p| (p >> 32) as u32),
        ];
        counter = [
            high[1] ^ counter[1] ^ key[0],
            low[1],
            high[0] ^ counter[3] ^ key[1],
            low[0],
        ];
        key = [
            key[0].wrapping_add(0x9E37_79B9),
            key[1].wrapping_add(0xBB67_AE85),
        ];
    }
    counter[place as usize % 4]
}

fn integer(argument: &Argument) -> u64 {
    match argument {
        Argument::Int(value) => *value as u64,
        other => panic!("{other:?} is no integer"),
    }
}

fn real(argument: &Argument) -> Float {
    match argument {
        Argument::Scalar(_, value) => round(&value.real(), Dtype::F32),
        other => panic!("{other:?} is no scalar"),
    }
}

/// The slopes and the results of `aclnnRReluWithNoise`, in place the other way round.
pub fn randomized_rectifier(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensors = ["self", "noise"].map(|at| &arguments[at].tensors()[0]);
    let [x, before] = tensors.map(|tensor| {
        let bytes = tensor.elements();
        let numbers = bytes.chunks(tensor.size());
        numbers
            .map(|bytes| decode(bytes, tensor.dtype))
            .collect::<Vec<_>>()
    });
    let dtype = tensors[0].dtype;
    let (low, high) = (real(&arguments["lower"]), real(&arguments["upper"]));
    let is_training = matches!(arguments["training"], Argument::Bool(true));
    let (seed, offset) = (integer(&arguments["seed"]), integer(&arguments["offset"]));
    let bits = if dtype == Dtype::F16 { 10 } else { 23 };
    let slope = |place: usize| {
        let fraction = word(seed, offset, place as u64) & ((1 << bits) - 1);
        let fraction = Float::with_val(PRECISION, fraction) >> bits;
        let range = Float::with_val(PRECISION, &high - &low);
        round(&(range * fraction + &low), dtype)
    };
    let mut noise = before;
    let mut results = Vec::new();
    for (place, x) in x.iter().map(Number::real).enumerate() {
        let is_below = x < 0;
        let factor = match (is_training, is_below) {
            (true, true) => slope(place),
            (false, _) if x.is_nan() || x <= 0 => round(
                &(Float::with_val(PRECISION, &low + &high) / 2_u32),
                Dtype::F32,
            ),
            _ => Float::with_val(PRECISION, 1),
        };
        results.push(Number::Real(Float::with_val(PRECISION, &x * &factor)));
        if is_training {
            noise[place] = Number::Real(factor);
        }
    }
    match arguments.len() {
        7 => vec![results, noise],
        _ => vec![noise, results],
    }
}
