//! Checks of attention over points of several images.

use crate::argument::{Input, TensorArg};
use crate::error::Result;
use crate::ops::objdetect::deformable_attention::Inputs;

/// The tensors of attention.
pub struct Points<'a> {
    /// Pixels.
    pub value: &'a Input,
    /// Rows and columns of images.
    pub shapes: &'a Input,
    /// Their first pixels.
    pub starts: &'a Input,
    /// Points.
    pub places: &'a Input,
    /// Their weights.
    pub weights: &'a Input,
}

impl Points<'_> {
    /// Refuses shapes that do not fit together, and fewer queries than `least`.
    pub fn fit(&self, result: &TensorArg, least: i64) -> Result<()> {
        for (tensor, rank) in [
            (self.value, 4),
            (self.shapes, 2),
            (self.starts, 1),
            (self.places, 6),
            (self.weights, 5),
        ] {
            tensor.rank_in(rank..=rank)?;
        }
        let (&[batches, _, heads, channels], &[_, queries, _, images, points, _]) =
            (self.value.shape(), self.places.shape())
        else {
            return Err(self.value.shape_refused("four dimensions"));
        };
        if channels % 8 != 0 || channels > 256 || heads > 16 {
            let allowed = "at most 16 heads of at most 256 channels, a multiple of 8";
            return Err(self.value.shape_refused(allowed));
        }
        if !(least..500_000).contains(&queries) || images > 16 || points > 16 {
            let allowed = format!("{least} to 499999 queries, at most 16 images and 16 points");
            return Err(self.places.shape_refused(allowed));
        }
        self.shapes
            .shape_is(&[images, 2], "rows and columns of each image")?;
        self.starts.shape_is(&[images], "a pixel for each image")?;
        let coordinates = [batches, queries, heads, images, points, 2];
        self.places
            .shape_is(&coordinates, "two numbers for each point")?;
        self.weights
            .shape_is(&coordinates[..5], "a number for each point")?;
        let shape = [batches, queries, heads * channels];
        result.shape_is(&shape, "the channels of all heads for each query")
    }

    /// Returns true if one of them has no elements.
    pub fn is_empty(&self) -> bool {
        let all = [
            self.value,
            self.shapes,
            self.starts,
            self.places,
            self.weights,
        ];
        all.iter().any(|tensor| tensor.is_empty())
    }

    /// Reads them.
    pub fn read(&self) -> Result<Inputs> {
        Ok(Inputs {
            value: self.value.read()?,
            shapes: self.shapes.read()?,
            starts: self.starts.read()?,
            places: self.places.read()?,
            weights: self.weights.read()?,
        })
    }
}
