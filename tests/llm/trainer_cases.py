"""Training as programs do it: transformers.Trainer, accelerate, PyTorch's own mixed precision and peft on the device, against the CPU.

    python trainer_cases.py trainer|accelerate|autocast|peft
"""

import pathlib
import sys
import tempfile

import accelerate
import models
import peft
import torch
import torch_npu  # noqa: F401
import transformers
from checks import LIMITS, Checks, relative

MODEL = "qwen3"
RATE = 1e-4
TEXTS = [f"sentence {i} of a text that says {'little ' * (i % 3)}of use" for i in range(16)]
PRECISIONS = {"no": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}


def examples():
    tokenizer = models.tokenizer()
    encoded = tokenizer(TEXTS, padding="max_length", max_length=64, return_token_type_ids=False)
    # The first token follows nothing. Trainer counts its label all the same where it divides, if there is one.
    labels = [
        [token if shown and place else -100 for place, (token, shown) in enumerate(zip(tokens, mask))]
        for tokens, mask in zip(encoded["input_ids"], encoded["attention_mask"])
    ]
    return [dict(zip(("input_ids", "attention_mask", "labels"), parts)) for parts in zip(encoded["input_ids"], encoded["attention_mask"], labels)]


def loader():
    return torch.utils.data.DataLoader(examples(), batch_size=2, collate_fn=transformers.default_data_collator)


def optimiser(model):
    return torch.optim.AdamW([parameter for parameter in model.parameters() if parameter.requires_grad], lr=RATE)


def plain(model, device, cast=None, scaler=None):
    """One pass over the examples by PyTorch alone."""
    model.to(device).train()
    rule, result = optimiser(model), []
    for batch in loader():
        batch = {name: tensor.to(device) for name, tensor in batch.items()}
        with torch.autocast(device, cast, enabled=cast is not None):
            loss = model(**batch).loss
        rule.zero_grad()
        if scaler is None:
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            rule.step()
        else:
            scaler.scale(loss).backward()
            scaler.unscale_(rule)
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            scaler.step(rule)
            scaler.update()
        result.append(loss.item())
    return result


def references():
    """Losses on the CPU in each precision. Those of FLOAT would not do for all: the first steps of AdamW have the size of its rate whatever a gradient is, and its sign hangs on a rounding."""
    return {
        "no": plain(models.make(MODEL), "cpu"),
        "bf16": plain(models.make(MODEL), "cpu", torch.bfloat16),
        "fp16": plain(models.make(MODEL), "cpu", torch.float16, torch.amp.GradScaler("cpu")),
    }


class Plain(transformers.Trainer):
    """Takes examples in their order, as the loop above does, and keeps losses with all their digits: the log has four."""

    def compute_loss(self, *arguments, **options):
        loss = super().compute_loss(*arguments, **options)
        self.kept = [*getattr(self, "kept", []), loss.item()]
        return loss

    def _get_train_sampler(self, *arguments):
        return torch.utils.data.SequentialSampler(self.train_dataset)


def trainer(folder, precision, resume=None):
    # The fused AdamW, which is transformers' choice, does not take torch_npu's scaler.
    chosen = {"optim": "adamw_torch", "learning_rate": RATE, "weight_decay": 0.01, "lr_scheduler_type": "constant", "per_device_train_batch_size": 2, "num_train_epochs": 1}
    quiet = {"report_to": [], "disable_tqdm": True, "dataloader_pin_memory": False, "logging_strategy": "no"}
    options = transformers.TrainingArguments(
        folder, seed=0, save_steps=4, save_only_model=False, bf16=precision == "bf16", fp16=precision == "fp16", **chosen, **quiet
    )
    result = Plain(model=models.make(MODEL), args=options, train_dataset=examples())
    assert result.args.device.type == "npu", result.args.device
    result.train(resume_from_checkpoint=resume)
    return result


