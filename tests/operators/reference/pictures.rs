//! Pictures and boxes pixel by pixel, in double.

use hostnpu::abi::acl::types::aclFormat;

use super::objdetect::{float, int, real, shape, stored};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

fn byte(x: f64) -> f64 {
    if x > 0.0 { x.min(255.0) } else { 0.0 }
}

fn nearest_even(x: f64) -> f64 {
    let low = x.floor();
    match x - low {
        part if part < 0.5 => low,
        part if part > 0.5 => low + 1.0,
        _ if low % 2.0 == 0.0 => low,
        part if part.is_nan() => x,
        _ => low + 1.0,
    }
}

pub fn replaced(a: &Arguments) -> Vec<Vec<Number>> {
    let [back, front, mask] = ["bkg", "src", "mask"].map(|k| real(&a[k]));
    let channels = back.len() / mask.len();
    let is_bytes = a["bkg"].tensors()[0].dtype == hostnpu::tensor::Dtype::U8;
    let of = |k: usize| {
        let share = mask[k / channels];
        let sum = back[k] * (1.0 - share) + front[k] * share;
        if is_bytes {
            byte(nearest_even(sum))
        } else {
            sum
        }
    };
    vec![stored((0..back.len()).map(of).collect())]
}

pub fn blended(a: &Arguments) -> Vec<Vec<Number>> {
    let [front, alpha, back] = ["rgb", "alpha", "frame"].map(|k| real(&a[k]));
    let of = |k: usize| {
        let share = alpha[k / 3] as i64;
        // No sum is half between two bytes, for 255 is odd.
        let sum = front[k] as i64 * share + back[k] as i64 * (255 - share);
        ((2 * sum + 255) / 510) as f64
    };
    vec![stored((0..front.len()).map(of).collect())]
}

pub fn faded(a: &Arguments) -> Vec<Vec<Number>> {
    let [front, alpha] = ["rgb", "alpha"].map(|k| real(&a[k]));
    let of = |k: usize| (front[k] as i64 * alpha[k / 3] as i64 / 255) as f64;
    vec![stored((0..front.len()).map(of).collect())]
}

pub fn resized(a: &Arguments) -> Vec<Vec<Number>> {
    let (x, from, to) = (real(&a["self"]), shape(&a["self"]), shape(&a["out"]));
    let is_last = a["self"].tensors()[0].format == aclFormat::ACL_FORMAT_NHWC;
    let axes = if is_last { [1, 2] } else { [2, 3] };
    let is_nearest = matches!(a["mode"], Argument::Text("nearest"));
    // The pixels of each place along an axis, with their parts.
    let taps = |axis: usize, place: usize| -> Vec<(usize, f64)> {
        let (old, new) = (from[axis], to[axis]);
        if is_nearest {
            return vec![(place * old / new, 1.0)];
        }
        let at = (place as f64 + 0.5) * old as f64 / new as f64 - 0.5;
        let at = at.max(0.0);
        let low = (at.floor() as usize).min(old - 1);
        let part = at - low as f64;
        vec![(low, 1.0 - part), ((low + 1).min(old - 1), part)]
    };
    let mut out = Vec::new();
    for k in 0..to.iter().product::<usize>() {
        let place = [
            k / (to[1] * to[2] * to[3]),
            k / (to[2] * to[3]) % to[1],
            k / to[3] % to[2],
            k % to[3],
        ];
        let mut sum = 0.0;
        for (row, p) in taps(axes[0], place[axes[0]]) {
            for (column, q) in taps(axes[1], place[axes[1]]) {
                let mut at = place;
                (at[axes[0]], at[axes[1]]) = (row, column);
                let at = ((at[0] * from[1] + at[1]) * from[2] + at[2]) * from[3] + at[3];
                sum += p * q * x[at];
            }
        }
        out.push(sum);
    }
    vec![stored(out)]
}

