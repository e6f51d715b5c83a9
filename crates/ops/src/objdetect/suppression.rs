//! Non-maximum suppression of boxes of several images and classes.

#![forbid(unsafe_code)]

use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_kernels::suppression::{Sides, chosen};
use hostnpu_tensor::cuts;

/// Attributes of [`suppressed`].
#[derive(Clone, Copy, Debug)]
pub struct Suppression {
    /// Boxes of a class of an image, at most.
    pub most: usize,
    /// Share of the area of two boxes above which they are one thing.
    pub share: f32,
    /// Scores up to here do not count.
    pub least: f32,
    /// True if a box is its centre, width and height, x first; otherwise two opposite corners.
    pub is_centred: bool,
}

operands! {
    struct Suppress => SuppressAt {
        boxes: Read<f32>,
        scores: Read<f32>,
        out: Write<i32>,
    }
}

/// Plans the choice of boxes (images, n, 4) by scores (images, classes, n): rows (m, 3) of image, class and box, images one after the other, in each of them classes, in each of these boxes by
/// their scores. Rows beyond the chosen boxes are -1; boxes beyond the rows are left out.
pub fn suppressed(by: Suppression, boxes: Arg, scores: Arg, out: Arg) -> Result<Call> {
    let [images, classes, count] = scores.extents()?;
    boxes.require_numel(images.saturating_mul(count).saturating_mul(4))?;
    let work = scores.view.numel().unwrap_or(0);
    let cost = work.saturating_mul(64).saturating_mul(by.most.max(1));
    let operands = Suppress {
        boxes: boxes.into(),
        scores: scores.into(),
        out: out.into(),
    };
    kernel(operands, cost, move |at: SuppressAt| {
        let sides = |of: &[f32]| -> Sides {
            let [a, b, c, d] = [of[0], of[1], of[2], of[3]].map(f64::from);
            let ends = |x: f64, y: f64| [x.min(y), x.max(y)];
            let around =
                |middle: f64, length: f64| ends(middle - 0.5 * length, middle + 0.5 * length);
            let [first, second] = match by.is_centred {
                true => [around(a, c), around(b, d)],
                false => [ends(a, c), ends(b, d)],
            };
            [[first[0], second[0]], [first[1], second[1]]]
        };
        let boxes: Vec<Sides> = at.boxes.chunks(4).map(sides).collect();
        let mut lists = vec![Vec::new(); images * classes];
        cuts::for_each_part(cuts::chunks(&mut lists, 1), |list, chosen_of| {
            let own = &boxes[list / classes * count..][..count];
            let scores = &at.scores[list * count..][..count];
            chosen_of[0] = chosen(own, scores, by.least, by.share.into(), by.most);
        });
        let mut rows = at.out.chunks_mut(3);
        for (list, chosen) in lists.into_iter().enumerate() {
            for number in chosen {
                let Some(row) = rows.next() else { break };
                row.copy_from_slice(&[list / classes, list % classes, number].map(|x| x as i32));
            }
        }
        rows.for_each(|row| row.fill(-1));
        Ok(())
    })
}
