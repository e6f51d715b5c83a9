//! Operators that store numbers in fewer bytes.

use crate::arguments::Arguments;
use crate::table::rows::ROWS;
use hostnpu::tensor::Dtype::{self, *};

use super::rows::varied;
use super::samples::{patterns, read, write};
use super::{Holds, Row, entry};
use crate::argument::{Argument, Contents, Tensor};
use crate::call::call;

const COUNT: i64 = 32_768;

fn size(dtype: Dtype) -> i64 {
    if dtype == F32 { 4 } else { 2 }
}

/// Elements that bytes fill.
fn room(dtype: Dtype, bytes: i64) -> i64 {
    (bytes + size(dtype) - 1) / size(dtype)
}

fn encoded() -> Vec<Vec<Argument>> {
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
fn bytes(dtype: Dtype, bytes: Vec<u8>) -> Argument {
    let shape = [bytes.len() as i64 / size(dtype)];
    Argument::Tensor(Tensor::new(dtype, &shape, Contents::Bytes(bytes)))
}

/// Returns the stored form of bytes that are all alike but a few, without codes.
fn decoded() -> Vec<Vec<Argument>> {
    let mut header = vec![0; 512];
    header[..4].copy_from_slice(b"HNX1");
    header[8..16].copy_from_slice(&(COUNT as u64).to_le_bytes());
    let of = |k: i64| if k % 7 == 0 { 0xbc } else { 0x3c };
    header.extend((0..COUNT).map(of));
    let later = header.split_off(4096);
    let rest: Vec<u8> = (0..COUNT).map(|k| (k % 251) as u8).collect();
    vec![vec![
        bytes(F16, rest),
        bytes(F16, header),
        bytes(F16, later),
        read(I32, &[256], &[1.0]),
        Argument::Bool(false),
        write(F16, &[COUNT]),
    ]]
}

fn restored(a: &Arguments) -> Vec<Vec<u8>> {
    let of = |k: usize| a[k].tensors()[0].elements();
    let (rest, stored) = (of(0), [of(1), of(2)].concat());
    let exponents = &stored[512..];
    vec![
        rest.iter()
            .zip(exponents)
            .flat_map(|(&a, &b)| [a, b])
            .collect(),
    ]
}

pub fn rows() -> Vec<Row> {
    const FLOATS: &str = "none | 910B 950: f32 f16 bf16";
    vec![
        Row::new("aclnnHansEncode", encoded)
            .accepts(&[
                ("inputTensor", FLOATS),
                ("pdfRef", "none | 910B 950: i32"),
                ("mantissaOut", "as inputTensor"),
                ("fixedOut", "as inputTensor"),
                ("varOut", "as inputTensor"),
            ])
            .held_by("table::exponent_codes::what_is_stored_comes_back")
            .accuracy(ROWS)
            .holds(Holds(0))
            .except(&[(
                "dtypes inputTensor",
                "the stored bytes of another size are of another shape",
            )]),
        Row::new("aclnnHansDecode", decoded)
            .accepts(&[
                ("mantissa", "as outputOut"),
                ("fixed", "as outputOut"),
                ("var", "as outputOut"),
                ("pdf", "none | 910B 950: i32"),
                ("outputOut", FLOATS),
            ])
            .bits(restored)
            .accuracy(ROWS)
            .holds(Holds(0))
            .except(&[(
                "dtypes outputOut",
                "the stored bytes of another size are of another shape",
            )]),
    ]
}

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
