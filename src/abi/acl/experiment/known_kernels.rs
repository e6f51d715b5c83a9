//! Kernels that are computed by their names: those of vllm-ascend's extension for adapters (LoRA) and for shares of a vocabulary. A launch passes the parameters of the
//! kernel one behind the other, each at a multiple of its size.

use crate::device::allocation_at;
use crate::error::{Error, Reason, Result};
use crate::ops::adapter_products::{AdapterProducts, multiply_by_adapters};
use crate::ops::vocabulary_shard::{Shard, vocabulary_shard};
use crate::ops::{Arg, Call, Role};
use crate::tensor::{Dtype, Layout};

/// A parameter, which is also its place among the numbers that were read.
type Parameter = usize;

const X: Parameter = 0;
const WEIGHT: Parameter = 1;
const INDICES: Parameter = 2;
const LENGTHS: Parameter = 3;
const Y_IN: Parameter = 4;
const Y: Parameter = 5;
/// The first parameter of four bytes: those before it are addresses.
const INDEX_COUNT: Parameter = 6;
const LENGTH_COUNT: Parameter = 7;
const ROWS: Parameter = 8;
const ROWS_OF_CORE: Parameter = 9;
const RANK: Parameter = 10;
const HIDDEN: Parameter = 11;
const FIRST: Parameter = 12;
const WIDTH: Parameter = 13;
const SCALE: Parameter = 14;

const NAMES: [&str; 6] = ["x", "weight", "loraIndices", "seqLen", "yIn", "y"];

/// Rows times the first matrix of their adapter: an adapter for each row, or for each run of rows.
const SHRINK: [&[Parameter]; 2] = [
    &[
        X,
        WEIGHT,
        INDICES,
        INDEX_COUNT,
        Y,
        ROWS,
        ROWS_OF_CORE,
        HIDDEN,
        RANK,
        SCALE,
    ],
    &[
        X,
        WEIGHT,
        INDICES,
        INDEX_COUNT,
        LENGTHS,
        LENGTH_COUNT,
        Y,
        ROWS,
        ROWS_OF_CORE,
        HIDDEN,
        RANK,
        SCALE,
    ],
];
/// Rows times the second matrix, added to a part of others.
const EXPAND: [&[Parameter]; 2] = [
    &[
        X,
        WEIGHT,
        INDICES,
        INDEX_COUNT,
        Y_IN,
        Y,
        ROWS,
        ROWS_OF_CORE,
        RANK,
        HIDDEN,
        FIRST,
        WIDTH,
    ],
    &[
        X,
        WEIGHT,
        INDICES,
        INDEX_COUNT,
        LENGTHS,
        LENGTH_COUNT,
        Y_IN,
        Y,
        ROWS,
        ROWS_OF_CORE,
        RANK,
        HIDDEN,
        FIRST,
        WIDTH,
    ],
];

/// A kernel that is computed: its name, and the parameters and the type of products with adapters.
#[derive(Clone, Copy)]
pub struct Kernel(pub &'static str, Option<(&'static [Parameter], Dtype)>);

const KERNELS: [Kernel; 9] = [
    Kernel("bgmv_shrink_half", Some((SHRINK[0], Dtype::F16))),
    Kernel("bgmv_shrink_bfloat16_t", Some((SHRINK[0], Dtype::Bf16))),
    Kernel("bgmv_expand_half", Some((EXPAND[0], Dtype::F16))),
    Kernel("bgmv_expand_bfloat16_t", Some((EXPAND[0], Dtype::Bf16))),
    Kernel("sgmv_shrink_half", Some((SHRINK[1], Dtype::F16))),
    Kernel("sgmv_shrink_bfloat16_t", Some((SHRINK[1], Dtype::Bf16))),
    Kernel("sgmv_expand_half", Some((EXPAND[1], Dtype::F16))),
    Kernel("sgmv_expand_bfloat16_t", Some((EXPAND[1], Dtype::Bf16))),
    Kernel("get_masked_input_and_mask_kernel", None),
];