def check_trainer(checks):
    wanted = references()
    with tempfile.TemporaryDirectory() as folder:
        for precision, dtype in PRECISIONS.items():
            done = trainer(f"{folder}/{precision}", precision)
            checks.losses(f"Trainer, {precision}", done.kept, wanted[precision], dtype)
        first = trainer(f"{folder}/again", "no")
        second = trainer(f"{folder}/again", "no", resume=f"{folder}/again/checkpoint-4")
        checks.hold("Trainer goes on from a checkpoint with the same losses", second.kept == first.kept[4:], f"{second.kept}")
        first.save_model(f"{folder}/saved")
        loaded = transformers.AutoModelForCausalLM.from_pretrained(f"{folder}/saved").state_dict()
        same = all(torch.equal(tensor.cpu(), loaded[name]) for name, tensor in first.model.state_dict().items())
        checks.hold("weights that Trainer saves are those of the device", same)


def accelerated(precision):
    accelerate.state.AcceleratorState._reset_state(True)
    helper = accelerate.Accelerator(mixed_precision=precision)
    assert helper.device.type == "npu", helper.device
    model = models.make(MODEL).train()
    model, rule, batches = helper.prepare(model, optimiser(model), loader())
    result = []
    for batch in batches:
        with helper.accumulate(model):
            loss = model(**batch).loss
            helper.backward(loss)
            helper.clip_grad_norm_(model.parameters(), 1.0)
            rule.step()
            rule.zero_grad()
            result.append(loss.item())
    return result


def check_accelerate(checks):
    wanted = references()
    for precision, dtype in PRECISIONS.items():
        checks.losses(f"accelerate, {precision}", accelerated(precision), wanted[precision], dtype)


def check_autocast(checks):
    wanted = references()
    checks.losses("autocast to BFLOAT16", plain(models.make(MODEL), "npu", torch.bfloat16), wanted["bf16"], torch.bfloat16)
    scaler = torch.amp.GradScaler("npu")
    checks.losses("autocast to FLOAT16 with a scaler", plain(models.make(MODEL), "npu", torch.float16, scaler), wanted["fp16"], torch.float16)
    model = models.make(MODEL)
    model.gradient_checkpointing_enable()
    checks.losses("activations computed again", plain(model, "npu"), wanted["no"])
    checks.losses("weights in BFLOAT16", plain(models.make(MODEL).bfloat16(), "npu"), plain(models.make(MODEL).bfloat16(), "cpu"), torch.bfloat16)


LINEAR = ["q_proj", "v_proj", "down_proj"]
ADAPTERS = {
    "LoRA": lambda: peft.LoraConfig(task_type="CAUSAL_LM", r=8, lora_alpha=16, target_modules=LINEAR),
    "DoRA": lambda: peft.LoraConfig(task_type="CAUSAL_LM", r=8, lora_alpha=16, target_modules=LINEAR, use_dora=True),
    "IA3": lambda: peft.IA3Config(task_type="CAUSAL_LM", target_modules=LINEAR, feedforward_modules=["down_proj"]),
    "prompt tuning": lambda: peft.PromptTuningConfig(task_type="CAUSAL_LM", num_virtual_tokens=4),
}


def adapted(name):
    model = models.make(MODEL)
    torch.manual_seed(2)
    return peft.get_peft_model(model, ADAPTERS[name]())


def check_peft(checks):
    for name in ADAPTERS:
        on_cpu, on_device = adapted(name), adapted(name)
        wanted = plain(on_cpu, "cpu")
        assert wanted[-1] != wanted[0], f"{name} trains nothing"
        checks.losses(f"peft, {name}", plain(on_device, "npu"), wanted)
        if name == "prompt tuning":
            continue
        tokens = torch.tensor([examples()[0]["input_ids"]])
        with torch.no_grad():
            merged = [model.merge_and_unload().eval()(tokens.to(model.device)).logits for model in (on_device, on_cpu)]
        checks.below(f"peft, {name}: scores after merging", relative(*merged), LIMITS[torch.float32])
        with tempfile.TemporaryDirectory() as folder:
            again = adapted(name).to("npu")
            again.save_pretrained(folder)
            checks.hold(f"peft, {name}: an adapter is saved", (pathlib.Path(folder) / "adapter_model.safetensors").exists())


PARTS = {"trainer": check_trainer, "accelerate": check_accelerate, "autocast": check_autocast, "peft": check_peft}

if __name__ == "__main__":
    counted = Checks()
    PARTS[sys.argv[1]](counted)
    counted.end()
