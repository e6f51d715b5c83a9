//! First arguments of an operator, by the names and kinds of its parameters.

use crate::case::{Argument, Case, Kind, Scalar, Tensor};
use crate::dtype::{self, BFLOAT16, BOOL, FLOAT, FLOAT16, INT32, INT64, UINT8};
use crate::known;
use crate::library::{Operator, Parameter, Word};
use hostnpu_test_support::Random;

/// An extent that is worth trying.
pub fn extent(random: &mut Random) -> i64 {
    random.one_of(&[1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 16, 17, 32])
}

/// Extents and types that the arguments of one call share.
pub struct Base {
    shape: Vec<i64>,
    dtype: i32,
    length: usize,
}

impl Base {
    pub fn new(random: &mut Random) -> Self {
        let rank = random.one_of(&[1, 2, 2, 3, 4, 4, 5, 0]);
        let types = [
            FLOAT, FLOAT, FLOAT, FLOAT16, FLOAT16, BFLOAT16, BFLOAT16, INT32, INT64, BOOL,
        ];
        let mut shape: Vec<i64> = (0..rank).map(|_| extent(random)).collect();
        while shape.iter().product::<i64>() > 2000 {
            let axis = random.below(rank);
            shape[axis] = 1 + shape[axis] / 2;
        }
        Self {
            shape,
            dtype: random.one_of(&types),
            length: 1 + random.below(3),
        }
    }

    /// Extents and types that the arguments of a call share, as far as it shows.
    fn of(case: &Case, random: &mut Random) -> Self {
        let mut base = Self::new(random);
        let tensors = case.tensors();
        if !tensors.is_empty() && random.below(4) > 0 {
            let (_, tensor) = tensors[random.below(tensors.len())];
            base.shape = tensor.shape.clone();
            base.dtype = tensor.dtype;
        }
        base
    }
}

/// A call that may be right.
pub fn case(operator: &Operator, number: usize, random: &mut Random) -> Case {
    let base = Base::new(random);
    let absent = random.below(3);
    let arguments = operator.parameters.iter().map(|parameter| {
        match parameter.optional && absent > 0 && random.below(3) < absent {
            true => Argument::Null,
            false => argument(parameter, &base, random),
        }
    });
    let mut case = Case {
        operator: number,
        arguments: arguments.collect(),
        alias: None,
    };
    known::apply(&mut case, operator, random);
    case
}

/// Another value of one argument.
pub fn again(case: &mut Case, operator: &Operator, at: usize, random: &mut Random) {
    let base = Base::of(case, random);
    let parameter = &operator.parameters[at];
    case.arguments[at] = match parameter.optional && random.below(3) == 0 {
        true => Argument::Null,
        false => argument(parameter, &base, random),
    };
}

fn argument(parameter: &Parameter, base: &Base, random: &mut Random) -> Argument {
    let name = parameter.name.to_lowercase();
    match parameter.word {
        Word::Tensor => Argument::Tensor(tensor(&name, base, random)),
        Word::Tensors => Argument::Tensors(
            (0..base.length)
                .map(|_| tensor(&name, base, random))
                .collect(),
        ),
        Word::Scalar => Argument::Scalar(scalar(base, random)),
        Word::Scalars => {
            Argument::Scalars((0..base.length).map(|_| scalar(base, random)).collect())
        }
        Word::Ints => Argument::Ints(ints(&name, base, random)),
        Word::Floats => Argument::Floats(vec![1.0; base.shape.len()]),
        Word::Bools => Argument::Bools(
            (0..base.length.max(2))
                .map(|_| random.below(4) > 0)
                .collect(),
        ),
        Word::Text => Argument::Text(text(&name, random)),
        Word::Int(..) => Argument::Int(int(&name, base, random)),
        Word::DataType => Argument::Int(base.dtype.into()),
        Word::Float(_) => Argument::Float(float(&name, random)),
        Word::Bool => Argument::Bool(random.below(2) == 0),
    }
}

