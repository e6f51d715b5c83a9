//! A typed view of memory.

use std::ops::Range;
use std::sync::Arc;

use super::{Dtype, Layout};
use hostnpu_base::error::{Reason, Result};

/// Elements in memory: type, layout and base address. It owns nothing.
///
/// [`View::new`] alone creates one, so that the number of elements and the bytes of every view are known to be numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Type of an element.
    pub dtype: Dtype,
    /// Layout of the elements, counted from `address`; shared by the copies of a view, of which a call makes several.
    pub layout: Arc<Layout>,
    /// Base address in bytes; 0 if none has been given yet.
    pub address: usize,
    checked: CheckToken,
}

/// Keeps other modules from writing a [`View`] down without checking it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CheckToken;

impl View {
    /// Describes the operand `name`. Refuses negative extents, and shapes and strides with which elements or bytes pass what an address
    /// can count.
    pub fn new(
        name: &'static str,
        dtype: Dtype,
        layout: impl Into<Arc<Layout>>,
        address: usize,
    ) -> Result<Self> {
        let layout = layout.into();
        if Self::fits(dtype, &layout) {
            return Ok(Self {
                dtype,
                layout,
                address,
                checked: CheckToken,
            });
        }
        let allowed = match layout.has_negative_extent() {
            true => "extents of 0 or more",
            false => {
                "a number of elements, and distances between them, that an address space can hold"
            }
        };
        Err(Reason::Shape {
            arg: name,
            got: layout.shape().to_vec(),
            allowed: allowed.into(),
        }
        .into())
    }

    /// Returns true if no extent is negative, and all elements, laid side by side or as they are, span fewer than 2^63 bits.
    fn fits(dtype: Dtype, layout: &Layout) -> bool {
        if layout.has_negative_extent() || layout.is_empty() {
            return !layout.has_negative_extent();
        }
        let limit = i64::MAX / dtype.bits() as i64;
        match (layout.numel(), layout.reach()) {
            (Some(numel), Some(reach)) => {
                numel as i64 <= limit && -limit <= reach.lowest && reach.highest < limit
            }
            _ => false,
        }
    }

    /// Number of elements, or `None` if no memory can hold them.
    pub fn numel(&self) -> Option<usize> {
        self.layout.numel()
    }

    /// The bytes that the view touches, as addresses. Empty for an empty view; `None` if they pass the address space.
    pub fn bytes(&self) -> Option<Range<usize>> {
        self.bytes_at(self.address)
    }

    /// The bytes that the view would touch if its base address were `address`.
    pub fn bytes_at(&self, address: usize) -> Option<Range<usize>> {
        if self.layout.is_empty() {
            return Some(address..address);
        }
        let reach = self.layout.reach()?;
        // A view spans fewer than 2^63 bits, so these are numbers.
        let bits = self.dtype.bits() as i64;
        let low = (reach.lowest * bits).div_euclid(8);
        let high = ((reach.highest + 1) * bits).div_euclid(8)
            + i64::from(((reach.highest + 1) * bits).rem_euclid(8) != 0);
        let at = |distance: i64| address.checked_add_signed(distance as isize);
        Some(at(low)?..at(high)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(
        dtype: Dtype,
        shape: &[i64],
        strides: &[i64],
        offset: i64,
        address: usize,
    ) -> Result<View> {
        View::new(
            "self",
            dtype,
            Layout::new(shape.into(), strides.into(), offset),
            address,
        )
    }

    #[test]
    fn bytes_of_packed_elements_are_rounded_outward() {
        let view = view(Dtype::F4E2m1, &[3], &[1], 1, 100).unwrap();
        assert_eq!(view.bytes(), Some(100..102));
    }

    #[test]
    fn a_view_before_address_zero_has_no_bytes() {
        assert_eq!(view(Dtype::F32, &[3], &[-1], 0, 4).unwrap().bytes(), None);
    }

    #[test]
    fn a13_extents_below_zero_and_products_that_overflow_are_refused() {
        for (shape, strides) in [
            (&[-1_i64, 2][..], &[2_i64, 1][..]),
            (&[-2, -3], &[3, 1]),
            (&[4, -1], &[1, 1]),
            (&[0, -1], &[1, 1]),
            (&[1 << 62, 4], &[0, 1]),
            (&[1 << 40, 1 << 40], &[0, 0]),
            (&[1 << 61], &[1]),
            (&[2], &[i64::MAX]),
            (&[2], &[i64::MIN]),
        ] {
            let error = view(Dtype::F32, shape, strides, 0, 64).unwrap_err();
            assert!(
                matches!(error.reason(), Reason::Shape { arg: "self", got, .. } if got == shape),
                "{shape:?}: {error}"
            );
        }
        assert!(view(Dtype::F32, &[0, 1 << 62, 1 << 62], &[1, 1, 1], 0, 64).is_ok());
    }
}
