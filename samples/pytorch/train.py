"""Trains a small language model on the device, and the same model on the CPU beside it.

    source DIR/set_env.sh
    python train.py [--steps 20]

Nothing in it knows hostnpu: this is a PyTorch program for an NPU. The losses of both agree to 1e-4 of their value.
"""

import argparse

import torch
import torch.nn.functional as F
import torch_npu  # noqa: F401  makes the device "npu" known
from torch import nn

TOKENS, LENGTH, BATCH = 32, 24, 16


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.before, self.after = nn.LayerNorm(width), nn.LayerNorm(width)
        self.project, self.join = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(approximate="tanh"), nn.Linear(4 * width, width))

    def forward(self, x):
        batch, length, width = x.shape
        query, key, value = self.project(self.before(x)).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.join(seen.transpose(1, 2).reshape(batch, length, width))
        return x + self.mlp(self.after(x))


class Model(nn.Module):
    def __init__(self, width=64, heads=4, layers=2):
        super().__init__()
        self.tokens, self.places = nn.Embedding(TOKENS, width), nn.Embedding(LENGTH, width)
        self.blocks = nn.Sequential(*(Block(width, heads) for _ in range(layers)))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, TOKENS)

    def forward(self, tokens):
        places = torch.arange(tokens.shape[1], device=tokens.device)
        return self.head(self.norm(self.blocks(self.tokens(tokens) + self.places(places))))


def batches(steps):
    """Sequences in which each token is the one before it and a step of the sequence's own."""
    draws = torch.Generator().manual_seed(7)
    for _ in range(steps):
        start = torch.randint(TOKENS, (BATCH, 1), generator=draws)
        step = torch.randint(1, 5, (BATCH, 1), generator=draws)
        yield (start + step * torch.arange(LENGTH + 1)) % TOKENS


def train(device, steps):
    torch.manual_seed(0)
    model = Model().to(device)
    optimiser = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for sequences in batches(steps):
        sequences = sequences.to(device)
        optimiser.zero_grad()
        loss = F.cross_entropy(model(sequences[:, :-1]).flatten(0, 1), sequences[:, 1:].flatten())
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        yield loss.item()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--steps", type=int, default=20)
    steps = arguments.parse_args().steps
    print(f"torch {torch.__version__}, torch_npu {torch_npu.__version__}, {torch.npu.get_device_name(0)}")
    print("step  npu       cpu")
    for step, (npu, cpu) in enumerate(zip(train("npu", steps), train("cpu", steps))):
        print(f"{step:4}  {npu:.6f}  {cpu:.6f}")
        if abs(npu - cpu) > 1e-4 * cpu:
            raise SystemExit("the losses differ by more than 1e-4 of their value")


if __name__ == "__main__":
    main()
