#!/usr/bin/env bash
# set_env.sh and bin/setenv.bash: what they export, and that they leave the rest of the shell alone.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"
real=$(cd "$prefix" && pwd -P)

# value SCRIPT VARIABLE [SETUP]: the variable after sourcing in a shell with an almost empty environment.
value() {
    env -i PATH=/usr/bin:/bin bash -c "${3:-:}; source '$1' && printf %s \"\$$2\""
}
is() {
    local actual
    actual=$(value "$1" "$2" "${4:-}")
    [ "$actual" = "$3" ] || fail "$1: $2 is '$actual', not '$3'"
}

for script in "$prefix/set_env.sh" "$prefix/bin/setenv.bash"; do
    for variable in ASCEND_HOME_PATH ASCEND_TOOLKIT_HOME ASCEND_AICPU_PATH NEUWARE_HOME; do
        is "$script" $variable "$real"
    done
    is "$script" ASCEND_OPP_PATH "$real/opp"
    is "$script" TOOLCHAIN_HOME "$real/toolkit"
    is "$script" LD_LIBRARY_PATH "$real/lib64"
    is "$script" LD_LIBRARY_PATH "$real/lib64:/a:/b" 'export LD_LIBRARY_PATH=/a:/b'
    is "$script" PATH "$real/bin:/usr/bin:/bin"
    is "$script" PYTHONPATH "$real/python/site-packages"
    is "$script" CMAKE_PREFIX_PATH "$real/lib64/cmake:$real"
    # Twice: nothing is added again, wherever the entry stands by then.
    for variable in LD_LIBRARY_PATH PATH PYTHONPATH CMAKE_PREFIX_PATH PKG_CONFIG_PATH; do
        is "$script" $variable "$(value "$script" $variable)" "source '$script'"
    done
    is "$script" LD_LIBRARY_PATH "$real/lib64:/a" "export LD_LIBRARY_PATH=/a:$real/lib64:$real/lib64"

    # Options and names of the caller's shell.
    for options in +eu -e -u -eu; do
        before=$(env -i PATH=/usr/bin:/bin bash -c "set $options; echo \$-")
        after=$(env -i PATH=/usr/bin:/bin bash -c "set $options; source '$script'; echo \$-")
        [ "$before" = "$after" ] || fail "$script: options '$before' became '$after'"
    done
    left=$(env -i PATH=/usr/bin:/bin bash -c "source '$script'; (set -o posix; set) | grep -i ^_hostnpu")
    [ -z "$left" ] || fail "$script leaves behind: $left"
    printed=$(env -i PATH=/usr/bin:/bin bash -c "source '$script'" 2>&1)
    [ -z "$printed" ] || fail "$script prints: $printed"
done

# A toolkit sourced earlier gives way: no entry of it stays.
cp -a "$prefix" "$scratch/earlier"
cp -a "$prefix" "$scratch/a path with spaces"
is "$prefix/set_env.sh" LD_LIBRARY_PATH "$real/lib64" "source '$scratch/earlier/set_env.sh'"
is "$prefix/set_env.sh" PATH "$real/bin:/usr/bin:/bin" "source '$scratch/earlier/set_env.sh'"
# The prefix may be moved, and its path may have spaces.
is "$scratch/a path with spaces/set_env.sh" ASCEND_OPP_PATH "$scratch/a path with spaces/opp"
is "$scratch/a path with spaces/latest/bin/setenv.bash" ASCEND_OPP_PATH "$scratch/a path with spaces/opp"
# The folder's own name does not confuse it.
mkdir "$scratch/bin" && cp -a "$prefix/." "$scratch/bin"
is "$scratch/bin/set_env.sh" NEUWARE_HOME "$scratch/bin"
is "$scratch/bin/bin/setenv.bash" NEUWARE_HOME "$scratch/bin"
finish
