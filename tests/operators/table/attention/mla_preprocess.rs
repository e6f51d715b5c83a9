//! Queries and latent keys by weights of integers: one list of cases for both versions.

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents, Tensor, dense};
use crate::call::call;
use crate::reference::mla_preprocess::preprocess;
use crate::table::samples::{read, write};
use crate::table::shared::fused_caches::{Types, indices};
use crate::table::shared::rows::{near_1, varied};
use crate::table::{Row, entry};

const WIDTH: i64 = 2048;
const TOKENS: i64 = 3;
const ROWS: i64 = 8;
const BLOCKS: i64 = 3;

#[derive(Clone, Copy)]
struct Case {
    dtype: Dtype,
    mode: i64,
    heads: i64,
    depth: i64,
    latent: i64,
    has_bias: bool,
    has_angles: bool,
    is_normed: bool,
    /// Weights have the shape of their storage.
    is_stored: bool,
    /// Caches in FRACTAL_NZ have the shape of rows.
    is_plain: bool,
    /// One factor for the queries of all heads.
    is_one: bool,
    /// Latent queries are written, by the version that can.
    is_written: bool,
}

const PLAIN: Case = Case {
    dtype: F16,
    mode: 1,
    heads: 2,
    depth: 16,
    latent: 32,
    has_bias: true,
    has_angles: true,
    is_normed: true,
    is_stored: false,
    is_plain: false,
    is_one: false,
    is_written: true,
};

fn cases(operator: &str) -> Vec<Case> {
    let all = vec![
        PLAIN,
        Case {
            dtype: Bf16,
            mode: 0,
            heads: 1,
            ..PLAIN
        },
        Case {
            dtype: Bf16,
            mode: 2,
            latent: 96,
            depth: 32,
            is_written: false,
            ..PLAIN
        },
        Case {
            mode: 3,
            has_angles: false,
            is_stored: true,
            ..PLAIN
        },
        Case {
            mode: 0,
            is_normed: false,
            has_bias: false,
            ..PLAIN
        },
        Case {
            mode: 2,
            is_one: true,
            heads: 3,
            ..PLAIN
        },
        Case {
            dtype: Bf16,
            mode: 3,
            is_normed: false,
            ..PLAIN
        },
    ];
    // Modes of the first version are held by a few of its cases in the second.
    match operator {
        "aclnnMlaPreprocess" => all,
        _ => all[..3].to_vec(),
    }
}

/// A weight of codes, columns by steps, in FRACTAL_NZ.
fn weight(shape: [i64; 2], is_stored: bool, number: i64) -> Argument {
    let storage = [shape[1] / 32, shape[0] / 16, 16, 32];
    let each = (0..509_i64).map(|at| (((at + number) * 131) % 251 - 125) as f64);
    let tensor = Tensor::new(I8, &storage, Contents::Numbers(each.collect()));
    Argument::Tensor(Tensor {
        format: aclFormat::ACL_FORMAT_FRACTAL_NZ,
        shown: (!is_stored).then(|| (shape.to_vec(), dense(&shape))),
        ..tensor
    })
}

/// Factors of columns: FLOAT, or words.
fn factors(dtype: Dtype, count: i64, number: i64) -> Argument {
    let of = |at: i64| 2.0_f32.powi(-12) * (1.0 + ((at * 37 + number) % 29) as f32 / 32.0);
    let each = (0..count.min(61)).map(of);
    match dtype {
        Bf16 => read(F32, &[count], &each.map(f64::from).collect::<Vec<_>>()),
        // Bits below those that count, and above the lower half.
        _ => {
            let words =
                each.map(|scale| ((1_i64 << 46) + i64::from(scale.to_bits() | 0x123)) as f64);
            read(I64, &[count], &words.collect::<Vec<_>>())
        }
    }
}

pub fn integers(dtype: Dtype, shape: &[i64], number: i64) -> Argument {
    let each: Vec<f64> = (0..101)
        .map(|at| ((at * 53 + number) % 97 - 48) as f64)
        .collect();
    read(dtype, shape, &each)
}

