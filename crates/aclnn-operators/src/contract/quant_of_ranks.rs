//! Products of quantised matrices with exchanges between ranks: one description of all versions.

use std::sync::Arc;

use super::combinations::combination;
use super::moe::extents;
use super::products_of_ranks::{Exchanged, Joined, Residual};
use super::quant_matmul::{OfRanks, QuantMatmul};
use super::ranks::{group, number_in, text_in};
use super::sides::absent;
use super::weight_quant::WeightQuant;
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output, TensorArg, Text};
use crate::device::soc::{Generation, generation};
use crate::distributed::Group;
use crate::distributed::products::{OwnProduct, Summed, matmul_all_reduce, matmul_reduce_scatter};
use crate::distributed::quantised::{
    CodedNumbers, Quantised, Rows, all_gather_quant_matmul, all_to_all_quant_matmul,
    quant_all_reduce, quant_matmul_all_to_all, quant_reduce_scatter,
};
use crate::error::{Error, Result};
use crate::ops::grouped::Grouped;
use crate::tensor::Dtype::{self, *};

/// Types of x1, x2, their scales, the bias, x3 and the output on Ascend910B and Ascend950.
const INTEGERS: &[&str] = &[
    "i8|i8|-|u64 i64|- i32|- f16|f16",
    "i8|i8|f32|f32|- i32|- f16|f16",
    "i8|i8|- f32|bf16|- i32|- bf16|bf16",
];

/// The same of sums over ranks on Ascend950, from the fourth version on.
const SUMS_ON_950: &[&str] = &[
    "i8|i8|-|u64 i64|- i32|- f16|f16",
    "i8|i8|f32|f32|- i32|- f16|f16",
    "i8|i8|- f32|bf16|- i32|- bf16|bf16",
    "e4m3 e5m2 hif8|=|f32|f32|- f32|- f16 bf16 f32|f16 bf16 f32",
    "e4m3 e5m2 hif8|=|-|u64|- f32|- f16 bf16|f16 bf16",
    "e4m3 e5m2 e2m1|=|e8m0|e8m0|- f32|- f16 bf16 f32|f16 bf16 f32",
];

/// The same of sums that are normalised, on Ascend910B.
const NORMED: &[&str] = &["i8|i8|-|u64 i64|- i32|-|f16", "i8|i8|-|bf16|- i32|-|bf16"];

const GATHERED_ON_910B: &[&str] = &["i8|i8|- f32|i64|-|-|f16", "i8 i4|=|- f32|f32|-|-|f16 bf16"];

const SCATTERED_ON_910B: &[&str] = &[
    "i8|i8|- f32|i64|- f16 f32|-|f16",
    "i8|i8|- f32|f32|- f16 f32|-|f16",
    "i8|i8|- f32|f32|- bf16 f32|-|bf16",
];

const CODES_ON_950: &[&str] = &[
    "e4m3 e5m2|e4m3 e5m2|f32|f32|- f32|-|f16 bf16 f32",
    "hif8|hif8|f32|f32|- f32|-|f16 bf16 f32",
    "e4m3 e5m2|e4m3 e5m2|e8m0|e8m0|- f32|-|f16 bf16 f32",
    "e2m1|e2m1|e8m0|e8m0|- f32|-|f16 bf16 f32",
];

const BEFORE_ON_910B: &[&str] = &[
    "f16|i8 i4|- f16|f32|- f16 f32|-|f16",
    "bf16|i8 i4|- bf16|f32|- bf16 f32|-|bf16",
    "i4|i4|f32|f32|- f16 f32|-|f16",
    "i4|i4|f32|f32|- bf16 f32|-|bf16",
];

const BEFORE_ON_950: &[&str] = &[
    "f16 bf16|e4m3 e5m2|-|f32|- f32|-|f16 bf16 f32",
    "e4m3 e5m2|e4m3 e5m2|e8m0|e8m0|- f32|-|f16 bf16 f32",
    "e2m1|e2m1|e8m0|e8m0|- f32|-|f16 bf16 f32",
];

const BEHIND_ON_910B: &[&str] = &[
    "i8|i8|f32|f32|f16 f32|-|f16",
    "i8|i8|f32|f32|bf16 f32|-|bf16",
];

