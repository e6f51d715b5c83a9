"""Trains the model of train.py on several devices, a process for each, and the same model in one process on the CPU beside it.

    source DIR/set_env.sh
    export HOSTNPU_DEVICES=2 HOSTNPU_THREADS=1
    torchrun --nproc-per-node 2 ddp.py [--steps 20]

Nothing in it knows hostnpu: this is a PyTorch program for NPUs. Each process takes its share of every batch; the losses of both agree to 1e-4 of their value.
"""

import argparse
import os

import torch
import torch.distributed as dist
import torch.nn.functional as F
import torch_npu  # noqa: F401  makes the device "npu" and the backend "hccl" known
from torch import nn
from torch.nn.parallel import DistributedDataParallel

from train import Model, batches, train


def train_share(rank, ranks, device, steps):
    """Yields the mean loss of all processes."""
    torch.manual_seed(0)
    model = DistributedDataParallel(Model().to(device), device_ids=[device.index])
    optimiser = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for sequences in batches(steps):
        share = sequences[rank::ranks].to(device)
        optimiser.zero_grad()
        loss = F.cross_entropy(model(share[:, :-1]).flatten(0, 1), share[:, 1:].flatten())
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        mean = loss.detach()
        dist.all_reduce(mean)
        yield mean.item() / ranks


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--steps", type=int, default=20)
    steps = arguments.parse_args().steps
    device = torch.device("npu", int(os.environ["LOCAL_RANK"]))
    torch.npu.set_device(device)
    dist.init_process_group("hccl")
    rank, ranks = dist.get_rank(), dist.get_world_size()
    losses = list(train_share(rank, ranks, device, steps))
    dist.destroy_process_group()
    if rank == 0:
        print(f"step  {ranks} npus    cpu")
        for step, (npu, cpu) in enumerate(zip(losses, train("cpu", steps))):
            print(f"{step:4}  {npu:.6f}  {cpu:.6f}")
            if abs(npu - cpu) > 1e-4 * cpu:
                raise SystemExit("the losses differ by more than 1e-4 of their value")


if __name__ == "__main__":
    main()