fn sample(operator: &str, case: &Case) -> Vec<Argument> {
    let Case {
        dtype,
        mode,
        heads,
        depth,
        latent,
        ..
    } = *case;
    let optional = |is_there: bool, of: Argument| if is_there { of } else { Argument::Null };
    let of_heads = heads * (depth + 64);
    let all = 576 + latent;
    let (of_codes, of_parts) = (mode == 2, mode != 0);
    let to = if of_codes { I8 } else { dtype };
    let cache = |dtype: Dtype, width: i64, number: i64| {
        let block = 256 / dtype.bits() as i64;
        let shape = match mode >= 2 && !case.is_plain {
            true => [BLOCKS, width / block, ROWS, block],
            false => [BLOCKS, ROWS, 1, width],
        };
        match dtype {
            I8 => integers(I8, &shape, number),
            _ => varied(dtype, &shape, number),
        }
    };
    let kv = cache(to, if of_parts { 512 } else { 576 }, 10);
    let kr = optional(of_parts, cache(dtype, 64, 11));
    entry(operator)
        .parameters
        .iter()
        .map(|parameter| match parameter.name {
            "input" => varied(dtype, &[TOKENS, WIDTH], 1),
            "gamma0" => near_1(dtype, &[WIDTH], 2),
            "beta0" => varied(dtype, &[WIDTH], 3),
            "quantScale0" => read(dtype, &[1], &[0.0625]),
            "quantOffset0" => read(I8, &[1], &[-3.0]),
            "wdqkv" => weight([all, WIDTH], case.is_stored, 4),
            "descale0" => factors(dtype, all, 5),
            "bias0" => optional(case.has_bias, integers(I32, &[all], 6)),
            "gamma1" => near_1(dtype, &[latent], 7),
            "beta1" => varied(dtype, &[latent], 8),
            "quantScale1" => read(dtype, &[1], &[0.09375]),
            "quantOffset1" => read(I8, &[1], &[7.0]),
            "wuq" => weight([of_heads, latent], case.is_stored, 9),
            "descale1" => factors(dtype, of_heads, 10),
            "bias1" => optional(case.has_bias, integers(I32, &[of_heads], 11)),
            "gamma2" => near_1(dtype, &[512], 12),
            "cos" => optional(case.has_angles, varied(dtype, &[TOKENS, 64], 13)),
            "sin" => optional(case.has_angles, varied(dtype, &[TOKENS, 64], 14)),
            "wuk" => varied(dtype, &[heads, depth, 512], 15),
            "kvCache" | "kvCacheOutOut" => kv.clone(),
            "kvCacheRope" | "krCacheOutOut" => kr.clone(),
            "slotMapping" => indices(I32, &[TOKENS], &[17, -1, 3]),
            "ctkvScale" => optional(of_codes, read(dtype, &[1], &[0.03125])),
            "qNopeScale" => {
                let count = if case.is_one { 1 } else { heads };
                optional(of_codes, near_1(dtype, &[count], 16))
            }
            "wdqDim" => Argument::Int(1536),
            "qRopeDim" | "kRopeDim" => Argument::Int(64),
            "epsilon" => Argument::Float(1e-3),
            "qRotaryCoeff" | "kRotaryCoeff" => Argument::Int(2),
            "transeposeWdq" | "transeposeWuq" | "transeposeWuk" => Argument::Bool(true),
            "cacheMode" => Argument::Int(mode),
            "quantMode" => Argument::Int(0),
            "doRmsNorm" => Argument::Bool(case.is_normed),
            "wdkvSplitCount" => Argument::Int(1),
            "qDownOutFlag" => Argument::Bool(case.is_written),
            "qOutOut" => write(to, &[TOKENS, heads, if of_parts { 512 } else { 576 }]),
            "qRopeOutOut" => optional(of_parts, write(dtype, &[TOKENS, heads, 64])),
            "qDownOutOut" => optional(case.is_written, write(dtype, &[TOKENS, latent])),
            other => panic!("{other}"),
        })
        .collect()
}

fn samples_of(operator: &str) -> Vec<Vec<Argument>> {
    cases(operator)
        .iter()
        .map(|case| sample(operator, case))
        .collect()
}

