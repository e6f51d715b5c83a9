//! Samples and checks of several operators: attention for inference: one list of cases, of which every version has those whose parameters it has.

use crate::argument::{Argument, Contents, Tensor};
use crate::reference::attention::inference::shared_name;
use crate::table::entry;
use crate::table::samples::{read, write};
use crate::table::shared::attention::decoding;
use crate::table::shared::attention::inference_cases::{cases, cases_of_950};
use crate::table::shared::rows::{near_1, varied};
use hostnpu::tensor::Dtype::{self, *};

pub type Named = Vec<(&'static str, Argument)>;

/// Batch, heads of queries and of keys, queries, keys, elements.
#[derive(Clone, Copy)]
pub struct Size {
    pub b: i64,
    pub n: i64,
    pub m: i64,
    pub q: i64,
    pub k: i64,
    pub d: i64,
}

pub const SIZE: Size = Size {
    b: 2,
    n: 4,
    m: 2,
    q: 5,
    k: 7,
    d: 8,
};

pub fn shape(layout: &str, [b, s, n, d]: [i64; 4]) -> Vec<i64> {
    match layout {
        "BSH" => vec![b, s, n * d],
        "BSND" => vec![b, s, n, d],
        "BNSD" => vec![b, n, s, d],
        "NBSD" => vec![n, b, s, d],
        "NTD" => vec![n, s, d],
        _ => vec![s, n, d],
    }
}

pub fn text(layout: &'static str) -> Argument {
    Argument::Text(layout)
}

pub fn list(tensors: &[Argument]) -> Argument {
    Argument::Tensors(
        tensors
            .iter()
            .flat_map(|of| of.tensors().to_vec())
            .collect(),
    )
}

pub fn int(value: i64) -> Argument {
    Argument::Int(value)
}

pub fn ints(values: &[i64]) -> Argument {
    Argument::Ints(values.to_vec())
}

/// A case of one type, with logarithms of sums where they are asked for.
pub fn case(dtype: Dtype, layouts: &'static str, of: Size, asks: bool) -> Named {
    let (layout, out) = layouts.split_once('_').unwrap_or((layouts, layouts));
    let Size { b, n, m, q, k, d } = of;
    let mut all = vec![
        ("query", varied(dtype, &shape(layout, [b, q, n, d]), 1)),
        (
            "key",
            list(&[varied(dtype, &shape(layout, [b, k, m, d]), 2)]),
        ),
        (
            "value",
            list(&[varied(dtype, &shape(layout, [b, k, m, d]), 3)]),
        ),
        ("numHeads", int(n)),
        ("numKeyValueHeads", int(m)),
        ("scaleValue", Argument::Float(0.25)),
        ("inputLayout", text(layouts)),
        ("attentionOut", write(dtype, &shape(out, [b, q, n, d]))),
    ];
    if asks {
        let lse = if layout.len() == 3 && layout.contains('T') {
            vec![q, n, 1]
        } else {
            vec![b, n, q, 1]
        };
        all.extend([
            ("softmaxLseFlag", Argument::Bool(true)),
            ("softmaxLse", write(F32, &lse)),
        ]);
    }
    all
}

pub fn with(mut case: Named, more: Named) -> Named {
    case.retain(|(name, _)| more.iter().all(|(other, _)| other != name));
    case.extend(more);
    case
}

/// A mask that hides every seventh key, and a row of it all.
pub fn mask(shape: &[i64]) -> Argument {
    mask_of(Bool, shape)
}

pub fn mask_of(dtype: Dtype, shape: &[i64]) -> Argument {
    let hidden: Vec<f64> = (0..61).map(|i| f64::from(u8::from(i % 7 == 3))).collect();
    read(dtype, shape, &hidden)
}

pub fn codes(dtype: Dtype, shape: &[i64], seed: u64) -> Argument {
    let words = (0..97_u64).map(|i| ((i * 73 + seed * 31) % 239) as u8);
    // No NaN, and no infinity.
    let plain = |code: u8| match dtype {
        F8E4m3fn => code & 0xbf,
        Hifloat8 => code & 0xbf | 0x08,
        _ => code,
    };
    Argument::Tensor(Tensor::new(
        dtype,
        shape,
        Contents::Bytes(words.map(plain).collect()),
    ))
}

/// Keys and values in blocks of 16: their shapes, a table with a place for a block that is not needed, and lengths.
pub fn paged(case: Named, dtype: Dtype, cache: &[i64], lengths: &[i64]) -> Named {
    let table = read(
        I32,
        &[lengths.len() as i64, 3],
        &[3.0, 1.0, -9.0, 0.0, 2.0, 1e9],
    );
    with(
        case,
        vec![
            ("key", list(&[varied(dtype, cache, 2)])),
            ("value", list(&[varied(dtype, cache, 3)])),
            ("blockTable", table),
            ("blockSize", int(16)),
            ("actualSeqLengthsKv", ints(lengths)),
        ],
    )
}

/// Keys and values of INT8, with scales of a mode and what is added before.
pub fn decoded(mode: [i64; 2], scales: [&[i64]; 2], dtypes: [Dtype; 2], offsets: bool) -> Named {
    let Size { b, m, k, d, .. } = SIZE;
    let keys = shape("BNSD", [b, k, m, d]);
    let mut all = with(
        case(F16, "BNSD", SIZE, false),
        vec![
            ("key", list(&[codes(I8, &keys, 1)])),
            ("value", list(&[codes(I8, &keys, 2)])),
            ("keyAntiquantMode", int(mode[0])),
            ("valueAntiquantMode", int(mode[1])),
            ("keyAntiquantScale", scale(dtypes[0], scales[0], 5)),
            ("valueAntiquantScale", scale(dtypes[1], scales[1], 6)),
        ],
    );
    if offsets {
        all.extend([
            ("keyAntiquantOffset", varied(dtypes[0], scales[0], 7)),
            ("valueAntiquantOffset", varied(dtypes[1], scales[1], 8)),
        ]);
    }
    all
}

pub fn scale(dtype: Dtype, shape: &[i64], number: i64) -> Argument {
    if dtype == F8E8m0 {
        return codes_of_scales(shape);
    }
    let mut scale = near_1(dtype, shape, number);
    if let Some(tensor) = scale.tensors_mut().first_mut()
        && let Contents::Numbers(numbers) = &mut tensor.contents
    {
        numbers.iter_mut().for_each(|x| *x /= 64.0);
    }
    scale
}

pub fn codes_of_scales(shape: &[i64]) -> Argument {
    Argument::Tensor(Tensor::new(
        F8E8m0,
        shape,
        Contents::Bytes(vec![126, 125, 127, 124]),
    ))
}

/// The arguments of a version, if it has all that a case names.
pub fn assembled(operator: &str, case: &Named) -> Option<Vec<Argument>> {
    let parameters = entry(operator).parameters;
    let names: Vec<String> = parameters
        .iter()
        .map(|of| shared_name(operator, of.name))
        .collect();
    if case
        .iter()
        .any(|(name, _)| !names.iter().any(|own| own == name))
    {
        return None;
    }
    let argument = |(parameter, name): (&hostnpu_aclnn_operators::entry::Parameter, &String)| {
        let given = case
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, argument)| argument.clone());
        match given {
            // One tensor where a version takes no list.
            Some(Argument::Tensors(tensors)) if parameter.word == "Input" => match &tensors[..] {
                [tensor] => Some(Argument::Tensor(tensor.clone())),
                _ => None,
            },
            Some(given) => Some(given),
            None => Some(match (parameter.word, name.as_str()) {
                ("i64", "preTokens" | "nextTokens") => int(i32::MAX.into()),
                ("i64", _) => int(0),
                ("bool", _) => Argument::Bool(false),
                _ => Argument::Null,
            }),
        }
    };
    parameters.iter().zip(&names).map(argument).collect()
}

