//! Filters of a convolution in FRACTAL_Z: as many groups as fill whole blocks of channels and of filters stand together, on a diagonal.

#![forbid(unsafe_code)]

use super::blocked::Blocked;
use super::sequence::Sequence;
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::copy::Copies;
use hostnpu_tensor::{Dims, Dtype, Layout, table};

/// Channels, and filters, of a block.
const BLOCK: i64 = 16;

/// Storage of filters of a shape.
pub struct Grouped {
    /// Filters and channels of a group.
    own: [i64; 2],
    groups: i64,
    /// Groups that stand together.
    together: i64,
    /// The number of repetitions, and of all that stand together the filters and channels, in whole blocks, and the extents of a filter.
    padded: [i64; 5],
    blocked: Blocked,
}

fn least_common_multiple(a: i64, b: i64) -> Option<i64> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}

fn blocks(count: i64, size: i64) -> i64 {
    count / size + i64::from(count % size != 0)
}

impl Grouped {
    /// Describes filters of the shape `[filters, channels of a group, height, width]`, all above 0, of which `groups` divides the first. Returns none, if numbers overflow.
    pub fn new([filters, channels, height, width]: [i64; 4], groups: i64) -> Option<Self> {
        let own = [filters / groups, channels];
        let whole = own.map(|count| Some(least_common_multiple(count, BLOCK)? / count));
        let together = least_common_multiple(whole[0]?, whole[1]?)?.min(groups);
        let padded =
            own.map(|count| blocks(together.checked_mul(count)?, BLOCK).checked_mul(BLOCK));
        Some(Self {
            own,
            groups,
            together,
            padded: [
                blocks(groups, together),
                padded[0]?,
                padded[1]?,
                height,
                width,
            ],
            blocked: Blocked::filters(&[0, 2, 3, 4, 1], 1, BLOCK),
        })
    }

    /// Returns the dimensions of the storage.
    pub fn storage(&self) -> Dims {
        self.blocked.storage(&self.padded)
    }

    /// Plans `stored = plain` in FLOAT16, and zeros in what no element of `plain` fills.
    pub fn pack(&self, plain: Arg, stored: Arg) -> Result<Call> {
        let mut all = Sequence::default();
        let (plain, stored) = (all.add(plain), all.add(stored));
        let diagonal = all.temporary(Dtype::F16, &self.padded)?;
        let mut copies = Copies::new([plain, diagonal.clone()]);
        let [from, to] = [0, 1].map(|k| copies.layout(k));
        copies.zero((1, (*to).clone()));
        copies.then();
        for (own, part) in self.parts(&from, &to)? {
            copies.copy((0, own), (1, part));
        }
        all.then(copies.finish()?)?;
        all.then(self.blocked.pack(diagonal, stored)?)?;
        Ok(all.finish())
    }

    /// Plans `plain = stored`, as [`Grouped::pack`] stores it.
    pub fn unpack(&self, stored: Arg, plain: Arg) -> Result<Call> {
        let mut all = Sequence::default();
        let (stored, plain) = (all.add(stored), all.add(plain));
        let diagonal = all.temporary(Dtype::F16, &self.padded)?;
        all.then(self.blocked.unpack(stored, diagonal.clone())?)?;
        let mut copies = Copies::new([diagonal, plain]);
        let [from, to] = [0, 1].map(|k| copies.layout(k));
        for (own, part) in self.parts(&to, &from)? {
            copies.copy((0, part), (1, own));
        }
        all.then(copies.finish()?)?;
        Ok(all.finish())
    }

    /// The filters of each group in the plain tensor, and on the diagonal.
    fn parts(&self, plain: &Layout, diagonal: &Layout) -> Result<Vec<(Layout, Layout)>> {
        let part = |group: i64| {
            let (block, at) = (group / self.together, group % self.together);
            let part = diagonal.sliced(0, block, 1, 1);
            let part = part.sliced(1, at * self.own[0], self.own[0], 1);
            let part = part.sliced(2, at * self.own[1], self.own[1], 1);
            let own = plain.sliced(0, group * self.own[0], self.own[0], 1);
            (own.split(0, 1, self.own[0]), part)
        };
        let mut parts = table::with_room(self.groups as usize)?;
        parts.extend((0..self.groups).map(part));
        Ok(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_stand_together_until_blocks_are_whole() {
        let storage = |shape, groups| Grouped::new(shape, groups).unwrap().storage();
        // One group: as FRACTAL_Z without groups.
        assert_eq!(storage([20, 17, 3, 4], 1)[..], [24, 2, 16, 16]);
        // 8 channels and 8 filters: two groups fill a block.
        assert_eq!(storage([24, 8, 3, 3], 3)[..], [18, 1, 16, 16]);
        // One channel and filter each: 16 groups.
        assert_eq!(storage([40, 1, 2, 2], 40)[..], [12, 1, 16, 16]);
        assert!(Grouped::new([i64::MAX - 1, 1, 1, 1], 2).is_none());
    }
}
