//! Prolog of latent attention: one list of cases, of which every version has those whose parameters it has.

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents, Tensor, dense};
use crate::call::call;
use crate::reference::mla_prolog::prolog;
use crate::table::samples::{read, write};
use crate::table::shared::fused_caches::{Types, indices};
use crate::table::shared::rows::{near_1, varied};
use crate::table::{Row, entry, on_950};

const WIDTH: i64 = 1024;
const LATENT: i64 = 1536;

#[derive(Clone, Copy)]
struct Case {
    /// Types of tokens, of the weight of latent queries, of both caches, and of queries.
    types: [Dtype; 5],
    /// True if scales are powers of two of blocks.
    is_mx: bool,
    /// Batch, rows; without a batch (T, He).
    rows: (Option<i64>, i64),
    heads: i64,
    depth: i64,
    mode: &'static str,
    index: &'static [i64],
    ends: Option<&'static [i64]>,
    /// Blocks of the caches.
    blocks: i64,
    factors: [f64; 2],
    smooth: bool,
    norm: bool,
    rope: bool,
}

const PLAIN: Case = Case {
    types: [Bf16; 5],
    is_mx: false,
    rows: (None, 3),
    heads: 2,
    depth: 128,
    mode: "PA_BSND",
    index: &[17, -1, 3],
    ends: None,
    blocks: 4,
    factors: [1.0; 2],
    smooth: false,
    norm: false,
    rope: true,
};

/// Keys in rows of one cache.
const JOINED: Case = Case {
    types: [Bf16, I8, I8, Bf16, Bf16],
    ..PLAIN
};

fn cases(operator: &str) -> Vec<Case> {
    let mut all = vec![
        PLAIN,
        Case {
            rows: (Some(2), 2),
            heads: 1,
            mode: "PA_NZ",
            index: &[31, 2, 0, 16],
            ..PLAIN
        },
        Case {
            types: [Bf16, I8, Bf16, Bf16, Bf16],
            smooth: true,
            ..PLAIN
        },
        Case {
            types: [Bf16, I8, I8, I8, Bf16],
            mode: "PA_NZ",
            ..PLAIN
        },
        Case {
            rows: (Some(1), 2),
            heads: 1,
            index: &[0, 1],
            blocks: 0,
            ..PLAIN
        },
    ];
    if operator != "aclnnMlaProlog" {
        all.extend([
            Case {
                types: [I8, I8, Bf16, Bf16, Bf16],
                ..PLAIN
            },
            Case {
                types: [I8, I8, I8, Bf16, I8],
                rows: (Some(2), 1),
                mode: "PA_NZ",
                index: &[40, 2],
                smooth: true,
                ..PLAIN
            },
        ]);
    }
    if operator.contains("V3") {
        all.extend([
            Case {
                factors: [1.5, 0.75],
                norm: true,
                rows: (Some(1), 3),
                mode: "BSND",
                ..PLAIN
            },
            Case {
                types: [Bf16, I8, Bf16, Bf16, Bf16],
                factors: [0.5, 2.0],
                norm: true,
                mode: "TND",
                depth: 192,
                ..PLAIN
            },
            Case {
                rows: (Some(2), 17),
                heads: 1,
                mode: "PA_BLK_BSND",
                index: &[1, 2, -1, 0],
                ..PLAIN
            },
            Case {
                rows: (None, 20),
                heads: 1,
                mode: "PA_BLK_NZ",
                index: &[3, 0, 2, 1],
                ends: Some(&[1, 1, 19, 20]),
                ..PLAIN
            },
            Case {
                types: [I8, I8, Bf16, Bf16, Bf16],
                smooth: true,
                norm: true,
                rows: (Some(1), 2),
                heads: 1,
                mode: "PA_BLK_NZ",
                index: &[2],
                ..PLAIN
            },
            JOINED,
            Case {
                types: [I8, I8, I8, Bf16, Bf16],
                rows: (Some(1), 2),
                heads: 1,
                mode: "BSND",
                ..JOINED
            },
        ]);
        if on_950() {
            for (of, is_mx) in [(F8E4m3fn, true), (F8E4m3fn, false), (Hifloat8, false)] {
                let own = Case {
                    is_mx,
                    heads: 1,
                    ..PLAIN
                };
                all.extend([
                    Case {
                        types: [of, of, Bf16, Bf16, Bf16],
                        norm: true,
                        smooth: !is_mx,
                        ..own
                    },
                    Case {
                        types: [of, of, of, Bf16, of],
                        rows: (Some(2), 1),
                        mode: "PA_NZ",
                        index: &[5, 60],
                        ..own
                    },
                    Case {
                        types: [of, of, of, Bf16, Bf16],
                        mode: "TND",
                        ..own
                    },
                ]);
            }
        }
    }
    // Modes of the versions before it are held by a few of their cases.
    if operator.contains("V4") {
        all = vec![
            PLAIN,
            Case {
                heads: 3,
                rope: false,
                ..PLAIN
            },
            Case {
                types: [I8, I8, I8, Bf16, I8],
                rows: (Some(2), 1),
                mode: "PA_NZ",
                index: &[40, 2],
                smooth: true,
                norm: true,
                ..PLAIN
            },
            Case {
                rope: false,
                ..JOINED
            },
            Case {
                types: [Bf16, I8, I8, I8, Bf16],
                mode: "PA_NZ",
                heads: 1,
                ..PLAIN
            },
            Case {
                rows: (Some(1), 3),
                heads: 1,
                mode: "BSND",
                ..PLAIN
            },
            Case {
                heads: 1,
                mode: "TND",
                depth: 192,
                ..PLAIN
            },
            Case {
                rows: (Some(2), 17),
                heads: 1,
                mode: "PA_BLK_BSND",
                index: &[1, 2, -1, 0],
                ..PLAIN
            },
            Case {
                rows: (None, 20),
                heads: 1,
                mode: "PA_BLK_NZ",
                index: &[3, 0, 2, 1],
                ends: Some(&[1, 1, 19, 20]),
                rope: false,
                ..PLAIN
            },
        ];
    }
    all
}