fn tensor(name: &str, base: &Base, random: &mut Random) -> Tensor {
    let any = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let (dtype, kind) = if any(&["mask", "cond", "finished", "foundinf"]) {
        (random.one_of(&[BOOL, BOOL, UINT8, base.dtype]), Kind::Unit)
    } else if any(&[
        "indices",
        "index",
        "target",
        "label",
        "offsets",
        "seqlen",
        "ids",
        "repeats",
        "length",
        "batchsizes",
        "position",
        "slot",
        "step",
    ]) {
        (
            random.one_of(&[INT64, INT64, INT32]),
            random.one_of(&[Kind::Index, Kind::Index, Kind::Rising, Kind::Zero]),
        )
    } else if any(&["rstd", "var", "std", "prob"]) {
        (base.dtype, Kind::Unit)
    } else {
        (
            base.dtype,
            random.one_of(&[Kind::Normal, Kind::Normal, Kind::Unit, Kind::Bits]),
        )
    };
    let one_axis = any(&["gamma", "beta", "bias", "mean", "rstd", "var", "weight"]);
    let shape = match one_axis && random.below(2) == 0 {
        true => base.shape.last().copied().into_iter().collect(),
        false => base.shape.clone(),
    };
    let mut tensor = Tensor::new(dtype, &shape, kind);
    tensor.contents.seed = random.next() >> 40;
    tensor.at_start = random.below(4) == 0;
    tensor
}

fn scalar(base: &Base, random: &mut Random) -> Scalar {
    Scalar {
        dtype: random.one_of(&[base.dtype, base.dtype, FLOAT, INT64, 11]),
        value: random.one_of(&[1.0, 1.0, 2.0, 0.5, 0.0, -1.0, 3.0]),
    }
}

fn ints(name: &str, base: &Base, random: &mut Random) -> Vec<i64> {
    let rank = base.shape.len();
    let any = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let spatial = rank.saturating_sub(2).max(1);
    if any(&["pad"]) {
        vec![random.below(2) as i64; random.one_of(&[spatial, 2, 4, 6, 2 * spatial])]
    } else if any(&["kernel", "stride", "dilation"]) {
        vec![1 + random.below(2) as i64; random.one_of(&[spatial, spatial, 1, 2, 3])]
    } else if any(&["normalizedshape"]) {
        base.shape.last().copied().into_iter().collect()
    } else if any(&["dim", "axes", "axis", "perm"]) {
        let mut axes: Vec<i64> = (0..rank as i64).collect();
        if !any(&["perm"]) && random.below(4) > 0 {
            axes.truncate(1 + random.below(rank.max(1)));
        }
        axes
    } else if any(&["outputsize"]) && random.below(2) == 0 {
        base.shape[rank - spatial.min(rank)..].to_vec()
    } else if any(&["size", "shape"]) {
        base.shape.clone()
    } else {
        vec![random.below(3) as i64; random.one_of(&[rank, 1, 2])]
    }
}

fn int(name: &str, base: &Base, random: &mut Random) -> i64 {
    let rank = base.shape.len() as i64;
    let any = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if any(&["dtype", "dsttype"]) {
        return random.one_of(&dtype::DTYPES).0.into();
    }
    if any(&["dim", "axis"]) {
        return random.one_of(&[0, 0, -1, 1, rank - 1]);
    }
    if any(&["group", "num", "size", "n", "c"]) {
        let extents: Vec<i64> = base.shape.iter().copied().chain([1, 1, 2, 32]).collect();
        return random.one_of(&extents);
    }
    random.one_of(&[0, 0, 1, 1, 2, 3])
}

fn float(name: &str, random: &mut Random) -> f64 {
    match name {
        "eps" | "epsilon" => 1e-5,
        _ => random.one_of(&[1.0, 0.5, 0.5, 0.0, 0.1, 2.0, 1e-5]),
    }
}

fn text(name: &str, random: &mut Random) -> String {
    let choices: &[&str] = if name.contains("round") {
        &["rint", "round", "floor", "trunc"]
    } else if name.contains("layout") {
        &["BSH", "BNSD", "SBH", "BSND", "TND", ""]
    } else if name.contains("reduc") {
        &["mean", "sum", "none"]
    } else {
        &["", "none", "tanh", "sum", "NCHW"]
    };
    random.one_of(choices).to_owned()
}
