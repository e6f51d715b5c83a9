//! Rows that are normalised, rotated, quantised and written to caches.

pub mod samples;

use crate::argument::Argument;
use crate::call::call;
use crate::table::entry;
use hostnpu::tensor::Dtype::*;
pub use samples::indices;
use samples::*;

pub type Types = &'static [(&'static str, &'static str)];

pub const SINCE_910B: &str = "none | 910B 950: f16 bf16";

/// The message with which a changed sample is refused.
pub fn refused(name: &str, mut sample: Vec<Argument>, at: usize, argument: Argument) -> String {
    sample[at] = argument;
    call(entry(name), &sample).unwrap_err().message
}

#[test]
fn rows_outside_caches_are_errors_of_the_stream() {
    let check = |message: String, words: &[&str]| {
        for word in words {
            assert!(message.contains(word), "{word}: {message}");
        }
    };
    for mode in MODES {
        let sample = kv(&Kv { mode, ..PLAIN }, false);
        let shape = sample[4].tensors()[0].shape.clone();
        let room = if mode == "Norm" { 11 } else { 160 };
        for slot in [room, i64::MAX] {
            let message = refused(
                "aclnnKvRmsNormRopeCache",
                sample.clone(),
                4,
                indices(I64, &shape, &[slot]),
            );
            check(message, &["`index`", &format!("0 to {}", room - 1)]);
        }
    }
    let message = refused(
        "aclnnQkvRmsNormRopeCache",
        qkv_rows().swap_remove(0),
        5,
        indices(I64, &[10], &[160]),
    );
    check(message, &["`index`", "0 to 159"]);
    for index in [-1, 7] {
        let index = indices(I32, &[4], &[0, index, 3, 1]);
        let message = refused(
            "aclnnDequantRopeQuantKvcache",
            dequantised().swap_remove(0),
            5,
            index,
        );
        check(message, &["`indices`", "0 to 6"]);
    }
    for index in [-1, 8] {
        let index = indices(I32, &[3], &[0, index, 3]);
        let message = refused(
            "aclnnInplaceQuantScatter",
            updates().swap_remove(0),
            1,
            index,
        );
        check(message, &["`indices`", "0 to 7"]);
    }
}
