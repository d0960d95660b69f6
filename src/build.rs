//! Linker options that cannot be given in `Cargo.toml`.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=src/build.rs");
    let target_var = |key: &str| std::env::var(key).unwrap_or_default();
    let glibc =
        target_var("CARGO_CFG_TARGET_OS") == "linux" && target_var("CARGO_CFG_TARGET_ENV") == "gnu";
    if !glibc {
        return;
    }
    // Identical code folding: merges functions with the same code, such as a generic one for two types. Supported by
    // the linker that Rust brings for this target.
    if target_var("CARGO_CFG_TARGET_ARCH") == "x86_64" {
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
    }
    // Compressed relative relocations save a twentieth of the size, 1 MB. They require glibc 2.36 at run time.
    if host_glibc().is_some_and(|version| version >= (2, 36)) {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Version of glibc on the build machine. Programs require this version or a newer one.
fn host_glibc() -> Option<(u32, u32)> {
    let output = Command::new("getconf").arg("GNU_LIBC_VERSION").output();
    let text = String::from_utf8(output.ok()?.stdout).ok()?;
    let (major, minor) = text.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
