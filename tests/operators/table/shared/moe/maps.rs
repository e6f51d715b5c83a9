//! Samples and checks of several operators: rows that maps give to experts.

use crate::arguments::Arguments;
use crate::reference::moe;
use crate::table::entry;
use crate::table::shared::moe::*;
use hostnpu::tensor::Dtype::*;

/// A map that gives token i up to `top_k` experts: all of them, or fewer to some.
pub fn map(dtype: Dtype, [tokens, experts]: [i64; 2], top_k: i64, full: bool) -> Argument {
    let mut numbers = vec![0.0; (tokens * experts) as usize];
    for token in 0..tokens {
        let chosen = if full { top_k } else { token % (top_k + 1) };
        for k in 0..chosen {
            numbers[(token * experts + (token * 5 + k * 3) % experts) as usize] = 1.0;
        }
    }
    read(dtype, &[tokens, experts], &numbers)
}

/// Types of tokens, maps and weights.
pub const TYPES: [(Dtype, Dtype, Dtype); 8] = [
    (Bf16, Bool, Bf16),
    (Bf16, I8, Bf16),
    (F16, Bool, F16),
    (F16, I8, F16),
    (F32, Bool, F32),
    (F32, I8, F32),
    (Bf16, Bool, F32),
    (Bf16, I8, F32),
];

/// Differences between calls: extents are tokens, experts, width and the places of a token, or rows of an expert.
#[derive(Clone, Copy)]
pub struct Map {
    pub types: (Dtype, Dtype, Dtype),
    pub size: [i64; 4],
    pub pads: bool,
    pub full: bool,
    pub weights: bool,
}

pub const FIRST: Map = Map {
    types: (F16, Bool, F16),
    size: [5, 7, 6, 3],
    pads: false,
    full: false,
    weights: true,
};

pub fn all() -> Vec<Map> {
    let mut all = vec![FIRST];
    for types in TYPES {
        for pads in [false, true] {
            all.push(Map {
                types,
                pads,
                full: pads,
                ..FIRST
            });
        }
    }
    all.extend([
        Map {
            full: true,
            ..FIRST
        },
        Map {
            weights: false,
            ..FIRST
        },
        Map {
            weights: false,
            pads: true,
            ..FIRST
        },
        Map {
            pads: true,
            ..FIRST
        },
        Map {
            types: (F32, Bool, F32),
            size: [301, 13, 600, 4],
            ..FIRST
        },
        Map {
            types: (F32, Bool, F32),
            size: [301, 13, 600, 100],
            pads: true,
            ..FIRST
        },
    ]);
    all
}

impl Map {
    pub fn map(self) -> Argument {
        let [tokens, experts, _, each] = self.size;
        let top_k = if self.pads { 3 } else { each };
        map(self.types.1, [tokens, experts], top_k, self.full)
    }

    pub fn rows(self) -> i64 {
        let [tokens, experts, _, each] = self.size;
        each * if self.pads { experts } else { tokens }
    }

    /// The indices that permuting gives.
    pub fn indices(self) -> Argument {
        let outputs = moe::map_permute(&Arguments::new(
            entry("aclnnMoeTokenPermuteWithRoutingMap"),
            &self.permute(),
        ));
        let numbers = outputs.last().unwrap().chunks(4);
        let numbers: Vec<f64> = numbers
            .map(|bytes| f64::from(i32::from_le_bytes(bytes.try_into().unwrap())))
            .collect();
        read(I32, &[self.rows()], &numbers)
    }

    pub fn weight(self, shape: &[i64], first: usize) -> Argument {
        if self.weights {
            strided(self.types.2, shape, first)
        } else {
            Argument::Null
        }
    }

    pub fn weight_output(self, shape: &[i64]) -> Argument {
        if self.weights {
            write(self.types.2, shape)
        } else {
            Argument::Null
        }
    }

    pub fn permute(self) -> Vec<Argument> {
        let [tokens, experts, width, _] = self.size;
        let rows = self.rows();
        vec![
            strided(self.types.0, &[tokens, width], 1),
            self.map(),
            self.weight(&[tokens, experts], 5),
            // More than a multiple has no more places.
            Argument::Int(if rows < tokens * experts {
                rows + rows % 2
            } else {
                rows
            }),
            Argument::Bool(self.pads),
            write(self.types.0, &[rows, width]),
            self.weight_output(&[rows]),
            write(I32, &[rows]),
        ]
    }

    pub fn permute_gradient(self) -> Vec<Argument> {
        let [tokens, experts, width, _] = self.size;
        let rows = self.rows();
        vec![
            strided(self.types.0, &[rows, width], 1),
            self.weight(&[rows], 5),
            self.indices(),
            self.map(),
            Argument::Int(experts),
            Argument::Int(tokens),
            Argument::Bool(self.pads),
            write(self.types.0, &[tokens, width]),
            self.weight_output(&[tokens, experts]),
        ]
    }

    pub fn unpermute(self) -> Vec<Argument> {
        let [tokens, experts, width, _] = self.size;
        let rows = self.rows();
        vec![
            strided(self.types.0, &[rows, width], 1),
            self.indices(),
            if self.weights {
                self.map()
            } else {
                Argument::Null
            },
            self.weight(&[tokens, experts], 5),
            Argument::Bool(self.pads),
            Argument::Ints(vec![tokens, width]),
            write(self.types.0, &[tokens, width]),
            write(I32, &[rows]),
            write(I32, &[rows]),
            self.weight_output(&[rows]),
        ]
    }

    pub fn unpermute_gradient(self) -> Vec<Argument> {
        let [tokens, experts, width, _] = self.size;
        let rows = self.rows();
        let indices = self.indices();
        let [index, ids] = match self.pads {
            true => {
                let outputs = moe::map_unpermute(&Arguments::new(
                    entry("aclnnMoeTokenUnpermuteWithRoutingMap"),
                    &self.unpermute(),
                ));
                [1, 2].map(|at: usize| {
                    let numbers = outputs[at].chunks(4);
                    let numbers: Vec<f64> = numbers
                        .map(|bytes| f64::from(i32::from_le_bytes(bytes.try_into().unwrap())))
                        .collect();
                    read(I32, &[rows], &numbers)
                })
            }
            false => [indices.clone(), indices],
        };
        vec![
            strided(self.types.0, &[tokens, width], 2),
            index,
            ids,
            if self.weights {
                self.map()
            } else {
                Argument::Null
            },
            if self.weights {
                strided(self.types.0, &[rows, width], 1)
            } else {
                Argument::Null
            },
            self.weight(&[tokens, experts], 5),
            Argument::Bool(self.pads),
            Argument::Ints(vec![tokens, width]),
            write(self.types.0, &[rows, width]),
            self.weight_output(&[tokens, experts]),
        ]
    }
}
