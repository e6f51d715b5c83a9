//! Paged caches, element by element. Elements are bytes, or halves of them.

use hostnpu::tensor::Dtype;
use rug::Float;

use super::movement::Array;
use super::rows::tensor;
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, decode, encode};

/// Integers of a tensor, none where it is absent.
pub fn numbers(argument: &Argument) -> Vec<i64> {
    match argument.tensors() {
        [] => Vec::new(),
        [tensor, ..] => {
            let bytes = tensor.elements();
            let each = bytes.chunks(tensor.size());
            each.map(|bytes| decode(bytes, tensor.dtype).as_int() as i64)
                .collect()
        }
    }
}

pub fn text(argument: &Argument) -> &'static str {
    match argument {
        Argument::Text(text) => text,
        _ => "",
    }
}

/// The number of an element in row-major order.
pub fn number(shape: &[i64], index: &[i64]) -> usize {
    let steps = shape.iter().zip(index);
    steps.fold(0, |number, (&extent, &index)| number * extent + index) as usize
}

/// The elements as bytes, those of four bits two in a byte.
pub fn packed(array: &Array, dtype: Dtype) -> Vec<u8> {
    match dtype.bits() {
        4 => {
            let pairs = array.elements.chunks(2);
            pairs.map(|two| two[0][0] | two[1][0] << 4).collect()
        }
        _ => array.elements.concat(),
    }
}

/// The place of element (head, element) of a slot in a cache, by the shape of that and the words of the call.
pub fn place(
    shape: &[i64],
    modes: &str,
    heads: i64,
    slot: i64,
    head: i64,
    element: i64,
) -> Vec<i64> {
    match (modes, shape) {
        ("PA_NZ", &[_, pieces, rows, width]) => {
            let piece = head * (pieces / heads) + element / width;
            vec![slot / rows, piece, slot % rows, element % width]
        }
        ("PA_NZ", &[_, _, _, rows, width]) => {
            vec![
                slot / rows,
                head,
                element / width,
                slot % rows,
                element % width,
            ]
        }
        ("NHSD", &[_, _, rows, _]) => vec![slot / rows, head, slot % rows, element],
        (_, shape) => vec![slot / shape[1], slot % shape[1], head, element],
    }
}

/// Keys or values by slots.
fn by_slots(
    rows: &Argument,
    cache: &Argument,
    slots: &[i64],
    modes: &str,
    part: Option<[i64; 2]>,
) -> Vec<u8> {
    let dtype = tensor(cache).dtype;
    let (rows, mut cache) = (Array::of(tensor(rows)), Array::of(tensor(cache)));
    let &[tokens, heads, width] = rows.shape.as_slice() else {
        panic!("tokens, heads, elements")
    };
    let [stride, first] = part.unwrap_or([heads * width, 0]);
    for token in 0..tokens {
        let slot = slots[token as usize];
        if slot < 0 {
            continue;
        }
        for head in 0..heads {
            for element in 0..width {
                let from = token * stride + first + head * width + element;
                let to = place(&cache.shape, modes, heads, slot, head, element);
                let to = number(&cache.shape, &to);
                cache.elements[to] = rows.elements[from as usize].clone();
            }
        }
    }
    packed(&cache, dtype)
}

/// The mean of elements, rounded once.
fn mean(elements: &[Vec<u8>], dtype: Dtype) -> Vec<u8> {
    let sum = elements.iter().fold(Float::new(PRECISION), |sum, element| {
        sum + decode(element, dtype).real()
    });
    let mean = sum / elements.len() as u32;
    match dtype {
        Dtype::F16 | Dtype::Bf16 | Dtype::F32 => encode(&Number::Real(mean), dtype),
        _ => {
            let whole = mean.round_even().to_f64() as i128;
            encode(&Number::Int(whole), dtype)
        }
    }
}

