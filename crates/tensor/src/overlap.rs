//! Overlap of elements in memory: of one view with each other, or of two views.
//!
//! Both questions ask for integers within bounds whose weighted sum lies in a range. The search tries the largest weight first,
//! which leaves few choices where the dimensions nest as they nearly always do; it stops after a number of steps and then
//! answers that memory is shared.

use std::cmp::Reverse;

use hostnpu_base::few::sort_few_by_key;
use smallvec::SmallVec;

use super::{Layout, View};

/// A term of a sum: `stride` times an integer from 0 to `last`.
#[derive(Clone, Copy)]
struct Term {
    stride: i128,
    last: i128,
}

type Terms = SmallVec<[Term; 16]>;

/// Steps of a search before it gives up.
const STEPS: usize = 10_000;

/// Returns true if two indices of the view name elements that share memory. Errs on the side of `true` where finding out takes too long.
#[inline]
pub fn overlaps_itself(layout: &Layout) -> bool {
    !layout.is_empty() && !layout.is_contiguous() && strides_meet(layout)
}

/// As [`overlaps_itself`], for a layout that is neither empty nor contiguous.
fn strides_meet(layout: &Layout) -> bool {
    let mut axes: SmallVec<[(i128, i128); 8]> = layout
        .shape()
        .iter()
        .zip(layout.strides())
        .filter(|&(&extent, _)| extent > 1)
        .map(|(&extent, &stride)| (i128::from(stride).abs(), i128::from(extent)))
        .collect();
    sort_few_by_key(&mut axes, |&axis| axis);
    if axes.iter().any(|&(stride, _)| stride == 0) {
        return true;
    }
    let mut highest = 0;
    if axes.iter().all(|&(stride, extent)| {
        let apart = stride > highest;
        highest += stride * (extent - 1);
        apart
    }) {
        return false;
    }
    // Two indices that differ first in dimension `k`: there by 1 or more, in the later ones by anything.
    (0..axes.len()).any(|k| {
        let (stride, extent) = axes[k];
        let mut target = -stride;
        let mut terms = Terms::new();
        terms.push(Term {
            stride,
            last: extent - 2,
        });
        for &(stride, extent) in &axes[k + 1..] {
            target += stride * (extent - 1);
            terms.push(Term {
                stride,
                last: 2 * (extent - 1),
            });
        }
        reaches(terms, target, target)
    })
}

/// Returns true if some byte belongs to an element of each view. Errs on the side of `true` where finding out takes too long, and for types of
/// less than a byte where both reach the same stretch of memory.
pub fn share_memory(a: &View, b: &View) -> bool {
    share_memory_at((a, a.address), (b, b.address))
}

/// As [`share_memory`], if the base addresses were these.
pub fn share_memory_at((a, address_a): (&View, usize), (b, address_b): (&View, usize)) -> bool {
    let (Some(bytes_a), Some(bytes_b)) = (a.bytes_at(address_a), b.bytes_at(address_b)) else {
        return true;
    };
    let is_empty = bytes_a.is_empty() || bytes_b.is_empty();
    if is_empty || bytes_a.start >= bytes_b.end || bytes_b.start >= bytes_a.end {
        return false;
    }
    let (size_a, size_b) = (a.dtype.bits() / 8, b.dtype.bits() / 8);
    if size_a == 0 || size_b == 0 || a.dtype.bits() % 8 != 0 || b.dtype.bits() % 8 != 0 {
        return true;
    }
    // Lowest element of a + terms of a + byte in a = lowest element of b + terms of b + byte in b.
    let mut terms = Terms::new();
    for (view, size) in [(a, size_a), (b, size_b)] {
        let axes = view.layout.shape().iter().zip(view.layout.strides());
        for (&extent, &stride) in axes.filter(|&(&extent, &stride)| extent > 1 && stride != 0) {
            terms.push(Term {
                stride: i128::from(stride).abs() * size as i128,
                last: i128::from(extent) - 1,
            });
        }
    }
    // With b counted from its highest element downward, all terms add: a - b = low a - high b + terms.
    let apart = bytes_a.start as i128 - (bytes_b.end - size_b) as i128;
    reaches(
        terms,
        -apart - (size_a as i128 - 1),
        -apart + (size_b as i128 - 1),
    )
}

