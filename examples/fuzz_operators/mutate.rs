//! Changes of calls that succeeded: some keep them right, others should make them refused.

use crate::case::{Alias, Argument, Case, KINDS, Tensor, dense};
use crate::dtype;
use crate::library::{Operator, Word};
use crate::templates;
use hostnpu_test_support::Random;

/// Numbers that programs get wrong.
const ODD: [i64; 16] = [
    0,
    1,
    -1,
    -2,
    2,
    7,
    63,
    64,
    65,
    255,
    1 << 31,
    (1 << 31) - 1,
    1 << 40,
    1 << 62,
    i64::MAX,
    i64::MIN,
];

/// Formats of tensors, private ones and one that does not exist among them.
const FORMATS: [i32; 12] = [0, 1, 2, 3, 4, 16, 27, 29, 30, 47, -1, 77];

/// Changes a call in one to three ways.
pub fn mutate(case: &mut Case, operator: &Operator, random: &mut Random) {
    for _ in 0..random.one_of(&[1, 1, 2, 3]) {
        match random.below(20) {
            0..4 => rename_extent(case, random),
            4 => one_extent(case, random),
            5 | 6 => strides(case, random),
            7 => offset(case, random),
            8 => alias(case, random),
            9 => all_of_one_type(case, random),
            10 => one_type(case, random),
            11 => format(case, random),
            12 => null(case, operator, random),
            13 => lists(case, random),
            14 | 15 => contents(case, random),
            16 => grow(case, random),
            17 => rank(case, random),
            _ => plain(case, operator, random),
        }
    }
}

/// A tensor of the call.
fn any_tensor<'a>(case: &'a mut Case, random: &mut Random) -> Option<&'a mut Tensor> {
    let mut all: Vec<_> = case
        .arguments
        .iter_mut()
        .flat_map(Argument::tensors_mut)
        .collect();
    if all.is_empty() {
        return None;
    }
    let at = random.below(all.len());
    Some(all.swap_remove(at))
}

/// An extent that occurs.
fn any_extent(case: &Case, random: &mut Random) -> Option<i64> {
    let extents: Vec<i64> = case
        .tensors()
        .iter()
        .flat_map(|(_, tensor)| tensor.shape.clone())
        .collect();
    (!extents.is_empty()).then(|| random.one_of(&extents))
}

/// Gives an extent another value wherever it occurs: what agreed agrees again, mostly.
fn replace_extent(case: &mut Case, old: i64, new: i64, integers: bool) {
    for argument in &mut case.arguments {
        match argument {
            Argument::Ints(values) if integers => values
                .iter_mut()
                .filter(|value| **value == old)
                .for_each(|value| *value = new),
            Argument::Int(value) if integers && *value == old && old > 3 => *value = new,
            argument => {
                for tensor in argument
                    .tensors_mut()
                    .iter_mut()
                    .filter(|tensor| tensor.shape.contains(&old))
                {
                    let is_dense = tensor.is_dense();
                    tensor
                        .shape
                        .iter_mut()
                        .filter(|extent| **extent == old)
                        .for_each(|extent| *extent = new);
                    if is_dense {
                        tensor.strides = dense(&tensor.shape);
                    }
                }
            }
        }
    }
}

fn rename_extent(case: &mut Case, random: &mut Random) {
    if let Some(old) = any_extent(case, random) {
        let new = match random.below(4) {
            0 => old.saturating_sub(1),
            1 => old.saturating_add(1),
            2 => templates::extent(random),
            _ => random.one_of(&[0, 1, 15, 33, 64, 65, 100, 256, 257]),
        };
        replace_extent(case, old, new, random.below(3) > 0);
    }
}

/// Up to about a million elements.
fn grow(case: &mut Case, random: &mut Random) {
    let Some(old) = any_extent(case, random).filter(|&old| old > 0) else {
        return;
    };
    let numel = |(_, tensor): &(usize, &Tensor)| tensor.numel().unwrap_or(0);
    let most = case.tensors().iter().map(numel).max().unwrap_or(1).max(1) as i64;
    let target = random.one_of(&[3000, 5000, 20_000, 70_000, 1_000_000]);
    let new = old.saturating_mul((target / most).max(1));
    let new = new.saturating_add(random.below(3) as i64 - 1);
    replace_extent(case, old, new.min(1_100_000), random.below(3) > 0);
}

