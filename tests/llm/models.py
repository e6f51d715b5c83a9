"""Small random language models with a tokenizer of bytes, made on the CPU: what the tests of this folder load. Nothing is downloaded.

    python models.py FOLDER [NAME...]

Weights are wide enough that greedy generation does not repeat one token.
"""

import pathlib
import sys

import quantised
import torch
import transformers
from architectures import END, MODELS, PAD
from tokenizers import Tokenizer, decoders, models, pre_tokenizers


# A multiple of 64: vllm-ascend takes logits that are rounded up to it for the height of an adapter's matrix.
WIDE = 320


def configuration(name, **more):
    model = MODELS[name]
    # DeepSeek-V3 sets its head_dim itself.
    arguments = {key: value for key, value in model.arguments.items() if key != "head_dim" or value is not None}
    return getattr(transformers, model.configuration)(**{**arguments, **more})


def kind(name):
    return transformers.AutoModelForSeq2SeqLM if MODELS[name].encoder else transformers.AutoModelForCausalLM


def tokenizer(size=0):
    """One token for each byte, the end and the padding, and others up to a size."""
    vocabulary = {letter: number for number, letter in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
    vocabulary.update({"<|end|>": END, "<|pad|>": PAD})
    vocabulary.update({f"<|{number}|>": number for number in range(len(vocabulary), size)})
    bytewise = Tokenizer(models.BPE(vocabulary, []))
    bytewise.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytewise.decoder = decoders.ByteLevel()
    return transformers.PreTrainedTokenizerFast(tokenizer_object=bytewise, eos_token="<|end|>", pad_token="<|pad|>")


def make(name, seed=0, **more):
    """A model in FLOAT, whose numbers are those of BFLOAT16, which FLOAT16 and FLOAT have too: every type has the same weights."""
    torch.manual_seed(seed)
    model = kind(name).from_config(configuration(name, **more))
    for parameter_name, parameter in model.named_parameters():
        if "embed_tokens" in parameter_name:
            parameter.data.normal_()
        router = MODELS[name].router
        if router and f"{router}.weight" in parameter_name:
            parameter.data.normal_(std=MODELS[name].router_spread)
    return model.to(torch.bfloat16).to(torch.float32)


def write(folder, name):
    """In FLOAT: a program that loads it chooses its type. NAME+w8a8 is the same in INT8, NAME+wide has a vocabulary of WIDE tokens."""
    name, _, scheme = name.partition("+")
    if scheme == "wide":
        target = folder / f"{name}+{scheme}"
        make(name, vocab_size=WIDE).save_pretrained(target)
        tokenizer(WIDE).save_pretrained(target)
        return target
    if scheme:
        own = folder / name
        return quantised.write(own if own.exists() else write(folder, name), folder / f"{name}+{scheme}")
    make(name).save_pretrained(folder / name)
    tokenizer().save_pretrained(folder / name)
    return folder / name


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1])
    for chosen in sys.argv[2:] or MODELS:
        print(write(target, chosen))
