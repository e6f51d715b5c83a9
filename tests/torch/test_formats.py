"""Private formats of the device, which Ascend910B stores matrices and images in where a program allows it."""

from conftest import run_program

ALLOW = """
import torch
import torch_npu
torch.npu.config.allow_internal_format = True
torch.manual_seed(0)


def small(*shape, dtype):
    return torch.randint(-4, 5, shape).to(dtype)


def stored(tensor, format, name):
    cast = torch_npu.npu_format_cast(tensor.npu(), format)
    assert name in str(torch_npu.get_npu_format(cast)), torch_npu.get_npu_format(cast)
    return cast
"""

PRODUCTS = ALLOW + """
for dtype in (torch.float16, torch.float32, torch.bfloat16):
    a, w, bias = small(7, 40, dtype=dtype), small(40, 33, dtype=dtype), small(33, dtype=dtype)
    for weight in (stored(w, 29, "FRACTAL_NZ"), stored(w.t().contiguous(), 29, "FRACTAL_NZ").t()):
        product = torch.mm(a.npu(), weight).cpu()
        assert torch.equal(product, a @ w), (dtype, (product - a @ w).abs().max())
        assert torch.equal(torch.matmul(a.npu(), weight).cpu(), a @ w), dtype
    weight = stored(w.t().contiguous(), 29, "FRACTAL_NZ")
    assert torch.equal(torch.nn.functional.linear(a.npu(), weight).cpu(), a @ w), dtype
    if dtype != torch.float32:  # aclnnAddmmWeightNz takes no FLOAT.
        assert torch.equal(torch.nn.functional.linear(a.npu(), weight, bias.npu()).cpu(), a @ w + bias), dtype
    assert torch.equal(torch_npu.npu_format_cast(weight, 2).cpu(), w.t()), dtype
    # Operators that know nothing of blocks take what is meant.
    assert torch.equal((weight + 1).cpu(), w.t() + 1) and torch.equal(weight.abs().cpu(), w.t().abs()), dtype
"""

BLOCKS = ALLOW + """
# Contents of the memory.
import ctypes
w = torch.arange(20 * 33).reshape(20, 33).to(torch.float16)
weight = stored(w, 29, "FRACTAL_NZ")
torch.npu.synchronize()
got = torch.zeros(3, 32, 16, dtype=torch.float16)
size = got.numel() * got.element_size()
copy = ctypes.CDLL("libascendcl.so").aclrtMemcpy
copy.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
assert copy(got.data_ptr(), size, weight.data_ptr(), size, 2) == 0
wanted = torch.zeros(3, 32, 16, dtype=torch.float16)
for row in range(20):
    for column in range(33):
        wanted[column // 16, row, column % 16] = w[row, column]
assert torch.equal(got, wanted), (got != wanted).sum()

for dtype in (torch.float16, torch.float32):
    for format, name, shape in ((3, "NC1HWC0", (2, 20, 5, 6)), (4, "FRACTAL_Z", (20, 17, 3, 2)), (32, "NDC1HWC0", (2, 20, 3, 4, 5)),
                                (33, "FRACTAL_Z_3D", (20, 17, 2, 3, 2)), (29, "FRACTAL_NZ", (3, 20, 33)), (3, "NC1HWC0", (20,)), (3, "NC1HWC0", (5, 7))):
        host = torch.randn(shape).to(dtype)
        device = stored(host, format, name)
        assert torch.equal(device.cpu(), host) and torch.equal((device * 2).cpu(), host * 2), (dtype, name, shape)
"""


def succeeds(program):
    ran = run_program(program, HOSTNPU_SOC="Ascend910B1")
    assert ran.returncode == 0, ran.stderr


def test_products_with_weights_in_blocks_are_those_of_the_host():
    succeeds(PRODUCTS)


def test_casts_store_blocks_and_come_back():
    succeeds(BLOCKS)
