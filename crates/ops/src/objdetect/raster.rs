//! Triangles on a screen: the nearest one at each pixel.

#![forbid(unsafe_code)]

use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, ReadIndices, Write, kernel, operands};
use hostnpu_kernels::raster::{Face, Nearest};
use hostnpu_tensor::{cuts, table};

/// Rows of the screen that a thread draws at a time: each of them goes through all faces.
const ROWS: usize = 16;

operands! {
    struct Draw => DrawAt {
        points: Read<f32>,
        faces: ReadIndices<i32>,
        numbers: Write<i32>,
        weights: Write<f32>,
    }
}

/// Plans the nearest face of `faces` (n, 3), corners of `points` (m, 4), at the middle of each pixel: its number, from 1 on, (height, width), and the weights of its corners there, (height, width, 3); 0 where there
/// is none.
pub fn drawn(points: Arg, faces: Arg, numbers: Arg, weights: Arg) -> Result<Call> {
    let [height, width] = numbers.extents()?;
    let ([count, _], [number, _]) = (points.extents()?, faces.extents()?);
    points.require_numel(count.saturating_mul(4))?;
    faces.require_numel(number.saturating_mul(3))?;
    weights.require_numel(height.saturating_mul(width).saturating_mul(3))?;
    let name = faces.name;
    let pixels = height.saturating_mul(width);
    let cost = pixels.saturating_add(number).saturating_mul(64);
    let operands = Draw {
        points: points.into(),
        faces: faces.into(),
        numbers: numbers.into(),
        weights: weights.into(),
    };
    kernel(operands, cost, move |at: DrawAt| {
        if let Some((k, point)) = at.faces.outside(count) {
            return Err(Error::index(
                name,
                &[k / 3, k % 3],
                point,
                count as i64,
                false,
            ));
        }
        let mut faces = table::with_room(number)?;
        for k in 0..number {
            // A number that is outside by now leaves its face out.
            let corner = |c: usize| {
                let point = at.faces.position(3 * k + c, count)?;
                let at = &at.points[4 * point..][..4];
                Some([0, 1, 2, 3].map(|k| f64::from(at[k])))
            };
            let face = match [corner(0), corner(1), corner(2)] {
                [Some(a), Some(b), Some(c)] => Face::new([a, b, c], [width, height]),
                _ => None,
            };
            faces.extend(face.map(|face| (k, face)));
        }
        let band = ROWS * width;
        let parts = (
            cuts::chunks(at.numbers, band),
            cuts::chunks(at.weights, 3 * band),
        );
        cuts::for_each_part(parts, |part, (numbers, weights)| {
            let mut pixels = vec![Nearest::NONE; numbers.len()];
            let rows = part * ROWS..part * ROWS + numbers.len() / width;
            for (number, face) in &faces {
                let reached = face.rows(height);
                for row in reached.start.max(rows.start)..reached.end.min(rows.end) {
                    let own = &mut pixels[(row - rows.start) * width..][..width];
                    face.draw(*number, row, own);
                }
            }
            let all = pixels.iter().zip(numbers).zip(weights.chunks_mut(3));
            for ((pixel, number), weights) in all {
                let (face, of) = match pixel.face {
                    Some((face, of)) => (face as i32 + 1, of),
                    None => (0, [0.0; 3]),
                };
                *number = face;
                weights.copy_from_slice(&of.map(|x| if x.is_nan() { f32::NAN } else { x as f32 }));
            }
        });
        Ok(())
    })
}
