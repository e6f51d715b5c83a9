//! Kernels that are computed by their names: those of vllm-ascend's extension for adapters (LoRA) and for shares of a vocabulary. A launch passes the parameters of the
//! kernel one behind the other, each at a multiple of its size.

use crate::device::allocation_at;
use crate::error::{Error, Reason, Result};
use crate::ops::adapter_products::{AdapterProducts, multiply_by_adapters};
use crate::ops::products::Addend;
use crate::ops::vocabulary_shard::{Shard, vocabulary_shard};
use crate::ops::{Arg, Call, Role};
use crate::tensor::{Dtype, Layout};

/// What a kernel computes.
#[derive(Clone, Copy)]
enum Work {
    /// Rows times the first matrix of their adapter.
    Shrink(Dtype, By),
    /// Products of rows with the second matrix of their adapter, added to a part of others.
    Expand(Dtype, By),
    /// The places of tokens in a share of a vocabulary.
    Shard,
}

/// What an adapter is listed for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Row,
    Run,
}

/// A kernel that is computed.
#[derive(Clone, Copy)]
pub struct Kernel {
    /// Its name.
    pub name: &'static str,
    work: Work,
}

const KERNELS: [(&str, Work); 9] = [
    ("bgmv_shrink_half", Work::Shrink(Dtype::F16, By::Row)),
    ("bgmv_shrink_bfloat16_t", Work::Shrink(Dtype::Bf16, By::Row)),
    ("bgmv_expand_half", Work::Expand(Dtype::F16, By::Row)),
    ("bgmv_expand_bfloat16_t", Work::Expand(Dtype::Bf16, By::Row)),
    ("sgmv_shrink_half", Work::Shrink(Dtype::F16, By::Run)),
    ("sgmv_shrink_bfloat16_t", Work::Shrink(Dtype::Bf16, By::Run)),
    ("sgmv_expand_half", Work::Expand(Dtype::F16, By::Run)),
    ("sgmv_expand_bfloat16_t", Work::Expand(Dtype::Bf16, By::Run)),
    ("get_masked_input_and_mask_kernel", Work::Shard),
];

/// The kernel of a name. Others are refused.
pub fn known(name: Option<&str>) -> Result<Kernel> {
    let mut kernels = KERNELS.iter();
    let found = kernels.find(|(known, _)| Some(*known) == name);
    let Some(&(name, work)) = found else {
        let what = name.map_or("no kernel that has a name".into(), |name| {
            format!("`{name}`")
        });
        return Err(Reason::NotSupported(format!(
            "{what}, for compiled kernels are not run here: computed by their names are bgmv_shrink, bgmv_expand, sgmv_shrink, sgmv_expand and get_masked_input_and_mask"
        ))
        .into());
    };
    Ok(Kernel { name, work })
}

impl Kernel {
    /// Plans a launch on so many cores. Nothing for no rows.
    pub fn plan(self, cores: u32, parameters: &[u8]) -> Result<Option<Call>> {
        let of = &mut Parameters {
            kernel: self.name,
            bytes: parameters,
            at: 0,
        };
        match self.work {
            Work::Shrink(dtype, by) => shrink(dtype, by, cores, of),
            Work::Expand(dtype, by) => expand(dtype, by, cores, of),
            Work::Shard => shard(of),
        }
    }
}

/// Parameters of a launch.
struct Parameters<'a> {
    kernel: &'static str,
    bytes: &'a [u8],
    at: usize,
}