const BEHIND_ON_950: &[&str] = &[
    "e4m3 e5m2|e4m3 e5m2|f32|f32|- f32|-|f16 bf16 f32",
    "e4m3 e5m2|e4m3 e5m2|e8m0|e8m0|- f32|-|f16 bf16 f32",
    "e2m1|e2m1|e8m0|e8m0|- f32|-|f16 bf16 f32",
];

const WEIGHTS_ON_910B: &[&str] = &["f16 bf16|i8 i4|=|- =|- =|- =|="];

const WEIGHTS_ON_950: &[&str] = &[
    "f16 bf16|i8 i4|=|- =|- =|- =|=",
    "f16 bf16|hif8 e4m3|=|-|- =|- =|=",
];

/// A table on each of the two chips that have these operators.
fn on(
    of_910b: &'static [&'static str],
    of_950: &'static [&'static str],
) -> &'static [&'static str] {
    match generation() {
        Generation::Ascend910B => of_910b,
        Generation::Ascend950 => of_950,
        _ => &[],
    }
}

/// A product of codes with its exchange.
pub struct QuantJoined<'a> {
    /// What products without scales have too.
    pub joined: Joined<'a>,
    /// Scales of the left matrix.
    pub x1_scale: Option<&'a Input>,
    /// Scales of the right matrix.
    pub x2_scale: Option<&'a Input>,
    /// The names of both, of the bias and of `x3`.
    pub names: [&'static str; 4],
    /// Extents of groups, as `aclnnQuantMatmulV5` has them.
    pub group_size: i64,
    /// Scales of codes that are exchanged in the vendor's operator, of the sums and of the results.
    pub of_exchange: [Option<&'a Input>; 2],
    /// Arguments that must be null, by their names.
    pub reserved: Vec<(&'static str, bool)>,
}

/// The left side as it is multiplied.
struct Left {
    dtype: Dtype,
    /// Matrices, rows and inner elements.
    extents: [i64; 3],
    is_gathered: bool,
    is_exchanged: bool,
    bias_first: bool,
}

impl<'a> QuantJoined<'a> {
    /// The names that most versions have.
    pub const NAMES: [&'static str; 4] =
        ["x1ScaleOptional", "x2Scale", "biasOptional", "x3Optional"];

    /// Without what only some versions have.
    pub fn new(
        joined: Joined<'a>,
        scales: [Option<&'a Input>; 2],
        names: [&'static str; 4],
    ) -> Self {
        Self {
            joined,
            x1_scale: scales[0],
            x2_scale: scales[1],
            names,
            group_size: 0,
            of_exchange: [None, None],
            reserved: Vec::new(),
        }
    }

    /// Checks types, formats and attributes; returns the communicator.
    fn checked(&self, table: &[&str], has_nz: bool) -> Result<Arc<Group>> {
        let joined = &self.joined;
        let own = |input: Option<&Input>| input.map(|input| -> &TensorArg { input }).cloned();
        let [x1_scale, x2_scale, bias, x3] = self.names;
        let inputs = [
            ("x1", own(Some(joined.x1))),
            ("x2", own(Some(joined.x2))),
            (x1_scale, own(self.x1_scale)),
            (x2_scale, own(self.x2_scale)),
            (bias, own(joined.bias)),
            (x3, own(joined.x3)),
        ];
        let mut types: Vec<_> = inputs
            .iter()
            .map(|(name, tensor)| (*name, tensor.as_ref()))
            .collect();
        types.push(("output", Some(joined.output)));
        combination(&types, table)?;
        if let Some(x3) = joined.x3 {
            x3.dtype_is(joined.output.dtype()?)?;
        }
        absent(&self.reserved, "in this version")?;
        let may_be_blocked =
            |name: &str| name == "x2" && has_nz && generation() == Generation::Ascend910B;
        for (name, tensor) in &types {
            if let Some(tensor) = tensor
                && !may_be_blocked(name)
            {
                tensor.not_private()?;
            }
        }
        joined.attributes()
    }

    /// Whether both sides have scales of blocks.
    fn by_blocks(&self) -> Result<bool> {
        Ok(match (self.x1_scale, self.x2_scale) {
            (Some(x1_scale), Some(x2_scale)) => {
                x1_scale.dtype()? == F32
                    && x1_scale.rank() >= 2
                    && x2_scale.rank() >= 2
                    && generation() == Generation::Ascend950
            }
            _ => false,
        })
    }

    fn by_powers(&self) -> Result<bool> {
        self.x2_scale
            .map_or(Ok(false), |scale| Ok(scale.dtype()? == F8E8m0))
    }

    /// Refuses extents of groups that the scales do not have.
    fn groups_fit(&self) -> Result<()> {
        let allowed = match (self.by_powers()?, self.by_blocks()?) {
            (true, _) => [1, 1, 32],
            (_, true) => [128, 128, 128],
            _ => [0, 0, 0],
        };
        let given = [32, 16, 0].map(|bits| self.group_size >> bits & 0xffff);
        let fits = given
            .iter()
            .zip(allowed)
            .all(|(&own, is)| own == 0 || own == is);
        if fits && self.group_size >= 0 {
            return Ok(());
        }
        let [m, n, k] = allowed;
        let allowed = format!("0, or {m} rows, {n} columns and {k} inner elements");
        Err(Error::value("groupSize", self.group_size, allowed))
    }

    /// Whether scales of blocks of the right matrix have columns before steps: those of powers of two, and those of a transposed matrix, unless they are a view themselves.
    fn columns_first(&self, k: i64, n: i64) -> Result<bool> {
        let Some(scale) = self.x2_scale else {
            return Ok(false);
        };
        let joined = &self.joined;
        let size = if self.by_powers()? { 64 } else { 128 };
        let steps = (k + size - 1) / size;
        let columns = if self.by_powers()? {
            n
        } else {
            (n + 127) / 128
        };
        let is_turned = joined.transpose_x2 || !joined.x2.is_contiguous();
        let own = scale.shape();
        let first_two = |of: [i64; 2]| own.len() >= 2 && own[..2] == of;
        let is_view = scale.numel() > 1 && !scale.is_contiguous();
        Ok(
            match (first_two([steps, columns]), first_two([columns, steps])) {
                (true, true) => !is_view && (is_turned || self.by_powers()?),
                (by_step, _) => !by_step,
            },
        )
    }

    /// Describes the product of a rank.
    fn described(&self, left: &Left) -> Result<(Grouped, i64)> {
        self.groups_fit()?;
        let joined = &self.joined;
        let [matrices, m, k] = left.extents;
        let [first, second] = extents::<2>(joined.x2)?;
        let n = if joined.transpose_x2 { first } else { second };
        if let Some(bias) = joined.bias {
            bias.shape_is(&[n], "the columns of `x2`")?;
            if self.by_blocks()? {
                return Err(Error::value(
                    bias.name(),
                    "a tensor",
                    "null with scales of blocks",
                ));
            }
        }
        let of = QuantMatmul {
            x1_scale: self.x1_scale,
            x2_scale: self.x2_scale,
            bias: joined.bias,
            transpose_x2: joined.transpose_x2,
            names: [self.names[1], self.names[0], "offset"],
            ranks: Some(OfRanks {
                matrices,
                is_gathered: left.is_gathered,
                is_exchanged: left.is_exchanged,
                columns_first: self.columns_first(k, n)?,
                bias_first: left.bias_first,
            }),
            ..QuantMatmul::new(joined.x1, joined.x2, &[], joined.output)
        };
        of.described(left.dtype, [m, k])
    }

    /// The whole of a description.
    fn quantised(&self, left: &Left, product: Grouped, columns: i64) -> Result<Quantised> {
        let scale = self
            .x1_scale
            .filter(|_| left.is_gathered || left.is_exchanged);
        let unread = self.of_exchange.into_iter().flatten();
        let [matrices, rows, inner] = left.extents;
        Ok(Quantised {
            x1: self.joined.x1.read()?,
            x1_scale: scale.map(|scale| scale.read()).transpose()?,
            product,
            extents: [matrices, rows, inner, columns].map(|extent| extent as usize),
            x3: self.joined.x3.map(|x3| x3.read()).transpose()?,
            unread: unread.map(|tensor| tensor.read()).collect::<Result<_>>()?,
        })
    }

    /// The left side of a product that is summed.
    fn plain_left(&self, bias_first: bool) -> Result<Left> {
        let x1 = self.joined.x1;
        x1.rank_in(2..=3)?;
        if x1.dtype()?.bits() < 8 {
            x1.contiguous()?;
        }
        let shape = x1.shape();
        let (&k, outer) = shape.split_last().unwrap_or((&1, &[]));
        let extents = match *outer {
            [batch, rows] if self.by_blocks()? => [batch, rows, k],
            _ => [1, outer.iter().product(), k],
        };
        Ok(Left {
            dtype: x1.dtype()?,
            extents,
            is_gathered: false,
            is_exchanged: false,
            bias_first,
        })
    }

    /// Refuses scales of codes that would be exchanged, unless there are both, of the type of the results.
    fn exchange_fits(&self, columns: i64) -> Result<()> {
        let names = ["commQuantScale1Optional", "commQuantScale2Optional"];
        match self.of_exchange {
            [None, None] => Ok(()),
            [Some(first), Some(second)] => {
                let is_of_integers = self.joined.x1.dtype()? == I8;
                absent(&[(names[0], !is_of_integers)], "but for INT8")?;
                for scale in [first, second] {
                    scale.dtype_is(self.joined.output.dtype()?)?;
                    if ![&[columns][..], &[1, columns]].contains(&scale.shape()) {
                        let allowed = format!("[{columns}] or [1, {columns}]");
                        return Err(scale.shape_refused(allowed));
                    }
                }
                Ok(())
            }
            [first, _] => {
                let name = names[usize::from(first.is_some())];
                let allowed = "a tensor, as the other scale of the exchange is";
                Err(Error::value(name, "null", allowed))
            }
        }
    }

    fn summed(
        self,
        (table, has_nz): (&[&str], bool),
        bias_first: bool,
        result: impl FnOnce(&Output, &[i64]) -> Result<Summed>,
    ) -> Planned {
        let group = self.checked(table, has_nz)?;
        let left = self.plain_left(bias_first)?;
        let (product, columns) = self.described(&left)?;
        let mut shape = self.joined.x1.shape().to_vec();
        if let Some(last) = shape.last_mut() {
            *last = columns;
        }
        if let Some(x3) = self.joined.x3 {
            x3.shape_is(&shape, "that of the product")?;
        }
        self.exchange_fits(columns)?;
        if left.extents.contains(&0) || columns == 0 {
            return Err(self
                .joined
                .x1
                .shape_refused("matrices with elements")
                .into());
        }
        let called = self.joined.called()?;
        let own = OwnProduct::Quantised(self.quantised(&left, product, columns)?);
        let result = result(self.joined.output, &shape)?;
        Ok(matmul_all_reduce(group, own, &shape, result, called)?)
    }

    /// `output = Σ ((x1 · x2 + bias) · scales + x3)`. `has_codes`: also of types that only Ascend950 has.
    pub fn all_reduced(self, has_codes: bool) -> Planned {
        let of_950 = if has_codes { SUMS_ON_950 } else { INTEGERS };
        self.summed((on(INTEGERS, of_950), true), true, |output, shape| {
            output.shape_is(shape, "that of the product")?;
            Ok(Summed::Stored(output.write()?))
        })
    }

    /// The same with a residual, and the normalised rows of that sum, which `output` gets.
    pub fn normed(self, with: &Residual) -> Planned {
        self.summed((on(NORMED, &[]), true), true, |output, shape| {
            with.checked(output, shape)
        })
    }

    /// Whether the matrices are of numbers, which have no scales; refuses scales of these.
    fn is_plain(&self) -> Result<bool> {
        let joined = &self.joined;
        if !matches!(joined.x1.dtype()?, F16 | Bf16) {
            return Ok(false);
        }
        absent(&self.reserved, "in this version")?;
        let [x1_scale, x2_scale, ..] = self.names;
        let scales = [
            (x1_scale, self.x1_scale.is_some()),
            (x2_scale, self.x2_scale.is_some()),
        ];
        absent(&scales, "with FLOAT16 and BFLOAT16")?;
        self.groups_fit()?;
        Ok(true)
    }

    /// The same sums, of which each rank gets a block of rows.
    pub fn reduce_scattered(self) -> Planned {
        if self.is_plain()? {
            return self
                .joined
                .reduce_scattered(generation() == Generation::Ascend910B);
        }
        let group = self.checked(on(SCATTERED_ON_910B, CODES_ON_950), true)?;
        extents::<2>(self.joined.x1)?;
        self.one_scale()?;
        let left = self.plain_left(false)?;
        let (product, columns) = self.described(&left)?;
        let ranks = i64::from(group.size());
        let rows = left.extents[1];
        if rows % ranks != 0 {
            let allowed = format!("a number of rows that {ranks} ranks divide");
            return Err(self.joined.x1.shape_refused(allowed).into());
        }
        let output = self.joined.output;
        output.shape_is(&[rows / ranks, columns], "this rank's rows of the product")?;
        let called = self.joined.called()?;
        let own = OwnProduct::Quantised(self.quantised(&left, product, columns)?);
        Ok(matmul_reduce_scatter(group, own, output.write()?, called)?)
    }

    /// Refuses scales of one dimension on Ascend950 that are not one number.
    fn one_scale(&self) -> Result<()> {
        if generation() != Generation::Ascend950 {
            return Ok(());
        }
        for scale in [self.x1_scale, self.x2_scale].into_iter().flatten() {
            if scale.rank() == 1 {
                scale.shape_is(&[1], "one number, or one for each block")?;
            }
        }
        Ok(())
    }

    /// `output`, the products of the rows of all ranks, in their order, which `gather_out` gets.
    pub fn gathered(self, gather_out: Option<&Output>) -> Planned {
        if self.is_plain()? {
            return self.joined.gathered(gather_out);
        }
        let group = self.checked(on(GATHERED_ON_910B, CODES_ON_950), false)?;
        let x1 = self.joined.x1;
        let dtype = x1.dtype()?;
        if let Some(gather_out) = gather_out {
            gather_out.dtype_is(dtype)?;
            gather_out.not_private()?;
        }
        let [rows, k] = extents::<2>(x1)?;
        self.one_scale()?;
        let is_gathered = self
            .x1_scale
            .is_some_and(|scale| generation() == Generation::Ascend910B || scale.rank() >= 2);
        let left = Left {
            is_gathered,
            ..self.plain_left(true)?
        };
        let (product, columns) = self.described(&left)?;
        let all = rows * i64::from(group.size());
        let output = self.joined.output;
        output.shape_is(&[all, columns], "that of the product")?;
        // An empty tensor asks for nothing.
        let gather_out = gather_out.filter(|gather_out| gather_out.numel() > 0);
        if let Some(gather_out) = gather_out {
            gather_out.shape_is(&[all, k], "the rows of all ranks")?;
            if dtype.bits() < 8 {
                gather_out.contiguous()?;
            }
        }
        let called = self.joined.called()?;
        let of = self.quantised(&left, product, columns)?;
        let gather_out = gather_out.map(|tensor| tensor.write()).transpose()?;
        Ok(all_gather_quant_matmul(
            group,
            of,
            output.write()?,
            gather_out,
            called,
        )?)
    }
}

/// A product of codes with an exchange of blocks.
pub struct QuantExchanged<'a> {
    /// What products without scales have too.
    pub exchanged: Exchanged<'a>,
    /// Scales of the left matrix, or factors of its columns before they are quantised.
    pub x1_scale: Option<&'a Input>,
    /// Scales of the right matrix.
    pub x2_scale: &'a Input,
    /// The name of the first of these.
    pub name: &'static str,
    /// `x1QuantMode` and `x2QuantMode`: 2 scales of columns, 3 of rows, 6 powers of two of 32 elements, 7 rows that are quantised behind the exchange.
    pub modes: [i64; 2],
    /// `commQuantMode` and `commQuantDtype`.
    pub of_exchange: [i64; 2],
    /// The number of the type of the codes in mode 7.
    pub x1_dtype: Option<i64>,
    /// Extents of groups.
    pub group_size: i64,
    /// Arguments that must be null, by their names.
    pub reserved: Vec<(&'static str, bool)>,
}

impl<'a> QuantExchanged<'a> {
    fn checked(
        self,
        axes: [i64; 2],
        tables: [&'static [&'static str]; 2],
    ) -> Result<(QuantJoined<'a>, Arc<Group>)> {
        let joined = QuantJoined {
            group_size: self.group_size,
            reserved: self.reserved,
            names: [self.name, "x2Scale", "biasOptional", "x3"],
            ..QuantJoined::new(
                self.exchanged.joined,
                [self.x1_scale, Some(self.x2_scale)],
                QuantJoined::NAMES,
            )
        };
        let group = joined.checked(on(tables[0], tables[1]), false)?;
        number_in("commQuantMode", self.of_exchange[0], &[0])?;
        number_in("commQuantDtype", self.of_exchange[1], &[-1])?;
        let allowed = match (joined.by_powers()?, joined.joined.x1.dtype()?.bits()) {
            (true, _) => [6, 6],
            (_, 16) => [7, 2],
            _ => [3, 2],
        };
        number_in("x1QuantMode", self.modes[0], &allowed[..1])?;
        number_in("x2QuantMode", self.modes[1], &allowed[1..])?;
        if allowed[0] == 6 && !joined.joined.transpose_x2 {
            let allowed = "true with powers of two as scales";
            return Err(Error::value("transposeX2", false, allowed));
        }
        Exchanged {
            joined: Joined { ..joined.joined },
            all_to_all_axes: self.exchanged.all_to_all_axes,
            transpose_x1: self.exchanged.transpose_x1,
        }
        .axes(axes)?;
        Ok((joined, group))
    }

    /// Blocks of rows of all ranks, side by side, times the right matrix.
    pub fn before(self, exchanged_out: Option<&Output>) -> Planned {
        let (mode, given) = (self.modes[0], self.x1_dtype);
        let (joined, group) = self.checked([-2, -1], [BEFORE_ON_910B, BEFORE_ON_950])?;
        let x1 = joined.joined.x1;
        let dtype = x1.dtype()?;
        let ranks = i64::from(group.size());
        let [rows, columns] = extents::<2>(x1)?;
        if dtype.bits() < 8 {
            x1.contiguous()?;
        }
        if rows % ranks != 0 || rows == 0 || columns == 0 {
            let allowed = format!("rows, with elements, that {ranks} ranks divide");
            return Err(x1.shape_refused(allowed).into());
        }
        let [own, k] = [rows / ranks, columns * ranks];
        let on_950 = generation() == Generation::Ascend950;
        let mut of = Left {
            dtype,
            extents: [1, own, k],
            is_gathered: false,
            is_exchanged: mode == 6,
            bias_first: on_950,
        };
        let mut quantise = None;
        let mut scale = joined.x1_scale;
        match (mode, joined.x1_scale) {
            (6, Some(scale)) => {
                if columns % 64 != 0 {
                    let allowed = "a multiple of 64 columns with powers of two as scales";
                    return Err(x1.shape_refused(allowed).into());
                }
                scale.shape_is(&[rows, columns / 64, 2], "pairs of blocks of 32 columns")?;
            }
            (7, smooth) => {
                let x2 = joined.joined.x2.dtype()?;
                of.dtype = match (on_950, given) {
                    (true, Some(35)) => F8E5m2,
                    (true, Some(36)) => F8E4m3fn,
                    (true, given) => {
                        let allowed = "35 (FLOAT8_E5M2) or 36 (FLOAT8_E4M3FN)";
                        return Err(
                            Error::value("x1QuantDtype", given.unwrap_or(-1), allowed).into()
                        );
                    }
                    _ => x2,
                };
                if let Some(smooth) = smooth {
                    smooth.shape_is(&[k], "the columns that are multiplied")?;
                }
                if of.dtype == I4 && k % 2 != 0 {
                    return Err(x1
                        .shape_refused("an even number of columns, for INT4")
                        .into());
                }
                scale = None;
                quantise = Some(Rows {
                    dtype: of.dtype,
                    smooth: smooth.map(|smooth| smooth.read()).transpose()?,
                });
            }
            _ => {}
        }
        let rows_of_this_rank = (mode == 3).then(|| i64::from(group.rank()) * own);
        let of_rows = match (rows_of_this_rank, scale) {
            (Some(_), Some(scale)) => {
                scale.shape_is(&[rows], "the rows of `x1`")?;
                Some(scale.name())
            }
            _ => None,
        };
        let joined = QuantJoined {
            x1_scale: scale.filter(|_| of_rows.is_none()),
            ..joined
        };
        let (mut product, n) = joined.described(&of)?;
        let output = joined.joined.output;
        output.shape_is(&[own, n], "that of the product")?;
        if let Some(exchanged) = exchanged_out {
            exchanged.dtype_is(dtype)?;
            exchanged.not_private()?;
            exchanged.shape_is(&[own, k], "the rows that are multiplied")?;
            if dtype.bits() < 8 {
                exchanged.contiguous()?;
            }
        }
        if let (Some(first), Some(scale)) = (rows_of_this_rank, scale) {
            use crate::ops::grouped::{Factor, Step};
            let arg = scale.read()?;
            let layout = &arg.view.layout;
            let stride = layout.strides()[0];
            let part = crate::tensor::Layout::new(
                [own].as_slice().into(),
                [stride].as_slice().into(),
                layout.offset() + first * stride,
            );
            let factor = Factor::new(vec![arg.viewed(part)?]).by_row(1, 1);
            let steps = &mut product.steps;
            let times = steps.iter().position(|step| matches!(step, Step::Times(_)));
            steps.insert(times.map_or(0, |at| at + 1), Step::Times(factor));
        }
        let called = joined.joined.called()?;
        let of = joined.quantised(&of, product, n)?;
        let exchanged_out = exchanged_out.map(|tensor| tensor.write()).transpose()?;
        let output = output.write()?;
        Ok(all_to_all_quant_matmul(
            group,
            of,
            quantise,
            output,
            exchanged_out,
            called,
        )?)
    }

    /// Blocks of columns of the product, to all ranks.
    pub fn behind(self) -> Planned {
        let (joined, group) = self.checked([-1, -2], [BEHIND_ON_910B, BEHIND_ON_950])?;
        let x1 = joined.joined.x1;
        let ranks = i64::from(group.size());
        let [rows, _] = extents::<2>(x1)?;
        let of = joined.plain_left(generation() == Generation::Ascend950)?;
        let (product, columns) = joined.described(&of)?;
        if columns % ranks != 0 || of.extents.contains(&0) || columns == 0 {
            let allowed = format!("columns, with elements, that {ranks} ranks divide");
            return Err(joined.joined.x2.shape_refused(allowed).into());
        }
        let output = joined.joined.output;
        output.shape_is(&[rows * ranks, columns / ranks], "the blocks of all ranks")?;
        let called = joined.joined.called()?;
        let of = joined.quantised(&of, product, columns)?;
        Ok(quant_matmul_all_to_all(group, of, output.write()?, called)?)
    }
}

/// A product with a weight of fewer bits, which is summed over ranks.
pub struct WeightQuantJoined<'a> {
    /// What products without scales have too.
    pub joined: Joined<'a>,
    /// Scales of the weight.
    pub antiquant_scale: &'a Input,
    /// Its offsets.
    pub antiquant_offset: Option<&'a Input>,
    /// Inner elements of a group; 0 without groups.
    pub antiquant_group_size: i64,
}

impl WeightQuantJoined<'_> {
    fn summed(
        self,
        table: &[&str],
        result: impl FnOnce(&Output, &[i64]) -> Result<Summed>,
    ) -> Planned {
        let names = ["antiquantOffset", "antiquantScale", "bias", "x3"];
        let Joined {
            x1, bias, output, ..
        } = self.joined;
        // The table has the scale before the offset.
        let joined = QuantJoined {
            names: ["antiquantScale", "antiquantOffset", names[2], names[3]],
            ..QuantJoined::new(
                self.joined,
                [Some(self.antiquant_scale), self.antiquant_offset],
                QuantJoined::NAMES,
            )
        };
        let group = joined.checked(table, true)?;
        let left = Left {
            extents: {
                let (&k, outer) = x1.shape().split_last().unwrap_or((&1, &[]));
                [1, outer.iter().product(), k]
            },
            ..joined.plain_left(false)?
        };
        let [_, m, k] = left.extents;
        let size = i32::try_from(self.antiquant_group_size).ok();
        let Some(antiquant_group_size) = size else {
            let allowed = "0, or a multiple of 32 below the inner elements";
            return Err(
                Error::value("antiquantGroupSize", self.antiquant_group_size, allowed).into(),
            );
        };
        let of = WeightQuant {
            x: x1,
            weight: joined.joined.x2,
            antiquant_scale: self.antiquant_scale,
            antiquant_offset: self.antiquant_offset,
            quant_scale: None,
            quant_offset: None,
            bias,
            antiquant_group_size,
            y: output,
            is_blocked: false,
        };
        let (product, columns) = of.of_rank(k)?;
        if let Some(bias) = bias {
            bias.shape_is(&[columns], "the columns of `x2`")?;
        }
        let mut shape = x1.shape().to_vec();
        if let Some(last) = shape.last_mut() {
            *last = columns;
        }
        if let Some(x3) = joined.joined.x3 {
            x3.shape_is(&shape, "that of the product")?;
        }
        if [m, k, columns].contains(&0) {
            return Err(x1.shape_refused("matrices with elements").into());
        }
        let called = joined.joined.called()?;
        let result = result(output, &shape)?;
        let of = QuantJoined {
            x1_scale: None,
            ..joined
        }
        .quantised(&left, product, columns)?;
        let own = OwnProduct::Quantised(of);
        Ok(matmul_all_reduce(group, own, &shape, result, called)?)
    }

    /// `output = Σ (x1 · ((x2 + offset) · scale) + bias + x3)`.
    pub fn all_reduced(self) -> Planned {
        self.summed(on(WEIGHTS_ON_910B, WEIGHTS_ON_950), |output, shape| {
            output.shape_is(shape, "that of the product")?;
            Ok(Summed::Stored(output.write()?))
        })
    }

    /// The same with a residual, and the normalised rows of that sum, which `output` gets.
    pub fn normed(self, with: &Residual) -> Planned {
        self.summed(on(WEIGHTS_ON_910B, &[]), |output, shape| {
            with.checked(output, shape)
        })
    }
}

/// Arguments that must be null beside sums of codes, or empty, and a `blockSize` of 0.
pub fn reserved_of_codes(
    quant_scale: &Option<Input>,
    amax_out: &Option<Output>,
    name: &'static str,
    block_size: i64,
) -> Result<Vec<(&'static str, bool)>> {
    number_in("blockSize", block_size, &[0])?;
    let asks = amax_out.as_ref().is_some_and(|out| out.numel() > 0);
    Ok(vec![("quantScale", quant_scale.is_some()), (name, asks)])
}

/// Arguments that must be null in products with exchanges of blocks.
pub fn reserved_of_exchanges(given: [&Option<Input>; 3]) -> Vec<(&'static str, bool)> {
    let names = ["commScaleOptional", "x1OffsetOptional", "x2OffsetOptional"];
    let given = given.map(Option::is_some);
    names.into_iter().zip(given).collect()
}

/// Types of codes, their scales and the sums.
const SUMS: &[&str] = &[
    "i8 hif8 e4m3 e5m2|f32|f16 bf16 f32",
    "e4m3 e5m2|e8m0|f16 bf16 f32",
];

/// Sums over ranks of numbers of codes, with scales of 128 or, of powers of two, 32 of them; `scatters`: of which each rank gets a block of rows.
pub fn sums_of_codes(
    operator: &str,
    [x, scales]: [&Input; 2],
    (name, reduce_op): (&Text, Option<&Text>),
    output: &Output,
    scatters: bool,
) -> Planned {
    let own: [TensorArg; 2] = [x, scales].map(|input| (**input).clone());
    let types = [
        ("x", Some(&own[0])),
        ("scales", Some(&own[1])),
        ("output", Some(&**output)),
    ];
    combination(&types, on(&[], SUMS))?;
    for tensor in [&own[0], &own[1], &**output] {
        tensor.not_private()?;
    }
    text_in(reduce_op, &["sum"])?;
    let group = group(name)?;
    x.rank_in(2..=3)?;
    x.has_elements()?;
    let (&columns, outer) = x.shape().split_last().unwrap_or((&1, &[]));
    let of_powers = scales.dtype()? == F8E8m0;
    if columns % 128 != 0 {
        return Err(x.shape_refused("a multiple of 128 columns").into());
    }
    let shape = match of_powers {
        true => [outer, &[columns / 64, 2]].concat(),
        false => [outer, &[columns / 128]].concat(),
    };
    scales.shape_is(&shape, "one for each block of columns")?;
    let rows: i64 = outer.iter().product();
    let ranks = i64::from(group.size());
    match scatters {
        true if rows % ranks != 0 => {
            let allowed = format!("a number of rows that {ranks} ranks divide");
            return Err(x.shape_refused(allowed).into());
        }
        true => output.shape_is(&[rows / ranks, columns], "this rank's rows")?,
        false => output.shape_is(x.shape(), "that of `x`")?,
    }
    let called = format!(
        "{operator} of {rows} rows of {columns} to {}",
        output.dtype()?
    );
    let of = CodedNumbers {
        x: x.read()?,
        scales: scales.read()?,
        block: if of_powers { 32 } else { 128 },
    };
    Ok(match scatters {
        true => quant_reduce_scatter(group, of, output.write()?, called)?,
        false => quant_all_reduce(group, of, output.write()?, called)?,
    })
}
