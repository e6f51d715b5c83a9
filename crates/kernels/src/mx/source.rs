//! Quantisation of the types that can be quantised.

use half::{bf16, f16};

use super::tile::{WIDTH, Walk};
use super::{Output, Recipe, check};
use crate::simd;

/// A type that can be quantised: f32, f16 or bf16.
///
/// Its functions are compiled in this crate, not in those that call them: they are large.
pub trait Source: Copy + Send + Sync + 'static {
    /// [`super::quantise_rows`] of this type.
    fn quantise_rows(recipe: &Recipe, x: &[Self], columns: usize, output: Output);

    /// [`super::quantise_columns`] of this type.
    fn quantise_columns(recipe: &Recipe, x: &[Self], columns: usize, output: Output);

    /// [`super::quantise_both`] of this type.
    fn quantise_both(recipe: &Recipe, x: &[Self], columns: usize, rows: Output, strip: Output);
}

macro_rules! source {
    ($($source:ty),*) => {$(
        impl Source for $source {
            #[inline(never)]
            fn quantise_rows(recipe: &Recipe, x: &[Self], columns: usize, output: Output) {
                if check(recipe, x.len(), columns, Some(&output), None) {
                    simd::kernel_widest(Walk::<Self, true> {
                        recipe,
                        x,
                        columns,
                        at: 0..columns,
                        output,
                    });
                }
            }

            #[inline(never)]
            fn quantise_columns(recipe: &Recipe, x: &[Self], columns: usize, output: Output) {
                if check(recipe, x.len(), columns, None, Some(&output)) {
                    simd::kernel_widest(Walk::<Self, false> {
                        recipe,
                        x,
                        columns,
                        at: 0..columns,
                        output,
                    });
                }
            }

            #[inline(never)]
            fn quantise_both(
                recipe: &Recipe,
                x: &[Self],
                columns: usize,
                mut rows: Output,
                mut strip: Output,
            ) {
                if check(recipe, x.len(), columns, Some(&rows), Some(&strip)) {
                    // One tile after the other, which the cache holds until its columns are quantised.
                    for left in (0..columns).step_by(WIDTH) {
                        let at = left..columns.min(left + WIDTH);
                        simd::kernel_widest(Walk::<Self, true> {
                            recipe,
                            x,
                            columns,
                            at: at.clone(),
                            output: rows.reborrow(),
                        });
                        simd::kernel_widest(Walk::<Self, false> {
                            recipe,
                            x,
                            columns,
                            at,
                            output: strip.reborrow(),
                        });
                    }
                }
            }
        }
    )*};
}

source!(f32, f16, bf16);
