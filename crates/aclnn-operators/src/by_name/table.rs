//! Names of operators, and what stands behind them. Source of names, inputs and attributes: the prototypes of the vendor's graph operators (ops-math, ops-nn, `op_graph`),
//! and what PyTorch's extension for the device asks for.

use super::operators::{ByName, Only, Source};
use crate::entry::Value;
use crate::{activation, conversion, math, matmul};
use Source::{
    Constant, Factor, Flag, InOrderOfOutput, Input, Ints, IntsIn, Number, OnlyInt, Output,
    OutputType, Transposed,
};

/// Products are computed as they are written.
const EXACT: Source = Constant(Value::Int(0));
/// Casts between formats.
const CAST: &[Source] = &[Output(0), InOrderOfOutput(0)];

const UNARY: &[Source] = &[Input(0), Output(0)];
const BINARY: &[Source] = &[Input(0), Input(1), Output(0)];
const SUM: &[Source] = &[Input(0), Input(1), Factor(1.0), Output(0)];
const GRADIENT_OF_RESULT: &[Source] = &[Input(1), Input(0), Output(0)];
const EXTREME: &[Source] = &[Input(0), IntsIn(1), Flag("keep_dims", false), Output(0)];
const REDUCED: &[Source] = &[
    Input(0),
    IntsIn(1),
    Flag("keep_dims", false),
    OutputType,
    Output(0),
];
const REDUCED_BY_ATTRIBUTE: &[Source] = &[
    Input(0),
    Ints("axes"),
    Flag("keep_dims", false),
    OutputType,
    Output(0),
];
const ALONG_AXIS: &[Source] = &[Input(0), OnlyInt("axes", -1), Output(0)];
const PRODUCT: &[Source] = &[
    Transposed(0, "transpose_x1"),
    Transposed(1, "transpose_x2"),
    Output(0),
    EXACT,
];
const PRODUCTS: &[Source] = &[
    Transposed(0, "adj_x1"),
    Transposed(1, "adj_x2"),
    Output(0),
    EXACT,
];

/// Factors are as they are, not those of quantised numbers less an offset.
const WITHOUT_OFFSET: &[(&str, Only)] = &[("offset_x", Only::Int(0))];
/// Formats say again what the operands are stored in.
const FORMATS: &[(&str, Only)] = &[
    ("src_format", Only::InputFormat),
    ("dst_format", Only::OutputFormat),
    ("src_subformat", Only::Int(0)),
    ("dst_subformat", Only::Int(0)),
    ("groups", Only::Int(1)),
];

macro_rules! by_name {
    ($($op_type:literal => $entry:path, $arguments:expr $(, only $only:expr)?;)*) => {
        /// All of them, sorted by name.
        pub static OPERATORS: &[ByName] = &[$(ByName {
            op_type: $op_type,
            entry: &$entry,
            arguments: $arguments,
            only: { const ONLY: &[(&str, Only)] = by_name!(@ $($only)?); ONLY },
        }),*];
    };
    (@) => { &[] };
    (@ $only:expr) => { $only };
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
    "BatchMatMul" => matmul::matmul::ACLNN_MATMUL, PRODUCTS, only WITHOUT_OFFSET;
    "BatchMatMulV2" => matmul::matmul::ACLNN_MATMUL, PRODUCTS, only WITHOUT_OFFSET;
    "BitwiseAnd" => math::bitwise_and_tensor::ACLNN_BITWISE_AND_TENSOR, BINARY;
    "BitwiseOr" => math::bitwise_or_tensor::ACLNN_BITWISE_OR_TENSOR, BINARY;
    "BroadcastTo" => math::expand::ACLNN_EXPAND, &[Input(0), IntsIn(1), Output(0)];
    "Cast" => math::cast::ACLNN_CAST, &[Input(0), OutputType, Output(0)],
        only &[("dst_type", Only::OutputType)];
    "Ceil" => math::ceil::ACLNN_CEIL, UNARY;
    "Cos" => math::cos::ACLNN_COS, UNARY;
    "Cosh" => math::cosh::ACLNN_COSH, UNARY;
    "Digamma" => math::digamma::ACLNN_DIGAMMA, UNARY;
    "Elu" => activation::elu::ACLNN_ELU,
        &[Input(0), Number("alpha", 1.0), Number("scale", 1.0), Number("input_scale", 1.0), Output(0)];
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
    "Identity" => conversion::copy::ACLNN_INPLACE_COPY, CAST;
    "Invert" => math::bitwise_not::ACLNN_BITWISE_NOT, UNARY;
    "LeakyRelu" => activation::leaky_relu::ACLNN_LEAKY_RELU, &[Input(0), Number("negative_slope", 0.0), Output(0)];
    "Less" => math::lt_tensor::ACLNN_LT_TENSOR, BINARY;
    "LessEqual" => math::le_tensor::ACLNN_LE_TENSOR, BINARY;
    "Lgamma" => math::lgamma::ACLNN_LGAMMA, UNARY;
    "Log" => math::log::ACLNN_LOG, UNARY;
    "Log1p" => math::log1p::ACLNN_LOG1P, UNARY;
    "LogSoftmaxV2" => activation::logsoftmax::ACLNN_LOG_SOFTMAX, ALONG_AXIS;
    "LogicalAnd" => math::logical_and::ACLNN_LOGICAL_AND, BINARY;
    "LogicalNot" => math::logical_not::ACLNN_LOGICAL_NOT, UNARY;
    "LogicalOr" => math::logical_or::ACLNN_LOGICAL_OR, BINARY;
    "MatMul" => matmul::mm::ACLNN_MM, PRODUCT, only WITHOUT_OFFSET;
    "MatMulV2" => matmul::mm::ACLNN_MM, PRODUCT, only WITHOUT_OFFSET;
    "Maximum" => math::maximum::ACLNN_MAXIMUM, BINARY;
    "Minimum" => math::minimum::ACLNN_MINIMUM, BINARY;
    "Mul" => math::mul::ACLNN_MUL, BINARY;
    "Neg" => math::neg::ACLNN_NEG, UNARY;
    "NotEqual" => math::ne_tensor::ACLNN_NE_TENSOR, BINARY;
    "OnesLike" => math::ones::ACLNN_INPLACE_ONE, &[Output(0)];
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
    "SelectV2" => math::s_where::ACLNN_SWHERE, &[Input(0), Input(1), Input(2), Output(0)];
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
    "TensorMove" => conversion::copy::ACLNN_INPLACE_COPY, CAST;
    "TransData" => conversion::copy::ACLNN_INPLACE_COPY, CAST, only FORMATS;
    "Transpose" => conversion::permute::ACLNN_PERMUTE, &[Input(0), IntsIn(1), Output(0)];
    "TransposeD" => conversion::permute::ACLNN_PERMUTE, &[Input(0), Ints("perm"), Output(0)];
    "Trunc" => math::trunc::ACLNN_TRUNC, UNARY;
    "ZerosLike" => math::zero::ACLNN_INPLACE_ZERO, &[Output(0)];
}
