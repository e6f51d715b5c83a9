//! View algebra: layouts of parts of a view, and of its elements in another order, without moving anything.
//!
//! Arguments that are not a part of the view are a fault of the caller and panic; the guard of the entry points turns that into an internal error.

use super::layout::{Dims, Layout, contiguous_strides};
use super::overlap::overlaps_itself;
use hostnpu_base::few::sort_few_by_key;

impl Layout {
    /// Returns `count` elements along `axis`, from element `start` on, `step` apart: a negative step walks backwards, a step of 0 repeats one.
    pub fn sliced(&self, axis: usize, start: i64, count: i64, step: i64) -> Self {
        let extent = self.shape()[axis];
        let (mut shape, mut strides) = self.dims();
        shape[axis] = count;
        if count == 0 {
            return Self::new(shape, strides, self.offset());
        }
        let inside = |at: i64| (0..extent).contains(&at);
        assert!(
            count > 0 && inside(start) && inside(start + (count - 1) * step),
            "{count} elements of {extent}, from {start}, {step} apart"
        );
        let stride = strides[axis];
        strides[axis] = stride.wrapping_mul(step);
        let offset = self.offset().wrapping_add(start.wrapping_mul(stride));
        Self::new(shape, strides, offset)
    }

    /// Returns the elements with dimension `axes[k]` as dimension `k`.
    pub fn permuted(&self, axes: &[usize]) -> Self {
        assert_eq!(axes.len(), self.rank(), "a permutation of all dimensions");
        let pick = |of: &[i64]| axes.iter().map(|&axis| of[axis]).collect();
        Self::new(pick(self.shape()), pick(self.strides()), self.offset())
    }

    /// Returns each place in memory that an element has, once, in any order: without repeats and the overlap of windows. `None` where that is no layout.
    pub fn distinct(&self) -> Option<Self> {
        let axes = self.shape().iter().zip(self.strides());
        let mut axes: Vec<(i64, i64)> = axes
            .filter(|&(&extent, &stride)| extent != 1 && (stride != 0 || extent == 0))
            .map(|(&extent, &stride)| (stride, extent))
            .collect();
        let mut first = self.offset();
        for (stride, extent) in &mut axes {
            if *stride < 0 {
                first = first.checked_add(stride.checked_mul(*extent - 1)?)?;
                *stride = stride.checked_neg()?;
            }
        }
        sort_few_by_key(&mut axes, |&axis| axis);
        let (mut shape, mut strides) = (Dims::new(), Dims::new());
        for (stride, extent) in axes {
            // As many steps of the axis before as one of this axis, if that does not leave a gap between them.
            let merged = match (shape.last_mut(), strides.last()) {
                (Some(last), Some(&step))
                    if step > 0 && stride % step == 0 && stride / step <= *last =>
                {
                    *last += stride / step * (extent - 1);
                    true
                }
                _ => false,
            };
            if !merged {
                shape.push(extent);
                strides.push(stride);
            }
        }
        shape.reverse();
        strides.reverse();
        let distinct = Self::new(shape, strides, first);
        (!overlaps_itself(&distinct)).then_some(distinct)
    }

    /// Returns the elements repeated over a shape that this one broadcasts to.
    pub fn expanded(&self, shape: &[i64]) -> Option<Self> {
        let missing = shape.len().checked_sub(self.rank())?;
        let mut strides = Dims::from_elem(0, missing);
        for (k, &wanted) in shape[missing..].iter().enumerate() {
            match self.shape()[k] {
                extent if extent == wanted => strides.push(self.strides()[k]),
                1 => strides.push(0),
                _ => return None,
            }
        }
        Some(Self::new(shape.into(), strides, self.offset()))
    }

