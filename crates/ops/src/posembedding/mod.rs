//! Operators of the vendor's category `posembedding`: pairs of a row are turned by angles that follow from its position.

#![forbid(unsafe_code)]

mod gradient;
mod norm_rope_concat;
mod norm_rope_concat_backward;
mod positions;
mod rotate;
mod rows;

pub use gradient::{RotateGradient, rotate_gradient};
pub use norm_rope_concat::{HeadNorm, HeadSource, JoinedHeads, NormRopeConcat, norm_rope_concat};
pub use norm_rope_concat_backward::norm_rope_concat_backward;
pub use positions::{RotateByPosition, Sections, rotate_by_position};
pub use rotate::{Rotate, Rotated, rotate};
pub use rows::{MAX_WIDTH, Mode};
