//! Tells the linker what cannot be said in `Cargo.toml`.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=src/build.rs");
    let of_target = |key: &str| std::env::var(key).unwrap_or_default();
    let glibc =
        of_target("CARGO_CFG_TARGET_OS") == "linux" && of_target("CARGO_CFG_TARGET_ENV") == "gnu";
    if !glibc {
        return;
    }
    // Functions that came out alike, such as the same generic one for two types, are kept once. The
    // linker that Rust brings for this target can do that.
    if of_target("CARGO_CFG_TARGET_ARCH") == "x86_64" {
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
    }
    // Addresses that are relative to the program's own take a twentieth of the room, 1 MB in all.
    // An older glibc than 2.36 cannot start such a program.
    if glibc_here().is_some_and(|version| version >= (2, 36)) {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// The version of glibc on the machine that builds; programs run there or where it is newer.
fn glibc_here() -> Option<(u32, u32)> {
    let asked = Command::new("getconf").arg("GNU_LIBC_VERSION").output();
    let said = String::from_utf8(asked.ok()?.stdout).ok()?;
    let (major, minor) = said.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