/// The kernel of a name. Others are refused.
pub fn known(name: Option<&str>) -> Result<Kernel> {
    let name = name.unwrap_or("a kernel without a name");
    let found = KERNELS.iter().find(|kernel| kernel.0 == name);
    found.copied().ok_or_else(|| {
        let why = "compiled kernels are not run here; bgmv_shrink, bgmv_expand, sgmv_shrink, sgmv_expand and get_masked_input_and_mask are computed";
        Reason::NotSupported(format!("{name}: {why}")).into()
    })
}

impl Kernel {
    /// Plans a launch on so many cores. Nothing for no rows.
    pub fn plan(self, cores: u32, bytes: &[u8]) -> Result<Option<Call>> {
        match self.1 {
            None => shard(bytes),
            Some((parameters, dtype)) => {
                let mut numbers = [0; SCALE + 1];
                let mut at = 0;
                for &parameter in parameters {
                    numbers[parameter] = match parameter {
                        ..INDEX_COUNT => address(NAMES[parameter], bytes, &mut at)?,
                        _ => u32::from_le_bytes(next(bytes, &mut at)?) as usize,
                    };
                }
                products(&numbers, dtype, cores)
            }
        }
    }
}

/// The bytes of the next parameter.
fn next<const N: usize>(bytes: &[u8], at: &mut usize) -> Result<[u8; N]> {
    let start = at.next_multiple_of(N);
    *at = start + N;
    let next = bytes.get(start..*at).and_then(|next| next.try_into().ok());
    next.ok_or_else(|| {
        let allowed = "the bytes of all parameters of the kernel";
        Error::value("argsSize", bytes.len(), allowed)
    })
}

fn address(arg: &'static str, bytes: &[u8], at: &mut usize) -> Result<usize> {
    match usize::from_le_bytes(next(bytes, at)?) {
        0 => Err(Reason::Null { arg }.into()),
        address => Ok(address),
    }
}

/// Refuses a number that a kernel does not take.
fn check(arg: &'static str, got: usize, is_allowed: bool, allowed: &str) -> Result<()> {
    match is_allowed {
        true => Ok(()),
        false => Err(Error::value(arg, got, allowed)),
    }
}

