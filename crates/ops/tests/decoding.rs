//! Attention of a few queries under `high_performance`, against plain loops in DOUBLE: types, groups of heads, windows, strides, tables of blocks.

use half::{bf16, f16};

use hostnpu_ops::attention::{
    Attention, Distance, Forward, Mask, Modifiers, Outputs, Pages, Sequence, Shift, Source,
    StatisticsOrder, Stored, Window, forward,
};
use hostnpu_ops::{Arg, ImplMode, Role, set_impl_mode};
use hostnpu_tensor::{Dtype, Layout};

/// Numbers of a type, in memory.
struct Numbers {
    memory: Vec<u64>,
    numbers: Vec<f64>,
}

impl Numbers {
    fn new(dtype: Dtype, count: usize, seed: u64) -> Self {
        let size = dtype.bits() / 8;
        let mut memory = vec![0_u64; (count * size).div_ceil(8) + 1];
        let mut numbers = Vec::new();
        for i in 0..count {
            let mixed = (i as u64 + seed * 7919 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let number = (mixed >> 40) as f32 / 8_388_608.0 - 1.0;
            let (bits, number) = match dtype {
                Dtype::F16 => {
                    let number = f16::from_f32(number);
                    (u32::from(number.to_bits()), number.to_f32())
                }
                Dtype::Bf16 => {
                    let number = bf16::from_f32(number);
                    (u32::from(number.to_bits()), number.to_f32())
                }
                _ => (number.to_bits(), number),
            };
            memory[i * size / 8] |= u64::from(bits) << (i * size % 8 * 8);
            numbers.push(f64::from(number));
        }
        Self { memory, numbers }
    }

    fn arg(&self, name: &'static str, dtype: Dtype, shape: &[usize]) -> Arg {
        let shape: Vec<i64> = shape.iter().map(|&extent| extent as i64).collect();
        let address = self.memory.as_ptr().expose_provenance();
        Arg::new(
            name,
            Role::Input,
            dtype,
            Layout::contiguous(&shape),
            address,
        )
        .unwrap()
    }
}

/// Batch (or blocks), heads, one chunk, rows and elements of a tensor of batch, rows, heads and elements.
fn by_rows(layout: &Layout) -> Layout {
    let shape = layout.shape().to_vec();
    let layout = layout.reshaped(&[shape[0], shape[1], shape[2], 1, shape[3]]);
    layout.unwrap().permuted(&[0, 2, 3, 1, 4])
}

struct Case {
    dtype: Dtype,
    /// Queries and keys of each sequence.
    lengths: Vec<[usize; 2]>,
    heads: usize,
    key_heads: usize,
    /// Elements of keys and of values.
    extents: [usize; 2],
    /// Rows of a block of keys, if there is a table.
    block: Option<usize>,
    /// True if a query sees the keys up to its own only.
    is_causal: bool,
}

fn check(case: &Case) {
    let [depth, width] = case.extents;
    let batch = case.lengths.len();
    let most = |at: usize| case.lengths.iter().map(|of| of[at]).max().unwrap();
    let [queries, keys] = [most(0), most(1)];
    let (heads, key_heads, dtype) = (case.heads, case.key_heads, case.dtype);
    let places = case.block.map_or(0, |size| keys.div_ceil(size));
    // Blocks of all sequences, taken from the last one on.
    let [blocks, rows] = match case.block {
        Some(size) => [batch * places, size],
        None => [batch, keys],
    };
    let q = Numbers::new(dtype, batch * queries * heads * depth, 1);
    let k = Numbers::new(dtype, blocks * rows * key_heads * depth, 2);
    let v = Numbers::new(dtype, blocks * rows * key_heads * width, 3);
    let table: Vec<i32> = (0..(batch * places) as i32).rev().collect();
    let source = |of: &Numbers, name, shape: [usize; 4]| {
        Source::of(Stored::new(of.arg(name, dtype, &shape), by_rows).unwrap())
    };
    let pages = case.block.map(|size| Pages {
        table: Arg::new(
            "table",
            Role::Input,
            Dtype::I32,
            Layout::contiguous(&[batch as i64, places as i64]),
            table.as_ptr().expose_provenance(),
        )
        .unwrap(),
        places,
        size,
        blocks,
    });
    let window = |[queries, keys]: [usize; 2]| match case.is_causal {
        true => Window {
            low: i64::MIN,
            high: keys as i64 - queries as i64,
            prefix: 0,
        },
        false => Window::ALL,
    };
    let sequences = case
        .lengths
        .iter()
        .enumerate()
        .map(|(batch, &own)| Sequence {
            batch,
            queries: 0..own[0],
            keys: 0..own[1],
            queries_before: 0,
            weights_before: 0,
            mask_before: 0,
            window: window(own),
            origin: [0, 0],
        });
    let scale = 1.0 / (depth as f64).sqrt();
    let attention = Attention {
        sequences: sequences.collect(),
        scale,
        shift_factor: 1.0,
        shift: Shift::Each,
        mask: Mask::Each,
        distance: Distance {
            start: 0,
            is_root: false,
        },
        keep: None,
        statistics: StatisticsOrder::Heads,
        has_other_rows: true,
        queries_are_heads: false,
        is_for_any_lengths: false,
    };
    let results = vec![f32::NAN; batch * heads * queries * width];
    let lse = vec![f32::NAN; batch * heads * queries];
    let output = |name, of: &Vec<f32>, last: usize| {
        let shape = [batch, heads, queries, last].map(|extent| extent as i64);
        let address = of.as_ptr().expose_provenance();
        Arg::new(
            name,
            Role::Output,
            Dtype::F32,
            Layout::contiguous(&shape),
            address,
        )
        .unwrap()
    };
    let operands = Forward {
        query: source(&q, "query", [batch, queries, heads, depth]),
        key: source(&k, "key", [blocks, rows, key_heads, depth]),
        value: source(&v, "value", [blocks, rows, key_heads, width]),
        pages,
        modifiers: Modifiers::default(),
        quantised: None,
        padding: [None, None],
        selection: None,
        lengths: None,
    };
    let outputs = Outputs {
        statistics: None,
        lse: Some(output("lse", &lse, 1)),
        attention_out: output("out", &results, width),
    };
    let call = forward(attention, operands, outputs).unwrap();
    let addresses: Vec<usize> = call.args().iter().map(|arg| arg.view.address).collect();
    // SAFETY: all operands are vectors of this function.
    unsafe { call.run(&addresses, &mut []) }.unwrap();
    for (number, &own) in case.lengths.iter().enumerate() {
        for (head, query) in (0..heads).flat_map(|h| (0..own[0]).map(move |i| (h, i))) {
            let key_head = head / (heads / key_heads);
            let row_of = |key: usize| match case.block {
                Some(size) => {
                    let block = table[number * places + key / size] as usize;
                    (block * size + key % size) * key_heads + key_head
                }
                None => (number * keys + key) * key_heads + key_head,
            };
            let seen = window(own).of(query, own[1]);
            let of_query =
                &q.numbers[((number * queries + query) * heads + head) * depth..][..depth];
            let scores: Vec<f64> = seen
                .clone()
                .map(|key| {
                    let of_key = &k.numbers[row_of(key) * depth..][..depth];
                    scale * of_query.iter().zip(of_key).map(|(a, b)| a * b).sum::<f64>()
                })
                .collect();
            let sum: f64 = scores.iter().map(|score| score.exp()).sum();
            let place = (number * heads + head) * queries + query;
            let got = f64::from(lse[place]);
            if seen.is_empty() {
                assert_eq!(got, f64::INFINITY);
            } else {
                assert!((got - sum.ln()).abs() < 1e-4, "{got} {}", sum.ln());
            }
            for column in 0..width {
                let weighted = scores
                    .iter()
                    .zip(seen.clone())
                    .map(|(score, key)| score.exp() * v.numbers[row_of(key) * width + column]);
                let expected = if sum == 0.0 {
                    0.0
                } else {
                    weighted.sum::<f64>() / sum
                };
                let got = f64::from(results[place * width + column]);
                assert!(
                    (got - expected).abs() < 2e-5,
                    "{dtype} {:?}: {got}, not {expected}: sequence {number}, head {head}, query {query}, column {column}",
                    case.block
                );
            }
        }
    }
}

#[test]
fn few_queries_attend_to_keys_where_they_lie() {
    set_impl_mode(ImplMode::HighPerformance);
    for dtype in [Dtype::F32, Dtype::F16, Dtype::Bf16] {
        for block in [None, Some(16), Some(128), Some(7)] {
            let case = |lengths: &[[usize; 2]], heads, key_heads, extents, is_causal| {
                check(&Case {
                    dtype,
                    lengths: lengths.to_vec(),
                    heads,
                    key_heads,
                    extents,
                    block,
                    is_causal,
                });
            };
            case(&[[1, 300], [1, 1], [1, 129], [1, 0]], 8, 2, [64, 64], false);
            case(&[[3, 600], [2, 2], [4, 17]], 4, 1, [20, 37], true);
            case(&[[1, 40]], 3, 3, [128, 5], false);
            // Too many for it: the same by packed panels.
            case(&[[9, 70]], 4, 2, [33, 24], true);
        }
    }
}
