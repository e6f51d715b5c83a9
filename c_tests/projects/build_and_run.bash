#!/usr/bin/env bash
# build_and_run.bash PREFIX PROJECT: runs PROJECT/run.sh in a copy of the project and of the prefix (which is thereby
# moved), in a shell that has sourced set_env.sh and has nothing else set; compares what it prints with PROJECT/expected.
set -euo pipefail
prefix=$1 project=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -a "$prefix" "$scratch/toolkit"
cp -a "$project" "$scratch/project"
cd "$scratch/project"
if ! env -i PATH="$PATH" HOME="$scratch" C_TESTS="$(dirname "$here")" \
    bash -c "source '$scratch/toolkit/set_env.sh' && bash -e run.sh" >"$scratch/printed" 2>"$scratch/errors"; then
    cat "$scratch/printed" "$scratch/errors"
    echo "$project/run.sh failed"
    exit 1
fi
diff -u --label expected --label printed expected "$scratch/printed"
