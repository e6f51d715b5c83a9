//! Products of the rows of experts on a grid of ranks, of the whole grid at once: plain loops, sums in DOUBLE of numbers for which they are exact.

use super::moe::{Named, floats, stored};
use crate::arguments::Arguments;
use hostnpu_aclnn_operators::entry::EntryPoint;

/// A tensor of three axes in DOUBLE.
struct Cube {
    extents: [usize; 3],
    numbers: Vec<f64>,
}

impl Cube {
    fn of(named: &Named, name: &str) -> Option<Self> {
        let tensor = named.tensor(&[name])?;
        let shape: Vec<usize> = tensor.shape.iter().map(|&extent| extent as usize).collect();
        let (first, last) = (shape[0], shape[shape.len() - 1]);
        let middle = if shape.len() == 3 { shape[1] } else { 1 };
        Some(Self {
            extents: [first, middle, last],
            numbers: floats(tensor),
        })
    }

    fn filled(extents: [usize; 3], number: impl Fn([usize; 3]) -> f64) -> Self {
        let [first, middle, last] = extents;
        let mut numbers = Vec::new();
        for i in 0..first {
            for j in 0..middle {
                for k in 0..last {
                    numbers.push(number([i, j, k]));
                }
            }
        }
        Self { extents, numbers }
    }

    fn at(&self, [i, j, k]: [usize; 3]) -> f64 {
        let [_, middle, last] = self.extents;
        self.numbers[(i * middle + j) * last + k]
    }

    fn times(&self, other: &Self) -> Self {
        let [first, middle, inner] = self.extents;
        Self::filled([first, middle, other.extents[2]], |[i, j, k]| {
            let products = (0..inner).map(|step| self.at([i, j, step]) * other.at([i, step, k]));
            products.sum()
        })
    }
}

fn activated(x: f64, kind: usize) -> f64 {
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    match kind {
        1 => {
            let inner = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044_715 * x * x * x);
            0.5 * x * (1.0 + inner.tanh())
        }
        2 => x * logistic(x),
        3 => x.max(0.0),
        4 => x * logistic(1.702 * x),
        _ => x,
    }
}

/// All ranks of the grid by their arguments: rank `e * tp + t` is number `e` of one communicator and number `t` of the other.
fn grid<'a>(entry: &'a EntryPoint, all: &[&'a Arguments]) -> (Vec<Named<'a>>, [usize; 2]) {
    let named = all.iter().map(|arguments| Named { entry, arguments });
    let named: Vec<Named> = named.collect();
    let sizes = ["epWorldSize", "tpWorldSize"].map(|name| named[0].int(name));
    assert_eq!(all.len(), sizes[0] * sizes[1]);
    (named, sizes)
}

pub fn gathered(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let (named, [ep, tp]) = grid(entry, all);
    let x: Vec<Cube> = named.iter().map(|of| Cube::of(of, "x").unwrap()).collect();
    let by_rows = named[0].int("xShardType") == 1;
    let [experts, rows, columns] = x[0].extents;
    let local = experts / ep;
    let extents = match by_rows {
        true => [local, ep * tp * rows, columns],
        false => [local, ep * rows, tp * columns],
    };
    let each = named.iter().enumerate().map(|(rank, of)| {
        let own = rank / tp;
        let y2 = Cube::filled(extents, |[expert, row, column]| {
            let (source, part, row, column) = match by_rows {
                true => (row / (tp * rows), row / rows % tp, row % rows, column),
                false => (row / rows, column / columns, row % rows, column % columns),
            };
            x[source * tp + part].at([own * local + expert, row, column])
        });
        let bias = Cube::of(of, "biasOptional");
        let products = y2.times(&Cube::of(of, "weight").unwrap());
        let y3 = Cube::filled(products.extents, |at| {
            products.at(at) + bias.as_ref().map_or(0.0, |bias| bias.at([at[0], 0, at[2]]))
        });
        let kind = of.int("actType");
        let y1: Vec<f64> = y3.numbers.iter().map(|&x| activated(x, kind)).collect();
        let dtype = of.tensor(&["x"]).unwrap().dtype;
        let mut outputs = vec![stored(&y1, dtype)];
        for (name, numbers) in [
            ("y2OutOptional", &y2.numbers),
            ("y3OutOptional", &y3.numbers),
        ] {
            if of.tensor(&[name]).is_some() {
                outputs.push(stored(numbers, dtype));
            }
        }
        outputs
    });
    each.collect()
}

pub fn scattered(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let (named, [ep, tp]) = grid(entry, all);
    let products: Vec<Cube> = named
        .iter()
        .map(|of| {
            Cube::of(of, "x")
                .unwrap()
                .times(&Cube::of(of, "weight").unwrap())
        })
        .collect();
    let by_rows = named[0].int("yShardType") == 1;
    let [local, rows, columns] = products[0].extents;
    let extents = match by_rows {
        true => [local * ep, rows / ep / tp, columns],
        false => [local * ep, rows / ep, columns / tp],
    };
    let each = named.iter().enumerate().map(|(rank, of)| {
        let (own, part) = (rank / tp, rank % tp);
        let out = Cube::filled(extents, |[expert, row, column]| {
            let (owner, expert) = (expert / local, expert % local);
            let at = match by_rows {
                true => [expert, (own * tp + part) * extents[1] + row, column],
                false => [expert, own * extents[1] + row, part * extents[2] + column],
            };
            let sum: f64 = (0..tp).map(|t| products[owner * tp + t].at(at)).sum();
            let bias = Cube::of(&named[owner * tp + part], "biasOptional");
            sum + bias.map_or(0.0, |bias| bias.at([expert, 0, column]))
        });
        let dtype = of.tensor(&["x"]).unwrap().dtype;
        vec![stored(&out.numbers, dtype)]
    });
    each.collect()
}
