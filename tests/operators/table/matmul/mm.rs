//! The row of `aclnnMm`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::reference::products as reference;
use crate::table::samples::write;
use crate::table::shared::matmul::plain::result;
use crate::table::shared::matmul::{HOLDS, MATRICES, SUMS, matrix, products};
use crate::table::{Row, entry};

fn of_matrices() -> Vec<Vec<Argument>> {
    products(
        [&[3, 5], &[5, 4], &[3, 4]],
        &[
            [&[33, 300], &[300, 50], &[33, 50]],
            [&[130, 40], &[40, 70], &[130, 70]],
            [&[2, 2100], &[2100, 3], &[2, 3]],
            [&[1, 7], &[7, 130], &[1, 130]],
            [&[130, 7], &[7, 1], &[130, 1]],
            [&[1200, 3], &[3, 2], &[1200, 2]],
            [&[3, 0], &[0, 4], &[3, 4]],
        ],
    )
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMm", of_matrices)
            .accepts(&[("self", MATRICES), ("mat2", MATRICES), ("out", MATRICES)])
            .computes(result)
            .whole(reference::product)
            .accuracy(SUMS)
            .holds(HOLDS),
    ]
}

/// Results of `high_performance`, and how far they may be from the exact ones, in a process of its own.
#[test]
fn high_performance_stays_within_its_bound() {
    const THIS: &str = "table::matmul::mm::high_performance_stays_within_its_bound";
    if !crate::chips::has(("HOSTNPU_IMPL_MODE", "high_performance"), THIS) {
        return;
    }
    let [m, k, n] = [33, 300, 50];
    let sample = vec![
        matrix(Dtype::F32, &[m, k], 1),
        matrix(Dtype::F32, &[k, n], 2),
        write(Dtype::F32, &[m, n]),
        Argument::Int(0),
    ];
    let exact = reference::product(&Arguments::new(entry("aclnnMm"), &sample));
    let outputs = call(entry("aclnnMm"), &sample).expect("a call that succeeds");
    // No factor is above 8.
    let most = 64.0 * k as f64 * (256.0 + k as f64 / 256.0) * 2_f64.powi(-24);
    let mut differ = 0;
    for (bytes, exact) in outputs[0].chunks(4).zip(&exact[0]) {
        let got = f64::from(f32::from_ne_bytes(bytes.try_into().unwrap()));
        let exact = exact.real().to_f64();
        assert!((got - exact).abs() <= most + exact.abs() * 2_f64.powi(-24));
        differ += usize::from(got as f32 != exact as f32);
    }
    assert!(differ > 0, "sums in FLOAT are not all rounded once");
}
