//! Feed-forward networks of experts: two products with an activation between them, one description of all versions of `aclnnFFN`.

use super::combinations::combination;
use super::mx::refuse;
use super::needs_chip;
use super::quant_matmul::products;
use super::sides::{Matrices, one_factor, one_of};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Ints, Output, TensorArg, Text};
use crate::device::soc::{Generation, generation};
use crate::error::{Error, Result};
use crate::ops::Call;
use crate::ops::grouped::{Activation, Coded, Factor, Grouped, Groups, List, Range, Side, Step};
use crate::ops::matmul::dequant::{Hidden, two_products};
use crate::tensor::Dtype::*;

/// Tokens of the experts.
pub enum Tokens<'a> {
    /// An array, or none.
    Known(Option<&'a Ints>),
    /// A tensor that is read when the call runs, or none.
    Read(Option<&'a Input>),
}

/// The parameters of all versions. Pairs are those of the first and the second product.
pub struct Ffn<'a> {
    /// Rows, along the last dimension.
    pub x: &'a Input,
    /// The weights, of each expert if there are experts.
    pub weights: [&'a Input; 2],
    /// Tokens of the experts.
    pub tokens: Tokens<'a>,
    /// Biases of columns.
    pub biases: [Option<&'a Input>; 2],
    /// The scale with which what is between the products is quantised.
    pub scale: Option<&'a Input>,
    /// Its offset.
    pub offset: Option<&'a Input>,
    /// Scales of results.
    pub deq_scales: [Option<&'a Input>; 2],
    /// Scales of weights.
    pub antiquant_scales: [Option<&'a Input>; 2],
    /// Offsets of weights, before their scales.
    pub antiquant_offsets: [Option<&'a Input>; 2],
    /// The name of the activation.
    pub activation: &'a Text,
    /// 0, or 1 for FLOAT16 between the steps of the device.
    pub inner_precise: i64,
    /// True if the numbers of tokens are the ends of the experts.
    pub has_ends: bool,
    /// The results.
    pub y: &'a Output,
}

/// Types of x, weight1, weight2, bias1, bias2, scale, offset, deqScale1, deqScale2, antiquantScale1, antiquantScale2, antiquantOffset1, antiquantOffset2 and y.
const ON_910B: &[&str] = &[
    "f16|f16|f16|- f16|- f16|-|-|-|-|-|-|-|-|f16",
    "bf16|bf16|bf16|- f32|- f32|-|-|-|-|-|-|-|-|bf16",
    "i8|i8|i8|- i32|- i32|f32|- f32|u64 i64|u64 i64|-|-|-|-|f16",
    "i8|i8|i8|- i32|- i32|f32|- f32|f32|f32|-|-|-|-|f16",
    "i8|i8|i8|- i32|- i32|f32|- f32|bf16|bf16|-|-|-|-|bf16",
    "f16|i8|i8|- f16|- f16|-|-|-|-|f16|f16|- f16|- f16|f16",
    "f16|i4|i4|- f16|- f16|-|-|-|-|f16|f16|- f16|- f16|f16",
    "bf16|i8|i8|- f32|- f32|-|-|-|-|bf16|bf16|- bf16|- bf16|bf16",
    "bf16|i4|i4|- f32|- f32|-|-|-|-|bf16|bf16|- bf16|- bf16|bf16",
];
const ON_310P: &[&str] = &["f16|f16|f16|- f16|- f16|-|-|-|-|-|-|-|-|f16"];

/// The largest number of inner elements, less one.
const MOST: i64 = 65535;

struct Extents {
    /// Experts, or 1 without experts.
    e: i64,
    has_experts: bool,
    m: i64,
    /// Inner elements of both products.
    k: [i64; 2],
    /// Columns of both products.
    n: [i64; 2],
}

impl Ffn<'_> {
    /// An optional tensor; one without elements is none.
    fn given(tensor: Option<&Input>) -> Option<&Input> {
        tensor.filter(|tensor| !tensor.is_empty())
    }

    fn types(&self) -> Result<()> {
        let [w1, w2] = self.weights;
        let own = |input: Option<&Input>| {
            Self::given(input)
                .map(|input| -> &TensorArg { input })
                .cloned()
        };
        let inputs = [
            ("x", own(Some(self.x))),
            ("weight1", own(Some(w1))),
            ("weight2", own(Some(w2))),
            ("bias1", own(self.biases[0])),
            ("bias2", own(self.biases[1])),
            ("scale", own(self.scale)),
            ("offset", own(self.offset)),
            ("deqScale1", own(self.deq_scales[0])),
            ("deqScale2", own(self.deq_scales[1])),
            ("antiquantScale1", own(self.antiquant_scales[0])),
            ("antiquantScale2", own(self.antiquant_scales[1])),
            ("antiquantOffset1", own(self.antiquant_offsets[0])),
            ("antiquantOffset2", own(self.antiquant_offsets[1])),
        ];
        let mut types: Vec<_> = inputs
            .iter()
            .map(|(name, tensor)| (*name, tensor.as_ref()))
            .collect();
        types.push(("y", Some(self.y)));
        let table = match generation() {
            Generation::Ascend910B => ON_910B,
            _ => ON_310P,
        };
        combination(&types, table)?;
        match [self.deq_scales[0], self.deq_scales[1]].map(Self::given) {
            [Some(first), Some(second)] => second.same_dtype(first),
            _ => Ok(()),
        }
    }

    /// The activation, and whether it is that of a gated unit, whose second half goes through it.
    fn activation(&self) -> Result<(Activation, bool)> {
        Ok(match &**self.activation {
            "fastgelu" => (Activation::FastGelu, false),
            "gelu" => (Activation::GeluByTanh, false),
            "relu" => (Activation::Relu, false),
            "silu" => (Activation::Silu, false),
            "geglu" => (Activation::GeluByTanh, true),
            "swiglu" => (Activation::Silu, true),
            "reglu" => (Activation::Relu, true),
            other => {
                return refuse(
                    self.activation.name(),
                    format!("{other:?}"),
                    "\"fastgelu\", \"gelu\", \"relu\", \"silu\", \"geglu\", \"swiglu\" or \"reglu\"",
                );
            }
        })
    }

    fn has_experts(&self) -> bool {
        match &self.tokens {
            Tokens::Known(tokens) => tokens.is_some_and(|tokens| !tokens.is_empty()),
            Tokens::Read(tokens) => Self::given(*tokens).is_some(),
        }
    }

    fn fitting(&self, is_gated: bool) -> Result<Extents> {
        let x = self.x;
        x.rank_in(2..=8)?;
        let has_experts = self.has_experts();
        let rank = 2 + usize::from(has_experts);
        let [w1, w2] = self.weights;
        for weight in [w1, w2] {
            weight.rank_in(rank..=rank)?;
        }
        let e = if has_experts { w1.shape()[0] } else { 1 };
        let (&k1, rows) = x.shape().split_last().unwrap_or((&0, &[]));
        let m: i64 = rows.iter().product();
        let n1 = w1.shape()[rank - 1];
        let [k2, n2] = [w2.shape()[rank - 2], w2.shape()[rank - 1]];
        let outer: &[i64] = if has_experts { &[e] } else { &[] };
        w1.shape_is(
            &[outer, &[k1, n1]].concat(),
            "experts by the last dimension of `x` by columns",
        )?;
        let wanted = if is_gated { n1 / 2 } else { n1 };
        if is_gated && n1 % 2 != 0 {
            return Err(w1.shape_refused("an even number of columns for a gated unit"));
        }
        w2.shape_is(
            &[outer, &[wanted, k1]].concat(),
            "experts by what is between the products by the last dimension of `x`",
        )?;
        self.y.same_shape(x)?;
        for (name, k) in [("weight1", k1), ("weight2", k2)] {
            if k > MOST {
                return refuse(
                    name,
                    format!("{k} inner elements"),
                    format!("at most {MOST}"),
                );
            }
        }
        for tensor in [w1, w2] {
            tensor.has_elements()?;
        }
        let count = match &self.tokens {
            Tokens::Known(Some(tokens)) => Some((tokens.name(), tokens.len() as i64)),
            Tokens::Read(Some(tokens)) if has_experts => {
                tokens.dtype_is(I64)?;
                tokens.rank_in(1..=1)?;
                Some((tokens.name(), tokens.shape()[0]))
            }
            _ => None,
        };
        if let Some((name, count)) = count.filter(|_| has_experts)
            && (count != e || count > 256)
        {
            let allowed = format!("{e}, a number for each expert, at most 256");
            return refuse(name, format!("{count} numbers"), allowed);
        }
        Ok(Extents {
            e,
            has_experts,
            m,
            k: [k1, k2],
            n: [n1, n2],
        })
    }

    /// The products of the experts' rows.
    fn groups(&self, of: &Extents, number: usize, columns: i64) -> Result<Groups> {
        let inner = of.k[number];
        match &self.tokens {
            _ if !of.has_experts => Ok(Groups::Known(products(
                [&[], &[]],
                &[],
                [of.m, inner, columns],
            ))),
            Tokens::Read(Some(tokens)) => {
                let kind = if self.has_ends {
                    List::Ends
                } else {
                    List::Sizes
                };
                Ok(Groups::Rows(tokens.read()?, kind))
            }
            Tokens::Known(Some(tokens)) => {
                let mut ranges = Vec::new();
                let mut start = 0;
                for (group, &number) in tokens.iter().enumerate() {
                    let end = match self.has_ends {
                        true => number,
                        false => number.saturating_add(start),
                    };
                    if number < 0 || end < start || end > of.m {
                        let allowed = format!("tokens of experts, {} in all", of.m);
                        return refuse(tokens.name(), format!("{number} at [{group}]"), allowed);
                    }
                    ranges.push(Range {
                        group,
                        left: [0, 0],
                        right: [0, group],
                        output: [0, 0],
                        row: start as usize,
                        output_row: start as usize,
                        rows: (end - start) as usize,
                        step: 0,
                        right_step: 0,
                        steps: inner as usize,
                        columns: columns as usize,
                    });
                    start = end;
                }
                match start == of.m {
                    true => Ok(Groups::Known(ranges)),
                    false => refuse(
                        tokens.name(),
                        format!("{start} tokens"),
                        format!("{}, the rows of `x`", of.m),
                    ),
                }
            }
            _ => Err(Error::value("expertTokens", "null", "an array")),
        }
    }

    /// A number for each column of each expert, from a column on.
    fn by_column(&self, tensor: &Input, of: &Extents, n: i64, from: Option<i64>) -> Result<Factor> {
        let outer: &[i64] = if of.has_experts { &[of.e] } else { &[] };
        tensor.shape_is(&[outer, &[n]].concat(), "experts by columns")?;
        let arg = tensor.read()?;
        let arg = match from {
            // Halves are of one expert.
            Some(from) => {
                let layout = arg.view.layout.sliced(0, from, n / 2, 1);
                arg.viewed(layout)?
            }
            None => arg,
        };
        Ok(Factor::new(vec![arg]).by_group(n as usize).by_column(1, 1))
    }

    /// Scales or offsets of weights: of columns, or of groups of inner elements of columns.
    fn of_weights(&self, tensor: &Input, of: &Extents, number: usize) -> Result<Factor> {
        let (k, n) = (of.k[number], of.n[number]);
        let outer: &[i64] = if of.has_experts { &[of.e] } else { &[] };
        if tensor.rank() == outer.len() + 1 {
            return self.by_column(tensor, of, n, None);
        }
        let groups = tensor.shape().get(outer.len()).copied().unwrap_or(0);
        tensor.shape_is(
            &[outer, &[groups, n]].concat(),
            "experts by groups of inner elements by columns",
        )?;
        if groups == 0 || k % groups != 0 {
            return Err(tensor.shape_refused(format!("a divisor of {k}, the inner elements")));
        }
        Ok(one_factor(tensor)?
            .by_group((groups * n) as usize)
            .by_column(1, 1)
            .by_block((k / groups) as usize, n as usize))
    }

    /// The right side of a product, and the steps up to its scale.
    fn product(&self, of: &Extents, number: usize) -> Result<(Side, Vec<Step>)> {
        let mut right = Side::plain(vec![self.weight(number, None)?]);
        let n = of.n[number];
        if let Some(scale) = Self::given(self.antiquant_scales[number]) {
            right.scales = vec![self.of_weights(scale, of, number)?];
        }
        if let Some(offset) = Self::given(self.antiquant_offsets[number]) {
            right.offset = Some((self.of_weights(offset, of, number)?, 1.0));
        }
        let mut steps = Vec::new();
        if let Some(bias) = Self::given(self.biases[number]) {
            steps.push(Step::Add(self.by_column(bias, of, n, None)?));
        }
        if let Some(scale) = Self::given(self.deq_scales[number]) {
            steps.push(Step::Wrap);
            steps.push(Step::Times(self.by_column(scale, of, n, None)?));
        }
        Ok((right, steps))
    }

    /// A weight, or half of its columns.
    fn weight(&self, number: usize, half: Option<(i64, i64)>) -> Result<Coded> {
        let tensor = self.weights[number];
        let of = Matrices::new(tensor, None, false)?;
        let Some((from, columns)) = half else {
            return of.right(false);
        };
        let arg = tensor.read()?;
        let layout = arg
            .view
            .layout
            .sliced(1, from, columns, 1)
            .permuted(&[1, 0]);
        let extents = [1, columns, tensor.shape()[0]].map(|extent| extent as usize);
        Coded::strided(arg.viewed(layout)?, extents)
    }

    /// The scale and the offset of the codes between the products, and their conversion.
    fn quantised(&self, of: &Extents) -> Result<Vec<Step>> {
        let Some(scale) = Self::given(self.scale) else {
            return Ok(Vec::new());
        };
        let of_expert = |tensor: &Input| -> Result<Factor> {
            tensor.shape_is(&[of.e], "a number for each expert")?;
            Ok(one_factor(tensor)?.by_group(1))
        };
        let is_one = scale.shape() == [of.e];
        let factor = match is_one {
            true => of_expert(scale)?,
            false => self.by_column(scale, of, of.n[0], None)?,
        };
        let mut steps = vec![Step::Times(factor)];
        if let Some(offset) = Self::given(self.offset) {
            steps.push(Step::Add(of_expert(offset)?));
        }
        Ok(steps)
    }

    /// Checks all arguments, and plans the products.
    pub fn planned(self) -> Planned {
        needs_chip(&[Generation::Ascend910B, Generation::Other])?;
        self.types()?;
        let (activation, is_gated) = self.activation()?;
        let x_type = self.x.dtype()?;
        let is_plain = self.weights[0].dtype()? == x_type && x_type != I8;
        let precise: &[i64] = match (is_plain, x_type) {
            (true, Bf16) => &[0],
            _ => &[0, 1],
        };
        one_of("innerPrecise", self.inner_precise, precise)?;
        let is_inference = generation() == Generation::Other;
        if is_gated && (is_inference || !is_plain || x_type != F16 || self.inner_precise != 1) {
            let allowed =
                "\"fastgelu\", \"gelu\", \"relu\" or \"silu\" but for FLOAT16 with innerPrecise 1";
            let got = format!("{:?}", &**self.activation);
            return Ok(refuse(self.activation.name(), got, allowed)?);
        }
        if self.has_experts() && (is_gated || is_inference) {
            return Ok(refuse(
                "expertTokens",
                "experts",
                "null for a gated unit, and on this chip",
            )?);
        }
        let of = self.fitting(is_gated)?;
        let (second_right, second_steps) = self.product(&of, 1)?;
        let (hidden_type, columns) = (x_type, of.k[1]);
        let (first, factor) = match is_gated {
            true => self.gated(&of, activation)?,
            false => {
                let (right, mut steps) = self.product(&of, 0)?;
                steps.push(Step::Activate(activation));
                steps.extend(self.quantised(&of)?);
                let groups = self.groups(&of, 0, of.n[0])?;
                (self.unplaced(right, groups, steps, false)?, None)
            }
        };
        let second_groups = self.groups(&of, 1, of.n[1])?;
        if self.y.is_empty() {
            return Ok(Call::nothing([self.y.write()?]));
        }
        let mut second = self.unplaced(second_right, second_groups, second_steps, true)?;
        second.outputs = vec![(self.y.write()?, [1, of.m as usize, of.n[1] as usize])];
        Ok(two_products(
            first,
            Hidden {
                dtype: hidden_type,
                extents: [of.m as usize, columns as usize],
                factor,
            },
            second,
        )?)
    }

    /// Both halves of the first product: the second one goes through the activation, and is multiplied by the first.
    fn gated(&self, of: &Extents, activation: Activation) -> Result<(Grouped, Option<Grouped>)> {
        let half = of.n[0] / 2;
        let part = |from: i64| -> Result<(Side, Vec<Step>)> {
            let side = Side::plain(vec![self.weight(0, Some((from, half)))?]);
            let bias = Self::given(self.biases[0])
                .map(|bias| self.by_column(bias, of, of.n[0], Some(from)))
                .transpose()?;
            Ok((side, bias.map(Step::Add).into_iter().collect()))
        };
        let groups = || self.groups(of, 0, half);
        let (left, left_steps) = part(0)?;
        let (right, mut steps) = part(half)?;
        steps.push(Step::Activate(activation));
        let factor = self.unplaced(left, groups()?, left_steps, false)?;
        let first = self.unplaced(right, groups()?, steps, false)?;
        Ok((first, Some(factor)))
    }

    /// A product without output, and without left side if that `is_hidden`.
    fn unplaced(
        &self,
        right: Side,
        groups: Groups,
        steps: Vec<Step>,
        is_hidden: bool,
    ) -> Result<Grouped> {
        let left = match is_hidden {
            true => Vec::new(),
            false => vec![Matrices::new(self.x, None, false)?.rows()?],
        };
        Ok(Grouped {
            left: Side::plain(left),
            right,
            groups,
            steps,
            outputs: Vec::new(),
            is_updated: false,
            finish: None,
        })
    }
}