/// Codes of numbers around 1 of eight-bit floating-point types, of powers of two around 1, and integers of all sizes.
fn code(dtype: Dtype, at: i64) -> f64 {
    let sign = if at % 3 == 0 { 128 } else { 0 };
    (match dtype {
        I8 => (at * 131) % 251 - 125,
        F8E8m0 => 124 + at * 37 % 7,
        F8E4m3fn => 24 + at * 37 % 48 + sign,
        _ => 8 + at * 37 % 48 + sign,
    }) as f64
}

/// A weight in FRACTAL_NZ of small numbers, or of codes.
fn weight(dtype: Dtype, shape: [i64; 2], number: i64) -> Argument {
    let block = 256 / dtype.bits() as i64;
    let storage = [shape[1] / block, shape[0] / 16, 16, block];
    let each = (0..509_i64).map(|at| match dtype {
        Bf16 => code(I8, at + number) / 1024.0,
        _ => code(dtype, at + number),
    });
    let tensor = Tensor::new(dtype, &storage, Contents::Numbers(each.collect()));
    Argument::Tensor(Tensor {
        format: aclFormat::ACL_FORMAT_FRACTAL_NZ,
        shown: Some((shape.to_vec(), dense(&shape))),
        ..tensor
    })
}

fn tokens(dtype: Dtype, shape: &[i64]) -> Argument {
    match dtype {
        Bf16 => varied(dtype, shape, 1),
        _ => codes(dtype, shape, 1),
    }
}

fn codes(dtype: Dtype, shape: &[i64], number: i64) -> Argument {
    let each: Vec<f64> = (0..251).map(|at| code(dtype, at + number)).collect();
    read(dtype, shape, &each)
}

