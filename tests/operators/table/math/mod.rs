//! Operators of the category `math`, a file for each with its versions.

mod abs;
mod acos;
mod acosh;
mod add;
mod add_lora;
mod add_n;
mod addcdiv;
mod addcmul;
mod addr;
mod affine_grid;
mod all;
mod amax;
mod amin;
mod aminmax;
mod aminmax_all;
mod aminmax_dim;
mod amp_update_scale;
mod angle_v2;
mod any;
mod arange;
mod argmax;
mod argmin;
mod argsort;
mod asin;
mod asinh;
mod atan;
mod atan2;
mod atanh;
mod batch_norm_stats;
mod bincount;
mod bitwise_and_scalar;
mod bitwise_and_tensor;
mod bitwise_not;
mod bitwise_or_scalar;
mod bitwise_or_tensor;
mod bitwise_xor_scalar;
mod bitwise_xor_tensor;
mod bitwiseand;
mod cast;
mod cdist;
mod cdist_backward;
mod ceil;
mod complex;
mod cos;
mod cosh;
mod cummax;
mod cummin;
mod cumprod;
mod cumsum;
mod digamma;
mod div;
mod dot;
mod eq_scalar;
mod eq_tensor;
mod equal;
mod erf;
mod erfc;
mod exp;
mod exp2;
mod exp_segsum_backward;
mod expand;
mod expm1;
mod eye;
mod floor;
mod floor_divide;
mod fmod_scalar;
mod fmod_tensor;
mod frac;
mod gcd;
mod ge_scalar;
mod ge_tensor;
mod ger;
mod global_average_pool;
mod global_max_pool;
mod grouped_bias_add_grad;
mod gt_scalar;
mod gt_tensor;
mod hans_decode;
mod hans_encode;
mod histc;
mod is_inf;
mod isclose;
mod isfinite;
mod isin;
mod isin_tensor_scalar;
mod isneginf;
mod isposinf;
mod kl_div;
mod le_scalar;
mod le_tensor;
mod left_shift;
mod lerp_scalar;
mod lerp_tensor;
mod lgamma;
mod linalg_cholesky;
mod linalg_cross;
mod linalg_qr;
mod linspace;
mod log;
mod log10;
mod log1p;
mod log2;
mod logaddexp;
mod logaddexp2;
mod logdet;
mod logical_and;
mod logical_not;
mod logical_or;
mod logical_xor;
mod logspace;
mod logsumexp;
mod lt_scalar;
mod lt_tensor;
mod masked_scale;
mod max;
mod max_dim;
mod maximum;
mod maxn;
mod mean;
mod min;
mod min_dim;
mod minimum;
mod minn;
mod mul;
mod nan_to_num;
mod ne_scalar;
mod ne_tensor;
mod neg;
mod one_hot;
mod ones;
mod pdist;
mod pdist_forward;
mod polar;
mod pow;
mod pow_tensor_tensor;
mod precision_compare;
mod prod;
mod qr;
mod range;
mod real;
mod reciprocal;
mod reduce_log_sum;
mod reduce_nansum;
mod reduce_sum;
mod remainder;
mod repeat;
mod rfft1d;
mod right_shift;
mod round;
mod rsqrt;
mod rsub;
mod s_where;
mod scale;
mod searchsorted;
mod segsum;
mod sign;
mod sign_bits_pack;
mod sign_bits_unpack;
mod signbit;
mod silent_check;
mod sin;
mod sinc;
mod sinh;
mod sinkhorn;
mod slogdet;
mod sort;
mod sqrt;
mod square;
mod std;
mod std_mean_correction;
mod stft;
mod sub;
mod sum;
mod svd;
mod tan;
mod tanh;
mod tanh_backward;
mod trace;
mod transform_bias_rescale_qkv;
mod triangular_solve;
mod trunc;
mod var;
mod var_mean;
mod x_log_y_scalar_other;
mod x_log_y_scalar_self;
mod x_log_y_tensor;
mod xlog1py;
mod zero;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        abs::rows(),
        acos::rows(),
        acosh::rows(),
        add::rows(),
        add_lora::rows(),
        add_n::rows(),
        addcdiv::rows(),
        addcmul::rows(),
        addr::rows(),
        affine_grid::rows(),
        all::rows(),
        amax::rows(),
        amin::rows(),
        aminmax::rows(),
        aminmax_all::rows(),
        aminmax_dim::rows(),
        amp_update_scale::rows(),
        angle_v2::rows(),
        any::rows(),
        arange::rows(),
        argmax::rows(),
        argmin::rows(),
        argsort::rows(),
        asin::rows(),
        asinh::rows(),
        atan::rows(),
        atan2::rows(),
        atanh::rows(),
        batch_norm_stats::rows(),
        bincount::rows(),
        bitwise_and_scalar::rows(),
        bitwise_and_tensor::rows(),
        bitwise_not::rows(),
        bitwise_or_scalar::rows(),
        bitwise_or_tensor::rows(),
        bitwise_xor_scalar::rows(),
        bitwise_xor_tensor::rows(),
        bitwiseand::rows(),
        cast::rows(),
        cdist::rows(),
        cdist_backward::rows(),
        ceil::rows(),
        complex::rows(),
        cos::rows(),
        cosh::rows(),
        cummax::rows(),
        cummin::rows(),
        cumprod::rows(),
        cumsum::rows(),
        digamma::rows(),
        div::rows(),
        dot::rows(),
        eq_scalar::rows(),
        eq_tensor::rows(),
        equal::rows(),
        erf::rows(),
        erfc::rows(),
        exp::rows(),
        exp2::rows(),
        exp_segsum_backward::rows(),
        expand::rows(),
        expm1::rows(),
        eye::rows(),
        floor::rows(),
        floor_divide::rows(),
        fmod_scalar::rows(),
        fmod_tensor::rows(),
        frac::rows(),
        gcd::rows(),
        ge_scalar::rows(),
        ge_tensor::rows(),
        ger::rows(),
        global_average_pool::rows(),
        global_max_pool::rows(),
        grouped_bias_add_grad::rows(),
        gt_scalar::rows(),
        gt_tensor::rows(),
        hans_decode::rows(),
        hans_encode::rows(),
        histc::rows(),
        is_inf::rows(),
        isclose::rows(),
        isfinite::rows(),
        isin::rows(),
        isin_tensor_scalar::rows(),
        isneginf::rows(),
        isposinf::rows(),
        kl_div::rows(),
        le_scalar::rows(),
        le_tensor::rows(),
        left_shift::rows(),
        lerp_scalar::rows(),
        lerp_tensor::rows(),
        lgamma::rows(),
        linalg_cholesky::rows(),
        linalg_cross::rows(),
        linalg_qr::rows(),
        linspace::rows(),
        log::rows(),
        log10::rows(),
        log1p::rows(),
        log2::rows(),
        logaddexp::rows(),
        logaddexp2::rows(),
        logdet::rows(),
        logical_and::rows(),
        logical_not::rows(),
        logical_or::rows(),
        logical_xor::rows(),
        logspace::rows(),
        logsumexp::rows(),
        lt_scalar::rows(),
        lt_tensor::rows(),
        masked_scale::rows(),
        max::rows(),
        max_dim::rows(),
        maximum::rows(),
        maxn::rows(),
        mean::rows(),
        min::rows(),
        min_dim::rows(),
        minimum::rows(),
        minn::rows(),
        mul::rows(),
        nan_to_num::rows(),
        ne_scalar::rows(),
        ne_tensor::rows(),
        neg::rows(),
        one_hot::rows(),
        ones::rows(),
        pdist::rows(),
        pdist_forward::rows(),
        polar::rows(),
        pow::rows(),
        pow_tensor_tensor::rows(),
        precision_compare::rows(),
        prod::rows(),
        qr::rows(),
        range::rows(),
        real::rows(),
        reciprocal::rows(),
        reduce_log_sum::rows(),
        reduce_nansum::rows(),
        reduce_sum::rows(),
        remainder::rows(),
        repeat::rows(),
        rfft1d::rows(),
        right_shift::rows(),
        round::rows(),
        rsqrt::rows(),
        rsub::rows(),
        s_where::rows(),
        scale::rows(),
        searchsorted::rows(),
        segsum::rows(),
        sign::rows(),
        sign_bits_pack::rows(),
        sign_bits_unpack::rows(),
        signbit::rows(),
        silent_check::rows(),
        sin::rows(),
        sinc::rows(),
        sinh::rows(),
        sinkhorn::rows(),
        slogdet::rows(),
        sort::rows(),
        sqrt::rows(),
        square::rows(),
        std::rows(),
        std_mean_correction::rows(),
        stft::rows(),
        sub::rows(),
        sum::rows(),
        svd::rows(),
        tan::rows(),
        tanh::rows(),
        tanh_backward::rows(),
        trace::rows(),
        transform_bias_rescale_qkv::rows(),
        triangular_solve::rows(),
        trunc::rows(),
        var::rows(),
        var_mean::rows(),
        x_log_y_scalar_other::rows(),
        x_log_y_scalar_self::rows(),
        x_log_y_tensor::rows(),
        xlog1py::rows(),
        zero::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
