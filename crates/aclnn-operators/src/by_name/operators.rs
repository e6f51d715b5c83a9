//! Which operator stands behind each name, and which of its arguments come from where.

use crate::entry::EntryPoint;
use crate::{activation, conversion, math, matmul};

/// Where an argument comes from.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// An input, by its place.
    Input(usize),
    /// An input whose last two axes are exchanged where the attribute says so.
    Transposed(usize, &'static str),
    /// The only output.
    Output,
    /// The data type of the output.
    OutputType,
    /// The number 1.
    One,
    /// A number: an attribute with its default.
    Number(&'static str, f32),
    /// A truth value that is false unless the attribute says otherwise.
    Flag(&'static str),
    /// Integers in an input, which is on the host or a constant.
    IntsIn(usize),
    /// Integers in an attribute.
    Ints(&'static str),
    /// The only integer in an attribute, whose default is -1.
    OnlyInt(&'static str),
    /// Products are computed as they are written.
    Exact,
}

/// An operator behind its name.
pub struct ByName {
    /// The name.
    pub op_type: &'static str,
    /// What it is called here.
    pub entry: &'static EntryPoint,
    /// What its arguments are.
    pub arguments: &'static [Source],
}

impl ByName {
    /// How many inputs it has. What is filled without looking at it has one too.
    pub fn inputs(&self) -> usize {
        let place = |source: &Source| match *source {
            Source::Input(at) | Source::Transposed(at, _) | Source::IntsIn(at) => at + 1,
            _ => 0,
        };
        self.arguments.iter().map(place).fold(1, usize::max)
    }

    /// Whether it has an attribute of this name.
    pub fn has(&self, name: &str) -> bool {
        self.arguments.iter().any(|source| match *source {
            Source::Transposed(_, known)
            | Source::Number(known, _)
            | Source::Flag(known)
            | Source::Ints(known)
            | Source::OnlyInt(known) => known == name,
            // Says again which type the output has.
            Source::OutputType => name == "dst_type",
            _ => false,
        })
    }
}

use Source::{
    Exact, Flag, Input, Ints, IntsIn, Number, One, OnlyInt, Output, OutputType, Transposed,
};

const UNARY: &[Source] = &[Input(0), Output];
const BINARY: &[Source] = &[Input(0), Input(1), Output];
const SUM: &[Source] = &[Input(0), Input(1), One, Output];
const GRADIENT_OF_RESULT: &[Source] = &[Input(1), Input(0), Output];
const EXTREME: &[Source] = &[Input(0), IntsIn(1), Flag("keep_dims"), Output];
const REDUCED: &[Source] = &[Input(0), IntsIn(1), Flag("keep_dims"), OutputType, Output];
const REDUCED_BY_ATTRIBUTE: &[Source] = &[
    Input(0),
    Ints("axes"),
    Flag("keep_dims"),
    OutputType,
    Output,
];
const ALONG_AXIS: &[Source] = &[Input(0), OnlyInt("axes"), Output];
const PRODUCT: &[Source] = &[
    Transposed(0, "transpose_x1"),
    Transposed(1, "transpose_x2"),
    Output,
    Exact,
];
const PRODUCTS: &[Source] = &[
    Transposed(0, "adj_x1"),
    Transposed(1, "adj_x2"),
    Output,
    Exact,
];

macro_rules! by_name {
    ($($op_type:literal => $entry:path, $arguments:expr;)*) => {
        /// All of them, sorted by name.
        pub static OPERATORS: &[ByName] = &[$(ByName {
            op_type: $op_type,
            entry: &$entry,
            arguments: $arguments,
        }),*];
    };
}

by_name! {
    "Abs" => math::abs::ACLNN_ABS, UNARY;
    "Acos" => math::acos::ACLNN_ACOS, UNARY;
    "Acosh" => math::acosh::ACLNN_ACOSH, UNARY;
    "Add" => math::add::ACLNN_ADD, SUM;
    "Asin" => math::asin::ACLNN_ASIN, UNARY;
    "Asinh" => math::asinh::ACLNN_ASINH, UNARY;
    "Atan" => math::atan::ACLNN_ATAN, UNARY;
    "Atan2" => math::atan2::ACLNN_ATAN2, BINARY;
    "Atanh" => math::atanh::ACLNN_ATANH, UNARY;
    "BatchMatMul" => matmul::matmul::ACLNN_MATMUL, PRODUCTS;
    "BatchMatMulV2" => matmul::matmul::ACLNN_MATMUL, PRODUCTS;
    "BitwiseAnd" => math::bitwise_and_tensor::ACLNN_BITWISE_AND_TENSOR, BINARY;
    "BitwiseOr" => math::bitwise_or_tensor::ACLNN_BITWISE_OR_TENSOR, BINARY;
    "BroadcastTo" => math::expand::ACLNN_EXPAND, &[Input(0), IntsIn(1), Output];
    "Cast" => math::cast::ACLNN_CAST, &[Input(0), OutputType, Output];
    "Ceil" => math::ceil::ACLNN_CEIL, UNARY;
    "Cos" => math::cos::ACLNN_COS, UNARY;
    "Cosh" => math::cosh::ACLNN_COSH, UNARY;
    "Digamma" => math::digamma::ACLNN_DIGAMMA, UNARY;
    "Elu" => activation::elu::ACLNN_ELU,
        &[Input(0), Number("alpha", 1.0), Number("scale", 1.0), Number("input_scale", 1.0), Output];
    "Equal" => math::eq_tensor::ACLNN_EQ_TENSOR, BINARY;
    "Erf" => math::erf::ACLNN_ERF, UNARY;
    "Erfc" => math::erfc::ACLNN_ERFC, UNARY;
    "Exp" => math::exp::ACLNN_EXP, UNARY;
    "Expm1" => math::expm1::ACLNN_EXPM1, UNARY;
    "Floor" => math::floor::ACLNN_FLOOR, UNARY;
    "FloorDiv" => math::floor_divide::ACLNN_FLOOR_DIVIDE, BINARY;
    "FloorMod" => math::remainder::ACLNN_REMAINDER_TENSOR_TENSOR, BINARY;
    "Greater" => math::gt_tensor::ACLNN_GT_TENSOR, BINARY;
    "GreaterEqual" => math::ge_tensor::ACLNN_GE_TENSOR, BINARY;
    "Identity" => conversion::copy::ACLNN_INPLACE_COPY, &[Output, Input(0)];
    "Invert" => math::bitwise_not::ACLNN_BITWISE_NOT, UNARY;
    "LeakyRelu" => activation::leaky_relu::ACLNN_LEAKY_RELU, &[Input(0), Number("negative_slope", 0.0), Output];
    "Less" => math::lt_tensor::ACLNN_LT_TENSOR, BINARY;
    "LessEqual" => math::le_tensor::ACLNN_LE_TENSOR, BINARY;
    "Lgamma" => math::lgamma::ACLNN_LGAMMA, UNARY;
    "Log" => math::log::ACLNN_LOG, UNARY;
    "Log1p" => math::log1p::ACLNN_LOG1P, UNARY;
    "LogSoftmaxV2" => activation::logsoftmax::ACLNN_LOG_SOFTMAX, ALONG_AXIS;
    "LogicalAnd" => math::logical_and::ACLNN_LOGICAL_AND, BINARY;
    "LogicalNot" => math::logical_not::ACLNN_LOGICAL_NOT, UNARY;
    "LogicalOr" => math::logical_or::ACLNN_LOGICAL_OR, BINARY;
    "MatMul" => matmul::mm::ACLNN_MM, PRODUCT;
    "MatMulV2" => matmul::mm::ACLNN_MM, PRODUCT;
    "Maximum" => math::maximum::ACLNN_MAXIMUM, BINARY;
    "Minimum" => math::minimum::ACLNN_MINIMUM, BINARY;
    "Mul" => math::mul::ACLNN_MUL, BINARY;
    "Neg" => math::neg::ACLNN_NEG, UNARY;
    "NotEqual" => math::ne_tensor::ACLNN_NE_TENSOR, BINARY;
    "OnesLike" => math::ones::ACLNN_INPLACE_ONE, &[Output];
    "Pow" => math::pow_tensor_tensor::ACLNN_POW_TENSOR_TENSOR, BINARY;
    "RealDiv" => math::div::ACLNN_DIV, BINARY;
    "Reciprocal" => math::reciprocal::ACLNN_RECIPROCAL, UNARY;
    "ReduceMax" => math::amax::ACLNN_AMAX, EXTREME;
    "ReduceMean" => math::mean::ACLNN_MEAN, REDUCED;
    "ReduceMeanD" => math::mean::ACLNN_MEAN, REDUCED_BY_ATTRIBUTE;
    "ReduceMin" => math::amin::ACLNN_AMIN, EXTREME;
    "ReduceSum" => math::reduce_sum::ACLNN_REDUCE_SUM, REDUCED;
    "ReduceSumD" => math::reduce_sum::ACLNN_REDUCE_SUM, REDUCED_BY_ATTRIBUTE;
    "Relu" => activation::relu::ACLNN_RELU, UNARY;
    "Round" => math::round::ACLNN_ROUND, UNARY;
    "Rsqrt" => math::rsqrt::ACLNN_RSQRT, UNARY;
    "SelectV2" => math::s_where::ACLNN_SWHERE, &[Input(0), Input(1), Input(2), Output];
    "Sigmoid" => activation::sigmoid::ACLNN_SIGMOID, UNARY;
    "SigmoidGrad" => activation::sigmoid_backward::ACLNN_SIGMOID_BACKWARD, GRADIENT_OF_RESULT;
    "Sign" => math::sign::ACLNN_SIGN, UNARY;
    "Sin" => math::sin::ACLNN_SIN, UNARY;
    "Sinh" => math::sinh::ACLNN_SINH, UNARY;
    "SoftmaxV2" => activation::softmax::ACLNN_SOFTMAX, ALONG_AXIS;
    "Sqrt" => math::sqrt::ACLNN_SQRT, UNARY;
    "Sub" => math::sub::ACLNN_SUB, SUM;
    "Tan" => math::tan::ACLNN_TAN, UNARY;
    "Tanh" => math::tanh::ACLNN_TANH, UNARY;
    "TanhGrad" => math::tanh_backward::ACLNN_TANH_BACKWARD, GRADIENT_OF_RESULT;
    "TensorMove" => conversion::copy::ACLNN_INPLACE_COPY, &[Output, Input(0)];
    "Transpose" => conversion::permute::ACLNN_PERMUTE, &[Input(0), IntsIn(1), Output];
    "TransposeD" => conversion::permute::ACLNN_PERMUTE, &[Input(0), Ints("perm"), Output];
    "Trunc" => math::trunc::ACLNN_TRUNC, UNARY;
    "ZerosLike" => math::zero::ACLNN_INPLACE_ZERO, &[Output];
}

/// The operator of this name.
pub fn find(op_type: &str) -> Option<&'static ByName> {
    let at = OPERATORS.binary_search_by(|operator| operator.op_type.cmp(op_type));
    at.ok().map(|at| &OPERATORS[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_arguments_are_as_many_as_parameters() {
        assert!(
            OPERATORS.is_sorted_by(|a, b| a.op_type < b.op_type),
            "a search finds them"
        );
        for operator in OPERATORS {
            let (given, wanted) = (operator.arguments.len(), operator.entry.parameters.len());
            assert_eq!(given, wanted, "{}", operator.op_type);
            assert!(find(operator.op_type).is_some());
        }
        assert!(find("Conv2D").is_none());
    }
}
