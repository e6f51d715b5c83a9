"""Steps of training as MindSpeed writes them, by torch_npu's operators on the device: losses and gradients are those of plain PyTorch on the CPU in DOUBLE.

    python training_steps.py packed
    torchrun --nproc-per-node 2 training_steps.py ring
"""

import os
import sys

import torch
import torch.distributed as dist
import torch_npu
from checks import LIMITS, Checks, relative, short
from training_model import Plain, batch, loss, parameters
from training_operators import Fused, Ring

# Of the packed sequences of each step; one token alone is a sequence too.
LENGTHS = [(37, 5, 54), (1, 95), (96,), (32, 32, 32)]
RING_LENGTH = 96


def reduced(tensor):
    if dist.is_initialized():
        dist.all_reduce(tensor)
    return tensor


def train(operators, data, dtype, device, count=None):
    """Losses of the steps, and the gradients of the first. Weights that the optimizer keeps are FLOAT, or DOUBLE on the CPU."""
    weights = parameters(torch.float64 if device == "cpu" else torch.float32, device)
    # A router's gradients are differences that all but vanish.
    options = {"lr": 2e-3, "eps": 1e-4, "weight_decay": 0.01}
    optimizer = torch.optim.AdamW(weights.values(), **options) if device == "cpu" else torch_npu.optim.NpuFusedAdamW(list(weights.values()), **options)
    losses, first = [], None
    for current in data:
        optimizer.zero_grad()
        value = loss(weights, operators, current.to(device), dtype, count)
        value.backward()
        for tensor in weights.values():
            reduced(tensor.grad)
        first = first or {name: tensor.grad.cpu().clone() for name, tensor in weights.items()}
        optimizer.step()
        losses.append(reduced(value.detach().clone()).item())
    return losses, first


def compare(checks, what, got, wanted, dtype):
    checks.losses(f"{what}: losses", got[0], wanted[0], dtype)
    worst = max((relative(gradient, wanted[1][name]), name) for name, gradient in got[1].items())
    checks.below(f"{what}: gradients, the worst of {worst[1]}", worst[0], LIMITS[dtype])


def packed(checks):
    data = [batch(lengths, step) for step, lengths in enumerate(LENGTHS)]
    wanted = train(Plain, data, torch.float64, "cpu")
    for dtype in LIMITS:
        compare(checks, f"packed sequences, {short(dtype)}", train(Fused, data, dtype, "npu"), wanted, dtype)


def ring(checks):
    data = [batch((RING_LENGTH,), step) for step in range(len(LENGTHS))]
    wanted = train(Plain, data, torch.float64, "cpu")
    torch.npu.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("hccl")
    rank, ranks = dist.get_rank(), dist.get_world_size()
    # This rank's piece of the first half, and its mirror in the second.
    pieces = torch.arange(RING_LENGTH).view(2 * ranks, -1)[[rank, 2 * ranks - 1 - rank]].flatten()
    mine = [type(whole)(whole.tokens[pieces], whole.targets[pieces], whole.positions[pieces], whole.lengths) for whole in data]
    for dtype in LIMITS:
        compare(checks, f"ring attention over {ranks} ranks, {short(dtype)}", train(Ring, mine, dtype, "npu", RING_LENGTH), wanted, dtype)
    dist.destroy_process_group()


if __name__ == "__main__":
    counted = Checks()
    {"packed": packed, "ring": ring}[sys.argv[1]](counted)
    counted.end()