/// Factors of codes, by row or column or, as powers of two, by block too.
fn scale(is_mx: bool, [lanes, steps]: [i64; 2], is_left: bool, number: i64) -> Argument {
    if is_mx {
        return codes(F8E8m0, &[lanes, steps / 32], number);
    }
    let shape = if is_left { [lanes, 1] } else { [1, lanes] };
    let mut scale = near_1(F32, &shape, number);
    if let Some(tensor) = scale.tensors_mut().first_mut()
        && let Contents::Numbers(numbers) = &mut tensor.contents
    {
        numbers.iter_mut().for_each(|x| *x /= 256.0);
    }
    scale
}

fn samples_of(operator: &str) -> Vec<Vec<Argument>> {
    cases(operator)
        .iter()
        .map(|case| sample(operator, case))
        .collect()
}

fn sample(operator: &str, case: &Case) -> Vec<Argument> {
    let [tokens_type, uq_type, kv_type, kr_type, query_type] = case.types;
    let (batch, rows) = case.rows;
    let shape = |more: &[i64]| {
        let outer: Vec<i64> = batch.into_iter().chain([rows]).collect();
        [&outer[..], more].concat()
    };
    let count = batch.unwrap_or(1) * rows;
    let (of_codes, quantises) = (tokens_type != Bf16, uq_type != Bf16);
    let of_heads = case.heads * (case.depth + 64);
    let optional = |is_there: bool, of: Argument| if is_there { of } else { Argument::Null };
    let is_own = ["BSND", "TND"].contains(&case.mode);
    let of_cache = |width: i64| match is_own {
        true => shape(&[1, width]),
        false => vec![case.blocks, 16, 1, width],
    };
    let index = match case.mode {
        _ if is_own => Argument::Null,
        "PA_BLK_BSND" | "PA_BLK_NZ" => match batch {
            Some(batch) => indices(I64, &[batch, (rows + 15) / 16], case.index),
            None => indices(I64, &[case.index.len() as i64], case.index),
        },
        _ => indices(I64, &shape(&[]), case.index),
    };
    let weight_mode = match tokens_type {
        Bf16 => i64::from(quantises),
        I8 => 2,
        F8E4m3fn if case.is_mx => 3,
        F8E4m3fn => 4,
        _ => 5,
    };
    let cache_mode = match (kv_type, kr_type, query_type) {
        (Bf16, ..) => 0,
        (_, Bf16, Bf16) => 3,
        (_, Bf16, _) => 1,
        _ => 2,
    };
    let is_late = operator.contains("V3") || operator.contains("V4");
    let is_joined = cache_mode == 3;
    let cache = |dtype: Dtype, width: i64, number: i64| match dtype {
        Bf16 => varied(dtype, &of_cache(width), number),
        _ => codes(dtype, &of_cache(width), number),
    };
    let norm_type = if quantises { uq_type } else { Bf16 };
    let of_norm = match case.is_mx {
        true => write(F8E8m0, &[count, LATENT / 32]),
        false => write(F32, &[count, 1]),
    };
    let of_key_scale = if is_late && cache_mode == 1 {
        vec![1]
    } else {
        vec![1, 512]
    };
    entry(operator)
        .parameters
        .iter()
        .map(
            |parameter| match parameter.name.trim_end_matches("Optional") {
                "tokenX" => tokens(tokens_type, &shape(&[WIDTH])),
                "weightDq" => weight(tokens_type, [WIDTH, LATENT], 2),
                "weightUqQr" => weight(uq_type, [LATENT, of_heads], 3),
                "weightUk" => varied(Bf16, &[case.heads, case.depth, 512], 4),
                "weightDkvKr" => weight(tokens_type, [WIDTH, 576], 5),
                "rmsnormGammaCq" => near_1(Bf16, &[LATENT], 6),
                "rmsnormGammaCkv" => near_1(Bf16, &[512], 7),
                "ropeSin" => optional(case.rope, varied(Bf16, &shape(&[64]), 8)),
                "ropeCos" => optional(case.rope, varied(Bf16, &shape(&[64]), 9)),
                "cacheIndex" => index.clone(),
                "kvCacheRef" => cache(kv_type, if is_joined { 656 } else { 512 }, 10),
                "krCacheRef" if is_joined => read(Bf16, &[0], &[]),
                "krCacheRef" => cache(kr_type, 64, 11),
                "dequantScaleX" => optional(of_codes, scale(case.is_mx, [count, WIDTH], true, 12)),
                "dequantScaleWDq" => {
                    optional(of_codes, scale(case.is_mx, [LATENT, WIDTH], false, 13))
                }
                "dequantScaleWUqQr" => {
                    optional(quantises, scale(case.is_mx, [of_heads, LATENT], false, 14))
                }
                "dequantScaleWDkvKr" => {
                    optional(of_codes, scale(case.is_mx, [576, WIDTH], false, 15))
                }
                "quantScaleCkv" => {
                    optional([1, 2].contains(&cache_mode), varied(F32, &of_key_scale, 16))
                }
                "quantScaleCkr" => optional(cache_mode == 2, varied(F32, &[1, 64], 17)),
                "smoothScalesCq" => optional(case.smooth, near_1(F32, &[1, LATENT], 18)),
                "actualSeqLen" => match case.ends {
                    Some(ends) => indices(I32, &[ends.len() as i64], ends),
                    None => Argument::Null,
                },
                "kNopeClipAlpha" => optional(is_joined && kv_type == I8, read(F32, &[1], &[0.75])),
                "rmsnormEpsilonCq" => Argument::Float(1e-5),
                "rmsnormEpsilonCkv" => Argument::Float(1e-3),
                "cacheMode" => Argument::Text(case.mode),
                "weightQuantMode" => Argument::Int(weight_mode),
                "kvCacheQuantMode" => Argument::Int(cache_mode),
                "queryQuantMode" => Argument::Int(i64::from(cache_mode == 1)),
                "ckvkrRepoMode" | "quantScaleRepoMode" => Argument::Int(i64::from(is_joined)),
                "tileSize" => Argument::Int(128),
                "qcQrScale" => Argument::Float(case.factors[0]),
                "kcScale" => Argument::Float(case.factors[1]),
                "doRope" => Argument::Bool(case.rope),
                "queryOut" => write(query_type, &shape(&[case.heads, 512])),
                "queryRopeOut" => write(Bf16, &shape(&[case.heads, 64])),
                "dequantScaleQNopeOut" => {
                    optional(cache_mode == 1, write(F32, &[count, case.heads, 1]))
                }
                "queryNormOut" => optional(case.norm, write(norm_type, &shape(&[LATENT]))),
                "dequantScaleQNormOut" => optional(case.norm && quantises, of_norm.clone()),
                other => panic!("{other}"),
            },
        )
        .collect()
}

