//! A typed view of memory.

use std::ops::Range;

use super::{Dtype, Layout};

/// Elements in memory: type, layout and base address. It owns nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// What one element is.
    pub dtype: Dtype,
    /// Where the elements lie, counted from `address`.
    pub layout: Layout,
    /// Base address in bytes; 0 if none has been given yet.
    pub address: usize,
}

impl View {
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
        let bits = i128::try_from(self.dtype.bits()).ok()?;
        let start = i128::try_from(address).ok()?;
        let low = start + (i128::from(reach.lowest) * bits).div_euclid(8);
        let high = start + ((i128::from(reach.highest) + 1) * bits + 7).div_euclid(8);
        Some(usize::try_from(low).ok()?..usize::try_from(high).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_packed_elements_are_rounded_outward() {
        let layout = Layout::new([3].as_slice().into(), [1].as_slice().into(), 1);
        let view = View {
            dtype: Dtype::F4E2m1,
            layout,
            address: 100,
        };
        assert_eq!(view.bytes(), Some(100..102));
    }

    #[test]
    fn a_view_before_address_zero_has_no_bytes() {
        let layout = Layout::new([3].as_slice().into(), [-1].as_slice().into(), 0);
        let view = View {
            dtype: Dtype::F32,
            layout,
            address: 4,
        };
        assert_eq!(view.bytes(), None);
    }
}