macro_rules! types {
    ($($name:literal),*) => {
        &[
            ("input", "none | 910B: f16 bf16"),
            ("gamma0", "as input"),
            ("beta0", "as input"),
            ("quantScale0", "as input"),
            ("quantOffset0", "i8"),
            ("wdqkv", "i8"),
            ("descale0", "none | 910B: i64 f32"),
            ("bias0", "i32"),
            ("gamma1", "as input"),
            ("beta1", "as input"),
            ("quantScale1", "as input"),
            ("quantOffset1", "i8"),
            ("wuq", "i8"),
            ("descale1", "as descale0"),
            ("bias1", "i32"),
            ("gamma2", "as input"),
            ("cos", "as input"),
            ("sin", "as input"),
            ("wuk", "as input"),
            ("kvCache", "as input"),
            ("kvCacheRope", "as input"),
            ("slotMapping", "i32"),
            ("ctkvScale", "any"),
            ("qNopeScale", "any"),
            ("qOutOut", "as input"),
            ("kvCacheOutOut", "as input"),
            ("qRopeOutOut", "as input"),
            ("krCacheOutOut", "as input"),
            $(($name, "as input"),)*
        ]
    };
}

/// Types go together: each combination is a sample.
const EXCEPT: Types = &[
    (
        "dtypes input",
        "each type needs the types of all others: each combination is a sample",
    ),
    ("dtypes descale0", "as `input`"),
    ("dtypes descale1", "as `input`"),
    ("strided wdqkv", "a weight in FRACTAL_NZ is dense"),
    ("strided wuq", "as `wdqkv`"),
];

macro_rules! version {
    ($name:literal, $types:expr) => {
        Row::new($name, || samples_of($name))
            .accepts($types)
            .bits(preprocess)
            .except(EXCEPT)
    };
}

pub fn rows() -> Vec<Row> {
    vec![
        version!("aclnnMlaPreprocess", types!()),
        version!("aclnnMlaPreprocessV2", types!("qDownOutOut")),
    ]
}

#[test]
fn slots_outside_are_errors_of_the_stream_and_nothing_is_written() {
    if crate::table::on_950() {
        return;
    }
    let name = "aclnnMlaPreprocessV2";
    let parameters = entry(name).parameters;
    let at = parameters.iter().position(|own| own.name == "slotMapping");
    for mode in 0..4 {
        let mut arguments = sample(name, &Case { mode, ..PLAIN });
        arguments[at.unwrap()] = indices(I32, &[TOKENS], &[0, 1, BLOCKS * ROWS]);
        let message = call(entry(name), &arguments).unwrap_err().message;
        assert!(
            message.contains("slotMapping") && message.contains("24 at [2]"),
            "{message}"
        );
    }
}

#[test]
fn caches_in_fractal_nz_may_have_the_shape_of_rows() {
    if crate::table::on_950() {
        return;
    }
    let name = "aclnnMlaPreprocess";
    for mode in [2, 3] {
        let shaped = Case { mode, ..PLAIN };
        let plain = Case {
            is_plain: true,
            ..shaped
        };
        let both = [shaped, plain].map(|case| call(entry(name), &sample(name, &case)).unwrap());
        assert!(both[0] == both[1], "cacheMode {mode}");
    }
}

#[test]
fn modes_without_a_definition_are_refused() {
    if crate::table::on_950() {
        return;
    }
    let name = "aclnnMlaPreprocess";
    let parameters = entry(name).parameters;
    let changed = |at: &str, of: Argument| {
        let at = parameters.iter().position(|own| own.name == at).unwrap();
        let mut arguments = sample(name, &PLAIN);
        arguments[at] = of;
        call(entry(name), &arguments).unwrap_err()
    };
    for (at, of, code) in [
        ("quantMode", Argument::Int(1), 561_002),
        ("quantMode", Argument::Int(3), 561_002),
        ("cacheMode", Argument::Int(4), 561_002),
        ("transeposeWuq", Argument::Bool(false), 561_002),
        ("wdkvSplitCount", Argument::Int(2), 561_002),
        ("sin", Argument::Null, 161_001),
        ("krCacheOutOut", Argument::Null, 161_001),
        ("wdqkv", varied(F16, &[608, WIDTH], 1), 161_002),
    ] {
        let refusal = changed(at, of);
        assert_eq!(refusal.code, code, "{}", refusal.message);
        assert!(refusal.message.contains(at), "{}", refusal.message);
    }
}