macro_rules! types {
    ($tokens:literal, $uq:literal, $caches:literal, $queries:literal, $index:literal $(, $name:literal)*) => {
        &[
            ("tokenX", $tokens),
            ("weightDq", "as tokenX"),
            ("weightUqQr", $uq),
            ("weightUk", "none | 910B 950: bf16"),
            ("weightDkvKr", "as tokenX"),
            ("rmsnormGammaCq", "none | 910B 950: bf16"),
            ("rmsnormGammaCkv", "none | 910B 950: bf16"),
            ("ropeSin", "none | 910B 950: bf16"),
            ("ropeCos", "none | 910B 950: bf16"),
            ("kvCacheRef", $caches),
            ("krCacheRef", "none | 910B 950: bf16 i8"),
            ("dequantScaleXOptional", "any"),
            ("dequantScaleWDqOptional", "any"),
            ("dequantScaleWUqQrOptional", "any"),
            ("dequantScaleWDkvKrOptional", "any"),
            ("quantScaleCkvOptional", "any"),
            ("quantScaleCkrOptional", "any"),
            ("smoothScalesCqOptional", "any"),
            ("queryOut", $queries),
            ("queryRopeOut", "none | 910B 950: bf16"),
            ($index, "i64"),
            $(($name, "any"),)*
        ]
    };
}

