# Points the shell that sources it at this toolkit prefix: `source DIR/set_env.sh`.
# Finds its own place, may be sourced any number of times, and leaves the shell's options alone.

if [ -n "${BASH_VERSION-}" ]; then
    _hostnpu_root=${BASH_SOURCE[0]}
elif [ -n "${ZSH_VERSION-}" ]; then
    _hostnpu_root=$(eval 'print -r -- ${(%):-%x}')
else
    echo "set_env.sh: source it from bash or zsh" >&2
    return 1
fi
_hostnpu_root=$(dirname "$(readlink -f "$_hostnpu_root")")
# bin/setenv.bash is the same file one folder down.
[ -d "$_hostnpu_root/lib64" ] || _hostnpu_root=$(dirname "$_hostnpu_root")

# _hostnpu_prepend VARIABLE ENTRY: puts ENTRY first in a colon list and removes its other occurrences, and those of the
# same entry of an earlier hostnpu prefix.
_hostnpu_prepend() {
    eval "_hostnpu_list=:\${$1-}:"
    for _hostnpu_entry in "$2" ${_hostnpu_earlier:+"$_hostnpu_earlier${2#"$_hostnpu_root"}"}; do
        while :; do
            case $_hostnpu_list in
            *":$_hostnpu_entry:"*)
                _hostnpu_list=${_hostnpu_list%%":$_hostnpu_entry:"*}:${_hostnpu_list#*":$_hostnpu_entry:"}
                ;;
            *) break ;;
            esac
        done
    done
    _hostnpu_list=${_hostnpu_list#:}
    _hostnpu_list=${_hostnpu_list%:}
    # An empty entry would mean the current folder.
    eval "export $1=\$2\${_hostnpu_list:+:\$_hostnpu_list}"
}

_hostnpu_earlier=
if [ -n "${ASCEND_HOME_PATH-}" ] && [ "${ASCEND_HOME_PATH-}" != "$_hostnpu_root" ] &&
    [ -f "${ASCEND_HOME_PATH-}/share/info/hostnpu/version.info" ]; then
    _hostnpu_earlier=$ASCEND_HOME_PATH
fi

export ASCEND_TOOLKIT_HOME=$_hostnpu_root
export ASCEND_HOME_PATH=$_hostnpu_root
export ASCEND_OPP_PATH=$_hostnpu_root/opp
export ASCEND_AICPU_PATH=$_hostnpu_root
export TOOLCHAIN_HOME=$_hostnpu_root/toolkit
export NEUWARE_HOME=$_hostnpu_root

_hostnpu_prepend LD_LIBRARY_PATH "$_hostnpu_root/lib64"
_hostnpu_prepend PATH "$_hostnpu_root/bin"
_hostnpu_prepend PYTHONPATH "$_hostnpu_root/python/site-packages"
_hostnpu_prepend CMAKE_PREFIX_PATH "$_hostnpu_root"
_hostnpu_prepend CMAKE_PREFIX_PATH "$_hostnpu_root/lib64/cmake"
_hostnpu_prepend PKG_CONFIG_PATH "$_hostnpu_root/lib64/pkgconfig"

unset -f _hostnpu_prepend
unset _hostnpu_root _hostnpu_earlier _hostnpu_list _hostnpu_entry
