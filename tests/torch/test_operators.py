"""Operators over types and layouts: each result is correctly rounded, or at least as near to float64 as the CPU's."""

import pytest
import torch
import torch.nn.functional as F

from conftest import DEVICE, as_near_as_the_cpu

FLOATS = [torch.float32, torch.float16, torch.bfloat16]
LAYOUTS = {
    "dense": lambda x: x,
    "transposed": lambda x: x.t(),
    "sliced": lambda x: x[::2, 1:],
}


def above(least):
    return lambda *shape: torch.rand(shape, dtype=torch.float64) * 4 + least


def between(low, high):
    return lambda *shape: torch.rand(shape, dtype=torch.float64) * (high - low) + low


def any_number(*shape):
    return torch.randn(shape, dtype=torch.float64) * 3


# torch_npu before 2.10 computes F.gelu by aclnnGelu, which is the approximation by tanh, on a card too.
BY_ERF = tuple(map(int, torch.__version__.split(".")[:2])) >= (2, 10)

UNARY = {
    "abs": any_number, "neg": any_number, "sin": any_number, "cos": any_number, "tan": between(-1.4, 1.4), "asin": between(-1, 1),
    "acos": between(-1, 1), "atan": any_number, "sinh": any_number, "cosh": any_number, "tanh": any_number, "asinh": any_number,
    "acosh": above(1), "atanh": between(-0.99, 0.99), "exp": any_number, "exp2": any_number, "expm1": any_number, "log": above(0.01),
    "log2": above(0.01), "log10": above(0.01), "log1p": above(-0.9), "sqrt": above(0), "rsqrt": above(0.01), "reciprocal": above(0.5),
    "erf": any_number, "erfc": any_number, "sigmoid": any_number, "floor": any_number, "ceil": any_number, "round": any_number,
    "trunc": any_number, "sign": any_number, "square": any_number, "relu": any_number,
}
FUNCTIONS = {
    "gelu": F.gelu if BY_ERF else lambda x: F.gelu(x, approximate="tanh"), "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"), "silu": F.silu, "softplus": F.softplus, "elu": F.elu,
    "leaky_relu": F.leaky_relu, "hardtanh": F.hardtanh, "hardswish": F.hardswish, "mish": F.mish, "logsigmoid": F.logsigmoid,
    "softmax": lambda x: x.softmax(-1), "log_softmax": lambda x: x.log_softmax(-1), "cumsum": lambda x: x.cumsum(0),
    "sum": lambda x: x.sum(), "sum_rows": lambda x: x.sum(1), "mean": lambda x: x.mean(0, keepdim=True), "amax": lambda x: x.amax(1),
    "amin": lambda x: x.amin(0), "max": lambda x: x.max(1)[0], "argmax": lambda x: x.argmax(1), "norm": lambda x: torch.linalg.vector_norm(x),
    "sort": lambda x: x.sort(1)[0], "topk": lambda x: x.topk(3, 1)[0], "flip": lambda x: x.flip(0), "roll": lambda x: x.roll(2, 1),
    "tril": torch.tril, "triu": lambda x: x.triu(1), "pad": lambda x: F.pad(x, (1, 2)), "repeat": lambda x: x.repeat(2, 1),
    "clamp": lambda x: x.clamp(-1, 1), "masked": lambda x: x[x > 0], "where": lambda x: torch.where(x > 0, x, -x),
    "index": lambda x: x[:, torch.tensor([0, 2, 1], device=x.device)], "gt": lambda x: x > 0.5, "isfinite": torch.isfinite,
    "nonzero": lambda x: (x > 0).nonzero(), "layer_norm": lambda x: F.layer_norm(x, x.shape[-1:]), "add": lambda x: x + 1.5,
    "mul": lambda x: x * 0.75, "div": lambda x: x / 3, "pow": lambda x: x**2, "cat": lambda x: torch.cat([x, x], 1),
    "stack": lambda x: torch.stack([x, x]),
}
BINARY = {
    "add": torch.add, "sub": torch.sub, "mul": torch.mul, "div": torch.div, "maximum": torch.maximum, "minimum": torch.minimum,
    "atan2": torch.atan2, "eq": torch.eq, "lt": torch.lt, "lerp": lambda a, b: torch.lerp(a, b, 0.25),
    "alpha": lambda a, b: torch.add(a, b, alpha=0.5), "broadcast": lambda a, b: a * b[:1], "column": lambda a, b: a - b[:, :1],
    "addcmul": lambda a, b: torch.addcmul(a, a, b, value=0.5), "floor_divide": lambda a, b: torch.floor_divide(a, b),
    "matmul": lambda a, b: a @ b.t(), "mse": F.mse_loss, "l1": F.l1_loss,
}
INTEGERS = {
    "add": lambda x: x + 3, "mul": lambda x: x * x, "sum": lambda x: x.sum(0), "max": lambda x: x.max(), "sort": lambda x: x.sort(1)[0],
    "and": lambda x: x & 5, "or": lambda x: x | 8, "eq": lambda x: x == 2, "cumsum": lambda x: x.cumsum(1), "abs": torch.abs,
    "to_float": lambda x: x.float(), "floor_divide": lambda x: x // 3, "remainder": lambda x: x % 4, "unique": torch.unique,
    "one_hot": lambda x: F.one_hot(x.long().clamp(0), 12), "gather": lambda x: x.gather(1, x.long().clamp(0, 5)),
    "arange": lambda x: torch.arange(7, device=x.device),
}


