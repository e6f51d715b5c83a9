# Sourced after requirements.bash by scripts that test: steps that are all run, though one fails, so that one run shows all that is wrong.

started=$SECONDS
failed=()

# step NAME COMMAND...
step() {
    local name=$1 before=$SECONDS
    shift
    say "$name"
    if "$@"; then
        say "$name: $((SECONDS - before)) s"
    else
        say "$name: FAILED"
        failed+=("$name")
    fi
}

# Ends the script, with 0 only if no step has failed.
end_steps() {
    if [ "${#failed[@]}" -gt 0 ]; then
        printf '%s: failed:%s\n' "script/${0##*/}" "$(printf ' %s;' "${failed[@]}")" >&2
        exit 1
    fi
    say "all tests passed in $((SECONDS - started)) s"
}
