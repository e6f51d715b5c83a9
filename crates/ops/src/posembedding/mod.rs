//! Operators of the vendor's category `posembedding`: pairs of a row are turned by angles that follow from its position.

mod gradient;
mod positions;
mod rotate;
mod rows;

pub use gradient::{RotateGradient, rotate_gradient};
pub use positions::{RotateByPosition, rotate_by_position};
pub use rotate::{Rotate, Rotated, rotate};
pub(crate) use rows::one_nan;
pub use rows::{MAX_WIDTH, Mode};
