"""What the tests share. They need a virtual environment with torch and torch_npu, and the environment of set_env.sh: script/test-torch."""

import os
import subprocess
import sys

import pytest
import torch
import torch_npu  # noqa: F401

DEVICE = "npu:0"


@pytest.fixture(autouse=True)
def same_numbers():
    torch.manual_seed(1)


def ulps(result, exact):
    """The largest distance of a result to the exact numbers (float64), in units of the last place of the result's type."""
    result, kind = result.detach().cpu(), torch.finfo(result.dtype)
    exact = exact.detach()
    same = (result.double() == exact) | (result.isnan() & exact.isnan())
    # Numbers that round to infinity are infinite.
    same |= result.isinf() & (exact.abs() > kind.max) & (result.double().sign() == exact.sign())
    exponent = torch.frexp(exact.abs().clamp(min=kind.smallest_normal))[1] - 1
    unit = torch.ldexp(torch.full_like(exact, kind.eps), exponent)
    distance = torch.where(same, 0.0, (result.double() - exact).abs() / unit)
    return distance.nan_to_num(nan=torch.inf).max().item() if distance.numel() else 0.0


def as_near_as_the_cpu(on_device, on_cpu, exact, bound=0.51):
    """The device's result is correctly rounded, or at least as near to float64 as the CPU's."""
    assert on_device.dtype == on_cpu.dtype
    assert on_device.shape == on_cpu.shape
    if not on_cpu.is_floating_point():
        assert torch.equal(on_device.cpu(), on_cpu)
        return
    device, cpu = ulps(on_device, exact), ulps(on_cpu, exact)
    assert device <= max(cpu, bound), f"{device} ULP on the device, {cpu} on the CPU"


def run_program(text, **environment):
    """Runs a program in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", text], env={**os.environ, **environment}, capture_output=True, text=True, timeout=300
    )
