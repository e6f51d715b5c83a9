"""Process groups over HCCL."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import sys
import torch, torch_npu
import torch.distributed as dist

def run(rank, ranks, rendezvous):
    torch.npu.set_device(rank)
    dist.init_process_group("hccl", init_method=f"file://{rendezvous}", rank=rank, world_size=ranks)
    mine = torch.arange(4.0, device="npu") + rank
    total = mine.clone()
    dist.all_reduce(total)
    assert total.cpu().tolist() == [ranks * i + sum(range(ranks)) for i in range(4)], total
    shared = mine.clone()
    dist.broadcast(shared, 0)
    assert shared.cpu().tolist() == [0, 1, 2, 3], shared
    gathered = [torch.empty(4, device="npu") for _ in range(ranks)]
    dist.all_gather(gathered, mine)
    assert [part[0].item() for part in gathered] == list(range(ranks)), gathered
    dist.barrier()
    dist.destroy_process_group()
    print("rank", rank, "done")

run(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
"""


@pytest.mark.parametrize("ranks", [1])
def test_collectives(ranks, tmp_path):
    environment = {**os.environ, "HOSTNPU_DEVICES": str(ranks)}
    started = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(rank), str(ranks), str(tmp_path / "rendezvous")],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for rank in range(ranks)
    ]
    for rank, process in enumerate(started):
        out, errors = process.communicate(timeout=300)
        assert f"rank {rank} done" in out, errors
