"""Training on the device beside the CPU: the same losses and parameters after some steps, to the tolerance that stands here."""

import copy

import pytest
import torch
import torch.nn.functional as F
from torch import nn, optim

from conftest import DEVICE

STEPS = 5
HAS_GRU = tuple(map(int, torch.__version__.split(".")[:2])) >= (2, 10)

OPTIMISERS = {
    "sgd": lambda p: optim.SGD(p, 0.1),
    "momentum": lambda p: optim.SGD(p, 0.1, momentum=0.9, weight_decay=1e-3),
    "nesterov": lambda p: optim.SGD(p, 0.1, momentum=0.9, nesterov=True),
    "adam": lambda p: optim.Adam(p, 1e-3),
    "adam_one_by_one": lambda p: optim.Adam(p, 1e-3, foreach=False),
    "adam_foreach": lambda p: optim.Adam(p, 1e-3, foreach=True),
    "adam_fused": lambda p: optim.Adam(p, 1e-3, weight_decay=1e-2, fused=True),
    "adamw_fused": lambda p: optim.AdamW(p, 1e-3, fused=True),
    "adamw": lambda p: optim.AdamW(p, 1e-3),
    "amsgrad": lambda p: optim.Adam(p, 1e-3, amsgrad=True),
    "rmsprop": lambda p: optim.RMSprop(p, 1e-3),
    "adagrad": lambda p: optim.Adagrad(p, 1e-2),
}


def steps(model, inputs, targets, make_optimiser, loss=F.cross_entropy, clip=None):
    """Trains a copy of a model, where the data are. Returns the losses and the parameters."""
    model = copy.deepcopy(model).to(inputs.device)
    optimiser = make_optimiser(model.parameters())
    losses = []
    for _ in range(STEPS):
        optimiser.zero_grad()
        value = loss(model(inputs), targets)
        value.backward()
        if clip is not None:
            nn.utils.clip_grad_norm_(model.parameters(), clip)
        optimiser.step()
        losses.append(value.item())
    return losses, [parameter.detach().cpu() for parameter in model.state_dict().values()]


def same_training(model, inputs, targets, make_optimiser, tolerance=1e-5, **others):
    cpu, cpu_parameters = steps(model, inputs, targets, make_optimiser, **others)
    device, device_parameters = steps(model, inputs.to(DEVICE), targets.to(DEVICE), make_optimiser, **others)
    assert device[-1] < device[0]
    assert device == pytest.approx(cpu, rel=tolerance)
    for a, b in zip(device_parameters, cpu_parameters, strict=True):
        torch.testing.assert_close(a, b, rtol=1e-4, atol=tolerance)


def mlp():
    return nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 10))


@pytest.mark.parametrize("name", OPTIMISERS)
def test_mlp(name):
    same_training(mlp(), torch.randn(64, 8), torch.randint(0, 10, (64,)), OPTIMISERS[name])


def test_mlp_with_clipped_gradients():
    same_training(mlp(), torch.randn(64, 8), torch.randint(0, 10, (64,)), OPTIMISERS["sgd"], clip=0.1)


def test_mlp_with_squared_errors():
    same_training(mlp(), torch.randn(64, 8), torch.randn(64, 10), OPTIMISERS["momentum"], loss=F.mse_loss)


class Convolutions(nn.Module):
    def __init__(self, drop=0.0):
        super().__init__()
        self.first, self.norm = nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8)
        self.second, self.third = nn.Conv2d(8, 16, 3, stride=2, padding=1), nn.Conv2d(16, 16, 3, padding=1, groups=4)
        self.drop, self.head = nn.Dropout(drop), nn.Linear(16, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.norm(self.first(x))), 2)
        x = F.avg_pool2d(F.relu(self.third(F.relu(self.second(x)))), 2)
        return self.head(self.drop(F.adaptive_avg_pool2d(x, 1).flatten(1)))


def test_cnn():
    same_training(Convolutions(), torch.randn(8, 3, 16, 16), torch.randint(0, 10, (8,)), OPTIMISERS["momentum"])


def test_cnn_in_evaluation():
    model, images = Convolutions(drop=0.5).eval(), torch.randn(4, 3, 16, 16)
    expected = model(images)
    torch.testing.assert_close(model.to(DEVICE)(images.to(DEVICE)).cpu(), expected, rtol=1e-5, atol=1e-6)


def test_dropout_drops_as_many_as_it_should():
    dropped = F.dropout(torch.ones(1 << 16, device=DEVICE), 0.25).cpu()
    assert set(dropped.unique().tolist()) == {0.0, torch.tensor(1 / 0.75).item()}
    assert dropped.eq(0).float().mean().item() == pytest.approx(0.25, abs=0.01)


class Block(nn.Module):
    def __init__(self, fused):
        super().__init__()
        self.fused, self.heads = fused, 4
        self.embed, self.place = nn.Embedding(50, 32), nn.Embedding(16, 32)
        self.before, self.after = nn.LayerNorm(32), nn.LayerNorm(32)
        self.project, self.join, self.head = nn.Linear(32, 96, bias=False), nn.Linear(32, 32), nn.Linear(32, 50)
        self.mlp = nn.Sequential(nn.Linear(32, 64), nn.GELU(), nn.Linear(64, 32))

    def forward(self, tokens):
        batch, length = tokens.shape
        x = self.embed(tokens) + self.place(torch.arange(length, device=tokens.device))
        query, key, value = self.project(self.before(x)).view(batch, length, 3, self.heads, 8).permute(2, 0, 3, 1, 4)
        if self.fused:
            seen = F.scaled_dot_product_attention(query, key, value, is_causal=True)
        else:
            scores = query @ key.transpose(-2, -1) * 8**-0.5
            hidden = torch.ones(length, length, device=tokens.device).tril() == 0
            seen = scores.masked_fill(hidden, float("-inf")).softmax(-1) @ value
        x = x + self.join(seen.transpose(1, 2).reshape(batch, length, 32))
        return self.head(x + self.mlp(self.after(x))).flatten(0, 1)


