"""What a user reads when something goes wrong: the operator, the argument and the index, whatever torch_npu makes of the status."""

import pytest

from conftest import run_program

# An index outside its axis is found while the operator runs: the exception comes later and names another function.
OUTSIDE = {
    "indexing": ("torch.arange(4, device='npu')[torch.tensor([9], device='npu')]", "aclnnIndex", "is 9 at [0]"),
    "embedding": ("torch.nn.functional.embedding(torch.tensor([1, 7], device='npu'), torch.ones(4, 3, device='npu'))", "aclnnEmbedding", "is 7 at [1]"),
    "gather": ("torch.gather(torch.ones(2, 3, device='npu'), 1, torch.tensor([[0], [5]], device='npu'))", "aclnnGather", "is 5 at [1, 0]"),
    "label": ("torch.nn.functional.nll_loss(torch.ones(2, 3, device='npu'), torch.tensor([0, 7], device='npu'))", "aclnnNLLLoss", "is 7 at [1]"),
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_an_index_outside_its_axis_names_operator_and_index(name):
    expression, operator, index = OUTSIDE[name]
    result = run_program(f"import torch, torch_npu\n{expression}.cpu()")
    assert result.returncode != 0
    sentences = [line for line in result.stderr.splitlines() if line.startswith("hostnpu: task ") and operator in line]
    assert len(sentences) == 1, result.stderr
    assert index in sentences[0] and "allowed: " in sentences[0], sentences[0]


def test_a_refused_operator_begins_with_its_own_status():
    result = run_program("import torch, torch_npu\nx = torch.ones(2, 2, dtype=torch.float64, device='npu')\nprint(x @ x)")
    assert result.returncode != 0
    assert "161002" in result.stderr, result.stderr
    assert "107002" not in result.stderr and "context is empty" not in result.stderr, result.stderr


def test_an_earlier_failure_is_not_the_headline_of_a_later_refusal():
    program = """
import torch, torch_npu
try:
    torch.arange(4, device="npu")[torch.tensor([9], device="npu")].cpu()
except RuntimeError:
    pass
x = torch.ones(2, 2, dtype=torch.float64, device="npu")
try:
    print(x @ x)
except RuntimeError as error:
    print(error)
"""
    result = run_program(program)
    assert result.returncode == 0, result.stderr
    assert "161002" in result.stdout and "507015" not in result.stdout, result.stdout


def test_probes_do_not_stand_in_a_later_error():
    result = run_program("import torch, torch_npu\nx = torch.ones(2, 2, dtype=torch.float64, device='npu')\nprint(x @ x)")
    for probe in ("aclrtGetDevice", "aclsysGetCANNVersion"):
        assert f"{probe}: " not in result.stderr, result.stderr
