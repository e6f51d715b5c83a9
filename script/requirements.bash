# Sourced by the other scripts: brings the machine what they need and says so in one line each.

# Debian package that brings a command, where the names differ.
package_of() {
    case $1 in
    g++) echo g++ ;;
    cc) echo gcc ;;
    nm | objcopy | readelf) echo binutils ;;
    diff) echo diffutils ;;
    dpkg-deb) echo dpkg ;;
    rpmbuild) echo rpm ;;
    aarch64-linux-gnu-g++) echo g++-aarch64-linux-gnu ;;
    aarch64-linux-gnu-gcc) echo gcc-aarch64-linux-gnu ;;
    qemu-aarch64) echo qemu-user ;;
    *) echo "$1" ;;
    esac
}

say() { printf '== %s\n' "$*"; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# quietly WHAT COMMAND...: shows the command's output only if it fails.
quietly() {
    local what=$1 log
    shift
    log=$(mktemp)
    if ! "$@" >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        printf '%s failed\n' "$what" >&2
        return 1
    fi
    rm -f "$log"
}

# Without a terminal nobody can type a password.
sudo_options=()
[ -t 0 ] || sudo_options=(-n)

as_root() {
    if [ "$(id -u)" = 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo "${sudo_options[@]}" env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

can_use_apt() {
    command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || sudo "${sudo_options[@]}" true 2>/dev/null; }
}

apt_install() {
    if [ -z "${apt_updated-}" ]; then
        as_root apt-get update -q || true
        apt_updated=yes
    fi
    as_root apt-get install -y -q --no-install-recommends "$@"
}

# require COMMAND...: installs what is missing, by apt, or cmake by pip where apt cannot.
require() {
    local command missing=() packages=()
    for command in "$@"; do
        if ! command -v "$command" >/dev/null; then
            missing+=("$command")
            packages+=("$(package_of "$command")")
        fi
    done
    [ "${#missing[@]}" -gt 0 ] || return 0
    if can_use_apt; then
        say "installing ${packages[*]} (apt)"
        quietly "apt-get install ${packages[*]}" apt_install "${packages[@]}" || true
    fi
    for command in "${missing[@]}"; do
        command -v "$command" >/dev/null && continue
        if [ "$command" = cmake ] && command -v python3 >/dev/null; then
            say "installing cmake (pip, into target/tools)"
            quietly "pip install cmake" pip_install cmake || true
        fi
        command -v "$command" >/dev/null || die "needs $command, and could not install it: please install it yourself"
    done
}

# try_require COMMAND: the same for what can be done without. Fails silently.
try_require() { (require "$1") 2>/dev/null; }

# try_library PACKAGE FILE: installs a library that can be done without.
try_library() {
    ldconfig -p 2>/dev/null | grep -qF "$2" && return 0
    can_use_apt && say "installing $1 (apt)" && quietly "apt-get install $1" apt_install "$1"
}

pip_install() {
    python3 -m venv "$root/target/tools" && "$root/target/tools/bin/python" -m pip install --quiet "$@"
}

# require_zig: zig links for older versions of glibc. The package brings it as `python-zig`.
require_zig() {
    command -v zig >/dev/null || command -v python-zig >/dev/null && return
    require python3
    # One version, for the same bytes.
    say "installing ziglang (pip, into target/tools)"
    quietly "pip install ziglang" pip_install ziglang==0.17.1 || die "needs zig: pip install ziglang"
}

# require_cargo COMPONENT...: cargo itself cannot be brought by a package manager (Debian's is older than the crate
# asks for); its components can.
require_cargo() {
    local component
    command -v cargo >/dev/null || PATH=$PATH:$HOME/.cargo/bin
    command -v cargo >/dev/null || die "needs Rust: https://rustup.rs"
    for component in "$@"; do
        if ! cargo "${component#rust}" --version >/dev/null 2>&1; then
            command -v rustup >/dev/null || die "needs cargo ${component#rust}, and there is no rustup to add it"
            say "installing $component (rustup)"
            quietly "rustup component add $component" rustup component add "$component" || die "needs $component"
        fi
    done
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export PATH=$PATH:$root/target/tools/bin
jobs=$(nproc 2>/dev/null || echo 2)
