# Sourced after requirements.bash by scripts that build for another machine: brings the compilers, and says what cargo and CMake are to be told.

# require_target TRIPLE: brings the C++ compiler and Rust's standard library for TRIPLE. Sets `cross_folder`, for what is built, and `cross_options`, for CMake;
# exports what cargo needs to compile, link and run for TRIPLE.
require_target() {
    local target=$1 gnu constant
    gnu=${target/-unknown/}
    [ -f "$root/cmake/toolchains/$gnu.cmake" ] ||
        die "no target $target: allowed are $(cd "$root/cmake/toolchains" && printf '%s\n' *.cmake | sed 's/\.cmake$//; s/-/-unknown-/' | paste -sd' ')"
    require_standard_library "$target" || die "needs the standard library of Rust for $target: tried $tried"
    require "$gnu-gcc" "$gnu-g++"
    cross_folder=$root/target/${target%%-*}
    # shellcheck disable=SC2034 # for the scripts that source this file
    cross_options=("-DCMAKE_TOOLCHAIN_FILE=$root/cmake/toolchains/$gnu.cmake" "-DHOSTNPU_TARGET_DIR=$cross_folder")
    export CARGO_TARGET_DIR=$cross_folder
    # To the letter what cmake/cargo.cmake says: cargo compiles all again where one of these differs.
    constant=$(tr 'a-z-' 'A-Z_' <<<"$target")
    export "CARGO_TARGET_${constant}_LINKER=$(command -v "$gnu-gcc")" "CC_${target//-/_}=$(command -v "$gnu-gcc")" "AR_${target//-/_}=$(command -v "$gnu-ar")"
    # The C library of the cross compiler before one that the system has for the same machine: the loader fits the former only.
    export "CARGO_TARGET_${constant}_RUNNER=qemu-${target%%-*} -L /usr/$gnu -E LD_LIBRARY_PATH=/usr/$gnu/lib"
}

has_standard_library() {
    compgen -G "$("$1" --print target-libdir --target "$2" 2>/dev/null)/libstd-*.rlib" >/dev/null
}

# require_standard_library TRIPLE: of the compiler that cargo uses, by rustup; else of Debian's, which then compiles (exports RUSTC). Sets `tried`.
require_standard_library() {
    local target=$1 architecture debian=/usr/bin/rustc
    tried="rustup target add $target"
    has_standard_library "${RUSTC:-rustc}" "$target" && return
    if [ -z "${RUSTC-}" ] && command -v rustup >/dev/null; then
        say "installing Rust's standard library for $target (rustup)"
        timeout 300 rustup target add "$target" >/dev/null 2>&1 && return
    fi
    if ! has_standard_library "$debian" "$target"; then
        case $target in
        aarch64-*) architecture=arm64 ;;
        *) return 1 ;;
        esac
        tried+=", apt-get install libstd-rust-web-dev:$architecture"
        can_use_apt || return 1
        say "installing rustc-web and libstd-rust-web-dev:$architecture (apt)"
        as_root dpkg --add-architecture "$architecture" && unset apt_updated &&
            quietly "apt-get install" apt_install rustc-web libstd-rust-web-dev "libstd-rust-web-dev:$architecture" || return 1
        has_standard_library "$debian" "$target" || return 1
    fi
    export RUSTC=$debian RUSTDOC=/usr/bin/rustdoc
}
