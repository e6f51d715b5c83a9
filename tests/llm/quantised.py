"""Models of INT8 in the form of Ascend's tools: a quant_model_description.json beside the weights says how each is kept, and transformers computes the same on the CPU."""

import json
import shutil

import safetensors.torch
import torch
import transformers

DESCRIPTION = "quant_model_description.json"
# A scale for each row of a weight, and one for each token, which is found when it is used.
SCHEME = "W8A8_DYNAMIC"
LAYERS = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")


def write(source, target):
    """A model of floats, and the same in INT8."""
    shutil.copytree(source, target)
    kept, description = {}, {"model_quant_type": SCHEME}
    for name, weight in safetensors.torch.load_file(source / "model.safetensors").items():
        layer = name.removesuffix(".weight")
        if not layer.endswith(LAYERS):
            kept[name], description[name] = weight, "FLOAT"
            continue
        # Scales that BFLOAT16 has: the device keeps them in the type of the model.
        scale = (weight.abs().amax(1, keepdim=True) / 127).bfloat16().float()
        kept[name] = (weight / scale).round().clamp(-128, 127).to(torch.int8)
        kept[f"{layer}.weight_scale"], kept[f"{layer}.weight_offset"] = scale, torch.zeros_like(scale)
        description.update({f"{layer}.{part}": SCHEME for part in ("weight", "weight_scale", "weight_offset")})
    safetensors.torch.save_file(kept, target / "model.safetensors", metadata={"format": "pt"})
    (target / DESCRIPTION).write_text(json.dumps(description))
    return target


class Linear(torch.nn.Module):
    """Quantises each token, and multiplies without rounding: sums of products of INT8 are exact in DOUBLE."""

    def __init__(self, weight, scale):
        super().__init__()
        # No parameters: they stay DOUBLE when the model is given another type.
        self.weight, self.scale = weight.double(), scale.double().flatten()

    def forward(self, x):
        scale = x.double().abs().amax(-1, keepdim=True) / 127
        return ((x.double() / scale).round() @ self.weight.T * scale * self.scale).to(x.dtype)


def load(folder, dtype):
    """For the CPU."""
    model = transformers.AutoModelForCausalLM.from_config(transformers.AutoConfig.from_pretrained(folder)).eval()
    kept = safetensors.torch.load_file(folder / "model.safetensors")
    for name in [name for name in kept if name.endswith(".weight_scale")]:
        layer = name.removesuffix(".weight_scale")
        parent, _, own = layer.rpartition(".")
        setattr(model.get_submodule(parent), own, Linear(kept.pop(f"{layer}.weight"), kept.pop(name)))
        del kept[f"{layer}.weight_offset"]
    model.load_state_dict(kept)
    return model.to(dtype)