/// Keys or values of each head, compressed: lists of slots, lengths, offsets and tokens.
fn compressed(rows: &Argument, cache: &Argument, numbers: [&[i64]; 4], mode: &str) -> Vec<u8> {
    let [slots, counts, offsets, lengths] = numbers;
    let dtype = tensor(cache).dtype;
    let (rows, mut cache) = (Array::of(tensor(rows)), Array::of(tensor(cache)));
    let shape = rows.shape.clone();
    let (heads, width) = (shape[shape.len() - 2], shape[shape.len() - 1]);
    let mut first = 0;
    for (sequence, &length) in lengths.iter().enumerate() {
        if shape.len() == 4 {
            first = sequence as i64 * shape[1];
        }
        for head in 0..heads {
            let task = sequence * heads as usize + head as usize;
            let (slot, count) = (slots[task], counts[task]);
            let at = |token: i64, element: i64| {
                let from = ((first + token) * heads + head) * width + element;
                rows.elements[from as usize].clone()
            };
            // For each row that is written the tokens that it is of.
            let mut written: Vec<Vec<i64>> = Vec::new();
            let offset = offsets.get(task).copied().unwrap_or(-1);
            for token in 0..length {
                let is_taken =
                    offset >= 0 && count > 0 && (offset..offset + count).contains(&token);
                match mode {
                    "Alibi" if token >= length - count => written.push(vec![token]),
                    "Alibi" => {}
                    "Rope" if is_taken && token == offset => {
                        written.push((offset..offset + count).collect());
                    }
                    _ if is_taken => {}
                    _ => written.push(vec![token]),
                }
            }
            if slot < 0 {
                continue;
            }
            for (row, tokens) in written.iter().enumerate() {
                for element in 0..width {
                    let elements: Vec<_> = tokens.iter().map(|&token| at(token, element)).collect();
                    let value = match elements.as_slice() {
                        [one] => one.clone(),
                        several => mean(several, dtype),
                    };
                    cache.elements[((slot + row as i64) * width + element) as usize] = value;
                }
            }
        }
        first += length;
    }
    packed(&cache, dtype)
}

/// `key`, `keyCacheRef`, `slotMapping`, `value`, `valueCacheRef`, `compressLens`, `compressSeqOffset`, `seqLens`, `cacheMode`, `scatterMode`, `strides`, `offsets`.
pub fn scatter(arguments: &Arguments) -> Vec<Vec<u8>> {
    let [slots, counts, offsets, lengths] = [
        "slotMapping",
        "compressLensOptional",
        "compressSeqOffsetOptional",
        "seqLensOptional",
    ]
    .map(|at| numbers(&arguments[at]));
    let mode = match (
        text(&arguments["cacheModeOptional"]),
        text(&arguments["scatterModeOptional"]),
    ) {
        ("PA_NZ", _) => "PA_NZ",
        (_, mode) => mode,
    };
    let pairs = |at: &str| match &arguments[at] {
        Argument::Ints(numbers) => Some(numbers.clone()),
        _ => None,
    };
    let wide = pairs("stridesOptional")
        .zip(pairs("offsetsOptional"))
        .filter(|_| mode == "Nct");
    let rank = tensor(&arguments["key"]).shape.len();
    let both =
        [("key", "keyCacheRef", 0), ("value", "valueCacheRef", 1)].map(|(rows, cache, number)| {
            let values = &tensor(&arguments[rows]).shape;
            if values.is_empty() || values.contains(&0) {
                let cache = tensor(&arguments[cache]);
                return packed(&Array::of(cache), cache.dtype);
            }
            let is_compressed = rank == 4 || matches!(mode, "Alibi" | "Rope" | "Omni");
            if is_compressed {
                let mode = match (mode, offsets.is_empty()) {
                    ("" | "None", true) => "Alibi",
                    ("" | "None", false) => "Rope",
                    (mode, _) => mode,
                };
                let numbers = [&slots[..], &counts, &offsets, &lengths];
                return compressed(&arguments[rows], &arguments[cache], numbers, mode);
            }
            let part = wide
                .as_ref()
                .map(|(strides, firsts)| [strides[number], firsts[number]]);
            by_slots(&arguments[rows], &arguments[cache], &slots, mode, part)
        });
    both.into()
}

