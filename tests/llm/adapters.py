"""Random LoRA adapters of a model, in peft's form."""

import pathlib

import torch
import transformers

RANK = 8
LAYERS = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]


def write(folder, count):
    """Writes adapters beside the model, whose numbers are those of BFLOAT16, as the model's are. Returns their folders."""
    import peft

    made = []
    for number in range(count):
        torch.manual_seed(100 + number)
        model = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
        model = peft.get_peft_model(model, peft.LoraConfig(r=RANK, lora_alpha=2 * RANK, target_modules=LAYERS))
        for name, parameter in model.named_parameters():
            if "lora_" in name:
                parameter.data.normal_(std=parameter.shape[1] ** -0.5)
                parameter.data = parameter.data.to(torch.bfloat16).to(torch.float32)
        made.append(str(pathlib.Path(folder) / f"adapter-{number}"))
        model.save_pretrained(made[-1])
    return made
