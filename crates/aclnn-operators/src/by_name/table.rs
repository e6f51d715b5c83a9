//! Names of operators, and what stands behind them. Source of names, inputs and attributes: the prototypes of the vendor's graph operators (ops-math, ops-nn, `op_graph`),
//! and what PyTorch's extension for the device asks for.

use super::computed;
use super::operators::{ByName, Only, Source};
use crate::abi::acl::types::aclDataType;
use crate::entry::Value;
use crate::{activation, conv, conversion, image, index, loss, math, matmul, norm, pooling, rnn};
use Source::{
    Computed, ComputedInt, Constant, Double, Factor, Flag, InOrderOfOutput, Indices, Input, Inputs,
    Int, IntIn, Ints, IntsIn, List, Number, NumberIn, OneOf, OnlyInt, Optional, Output, OutputType,
    Reduction, Spare, SpareState, State, Transposed, Turned, ZerosLike,
};

/// A tensor that is absent.
const NULL: Source = Constant(Value::Pointer(0));
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

/// The products with an addend, which stands behind the factors.
const PRODUCT_AND_BIAS: &[Source] = &[
    Input(2),
    Transposed(0, "transpose_x1"),
    Transposed(1, "transpose_x2"),
    Factor(1.0),
    Factor(1.0),
    Output(0),
    EXACT,
];
const PRODUCTS_AND_BIAS: &[Source] = &[
    Input(2),
    Transposed(0, "adj_x1"),
    Transposed(1, "adj_x2"),
    Factor(1.0),
    Factor(1.0),
    Output(0),
    EXACT,
];
const GRADIENT_OF_LOSS: &[Source] = &[
    Input(2),
    Input(0),
    Input(1),
    Reduction("reduction"),
    Output(0),
];
const REDUCTION_OF_DIVERGENCE: Source =
    OneOf("reduction", "mean", &["none", "mean", "sum", "batchmean"]);
