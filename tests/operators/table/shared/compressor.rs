//! Samples and checks of several operators: groups of tokens as one, with a cache of tokens, and the gradient.

use crate::argument::Argument;
use crate::table::samples::{read, write};
use crate::table::shared::rows::varied;
use hostnpu::tensor::Dtype::{self, *};

/// Arguments of a sample.
pub struct Case {
    pub dtype: Dtype,
    /// Sequences and tokens of each; with `starts` tokens of all are the second one.
    pub extents: [i64; 2],
    pub starts: &'static [i64],
    pub used: &'static [i64],
    pub positions: &'static [i64],
    /// Tokens of a group, groups of a token, channels, inputs.
    pub sizes: [i64; 4],
    /// Mode, lines, tokens of a line.
    pub cache: [i64; 3],
    pub table: &'static [i64],
    /// Rows of means.
    pub rows: i64,
    pub with_parts: bool,
}

pub const PLAIN: Case = Case {
    dtype: F16,
    extents: [2, 8],
    starts: &[],
    used: &[8, 8],
    positions: &[0, 0],
    sizes: [4, 1, 3, 6],
    cache: [1, 5, 4],
    table: &[3, 1, 2, 4],
    rows: 2,
    with_parts: false,
};

/// All results have a group, for what others keep is whatever was there.
pub const CASES: [Case; 8] = [
    PLAIN,
    Case {
        dtype: Bf16,
        extents: [1, 6],
        positions: &[2],
        sizes: [4, 2, 2, 5],
        cache: [1, 4, 3],
        table: &[2, 1, 3],
        used: &[],
        ..PLAIN
    },
    Case {
        extents: [2, 10],
        starts: &[0, 5, 10],
        positions: &[3, 3],
        sizes: [4, 2, 3, 4],
        cache: [1, 3, 8],
        table: &[2, 1],
        rows: 4,
        used: &[],
        ..PLAIN
    },
    // A line of number 0 is not written.
    Case {
        extents: [1, 8],
        sizes: [2, 2, 4, 3],
        cache: [1, 3, 4],
        table: &[0, 2],
        rows: 4,
        with_parts: true,
        used: &[],
        positions: &[],
        ..PLAIN
    },
    Case {
        dtype: Bf16,
        extents: [2, 4],
        positions: &[4, 8],
        sizes: [4, 2, 2, 7],
        cache: [2, 3, 12],
        table: &[2, 0],
        rows: 1,
        used: &[],
        ..PLAIN
    },
    // The last of six tokens does not count.
    Case {
        extents: [1, 6],
        starts: &[0, 6],
        used: &[5],
        positions: &[3],
        sizes: [4, 1, 5, 3],
        cache: [2, 2, 9],
        table: &[1],
        with_parts: true,
        ..PLAIN
    },
    // A group of three tokens.
    Case {
        extents: [3, 3],
        positions: &[0, 3, 5],
        sizes: [3, 2, 2, 4],
        cache: [1, 4, 16],
        table: &[1, 2, 3],
        rows: 1,
        used: &[],
        ..PLAIN
    },
    // Sequences without tokens, and none that begins a group.
    Case {
        dtype: Bf16,
        extents: [3, 2],
        starts: &[0, 1, 1, 2],
        positions: &[1, 6, 3],
        sizes: [2, 1, 3, 2],
        cache: [1, 4, 4],
        table: &[1, 2, 3],
        rows: 2,
        used: &[],
        ..PLAIN
    },
];

pub fn numbers(of: &[i64]) -> Argument {
    let floats: Vec<f64> = of.iter().map(|&x| x as f64).collect();
    match of {
        [] => Argument::Null,
        _ => read(I32, &[of.len() as i64], &floats),
    }
}

impl Case {
    pub fn x(&self) -> Vec<i64> {
        match self.starts {
            [] => vec![self.extents[0], self.extents[1], self.sizes[3]],
            _ => vec![self.extents[1], self.sizes[3]],
        }
    }

