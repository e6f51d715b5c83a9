//! Packed panels of every kind, and their products.

use super::*;
use crate::views::View;
use hostnpu_tensor::Dtype;
use hostnpu_tensor::cuts::for_each_part;

const KINDS: [Kind; 5] = [
    Kind::Exact,
    Kind::Double,
    Kind::Single,
    Kind::Brain,
    Kind::Bytes,
];

/// Small whole numbers, whose products and sums are exact in FLOAT.
fn matrix(rows: usize, columns: usize) -> Vec<f32> {
    (0..rows * columns)
        .map(|k| (k * 7 % 11) as f32 - 5.0)
        .collect()
}

#[test]
fn products_of_packed_panels_are_those_of_the_definition() {
    for (rows, inner, columns) in [
        (1, 1, 1),
        (5, 3, 9),
        (33, 300, 50),
        (4, 512, 97),
        (9, 1030, 33),
    ] {
        let (a, b) = (matrix(rows, inner), matrix(inner, columns));
        let available = |kind: &Kind| kind.is_available(simd::chosen());
        for kind in KINDS.into_iter().filter(available) {
            let (left, right) = (
                Panels::left(kind, rows, inner),
                Panels::right(kind, columns, inner),
            );
            let mut memory = [left, right].map(|of| vec![f64::NAN; of.doubles()]);
            let [left_memory, right_memory] = &mut memory;
            let left = PackedMut::new(left, left_memory).pack(View::of(&a, [rows, inner]).into());
            // By two panels, and from columns.
            let turned: FloatsView<'_, 2> = View::of(&b, [inner, columns]).permuted([1, 0]).into();
            let parts = PackedMut::new(right, right_memory).parts(2);
            for_each_part(parts, |_, part| part.pack(turned));
            let right = Packed::new(right, right_memory);
            let pitch = right.panels().padded();
            let mut products = vec![f64::NAN; rows * pitch];
            for adds in [false, true] {
                let mut sums = sums(kind, &mut products, [rows, pitch]);
                multiply(left, right, right.panels().blocks(), &mut sums, adds);
            }
            for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
                let products = match crate::gemm::sums(kind) {
                    _ if kind == Kind::Bytes => integers(&products)[i * pitch + j].into(),
                    Dtype::F32 => f64::from(singles(&products)[i * pitch + j]),
                    _ => products[i * pitch + j],
                };
                let expected: f32 = (0..inner)
                    .map(|k| a[i * inner + k] * b[k * columns + j])
                    .sum();
                assert_eq!(
                    products,
                    f64::from(2.0 * expected),
                    "{kind:?} {rows} {inner} {columns}"
                );
            }
        }
    }
}

#[test]
fn what_does_not_fit_together_panics() {
    let panics =
        |call: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).is_err();
    let (left, right) = (
        Panels::left(Kind::Double, 4, 300),
        Panels::right(Kind::Double, 8, 300),
    );
    let memory = vec![0.0; 1 << 16];
    let [packed_left, packed_right] = [left, right].map(|of| Packed::new(of, &memory));
    let product = |left: Packed, right: Packed, blocks: usize, rows: usize, columns: usize| {
        let mut products = vec![0.0; rows * columns];
        multiply(
            left,
            right,
            blocks,
            &mut sums(Kind::Double, &mut products, [rows, columns]),
            false,
        );
    };
    let width = right.width;
    assert!(!panics(&|| product(packed_left, packed_right, 2, 4, width)));
    assert!(panics(&|| product(packed_left, packed_right, 3, 4, width)));
    assert!(panics(&|| product(
        packed_left,
        packed_right,
        2,
        left.padded() + 1,
        width
    )));
    assert!(panics(&|| product(
        packed_left,
        packed_right,
        1,
        4,
        right.padded() + width
    )));
    assert!(panics(&|| product(
        packed_left,
        packed_right,
        1,
        4,
        width - 1
    )));
    assert!(panics(&|| product(
        packed_left.block(1),
        packed_right,
        1,
        4,
        width
    )));
    assert!(panics(&|| product(
        packed_left,
        packed_right.block(usize::MAX),
        1,
        4,
        width
    )));
    assert!(panics(&|| product(
        packed_left,
        packed_right.lane(1),
        1,
        4,
        width
    )));
    assert!(panics(&|| {
        let small = Packed::new(right, &memory[..right.doubles() - 1]);
        product(packed_left, small, 1, 4, width);
    }));
    let elements = matrix(4, 299);
    assert!(panics(&|| {
        let mut memory = vec![0.0; left.doubles()];
        PackedMut::new(left, &mut memory).pack(View::of(&elements, [4, 299]).into());
    }));
}