/// True if an operator has the layout and the extents of a case.
pub fn has(operator: &str, case: &Named) -> bool {
    let find = |name: &str| {
        case.iter()
            .find(|(own, _)| *own == name)
            .map(|(_, argument)| argument)
    };
    let Some(Argument::Text(layout)) = find("inputLayout") else {
        return false;
    };
    let types = |name: &str| {
        find(name)
            .and_then(|of| of.tensors().first())
            .map(|of| of.dtype)
    };
    if operator.contains("Prompt") {
        return matches!(*layout, "BSH" | "BSND" | "BNSD" | "BNSD_BSND")
            && (types("key") == types("query"));
    }
    if operator.contains("Incre") {
        let query = find("query").map_or(&[][..], |of| of.tensors());
        let rows = query.first().map_or(0, |of| match *layout {
            "BSH" | "BSND" => of.shape[1],
            _ => of.shape[2],
        });
        return matches!(*layout, "BSH" | "BSND" | "BNSD")
            && rows == 1
            && types("query") != Some(I8);
    }
    true
}

pub fn samples_of(operator: &str) -> Vec<Vec<Argument>> {
    let mut all = cases();
    if operator.ends_with("V5") && operator.contains("Fused") && crate::table::on_950() {
        all.extend(cases_of_950());
    }
    if operator.contains("Incre") {
        all.retain(|case| !case.iter().any(|(name, _)| *name == "actualSeqLengths"));
        all.extend(decoding::of_one_query());
    }
    // Those of INT8 as a whole stay the last ones.
    let behind = all.len() - 2;
    if operator.contains("Prompt") {
        all.splice(behind..behind, decoding::of_prompts());
    }
    if operator == "aclnnFusedInferAttentionScoreV4" {
        all.splice(behind..behind, decoding::of_scaled_queries());
    }
    let fits = all.iter().filter(|case| has(operator, case));
    fits.filter_map(|case| assembled(operator, case)).collect()
}

macro_rules! version {
    ($name:literal, $types:expr) => {
        crate::table::Row::new($name, || {
            crate::table::shared::attention::inference::samples_of($name)
        })
        .accepts($types)
        .whole(|arguments| -> Vec<Vec<crate::number::Number>> {
            crate::reference::attention::inference::inference($name, arguments)
        })
        .accuracy(crate::table::shared::rows::ROWS)
        .except(crate::table::shared::attention::inference::EXCEPT)
    };
}
pub(crate) use version;

/// Drivers look at the plainest call, of numbers of one floating-point type.
pub const EXCEPT: &[(&str, &str)] = &[
    (
        "dtypes query",
        "quantised queries need scales, and keys and values of their type",
    ),
    (
        "dtypes key",
        "keys of another type than queries need scales",
    ),
    ("dtypes value", "values have the type of keys"),
    ("dtypes attentionOut", "quantised results need a scale"),
];