/// `key`, `keyCacheRef`, `slotMapping`, `compressLens`, `compressSeqOffset`, `seqLens`, `cacheMode`.
pub fn scatter_keys(arguments: &Arguments) -> Vec<Vec<u8>> {
    let [slots, counts, offsets, lengths] = [
        "slotMapping",
        "compressLensOptional",
        "compressSeqOffsetOptional",
        "seqLensOptional",
    ]
    .map(|at| numbers(&arguments[at]));
    let (rows, cache) = (&arguments["key"], &arguments["keyCacheRef"]);
    let keys = match tensor(rows).shape.len() {
        4 => {
            let mode = if offsets.is_empty() { "Alibi" } else { "Rope" };
            compressed(rows, cache, [&slots, &counts, &offsets, &lengths], mode)
        }
        _ => by_slots(rows, cache, &slots, "", None),
    };
    vec![keys]
}

/// `keyCache`, `valueCache`, `blockTables`, `seqLens`, `keyRef`, `valueRef`, `seqOffset`, `cacheMode`, `isSeqLensCumsum`.
pub fn gather(arguments: &Arguments) -> Vec<Vec<u8>> {
    let [tables, lengths, offsets] =
        ["blockTables", "seqLens", "seqOffsetOptional"].map(|at| numbers(&arguments[at]));
    let columns = tensor(&arguments["blockTables"]).shape[1] as usize;
    let lengths: Vec<i64> = match arguments["isSeqLensCumsum"] {
        Argument::Bool(true) => lengths.windows(2).map(|two| two[1] - two[0]).collect(),
        _ => lengths,
    };
    let mode = text(&arguments["cacheMode"]);
    let both = [("keyCache", "keyRef"), ("valueCache", "valueRef")].map(|(cache, rows)| {
        let cache = Array::of(tensor(&arguments[cache]));
        let mut rows = Array::of(tensor(&arguments[rows]));
        let (heads, width) = match rows.shape.as_slice() {
            &[_, heads, width] => (heads, width),
            &[_, width] => (1, width),
            other => panic!("{other:?}"),
        };
        let per_block = if mode == "PA_NZ" {
            cache.shape[2]
        } else {
            cache.shape[1]
        };
        let mut token = 0;
        for (sequence, &length) in lengths.iter().enumerate() {
            let passed = offsets.get(sequence).map_or(0, |offset| offset / per_block);
            for within in 0..length {
                let column = (passed + within / per_block) as usize;
                let block = tables[sequence * columns + column];
                let slot = block * per_block + within % per_block;
                for head in 0..heads {
                    for element in 0..width {
                        let from = place(&cache.shape, mode, heads, slot, head, element);
                        let to = (token * heads + head) * width + element;
                        rows.elements[to as usize] =
                            cache.elements[number(&cache.shape, &from)].clone();
                    }
                }
                token += 1;
            }
        }
        rows.elements.concat()
    });
    both.into()
}

/// `key`, `value`, both caches, `slotMapping`, `keyScale`, its cache.
pub fn scatter_with_scales(arguments: &Arguments) -> Vec<Vec<u8>> {
    let shape = &tensor(&arguments["keyCacheRef"]).shape;
    let room = shape[0] * shape[2];
    let slots: Vec<i64> = numbers(&arguments["slotMapping"])
        .into_iter()
        .map(|slot| if slot < room { slot } else { -1 })
        .collect();
    let mut scales = arguments["keyScale"].clone();
    let mut with_axis = tensor(&scales).shape.clone();
    with_axis.push(1);
    let tensors = scales.tensors_mut();
    tensors[0] = tensors[0].reshaped(&with_axis);
    vec![
        by_slots(
            &arguments["key"],
            &arguments["keyCacheRef"],
            &slots,
            "NHSD",
            None,
        ),
        by_slots(
            &arguments["value"],
            &arguments["valueCacheRef"],
            &slots,
            "NHSD",
            None,
        ),
        by_slots(
            &scales,
            &arguments["keyScaleCacheRef"],
            &slots,
            "NHSD",
            None,
        ),
    ]
}
