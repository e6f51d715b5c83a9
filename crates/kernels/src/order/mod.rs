//! Order: numbers as sortable keys, the steps of a radix sort, binary search, and what is left of a slice by a mask.

mod bounds;
mod compact;
mod keys;
mod pairs;
mod radix;

pub use bounds::{Insertions, Side, Sorted, insertion};
pub use compact::{compress, count, positions, shifted};
pub use keys::{Key, any_below, pack, range};
pub use pairs::sort_first;
pub use radix::{BUCKETS, DIGIT, Item, count_digits, scatter};
