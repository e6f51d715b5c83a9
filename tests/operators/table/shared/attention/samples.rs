//! Samples of attention: layouts, heads, masks, shifts and sequences.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::table::samples::{patterns, read, write};
use crate::table::shared::rows::varied;

/// Arguments of a sample.
#[derive(Clone, Copy)]
pub struct Case {
    pub dtype: Dtype,
    pub layout: &'static str,
    /// Batch, heads of queries and of keys, queries, keys, elements of a query and of a value.
    pub extents: [i64; 7],
    pub mode: i64,
    pub keep: f64,
    /// The shape of the shift and of the mask.
    pub shift: Option<[i64; 4]>,
    pub mask: Option<&'static [i64]>,
    pub tokens: [i64; 2],
    pub ends: Option<[&'static [i64]; 2]>,
    /// The type of the mask.
    pub mask_type: Dtype,
    /// A slope for each head, instead of a shift.
    pub has_slopes: bool,
    pub prefix: Option<&'static [i64]>,
    /// `pseType`, where it is another than the usual one of the form.
    pub kind: Option<i64>,
    /// Numbers of the first query and of the first key.
    pub starts: Option<[i64; 2]>,
    /// Number of addends of all scores of sequences one behind the other.
    pub shifts_behind: Option<i64>,
    /// Queries and keys have second parts.
    pub has_parts: bool,
    pub has_sink: bool,
    /// The layout of statistics.
    pub statistics: Option<&'static str>,
}

pub const PLAIN: Case = Case {
    dtype: Dtype::F32,
    layout: "BNSD",
    extents: [2, 4, 2, 5, 7, 6, 4],
    mode: 0,
    keep: 0.75,
    shift: Some([2, 4, 5, 7]),
    mask: Some(&[2, 1, 5, 7]),
    tokens: [3, 4],
    ends: None,
    mask_type: Dtype::Bool,
    has_slopes: false,
    prefix: None,
    kind: None,
    starts: None,
    shifts_behind: None,
    has_parts: false,
    has_sink: false,
    statistics: None,
};

pub const BARE: Case = Case {
    keep: 1.0,
    shift: None,
    mask: None,
    ..PLAIN
};

/// Masks for triangles of any size are larger than a table should hold: the windows that they stand for have tests of their own.
pub const CASES: [Case; 9] = [
    PLAIN,
    Case {
        layout: "BSH",
        dtype: Dtype::F16,
        ..BARE
    },
    Case {
        layout: "SBH",
        shift: Some([1, 4, 5, 7]),
        ..PLAIN
    },
    Case {
        layout: "BSND",
        dtype: Dtype::Bf16,
        mask: Some(&[5, 7]),
        mode: 1,
        ..PLAIN
    },
    // Several blocks of keys.
    Case {
        extents: [1, 2, 1, 35, 530, 3, 2],
        shift: Some([1, 2, 1, 530]),
        mask: None,
        ..PLAIN
    },
    // Several blocks of queries, a window, and queries that see nothing.
    Case {
        extents: [1, 2, 1, 270, 40, 2, 2],
        mask: Some(&[270, 40]),
        tokens: [9, -2],
        ..BARE
    },
    // Masks that broadcast: keys of each batch, keys, and queries of each head.
    Case {
        mask: Some(&[2, 1, 1, 7]),
        ..PLAIN
    },
    Case {
        layout: "BSH",
        mask: Some(&[1, 7]),
        ..BARE
    },
    Case {
        layout: "BSND",
        mask: Some(&[2, 4, 5, 1]),
        mode: 1,
        ..BARE
    },
];

/// Sequences one behind the other, of which the second one has no queries, and rows of no sequence.
pub const TOKENS: [Case; 3] = [
    Case {
        layout: "TND",
        extents: [1, 4, 2, 9, 12, 6, 4],
        shift: None,
        mask: Some(&[6, 7]),
        ends: Some([&[3, 3, 8, 0], &[5, 7, 11, 0]]),
        ..PLAIN
    },
    Case {
        layout: "TND",
        dtype: Dtype::F16,
        extents: [1, 4, 2, 9, 12, 6, 4],
        ends: Some([&[2, 9], &[12, 12]]),
        ..BARE
    },
    Case {
        layout: "TND",
        extents: [1, 4, 2, 9, 12, 6, 4],
        mask: Some(&[2, 1, 1, 8]),
        ends: Some([&[4, 9], &[5, 12]]),
        mode: 1,
        ..BARE
    },
];

/// Cases whose sums no broadcast shift asks for.
pub fn with_whole_shift() -> impl Iterator<Item = Case> {
    let fits = |case: &Case| {
        case.shift
            .is_none_or(|shift| shift[0] == case.extents[0] && shift[2] != 1)
    };
    CASES.into_iter().filter(fits)
}

impl Case {
    pub fn shape(&self, is_key: bool, elements: i64) -> Vec<i64> {
        let [b, n, m, s, k, ..] = self.extents;
        let (heads, rows) = if is_key { (m, k) } else { (n, s) };
        match self.layout {
            "BSH" => vec![b, rows, heads * elements],
            "SBH" => vec![rows, b, heads * elements],
            "BSND" => vec![b, rows, heads, elements],
            "BNSD" => vec![b, heads, rows, elements],
            _ => vec![rows, heads, elements],
        }
    }

