"""Profilers run without an exception, and see what PyTorch does."""

import csv
import json

import torch
import torch_npu

from conftest import DEVICE, run_program


def work():
    x = torch.randn(32, 32, device=DEVICE)
    for _ in range(3):
        x = (x @ x).sin()
    torch.npu.synchronize()


def test_the_stock_profiler():
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
        work()
    assert "aten::sin" in profile.key_averages().table()


RECIPE = """
import sys, torch, torch_npu
from torch_npu import profiler

def main():
    x = torch.randn(32, 32, device="npu:0")
    experimental = profiler._ExperimentalConfig(profiler_level=profiler.ProfilerLevel.Level1)
    with profiler.profile(
        activities=[profiler.ProfilerActivity.CPU, profiler.ProfilerActivity.NPU],
        schedule=profiler.schedule(wait=0, warmup=1, active=2, repeat=1),
        on_trace_ready=profiler.tensorboard_trace_handler(sys.argv[1]),
        experimental_config=experimental,
    ) as profile:
        for _ in range(3):
            x = (x @ x).sin()
            torch.npu.synchronize()
            profile.step()

if __name__ == "__main__":
    main()
"""


def test_the_recipe_of_torch_npu(tmp_path):
    """Three steps, of which the first only warms up: the tables and the timeline have two products and two sines, with the device's tracks."""
    program = tmp_path / "recipe.py"
    program.write_text(RECIPE)
    ended = run_program(f"import runpy, sys; sys.argv = ['', {str(tmp_path / 'out')!r}]; runpy.run_path({str(program)!r}, run_name='__main__')")
    assert ended.returncode == 0, ended.stderr
    assert "ERROR" not in ended.stdout + ended.stderr, ended.stdout + ended.stderr
    (output,) = (tmp_path / "out").glob("*_ascend_pt/ASCEND_PROFILER_OUTPUT")

    def rows(name):
        with (output / name).open(newline="") as file:
            return list(csv.DictReader(file))

    kernels = rows("kernel_details.csv")
    assert sum("Sin" in row["Type"] for row in kernels) == 2, kernels
    assert sum("atm" in row["Type"] or "Mm" in row["Type"] for row in kernels) == 2, kernels
    assert all(float(row["Duration(us)"]) > 0 for row in kernels)
    assert {row["Step Id"] for row in kernels} == {"1", "2"}, "each kernel is in a step of the profile"
    (sine,) = [row for row in rows("op_statistic.csv") if row["OP Type"] == "Sin"]
    assert sine["Count"] == "2"
    assert "aclnnSin" in {row["API Name"] for row in rows("api_statistic.csv")}

    events = json.loads((output / "trace_view.json").read_text())
    processes = {event["pid"]: event["args"]["name"] for event in events if event.get("name") == "process_name"}
    of = lambda process: [event for event in events if processes.get(event.get("pid")) == process and event.get("ph") == "X"]
    assert {"Python", "CANN", "Ascend Hardware"} <= set(processes.values()), processes
    sines = [event for event in of("Ascend Hardware") if event["name"] == "aclnnSin"]
    steps = [event for event in of("Python") if event["name"].startswith("ProfilerStep#")]
    assert len(sines) == 2 and len(steps) == 2
    begin = min(float(step["ts"]) for step in steps)
    end = max(float(step["ts"]) + float(step["dur"]) for step in steps)
    assert all(begin <= float(sine["ts"]) <= end for sine in sines), "the device's clock is the host's"
    flows = [event for event in events if event.get("cat") == "async_npu"]
    assert {event["ph"] for event in flows} == {"s", "f"}, "arrows from PyTorch's operators to the device"


def test_a_trace_of_chrome(tmp_path, monkeypatch):
    # Records go to a folder in the working directory.
    monkeypatch.chdir(tmp_path)
    activities = [torch_npu.profiler.ProfilerActivity.CPU, torch_npu.profiler.ProfilerActivity.NPU]
    with torch_npu.profiler.profile(activities=activities) as profile:
        work()
        profile.step()
    profile.export_chrome_trace(str(tmp_path / "trace.json"))
    names = {event.get("name") for event in json.loads((tmp_path / "trace.json").read_text())}
    assert {"aten::sin", "aclnnSin"} <= names