/// Types go together: each combination is a sample.
const EXCEPT: Types = &[
    (
        "dtypes tokenX",
        "codes need the types of weights and factors: each combination is a sample",
    ),
    ("dtypes weightDq", "as `tokenX`"),
    ("dtypes weightUqQr", "as `tokenX`"),
    ("dtypes weightDkvKr", "as `tokenX`"),
    ("dtypes kvCacheRef", "as `tokenX`"),
    ("dtypes krCacheRef", "as `tokenX`"),
    ("dtypes queryOut", "as `tokenX`"),
    ("strided weightDq", "a weight in FRACTAL_NZ is dense"),
    ("strided weightUqQr", "as `weightDq`"),
    ("strided weightDkvKr", "as `weightDq`"),
    ("strided kvCacheRef", "a cache in blocks is contiguous"),
    ("strided krCacheRef", "as `kvCacheRef`"),
];

macro_rules! version {
    ($name:literal, $types:expr) => {
        Row::new($name, || samples_of($name))
            .accepts($types)
            .bits(prolog)
            .except(EXCEPT)
    };
}

pub fn rows() -> Vec<Row> {
    const MORE: Types = types!(
        "none | 910B: bf16 i8 | 950: bf16 i8 e4m3 hif8",
        "none | 910B: bf16 i8 | 950: bf16 i8 e4m3 hif8",
        "none | 910B: bf16 i8 | 950: bf16 i8 e4m3 hif8",
        "none | 910B: bf16 i8 | 950: bf16 i8 e4m3 hif8",
        "cacheIndexOptional",
        "actualSeqLenOptional",
        "kNopeClipAlphaOptional",
        "dequantScaleQNopeOutOptional",
        "queryNormOutOptional",
        "dequantScaleQNormOutOptional"
    );
    vec![
        version!(
            "aclnnMlaProlog",
            types!(
                "none | 910B 950: bf16",
                "none | 910B 950: bf16 i8",
                "none | 910B 950: bf16 i8",
                "none | 910B 950: bf16",
                "cacheIndex"
            )
        ),
        version!(
            "aclnnMlaPrologV2WeightNz",
            types!(
                "none | 910B 950: bf16 i8",
                "none | 910B 950: bf16 i8",
                "none | 910B 950: bf16 i8",
                "none | 910B 950: bf16 i8",
                "cacheIndex",
                "dequantScaleQNopeOutOptional"
            )
        ),
        version!("aclnnMlaPrologV3WeightNz", MORE),
        version!("aclnnMlaPrologV4WeightNz", MORE),
    ]
}

/// The place of an argument of the third version.
fn place(name: &str) -> usize {
    let parameters = entry("aclnnMlaPrologV3WeightNz").parameters;
    parameters.iter().position(|own| own.name == name).unwrap()
}

#[test]
fn slots_blocks_and_ends_outside_are_errors_of_the_stream_and_nothing_is_written() {
    let name = "aclnnMlaPrologV3WeightNz";
    let blocks = Case {
        rows: (None, 20),
        heads: 1,
        mode: "PA_BLK_NZ",
        index: &[3, 0, 2, 1],
        ends: Some(&[1, 1, 19, 20]),
        ..PLAIN
    };
    let index = "cacheIndexOptional";
    let ends = "actualSeqLenOptional";
    let changed = |case: &Case, at: &str, of: Argument| {
        let mut sample = sample(name, case);
        sample[place(at)] = of;
        call(entry(name), &sample).unwrap_err().message
    };
    let found = [
        (PLAIN, index, indices(I64, &[3], &[0, 64, 1]), "64 at [1]"),
        (
            JOINED,
            index,
            indices(I64, &[3], &[0, i64::MAX, 1]),
            "at [1]",
        ),
        (blocks, index, indices(I64, &[3], &[0, 1, 4]), "4 at [2]"),
        (blocks, index, indices(I64, &[2], &[0, 1]), "2 numbers"),
        (blocks, ends, indices(I32, &[3], &[5, 4, 20]), "4 at [1]"),
        (blocks, ends, indices(I32, &[2], &[5, 19]), "19 at [1]"),
        (blocks, ends, indices(I32, &[2], &[-1, 20]), "-1 at [0]"),
        (blocks, ends, indices(I32, &[2], &[21, 20]), "21 at [0]"),
    ];
    for (case, at, of, words) in found {
        let message = changed(&case, at, of);
        assert!(message.contains(at) && message.contains(words), "{message}");
    }
}