fn one_extent(case: &mut Case, random: &mut Random) {
    let Some(tensor) = any_tensor(case, random).filter(|tensor| !tensor.shape.is_empty()) else {
        return;
    };
    let is_dense = tensor.is_dense();
    let axis = random.below(tensor.shape.len());
    tensor.shape[axis] = match random.below(3) {
        0 => tensor.shape[axis].saturating_add(1),
        1 => tensor.shape[axis].saturating_sub(1),
        _ => random.one_of(&ODD),
    };
    if is_dense {
        tensor.strides = dense(&tensor.shape);
    }
}

fn strides(case: &mut Case, random: &mut Random) {
    let Some(tensor) = any_tensor(case, random) else {
        return;
    };
    let rank = tensor.shape.len();
    if rank == 0 {
        return;
    }
    match random.below(8) {
        0..3 => {
            // The layout of a permuted tensor.
            let (a, b) = (random.below(rank), random.below(rank));
            let mut shape = tensor.shape.clone();
            shape.swap(a, b);
            tensor.strides = dense(&shape);
            tensor.strides.swap(a, b);
        }
        3 | 4 => {
            let factor = random.one_of(&[2, 3, 5]);
            tensor
                .strides
                .iter_mut()
                .for_each(|stride| *stride = stride.saturating_mul(factor));
        }
        5 => {
            let axis = random.below(rank);
            tensor.strides[axis] = 0;
        }
        6 => {
            // Backwards.
            let axis = random.below(rank);
            let span = (tensor.shape[axis].saturating_sub(1))
                .checked_mul(tensor.strides[axis])
                .unwrap_or(0);
            tensor.offset = tensor.offset.saturating_add(span);
            tensor.strides[axis] = tensor.strides[axis].wrapping_neg();
        }
        _ => {
            let axis = random.below(rank);
            tensor.strides[axis] = random.one_of(&ODD);
        }
    }
}

fn offset(case: &mut Case, random: &mut Random) {
    if let Some(tensor) = any_tensor(case, random) {
        tensor.offset = match random.below(4) {
            0 => random.one_of(&ODD),
            _ => random.one_of(&[1, 2, 3, 5, 16]),
        };
        tensor.at_start = random.below(2) == 0;
    }
}

fn alias(case: &mut Case, random: &mut Random) {
    let count = case.tensors().len();
    if count < 2 {
        return;
    }
    case.alias = match random.below(3) {
        0 => None,
        choice => Some(Alias {
            over: random.below(count),
            under: random.below(count),
            distance: if choice == 1 {
                0
            } else {
                random.one_of(&[4, 8, 16, 64, 2, 1])
            },
        }),
    };
}

fn any_type(random: &mut Random) -> i32 {
    random.one_of(&dtype::DTYPES).0
}

fn all_of_one_type(case: &mut Case, random: &mut Random) {
    let Some(old) = any_tensor(case, random).map(|tensor| tensor.dtype) else {
        return;
    };
    let new = match random.below(2) {
        0 => any_type(random),
        _ => random.one_of(&[
            dtype::FLOAT,
            dtype::FLOAT16,
            dtype::BFLOAT16,
            11,
            dtype::INT32,
            dtype::INT64,
        ]),
    };
    let tensors = case.arguments.iter_mut().flat_map(Argument::tensors_mut);
    tensors
        .filter(|tensor| tensor.dtype == old)
        .for_each(|tensor| tensor.dtype = new);
}

fn one_type(case: &mut Case, random: &mut Random) {
    let new = if random.below(12) == 0 {
        random.one_of(&[-1, 5, 99])
    } else {
        any_type(random)
    };
    if let Some(tensor) = any_tensor(case, random) {
        tensor.dtype = new;
    }
}

fn format(case: &mut Case, random: &mut Random) {
    let new = random.one_of(&FORMATS);
    if random.below(2) == 0 {
        case.arguments
            .iter_mut()
            .flat_map(Argument::tensors_mut)
            .for_each(|tensor| tensor.format = new);
    } else if let Some(tensor) = any_tensor(case, random) {
        tensor.format = new;
    }
}

