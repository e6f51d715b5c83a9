//! Caches of keys and values: rows of tokens at slots of blocks, written and read in every layout.

#![forbid(unsafe_code)]

mod compressed;
mod fused;
mod gather;
mod heads;
mod layout;
mod packed;
mod scatter;
mod slots;

pub use compressed::{Compressed, Compression, scatter_compressed};
pub use fused::{CacheOf, Component, FusedRows, fused_rows};
pub use gather::{Gather, Lengths, gather};
pub use heads::{CachedHeads, HeadPositions, HeadRows, KeyScales, cached_heads};
pub use layout::{CacheLayout, bytes_of_packed};
pub use packed::{MAX_WIDTH, POSITIONS, PackedRows, Packing, packed_rows};
pub use scatter::{Beyond, Scatter, Stored, scatter};
pub use slots::SlotsOf;
