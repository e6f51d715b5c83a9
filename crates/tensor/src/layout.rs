//! Layouts: the shape, strides and offset of a view's elements.

use smallvec::SmallVec;

/// Extents or strides, one per dimension. Up to eight need no heap.
pub type Dims = SmallVec<[i64; 8]>;

/// Shape, strides and offset of a view, all in elements.
///
/// Properties that the call of an operator asks for several times are found once, when the layout is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    shape: Dims,
    strides: Dims,
    offset: i64,
    /// `None` if it passes `i64::MAX` or an extent is negative.
    numel: Option<usize>,
    reach: Option<Reach>,
    is_empty: bool,
    is_contiguous: bool,
    has_negative_extent: bool,
}

/// The lowest and the highest element that a view touches, counted from its base address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Lowest element; negative if the view starts before its base.
    pub lowest: i64,
    /// Highest element.
    pub highest: i64,
}

impl Layout {
    /// A view with one stride per dimension.
    ///
    /// # Panics
    /// If the numbers of extents and strides differ.
    pub fn new(shape: Dims, strides: Dims, offset: i64) -> Self {
        assert_eq!(shape.len(), strides.len(), "one stride per dimension");
        let is_empty = shape.contains(&0);
        let has_negative_extent = shape.iter().any(|&extent| extent < 0);
        Self {
            numel: numel(&shape),
            reach: reach(&shape, &strides, offset).filter(|_| !is_empty),
            is_contiguous: is_contiguous(&shape, &strides),
            shape,
            strides,
            offset,
            is_empty,
            has_negative_extent,
        }
    }

    /// A dense row-major view.
    pub fn contiguous(shape: &[i64]) -> Self {
        Self::new(shape.into(), contiguous_strides(shape), 0)
    }

    /// Extents.
    #[inline]
    pub fn shape(&self) -> &[i64] {
        &self.shape
    }

    /// Distance between neighbours along each dimension.
    #[inline]
    pub fn strides(&self) -> &[i64] {
        &self.strides
    }

    /// The first element, counted from the base address.
    #[inline]
    pub fn offset(&self) -> i64 {
        self.offset
    }

    /// Number of dimensions.
    #[inline]
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Number of elements, or `None` if it passes `i64::MAX` or an extent is negative.
    pub fn numel(&self) -> Option<usize> {
        self.numel
    }

    /// Returns true if some extent is 0. A view of rank 0 has one element.
    pub fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Returns true if some extent is below 0, which no tensor can have.
    pub fn has_negative_extent(&self) -> bool {
        self.has_negative_extent
    }

    /// Returns true if the elements follow each other in row-major order, dimensions of one element aside.
    pub fn is_contiguous(&self) -> bool {
        self.is_contiguous
    }

    /// The elements that the view touches, or `None` if it is empty or the arithmetic overflows.
    pub fn reach(&self) -> Option<Reach> {
        self.reach
    }
}

/// Number of elements of a shape, or `None` if it passes `i64::MAX` or an extent is negative.
pub fn numel(shape: &[i64]) -> Option<usize> {
    if shape.contains(&0) {
        return Some(0);
    }
    let product = shape
        .iter()
        .try_fold(1_i64, |product, &extent| match extent {
            ..0 => None,
            _ => product.checked_mul(extent),
        })?;
    usize::try_from(product).ok()
}

fn is_contiguous(shape: &[i64], strides: &[i64]) -> bool {
    let mut expected = 1_i64;
    for (&extent, &stride) in shape.iter().zip(strides).rev() {
        if extent == 1 {
            continue;
        }
        if stride != expected {
            return extent == 0;
        }
        expected = expected.saturating_mul(extent);
    }
    true
}

/// For a view that is not empty.
fn reach(shape: &[i64], strides: &[i64], offset: i64) -> Option<Reach> {
    let (mut lowest, mut highest) = (offset, offset);
    for (&extent, &stride) in shape.iter().zip(strides) {
        let span = extent.checked_sub(1)?.checked_mul(stride)?;
        if span < 0 {
            lowest = lowest.checked_add(span)?;
        } else {
            highest = highest.checked_add(span)?;
        }
    }
    Some(Reach { lowest, highest })
}

/// Strides of a dense row-major tensor.
pub fn contiguous_strides(shape: &[i64]) -> Dims {
    let mut strides = Dims::from_elem(1, shape.len());
    for i in (1..shape.len()).rev() {
        strides[i - 1] = strides[i].saturating_mul(shape[i].max(1));
    }
    strides
}

/// Returns the indices of an element of a tensor of this shape, by its number in row-major order.
pub fn position(shape: &[i64], number: usize) -> Vec<usize> {
    let mut rest = number;
    let mut position: Vec<usize> = shape
        .iter()
        .rev()
        .map(|&extent| {
            let at = rest % extent as usize;
            rest /= extent as usize;
            at
        })
        .collect();
    position.reverse();
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strided(shape: &[i64], strides: &[i64], offset: i64) -> Layout {
        Layout::new(shape.into(), strides.into(), offset)
    }

    #[test]
    fn a_transposed_view_is_not_contiguous() {
        assert!(Layout::contiguous(&[2, 3, 4]).is_contiguous());
        assert!(!strided(&[3, 2], &[1, 3], 0).is_contiguous());
        assert!(strided(&[1, 3], &[77, 1], 0).is_contiguous());
        assert!(strided(&[], &[], 5).is_contiguous());
    }

    #[test]
    fn reach_counts_offset_and_strides_of_both_signs() {
        assert_eq!(
            strided(&[2, 3], &[10, 2], 4).reach(),
            Some(Reach {
                lowest: 4,
                highest: 18
            })
        );
        assert_eq!(
            strided(&[4], &[-1], 2).reach(),
            Some(Reach {
                lowest: -1,
                highest: 2
            })
        );
        assert_eq!(strided(&[0], &[1], 2).reach(), None);
        assert_eq!(strided(&[i64::MAX], &[i64::MAX], 2).reach(), None);
    }

    #[test]
    fn numel_of_rank_zero_is_one_and_never_overflows() {
        assert_eq!(Layout::contiguous(&[]).numel(), Some(1));
        assert_eq!(Layout::contiguous(&[i64::MAX, 3]).numel(), None);
        assert_eq!(Layout::contiguous(&[i64::MAX, 3, 0]).numel(), Some(0));
        assert_eq!(Layout::contiguous(&[-1]).numel(), None);
    }
}