#[test]
fn weights_may_show_the_dimensions_of_their_storage() {
    for name in ["aclnnMlaProlog", "aclnnMlaPrologV3WeightNz"] {
        let plain = sample(name, &PLAIN);
        let mut shown = plain.clone();
        for (argument, parameter) in shown.iter_mut().zip(entry(name).parameters.iter()) {
            if let ("weightDq" | "weightUqQr" | "weightDkvKr", Argument::Tensor(tensor)) =
                (parameter.name, argument)
            {
                tensor.shown = None;
            }
        }
        let [plain, shown] = [plain, shown].map(|sample| call(entry(name), &sample).unwrap());
        assert!(plain == shown, "{name}");
    }
}

#[test]
fn keys_have_the_bits_of_the_operator_that_normalises_rotates_and_writes_them() {
    let name = "aclnnMlaPrologV3WeightNz";
    for cache_type in [Bf16, I8] {
        let uq_type = if cache_type == I8 { I8 } else { Bf16 };
        let case = Case {
            types: [Bf16, uq_type, cache_type, cache_type, Bf16],
            ..PLAIN
        };
        let mut sample = sample(name, &case);
        // Each element of keys is one of its token, and nothing is rounded before they are normalised.
        let storage = [576 / 16, WIDTH / 16, 16, 16];
        let each = (0..576 * WIDTH).map(|at| {
            let (row, column) = (at / 16 % WIDTH, at / 16 / WIDTH * 16 + at % 16);
            f64::from(u8::from(row == column))
        });
        let weight = Tensor::new(Bf16, &storage, Contents::Numbers(each.collect()));
        sample[place("weightDkvKr")] = Argument::Tensor(Tensor {
            format: aclFormat::ACL_FORMAT_FRACTAL_NZ,
            shown: Some((vec![WIDTH, 576], dense(&[WIDTH, 576]))),
            ..weight
        });
        let outputs = call(entry(name), &sample).unwrap();
        let numbers = crate::reference::grouped::values(&sample[0].tensors()[0], None);
        let rows = numbers.chunks(WIDTH as usize);
        let rows: Vec<f64> = rows.flat_map(|row| row[..576].to_vec()).collect();
        let shaped = |name: &str, shape: &[i64]| {
            let tensor = &sample[place(name)].tensors()[0];
            Argument::Tensor(Tensor::new(tensor.dtype, shape, tensor.contents.clone()))
        };
        let scale = |name: &str, width: i64| match cache_type {
            I8 => shaped(name, &[width]),
            _ => Argument::Null,
        };
        let alone = [
            read(Bf16, &[1, 1, 3, 576], &rows),
            sample[place("rmsnormGammaCkv")].clone(),
            shaped("ropeCos", &[1, 1, 3, 64]),
            shaped("ropeSin", &[1, 1, 3, 64]),
            shaped("cacheIndexOptional", &[3]),
            sample[place("krCacheRef")].clone(),
            sample[place("kvCacheRef")].clone(),
            scale("quantScaleCkrOptional", 64),
            scale("quantScaleCkvOptional", 512),
            Argument::Null,
            Argument::Null,
            Argument::Float(1e-3),
            Argument::Text("PA"),
            Argument::Bool(false),
            Argument::Null,
            Argument::Null,
        ];
        let of_one = call(entry("aclnnKvRmsNormRopeCache"), &alone).unwrap();
        assert!(outputs[0] == of_one[1] && outputs[1] == of_one[0]);
    }
}