@pytest.mark.parametrize("fused", [False, True], ids=["explicit", "scaled_dot_product_attention"])
@pytest.mark.parametrize("name", ["sgd", "adamw"])
def test_transformer(name, fused):
    tokens = torch.randint(0, 50, (4, 17))
    # Adam divides gradients by their own size: where one is nearly 0 its sign is chance.
    tolerance = 1e-5 if name == "sgd" else 2e-3
    same_training(Block(fused), tokens[:, :-1], tokens[:, 1:].flatten(), OPTIMISERS[name], tolerance)


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm, self.head = nn.LSTM(8, 16, 2, batch_first=True), nn.Linear(16, 10)

    def forward(self, x):
        return self.head(self.lstm(x)[0][:, -1])


def test_lstm():
    same_training(Recurrent(), torch.randn(8, 7, 8), torch.randint(0, 10, (8,)), OPTIMISERS["adam"], 1e-4)


class OfSeveralLengths(nn.Module):
    """What is hidden of sequences of several lengths, the longest first."""

    def __init__(self, kind):
        super().__init__()
        self.network, self.head = kind(8, 16, batch_first=True), nn.Linear(16, 10)

    def forward(self, x):
        lengths = torch.tensor([7, 5, 5, 2])
        packed = nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True)
        output, (hidden, cells) = self.network(packed)
        padded, _ = nn.utils.rnn.pad_packed_sequence(output, batch_first=True)
        return self.head(padded.sum(1) + hidden[-1] + cells[-1])


def test_lstm_of_several_lengths():
    same_training(OfSeveralLengths(nn.LSTM), torch.randn(4, 7, 8), torch.randint(0, 10, (4,)), OPTIMISERS["sgd"], 1e-4)


class Gated(nn.Module):
    def __init__(self, **options):
        super().__init__()
        self.gru, self.head = nn.GRU(8, 16, batch_first=True, **options), nn.Linear(32 if "bidirectional" in options else 16, 10)

    def forward(self, x):
        return self.head(self.gru(x)[0].sum(1))


@pytest.mark.skipif(not HAS_GRU, reason="torch_npu before 2.10 has no aclnn operator for it")
@pytest.mark.parametrize("options", [{}, {"num_layers": 2}, {"bidirectional": True, "num_layers": 2}, {"bias": False}], ids=str)
def test_gru(options):
    same_training(Gated(**options), torch.randn(8, 7, 8), torch.randint(0, 10, (8,)), OPTIMISERS["sgd"], 1e-4)


def test_gradients_are_scaled_and_unscaled():
    scaler = torch.amp.GradScaler("npu", init_scale=1024.0)
    parameter = torch.full((4,), 3.0, device=DEVICE, requires_grad=True)
    optimiser = optim.SGD([parameter], 0.5)
    loss = scaler.scale((parameter * 2.0).sum())
    assert loss.item() == 24.0 * 1024
    loss.backward()
    assert parameter.grad.tolist() == [2048.0] * 4
    scaler.unscale_(optimiser)
    assert parameter.grad.tolist() == [2.0] * 4
    scaler.step(optimiser)
    scaler.update()
    assert parameter.tolist() == [2.0] * 4 and scaler.get_scale() == 1024.0


def test_the_factor_of_losses_grows_and_falls():
    scaler = torch.amp.GradScaler("npu", init_scale=1024.0, growth_interval=2)
    parameter = torch.ones(4, device=DEVICE, requires_grad=True)
    optimiser, factors = optim.SGD([parameter], 0.1), []
    for factor in (1.0, 1.0, torch.inf):
        optimiser.zero_grad()
        scaler.scale((parameter * factor).sum()).backward()
        scaler.step(optimiser)
        scaler.update()
        factors.append(scaler.get_scale())
    assert factors == [1024.0, 2048.0, 1024.0]
    # A step whose gradients are not finite is left out.
    assert parameter.tolist() == pytest.approx([0.8] * 4)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_autocast_with_scaled_gradients(dtype):
    model = mlp().to(DEVICE)
    optimiser, scaler = optim.SGD(model.parameters(), 0.1), torch.npu.amp.GradScaler(enabled=dtype == torch.float16)
    inputs, targets = torch.randn(64, 8, device=DEVICE), torch.randint(0, 10, (64,), device=DEVICE)
    losses = []
    for _ in range(10):
        optimiser.zero_grad()
        with torch.autocast("npu", dtype=dtype):
            assert model(inputs).dtype == dtype
            loss = F.cross_entropy(model(inputs), targets)
        scaler.scale(loss).backward()
        scaler.step(optimiser)
        scaler.update()
        losses.append(loss.item())
    assert losses[-1] < losses[0] and all(map(torch.isfinite, map(torch.tensor, losses)))


def test_gradients_agree_with_float64():
    model = mlp()
    inputs, targets = torch.randn(16, 8), torch.randint(0, 10, (16,))
    exact = copy.deepcopy(model).double()
    F.cross_entropy(exact(inputs.double()), targets).backward()
    device = copy.deepcopy(model).to(DEVICE)
    F.cross_entropy(device(inputs.to(DEVICE)), targets.to(DEVICE)).backward()
    for a, b in zip(device.parameters(), exact.parameters(), strict=True):
        torch.testing.assert_close(a.grad.cpu().double(), b.grad, rtol=1e-5, atol=1e-7)
