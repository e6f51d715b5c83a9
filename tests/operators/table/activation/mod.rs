//! Operators of the category `activation`, a file for each with its versions.

mod add_relu;
mod binary_cross_entropy_with_logits_target_backward;
mod celu;
mod clipped_swiglu;
mod clipped_swiglu_grad;
mod elu;
mod elu_backward;
mod erfinv;
mod fast_gelu;
mod fast_gelu_backward;
mod fatrelu_mul;
mod geglu;
mod geglu_backward;
mod gelu;
mod gelu_backward;
mod gelu_mul;
mod gelu_quant;
mod glu;
mod glu_backward;
mod hard_sigmoid;
mod hard_swish;
mod hardshrink;
mod hardshrink_backward;
mod hardsigmoid;
mod hardsigmoid_backward;
mod hardswish;
mod hardswish_backward;
mod hardtanh_backward;
mod heaviside;
mod leaky_relu;
mod leaky_relu_backward;
mod logsigmoid;
mod logsigmoid_backward;
mod logsoftmax;
mod logsoftmax_backward;
mod mish;
mod mish_backward;
mod prelu;
mod prelu_backward;
mod relu;
mod rrelu_with_noise;
mod selu;
mod selu_backward;
mod shrink;
mod sigmoid;
mod sigmoid_backward;
mod silu;
mod silu_backward;
mod situ_glu;
mod situ_glu_grad;
mod softmax;
mod softmax_backward;
mod softmax_cross_entropy_with_logits;
mod softplus;
mod softplus_backward;
mod softshrink;
mod softshrink_backward;
mod squared_relu;
mod swi_glu;
mod swi_glu_grad;
mod swiglu_group;
mod swiglu_group_quant;
mod swiglu_group_quant_grad;
mod swish;
mod swish_backward;
mod threshold;
mod threshold_backward;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        add_relu::rows(),
        binary_cross_entropy_with_logits_target_backward::rows(),
        celu::rows(),
        clipped_swiglu::rows(),
        clipped_swiglu_grad::rows(),
        elu::rows(),
        elu_backward::rows(),
        erfinv::rows(),
        fast_gelu::rows(),
        fast_gelu_backward::rows(),
        fatrelu_mul::rows(),
        geglu::rows(),
        geglu_backward::rows(),
        gelu::rows(),
        gelu_backward::rows(),
        gelu_mul::rows(),
        gelu_quant::rows(),
        glu::rows(),
        glu_backward::rows(),
        hard_sigmoid::rows(),
        hard_swish::rows(),
        hardshrink::rows(),
        hardshrink_backward::rows(),
        hardsigmoid::rows(),
        hardsigmoid_backward::rows(),
        hardswish::rows(),
        hardswish_backward::rows(),
        hardtanh_backward::rows(),
        heaviside::rows(),
        leaky_relu::rows(),
        leaky_relu_backward::rows(),
        logsigmoid::rows(),
        logsigmoid_backward::rows(),
        logsoftmax::rows(),
        logsoftmax_backward::rows(),
        mish::rows(),
        mish_backward::rows(),
        prelu::rows(),
        prelu_backward::rows(),
        relu::rows(),
        rrelu_with_noise::rows(),
        selu::rows(),
        selu_backward::rows(),
        shrink::rows(),
        sigmoid::rows(),
        sigmoid_backward::rows(),
        silu::rows(),
        silu_backward::rows(),
        situ_glu::rows(),
        situ_glu_grad::rows(),
        softmax::rows(),
        softmax_backward::rows(),
        softmax_cross_entropy_with_logits::rows(),
        softplus::rows(),
        softplus_backward::rows(),
        softshrink::rows(),
        softshrink_backward::rows(),
        squared_relu::rows(),
        swi_glu::rows(),
        swi_glu_grad::rows(),
        swiglu_group::rows(),
        swiglu_group_quant::rows(),
        swiglu_group_quant_grad::rows(),
        swish::rows(),
        swish_backward::rows(),
        threshold::rows(),
        threshold_backward::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
