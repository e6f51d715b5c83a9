"""Profilers run without an exception, and see what PyTorch does."""

import torch
import torch_npu

from conftest import DEVICE


def work():
    x = torch.randn(32, 32, device=DEVICE)
    for _ in range(3):
        x = (x @ x).sin()
    torch.npu.synchronize()


def test_the_stock_profiler():
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
        work()
    assert "aten::sin" in profile.key_averages().table()


def test_the_profiler_of_torch_npu(tmp_path, monkeypatch):
    # What is recorded goes to a folder in the working directory.
    monkeypatch.chdir(tmp_path)
    activities = [torch_npu.profiler.ProfilerActivity.CPU, torch_npu.profiler.ProfilerActivity.NPU]
    with torch_npu.profiler.profile(activities=activities) as profile:
        work()
        profile.step()
    profile.export_chrome_trace(str(tmp_path / "trace.json"))