/// Returns true if some sum of the terms lies from `low` to `high`. `true` where the search takes too long.
fn reaches(mut terms: Terms, low: i128, high: i128) -> bool {
    sort_few_by_key(&mut terms, |term| Reverse(term.stride));
    let mut steps = STEPS;
    search(&terms, low, high, &mut steps)
}

fn search(terms: &[Term], low: i128, high: i128, steps: &mut usize) -> bool {
    let most: i128 = terms.iter().map(|term| term.stride * term.last).sum();
    if high < 0 || most < low {
        return false;
    }
    let Some((term, rest)) = terms.split_first() else {
        // `low <= 0 <= high`, by the test above.
        return true;
    };
    let divisor = terms
        .iter()
        .fold(0, |divisor, term| gcd(divisor, term.stride));
    if high.div_euclid(divisor) * divisor < low {
        return false;
    }
    let rest_most: i128 = rest.iter().map(|term| term.stride * term.last).sum();
    // What the other terms can still make up for.
    let from = (low - rest_most + term.stride - 1)
        .div_euclid(term.stride)
        .max(0);
    let to = high.div_euclid(term.stride).min(term.last);
    let mut count = from;
    while count <= to {
        if *steps == 0 {
            return true;
        }
        *steps -= 1;
        let part = term.stride * count;
        if search(rest, low - part, high - part, steps) {
            return true;
        }
        count += 1;
    }
    false
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::Dtype;

    fn layout(shape: &[i64], strides: &[i64], offset: i64) -> Layout {
        Layout::new(shape.into(), strides.into(), offset)
    }

    /// The places of all elements, one by one.
    fn places(layout: &Layout) -> Vec<i64> {
        let mut places = vec![layout.offset()];
        for (&extent, &stride) in layout.shape().iter().zip(layout.strides()) {
            places = places
                .iter()
                .flat_map(|&place| (0..extent).map(move |i| place + i * stride))
                .collect();
        }
        places
    }

    fn any_layout() -> impl Strategy<Value = Layout> {
        proptest::collection::vec((0_i64..5, -7_i64..8), 0..4).prop_flat_map(|axes| {
            let (shape, strides): (Vec<_>, Vec<_>) = axes.into_iter().unzip();
            (0_i64..9).prop_map(move |offset| layout(&shape, &strides, offset))
        })
    }

    proptest! {
        #[test]
        fn overlap_with_itself_is_exact(layout in any_layout()) {
            let places = places(&layout);
            let distinct: HashSet<_> = places.iter().collect();
            prop_assert_eq!(overlaps_itself(&layout), distinct.len() < places.len());
        }

        #[test]
        fn overlap_of_two_views_is_exact(
            a in any_layout(), b in any_layout(),
            (a_type, b_type) in (0_usize..4, 0_usize..4), shift in -30_i64..30
        ) {
            let types = [Dtype::I8, Dtype::F16, Dtype::F32, Dtype::F64];
            let view = |layout: Layout, dtype, address| View::new("x", dtype, layout, address).unwrap();
            let (a, b) = (view(a, types[a_type], 1000), view(b, types[b_type], (1000 + shift) as usize));
            let bytes = |view: &View| -> HashSet<i64> {
                let size = view.dtype.bits() as i64 / 8;
                places(&view.layout)
                    .into_iter()
                    .flat_map(|place| (0..size).map(move |byte| view.address as i64 + place * size + byte))
                    .collect()
            };
            let shared = bytes(&a).intersection(&bytes(&b)).next().is_some();
            prop_assert_eq!(share_memory(&a, &b), shared);
        }
    }

    #[test]
    fn large_views_are_told_apart_quickly() {
        // Columns of one matrix of bytes, and rows of it.
        let column = |k| layout(&[1 << 20], &[1 << 10], k);
        let view = |layout| View::new("x", Dtype::U8, layout, 4096).unwrap();
        assert!(!share_memory(&view(column(3)), &view(column(4))));
        assert!(share_memory(
            &view(column(3)),
            &view(layout(&[1 << 10], &[1], 1 << 12))
        ));
        assert!(overlaps_itself(&layout(&[1 << 20, 1 << 20], &[1, 1], 0)));
        assert!(overlaps_itself(&layout(&[5000, 2], &[1, 1], 0)));
        assert!(!overlaps_itself(&layout(&[3, 2], &[2, 3], 0)));
    }
}
