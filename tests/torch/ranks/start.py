"""What the programs of torchrun begin and end with."""

import os
import sys

import torch
import torch.distributed as dist
import torch_npu  # noqa: F401

RANK, RANKS = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
device = torch.device("npu", int(os.environ["LOCAL_RANK"]))
torch.npu.set_device(device)
dist.init_process_group("hccl")


def done():
    dist.barrier()
    dist.destroy_process_group()
    print(f"rank {RANK} of {RANKS} done")
    sys.stdout.flush()
