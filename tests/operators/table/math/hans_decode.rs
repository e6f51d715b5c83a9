//! The row of `aclnnHansDecode`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::table::samples::{read, write};
use crate::table::shared::exponent_codes::{COUNT, FLOATS, bytes};
use crate::table::shared::rows::ROWS;
use crate::table::{Holds, Row};

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
    let of = |k: &str| a[k].tensors()[0].elements();
    let (rest, stored) = (of("mantissa"), [of("fixed"), of("var")].concat());
    let exponents = &stored[512..];
    vec![
        rest.iter()
            .zip(exponents)
            .flat_map(|(&a, &b)| [a, b])
            .collect(),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
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