impl Parameters<'_> {
    /// The bytes of the next one.
    fn next<const N: usize>(&mut self) -> Result<[u8; N]> {
        let start = self.at.next_multiple_of(N);
        self.at = start + N;
        let bytes = self.bytes.get(start..self.at);
        bytes
            .and_then(|bytes| bytes.try_into().ok())
            .ok_or_else(|| {
                let allowed = format!("the bytes of all parameters of {}", self.kernel);
                Error::value("argsSize", self.bytes.len(), allowed)
            })
    }

    fn count(&mut self) -> Result<i64> {
        self.next().map(u32::from_le_bytes).map(i64::from)
    }

    fn long(&mut self) -> Result<i64> {
        self.next().map(i64::from_le_bytes)
    }

    fn address(&mut self, arg: &'static str) -> Result<usize> {
        match usize::from_le_bytes(self.next()?) {
            0 => Err(Reason::Null { arg }.into()),
            address => Ok(address),
        }
    }

    /// Rows, each on one of the cores.
    fn rows(&mut self, cores: u32) -> Result<i64> {
        let (rows, of_core) = (self.count()?, self.count()?);
        if of_core.saturating_mul(cores.into()) < rows {
            let got = format!("{of_core} on {cores} cores");
            let allowed = format!("as many as give `batchSize`, {rows}");
            return Err(Error::value("numTokensPerCore", got, allowed));
        }
        Ok(rows)
    }

    /// Numbers of adapters, and where one is listed for each run of rows, the lengths of the runs.
    fn adapters(&mut self, by: By) -> Result<(Listed, Option<Listed>)> {
        let indices = self.list("loraIndices")?;
        Ok(match by {
            By::Row => (indices, None),
            By::Run => (indices, Some(self.list("seqLen")?)),
        })
    }

    fn list(&mut self, name: &'static str) -> Result<Listed> {
        let (address, count) = (self.address(name)?, self.count()?);
        Ok(Listed {
            name,
            address,
            count,
        })
    }
}

/// A list of INT64.
struct Listed {
    name: &'static str,
    address: usize,
    count: i64,
}

impl Listed {
    /// Its first numbers.
    fn first(self, count: i64) -> Result<Arg> {
        if self.count < count {
            let allowed = format!("{count} or more");
            let got = format!("of {} numbers", self.count);
            return Err(Error::value(self.name, got, allowed));
        }
        dense(self.name, Role::Input, Dtype::I64, &[count], self.address)
    }
}

/// Refuses an extent that a kernel does not have.
fn check(arg: &'static str, got: i64, is_allowed: bool, allowed: &str) -> Result<()> {
    match is_allowed {
        true => Ok(()),
        false => Err(Error::value(arg, got, allowed)),
    }
}

/// Cores move 32 bytes at a time.
fn check_multiple(arg: &'static str, got: i64, of: i64) -> Result<()> {
    let is_allowed = got > 0 && got % of == 0;
    check(arg, got, is_allowed, &format!("a multiple of {of}"))
}