# Arguments at which PyTorch's own formula cancels in float64.
EXACT = {"gelu": lambda x: x * torch.erfc(-x * 2**-0.5) / 2} if BY_ERF else {}


def check(function, *hosts, exact=None):
    on_device = function(*(host.to(DEVICE) for host in hosts))
    as_near_as_the_cpu(on_device, function(*hosts), exact_of(exact or function, hosts))


def exact_of(function, hosts):
    result = function(*(host.double() for host in hosts))
    return result.double() if result.is_floating_point() else result


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("name", UNARY)
def test_unary(name, dtype, layout):
    check(getattr(torch, name), LAYOUTS[layout](UNARY[name](8, 6).to(dtype)))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name, dtype):
    check(FUNCTIONS[name], LAYOUTS["transposed"](any_number(6, 8).to(dtype)), exact=EXACT.get(name))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("name", BINARY)
def test_binary(name, dtype):
    check(BINARY[name], any_number(8, 6).to(dtype), any_number(6, 8).to(dtype).t())


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32, torch.int16, torch.int8], ids=str)
@pytest.mark.parametrize("name", INTEGERS)
def test_integers(name, dtype):
    if name == "remainder" and dtype.itemsize < 4:
        pytest.skip("the vendor's aclnnRemainderTensorScalar takes INT32 and INT64 only")
    host = torch.randint(-4, 12, (5, 6)).to(dtype)
    assert torch.equal(INTEGERS[name](host.to(DEVICE)).cpu(), INTEGERS[name](host))


INTERPOLATIONS = {
    "nearest": (1, 2, 3), "nearest-exact": (1, 2, 3), "linear": (1,), "bilinear": (2,), "bicubic": (2,), "trilinear": (3,),
}


@pytest.mark.parametrize("sizes", [{"scale_factor": 2}, {"scale_factor": 0.6, "recompute_scale_factor": True}, {"size": 7}], ids=str)
@pytest.mark.parametrize("mode, axes", [(mode, axes) for mode, all_axes in INTERPOLATIONS.items() for axes in all_axes])
def test_interpolation_and_its_gradient(mode, axes, sizes):
    # Numbers of one sign: sums that do not cancel.
    host = torch.rand(2, 3, *range(4, 4 + axes)) + 0.5
    forward = lambda x: F.interpolate(x, mode=mode, **sizes)

    def gradient(x):
        x = x.detach().requires_grad_()
        y = forward(x)
        y.backward(torch.arange(1, y.numel() + 1, dtype=x.dtype, device=x.device).reshape(y.shape))
        return x.grad

    check(forward, host)
    check(gradient, host)


