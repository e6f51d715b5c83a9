"""A small decoder of two layers, one dense and one of experts, over packed sequences. Its steps are written once; which operators compute them is an argument: plain
PyTorch's are here, the device's in training_operators.py.
"""

import dataclasses
import math

import torch
from torch.nn.functional import cross_entropy, one_hot, silu

VOCABULARY, WIDTH, HEADS, KEY_HEADS, HEAD = 64, 128, 4, 2, 32
INNER, EXPERTS, CHOSEN = 192, 4, 2
EPSILON = 1e-6


@dataclasses.dataclass
class Batch:
    """Sequences one behind another: `lengths` says how long each is, `positions` where each token stands in its own."""

    tokens: torch.Tensor
    targets: torch.Tensor
    positions: torch.Tensor
    lengths: list

    def to(self, device):
        return Batch(self.tokens.to(device), self.targets.to(device), self.positions.to(device), self.lengths)


def batch(lengths, seed):
    generator = torch.Generator().manual_seed(seed)
    tokens, targets = (torch.randint(VOCABULARY, (sum(lengths),), generator=generator) for _ in range(2))
    return Batch(tokens, targets, torch.cat([torch.arange(length) for length in lengths]), list(lengths))


def parameters(dtype, device):
    """The same numbers for every type: those of BFLOAT16."""
    generator = torch.Generator().manual_seed(3)

    def numbers(*shape, spread=None):
        return torch.randn(shape, generator=generator) * (shape[-2] ** -0.5 if spread is None else spread)

    made = {"embedding": numbers(VOCABULARY, WIDTH, spread=1.0), "norm": 1 + numbers(WIDTH, spread=0.1), "head": numbers(WIDTH, VOCABULARY)}
    for layer in range(2):
        own = {
            "norm1": 1 + numbers(WIDTH, spread=0.1),
            "qkv": numbers(WIDTH, (HEADS + 2 * KEY_HEADS) * HEAD),
            "out": numbers(HEADS * HEAD, WIDTH),
            "norm2": 1 + numbers(WIDTH, spread=0.1),
        }
        if layer == 0:
            own.update(up=numbers(WIDTH, 2 * INNER), down=numbers(INNER, WIDTH))
        else:
            own.update(router=numbers(WIDTH, EXPERTS), up=numbers(EXPERTS, WIDTH, 2 * INNER), down=numbers(EXPERTS, INNER, WIDTH))
        made.update({f"{layer}.{name}": tensor for name, tensor in own.items()})
    return {name: tensor.bfloat16().to(device, dtype).requires_grad_() for name, tensor in made.items()}


def angles(positions, dtype):
    """Cosines and sines [T, HEAD] of the positions."""
    rates = 10000.0 ** (-torch.arange(0, HEAD, 2, dtype=torch.float64) / HEAD)
    both = (positions.cpu().double()[:, None] * rates).repeat(1, 2)
    return both.cos().to(positions.device, dtype), both.sin().to(positions.device, dtype)


def preferences(tokens):
    """Added to a router's scores: two experts of each token of the vocabulary are far before the others, so that no choice hangs on a rounding."""
    best = torch.stack([tokens % EXPERTS, (tokens + 1 + tokens // EXPERTS % (EXPERTS - 1)) % EXPERTS], 1)
    return 8.0 * one_hot(best, EXPERTS).sum(1)


def loss(weights, operators, data, dtype, count=None):
    """The mean over `count` tokens of the losses of these; matrices and what they are multiplied by have the type, the router and the loss are at least FLOAT."""
    weights = {name: tensor if "router" in name else tensor.to(dtype) for name, tensor in weights.items()}
    cos, sin = angles(data.positions, dtype)
    x = weights["embedding"][data.tokens]
    for layer in range(2):
        own = {name.removeprefix(f"{layer}."): tensor for name, tensor in weights.items() if name.startswith(f"{layer}.")}
        q, k, v = (operators.norm(x, own["norm1"]) @ own["qkv"]).view(len(x), -1, HEAD).split((HEADS, KEY_HEADS, KEY_HEADS), 1)
        q, k = operators.rotary(q, cos, sin), operators.rotary(k, cos, sin)
        x = x + operators.attention(q, k, v, data.lengths).reshape(len(x), -1) @ own["out"]
        inner = operators.norm(x, own["norm2"])
        if layer == 0:
            x = x + operators.gate(inner @ own["up"]) @ own["down"]
        else:
            choice = inner.to(own["router"].dtype) @ own["router"] + preferences(data.tokens)
            shares, chosen = choice.softmax(-1).topk(CHOSEN)
            shares = (shares / shares.sum(-1, keepdim=True)).to(dtype)
            x = x + operators.experts(inner, chosen, shares, own["up"], own["down"])
    scores = operators.norm(x, weights["norm"]) @ weights["head"]
    scores = scores if dtype == torch.float64 else scores.float()
    return cross_entropy(scores, data.targets, reduction="sum") / (count or len(x))


class Plain:
    """By PyTorch alone."""

    @staticmethod
    def norm(x, gamma):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + EPSILON) * gamma

    @staticmethod
    def rotary(x, cos, sin):
        left, right = x.chunk(2, -1)
        return x * cos[:, None] + torch.cat([-right, left], -1) * sin[:, None]

    @staticmethod
    def attention(q, k, v, lengths):
        """Each sequence by itself: a token sees those before it and itself."""
        results = []
        for q, k, v in zip(q.split(lengths), k.split(lengths), v.split(lengths)):
            k, v = (tensor.repeat_interleave(HEADS // KEY_HEADS, 1) for tensor in (k, v))
            scores = torch.einsum("qhd,khd->hqk", q, k) / math.sqrt(HEAD)
            hidden = torch.ones(len(q), len(q), dtype=torch.bool).triu(1)
            results.append(torch.einsum("hqk,khd->qhd", scores.masked_fill(hidden, -math.inf).softmax(-1), v))
        return torch.cat(results)

    @staticmethod
    def gate(x):
        left, right = x.chunk(2, -1)
        return silu(left) * right

    @classmethod
    def experts(cls, x, chosen, shares, up, down):
        share = (one_hot(chosen, EXPERTS).to(shares.dtype) * shares[..., None]).sum(1)
        return sum(share[:, i, None] * (cls.gate(x @ up[i]) @ down[i]) for i in range(EXPERTS))