fn dense(
    name: &'static str,
    role: Role,
    dtype: Dtype,
    shape: &[i64],
    address: usize,
) -> Result<Arg> {
    tensor(name, role, dtype, Layout::contiguous(shape), address)
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

/// Matrices of adapters: a launch does not say how many, so as many as the memory holds before an output begins.
fn matrices(
    address: usize,
    dtype: Dtype,
    [rows, columns]: [i64; 2],
    outputs: &[usize],
) -> Result<Arg> {
    let name = "weight";
    let size = rows.saturating_mul(columns).saturating_mul(2) as usize;
    let Some(memory) = allocation_at(address) else {
        let got = format!("at {address:#x}, in memory that was not allocated");
        return Err(Error::value(name, got, "memory of the device"));
    };
    let behind = outputs.iter().filter(|&&output| output > address);
    let end = memory.start + memory.size;
    let end = behind.fold(end, |end, &output| end.min(output));
    let bytes = end.saturating_sub(address);
    if bytes < size {
        let got = format!("{bytes} bytes to the end of its memory, or to an output");
        let allowed = format!("{size} or more, the matrix of an adapter");
        return Err(Error::value(name, got, allowed));
    }
    let shape = [(bytes / size) as i64, rows, columns];
    dense(name, Role::Input, dtype, &shape, address)
}

/// Lists as operands: numbers of adapters for all rows, or numbers and lengths for all runs.
fn listed((indices, lengths): (Listed, Option<Listed>), rows: i64) -> Result<(Arg, Option<Arg>)> {
    Ok(match lengths {
        None => (indices.first(rows)?, None),
        Some(lengths) => {
            let runs = lengths.count;
            (indices.first(runs)?, Some(lengths.first(runs)?))
        }
    })
}

fn shrink(dtype: Dtype, by: By, cores: u32, of: &mut Parameters<'_>) -> Result<Option<Call>> {
    let (x, weight) = (of.address("x")?, of.address("weight")?);
    let lists = of.adapters(by)?;
    let y = of.address("y")?;
    let (rows, steps, rank) = (of.rows(cores)?, of.count()?, of.count()?);
    let scale = f32::from_le_bytes(of.next()?);
    check_multiple("inputHiddenDim", steps, 16)?;
    check_multiple("maxLoRARank", rank, 8)?;
    let (indices, lengths) = listed(lists, rows)?;
    let products = AdapterProducts {
        x: dense("x", Role::Input, dtype, &[rows, steps], x)?,
        weight: matrices(weight, dtype, [rank, steps], &[y])?,
        indices,
        lengths,
        addend: None,
        scale: scale.into(),
    };
    let y = dense("y", Role::Output, Dtype::F32, &[rows, rank], y)?;
    planned(rows, products, y)
}

fn expand(dtype: Dtype, by: By, cores: u32, of: &mut Parameters<'_>) -> Result<Option<Call>> {
    let (x, weight) = (of.address("x")?, of.address("weight")?);
    let lists = of.adapters(by)?;
    let (y_in, y_out) = (of.address("yIn")?, of.address("yOut")?);
    let (rows, rank, columns) = (of.rows(cores)?, of.count()?, of.count()?);
    let (first, width) = (of.count()?, of.count()?);
    let is_known = matches!(rank, 8 | 16 | 32 | 64);
    check("maxLoRARank", rank, is_known, "8, 16, 32 or 64")?;
    check_multiple("outputHiddenDim", columns, 16)?;
    let allowed = format!("columns of `outputFullDim`, {width}, with {columns} behind");
    check("sliceOffset", first, first + columns <= width, &allowed)?;
    let (indices, lengths) = listed(lists, rows)?;
    let layout = Layout::new([rows, columns][..].into(), [width, 1][..].into(), first);
    let part = |name, role, address| tensor(name, role, dtype, layout.clone(), address);
    let products = AdapterProducts {
        x: dense("x", Role::Input, Dtype::F32, &[rows, rank], x)?,
        weight: matrices(weight, dtype, [columns, rank], &[y_out])?,
        indices,
        lengths,
        addend: Some(match y_in == y_out {
            true => Addend::Output,
            false => Addend::Tensor(part("yIn", Role::Input, y_in)?),
        }),
        scale: 1.0,
    };
    planned(rows, products, part("yOut", Role::Output, y_out)?)
}

fn planned(rows: i64, products: AdapterProducts, out: Arg) -> Result<Option<Call>> {
    match rows {
        0 => Ok(None),
        _ => multiply_by_adapters(products, out).map(Some),
    }
}

fn shard(of: &mut Parameters<'_>) -> Result<Option<Call>> {
    let (input, place) = (of.address("input")?, of.address("masked_input")?);
    let mask = of.address("mask_out")?;
    let mut numbers = [0; 6];
    for number in &mut numbers {
        *number = of.long()?;
    }
    let [own, own_end, padding, added, added_end, count] = numbers;
    check("size", count, count >= 0, "0 or more")?;
    let shard = Shard {
        own: own..own_end,
        padding,
        added: added..added_end,
    };
    let input = dense("input", Role::Input, Dtype::I32, &[count], input)?;
    let place = dense("masked_input", Role::Output, Dtype::I32, &[count], place)?;
    let mask = dense("mask_out", Role::Output, Dtype::Bool, &[count], mask)?;
    match count {
        0 => Ok(None),
        _ => vocabulary_shard(shard, input, place, mask).map(Some),
    }
}
