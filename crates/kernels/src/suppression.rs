//! Non-maximum suppression of boxes: of boxes that overlap, the one with the best score stays.

/// Two opposite corners of a box, the lower one first in each axis.
pub type Sides = [[f64; 2]; 2];

/// Returns the numbers of boxes that are chosen, the best score first and of equal scores the first box, `most` at most.
///
/// A box counts if its score is above `least`, which no NaN is, and is left out if the area that it has in common with one that was chosen before is more than `share` of the area of
/// both together.
pub fn chosen(boxes: &[Sides], scores: &[f32], least: f32, share: f64, most: usize) -> Vec<usize> {
    let scores = &scores[..boxes.len().min(scores.len())];
    let mut by_score = best_first(scores.iter().copied());
    by_score.retain(|&k| scores[k] > least);
    let mut chosen: Vec<usize> = Vec::new();
    for candidate in by_score {
        if chosen.len() == most {
            break;
        }
        let overlaps = |&other: &usize| overlap(&boxes[other], &boxes[candidate], share);
        if !chosen.iter().any(overlaps) {
            chosen.push(candidate);
        }
    }
    chosen
}

/// Returns the numbers of all scores, the best one first and of equal ones the first. The order of scores is that of [`f32::total_cmp`].
pub(crate) fn best_first(scores: impl Iterator<Item = f32>) -> Vec<usize> {
    // One word for a score and its number: a word's sort is short code. No tensor has more scores than a half holds.
    let word = |(number, score): (usize, f32)| {
        let bits = score.to_bits();
        let falling = if bits >> 31 == 0 {
            bits ^ u32::MAX >> 1
        } else {
            bits
        };
        u64::from(falling) << 32 | number as u64
    };
    let mut words: Vec<u64> = scores.enumerate().map(word).collect();
    words.sort_unstable();
    words
        .into_iter()
        .map(|word| (word as u32) as usize)
        .collect()
}

fn area(of: &Sides) -> f64 {
    (of[1][0] - of[0][0]) * (of[1][1] - of[0][1])
}

/// True if the common area is more than `share` of the area of both, without a quotient, which boxes without an area have none of.
fn overlap(a: &Sides, b: &Sides, share: f64) -> bool {
    let side = |k: usize| (a[1][k].min(b[1][k]) - a[0][k].max(b[0][k])).max(0.0);
    let common = side(0) * side(1);
    common * (1.0 + share) > (area(a) + area(b)) * share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_boxes_that_overlap_is_chosen() {
        let boxes = [0.0, 0.25, 2.0, 2.0].map(|x| [[x, 0.0], [x + 1.0, 1.0]]);
        let scores = [0.5, 0.75, 0.25, 0.25];
        assert_eq!(chosen(&boxes, &scores, 0.0, 0.5, 9), [1, 2]);
        assert_eq!(chosen(&boxes, &scores, 0.25, 0.5, 9), [1]);
        assert_eq!(chosen(&boxes, &scores, 0.0, 0.75, 9), [1, 0, 2]);
        assert_eq!(chosen(&boxes, &scores, 0.0, 0.75, 2), [1, 0]);
        assert_eq!(chosen(&boxes, &[f32::NAN; 4], 0.0, 0.5, 9), [0; 0]);
    }
}
