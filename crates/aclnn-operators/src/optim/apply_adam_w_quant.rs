//! `aclnnApplyAdamWQuant`: a step of AdamW with averages of 8 bits. Source: ops-nn, `optim/apply_adam_w_quant`.

use crate::contract::foreach::one_element;
use crate::contract::optim::{one_shape, one_type};
use crate::ops::quantised_adam::{self, BLOCK, Quantised, QuantisedAdam, States, TABLE};
use crate::prelude::*;

/// Computes step `step + 1` of AdamW. The averages `m` and `v` are numbers of the tables `qmapM` and `qmapV` times the largest magnitude of their block of 256
/// elements: `g = gnormScale grad`, `m = beta1 m + (1 - beta1) g`, `v = beta2 v + (1 - beta2) g g`, `var = (var - lr m / (1 - beta1^t) / (sqrt(v / (1 - beta2^t)) +
/// eps)) (1 - lr weightDecay)`. Then the magnitudes are those of the new averages, which are stored as the nearest numbers of the tables. The tables rise.
#[aclnn(generated)]
fn aclnnApplyAdamWQuant(
    var_ref: InOut,
    grad: Input,
    m_ref: InOut,
    v_ref: InOut,
    qmap_m: Input,
    qmap_v: Input,
    absmax_m_ref: InOut,
    absmax_v_ref: InOut,
    step: Input,
    lr: f64,
    beta1: f64,
    beta2: f64,
    weight_decay: f64,
    eps: f64,
    gnorm_scale: f64,
    quant_mode_optional: Option<MutText>,
    block_size: i64,
) -> Planned {
    // The vendor's page: reserved, without a meaning.
    let _ = quant_mode_optional;
    one_type(SHORT_SINCE_910B, &[&var_ref, &grad])?;
    for codes in [&m_ref, &v_ref] {
        codes.dtype_is(U8)?;
    }
    for tensor in [&*qmap_m, &qmap_v, &absmax_m_ref, &absmax_v_ref] {
        tensor.dtype_is(F32)?;
    }
    step.dtype_is(I64)?;
    if block_size != BLOCK as i64 {
        return Err(Error::value("blockSize", block_size, BLOCK.to_string()).into());
    }
    one_shape(&[&var_ref, &grad, &m_ref, &v_ref])?;
    let blocks = var_ref.numel().div_ceil(BLOCK);
    for (tensor, count, reason) in [
        (&*qmap_m, TABLE, "the numbers of a table"),
        (&qmap_v, TABLE, "the numbers of a table"),
        (&absmax_m_ref, blocks, "one for each block"),
        (&absmax_v_ref, blocks, "one for each block"),
    ] {
        tensor.shape_is(&[count as i64], reason)?;
    }
    one_element(&step)?;
    // The device takes attributes as FLOAT.
    let [lr, beta1, beta2, decay, epsilon, scale] =
        [lr, beta1, beta2, weight_decay, eps, gnorm_scale].map(|number| f64::from(number as f32));
    let states = States {
        parameter: var_ref.update()?,
        gradient: grad.read()?,
        m: Quantised {
            codes: m_ref.update()?,
            table: qmap_m.read()?,
            largest: absmax_m_ref.update()?,
        },
        v: Quantised {
            codes: v_ref.update()?,
            table: qmap_v.read()?,
            largest: absmax_v_ref.update()?,
        },
        step: step.read()?,
    };
    let of = QuantisedAdam {
        lr,
        beta1,
        beta2,
        decay,
        epsilon,
        scale,
    };
    Ok(quantised_adam::step(of, states)?)
}
