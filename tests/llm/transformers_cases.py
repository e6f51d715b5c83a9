"""transformers on torch_npu: scores, generation and training of one model on the device, against the CPU in FLOAT or DOUBLE.

    python transformers_cases.py MODEL_FOLDER

The folder has the name of a line of architectures.MODELS.
"""

import inspect
import pathlib
import sys

import torch
import torch_npu  # noqa: F401
import transformers
from architectures import MODELS
from checks import LIMITS, Checks, short
from models import kind

TEXTS = ["The quick brown fox jumps", "a b c"]
ANSWERS = ["over the lazy dog", "d e f g h i j k l"]
TOKENS = 24


class Case:
    """One model with one kind of attention."""

    def __init__(self, folder, attention):
        self.name, self.folder, self.attention = folder.name, folder, attention
        self.model = MODELS[self.name]
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, padding_side="left")
        options = {"return_tensors": "pt", "padding": True, "return_token_type_ids": False}
        self.inputs = tokenizer(TEXTS, **options)
        self.answers = tokenizer(ANSWERS, **options).input_ids
        self.options = {"max_new_tokens": TOKENS, "do_sample": False, "eos_token_id": None, "pad_token_id": tokenizer.pad_token_id}
        self.exact = getattr(torch, self.model.exact)
        self.reference = self.load(torch.float32)

    def load(self, dtype):
        return kind(self.name).from_pretrained(self.folder, dtype=dtype, attn_implementation=self.attention).eval()

    def arguments(self, sequences=None):
        """Of a call that gives the scores of the prompts, or of prompts and what follows."""
        if self.model.encoder:
            return {**self.inputs, "decoder_input_ids": self.answers if sequences is None else sequences}
        tokens, mask = self.inputs.input_ids, self.inputs.attention_mask
        if sequences is not None:
            tokens, mask = sequences, torch.cat([mask, mask.new_ones(len(mask), sequences.shape[1] - mask.shape[1])], 1)
        result = {"input_ids": tokens, "attention_mask": mask}
        if "position_ids" in inspect.signature(self.reference.forward).parameters:
            # As generate() counts: from the first token that is no padding.
            result["position_ids"] = (mask.cumsum(1) - 1).clamp(min=0)
        return result

    def scores(self, model, sequences=None):
        with torch.no_grad():
            return model(**on(model.device, self.arguments(sequences))).logits.float().cpu()

    def exact_scores(self):
        """At the places of shown(), of each prompt by itself: in DOUBLE, transformers makes NaN of what is masked for padding."""
        model, result = self.load(self.exact), []
        for tokens, mask, answer in zip(self.inputs.input_ids, self.inputs.attention_mask.bool(), self.answers):
            more = {"decoder_input_ids": answer[None]} if self.model.encoder else {}
            with torch.no_grad():
                result.append(model(input_ids=tokens[mask][None], **more).logits[0].float())
        return torch.cat(result)

    def shown(self):
        """Places that are no padding."""
        return torch.ones_like(self.answers, dtype=torch.bool) if self.model.encoder else self.inputs.attention_mask.bool()

    def generate(self, model, beams):
        answer = model.generate(
            **on(model.device, self.inputs), num_beams=beams, return_dict_in_generate=True, output_scores=beams > 1, **self.options
        )
        return answer.sequences.cpu(), None if beams == 1 else answer.sequences_scores.float().cpu()

    def score_after_each(self, sequences):
        """The reference's scores where the last TOKENS tokens were chosen, and these tokens."""
        return self.scores(self.reference, sequences)[:, -TOKENS - 1 : -1], sequences[:, -TOKENS:]


def on(device, arguments):
    return {name: tensor.to(device) for name, tensor in arguments.items()}


def check_scores(case, checks, model, dtype, expected):
    gaps = (case.scores(model)[case.shown()] - expected).abs().amax(-1) / expected.abs().max()
    # Of experts the choice may change with a rounding: the token in the middle counts, not the worst.
    gap = gaps.median() if case.model.router and dtype != torch.float32 else gaps.max()
    checks.below(f"{case.attention} {short(dtype)}: scores", gap.item(), LIMITS[dtype])


def check_generation(case, checks, model, dtype):
    """In FLOAT the same tokens. In the other types each token is hardly worse than the reference's best, and the score that a search gives its sequence is the reference's."""
    what = f"{case.attention} {short(dtype)}"
    sequences, _ = case.generate(model, 1)
    if dtype == torch.float32:
        checks.hold(f"{what}: greedy tokens", torch.equal(sequences, case.generate(case.reference, 1)[0]))
    else:
        scores, tokens = case.score_after_each(sequences)
        behind = (scores.amax(-1) - scores.gather(-1, tokens[..., None])[..., 0]) / scores.abs().max()
        behind = behind.median() if case.model.router else behind.max()
        # Both the chosen and the best may be off by the limit.
        checks.below(f"{what}: greedy tokens behind the best", behind.item(), 2 * LIMITS[dtype])
    if not case.model.beams:
        return
    sequences, claimed = case.generate(model, 3)
    if dtype == torch.float32:
        checks.hold(f"{what}: tokens of 3 beams", torch.equal(sequences, case.generate(case.reference, 3)[0]))
    else:
        scores, tokens = case.score_after_each(sequences)
        logarithms = scores.log_softmax(-1).gather(-1, tokens[..., None])[..., 0].mean(1)
        # Logarithms of probabilities are differences of scores.
        checks.below(f"{what}: scores of 3 beams", ((claimed - logarithms).abs().max() / scores.abs().max()).item(), 2 * LIMITS[dtype])


def losses(case, dtype, device):
    """Four steps of AdamW."""
    model = case.load(dtype).to(device).train()
    # AdamW divides a gradient by its own size. A router's rows of experts that are hardly chosen have gradients of 1e-15 to 1e-6, sums whose
    # terms cancel: with the usual 1e-8 their rounding decides, and losses of FLOAT and DOUBLE differ by 1e-3 after four steps, on a CPU too.
    chosen = {"lr": 2e-4, "eps": 1e-3} if case.model.router else {"lr": 1e-3}
    optimiser = torch.optim.AdamW(model.parameters(), **chosen)
    tokens = case.inputs.input_ids[:1]
    labels = (case.answers if case.model.encoder else tokens)[:1]
    result = []
    for _ in range(4):
        loss = model(input_ids=tokens.to(device), labels=labels.to(device)).loss
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        result.append(loss.item())
    return result


def main(folder):
    checks = Checks()
    for attention in MODELS[folder.name].attentions:
        case = Case(folder, attention)
        expected = case.exact_scores()
        for dtype in LIMITS:
            model = case.load(dtype).npu()
            check_scores(case, checks, model, dtype, expected)
            check_generation(case, checks, model, dtype)
        checks.losses(f"{attention}: losses", losses(case, torch.float32, "npu"), losses(case, case.exact, "cpu"))
    checks.end()


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
