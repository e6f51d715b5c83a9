"""Times a training step of a transformer (batch 8, sequence 128, width 256, 4 layers, f32) on the device and on the CPU, in turns.

    HOSTNPU_IMPL_MODE=high_performance python step_time.py [--profile]

Prints the shortest step of each. With --profile, prints what the operators of the device take.
"""

import sys
import time

import torch
import torch.nn.functional as F
import torch_npu  # noqa: F401
from torch import nn

WIDTH, LAYERS, BATCH, LENGTH, TOKENS = 256, 4, 8, 128, 1000


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.head = nn.Embedding(TOKENS, WIDTH), nn.Linear(WIDTH, TOKENS)
        layer = {"d_model": WIDTH, "nhead": 8, "dim_feedforward": 4 * WIDTH, "dropout": 0.0, "activation": "gelu", "batch_first": True}
        self.layers = nn.ModuleList(nn.TransformerEncoderLayer(**layer) for _ in range(LAYERS))

    def forward(self, tokens):
        x = self.embed(tokens)
        for layer in self.layers:
            x = layer(x)
        return self.head(x).flatten(0, 1)


class Trained:
    def __init__(self, device):
        torch.manual_seed(0)
        self.model = Model().to(device)
        self.optimiser = torch.optim.AdamW(self.model.parameters(), lr=1e-3)
        self.tokens = torch.randint(TOKENS, (BATCH, LENGTH + 1)).to(device)

    def step(self):
        start = time.perf_counter()
        self.optimiser.zero_grad()
        F.cross_entropy(self.model(self.tokens[:, :-1]), self.tokens[:, 1:].flatten()).backward()
        self.optimiser.step()
        torch.npu.synchronize()
        return time.perf_counter() - start


def main():
    torch.set_num_threads(len(__import__("os").sched_getaffinity(0)))
    both = {"npu": Trained("npu"), "cpu": Trained("cpu")}
    times = {device: [trained.step() for _ in range(2)] for device, trained in both.items()}
    for _ in range(8):
        for device, trained in both.items():
            times[device].append(trained.step())
    best = {device: min(of) * 1e3 for device, of in times.items()}
    print(f"npu {best['npu']:.1f} ms, cpu {best['cpu']:.1f} ms, ratio {best['npu'] / best['cpu']:.2f}")
    if "--profile" in sys.argv:
        profiled = torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU])
        with profiled:
            both["npu"].step()
        print(profiled.key_averages().table(sort_by="self_cpu_time_total", row_limit=20))


if __name__ == "__main__":
    main()
