"""The steps of training_model.py by torch_npu's operators, in the way that MindSpeed and programs like it call them."""

import itertools
import math

import torch
import torch.distributed as dist
import torch_npu
from training_model import EPSILON, EXPERTS, HEAD, HEADS, KEY_HEADS


def causal(device):
    """The mask that stands for all lengths when sparse_mode is 3."""
    return torch.ones(2048, 2048, dtype=torch.bool, device=device).triu(1)


class Grouped(torch.autograd.Function):
    """Rows are multiplied by the matrix of their group; `ends` says where groups end."""

    @staticmethod
    def forward(context, x, weight, ends):
        context.save_for_backward(x, weight, ends)
        return torch_npu.npu_grouped_matmul([x], [weight], group_list=ends, split_item=3, group_type=0, group_list_type=0)[0]

    @staticmethod
    def backward(context, gradient):
        x, weight, ends = context.saved_tensors
        options = {"group_list": ends, "split_item": 3, "group_list_type": 0}
        for_x = torch_npu.npu_grouped_matmul([gradient], [weight.transpose(1, 2)], group_type=0, **options)[0]
        for_weight = torch_npu.npu_grouped_matmul([x.t()], [gradient], group_type=2, **options)[0]
        return for_x, for_weight, None


class Fused:
    @staticmethod
    def norm(x, gamma):
        return torch_npu.npu_rms_norm(x, gamma, EPSILON)[0]

    @staticmethod
    def rotary(x, cos, sin):
        return torch_npu.npu_rotary_mul(x[:, None].contiguous(), cos[:, None, None], sin[:, None, None])[:, 0]

    @staticmethod
    def attention(q, k, v, lengths):
        ends = list(itertools.accumulate(lengths))
        return torch_npu.npu_fusion_attention(
            q.contiguous(), k.contiguous(), v.contiguous(), HEADS, "TND",
            atten_mask=causal(q.device), sparse_mode=3, scale=1 / math.sqrt(HEAD), actual_seq_qlen=ends, actual_seq_kvlen=ends,
        )[0]  # fmt: skip

    @staticmethod
    def gate(x):
        return torch_npu.npu_swiglu(x)

    @classmethod
    def experts(cls, x, chosen, shares, up, down):
        rows, places = torch_npu.npu_moe_token_permute(x, chosen.int())
        ends = torch.bincount(chosen.flatten(), minlength=EXPERTS).cumsum(0)
        rows = Grouped.apply(cls.gate(Grouped.apply(rows, up, ends)), down, ends)
        return torch_npu.npu_moe_token_unpermute(rows, places, shares)


def merge(before, now):
    """Attention to two sets of keys from that to each: (out [S, B, H], maximum and sum [B, N, S, 8])."""
    if before is None:
        return now
    maximum = torch.maximum(before[1], now[1])
    sums = [part[2] * (part[1] - maximum).exp() for part in (before, now)]
    total = sums[0] + sums[1]

    def share(part):
        return (part / total)[..., :1].permute(2, 0, 1, 3).expand(-1, -1, -1, HEAD).flatten(2)

    out = before[0].float() * share(sums[0]) + now[0].float() * share(sums[1])
    return out.to(now[0].dtype), maximum, total


def pass_on(tensor):
    """To the next rank, from the one before: the even ranks send first."""
    rank, ranks = dist.get_rank(), dist.get_world_size()
    received = torch.empty_like(tensor)
    send, receive = (lambda: dist.isend(tensor, (rank + 1) % ranks)), (lambda: dist.irecv(received, (rank - 1) % ranks))
    for work in [start() for start in ((send, receive) if rank % 2 == 0 else (receive, send))]:
        work.wait()
    return received


class RingAttention(torch.autograd.Function):
    """Causal attention of a sequence that lies on several ranks, each of which has a piece of its first half and the mirrored piece of its second, so that all have as
    much to do. Keys and values go round. Tensors are [2, S, B, H].
    """

    @staticmethod
    def part(owner, q, kv):
        """The queries that see keys of this rank, these keys and values, the rows of the queries, and the options of the call."""
        rank, half, whole = dist.get_rank(), slice(q.shape[1], None), slice(None)
        options = {"scale": 1 / math.sqrt(HEAD)}
        if owner == rank:
            return q.flatten(0, 1), kv.flatten(1, 2), whole, {**options, "atten_mask": causal(q.device), "sparse_mode": 3}
        if owner < rank:
            return q.flatten(0, 1), kv[:, 0], whole, options
        return q[1], kv.flatten(1, 2), half, options

    @classmethod
    def forward(cls, context, q, k, v):
        rank, ranks = dist.get_rank(), dist.get_world_size()
        kv, result = torch.stack([k, v]), None
        for step in range(ranks):
            queries, (keys, values), rows, options = cls.part((rank - step) % ranks, q, kv)
            now = torch_npu.npu_fusion_attention(queries, keys.contiguous(), values.contiguous(), HEADS, "SBH", **options)[:3]
            if rows == slice(None):
                result = merge(result, now)
            else:
                merged = merge((result[0][rows], result[1][:, :, rows], result[2][:, :, rows]), now)
                start = rows.start
                result = tuple(torch.cat([old.narrow(axis, 0, start), new], axis) for old, new, axis in zip(result, merged, (0, 2, 2)))
            if step + 1 < ranks:
                kv = pass_on(kv)
        context.save_for_backward(q, k, v, *result)
        return result[0].view_as(q)

    @classmethod
    def backward(cls, context, gradient):
        q, k, v, out, maximum, total = context.saved_tensors
        rank, ranks = dist.get_rank(), dist.get_world_size()
        # Keys and values go round with their gradients, which are home again at the end.
        travelling = torch.stack([torch.stack([k, v]), torch.zeros_like(torch.stack([k, v]))])
        for_q, gradient = torch.zeros_like(q), gradient.flatten(0, 1)
        for step in range(ranks):
            owner = (rank - step) % ranks
            queries, (keys, values), rows, options = cls.part(owner, q, travelling[0])
            options["scale_value"] = options.pop("scale")
            parts = torch_npu.npu_fusion_attention_grad(
                queries, keys.contiguous(), values.contiguous(), gradient[rows].contiguous(), HEADS, "SBH",
                softmax_max=maximum[:, :, rows].contiguous(), softmax_sum=total[:, :, rows].contiguous(), attention_in=out[rows].contiguous(), **options,
            )[:3]  # fmt: skip
            for_q.flatten(0, 1)[rows] += parts[0]
            mine = travelling[1][:, :1] if owner < rank else travelling[1]
            mine += torch.stack(parts[1:]).view(mine.shape)
            travelling = pass_on(travelling)
        return for_q, *travelling[1]


class Ring(Fused):
    """Attention over all ranks; everything else is of a token."""

    @staticmethod
    def attention(q, k, v, lengths):
        def local(tensor):
            return tensor.reshape(2, len(tensor) // 2, 1, -1)

        return RingAttention.apply(local(q), local(k), local(v)).view(len(q), HEADS, HEAD)
