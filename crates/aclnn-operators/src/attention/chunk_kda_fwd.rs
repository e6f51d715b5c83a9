//! `aclnnChunkKdaFwd`: the delta rule with a decay of each key, and what its gradients need. Source: ops-transformer, `attention/chunk_kda_fwd`.

use crate::contract::causal_convolution::read;
use crate::contract::delta_rule::starts;
use crate::ops::Arg;
use crate::ops::recurrences::kda::{ChunkKda, Gates, chunk_kda};
use crate::prelude::*;

const TOKENS: Dtypes = on_910(&[]).and_910b(&[F16, Bf16]);
const FLOAT_OR_BFLOAT16: Dtypes = on_910(&[]).and_910b(&[F32, Bf16]);

/// Most sequences of a call.
const MOST_SEQUENCES: usize = 1024;

/// An output that may be left out, under its name: the axes of tokens, and what follows them.
type Made<'a> = (Option<&'a TensorArg>, i64);

/// Takes each token into the state of its head of `v`, as `aclnnRecurrentGatedDeltaRule`, with decays of each key: `g` is their logarithm or, with `useGateInKernel`, `-exp(aLog) * softplus(g + dtBias)`, and with `safeGate` besides
/// `lowerBound * sigmoid(exp(aLog) * (g + dtBias))`. `attnOut` and `finalStateOut` are results; the others are what chunks of `chunkSize` tokens are made of: sums of decays, products of queries and keys, the inverse of what keys
/// take from each other, keys and values that correct, decayed queries and keys, corrected values, and the state before each chunk. FLOAT16 or BFLOAT16, on Ascend910B, Ascend910_93 and Ascend950. `layout` is BSND, BNSD, TND
/// or NTD.
#[aclnn]
fn aclnnChunkKdaFwd(
    q: Input,
    k: Input,
    v: Input,
    g: Input,
    beta: Input,
    a_log_optional: Option<Input>,
    dt_bias_optional: Option<Input>,
    initial_state_optional: Option<Input>,
    cu_seqlens_optional: Option<Ints>,
    chunk_indices_optional: Option<Ints>,
    layout: Text,
    scale: f64,
    chunk_size: i64,
    safe_gate: bool,
    lower_bound: f64,
    use_gate_in_kernel: bool,
    state_v_first: bool,
    attn_out: ConstOutput,
    final_state_out: Option<ConstOutput>,
    gk_out: Option<ConstOutput>,
    aqk_out: ConstOutput,
    akk_out: ConstOutput,
    w_out: Option<ConstOutput>,
    u_out: Option<ConstOutput>,
    qg_out: Option<ConstOutput>,
    kg_out: Option<ConstOutput>,
    v_new_out: Option<ConstOutput>,
    h_out: Option<ConstOutput>,
) -> Planned {
    q.dtype_in(TOKENS)?;
    k.same_dtype(&q)?;
    v.same_dtype(&q)?;
    g.dtype_in(FLOAT_OR_BFLOAT16)?;
    beta.dtype_in(FLOAT_OR_BFLOAT16)?;
    let floats = [&a_log_optional, &dt_bias_optional, &initial_state_optional];
    for tensor in floats.into_iter().flatten() {
        tensor.dtype_in(on_all(&[F32]))?;
    }
    if use_gate_in_kernel && a_log_optional.is_none() {
        return Err(Reason::Null {
            arg: "aLogOptional",
        }
        .into());
    }
    // Batch, token, head of the inputs.
    let (rank, order) = match &*layout {
        "BSND" => (4, [0, 1, 2, 3]),
        "BNSD" => (4, [0, 2, 1, 3]),
        "TND" => (3, [0, 1, 2, 3]),
        "NTD" => (3, [0, 2, 1, 3]),
        other => {
            let got = format!("{other:?}");
            return Err(Error::value("layout", got, "BSND, BNSD, TND or NTD").into());
        }
    };
    if !matches!(chunk_size, 64 | 128) {
        return Err(Error::value("chunkSize", chunk_size, "64 or 128").into());
    }
    if safe_gate && use_gate_in_kernel && !(-5.0..0.0).contains(&lower_bound) {
        return Err(Error::value("lowerBound", lower_bound, "-5 to 0, without 0").into());
    }
    let by_tokens = |tensor: &TensorArg| -> Result<Vec<i64>> {
        tensor.rank_in(rank..=rank)?;
        let mut shape = tensor.shape().to_vec();
        if rank == 3 {
            shape.insert(0, 1);
        }
        Ok(order.iter().map(|&axis| shape[axis]).collect())
    };
    let of_q = by_tokens(&q)?;
    let of_v = by_tokens(&v)?;
    let (&[batch, tokens, heads_of_keys, keys], &[.., heads, values]) = (&of_q[..], &of_v[..])
    else {
        return Err(q.shape_refused("batches, tokens, heads, elements").into());
    };
    let is_width = |width: i64| (16..=256).contains(&width) && width % 16 == 0;
    if q.is_empty() || heads_of_keys > 128 || !is_width(keys) {
        let allowed = "tokens of 1 to 128 heads of 16 to 256 elements, a multiple of 16";
        return Err(q.shape_refused(allowed).into());
    }
    k.same_shape(&q)?;
    let is_multiple = heads % heads_of_keys == 0 && (1..=128).contains(&heads);
    if of_v[..2] != of_q[..2] || !is_multiple || !is_width(values) {
        let allowed = "tokens of `q`, a multiple of its heads up to 128, and 16 to 256 elements, a multiple of 16";
        return Err(v.shape_refused(allowed).into());
    }
    let with_heads = |width: Option<i64>| {
        let mut shape = v.shape().to_vec();
        shape.pop();
        shape.extend(width);
        shape
    };
    g.shape_is(
        &with_heads(Some(keys)),
        "tokens and heads of `v`, and elements of `k`",
    )?;
    beta.shape_is(&with_heads(None), "tokens and heads of `v`")?;
    if let Some(factor) = &a_log_optional {
        factor.shape_is(&[heads], "heads of `v`")?;
    }
    if let Some(bias) = &dt_bias_optional {
        bias.shape_is(&[heads * keys], "heads of `v` times elements of `k`")?;
    }
    let chunks_of = |count: i64| (count + chunk_size - 1) / chunk_size;
    let (sequences, chunks) = match &cu_seqlens_optional {
        None => (batch, chunks_of(tokens)),
        Some(ends) => {
            if batch != 1 {
                let allowed = "one batch, with `cuSeqlensOptional`";
                return Err(q.shape_refused(allowed).into());
            }
            starts(ends.name(), ends, tokens)?;
            if ends.len() > MOST_SEQUENCES + 1 {
                let got = format!("{} sequences", ends.len() - 1);
                return Err(Error::value(ends.name(), got, "at most 1024").into());
            }
            let chunks = ends.windows(2).map(|pair| chunks_of(pair[1] - pair[0]));
            (ends.len() as i64 - 1, chunks.sum())
        }
    };
    if let Some(indices) = &chunk_indices_optional {
        let Some(ends) = &cu_seqlens_optional else {
            return Err(Error::value(
                indices.name(),
                "indices",
                "null, without `cuSeqlensOptional`",
            )
            .into());
        };
        let wanted = ends.windows(2).zip(0..).flat_map(|(pair, sequence)| {
            (0..chunks_of(pair[1] - pair[0])).flat_map(move |chunk| [sequence, chunk])
        });
        if !wanted.eq(indices.iter().copied()) {
            let allowed = "number of the sequence and of its chunk, for each chunk in order";
            return Err(Error::value(indices.name(), "other numbers", allowed).into());
        }
    }
    let state = |tensor: &TensorArg, first: &[i64]| {
        let mut wanted = first.to_vec();
        wanted.extend(match state_v_first {
            true => [heads, values, keys],
            false => [heads, keys, values],
        });
        tensor.shape_is(&wanted, "heads, and elements of `k` and `v`")
    };
    if let Some(initial) = &initial_state_optional {
        state(initial, &[sequences])?;
    }
    // Batches, if there are such, then what follows.
    let batched = |rest: &[i64]| {
        let mut shape = if rank == 4 { vec![batch] } else { Vec::new() };
        shape.extend(rest);
        shape
    };
    let made: [Made; 8] = [
        (gk_out.as_deref(), keys),
        (Some(&aqk_out), chunk_size),
        (Some(&akk_out), chunk_size),
        (w_out.as_deref(), keys),
        (u_out.as_deref(), values),
        (qg_out.as_deref(), keys),
        (kg_out.as_deref(), keys),
        (v_new_out.as_deref(), values),
    ];
    let of_float = [gk_out.as_deref(), final_state_out.as_deref()];
    for tensor in of_float.into_iter().flatten() {
        tensor.dtype_in(on_all(&[F32]))?;
    }
    for (tensor, _) in made[1..]
        .iter()
        .chain([&(h_out.as_deref(), 0), &(Some(&*attn_out), 0)])
    {
        if let Some(tensor) = tensor {
            tensor.same_dtype(&q)?;
        }
    }
    for (tensor, width) in &made {
        if let Some(tensor) = tensor {
            tensor.shape_is(
                &batched(&[heads, tokens, *width]),
                "heads first, then tokens",
            )?;
        }
    }
    attn_out.shape_is(
        &batched(&[tokens, heads, values]),
        "tokens and heads of `v`",
    )?;
    if let Some(last) = &final_state_out {
        state(last, &[sequences])?;
    }
    if let Some(before) = &h_out {
        state(before, &batched(&[chunks]))?;
        before.contiguous()?;
    }
    let by_token = |tensor: &Input, rank: usize| -> Result<Arg> {
        let arg = tensor.read()?;
        let arg = match tensor.rank() == rank {
            true => arg,
            false => arg.viewed(arg.view.layout.with_axis(0))?,
        };
        arg.viewed(arg.view.layout.permuted(&order[..rank]))
    };
    let with_batch = |tensor: &Output| -> Result<Arg> {
        let arg = tensor.write()?;
        match rank {
            4 => Ok(arg),
            _ => arg.viewed(arg.view.layout.with_axis(0)),
        }
    };
    let optional = |tensor: &Option<Output>| tensor.as_ref().map(with_batch).transpose();
    // Values before keys.
    let turned = |arg: Arg| match state_v_first {
        true => Ok(arg),
        false => arg.viewed(arg.view.layout.permuted(&[0, 1, 3, 2])),
    };
    let of = ChunkKda {
        query: by_token(&q, 4)?,
        key: by_token(&k, 4)?,
        value: by_token(&v, 4)?,
        gate: by_token(&g, 4)?,
        gates: Gates {
            factor: match use_gate_in_kernel {
                true => read(a_log_optional.as_ref())?,
                false => None,
            },
            bias: read(dt_bias_optional.as_ref())?,
            lower_bound: safe_gate.then_some(lower_bound),
        },
        beta: by_token(&beta, 3)?,
        initial: read(initial_state_optional.as_ref())?
            .map(turned)
            .transpose()?,
        starts: cu_seqlens_optional.as_ref().map(|ends| ends.to_vec()),
        scale,
        chunk: chunk_size as usize,
        out: with_batch(&attn_out)?,
        last: match &final_state_out {
            Some(last) => Some(turned(last.write()?)?),
            None => None,
        },
        before_chunks: match &h_out {
            Some(before) => {
                let arg = before.write()?;
                let &[.., heads, a, b] = before.shape() else {
                    return Err(before.shape_refused("chunks, heads, keys, values").into());
                };
                let all = before.shape().iter().rev().skip(3).product();
                Some(turned(arg.shaped(&[all, heads, a, b])?)?)
            }
            None => None,
        },
        decays: optional(&gk_out)?,
        of_queries: with_batch(&aqk_out)?,
        inverse: with_batch(&akk_out)?,
        keys: optional(&w_out)?,
        values: optional(&u_out)?,
        decayed_queries: optional(&qg_out)?,
        decayed_keys: optional(&kg_out)?,
        corrections: optional(&v_new_out)?,
    };
    Ok(chunk_kda(of)?)
}
