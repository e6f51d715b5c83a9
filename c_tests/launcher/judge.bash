#!/usr/bin/env bash
# Outputs of dumps beside what they should be: of our own, by the vendor's names of files, and of msProbe.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# changed FILE: sets the last byte of a file.
changed() {
    printf '\x41' | dd of="$1" bs=1 seek=$(($(stat -c %s "$1") - 1)) conv=notrunc status=none
}

HOSTNPU_DUMP=$scratch/dump "$program" >/dev/null
dump=$(echo "$scratch"/dump/*)
# Settings of the environment are for programs: the judge computes as it always does.
status 0 env HOSTNPU_IMPL_MODE=high_performance HOSTNPU_CHECK=full HOSTNPU_DUMP="$scratch/no" "$bin/hostnpu" judge "$scratch/dump"
has "$scratch/output" '^aclnnSin +1 +out +FLOAT +0 +0\.000 +0 +8 +-$' '^aclnnAdd +1 +out +FLOAT +0 ' '^0 of 2 outputs are more than 1 ULP off$'
[ -e "$scratch/no" ] && fail "the judge has dumped its own calls"

# By the vendor's names: a sum has no factor there.
mkdir "$scratch/vendor"
cp "$dump"/0/*.npy "$scratch/vendor"
changed "$(echo "$scratch"/vendor/Sin.aclnnSin.*.output.0.npy)"
status 1 "$bin/hostnpu" judge "$scratch/vendor"
has "$scratch/output" '^Sin +1 +out +FLOAT +[1-9][0-9]+ .* \[1, 3\]$' '^Add +1 +out +FLOAT +0 ' '^1 of 2 outputs are more than 1 ULP off$'
[ "$(sed -n 2p "$scratch/output" | cut -d' ' -f1)" = Sin ] || fail "the worst is not the first"
status 0 "$bin/hostnpu" judge --ulp 4000000000 "$scratch/vendor"

# Of msProbe, with files of NumPy and of torch.save. The pickle of one calls a function, which must not run.
mkdir -p "$scratch/probe/step0/rank/dump_tensor_data"
cat >"$scratch/probe.py" <<'PROGRAM'
import json, pathlib, shutil, sys, zipfile

to, dump = map(pathlib.Path, sys.argv[1:])
tensors = to / "dump_tensor_data"
PICKLE = (
    b"\x80\x02ctorch._utils\n_rebuild_tensor_v2\nq\x00((X\x07\x00\x00\x00storageq\x01ctorch\nFloatStorage\nq\x02X\x01\x00\x00\x000q\x03X\x03\x00\x00\x00cpuq\x04K\x08tq\x05Q"
    b"K\x00K\x02K\x04\x86q\x06K\x04K\x01\x86q\x07\x89ccollections\nOrderedDict\nq\x08)Rq\x09tq\x0aRq\x0b."
)


def save(name, pickle, elements):
    with zipfile.ZipFile(tensors / name, "w") as archive:
        archive.writestr("archive/data.pkl", pickle)
        archive.writestr("archive/data/0", elements)


def tensor(name):
    return {"type": "torch.Tensor", "dtype": "torch.float32", "shape": [2, 4], "data_name": name}


data = {}
for role in ("input", "output"):
    (file,) = dump.glob(f"Sin.aclnnSin.*.{role}.0.npy")
    shutil.copy(file, tensors / f"Torch.sin.0.forward.{role}.0.npy")
    elements = file.read_bytes()[-32:]
    save(f"Torch.sin.1.forward.{role}.0.pt", PICKLE, elements)
    save(f"Torch.sin.2.forward.{role}.0.pt", b"cos\nsystem\n(X\x0c\x00\x00\x00touch harmedtR.", elements)
for call, ending in enumerate(["npy", "pt", "pt"]):
    name = f"Torch.sin.{call}.forward"
    data[name] = {"input_args": [tensor(f"{name}.input.0.{ending}")], "input_kwargs": {}, "output": [tensor(f"{name}.output.0.{ending}")]}
half = {"type": "float", "value": 0.0}
name = "Torch.sin.0.forward.output.0.npy"
data["Torch.add.0.forward"] = {"input_args": [tensor(name), half], "input_kwargs": {"alpha": {"type": "int", "value": 2}}, "output": [tensor(name)]}
data["Functional.dropout.0.forward"] = data["Torch.sin.0.forward"]
(to / "dump.json").write_text(json.dumps({"task": "tensor", "level": "L1", "framework": "pytorch", "dump_data_dir": "", "data": data}))
PROGRAM
status 0 python3 "$scratch/probe.py" "$scratch/probe/step0/rank" "$dump/0"
cd "$scratch"
status 0 "$bin/hostnpu" judge "$scratch/probe"
has "$scratch/output" '^Torch\.sin +1 +out +FLOAT +0 ' '^Torch\.sin +2 +out +FLOAT +0 ' '^Torch\.add +1 +out +FLOAT +0 ' '^  Torch\.sin:3  .*Torch\.sin\.2\.forward\.input\.0\.pt: it holds what os system makes, no dense tensor$' \
    '^  Functional\.dropout:1  there is no rule for Functional\.dropout$'
[ -e harmed ] && fail "a pickle was run"
status 0 "$bin/hostnpu" judge --json "$scratch/probe"
cp "$scratch/output" "$scratch/verdicts.json"
status 0 python3 -m json.tool "$scratch/verdicts.json"

status 2 "$bin/hostnpu" judge "$scratch/nothing"
done_testing
