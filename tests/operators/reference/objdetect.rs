//! Boxes by their formulas, one by one, in double.

use super::reductions::doubles;
use super::rows::tensor;
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

pub fn real(argument: &Argument) -> Vec<f64> {
    doubles(tensor(argument))
}

pub fn stored(x: Vec<f64>) -> Vec<Number> {
    x.into_iter().map(Number::from).collect()
}

pub fn shape(argument: &Argument) -> Vec<usize> {
    let shape = &argument.tensors()[0].shape;
    shape.iter().map(|&extent| extent as usize).collect()
}

pub fn boolean(argument: &Argument) -> bool {
    match argument {
        Argument::Bool(x) => *x,
        other => panic!("{other:?} is no boolean"),
    }
}

pub fn float(argument: &Argument) -> f64 {
    match argument {
        Argument::Float(x) => *x,
        other => panic!("{other:?} is no number"),
    }
}

pub fn int(argument: &Argument) -> i64 {
    match argument {
        Argument::Int(x) => *x,
        other => panic!("{other:?} is no integer"),
    }
}

fn is_of_second(mode: &Argument) -> bool {
    matches!(mode, Argument::Text("iof"))
}

pub fn iou(a: &Arguments) -> Vec<Vec<Number>> {
    let (first, second) = (real(&a["bBoxes"]), real(&a["gtBoxes"]));
    let eps = f64::from(float(&a["eps"]) as f32);
    let mut out = Vec::new();
    for (i, b) in first.chunks(4).enumerate() {
        for (j, g) in second.chunks(4).enumerate() {
            if boolean(&a["aligned"]) && i != j {
                continue;
            }
            let width = (b[2].min(g[2]) - b[0].max(g[0]) + eps).max(0.0);
            let height = (b[3].min(g[3]) - b[1].max(g[1]) + eps).max(0.0);
            let areas = [b, g].map(|x| (x[2] - x[0] + eps) * (x[3] - x[1] + eps));
            let all = areas[0] + areas[1] - width * height;
            let divisor = if is_of_second(&a["mode"]) {
                areas[1]
            } else {
                all
            };
            out.push(width * height / divisor);
        }
    }
    vec![stored(out)]
}

pub fn ciou(a: &Arguments) -> Vec<Vec<Number>> {
    let (first, second) = (real(&a["bBoxes"]), real(&a["gtBoxes"]));
    let count = first.len() / 4;
    let eps = 1e-9;
    let (mut overlaps, mut angles) = (Vec::new(), Vec::new());
    for k in 0..count {
        let sides = |of: &[f64]| {
            let (p, q, r, s) = (of[k], of[count + k], of[2 * count + k], of[3 * count + k]);
            match boolean(&a["trans"]) {
                true => (p - r / 2.0, q - s / 2.0, p + r / 2.0, q + s / 2.0),
                false => (p, q, r, s),
            }
        };
        let (x1, y1, x2, y2) = sides(&first);
        let (u1, v1, u2, v2) = sides(&second);
        let shared = (x2.min(u2) - x1.max(u1)).max(0.0) * (y2.min(v2) - y1.max(v1)).max(0.0);
        let (w1, h1) = (x2 - x1, y2 - y1 + eps);
        let (w2, h2) = (u2 - u1, v2 - v1 + eps);
        let divisor = match is_of_second(&a["mode"]) {
            true => w2 * h2 + eps,
            false => w1 * h1 + w2 * h2 - shared + eps,
        };
        let overlap = shared / divisor;
        let (cw, ch) = (x2.max(u2) - x1.min(u1), y2.max(v2) - y1.min(v1));
        let diagonal = cw * cw + ch * ch + eps;
        let distance = ((u1 + u2 - x1 - x2).powi(2) + (v1 + v2 - y1 - y2).powi(2)) / 4.0;
        let angle = (w2 / h2).atan() - (w1 / h1).atan();
        let v = 4.0 / std::f64::consts::PI.powi(2) * angle * angle;
        overlaps.push(overlap - distance / diagonal - v * v / (1.0 + eps - overlap + v));
        angles.push(angle);
    }
    vec![stored(overlaps), stored(angles)]
}