@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
def test_interpolation_with_wide_filters(mode):
    check(lambda x: F.interpolate(x, size=(3, 5), mode=mode, antialias=True), torch.rand(2, 3, 9, 8) + 0.5)


@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
@pytest.mark.parametrize("mode", ["bilinear", "nearest", "bicubic"])
def test_grid_sample_and_its_gradients(mode, padding):
    images, grid = torch.rand(2, 3, 5, 7) + 0.5, torch.rand(2, 4, 6, 2) * 3 - 1.5
    sample = lambda x, grid: F.grid_sample(x, grid, mode, padding, align_corners=False)
    check(sample, images, grid)
    on_host, on_device = ((images.detach().to(device).requires_grad_(), grid.detach().to(device).requires_grad_()) for device in ("cpu", DEVICE))
    for operands in (on_host, on_device):
        sample(*operands).sum().backward()
    for host, device in zip(on_host, on_device):
        torch.testing.assert_close(device.grad.cpu(), host.grad, rtol=1e-5, atol=1e-4)


def test_equations():
    # The CPU computes them in float32, the device in DOUBLE.
    matrix = torch.randn(3, 6, 6, dtype=torch.float64) + 6 * torch.eye(6)
    lower, sides = matrix.float().tril(), torch.randn(3, 6, 2)
    check(torch.inverse, matrix.float())
    check(lambda a, b: torch.linalg.solve_triangular(a, b, upper=False), lower, sides)
    check(lambda a: torch.slogdet(a)[1], matrix.float())


@pytest.mark.parametrize("order", [2.0, 1.0, float("inf"), 3.0, 0.0])
def test_distances_and_their_gradients(order):
    points, others = torch.randn(2, 5, 7), torch.randn(2, 4, 7)
    distances = lambda a, b: torch.cdist(a, b, p=order)
    check(distances, points, others)
    check(lambda a: F.pdist(a, p=order), points[0])
    if not BY_ERF and order != 3.0:
        return  # torch_npu itself refuses the gradient of an expanded sum there.
    gradients = []
    for device in ("cpu", DEVICE):
        a, b = (x.detach().to(device).requires_grad_() for x in (points, others))
        distances(a, b).sum().backward()
        gradients.append((a.grad.cpu(), b.grad.cpu()))
    for host, device in zip(*gradients):
        torch.testing.assert_close(device, host, rtol=1e-5, atol=1e-5)


def test_factors():
    matrix = torch.randn(3, 6, 4)
    q, r = torch.linalg.qr(matrix.to(DEVICE))
    for device, host in zip((q, r), torch.linalg.qr(matrix)):
        torch.testing.assert_close(device.cpu(), host, rtol=1e-5, atol=1e-5)
    definite = matrix @ matrix.mT + 6 * torch.eye(6)
    factor = torch.linalg.cholesky(definite.to(DEVICE)).cpu()
    torch.testing.assert_close(factor, torch.linalg.cholesky(definite), rtol=1e-5, atol=1e-5)


def test_cross_products():
    check(lambda a, b: torch.linalg.cross(a, b), torch.randn(4, 5, 3), torch.randn(1, 5, 3))
    check(lambda a, b: torch.linalg.cross(a, b, dim=0), torch.randint(-9, 9, (3, 4)), torch.randint(-9, 9, (3, 4)))


def test_a_missing_operator_is_named_by_torch_npu():
    import torch_npu

    # torch_npu asks for an operator that no public header documents.
    descriptor = torch.zeros(1, dtype=torch.int32, device=DEVICE)
    with pytest.raises(RuntimeError, match="aclnnObfuscationCalculateV2.* not in libopapi"):
        torch_npu.obfuscation_calculate(descriptor, torch.randn(4, 4, device=DEVICE), descriptor)


def test_a_refusal_says_why():
    with pytest.raises(RuntimeError) as refusal:
        torch.remainder(torch.ones(3, dtype=torch.int8, device=DEVICE), 2)
    assert "`self` has data type INT8" in str(refusal.value)