    pub fn statistics(&self) -> Vec<i64> {
        let [b, n, _, s, ..] = self.extents;
        if self.layout == "TND" {
            vec![s, n, 8]
        } else {
            vec![b, n, s, 8]
        }
    }

    /// Statistics by which a query is told from its neighbours.
    pub fn varied_statistics(&self, first: f64) -> Argument {
        let copies = |number: i32| [first + 0.25 * f64::from(number); 8];
        let numbers: Vec<f64> = (0..7).flat_map(copies).collect();
        read(Dtype::F32, &self.statistics(), &numbers)
    }

    pub fn operands(&self) -> Vec<Argument> {
        let [.., d, v] = self.extents;
        vec![
            varied(self.dtype, &self.shape(false, d), 1),
            varied(self.dtype, &self.shape(true, d), 2),
            varied(self.dtype, &self.shape(true, v), 3),
        ]
    }

    /// The shift, the bits that are kept, the padding mask and the mask.
    pub fn optional(&self) -> Vec<Argument> {
        let [b, n, _, s, k, ..] = self.extents;
        let kept = match self.keep < 1.0 {
            true => patterns(Dtype::U8, &[(b * n * s * k + 7) / 8 + 32], 5),
            false => Argument::Null,
        };
        let hidden: Vec<f64> = (0..61).map(|i| f64::from(u8::from(i % 7 == 3))).collect();
        vec![
            match (self.has_slopes, self.shifts_behind) {
                (true, _) => varied(Dtype::F32, &[n], 4),
                (_, Some(count)) => varied(self.dtype, &[count], 4),
                _ => self
                    .shift
                    .map_or(Argument::Null, |shape| varied(self.dtype, &shape, 4)),
            },
            kept,
            Argument::Null,
            self.mask
                .map_or(Argument::Null, |shape| read(self.mask_type, shape, &hidden)),
        ]
    }

    /// Keys that all queries of a batch or sequence see.
    pub fn prefix(&self) -> Vec<Argument> {
        vec![
            self.prefix
                .map_or(Argument::Null, |keys| Argument::Ints(keys.to_vec())),
        ]
    }

    pub fn kind(&self, usual: i64) -> Vec<Argument> {
        vec![Argument::Int(self.kind.unwrap_or(usual))]
    }

    fn is_diagonal(&self) -> bool {
        let [_, _, _, queries, ..] = self.extents;
        self.shift
            .is_some_and(|[.., rows, _]| 1 < rows && rows < queries)
    }

    pub fn starts(&self) -> Vec<Argument> {
        match self.starts {
            Some(starts) => starts.map(|start| Argument::Ints(vec![start])).into(),
            None => nulls(2),
        }
    }

    /// The layout of statistics, none where the case names none.
    pub fn statistics_layout(&self) -> Vec<Argument> {
        vec![self.statistics.map_or(Argument::Null, Argument::Text)]
    }

    /// Ends of sequences.
    pub fn ends(&self) -> Vec<Argument> {
        match self.ends {
            Some(ends) => ends.map(|ends| Argument::Ints(ends.to_vec())).into(),
            None => nulls(2),
        }
    }

    pub fn numbers(&self) -> Vec<Argument> {
        vec![
            Argument::Float(0.3),
            Argument::Float(self.keep),
            Argument::Int(self.tokens[0]),
            Argument::Int(self.tokens[1]),
            Argument::Int(self.extents[1]),
            Argument::Text(self.layout),
        ]
    }

    pub fn modes(&self) -> Vec<Argument> {
        vec![Argument::Int(0), Argument::Int(self.mode)]
    }

    pub fn outputs(&self) -> Vec<Argument> {
        vec![
            write(Dtype::F32, &self.statistics()),
            write(Dtype::F32, &self.statistics()),
            Argument::Null,
            write(self.dtype, &self.shape(false, self.extents[6])),
        ]
    }

    /// Queries, keys, values, the gradient by results, what is optional, the statistics and the results.
    pub fn given(&self) -> Vec<Argument> {
        let [.., v] = self.extents;
        let results = self.shape(false, v);
        let mut all = self.operands();
        all.push(varied(self.dtype, &results, 6));
        all.extend(self.optional());
        all.extend([
            self.varied_statistics(1.5),
            self.varied_statistics(7.25),
            Argument::Null,
            varied(self.dtype, &results, 7),
        ]);
        all
    }

    pub fn gradients(&self) -> Vec<Argument> {
        let [.., d, v] = self.extents;
        vec![
            write(self.dtype, &self.shape(false, d)),
            write(self.dtype, &self.shape(true, d)),
            write(self.dtype, &self.shape(true, v)),
            // There is none by a shift that is the same along diagonals.
            self.shift
                .filter(|_| !self.is_diagonal())
                .map_or(Argument::Null, |shape| write(self.dtype, &shape)),
        ]
    }
}

pub fn nulls(count: usize) -> Vec<Argument> {
    vec![Argument::Null; count]
}

/// Samples of some cases, each of these parts.
pub fn samples(
    cases: impl Iterator<Item = Case>,
    parts: impl Fn(Case) -> Vec<Vec<Argument>>,
) -> Vec<Vec<Argument>> {
    cases
        .map(|case| parts(case).into_iter().flatten().collect())
        .collect()
}

pub const SAME: Argument = Argument::Text("same_as_input");
