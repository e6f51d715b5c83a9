"""Data-parallel training: the parameters are, bit for bit, those of one process that adds the ranks' gradients in rank order. Run by torchrun."""

import math

import torch
import torch.distributed as dist
from start import RANK, RANKS, device, done
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel, fully_shard
from torch.nn.parallel import DistributedDataParallel

STEPS = 5


def batch(rank, step):
    generator = torch.Generator().manual_seed(100 * step + rank)
    return tuple(torch.randn(shape, generator=generator).to(device) for shape in ((16, 33), (16, 5)))


def new_model():
    torch.manual_seed(1)
    return nn.Sequential(nn.Linear(33, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 5)).to(device)


def new_optimizer(model):
    return torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)


def loss(model, rank, step):
    x, y = batch(rank, step)
    return ((model(x) - y) ** 2).mean()


def reference(limit=None):
    """One process: each rank's gradient ÷ n, added in double in the order of the ranks, rounded once."""
    model = new_model()
    optimizer = new_optimizer(model)
    for step in range(STEPS):
        totals = [torch.zeros(parameter.shape, dtype=torch.float64) for parameter in model.parameters()]
        for rank in range(RANKS):
            optimizer.zero_grad()
            loss(model, rank, step).backward()
            for total, parameter in zip(totals, model.parameters()):
                total += (parameter.grad.cpu() / RANKS).double()
        for total, parameter in zip(totals, model.parameters()):
            parameter.grad = total.float().to(device)
        if limit:
            norm = math.sqrt(sum((parameter.grad.cpu().double() ** 2).sum().item() for parameter in model.parameters()))
            for parameter in model.parameters():
                parameter.grad.mul_(min(1.0, limit / (norm + 1e-6)))
        optimizer.step()
    return [parameter.detach().cpu() for parameter in model.parameters()]


def train(model, clip=None):
    optimizer = new_optimizer(model)
    for step in range(STEPS):
        optimizer.zero_grad()
        loss(model, RANK, step).backward()
        if clip:
            clip(model)
        optimizer.step()
    return model


def check(parameters, expected, what):
    for parameter, exact in zip(parameters, expected, strict=True):
        assert torch.equal(parameter.detach().cpu(), exact), f"rank {RANK}: {what}"


expected = reference()

model = train(DistributedDataParallel(new_model(), device_ids=[device.index], bucket_cap_mb=0.01))
check(model.parameters(), expected, "DDP")

model = train(FullyShardedDataParallel(new_model(), device_id=device, use_orig_params=True))
with FullyShardedDataParallel.summon_full_params(model):
    check(model.parameters(), expected, "FSDP")


def sharded():
    model = new_model()
    for layer in model:
        if isinstance(layer, nn.Linear):
            fully_shard(layer)
    return fully_shard(model)


model = train(sharded())
check([parameter.full_tensor() for parameter in model.parameters()], expected, "FSDP2")

LIMIT = 0.5
clipped = reference(LIMIT)
model = train(sharded(), lambda model: nn.utils.clip_grad_norm_(model.parameters(), LIMIT))
for parameter, exact in zip(model.parameters(), clipped, strict=True):
    torch.testing.assert_close(parameter.full_tensor().detach().cpu(), exact, rtol=2e-6, atol=1e-7)

if RANKS == 4:
    mesh = dist.init_device_mesh("npu", (2, 2), mesh_dim_names=("rows", "columns"))
    for name, members in (("rows", [RANK % 2, RANK % 2 + 2]), ("columns", [RANK // 2 * 2, RANK // 2 * 2 + 1])):
        x = torch.full((3,), 10.0**RANK, device=device)
        dist.all_reduce(x, group=mesh.get_group(name))
        assert x.cpu().tolist() == [sum(10.0**member for member in members)] * 3, (name, x)

done()
