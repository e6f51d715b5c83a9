//! Products of floating-point matrices with weights of fewer bits: one description of all versions of `aclnnWeightQuantBatchMatmul`.

use super::combinations::combination;
use super::grouped::to_int8;
use super::needs_chip;
use super::quant_matmul::products;
use super::sides::{Matrices, one_factor};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output, TensorArg};
use crate::device::soc::{Generation, generation};
use crate::error::{Error, Result};
use crate::ops::grouped::{Factor, Grouped, Groups, Part, Side, Step, grouped};
use crate::tensor::{Dtype::*, broadcast};

/// The parameters of all versions.
pub struct WeightQuant<'a> {
    /// The left matrices.
    pub x: &'a Input,
    /// The right matrices.
    pub weight: &'a Input,
    /// Scale of the weights: one number, one for each column, or one for each group of inner elements of a column.
    pub antiquant_scale: &'a Input,
    /// Offset that is added to weights before the scale.
    pub antiquant_offset: Option<&'a Input>,
    /// Words with the scale of the results, which are stored in INT8 then.
    pub quant_scale: Option<&'a Input>,
    /// Their offset.
    pub quant_offset: Option<&'a Input>,
    /// Bias of each column.
    pub bias: Option<&'a Input>,
    /// Inner elements of a group; 0 without groups.
    pub antiquant_group_size: i32,
    /// The results.
    pub y: &'a Output,
    /// True if the weight is stored in FRACTAL_NZ, whatever its format says.
    pub is_blocked: bool,
}

/// Types of x, weight, antiquantScale, antiquantOffset, quantScale, quantOffset, bias and y.
const ON_910B: &[&str] = &[
    "f16|i8 i4 i32|f16|- f16|-|-|- f16|f16",
    "f16|i8 i4 i32|f16|- f16|u64|- f32|- f16|i8",
    "bf16|i8 i4 i32|bf16|- bf16|-|-|- f32|bf16",
    "bf16|i8 i4 i32|bf16|- bf16|u64|- f32|- f32|i8",
    "f16|i8|u64 i64|- i32|-|-|- f16|f16",
];

const ON_950: &[&str] = &[
    "f16|i8 i4 i32|f16|- f16|-|-|- f16|f16",
    "bf16|i8 i4 i32|bf16|- bf16|-|-|- bf16 f32|bf16",
    "f16 bf16|hif8 e4m3|=|-|-|-|- =|=",
    "f16 bf16|e2m1 f32|e8m0|-|-|-|- =|=",
];

const ON_310P: &[&str] = &["f16|i8|f16|- f16|-|-|- f16|f16"];

const NZ_ON_950: &[&str] = &[
    "bf16|i32 i4|bf16|- bf16|-|-|- bf16 f32|bf16",
    "f16|i32 i4 i8|f16|- f16|-|-|- f16|f16",
    "bf16|i8|bf16|- bf16|-|-|- f32|bf16",
    "f16 bf16|f32 e2m1|= e8m0|-|-|-|- =|=",
];

