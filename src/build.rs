//! Tells the linker what cannot be said in `Cargo.toml`.

fn main() {
    println!("cargo:rerun-if-changed=src/build.rs");
    let of_target = |key: &str| std::env::var(key).unwrap_or_default();
    let glibc =
        of_target("CARGO_CFG_TARGET_OS") == "linux" && of_target("CARGO_CFG_TARGET_ENV") == "gnu";
    if glibc {
        // Addresses that are relative to the program's own take a twentieth of the room, 1 MB in
        // all. Needs glibc 2.36 to start, which Debian 12 has.
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}
