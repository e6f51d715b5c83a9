"""Tensors, memory, streams and processes."""

import pytest
import torch

from conftest import DEVICE, run_program

TYPES = [
    torch.float32, torch.float16, torch.bfloat16, torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64, torch.bool,
    torch.complex64, torch.float64,
]


def values(dtype, *shape):
    if dtype == torch.bool:
        return torch.rand(shape) > 0.5
    if dtype.is_complex or dtype.is_floating_point:
        return torch.randn(shape, dtype=torch.complex64 if dtype.is_complex else torch.float32).to(dtype)
    return torch.randint(0, 100, shape).to(dtype)


LAYOUTS = {
    "dense": lambda x: x,
    "transposed": lambda x: x.transpose(0, 2),
    "sliced": lambda x: x[1:, ::2],
    "expanded": lambda x: x[:1].expand(4, -1, -1),
    "empty": lambda x: x[:0],
    "scalar": lambda x: x[1, 2, 3],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", TYPES, ids=str)
def test_a_copy_there_and_back_is_the_same(dtype, layout):
    host = LAYOUTS[layout](values(dtype, 4, 5, 6))
    device = host.to(DEVICE)
    assert device.device == torch.device(DEVICE) and device.dtype == host.dtype
    assert torch.equal(device.cpu(), host)
    # The view is made on the device.
    again = LAYOUTS[layout](values(dtype, 4, 5, 6).to(DEVICE))
    assert again.cpu().shape == host.shape
    assert torch.equal(device.clone().cpu(), host)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_view_of_the_device_is_the_view_of_the_host(layout):
    host = values(torch.float32, 4, 5, 6)
    assert torch.equal(LAYOUTS[layout](host.to(DEVICE)).contiguous().cpu(), LAYOUTS[layout](host))


def test_what_is_written_through_a_view_stands_in_the_tensor():
    host, device = torch.zeros(4, 6), torch.zeros(4, 6).to(DEVICE)
    for tensor in (host, device):
        tensor[1:3, ::2] = 7
        tensor.t()[5] = torch.arange(4.0)
        tensor[tensor > 6] += 1
    assert torch.equal(device.cpu(), host)


def test_sin_is_correctly_rounded():
    host = torch.randn(1 << 16) * 100
    expected = host.double().sin().float()
    assert torch.equal(torch.sin(host.to(DEVICE)).cpu(), expected)


def test_tensors_print():
    text = repr(torch.tensor([[1.5, -2.25], [1e6, float("nan")]]).to(DEVICE))
    assert "1.5000e+00" in text and "nan" in text and "device='npu:0'" in text
    assert repr(torch.arange(3).to(DEVICE)) == "tensor([0, 1, 2], device='npu:0')"


def test_streams_and_events_order_work():
    a, first, second = torch.zeros(1 << 20).to(DEVICE), torch.npu.Stream(), torch.npu.Stream()
    start, middle, end = (torch.npu.Event(enable_timing=True) for _ in range(3))
    torch.npu.synchronize()
    with torch.npu.stream(first):
        start.record()
        for _ in range(20):
            a.add_(1)
        middle.record()
    with torch.npu.stream(second):
        second.wait_event(middle)
        a.mul_(2)
        end.record()
    end.synchronize()
    assert middle.query() and end.query()
    assert start.elapsed_time(middle) > 0 and middle.elapsed_time(end) > 0
    assert a.cpu().eq(40).all()


def test_pinned_memory_copies_without_waiting():
    host = torch.arange(1 << 16, dtype=torch.float32).pin_memory()
    assert host.is_pinned()
    device = host.to(DEVICE, non_blocking=True)
    back = torch.empty_like(host, pin_memory=True)
    back.copy_(device, non_blocking=True)
    torch.npu.current_stream().synchronize()
    assert torch.equal(back, host)


def test_the_allocator_counts():
    torch.npu.synchronize()
    torch.npu.empty_cache()
    before = torch.npu.memory_allocated()
    tensor = torch.empty(1 << 20, device=DEVICE)
    assert torch.npu.memory_allocated() - before >= 4 << 20
    assert torch.npu.max_memory_allocated() >= torch.npu.memory_allocated()
    del tensor
    assert torch.npu.memory_allocated() == before
    free, total = torch.npu.mem_get_info()
    assert 0 < free <= total
    assert "Allocated memory" in torch.npu.memory_summary()


def test_device_properties():
    assert torch.npu.is_available() and torch.npu.device_count() >= 1
    properties = torch.npu.get_device_properties(0)
    assert properties.total_memory > 0 and properties.name == torch.npu.get_device_name(0)


def test_seeds_repeat():
    draws = []
    for _ in range(2):
        torch.npu.manual_seed(5)
        draws.append((torch.randn(100, device=DEVICE).cpu(), torch.randperm(50, device=DEVICE).cpu()))
    assert torch.equal(draws[0][0], draws[1][0]) and torch.equal(draws[0][1], draws[1][1])
    assert torch.equal(draws[0][1].sort()[0], torch.arange(50))


IMPORTS = "import torch, torch_npu\n"


def test_running_out_of_memory_is_pytorchs_exception():
    program = IMPORTS + (
        "try:\n    torch.empty(1 << 30, device='npu')\nexcept torch.OutOfMemoryError as error:\n    print('refused', error)\n"
        "print(torch.ones(4, device='npu').sum().item())"
    )
    ran = run_program(program, HOSTNPU_DEVICE_MEMORY="1G")
    assert "refused" in ran.stdout and "4.0" in ran.stdout, ran.stderr


def test_segments_expand():
    program = IMPORTS + (
        "x = [torch.full((1 << 20,), float(i), device='npu') for i in range(16)]\n"
        "del x[::2]\ny = torch.cat(x)\nprint(y.sum().item())"
    )
    ran = run_program(program, PYTORCH_NPU_ALLOC_CONF="expandable_segments:True")
    assert float(ran.stdout) == sum(range(1, 16, 2)) * (1 << 20), ran.stderr


@pytest.mark.parametrize("variables", [{"ASCEND_LAUNCH_BLOCKING": "1"}, {"TASK_QUEUE_ENABLE": "0"}, {"TASK_QUEUE_ENABLE": "2"}], ids=str)
def test_each_way_of_launching_computes_the_same(variables):
    program = IMPORTS + (
        "x = torch.arange(12.0, device='npu').view(3, 4)\n"
        "print((x @ x.t()).sum().item(), x[x > 5].sum().item(), torch.npu.get_device_name(0))"
    )
    ran = run_program(program, **variables)
    assert ran.stdout.split()[:2] == ["1134.0", "51.0"], ran.stderr


def test_the_status_of_the_process_is_the_programs():
    program = IMPORTS + "x = torch.ones(1 << 20, device='npu')\nfor _ in range(50): x.sin_()\nraise SystemExit(3)"
    ran = run_program(program)
    assert ran.returncode == 3, ran.stderr


class Rows(torch.utils.data.Dataset):
    def __len__(self):
        return 32

    def __getitem__(self, at):
        return torch.full((3,), float(at)), at


def test_forked_workers_load_data():
    loader = torch.utils.data.DataLoader(Rows(), batch_size=8, num_workers=2, pin_memory=True)
    total = torch.zeros(3, device=DEVICE)
    for rows, _ in loader:
        total += rows.to(DEVICE, non_blocking=True).sum(0)
    assert total.cpu().eq(sum(range(32))).all()


def test_two_devices_copy_to_each_other():
    program = IMPORTS + (
        "x = torch.arange(8.0).to('npu:1')\ny = x.to('npu:0') * 2\nprint(torch.npu.device_count(), y.to('npu:1').sum().item(), y.device)"
    )
    ran = run_program(program, HOSTNPU_DEVICES="2")
    assert ran.stdout.split() == ["2", "56.0", "npu:0"], ran.stderr


def test_tensors_are_saved_and_loaded(tmp_path):
    tensor = torch.randn(5).to(DEVICE)
    torch.save(tensor, tmp_path / "tensor.pt")
    loaded = torch.load(tmp_path / "tensor.pt")
    assert loaded.device == tensor.device and torch.equal(loaded.cpu(), tensor.cpu())
