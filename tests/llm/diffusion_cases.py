"""diffusers on torch_npu: a UNet with cross attention, a diffusion transformer and a variational autoencoder on the device, against the CPU in FLOAT.

    python diffusion_cases.py
"""

import unittest.mock

import diffusers
import torch
import torch_npu  # noqa: F401
from checks import LIMITS, Checks, relative, short

# As soon as torch_npu can be imported, diffusers computes the gate of the UNet by npu_geglu, for tensors of the CPU too.
WITHOUT_GEGLU = unittest.mock.patch("diffusers.models.activations.is_torch_npu_available", lambda: False)
# npu_geglu takes the tanh form of GELU, which is 5e-4 from the CPU's.
GEGLU_LIMIT = 1e-4
# Of a sampler.
STEPS = 8


def unet():
    return diffusers.UNet2DConditionModel(
        sample_size=16,
        layers_per_block=1,
        block_out_channels=(32, 64),
        down_block_types=("DownBlock2D", "CrossAttnDownBlock2D"),
        up_block_types=("CrossAttnUpBlock2D", "UpBlock2D"),
        cross_attention_dim=64,
        attention_head_dim=4,
        norm_num_groups=8,
    )


def transformer():
    return diffusers.DiTTransformer2DModel(num_attention_heads=4, attention_head_dim=16, in_channels=4, num_layers=2, sample_size=16, patch_size=2, norm_num_groups=8)


def autoencoder():
    blocks = {"down_block_types": ("DownEncoderBlock2D",) * 2, "up_block_types": ("UpDecoderBlock2D",) * 2}
    return diffusers.AutoencoderKL(block_out_channels=(32, 64), latent_channels=4, norm_num_groups=8, sample_size=32, **blocks)


def predict(model, images, condition, steps):
    return model(images, steps, encoder_hidden_states=condition).sample


def predict_by_class(model, images, condition, steps):
    return model(images, timestep=steps, class_labels=torch.tensor([1, 7], device=images.device)).sample


def encode_and_decode(model, images, condition, steps):
    return model(torch.cat([images] * 2, -1)[:, :3]).sample


# Construction of a model, its call, and the limit in FLOAT.
MODELS = {
    "UNet": (unet, predict, GEGLU_LIMIT),
    "DiT": (transformer, predict_by_class, LIMITS[torch.float32]),
    "VAE": (autoencoder, encode_and_decode, LIMITS[torch.float32]),
}


def arguments(device, dtype):
    torch.manual_seed(1)
    images, condition = torch.randn(2, 4, 16, 16), torch.randn(2, 5, 64)
    return images.to(device, dtype), condition.to(device, dtype), torch.tensor([3, 500], device=device)


def made(make):
    torch.manual_seed(0)
    # Numbers of BFLOAT16: every type has the same weights.
    return make().to(torch.bfloat16).float().eval()


def step(make, call, device):
    """The gradients of a loss, joined. In the state of evaluation: DiT drops classes at random while it is trained."""
    model = made(make).to(device)
    call(model, *arguments(device, torch.float32)).pow(2).mean().backward()
    return torch.cat([parameter.grad.flatten().cpu() for parameter in model.parameters() if parameter.grad is not None])


def sampled(device):
    """The picture that a sampler makes of noise."""
    model = made(transformer).to(device)
    scheduler = diffusers.DDIMScheduler(num_train_timesteps=1000)
    scheduler.set_timesteps(STEPS)
    images, condition, _ = arguments(device, torch.float32)
    with torch.no_grad():
        for moment in scheduler.timesteps:
            noise = predict_by_class(model, images, condition, moment.repeat(2).to(device))[:, :4]
            images = scheduler.step(noise, moment, images).prev_sample
    return images


def on_cpu(function, *rest):
    with WITHOUT_GEGLU:
        return function(*rest, "cpu")


def forward(make, call, dtype, device):
    with torch.no_grad():
        return call(made(make).to(device, dtype), *arguments(device, dtype))


def main():
    checks = Checks()
    for name, (make, call, limit) in MODELS.items():
        expected = on_cpu(forward, make, call, torch.float32)
        for dtype in LIMITS:
            checks.below(f"{name} {short(dtype)}", relative(forward(make, call, dtype, "npu"), expected), limit if dtype == torch.float32 else LIMITS[dtype])
        checks.below(f"{name}: gradients", relative(step(make, call, "npu"), on_cpu(step, make, call)), limit)
    # Each step adds its own differences.
    checks.below(f"{STEPS} steps of DDIM", relative(sampled("npu"), on_cpu(sampled)), STEPS * LIMITS[torch.float32])
    checks.end()


if __name__ == "__main__":
    main()
