//! Compiles the references, which are C: Rust has no type of 64 bits of mantissa.

fn main() {
    println!("cargo::rerun-if-changed=src");
    cc::Build::new()
        .files(["src/errors.c", "src/quad.c"])
        .std("gnu11")
        .warnings(true)
        .extra_warnings(true)
        // The same bits whatever the profile is, and no slower in tests that are not optimised.
        .opt_level(2)
        .flag_if_supported("-ffp-contract=off")
        .compile("hostnpu_references");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "unix") {
        println!("cargo::rustc-link-lib=m");
    }
}
