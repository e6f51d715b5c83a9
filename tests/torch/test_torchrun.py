"""Process groups of several processes over HCCL, as torchrun starts them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parent / "ranks"
SAMPLES = Path(__file__).parents[2] / "samples/pytorch"


def run(program, ranks, **environment):
    """Runs a program on as many devices as ranks; returns what it prints."""
    # The processes of one host need no UCX.
    ucx = {"HOSTNPU_UCX": "/nowhere/libucp.so"}
    environment = {**os.environ, **ucx, "HOSTNPU_DEVICES": str(ranks), "HOSTNPU_THREADS": "1", **environment}
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", f"--nproc-per-node={ranks}"]
    ran = subprocess.run([*command, str(program)], env=environment, capture_output=True, text=True, timeout=900)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-6000:]
    return ran.stdout


def torchrun(program, ranks, **environment):
    """Runs a program of `ranks` to the end of each rank."""
    printed = run(PROGRAMS / program, ranks, **environment)
    for rank in range(ranks):
        assert f"rank {rank} of {ranks} done" in printed, printed


@pytest.mark.parametrize("ranks", [2, 4])
def test_operations(ranks):
    torchrun("operations.py", ranks)


@pytest.mark.parametrize("ranks", [2, 4])
def test_training(ranks):
    torchrun("training.py", ranks)


def test_sample():
    """It fails where a loss differs from that of one process."""
    assert "  19  " in run(SAMPLES / "ddp.py", 2)


def test_rank_table(tmp_path):
    """With a rank table torch_npu forms the first communicator from it, and those of groups from that one."""
    devices = [{"device_id": str(rank), "rank_id": str(rank)} for rank in range(2)]
    table = {
        "status": "completed", "version": "1.0", "server_count": "1",
        "server_list": [{"server_id": "node_0", "device": devices}],
    }
    path = tmp_path / "table.json"
    path.write_text(json.dumps(table))
    trace = tmp_path / "%p.txt"
    torchrun("operations.py", 2, RANK_TABLE_FILE=str(path), HOSTNPU_TRACE=str(trace), HOSTNPU_TRACE_FILTER="Hccl*")
    calls = "".join(file.read_text() for file in tmp_path.glob("*.txt"))
    assert "HcclCommInitClusterInfoConfig" in calls and "HcclCreateSubCommConfig" in calls
