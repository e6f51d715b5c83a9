"""What PyTorch takes on the CPU for the same as `transformers` and `steps`, composed of its own functions.

    python benches/compositions.py [THREADS]

Shapes, types and counts are those of benches/transformers.rs and benches/steps.rs. Each time is the median of eleven calls after one that is not counted, in milliseconds; the spread is
the longest of the three shortest calls over the shortest one. Needs `torch` alone.
"""

import sys
import time

import torch
import torch.nn.functional as F

BF16 = torch.bfloat16


def bf16(*shape):
    return torch.randn(*shape).to(BF16)


def listed_attention():
    """SparseFlashAttention: 4 queries of 128 heads, each with its own 2048 of 8192 keys."""
    query, keys = bf16(4, 128, 576), bf16(8192, 576)
    chosen = torch.stack([torch.randperm(8192)[:2048] for _ in range(4)])

    def call():
        own = keys[chosen]
        weights = torch.softmax((query @ own.transpose(1, 2)).float() * 0.0417, -1)
        return weights.to(BF16) @ own[..., :512]

    return call


def selection():
    """LightningIndexer: the 2048 best of 8192 keys for each of 16 queries of 64 heads."""
    query, keys, weights = bf16(16, 64, 128), bf16(8192, 128), bf16(16, 64)
    is_seen = torch.ones(16, 8192, dtype=torch.bool).tril(8192 - 16)

    def call():
        scores = torch.relu((query.reshape(1024, 128) @ keys.T).float()).reshape(16, 64, 8192)
        scores = (scores * weights.float()[..., None]).sum(1)
        return scores.masked_fill(~is_seen, -torch.inf).topk(2048, dim=-1).indices

    return call


def prolog():
    """MlaPrologV3WeightNz: 8 tokens of 7168 elements, 32 heads; without rotation and caches."""
    x, down, up = bf16(8, 7168), bf16(7168, 1536), bf16(1536, 32 * 192)
    absorbed, latent = bf16(32, 128, 512), bf16(7168, 576)

    def call():
        queries = F.rms_norm((x @ down).float(), (1536,)).to(BF16)
        queries = (queries @ up).reshape(8, 32, 192)
        keys = x @ latent
        keys = F.rms_norm(keys[:, :512].float(), (512,)).to(BF16)
        return torch.einsum("thd,hde->the", queries[..., :128], absorbed), keys

    return call


def recurrence():
    """RecurrentGatedDeltaRule: a token for each of 16 sequences, 32 heads with states of 128 by 128."""
    state = bf16(16, 32, 128, 128)
    query, key, value = bf16(16, 16, 128), bf16(16, 16, 128), bf16(16, 32, 128)
    beta, decay = bf16(16, 32), -torch.rand(16, 32)

    def call():
        own = state.float() * decay.exp()[..., None, None]
        k = key.float().repeat_interleave(2, 1)[..., None, :]
        q = query.float().repeat_interleave(2, 1)[..., None, :] * 0.088
        step = (value.float() - (own * k).sum(-1)) * beta.float()[..., None]
        own = own + step[..., None] * k
        state.copy_(own)
        return (own * q).sum(-1).to(BF16)

    return call


def streams():
    """MhcPre: 1024 tokens of four streams of 2048 elements, without the Sinkhorn steps."""
    x, phi = bf16(1024, 4, 2048), torch.randn(24, 8192)
    alpha, bias = torch.rand(3), torch.randn(24)

    def call():
        rows = x.float().reshape(1024, -1)
        mixed = (rows @ phi.T) * torch.rsqrt(rows.square().mean(-1, keepdim=True) + 1e-6)
        before = torch.sigmoid(mixed[:, :4] * alpha[0] + bias[:4])
        behind = 2 * torch.sigmoid(mixed[:, 4:8] * alpha[1] + bias[4:8])
        rest = mixed[:, 8:] * alpha[2] + bias[8:]
        return (before[..., None] * rows.reshape(1024, 4, 2048)).sum(1).to(BF16), behind, rest

    return call


def overlaps():
    """Iou: 2048 boxes with 2048 others."""
    first, second = torch.rand(2048, 4) * 100, torch.rand(2048, 4) * 100
    first[:, 2:] += first[:, :2]
    second[:, 2:] += second[:, :2]

    def call():
        least = torch.max(first[:, None, :2], second[None, :, :2])
        most = torch.min(first[:, None, 2:], second[None, :, 2:])
        size = (most - least + 1).clamp(min=0)
        shared = size[..., 0] * size[..., 1]
        areas = [(of[:, 2:] - of[:, :2] + 1).prod(1) for of in (first, second)]
        return shared / (areas[0][:, None] + areas[1][None] - shared)

    return call


def rotation():
    """RotaryPositionEmbedding of halves: 4096 tokens, 32 heads of 128 elements."""
    x, cos, sin = bf16(1, 4096, 32, 128), bf16(1, 4096, 1, 128), bf16(1, 4096, 1, 128)

    def call():
        first, second = x.chunk(2, -1)
        return x * cos + torch.cat((-second, first), -1) * sin

    return call


def gated_codes():
    """SwiGluQuantV2: 4096 rows of 2 · 4096 elements to INT8, a scale for each row."""
    x = bf16(4096, 8192)

    def call():
        gate, other = x.float().chunk(2, -1)
        values = F.silu(gate) * other
        scale = values.abs().amax(-1, keepdim=True) / 127
        return (values / scale).round().to(torch.int8), scale

    return call


def normed_codes():
    """AddRmsNormQuant: 4096 rows of 4096 elements to INT8, a scale for each column."""
    first, second, weight = bf16(4096, 4096), bf16(4096, 4096), bf16(4096)
    scale = torch.rand(4096)

    def call():
        total = first + second
        values = F.rms_norm(total, (4096,), weight).float() / scale
        return values.round().clamp(-128, 127).to(torch.int8), total

    return call


def row_codes():
    """DynamicQuant: 4096 rows of 4096 elements to INT8, a scale for each row."""
    x = bf16(4096, 4096)

    def call():
        values = x.float()
        scale = values.abs().amax(-1, keepdim=True) / 127
        return (values / scale).round().to(torch.int8), scale

    return call


def decode():
    """FusedInferAttentionScore: 8 queries of 32 heads, 4096 keys of 8 heads each, dense and not in blocks."""
    query = bf16(8, 32, 1, 128)
    key, value = bf16(8, 8, 4096, 128), bf16(8, 8, 4096, 128)
    return lambda: F.scaled_dot_product_attention(query, key, value, enable_gqa=True)


ALL = (
    listed_attention,
    selection,
    prolog,
    recurrence,
    streams,
    overlaps,
    rotation,
    row_codes,
    normed_codes,
    gated_codes,
    decode,
)


def main():
    torch.manual_seed(0)
    torch.set_num_threads(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    torch.set_grad_enabled(False)
    for make in ALL:
        call, times = make(), []
        call()
        for _ in range(11):
            start = time.perf_counter()
            call()
            times.append((time.perf_counter() - start) * 1e3)
        times.sort()
        about = make.__doc__.split(":")[0]
        print(f"{about:28} {times[5]:9.2f} ms, spread {times[2] / times[0]:.2f}")


main()