fn null(case: &mut Case, operator: &Operator, random: &mut Random) {
    let at = random.below(case.arguments.len());
    let is_pointer = !matches!(
        operator.parameters[at].word,
        Word::Int(..) | Word::Float(_) | Word::Bool | Word::DataType
    );
    if is_pointer && (operator.parameters[at].optional || random.below(3) == 0) {
        case.arguments[at] = Argument::Null;
        case.alias = None;
    } else {
        templates::again(case, operator, at, random);
        case.alias = None;
    }
}

/// Lists that are too short or too long, or whose members differ.
fn lists(case: &mut Case, random: &mut Random) {
    let all = random.below(2) == 0;
    let choice = random.below(6);
    let new = any_type(random);
    let fresh = templates::extent(random);
    let scalar = random.one_of(&ODD) as f64;
    for argument in &mut case.arguments {
        match argument {
            Argument::Tensors(tensors) if !tensors.is_empty() => {
                let at = random.below(tensors.len());
                match choice {
                    0 => drop(tensors.pop()),
                    1 => tensors.push(tensors[at].clone()),
                    2 => tensors[at].reshape(&[fresh]),
                    3 => tensors.extend_from_within(..),
                    _ => tensors[at].dtype = new,
                }
            }
            Argument::Scalars(values) if !values.is_empty() => match choice {
                0 => drop(values.pop()),
                1 => values.push(values[0]),
                2 => values[0].value = scalar,
                3 => values.extend_from_within(..),
                _ => values[0].dtype = new,
            },
            Argument::Ints(values) if choice < 3 => values.push(1),
            Argument::Ints(values) => drop(values.pop()),
            _ => continue,
        }
        case.alias = None;
        if !all {
            break;
        }
    }
}

fn contents(case: &mut Case, random: &mut Random) {
    let kind = random.one_of(&KINDS).0;
    let seed = random.next() >> 40;
    if let Some(tensor) = any_tensor(case, random) {
        tensor.contents.kind = kind;
        tensor.contents.seed = seed;
        tensor.at_start = !tensor.at_start;
    }
}

/// One dimension more or less in front of every tensor.
fn rank(case: &mut Case, random: &mut Random) {
    let fewer = random.below(2) == 0;
    let new = templates::extent(random);
    for tensor in case.arguments.iter_mut().flat_map(Argument::tensors_mut) {
        let mut shape = tensor.shape.clone();
        match fewer {
            true if !shape.is_empty() => drop(shape.remove(0)),
            true => {}
            false => shape.insert(0, new),
        }
        tensor.reshape(&shape);
    }
}

/// An argument that is no tensor.
fn plain(case: &mut Case, operator: &Operator, random: &mut Random) {
    let at = random.below(case.arguments.len());
    let odd = random.one_of(&ODD);
    let number = random.one_of(&[
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        0.0,
        -1.0,
        1e300,
        1e-300,
        0.5,
        1.0,
        2.0,
    ]);
    match &mut case.arguments[at] {
        Argument::Int(value) if random.below(2) == 0 => *value = odd,
        Argument::Int(value) => *value = value.wrapping_add(random.one_of(&[-1, 1])),
        Argument::Float(value) => *value = number,
        Argument::Bool(value) => *value = !*value,
        Argument::Scalar(scalar) => match random.below(2) {
            0 => scalar.value = number,
            _ => scalar.dtype = any_type(random),
        },
        Argument::Ints(values) if !values.is_empty() => {
            let place = random.below(values.len());
            values[place] = match random.below(2) {
                0 => odd,
                _ => values[place].wrapping_add(random.one_of(&[-1, 1])),
            };
        }
        Argument::Bools(values) if !values.is_empty() => {
            let place = random.below(values.len());
            values[place] = !values[place];
        }
        Argument::Text(text) => {
            *text = match random.below(4) {
                0 => "%n%s".to_owned(),
                1 => "x".repeat(300),
                2 => String::new(),
                _ => return templates::again(case, operator, at, random),
            }
        }
        _ => {
            templates::again(case, operator, at, random);
            case.alias = None;
        }
    }
}