impl WeightQuant<'_> {
    /// Checks all arguments, and plans the products.
    pub fn planned(self) -> Planned {
        let (chips, table): (&[Generation], _) = match (self.is_blocked, generation()) {
            (true, _) => (&[Generation::Ascend950], NZ_ON_950),
            (_, Generation::Ascend910B) => (&[Generation::Ascend910B], ON_910B),
            (_, Generation::Ascend950) => (&[Generation::Ascend950], ON_950),
            _ => (&[Generation::Other], ON_310P),
        };
        needs_chip(chips)?;
        let own = |input: Option<&Input>| input.map(|input| -> &TensorArg { input }).cloned();
        let inputs = [
            ("x", own(Some(self.x))),
            ("weight", own(Some(self.weight))),
            ("antiquantScale", own(Some(self.antiquant_scale))),
            ("antiquantOffsetOptional", own(self.antiquant_offset)),
            ("quantScaleOptional", own(self.quant_scale)),
            ("quantOffsetOptional", own(self.quant_offset)),
            ("biasOptional", own(self.bias)),
        ];
        let mut types: Vec<_> = inputs
            .iter()
            .map(|(name, tensor)| (*name, tensor.as_ref()))
            .collect();
        types.push(("y", Some(self.y)));
        combination(&types, table)?;
        let words = match self.weight.dtype()? {
            F32 => Some(F4E2m1),
            _ => Some(I4),
        };
        let x = Matrices::new(self.x, None, false)?;
        let weight = Matrices::new(self.weight, words, self.is_blocked)?;
        // On Ascend310P what is stored in FRACTAL_NZ is of columns by inner elements.
        let is_transposed = generation() == Generation::Other && weight.is_blocked();
        let ([m, k], [mut inner, mut n]) = (x.last_two(), weight.last_two());
        if is_transposed {
            (inner, n) = (n, inner);
        }
        if k != inner {
            return Err(Error::shape(
                "weight",
                &weight.shape,
                format!("matrices of {k} rows, the last dimension of `x`"),
            )
            .into());
        }
        let Some(batch) = broadcast(x.batch(), weight.batch()) else {
            return Err(Error::shape(
                "weight",
                &weight.shape,
                "a batch that broadcasts with that of `x`",
            )
            .into());
        };
        if generation() != Generation::Other && !batch.is_empty() {
            return Err(self.x.shape_refused("2 dimensions").into());
        }
        self.y
            .shape_is(&[&batch[..], &[m, n]].concat(), "that of the products")?;
        if [m, k, n].contains(&0) || batch.contains(&0) {
            return Err(self.x.shape_refused("matrices with elements").into());
        }
        let (mut right, steps) = self.described([k, n], &batch, is_transposed)?;
        right.tensors = vec![weight.right(is_transposed)?];
        let left = Side::plain(vec![x.left(false)?]);
        let ranges = products([x.batch(), weight.batch()], &batch, [m, k, n]);
        let results = [batch.iter().product(), m, n].map(|extent| extent as usize);
        let out = self.y.write()?;
        Ok(grouped(Grouped {
            left,
            right,
            groups: Groups::Known(ranges),
            steps,
            outputs: vec![(out, results)],
            is_updated: false,
            finish: None,
        })?)
    }

    /// The right side, without its matrices, and what becomes of the sums.
    fn described(
        &self,
        [k, n]: [i64; 2],
        batch: &[i64],
        is_transposed: bool,
    ) -> Result<(Side, Vec<Step>)> {
        let size = i64::from(self.antiquant_group_size);
        if size != 0 && (size < 32 || size % 32 != 0 || size >= k.max(33)) {
            let allowed = format!("0, or a multiple of 32 below {k}, the inner elements");
            return Err(Error::value("antiquantGroupSize", size, allowed));
        }
        let mut right = Side::plain(Vec::new());
        let mut steps = Vec::new();
        let scale = self.factor(self.antiquant_scale, [k, n], is_transposed)?;
        if let Some(offset) = self.antiquant_offset {
            offset.shape_is(self.antiquant_scale.shape(), "that of `antiquantScale`")?;
            right.offset = Some((self.factor(offset, [k, n], is_transposed)?, 1.0));
        }
        match self.antiquant_scale.dtype()? {
            U64 | I64 => steps.push(Step::Times(scale)),
            _ => right.scales = vec![scale],
        }
        if let Some(bias) = self.bias {
            let factor = one_factor(bias)?.by_column(1, 1);
            steps.push(Step::Add(match bias.shape() {
                &[own] | &[1, own] if own == n => factor,
                [outer @ .., 1, own] if *own == n && outer == batch => factor.by_group(n as usize),
                _ => {
                    return Err(bias
                        .shape_refused(format!("[{n}] or [1, {n}], the columns of the products")));
                }
            }));
        }
        if let Some(scale) = self.quant_scale {
            let of = |tensor: &Input| self.by_column(tensor, n);
            let factor = of(scale)?;
            steps.push(Step::Times(factor.clone()));
            let offset = match self.quant_offset {
                Some(offset) => {
                    offset.shape_is(scale.shape(), "that of `quantScaleOptional`")?;
                    of(offset)?.rounded()
                }
                None => factor.part(Part::Offset),
            };
            steps.extend(to_int8(offset));
        } else if self.quant_offset.is_some() {
            return Err(Error::value(
                "quantScaleOptional",
                "null",
                "a tensor beside `quantOffsetOptional`",
            ));
        }
        Ok((right, steps))
    }

    /// Describes the product of a rank, of so many inner elements on its left side: without left matrices, ranges and results. Types of arguments are the caller's concern.
    pub fn of_rank(&self, k: i64) -> Result<(Grouped, i64)> {
        let weight = Matrices::new(self.weight, Some(I4), self.is_blocked)?;
        self.weight.rank_in(2..=2)?;
        let [inner, n] = weight.last_two();
        if k != inner {
            let allowed = format!("a matrix of {k} inner elements");
            return Err(Error::shape(self.weight.name(), &weight.shape, allowed));
        }
        let (mut right, steps) = self.described([k, n], &[], false)?;
        right.tensors = vec![weight.right(false)?];
        let left = Side::plain(Vec::new());
        Ok((Grouped::without_results(left, right, steps), n))
    }

    /// One number, or one for each column.
    fn by_column(&self, tensor: &Input, n: i64) -> Result<Factor> {
        let factor = one_factor(tensor)?;
        match tensor.shape() {
            [1] | [1, 1] => Ok(factor),
            &[own] | &[1, own] | &[own, 1] if own == n => Ok(factor.by_column(1, 1)),
            _ => Err(tensor.shape_refused(format!("[1] or [{n}], the columns of the products"))),
        }
    }

    /// The same, or one for each group of inner elements of a column.
    fn factor(&self, tensor: &Input, [k, n]: [i64; 2], is_transposed: bool) -> Result<Factor> {
        let size = i64::from(self.antiquant_group_size);
        if size == 0 {
            return self.by_column(tensor, n);
        }
        let groups = (k + size - 1) / size;
        let (shape, column, block) = match is_transposed {
            true => ([n, groups], groups, 1),
            false => ([groups, n], 1, n),
        };
        tensor.shape_is(&shape, "groups of inner elements by columns")?;
        Ok(one_factor(tensor)?
            .by_column(1, column as usize)
            .by_block(size as usize, block as usize))
    }
}
