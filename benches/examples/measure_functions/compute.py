"""Computes functions with PyTorch for measure_functions, which starts it and writes a line for each thing that it wants.

    load NAME FILE...   takes the arguments (floats of 32 bits) from a file each; answers "yes", or "no" for a function that PyTorch has not
    time CALLS          answers the seconds that so many calls take
    save FILE           computes once more and writes the results
    about               answers the version and the instruction set

The only argument is the number of threads. Results are written into a tensor that is there before the call.
"""

import sys
import time

import numpy
import torch

nn = torch._C._nn  # The functions behind torch.nn.functional, which take `out`.

FUNCTIONS = {
    name: getattr(torch, name)
    for name in (
        "acos acosh asin asinh atan atanh cos cosh digamma erf erfc erfinv exp exp2 expm1 log log10 log1p log2 logit reciprocal rsqrt"
        " sigmoid sin sinc sinh sqrt tan tanh atan2 logaddexp logaddexp2 pow xlogy"
    ).split()
} | {
    "gelu": nn.gelu,
    "gelu_by_tanh": lambda x, out: nn.gelu(x, approximate="tanh", out=out),
    "logsigmoid": nn.log_sigmoid,
    "mish": nn.mish,
    # As torch.selu, which takes no `out`, calls it.
    "selu": lambda x, out: nn.elu(x, 1.6732632423543772848170429916717, 1.0507009873554804934193349852946, out=out),
    "silu": nn.silu,
    "softplus": lambda x, out: nn.softplus(x, 1, 20, out=out),
    "xlog1py": torch.special.xlog1py,
}


def answer(text):
    print(text, flush=True)


def main():
    torch.set_num_threads(int(sys.argv[1]))
    torch.set_grad_enabled(False)
    function, inputs, out = None, [], None
    for line in sys.stdin:
        word, *rest = line.rstrip("\n").split("\t")
        if word == "about":
            answer(f"PyTorch {torch.__version__.split('+')[0]} ({torch.backends.cpu.get_cpu_capability()})")
        elif word == "load":
            function = FUNCTIONS.get(rest[0])
            inputs = [torch.from_numpy(numpy.fromfile(file, dtype=numpy.float32)) for file in rest[1:]]
            out = torch.zeros_like(inputs[0])
            answer("no" if function is None else "yes")
        elif word == "time":
            calls = range(int(rest[0]))
            if len(calls) > 1:
                function(*inputs, out=out)
            start = time.perf_counter()
            for _ in calls:
                function(*inputs, out=out)
            answer(repr(time.perf_counter() - start))
        elif word == "save":
            function(*inputs, out=out)
            out.numpy().tofile(rest[0])
            answer("yes")
        else:
            sys.exit(f"what is {line!r}?")


main()
