//! Samples and checks of several operators: operators that store numbers in fewer bytes.

use crate::argument::{Argument, Contents, Tensor};
use crate::call::call;
use crate::table::entry;
use crate::table::samples::{patterns, read, write};
use crate::table::shared::rows::varied;
use hostnpu::tensor::Dtype::{self, *};

pub const COUNT: i64 = 32_768;

pub fn size(dtype: Dtype) -> i64 {
    if dtype == F32 { 4 } else { 2 }
}

/// Elements that bytes fill.
pub fn room(dtype: Dtype, bytes: i64) -> i64 {
    (bytes + size(dtype) - 1) / size(dtype)
}

pub fn encoded() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, shape, statistic, reshuff) in [
        (F16, vec![256, 128], true, false),
        (F32, vec![COUNT], false, false),
        (Bf16, vec![2, COUNT], true, true),
    ] {
        let count: i64 = shape.iter().product();
        let needed = count + count / 64 + 8448 * (count / COUNT) + 512;
        let fixed = if reshuff { needed } else { count / 4 };
        for input in [varied(dtype, &shape, 3), patterns(dtype, &shape, 5)] {
            samples.push(vec![
                input,
                read(I32, &[1, 256], &[3.0, 0.0]),
                Argument::Bool(statistic),
                Argument::Bool(reshuff),
                write(dtype, &[count * (size(dtype) - 1) / size(dtype)]),
                write(dtype, &[room(dtype, fixed)]),
                write(dtype, &[room(dtype, needed)]),
            ]);
        }
    }
    samples
}

/// Tensors of bytes.
pub fn bytes(dtype: Dtype, bytes: Vec<u8>) -> Argument {
    let shape = [bytes.len() as i64 / size(dtype)];
    Argument::Tensor(Tensor::new(dtype, &shape, Contents::Bytes(bytes)))
}

pub const FLOATS: &str = "none | 910B 950: f32 f16 bf16";

#[test]
fn what_is_stored_comes_back() {
    for sample in encoded() {
        let input = sample[0].tensors()[0].clone();
        let stored = call(entry("aclnnHansEncode"), &sample).unwrap();
        let [pdf, rest, fixed, variable] = &stored[..] else {
            panic!("{} outputs", stored.len())
        };
        let dtype = input.dtype;
        let elements = input.elements();
        let mut counts = [0_i32; 256];
        let own = size(dtype) as usize;
        elements
            .iter()
            .skip(own - 1)
            .step_by(own)
            .for_each(|&byte| counts[byte as usize] += 1);
        let shown: Vec<i32> = pdf
            .chunks(4)
            .map(|x| i32::from_le_bytes(x.try_into().unwrap()))
            .collect();
        match sample[2] {
            Argument::Bool(true) => assert_eq!(shown, counts),
            _ => assert_eq!(shown[..2], [3, 0]),
        }
        let of = |of: &Vec<u8>| bytes(dtype, of.clone());
        let decode = vec![
            of(rest),
            of(fixed),
            of(variable),
            read(I32, &[256], &[1.0]),
            sample[3].clone(),
            write(dtype, &input.shape),
        ];
        let back = call(entry("aclnnHansDecode"), &decode).unwrap();
        assert!(back[0] == elements, "{dtype:?}");
        let mut short = decode.clone();
        short[1] = of(&vec![0; fixed.len()]);
        assert!(call(entry("aclnnHansDecode"), &short).is_err());
    }
}
