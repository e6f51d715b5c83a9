"""Operators of torch_npu's plug-in for ATB that the other cases do not call, each beside PyTorch on the CPU in FLOAT."""

import numpy
import torch
import torch_npu
from checks import Checks

HEADS, KEY_HEADS, SIZE, SCALE = 4, 2, 64, 0.125
LIMIT = 2e-3


def gap(got, wanted):
    return (got.float().cpu() - wanted.float()).abs().max().item()


def halves(*shape):
    return torch.randn(*shape).half()


def attention(query, keys, values, mask, scale=SCALE):
    """Of tokens by heads by elements; heads of queries share those of keys."""
    query, keys, values = (of.float().transpose(0, 1) for of in (query, keys, values))
    keys, values = (of.repeat_interleave(len(query) // len(of), 0) for of in (keys, values))
    return (torch.softmax(query @ keys.transpose(1, 2) * scale + mask, -1) @ values).transpose(0, 1)


def later(queries, keys):
    """Hides the keys behind each query, of which the last one sees all."""
    return torch.triu(torch.full((queries, keys), float("-inf")), 1 + keys - queries)


def quantisers(checks):
    scale = torch.tensor([0.25, 0.5, 1, 2]).half().repeat(64).reshape(16, 16)
    x = (torch.arange(256).reshape(1, 16, 16) % 32).half() * scale
    zero = ((torch.arange(256).reshape(16, 16) % 20) - 10).to(torch.int8)
    codes = torch.zeros(1, 16, 16, dtype=torch.int8).npu()
    torch_npu._npu_quantize_per_tensor(x.npu(), scale.npu(), zero.npu(), codes)
    checks.below("quantize_per_tensor", gap(codes, (torch.round(x.float() / scale.float()) + zero.float()).clamp(-128, 127)), 0)


def experts(checks):
    for dtype in (torch.float16, torch.bfloat16):
        for tokens, count, groups, kept, best in [(1, 4, 2, 1, 1), (16, 256, 8, 4, 2), (33, 128, 16, 16, 3), (5, 17, 1, 1, 4)]:
            scores = (torch.rand(tokens, count) * 4 - 2).to(dtype)
            got = scores.npu()
            torch_npu._npu_group_topk(got, k=kept, group_num=groups, n=best)
            wanted = scores.clone().reshape(tokens, groups, -1)
            sums = wanted.float().topk(best).values.sum(-1)
            for token, order in enumerate(numpy.argsort(-sums.numpy(), kind="stable")):
                wanted[token, order[kept:]] = 0
            checks.below(f"group_topk, {dtype}, {groups} groups", gap(got, wanted.reshape(tokens, count)), 0)
    x, bias = torch.randn(5, 64), torch.randn(64) * 0.1
    weights, chosen = torch_npu.atb.npu_fused_add_topk_div(x.npu(), bias.npu(), group_num=8, group_topk=4, n=2, k=6, is_norm=True, scale=2.5)
    scores = torch.sigmoid(x)
    compared = (scores + bias).reshape(5, 8, 8)
    kept = torch.zeros(5, 8).scatter(1, compared.topk(2).values.sum(-1).topk(4).indices, 1).bool()
    wanted = compared.masked_fill(~kept[..., None], 0).reshape(5, 64).topk(6).indices
    checks.hold("fused_add_topk_div: experts", torch.equal(chosen.cpu().long(), wanted))
    of_chosen = scores.gather(1, wanted)
    checks.below("fused_add_topk_div: weights", gap(weights, of_chosen / of_chosen.sum(1, keepdim=True) * 2.5), 1e-6)


def masks(checks):
    query, keys, values = halves(7, HEADS, SIZE), halves(7, KEY_HEADS, SIZE), halves(7, KEY_HEADS, SIZE)
    mask, lengths = torch.triu(torch.full((8, 8), -10000.0), 1).half(), [3, 4]
    out = torch.empty_like(query).npu()
    torch_npu._npu_flash_attention(query.npu(), keys.npu(), values.npu(), mask.npu(), torch.tensor(lengths, dtype=torch.int32), SCALE, HEADS, KEY_HEADS, out)
    parts = zip(lengths, *(of.split(lengths) for of in (query, keys, values)))
    checks.below("flash_attention", gap(out, torch.cat([attention(q, k, v, mask[:n, :n].float()) for n, q, k, v in parts])), LIMIT)


def paged(checks):
    query, keys, values = halves(7, HEADS, SIZE), halves(4, 128, KEY_HEADS, SIZE), halves(4, 128, KEY_HEADS, SIZE)
    table, queries, counts = torch.tensor([[2, 0], [1, 3]], dtype=torch.int32), [3, 4], [140, 4]

    def sequence(number, own):
        keys_of, values_of = (of[table[number].long()].flatten(0, 1)[: counts[number]] for of in (keys, values))
        return attention(own, keys_of, values_of, later(len(own), counts[number]))

    wanted = torch.cat([sequence(number, own) for number, own in enumerate(query.split(queries))])
    device = [of.npu() for of in (query, keys, values, table)]
    out, mask = torch.empty_like(query).npu(), torch.zeros(128, 128).half().npu()
    lengths = [torch.tensor(of, dtype=torch.int32) for of in (queries, counts)]
    torch_npu._npu_flash_attention_qlens(*device, mask, *lengths, KEY_HEADS, HEADS, SCALE, out)
    checks.below("flash_attention_qlens", gap(out, wanted), LIMIT)
    out = torch_npu.atb.npu_self_attention_prefix_encoder(*device, queries, counts, HEADS, SCALE, KEY_HEADS)
    checks.below("self_attention_prefix_encoder", gap(out, wanted), LIMIT)


def latent(checks):
    query, cache = halves(2, HEADS, 576), halves(4, 16, 1, 576)
    table, counts, scale = torch.tensor([[2, 0], [1, 3]], dtype=torch.int32), [20, 3], 1 / 24
    rows = [cache[blocks.long()].flatten(0, 1)[:count] for blocks, count in zip(table, counts)]
    wanted = torch.cat([attention(query[number : number + 1], of, of[..., :512], torch.zeros(1, 1), scale) for number, of in enumerate(rows)])
    out = torch.zeros(2, HEADS, 512).half().npu()
    torch_npu._npu_paged_attention_mla(query.npu(), cache.npu(), 1, HEADS, scale, table.npu(), torch.tensor(counts, dtype=torch.int32), 512, out)
    checks.below("paged_attention_mla", gap(out, wanted), LIMIT)
    parts = [part.contiguous().npu() for of in (query, cache) for part in of.split([512, 64], -1)]
    out = torch_npu.atb.npu_multi_head_latent_attention(*parts, table.npu(), counts, HEADS, scale, 1)
    checks.below("multi_head_latent_attention", gap(out, wanted), LIMIT)


if __name__ == "__main__":
    torch.manual_seed(0)
    found = Checks()
    for case in (quantisers, experts, masks, paged, latent):
        case(found)
    found.end()