    /// Returns the elements with dimension `axis` as two of these extents, whose product is its own.
    pub fn split(&self, axis: usize, outer: i64, inner: i64) -> Self {
        let (mut shape, mut strides) = self.dims();
        assert_eq!(shape[axis], outer * inner, "{outer} times {inner}");
        let stride = strides[axis];
        shape[axis] = inner;
        shape.insert(axis, outer);
        strides.insert(axis, stride.wrapping_mul(inner));
        Self::new(shape, strides, self.offset())
    }

    /// Returns the elements with one more dimension, of extent 1, as dimension `axis`.
    pub fn with_axis(&self, axis: usize) -> Self {
        let (mut shape, mut strides) = self.dims();
        shape.insert(axis, 1);
        strides.insert(axis, 0);
        Self::new(shape, strides, self.offset())
    }

    /// Returns element `index` along `axis`, without that dimension.
    pub fn picked(&self, axis: usize, index: i64) -> Self {
        let one = self.sliced(axis, index, 1, 1);
        let (mut shape, mut strides) = one.dims();
        shape.remove(axis);
        strides.remove(axis);
        Self::new(shape, strides, one.offset())
    }

    /// Returns `count` elements of the last two dimensions as one, the first at `row` and `column`, each one row and column after the one before.
    pub fn diagonal(&self, row: i64, column: i64, count: i64) -> Self {
        let (rows, columns) = (self.rank() - 2, self.rank() - 1);
        let both = self
            .sliced(rows, row, count, 1)
            .sliced(columns, column, count, 1);
        let (mut shape, mut strides) = both.dims();
        shape.pop();
        let last = strides.pop().unwrap_or(0);
        if let Some(stride) = strides.last_mut() {
            *stride = stride.wrapping_add(last);
        }
        Self::new(shape, strides, both.offset())
    }

    /// Returns `count` windows along `axis`, `step` apart, and their `size` elements, `dilation` apart, as the dimension behind.
    pub fn windows(&self, axis: usize, count: i64, step: i64, size: i64, dilation: i64) -> Self {
        let last = (count - 1) * step + (size - 1) * dilation;
        assert!(
            count > 0 && size > 0 && last < self.shape()[axis],
            "{count} windows of {size} elements in {}",
            self.shape()[axis]
        );
        let (mut shape, mut strides) = self.dims();
        let stride = strides[axis];
        (shape[axis], strides[axis]) = (count, stride.wrapping_mul(step));
        shape.insert(axis + 1, size);
        strides.insert(axis + 1, stride.wrapping_mul(dilation));
        Self::new(shape, strides, self.offset())
    }

    /// Returns the elements in their row-major order in another shape, or `None` where no strides say that.
    pub fn reshaped(&self, shape: &[i64]) -> Option<Self> {
        let wanted = Self::contiguous(shape);
        if self.numel()? != wanted.numel()? {
            return None;
        }
        let made = |strides| Some(Self::new(shape.into(), strides, self.offset()));
        if self.is_empty() || self.is_contiguous() {
            return made(contiguous_strides(shape));
        }
        let (own, own_strides) = (self.shape(), self.strides());
        let mut strides = contiguous_strides(shape);
        // Behind the new dimensions that have no strides yet.
        let mut at = shape.len();
        let mut base = own_strides.last().copied().unwrap_or(1);
        // Elements of the old dimensions that step evenly, and of the new ones that they become.
        let (mut old, mut new) = (1_i64, 1_i64);
        for axis in (0..own.len()).rev() {
            old *= own[axis];
            let goes_on =
                axis > 0 && (own[axis - 1] == 1 || own_strides[axis - 1] == old.wrapping_mul(base));
            if goes_on {
                continue;
            }
            while at > 0 && (new < old || shape[at - 1] == 1) {
                at -= 1;
                strides[at] = new.wrapping_mul(base);
                new *= shape[at];
            }
            if new != old {
                return None;
            }
            if axis > 0 {
                (base, old, new) = (own_strides[axis - 1], 1, 1);
            }
        }
        if at > 0 { None } else { made(strides) }
    }

