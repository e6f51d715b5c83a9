"""Limits of the cases on transformers, diffusers, peft and accelerate, and the count of what was held against them."""

import sys

import torch

# Of scores, relative to the largest.
LIMITS = {torch.float32: 2e-5, torch.float16: 2e-2, torch.bfloat16: 8e-2}
# Of losses, which are means: a tenth of it.
LOSS_LIMITS = {torch.float32: 2e-5, torch.float16: 2e-3, torch.bfloat16: 8e-3}


class Checks:
    """Goes on after a failure, so that one run shows all of them."""

    def __init__(self):
        self.passed, self.failed = 0, []

    def hold(self, what, holds, shown=""):
        if holds:
            self.passed += 1
        else:
            self.failed.append(what)
        print(f"{'' if holds else 'FAILED '}{what}{': ' if shown else ''}{shown}", flush=True)

    def below(self, what, gap, limit):
        self.hold(what, gap <= limit, f"{gap:.1e}, allowed {limit:.1e}")

    def losses(self, what, got, wanted, dtype=torch.float32):
        assert len(got) == len(wanted) > 0, f"{what}: {len(got)} losses beside {len(wanted)}"
        self.below(what, max(abs(a - b) / abs(b) for a, b in zip(got, wanted)), LOSS_LIMITS[dtype])

    def end(self):
        for what in self.failed:
            print(f"failed: {what}")
        print(f"RESULT {self.passed} checks")
        sys.exit(1 if self.failed else 0)


def relative(got, wanted):
    """The largest difference of any element in relation to the largest element."""
    got, wanted = got.detach().float().cpu(), wanted.detach().float().cpu()
    return ((got - wanted).abs().max() / wanted.abs().max()).item()


def short(dtype):
    return str(dtype).removeprefix("torch.")