const WITH_INDEX: &[Source] = &[
    Input(0),
    Int("dimension", 0),
    Flag("keep_dims", false),
    Output(1),
    Output(0),
];
const GRID: &[Source] = &[
    Input(0),
    Input(1),
    OneOf(
        "interpolation_mode",
        "bilinear",
        &["bilinear", "nearest", "bicubic"],
    ),
    OneOf("padding_mode", "zeros", &["zeros", "border", "reflection"]),
    Flag("align_corners", false),
    Output(0),
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

/// Natural logarithms, of what is neither scaled nor shifted.
const NATURAL: &[(&str, Only)] = &[
    ("base", Only::Float(-1.0)),
    ("scale", Only::Float(1.0)),
    ("shift", Only::Float(0.0)),
];
/// From the first element on, which counts.
const FORWARDS: &[(&str, Only)] = &[
    ("exclusive", Only::Bool(false)),
    ("reverse", Only::Bool(false)),
];
const OF_OUTPUT_TYPE: &[(&str, Only)] = &[("dtype", Only::OutputType)];
/// One layer in one direction, all of it computed: what both recurrent networks say.
macro_rules! one_layer {
    ($($more:expr),*) => {
        &[
            ("direction", Only::Text("UNIDIRECTIONAL")),
            ("cell_depth", Only::Int(1)),
            ("keep_prob", Only::Float(1.0)),
            ("cell_clip", Only::Float(-1.0)),
            ("num_proj", Only::Int(0)),
            ("time_major", Only::Bool(true)),
            ("activation", Only::Text("tanh")),
            ("is_training", Only::Bool(true)),
            $($more),*
        ]
    };
}
/// Gates in the order of PyTorch: reset, update, new.
const GATED: &[(&str, Only)] = one_layer!(
    ("gate_order", Only::Given("rzh")),
    ("reset_after", Only::Bool(true))
);
/// Gates in the order of PyTorch: input, forget, cell, output.
const MEMORY: &[(&str, Only)] = one_layer!(
    ("cell_type", Only::Text("LSTM")),
    ("use_peephole", Only::Bool(false)),
    ("forget_bias", Only::Float(0.0)),
    ("gate_order", Only::Given("ifco")),
    ("recurrent_activation", Only::Text("sigmoid")),
    ("stateful", Only::Bool(false)),
    ("merge_mode", Only::Any)
);

macro_rules! by_name {
    ($($op_type:literal => $entry:path, $arguments:expr $(, only $only:expr)? $(, unread $unread:expr)?;)*) => {
        /// All of them, sorted by name.
        pub static OPERATORS: &[ByName] = &[$(ByName {
            op_type: $op_type,
            entry: &$entry,
            arguments: $arguments,
            only: by_name!(@ $($only)?),
            unread: by_name!(@ $($unread)?),
        }),*];
    };
    (@) => { &[] };
    (@ $only:expr) => { $only };
}

by_name! {
    "Abs" => math::abs::ACLNN_ABS, UNARY;
    "Acos" => math::acos::ACLNN_ACOS, UNARY;
    "Acosh" => math::acosh::ACLNN_ACOSH, UNARY;
    "AdaptiveAvgPool2d" => pooling::adaptive_avg_pool2d::ACLNN_ADAPTIVE_AVG_POOL2D, &[Input(0), Ints("output_size"), Output(0)];
    "Add" => math::add::ACLNN_ADD, SUM;
    "Addcdiv" => math::addcdiv::ACLNN_ADDCDIV, &[Input(0), Input(1), Input(2), NumberIn(3), Output(0)];
    "Addcmul" => math::addcmul::ACLNN_ADDCMUL, &[Input(0), Input(1), Input(2), NumberIn(3), Output(0)];
    "AffineGrid" => math::affine_grid::ACLNN_AFFINE_GRID, &[Input(0), IntsIn(1), Flag("align_corners", false), Output(0)];
    "ArgMaxV2" => math::argmax::ACLNN_ARG_MAX, &[Input(0), IntIn(1), Flag("keep_dims", false), Output(0)], only OF_OUTPUT_TYPE;
    "ArgMaxWithValue" => math::max_dim::ACLNN_MAX_DIM, WITH_INDEX;
    "ArgMin" => math::argmin::ACLNN_ARG_MIN, &[Input(0), IntIn(1), Flag("keep_dims", false), Output(0)], only OF_OUTPUT_TYPE;
    "ArgMinWithValue" => math::min_dim::ACLNN_MIN_DIM, WITH_INDEX;
    "Asin" => math::asin::ACLNN_ASIN, UNARY;
    "Asinh" => math::asinh::ACLNN_ASINH, UNARY;
    "Atan" => math::atan::ACLNN_ATAN, UNARY;
    "Atan2" => math::atan2::ACLNN_ATAN2, BINARY;
    "Atanh" => math::atanh::ACLNN_ATANH, UNARY;
    "BatchMatMul" => matmul::matmul::ACLNN_MATMUL, PRODUCTS, only WITHOUT_OFFSET;
    "BatchMatMul" => matmul::baddbmm::ACLNN_BADDBMM, PRODUCTS_AND_BIAS, only WITHOUT_OFFSET;
    "BatchMatMulV2" => matmul::matmul::ACLNN_MATMUL, PRODUCTS, only WITHOUT_OFFSET;
    "BatchMatMulV2" => matmul::baddbmm::ACLNN_BADDBMM, PRODUCTS_AND_BIAS, only WITHOUT_OFFSET;
    "BinaryCrossEntropy" => loss::binary_cross_entropy::ACLNN_BINARY_CROSS_ENTROPY, &[Input(0), Input(1), Optional(2), Reduction("reduction"), Output(0)];
    "BinaryCrossEntropyGrad" => loss::binary_cross_entropy_backward::ACLNN_BINARY_CROSS_ENTROPY_BACKWARD,
        &[Input(2), Input(0), Input(1), Optional(3), Reduction("reduction"), Output(0)];
    "BitwiseAnd" => math::bitwise_and_tensor::ACLNN_BITWISE_AND_TENSOR, BINARY;
    "BitwiseOr" => math::bitwise_or_tensor::ACLNN_BITWISE_OR_TENSOR, BINARY;
    "BitwiseXor" => math::bitwise_xor_tensor::ACLNN_BITWISE_XOR_TENSOR, BINARY;
    "BroadcastTo" => math::expand::ACLNN_EXPAND, &[Input(0), IntsIn(1), Output(0)];
    "CTCLossV2" => loss::ctc_loss::ACLNN_CTC_LOSS,
        &[Input(0), Input(1), IntsIn(2), IntsIn(3), ComputedInt(computed::blank), Flag("zero_infinity", false), Output(0), Output(1)],
        only &[("blank", Only::Any)];
    "CTCLossV2Grad" => loss::ctc_loss_backward::ACLNN_CTC_LOSS_BACKWARD,
        &[Input(0), Input(1), Input(2), IntsIn(3), IntsIn(4), Input(5), Input(6), ComputedInt(computed::blank), Flag("zero_infinity", false), Output(0)],
        only &[("blank", Only::Any)];
    "Cast" => math::cast::ACLNN_CAST, &[Input(0), OutputType, Output(0)],
        only &[("dst_type", Only::OutputType)];
    "Cdist" => math::cdist::ACLNN_CDIST, &[Input(0), Input(1), Double("p", 2.0), Constant(Value::Int(0)), Output(0)];
    "CdistGrad" => math::cdist_backward::ACLNN_CDIST_BACKWARD, &[Input(0), Input(1), Input(2), Input(3), Double("p", 2.0), Output(0)];
    "Ceil" => math::ceil::ACLNN_CEIL, UNARY;
    "CeluV2" => activation::celu::ACLNN_CELU, &[Input(0), Number("alpha", 1.0), Output(0)];
    "ClipByValue" => conversion::clamp::ACLNN_CLAMP, &[Input(0), NumberIn(1), NumberIn(2), Output(0)];
    "ClipByValueV2" => conversion::clamp::ACLNN_CLAMP, &[Input(0), NumberIn(1), NumberIn(2), Output(0)];
    "ClipByValueV2" => conversion::clamp::ACLNN_CLAMP_TENSOR, &[Input(0), Input(1), Input(2), Output(0)];
    "ConcatD" => conversion::cat::ACLNN_CAT, &[Inputs(0), Int("concat_dim", 0), Output(0)], only &[("N", Only::Any)];
    "ConfusionTransposeD" => conversion::confusion_transpose::ACLNN_CONFUSION_TRANSPOSE,
        &[Input(0), Ints("perm"), Ints("shape"), Flag("transpose_first", false), Output(0)];
    "Conv2D" => conv::convolution::ACLNN_CONVOLUTION,
    &[Input(0), Input(1), Optional(2), Computed(&[], computed::strides), Ints("pads"), Computed(&[], computed::dilations), Constant(Value::Bool(false)),
        Constant(Value::Pointer(0)), Int("groups", 1), Output(0), EXACT],
    only &[("strides", Only::Any), ("dilations", Only::Any), ("data_format", Only::Given("NCHW")), ("offset_x", Only::Int(0))];
    "Cos" => math::cos::ACLNN_COS, UNARY;
    "Cosh" => math::cosh::ACLNN_COSH, UNARY;
    "Cross" => math::linalg_cross::ACLNN_LINALG_CROSS, &[Input(0), Input(1), Int("dim", -65530), Output(0)];
    "Cummax" => math::cummax::ACLNN_CUMMAX, &[Input(0), Int("dim", 0), Output(0), Output(1)];
    "Cummin" => math::cummin::ACLNN_CUMMIN, &[Input(0), Int("axis", 0), Output(0), Output(1)];
    "Cumprod" => math::cumprod::ACLNN_CUMPROD, &[Input(0), NumberIn(1), OutputType, Output(0)], only FORWARDS;
    "Cumsum" => math::cumsum::ACLNN_CUMSUM, &[Input(0), IntIn(1), OutputType, Output(0)], only FORWARDS;
    "Diag" => conversion::diag::ACLNN_DIAG, &[Input(0), Int("diagonal", 0), Output(0)];
    "DiagPart" => conversion::diag::ACLNN_DIAG, &[Input(0), Int("diagonal", 0), Output(0)];
    "Digamma" => math::digamma::ACLNN_DIGAMMA, UNARY;
    "Dot" => math::dot::ACLNN_DOT, BINARY;
    "DynamicGRUV2" => rnn::gru::ACLNN_GRU,
    &[Input(0), List(&[Turned(1), Turned(2), Input(3), Input(4)]), State(6), NULL, Constant(Value::Bool(true)), Constant(Value::Int(1)),
        Constant(Value::Float(0.0)), Constant(Value::Bool(true)), Constant(Value::Bool(false)), Constant(Value::Bool(false)), Output(0), SpareState(6),
        List(&[Output(3)]), List(&[Output(2)]), List(&[Output(4)]), List(&[Output(5)]), List(&[Output(1)])],
    only GATED;
    "DynamicGRUV2" => rnn::gru::ACLNN_GRU,
    &[Input(0), List(&[Turned(1), Turned(2)]), State(6), NULL, Constant(Value::Bool(false)), Constant(Value::Int(1)),
        Constant(Value::Float(0.0)), Constant(Value::Bool(true)), Constant(Value::Bool(false)), Constant(Value::Bool(false)), Output(0), SpareState(6),
        List(&[Output(3)]), List(&[Output(2)]), List(&[Output(4)]), List(&[Output(5)]), List(&[Output(1)])],
    only GATED;
    "DynamicRNNV2" => rnn::lstm::ACLNN_LSTM,
    &[Input(0), List(&[Turned(1), Turned(2), Input(3), ZerosLike(3)]), List(&[State(5), State(6)]), NULL, Constant(Value::Bool(true)), Constant(Value::Int(1)),
        Constant(Value::Float(0.0)), Constant(Value::Bool(true)), Constant(Value::Bool(false)), Constant(Value::Bool(false)), Output(0), SpareState(5),
        SpareState(6), List(&[Output(3)]), List(&[Output(4)]), List(&[Output(5)]), List(&[Output(6)]), List(&[Output(1)]), List(&[Output(2)]), List(&[Output(7)])],
    only MEMORY;
    "DynamicRNNV2" => rnn::lstm::ACLNN_LSTM,
    &[Input(0), List(&[Turned(1), Turned(2)]), List(&[State(5), State(6)]), NULL, Constant(Value::Bool(false)), Constant(Value::Int(1)),
        Constant(Value::Float(0.0)), Constant(Value::Bool(true)), Constant(Value::Bool(false)), Constant(Value::Bool(false)), Output(0), SpareState(5),
        SpareState(6), List(&[Output(3)]), List(&[Output(4)]), List(&[Output(5)]), List(&[Output(6)]), List(&[Output(1)]), List(&[Output(2)]), List(&[Output(7)])],
    only MEMORY;
    "Elu" => activation::elu::ACLNN_ELU,
        &[Input(0), Number("alpha", 1.0), Number("scale", 1.0), Number("input_scale", 1.0), Output(0)];
    "EluGradV2" => activation::elu_backward::ACLNN_ELU_BACKWARD,
        &[Input(0), Number("alpha", 1.0), Number("scale", 1.0), Number("input_scale", 1.0), Flag("is_result", false), Input(1), Output(0)];
    "Equal" => math::eq_tensor::ACLNN_EQ_TENSOR, BINARY;
    "Erf" => math::erf::ACLNN_ERF, UNARY;
    "Erfc" => math::erfc::ACLNN_ERFC, UNARY;
    "Erfinv" => activation::erfinv::ACLNN_ERFINV, UNARY;
    "Exp" => math::exp::ACLNN_EXP, UNARY;
    "Expm1" => math::expm1::ACLNN_EXPM1, UNARY;
    "FastGelu" => activation::fast_gelu::ACLNN_FAST_GELU, UNARY;
    "FastGeluGrad" => activation::fast_gelu_backward::ACLNN_FAST_GELU_BACKWARD, BINARY;
    "Fill" => math::expand::ACLNN_EXPAND, &[Input(1), Computed(&[0], computed::filled), Output(0)];
    "Floor" => math::floor::ACLNN_FLOOR, UNARY;
    "FloorDiv" => math::floor_divide::ACLNN_FLOOR_DIVIDE, BINARY;
    "FloorMod" => math::remainder::ACLNN_REMAINDER_TENSOR_TENSOR, BINARY;
    "GLU" => activation::glu::ACLNN_GLU, &[Input(0), Int("dim", -1), Output(0)];
    "GLUGrad" => activation::glu_backward::ACLNN_GLU_BACKWARD, &[Input(0), Input(1), Int("dim", -1), Output(0)];
    "Gather" => index::gather_v2::ACLNN_GATHER_V2, &[Input(0), Constant(Value::Int(0)), Input(1), Output(0)],
        only &[("validate_indices", Only::Any), ("batch_dims", Only::Int(0))];
    "GatherElements" => index::gather::ACLNN_GATHER, &[Input(0), Int("dim", 0), Input(1), Output(0)];
    "GatherV2" => index::gather_v2::ACLNN_GATHER_V2, &[Input(0), IntIn(2), Input(1), Output(0)], only &[("batch_dims", Only::Int(0))];
    "GatherV2D" => index::gather_v2::ACLNN_GATHER_V2, &[Input(0), Int("axis", 0), Input(1), Output(0)];
    "Gelu" => activation::gelu::ACLNN_GELU, UNARY;
    "GeluGrad" => activation::gelu_backward::ACLNN_GELU_BACKWARD, BINARY, unread &[2];
    "Greater" => math::gt_tensor::ACLNN_GT_TENSOR, BINARY;
    "GreaterEqual" => math::ge_tensor::ACLNN_GE_TENSOR, BINARY;
    "GridSampler2D" => image::grid_sampler2d::ACLNN_GRID_SAMPLER2_D, GRID;
    "HardShrink" => activation::hardshrink::ACLNN_HARDSHRINK, &[Input(0), Number("lambd", 0.5), Output(0)];
    "HardShrinkGrad" => activation::hardshrink_backward::ACLNN_HARDSHRINK_BACKWARD, &[Input(0), Input(1), Number("lambd", 0.5), Output(0)];
    "HardSigmoid" => activation::hardsigmoid::ACLNN_HARDSIGMOID, UNARY;
    "HardSigmoidGrad" => activation::hardsigmoid_backward::ACLNN_HARDSIGMOID_BACKWARD, BINARY;
    "HardSwish" => activation::hardswish::ACLNN_HARDSWISH, UNARY;
    "HardSwishGrad" => activation::hardswish_backward::ACLNN_HARDSWISH_BACKWARD, BINARY;
    "HardtanhGrad" => activation::hardtanh_backward::ACLNN_HARDTANH_BACKWARD, &[Input(1), Input(0), Number("min_val", -1.0), Number("max_val", 1.0), Output(0)];
    "Histogram" => math::histc::ACLNN_HISTC, &[Input(0), Int("bins", 100), Number("min", 0.0), Number("max", 0.0), Output(0)];
    "Identity" => conversion::copy::ACLNN_INPLACE_COPY, CAST;
    "InplaceIndexAdd" => index::index_add::ACLNN_INDEX_ADD, &[Input(0), Int("axis", 0), Input(1), Input(2), Factor(1.0), Output(0)];
    "InplaceIndexAdd" => index::index_add::ACLNN_INDEX_ADD, &[Input(0), Int("axis", 0), Input(1), Input(2), NumberIn(3), Output(0)];
    "Invert" => math::bitwise_not::ACLNN_BITWISE_NOT, UNARY;
    "IsClose" => math::isclose::ACLNN_IS_CLOSE, &[Input(0), Input(1), Double("rtol", 1e-5), Double("atol", 1e-8), Flag("equal_nan", false), Output(0)];
    "IsFinite" => math::isfinite::ACLNN_IS_FINITE, UNARY;
    "KLDiv" => math::kl_div::ACLNN_KL_DIV, &[Input(0), Input(1), REDUCTION_OF_DIVERGENCE, Flag("log_target", false), Output(0)];
    "KlDivLossGrad" => loss::kl_div_backward::ACLNN_KL_DIV_BACKWARD, &[Input(0), Input(1), Input(2), REDUCTION_OF_DIVERGENCE, Flag("log_target", false), Output(0)];
    "L1LossGrad" => loss::l1_loss_backward::ACLNN_L1_LOSS_BACKWARD, &[Input(0), Input(1), Input(2), Reduction("reduction"), Output(0)];
    "LayerNormV3" => norm::layer_norm::ACLNN_LAYER_NORM,
        &[Input(0), Computed(&[], computed::normalised), Optional(1), Optional(2), Double("epsilon", 1e-5), Output(0), Output(1), Output(2)],
        only &[("begin_norm_axis", Only::Any), ("begin_params_axis", Only::Any)];
    "LeakyRelu" => activation::leaky_relu::ACLNN_LEAKY_RELU, &[Input(0), Number("negative_slope", 0.0), Output(0)];
    "LeakyReluGrad" => activation::leaky_relu_backward::ACLNN_LEAKY_RELU_BACKWARD,
        &[Input(0), Input(1), Number("negative_slope", 0.0), Constant(Value::Bool(false)), Output(0)];
    "LeftShift" => math::left_shift::ACLNN_LEFT_SHIFT, BINARY;
    "Lerp" => math::lerp_tensor::ACLNN_LERP, &[Input(0), Input(1), Input(2), Output(0)];
    "Less" => math::lt_tensor::ACLNN_LT_TENSOR, BINARY;
    "LessEqual" => math::le_tensor::ACLNN_LE_TENSOR, BINARY;
    "Lgamma" => math::lgamma::ACLNN_LGAMMA, UNARY;
    "LinSpace" => math::linspace::ACLNN_LINSPACE, &[NumberIn(0), NumberIn(1), IntIn(2), Output(0)];
    "Log" => math::log::ACLNN_LOG, UNARY, only NATURAL;
    "Log" => math::log2::ACLNN_LOG2, UNARY, only &[("base", Only::Float(2.0)), ("scale", Only::Float(1.0)), ("shift", Only::Float(0.0))];
    "Log" => math::log10::ACLNN_LOG10, UNARY, only &[("base", Only::Float(10.0)), ("scale", Only::Float(1.0)), ("shift", Only::Float(0.0))];
    "Log1p" => math::log1p::ACLNN_LOG1P, UNARY;
    "LogAddExp" => math::logaddexp::ACLNN_LOG_ADD_EXP, BINARY, only NATURAL;
    "LogAddExp" => math::logaddexp2::ACLNN_LOG_ADD_EXP2, BINARY, only &[("base", Only::Float(2.0)), ("scale", Only::Float(1.0)), ("shift", Only::Float(0.0))];
    "LogMatrixDeterminant" => math::slogdet::ACLNN_SLOGDET, &[Input(0), Output(0), Output(1)];
    "LogSigmoid" => activation::logsigmoid::ACLNN_LOG_SIGMOID, UNARY;
    "LogSoftmaxGrad" => activation::logsoftmax_backward::ACLNN_LOG_SOFTMAX_BACKWARD, &[Input(0), Input(1), OnlyInt("axis", -1), Output(0)];
    "LogSoftmaxV2" => activation::logsoftmax::ACLNN_LOG_SOFTMAX, ALONG_AXIS;
    "LogicalAnd" => math::logical_and::ACLNN_LOGICAL_AND, BINARY;
    "LogicalNot" => math::logical_not::ACLNN_LOGICAL_NOT, UNARY;
    "LogicalOr" => math::logical_or::ACLNN_LOGICAL_OR, BINARY;
    "LogicalXor" => math::logical_xor::ACLNN_LOGICAL_XOR, BINARY;
    "LpLoss" => loss::l1_loss::ACLNN_L1_LOSS, &[Input(0), Input(1), Reduction("reduction"), Output(0)], only &[("p", Only::Int(1))];
    "MaskedFill" => math::s_where::ACLNN_SWHERE, &[Input(1), Input(2), Input(0), Output(0)];
    "MatMul" => matmul::mm::ACLNN_MM, PRODUCT, only WITHOUT_OFFSET;
    "MatMul" => matmul::addmm::ACLNN_ADDMM, PRODUCT_AND_BIAS, only WITHOUT_OFFSET;
    "MatMulV2" => matmul::mm::ACLNN_MM, PRODUCT, only WITHOUT_OFFSET;
    "MatMulV2" => matmul::addmm::ACLNN_ADDMM, PRODUCT_AND_BIAS, only WITHOUT_OFFSET;
    "MatrixInverse" => index::inverse::ACLNN_INVERSE, UNARY, only &[("adjoint", Only::Bool(false))];
    "Maximum" => math::maximum::ACLNN_MAXIMUM, BINARY;
    "Minimum" => math::minimum::ACLNN_MINIMUM, BINARY;
    "Mish" => activation::mish::ACLNN_MISH, UNARY;
    "MishGrad" => activation::mish_backward::ACLNN_MISH_BACKWARD, BINARY;
    "Mod" => math::fmod_tensor::ACLNN_FMOD_TENSOR, BINARY;
    "MseLoss" => loss::mse_loss::ACLNN_MSE_LOSS, &[Input(0), Input(1), Reduction("reduction"), Output(0)];
    "MseLossGrad" => loss::mse_loss_backward::ACLNN_MSE_LOSS_BACKWARD, GRADIENT_OF_LOSS;
    "Mul" => math::mul::ACLNN_MUL, BINARY;
    "MultilabelMarginLoss" => loss::multilabel_margin_loss::ACLNN_MULTILABEL_MARGIN_LOSS, &[Input(0), Input(1), Reduction("reduction"), Output(0), Output(1)];
    "NLLLoss" => loss::nll_loss::ACLNN_NLLLOSS, &[Input(0), Input(1), Input(2), Reduction("reduction"), Int("ignore_index", -100), Output(0), Output(1)];
    "NLLLossGrad" => loss::nll_loss_backward::ACLNN_NLLLOSS_BACKWARD,
        &[Input(1), Input(0), Input(2), Input(3), Reduction("reduction"), Int("ignore_index", -100), Input(4), Output(0)];
    "Neg" => math::neg::ACLNN_NEG, UNARY;
    "NotEqual" => math::ne_tensor::ACLNN_NE_TENSOR, BINARY;
    "OnesLike" => math::ones::ACLNN_INPLACE_ONE, &[Output(0)];
    "PRelu" => activation::prelu::ACLNN_PRELU, BINARY;
    "PReluGrad" => activation::prelu_backward::ACLNN_PRELU_BACKWARD, &[Input(0), Input(1), Input(2), Output(0), Output(1)];
    "Pack" => conversion::stack::ACLNN_STACK, &[Inputs(0), Int("axis", 0), Output(0)], only &[("N", Only::Any)];
    "Pad" => conversion::constant_pad_nd::ACLNN_CONSTANT_PAD_ND, &[Input(0), Computed(&[1], computed::paddings), Factor(0.0), Output(0)];
    "PadV3" => conversion::constant_pad_nd::ACLNN_CONSTANT_PAD_ND, &[Input(0), Computed(&[1], computed::paddings), NumberIn(2), Output(0)],
        only &[("mode", Only::Text("constant")), ("paddings_contiguous", Only::Bool(true))];
    "Pdist" => math::pdist::ACLNN_PDIST, &[Input(0), Double("p", 2.0), Output(0)];
    "Pow" => math::pow_tensor_tensor::ACLNN_POW_TENSOR_TENSOR, BINARY;
    "Range" => math::arange::ACLNN_ARANGE, &[NumberIn(0), NumberIn(1), NumberIn(2), Output(0)];
    "RealDiv" => math::div::ACLNN_DIV, BINARY;
    "Reciprocal" => math::reciprocal::ACLNN_RECIPROCAL, UNARY;
    "ReduceAll" => math::all::ACLNN_ALL, EXTREME;
    "ReduceAny" => math::any::ACLNN_ANY, EXTREME;
    "ReduceLogSumExp" => math::logsumexp::ACLNN_LOG_SUM_EXP, EXTREME;
    "ReduceMax" => math::amax::ACLNN_AMAX, EXTREME;
    "ReduceMean" => math::mean::ACLNN_MEAN, REDUCED;
    "ReduceMeanD" => math::mean::ACLNN_MEAN, REDUCED_BY_ATTRIBUTE;
    "ReduceMin" => math::amin::ACLNN_AMIN, EXTREME;
    "ReduceProd" => math::prod::ACLNN_PROD_DIM, &[Input(0), IntIn(1), Flag("keep_dims", false), OutputType, Output(0)];
    "ReduceSum" => math::reduce_sum::ACLNN_REDUCE_SUM, REDUCED;
    "ReduceSumD" => math::reduce_sum::ACLNN_REDUCE_SUM, REDUCED_BY_ATTRIBUTE;
    "Relu" => activation::relu::ACLNN_RELU, UNARY;
    "ReluGrad" => activation::threshold_backward::ACLNN_THRESHOLD_BACKWARD, &[Input(0), Input(1), Factor(0.0), Output(0)];
    "ResizeNearestNeighborV2" => image::upsample_nearest_2d::ACLNN_UPSAMPLE_NEAREST2D, &[Input(0), IntsIn(1), Output(0)],
        only &[("align_corners", Only::Bool(false)), ("half_pixel_centers", Only::Bool(false))];
    "ReverseV2" => index::flip::ACLNN_FLIP, &[Input(0), IntsIn(1), Output(0)];
    "RightShift" => math::right_shift::ACLNN_RIGHT_SHIFT, BINARY;
    "Roll" => conversion::roll::ACLNN_ROLL, &[Input(0), Ints("shifts"), Ints("dims"), Output(0)];
    "Round" => math::round::ACLNN_ROUND, UNARY, only &[("decimals", Only::Int(0))];
    "Round" => math::round::ACLNN_ROUND_DECIMALS, &[Input(0), Int("decimals", 0), Output(0)];
    "Rsqrt" => math::rsqrt::ACLNN_RSQRT, UNARY;
    "ScatterElements" => index::scatter::ACLNN_SCATTER, &[Input(0), Int("axis", 0), Input(1), Input(2), OneOf("reduction", "none", &["none", "add", "mul"]), Output(0)];
    "Select" => math::s_where::ACLNN_SWHERE, &[Input(0), Input(1), Input(2), Output(0)];
    "SelectV2" => math::s_where::ACLNN_SWHERE, &[Input(0), Input(1), Input(2), Output(0)];
    "Selu" => activation::selu::ACLNN_SELU, UNARY;
    "SeluGrad" => activation::selu_backward::ACLNN_SELU_BACKWARD, BINARY;
    "Sigmoid" => activation::sigmoid::ACLNN_SIGMOID, UNARY;
    "SigmoidCrossEntropyWithLogitsV2" => loss::binary_cross_entropy_with_logits::ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS,
        &[Input(0), Input(1), Optional(2), Optional(3), Reduction("reduction"), Output(0)];
    "SigmoidGrad" => activation::sigmoid_backward::ACLNN_SIGMOID_BACKWARD, GRADIENT_OF_RESULT;
    "Sign" => math::sign::ACLNN_SIGN, UNARY;
    "SiluGrad" => activation::silu_backward::ACLNN_SILU_BACKWARD, BINARY;
    "Sin" => math::sin::ACLNN_SIN, UNARY;
    "Sinh" => math::sinh::ACLNN_SINH, UNARY;
    "Slice" => conversion::slice_v2::ACLNN_SLICE_V2,
        &[Input(0), IntsIn(1), Computed(&[1, 2], computed::ends), Computed(&[], computed::axes), Computed(&[], computed::steps), Output(0)];
    "SmoothL1LossGradV2" => loss::smooth_l1_loss_backward::ACLNN_SMOOTH_L1_LOSS_BACKWARD,
        &[Input(2), Input(0), Input(1), Reduction("reduction"), Double("sigma", 1.0), Output(0)];
    "SmoothL1LossV2" => loss::smooth_l1_loss::ACLNN_SMOOTH_L1_LOSS, &[Input(0), Input(1), Reduction("reduction"), Double("sigma", 1.0), Output(0)];
    "SoftMarginLoss" => loss::soft_margin_loss::ACLNN_SOFT_MARGIN_LOSS, &[Input(0), Input(1), Reduction("reduction"), Output(0)];
    "SoftMarginLossGrad" => loss::soft_margin_loss_backward::ACLNN_SOFT_MARGIN_LOSS_BACKWARD, GRADIENT_OF_LOSS;
    "SoftShrink" => activation::softshrink::ACLNN_SOFTSHRINK, &[Input(0), Number("lambd", 0.5), Output(0)];
    "SoftShrinkGrad" => activation::softshrink_backward::ACLNN_SOFTSHRINK_BACKWARD, &[Input(0), Input(1), Number("lambd", 0.5), Output(0)];
    "SoftmaxGrad" => activation::softmax_backward::ACLNN_SOFTMAX_BACKWARD, &[Input(1), Input(0), OnlyInt("axes", -1), Output(0)];
    "SoftmaxV2" => activation::softmax::ACLNN_SOFTMAX, ALONG_AXIS;
    "SoftplusV2" => activation::softplus::ACLNN_SOFTPLUS, &[Input(0), Number("beta", 1.0), Number("threshold", 20.0), Output(0)];
    "SoftplusV2Grad" => activation::softplus_backward::ACLNN_SOFTPLUS_BACKWARD, &[Input(0), Input(1), Number("beta", 1.0), Number("threshold", 20.0), Output(0)];
    "Sort" => math::sort::ACLNN_SORT, &[Input(0), Flag("stable", false), Int("axis", -1), Flag("descending", false), Output(0), Indices(1)],
        only &[("y2_dtype", Only::Any)];
    "SortV2" => math::sort::ACLNN_SORT,
        &[Input(0), Constant(Value::Bool(false)), Int("axis", -1), Flag("descending", false), Output(0), Spare(0, aclDataType::ACL_INT64)];
    "Sqrt" => math::sqrt::ACLNN_SQRT, UNARY;
    "Square" => math::square::ACLNN_SQUARE, UNARY;
    "StridedSlice" => conversion::strided_slice::ACLNN_STRIDED_SLICE,
    &[Input(0), IntsIn(1), IntsIn(2), IntsIn(3), Int("begin_mask", 0), Int("end_mask", 0), Int("ellipsis_mask", 0), Int("new_axis_mask", 0), Int("shrink_axis_mask", 0),
        Output(0)];
    "Sub" => math::sub::ACLNN_SUB, SUM;
    "Swish" => activation::swish::ACLNN_SWISH, &[Input(0), Number("scale", 1.0), Output(0)];
    "SwishGrad" => activation::swish_backward::ACLNN_SWISH_BACKWARD, &[Input(0), Input(1), Number("scale", 1.0), Output(0)], unread &[2];
    "Tan" => math::tan::ACLNN_TAN, UNARY;
    "Tanh" => math::tanh::ACLNN_TANH, UNARY;
    "TanhGrad" => math::tanh_backward::ACLNN_TANH_BACKWARD, GRADIENT_OF_RESULT;
    "TensorEqual" => math::equal::ACLNN_EQUAL, BINARY;
    "TensorMove" => conversion::copy::ACLNN_INPLACE_COPY, CAST;
    "ThresholdGradV2D" => activation::threshold_backward::ACLNN_THRESHOLD_BACKWARD, &[Input(0), Input(1), Number("threshold", 0.0), Output(0)];
    "ThresholdV2D" => activation::threshold::ACLNN_THRESHOLD, &[Input(0), Number("threshold", 0.0), Number("value", 0.0), Output(0)];
    "Tile" => math::repeat::ACLNN_REPEAT, &[Input(0), IntsIn(1), Output(0)];
    "TopKV2" => index::topk::ACLNN_TOPK, &[Input(0), IntIn(1), Int("dim", -1), Flag("largest", true), Flag("sorted", true), Output(0), Indices(1)],
        only &[("indices_dtype", Only::Any)];
    "Trace" => math::trace::ACLNN_TRACE, UNARY;
    "TransData" => conversion::copy::ACLNN_INPLACE_COPY, CAST, only FORMATS;
    "Transpose" => conversion::permute::ACLNN_PERMUTE, &[Input(0), IntsIn(1), Output(0)];
    "TransposeD" => conversion::permute::ACLNN_PERMUTE, &[Input(0), Ints("perm"), Output(0)];
    "Tril" => conversion::tril::ACLNN_TRIL, &[Input(0), Int("diagonal", 0), Output(0)];
    "Triu" => conversion::triu::ACLNN_TRIU, &[Input(0), Int("diagonal", 0), Output(0)];
    "Trunc" => math::trunc::ACLNN_TRUNC, UNARY;
    "Xlogy" => math::x_log_y_tensor::ACLNN_XLOG_YTENSOR, BINARY;
    "ZerosLike" => math::zero::ACLNN_INPLACE_ZERO, &[Output(0)];
}