fn products(numbers: &[usize; SCALE + 1], dtype: Dtype, cores: u32) -> Result<Option<Call>> {
    let [rows, rank, hidden] = [ROWS, RANK, HIDDEN].map(|number| numbers[number]);
    let (first, width) = (numbers[FIRST], numbers[WIDTH]);
    let (runs, expands) = (numbers[LENGTH_COUNT], numbers[Y_IN] != 0);
    let reached = numbers[ROWS_OF_CORE].saturating_mul(cores as usize);
    let reaches = "as many as reach all tokens on the cores of the launch";
    check(
        "numTokensPerCore",
        numbers[ROWS_OF_CORE],
        reached >= rows,
        reaches,
    )?;
    // Cores move 32 bytes at a time, and the expansion knows these ranks.
    let is_moved = hidden > 0 && hidden.is_multiple_of(16);
    let name = if expands {
        "outputHiddenDim"
    } else {
        "inputHiddenDim"
    };
    check(name, hidden, is_moved, "a multiple of 16")?;
    let (is_known, ranks) = match expands {
        true => (matches!(rank, 8 | 16 | 32 | 64), "8, 16, 32 or 64"),
        false => (rank > 0 && rank.is_multiple_of(8), "a multiple of 8"),
    };
    check("maxLoRARank", rank, is_known, ranks)?;
    let is_listed_by_runs = numbers[LENGTHS] != 0;
    let count = if is_listed_by_runs { runs } else { rows };
    let is_enough = numbers[INDEX_COUNT] >= count;
    check(
        "loraIndicesSize",
        numbers[INDEX_COUNT],
        is_enough,
        "one for each token, or each sequence",
    )?;
    let (steps, columns, types) = match expands {
        true => (rank, hidden, [Dtype::F32, dtype]),
        false => (hidden, rank, [dtype, Dtype::F32]),
    };
    let width = if expands { width } else { columns };
    let is_inside = first + columns <= width;
    check(
        "sliceOffset",
        first,
        is_inside,
        "columns of the output, with the others behind",
    )?;
    let is_same = !expands || numbers[Y_IN] == numbers[Y];
    check(NAMES[Y], numbers[Y], is_same, "the address of yIn")?;
    if rows == 0 {
        return Ok(None);
    }
    let input = |number: Parameter, dtype, shape: &[usize]| {
        let shape: Vec<i64> = shape.iter().map(|&extent| extent as i64).collect();
        let layout = Layout::contiguous(&shape);
        tensor(NAMES[number], Role::Input, dtype, layout, numbers[number])
    };
    let adapters = adapters(numbers[WEIGHT], steps.saturating_mul(columns), numbers[Y])?;
    let lengths = is_listed_by_runs.then(|| input(LENGTHS, Dtype::I64, &[runs]));
    let layout = Layout::new(
        [rows as i64, columns as i64][..].into(),
        [width as i64, 1][..].into(),
        first as i64,
    );
    let products = AdapterProducts {
        x: input(X, types[0], &[rows, steps])?,
        weight: input(WEIGHT, dtype, &[adapters, columns, steps])?,
        indices: input(INDICES, Dtype::I64, &[count])?,
        lengths: lengths.transpose()?,
        is_added: expands,
        scale: if expands {
            1.0
        } else {
            f32::from_bits(numbers[SCALE] as u32).into()
        },
    };
    let y = tensor(NAMES[Y], Role::Output, types[1], layout, numbers[Y])?;
    multiply_by_adapters(products, y).map(Some)
}

/// The number of matrices: a launch does not say it, so as many as the memory holds before an output begins.
fn adapters(address: usize, elements: usize, output: usize) -> Result<usize> {
    let memory = allocation_at(address).map_or(0, |memory| memory.start + memory.size);
    let end = if output > address {
        memory.min(output)
    } else {
        memory
    };
    match end.saturating_sub(address) / elements.saturating_mul(2) {
        0 => Err(Error::value(
            NAMES[WEIGHT],
            format!("at {address:#x}"),
            "memory of the device, with room for a matrix before its end and before the output",
        )),
        count => Ok(count),
    }
}

fn tensor(
    name: &'static str,
    role: Role,
    dtype: Dtype,
    layout: Layout,
    address: usize,
) -> Result<Arg> {
    let arg = Arg::new(name, role, dtype, layout, address)?;
    arg.check_memory()?;
    Ok(arg)
}

fn shard(bytes: &[u8]) -> Result<Option<Call>> {
    let at = &mut 0;
    let [input, place, mask] = [
        address("input", bytes, at)?,
        address("masked_input", bytes, at)?,
        address("mask_out", bytes, at)?,
    ];
    let mut numbers = [0; 6];
    for number in &mut numbers {
        *number = i64::from_le_bytes(next(bytes, at)?);
    }
    let [own, own_end, padding, added, added_end, count] = numbers;
    check("size", count as usize, count >= 0, "0 or more")?;
    let shard = Shard {
        own: own..own_end,
        padding,
        added: added..added_end,
    };
    let row = |name, role, dtype, address| {
        tensor(name, role, dtype, Layout::contiguous(&[count]), address)
    };
    let input = row("input", Role::Input, Dtype::I32, input)?;
    let place = row("masked_input", Role::Output, Dtype::I32, place)?;
    let mask = row("mask_out", Role::Output, Dtype::Bool, mask)?;
    match count {
        0 => Ok(None),
        _ => vocabulary_shard(shard, input, place, mask).map(Some),
    }
}