    fn dims(&self) -> (Dims, Dims) {
        (self.shape().into(), self.strides().into())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The place of each element, in row-major order.
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

    fn strided(shape: &[i64], strides: &[i64], offset: i64) -> Layout {
        Layout::new(shape.into(), strides.into(), offset)
    }

    #[test]
    fn slices_walk_both_ways_and_stand_still() {
        let layout = strided(&[2, 5], &[20, 2], 3);
        assert_eq!(places(&layout.sliced(1, 1, 2, 2)), [5, 9, 25, 29]);
        let back = layout.sliced(1, 4, 3, -1);
        assert_eq!(places(&back), [11, 9, 7, 31, 29, 27]);
        let still = layout.sliced(0, 1, 2, 0).sliced(1, 0, 1, 1);
        assert_eq!(places(&still), [23, 23]);
        assert!(layout.sliced(1, 9, 0, 1).is_empty());
    }

    #[test]
    #[should_panic(expected = "2 elements of 5")]
    fn what_is_not_there_is_not_sliced() {
        strided(&[5], &[1], 0).sliced(0, 4, 2, 1);
    }

    #[test]
    fn repeats_and_windows_have_distinct_places() {
        for (shape, strides, count) in [
            (&[3, 4][..], &[0, 1][..], 4),
            (&[3, 4], &[0, 0], 1),
            (&[5, 3], &[1, 1], 7),
            (&[4, 3], &[-2, 1], 9),
            (&[2, 3, 4], &[4, 0, 1], 8),
            (&[2, 0, 4], &[0, 0, 0], 0),
        ] {
            let distinct = strided(shape, strides, 20).distinct();
            assert_eq!(distinct.and_then(|layout| layout.numel()), Some(count));
        }
        assert!(strided(&[4, 4], &[2, 3], 0).distinct().is_none());
    }

    proptest! {
        #[test]
        fn distinct_places_are_those_of_the_layout(
            axes in proptest::collection::vec((1_i64..5, -7_i64..8), 0..4),
        ) {
            let (shape, strides): (Vec<_>, Vec<_>) = axes.into_iter().unzip();
            let layout = strided(&shape, &strides, 3);
            if let Some(distinct) = layout.distinct() {
                let (mut got, mut expected) = (places(&distinct), places(&layout));
                got.sort_unstable();
                expected.sort_unstable();
                expected.dedup();
                prop_assert_eq!(got, expected);
            }
        }
    }

    #[test]
    fn dimensions_are_split_picked_and_repeated() {
        let layout = Layout::contiguous(&[2, 6]);
        assert_eq!(layout.split(1, 2, 3), Layout::contiguous(&[2, 2, 3]));
        assert_eq!(places(&layout.picked(0, 1)), [6, 7, 8, 9, 10, 11]);
        assert_eq!(places(&layout.diagonal(0, 1, 2)), [1, 8]);
        let row = Layout::contiguous(&[1, 2]).expanded(&[2, 2, 2]).unwrap();
        assert_eq!(places(&row), [0, 1, 0, 1, 0, 1, 0, 1]);
        assert!(layout.expanded(&[3, 6]).is_none());
    }

    proptest! {
        #[test]
        fn a_reshaped_view_has_its_elements_in_their_order(
            axes in proptest::collection::vec((1_i64..4, -4_i64..12), 1..4),
            cut in 1_i64..13,
        ) {
            let (shape, strides): (Vec<_>, Vec<_>) = axes.into_iter().unzip();
            let layout = strided(&shape, &strides, 50);
            let numel: i64 = shape.iter().product();
            for wanted in [vec![numel], vec![cut, numel / cut], vec![1, numel, 1], vec![numel / cut, 1, cut]] {
                if let Some(reshaped) = layout.reshaped(&wanted) {
                    prop_assert_eq!(places(&reshaped), places(&layout));
                }
            }
            prop_assert_eq!(places(&layout.reshaped(&shape).unwrap()), places(&layout));
        }
    }
}
