//! The way back: codes and scales to numbers.

use half::slice::HalfFloatSliceExt;
use half::{bf16, f16};

use super::{CHUNK, ElementFormat};
use hostnpu_numeric::{e8m0, fp4};

/// A type that blocks are dequantised to.
pub trait DequantisedElement: Copy + Send + Sync + 'static {
    /// [`dequantise_rows`] to this type, compiled in this crate.
    fn restore_rows(
        format: ElementFormat,
        elements: &[u8],
        scales: &[u8],
        columns: usize,
        y: &mut [Self],
    );
}

macro_rules! restored {
    ($($restored:ty),*) => {$(
        impl DequantisedElement for $restored {
            fn restore_rows(
                format: ElementFormat,
                elements: &[u8],
                scales: &[u8],
                columns: usize,
                y: &mut [Self],
            ) {
                rows(format, elements, scales, columns, y);
            }
        }
    )*};
}

restored!(f32, f16, bf16);

trait Round: Sized {
    /// Rounds products, which have at most four bits, to nearest, ties to even. To types of 16 bits this saturates, as the device
    /// does: what is too large, also infinity, becomes the largest finite number.
    fn round(products: &[f32], rounded: &mut [Self]);
}

impl Round for f32 {
    fn round(products: &[f32], rounded: &mut [f32]) {
        rounded.copy_from_slice(products);
    }
}

impl Round for f16 {
    fn round(products: &[f32], rounded: &mut [f16]) {
        let max = f16::MAX.to_f32();
        let mut clamped = [0.0; CHUNK];
        let clamped = &mut clamped[..products.len()];
        for (clamped, product) in clamped.iter_mut().zip(products) {
            *clamped = product.clamp(-max, max);
        }
        rounded.convert_from_f32_slice(clamped);
    }
}

impl Round for bf16 {
    fn round(products: &[f32], rounded: &mut [bf16]) {
        let max = bf16::MAX.to_f32();
        for (rounded, product) in rounded.iter_mut().zip(products) {
            *rounded = bf16::from_f32(product.clamp(-max, max));
        }
    }
}

/// Restores rows of `columns` elements from their codes and from the scales of blocks of 32 along the rows, in the layouts that
/// [`super::quantise_rows`] gives. A block whose scale is NaN becomes NaN.
///
/// # Panics
///
/// If lengths do not fit one another, or if `columns` is odd for a format of four bits.
pub fn dequantise_rows<T: DequantisedElement>(
    format: ElementFormat,
    elements: &[u8],
    scales: &[u8],
    columns: usize,
    y: &mut [T],
) {
    T::restore_rows(format, elements, scales, columns, y);
}

fn rows<T: Round>(
    format: ElementFormat,
    elements: &[u8],
    scales: &[u8],
    columns: usize,
    y: &mut [T],
) {
    if y.is_empty() {
        return;
    }
    let parameters = format.parameters();
    let packed = parameters.bits() == 4;
    assert_eq!(elements.len(), format.bytes(y.len()));
    assert!(
        !packed || columns.is_multiple_of(2),
        "a byte belongs to one row"
    );
    let scales_of_row = columns.div_ceil(CHUNK).next_multiple_of(2);
    assert_eq!(scales.len(), y.len() / columns * scales_of_row);
    let mut values = [0.0; 256];
    for (code, value) in (0..=u8::MAX).zip(&mut values) {
        *value = parameters.decode(code);
    }
    let rows = y
        .chunks_exact_mut(columns)
        .zip(elements.chunks_exact(format.bytes(columns)));
    for ((y, elements), scales) in rows.zip(scales.chunks_exact(scales_of_row)) {
        let blocks = y
            .chunks_mut(CHUNK)
            .zip(elements.chunks(format.bytes(CHUNK)));
        for ((y, elements), &scale) in blocks.zip(scales) {
            let scale = e8m0::decode(scale);
            let mut products = [0.0; CHUNK];
            if packed {
                for (pair, &byte) in products.chunks_exact_mut(2).zip(elements) {
                    let (even, odd) = fp4::unpack(byte);
                    pair[0] = values[usize::from(even)] * scale;
                    pair[1] = values[usize::from(odd)] * scale;
                }
            } else {
                for (product, &code) in products.iter_mut().zip(elements) {
                    *product = values[usize::from(code)] * scale;
                }
            }
            T::round(&products[..y.len()], y);
        }
    }
}