    pub fn means(&self, middle: &[i64]) -> Vec<i64> {
        let first = match self.starts {
            [] => vec![self.extents[0], self.rows],
            _ => vec![self.rows],
        };
        [&first[..], middle, &[self.sizes[2]]].concat()
    }

    pub fn parts(&self) -> Vec<i64> {
        self.means(&[self.sizes[0] * self.sizes[1]])
    }

    pub fn channels(&self) -> i64 {
        self.sizes[1] * self.sizes[2]
    }

    /// The cache, the biases, and, where there are some, factors.
    pub fn cached(&self, factors: &[Argument]) -> Vec<Argument> {
        let [mode, lines, size] = self.cache;
        let channels = self.channels();
        let table: Vec<f64> = self.table.iter().map(|&line| line as f64).collect();
        let each = self.table.len() as i64 / self.extents[0];
        let shape = if mode == 1 {
            vec![self.extents[0], each]
        } else {
            vec![self.extents[0]]
        };
        let mut all = vec![
            varied(F32, &[lines, size, 2 * channels], 5),
            varied(F32, &[self.sizes[0], channels], 4),
        ];
        all.extend_from_slice(factors);
        all.extend([
            read(I32, &shape, &table),
            numbers(self.starts),
            numbers(self.used),
            numbers(self.positions),
        ]);
        all
    }

    pub fn weights(&self, dtype: Dtype) -> [Argument; 3] {
        let shape = vec![self.channels(), self.sizes[3]];
        let of = |(shape, number): (Vec<i64>, i64)| match dtype {
            // Codes of small numbers.
            Hifloat8 => {
                let mut codes = [0x08, 0x8a, 0x12, 0x1c, 0x99, 0x0f, 0x93].map(f64::from);
                codes.rotate_left(number as usize);
                read(Hifloat8, &shape, &codes)
            }
            _ => varied(dtype, &shape, number),
        };
        [(self.x(), 1), (shape.clone(), 2), (shape, 3)].map(of)
    }

    pub fn ints(&self) -> [Argument; 4] {
        let stride = self.cache[2] * 2 * self.channels();
        [self.sizes[0], self.sizes[1], self.cache[0], stride].map(Argument::Int)
    }
}

pub fn forward() -> Vec<Vec<Argument>> {
    let call = |case: &Case| {
        let mut all = case.weights(case.dtype).to_vec();
        all.extend(case.cached(&[]));
        all.extend(case.ints());
        all.push(Argument::Bool(case.with_parts));
        all.push(write(case.dtype, &case.means(&[])));
        for _ in 0..2 {
            all.push(match case.with_parts {
                true => write(F32, &case.parts()),
                false => Argument::Null,
            });
        }
        all
    };
    CASES.iter().map(call).collect()
}

pub fn backward() -> Vec<Vec<Argument>> {
    let call = |case: &Case| {
        let mut all = case.weights(case.dtype).to_vec();
        let shares: i64 = case.parts().iter().product();
        let shares: Vec<f64> = (0..shares).map(|k| (k * 7 % 11) as f64 / 16.0).collect();
        all.extend([
            varied(case.dtype, &case.means(&[]), 6),
            read(F32, &case.parts(), &shares),
            varied(F32, &case.parts(), 7),
            numbers(case.starts),
            numbers(case.used),
            numbers(case.positions),
            Argument::Int(case.sizes[0]),
            Argument::Int(case.sizes[1]),
            write(case.dtype, &case.x()),
        ]);
        let channels = case.channels();
        all.push(write(case.dtype, &[channels, case.sizes[3]]));
        all.push(write(case.dtype, &[channels, case.sizes[3]]));
        all.push(write(F32, &[case.sizes[0], channels]));
        all
    };
    CASES.iter().map(call).collect()
}

pub const HALVES: &str = "none | 910B 950: f16 bf16";
pub const F32_TOO: &str = "none | 910B 950: f32";
pub const NUMBERS: &str = "none | 910B 950: i32";
pub const THREE: &str = "null: the first sample has three dimensions";