pub fn suppressed(a: &Arguments) -> Vec<Vec<Number>> {
    let (boxes, scores, extents) = (real(&a["boxes"]), real(&a["scores"]), shape(&a["scores"]));
    let (Argument::Ints(most), Argument::Floats(share), Argument::Floats(least)) = (
        &a["maxOutputBoxesPerClass"],
        &a["iouThreshold"],
        &a["scoreThreshold"],
    ) else {
        panic!("limits")
    };
    let [images, classes, count] = [0, 1, 2].map(|k| extents[k]);
    let sides = |image: usize, k: usize| -> [f64; 4] {
        let at = &boxes[(image * count + k) * 4..][..4];
        match int(&a["centerPointBox"]) {
            1 => [
                at[0] - at[2] / 2.0,
                at[1] - at[3] / 2.0,
                at[0] + at[2] / 2.0,
                at[1] + at[3] / 2.0,
            ],
            _ => [
                at[0].min(at[2]),
                at[1].min(at[3]),
                at[0].max(at[2]),
                at[1].max(at[3]),
            ],
        }
    };
    let area = |s: [f64; 4]| (s[2] - s[0]) * (s[3] - s[1]);
    let mut rows = Vec::new();
    for image in 0..images {
        for class in 0..classes {
            let scores = &scores[(image * classes + class) * count..][..count];
            let mut is_left: Vec<bool> = scores.iter().map(|&x| x > f64::from(least[0])).collect();
            for _ in 0..most[0] {
                let mut best: Option<usize> = None;
                for k in (0..count).filter(|&k| is_left[k]) {
                    if best.is_none_or(|best| scores[k] > scores[best]) {
                        best = Some(k);
                    }
                }
                let Some(best) = best else { break };
                rows.extend([image, class, best].map(|x| x as i64));
                let own = sides(image, best);
                for (k, is_left) in is_left.iter_mut().enumerate() {
                    let other = sides(image, k);
                    let [w, h] =
                        [0, 1].map(|i| own[i + 2].min(other[i + 2]) - own[i].max(other[i]));
                    let common = w.max(0.0) * h.max(0.0);
                    let share = f64::from(share[0]);
                    let is_same = common > (area(own) + area(other)) * share / (1.0 + share);
                    *is_left &= !is_same && k != best;
                }
            }
        }
    }
    let wanted = shape(&a["selectedIndices"]).iter().product();
    rows.resize(wanted, -1);
    vec![rows.into_iter().map(|x| Number::Int(x.into())).collect()]
}

pub fn drawn(a: &Arguments) -> Vec<Vec<Number>> {
    let (points, faces) = (real(&a["v"]), real(&a["f"]));
    let (width, height) = (int(&a["width"]) as f64, int(&a["height"]) as f64);
    assert_eq!(float(&a["occlusionTruncation"]), 0.0);
    let corner = |k: usize| {
        let of = &points[4 * faces[k] as usize..][..4];
        let (x, y, z, w) = (of[0], of[1], of[2], of[3]);
        let column = (x / w * 0.5 + 0.5) * (width - 1.0) + 0.5;
        let row = (0.5 + 0.5 * y / w) * (height - 1.0) + 0.5;
        (column, row, z / w * f64::from(0.49999_f32) + 0.5, w)
    };
    let (mut numbers, mut weights) = (Vec::new(), Vec::new());
    for pixel in 0..(width * height) as usize {
        let (x, y) = (pixel % width as usize, pixel / width as usize);
        let (x, y) = (x as f64 + 0.5, y as f64 + 0.5);
        let mut best = (f64::INFINITY, 0, [0.0; 3]);
        for face in 0..faces.len() / 3 {
            let [p, q, r] = [0, 1, 2].map(|k| corner(3 * face + k));
            let signed = |p: (f64, f64), q: (f64, f64), r: (f64, f64)| {
                (r.0 - p.0) * (q.1 - p.1) - (q.0 - p.0) * (r.1 - p.1)
            };
            let [first, second, third] = [p, q, r].map(|corner| (corner.0, corner.1));
            let all = signed(first, second, third);
            if all == 0.0 {
                continue;
            }
            let beta = signed(first, (x, y), third) / all;
            let gamma = signed(first, second, (x, y)) / all;
            let alpha = 1.0 - beta - gamma;
            if alpha < 0.0 || beta < 0.0 || gamma < 0.0 {
                continue;
            }
            let depth = ((alpha * p.2 + beta * q.2 + gamma * r.2) * 262_144.0).floor();
            if depth < best.0 {
                let parts = [alpha / p.3, beta / q.3, gamma / r.3];
                let sum = parts[0] + parts[1] + parts[2];
                best = (depth, face + 1, parts.map(|part| part / sum));
            }
        }
        numbers.push(Number::Int(best.1 as i128));
        weights.extend(best.2);
    }
    vec![numbers, stored(weights)]
}
