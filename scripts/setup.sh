# shellcheck shell=bash
# Installs what ./run and ./test need: system packages and a Rust toolchain.
# Sourced by both, with `set -euo pipefail` on; says everything on stderr.

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)

# --yes and a CI machine answer every question.
assume_yes=
[[ ${CI:-} == "" || ${CI:-} == false ]] || assume_yes=1

say() { printf '%s\n' "$*" >&2; }

die() {
    say "$@"
    exit 1
}

# Set where somebody can answer a question. Answers come from the terminal, never
# from standard input, which may be a level on its way to the program.
terminal=
if [[ -t 0 || -t 1 || -t 2 ]] && { : </dev/tty >/dev/tty; } 2>/dev/null; then terminal=1; fi

# ask QUESTION: true for yes. Without a terminal, and without --yes, false.
ask() {
    [[ -z $assume_yes ]] || return 0
    [[ -n $terminal ]] || return 1
    local answer
    while true; do
        printf '%s [Y/n] ' "$1" >/dev/tty
        IFS= read -r answer </dev/tty || return 1
        case $answer in
            "" | [yY] | [yY][eE][sS]) return 0 ;;
            [nN] | [nN][oO]) return 1 ;;
        esac
    done
}

# ---- System packages --------------------------------------------------------

# read_packages GROUP…: fills three lists with the entries of these groups.
read_packages() {
    package_names=() package_groups=() package_reasons=()
    local names group reason
    while read -r names group reason; do
        case $names in "" | "#"*) continue ;; esac
        case " $* " in *" $group "*) ;; *) continue ;; esac
        package_names+=("$names")
        package_groups+=("$group")
        package_reasons+=("$reason")
    done <"$root/scripts/packages.txt"
}

# split_alternatives ENTRY: fills `alternatives` with names, `least` with the
# version that each has to have.
split_alternatives() {
    local i
    IFS='|' read -r -a alternatives <<<"$1"
    least=()
    for i in "${!alternatives[@]}"; do
        least[i]=
        [[ ${alternatives[i]} == *">="* ]] || continue
        least[i]=${alternatives[i]#*>=}
        alternatives[i]=${alternatives[i]%>=*}
    done
}

# new_enough VERSION LEAST, either of which may be empty.
new_enough() {
    [[ -n $1 ]] && { [[ -z $2 ]] || dpkg --compare-versions "$1" ge "$2"; }
}

# Fills `missing` with the positions of entries that are not installed.
find_missing_packages() {
    missing=()
    local -A installed=()
    local names=() alternatives least status architecture version package native="" i j found
    for i in "${!package_names[@]}"; do
        split_alternatives "${package_names[i]}"
        names+=("${alternatives[@]}")
    done
    # dpkg itself is asked about too, for the architecture of this system:
    # a library of another one (Wine brings some) is no help.
    while read -r status architecture version package; do
        [[ $status == installed ]] || continue
        [[ $package != dpkg ]] || native=$architecture
        installed["$package $architecture"]=$version
    done < <(dpkg-query -W -f='${db:Status-Status} ${Architecture} ${Version} ${Package}\n' dpkg "${names[@]}" 2>/dev/null)
    for i in "${!package_names[@]}"; do
        found=
        split_alternatives "${package_names[i]}"
        for j in "${!alternatives[@]}"; do
            version=${installed["${alternatives[j]} $native"]:-${installed["${alternatives[j]} all"]:-}}
            if new_enough "$version" "${least[j]}"; then found=1; fi
        done
        [[ -n $found ]] || missing+=("$i")
    done
}

# readable ENTRY: the entry as it is shown to people.
readable() {
    local text=${1//|/ or }
    printf '%s' "${text//>=/ >= }"
}

# list_packages POSITION…
list_packages() {
    local i title last=
    for i in "$@"; do
        case ${package_groups[i]} in
            build) title="To build:" ;;
            run) title="To open the workbench:" ;;
            desktops) title="To test on other desktops:" ;;
            *) title="To run the tests:" ;;
        esac
        [[ $title == "$last" ]] || say "  $title"
        last=$title
        say "$(printf '    %-29s %s' "$(readable "${package_names[i]}")" "${package_reasons[i]}")"
    done
}

as_root() {
    if ((EUID == 0)); then "$@"; else sudo "$@"; fi
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120 "$@" </dev/null >&2
}

# Stops, saying what to type, if nobody here may install packages.
check_can_install() {
    ((EUID != 0)) || return 0
    if ! command -v sudo >/dev/null; then
        die "Installing packages needs root, and there is no sudo here. As root, run:
  apt-get update && apt-get install --no-install-recommends $*"
    fi
    if [[ -z $terminal ]] && ! sudo -n true 2>/dev/null; then
        die "sudo does not work here without a password, and there is no terminal to type one in. Run this first:
  sudo apt-get update && sudo apt-get install --no-install-recommends $*"
    fi
}

# pick_packages POSITION…: fills `chosen` with what apt can install, and
# `unavailable` with the positions of what it cannot. `candidate` keeps the
# versions that apt knows of.
pick_packages() {
    chosen=() unavailable=()
    declare -gA candidate=()
    local names=() alternatives least i j line package="" found
    for i in "$@"; do
        split_alternatives "${package_names[i]}"
        names+=("${alternatives[@]}")
    done
    while read -r line; do
        case $line in
            "Candidate: (none)") ;;
            "Candidate: "*) candidate[$package]=${line#Candidate: } ;;
            *:) package=${line%:} ;;
        esac
    done < <(LC_ALL=C apt-cache policy "${names[@]}" 2>/dev/null)
    for i in "$@"; do
        found=
        split_alternatives "${package_names[i]}"
        for j in "${!alternatives[@]}"; do
            new_enough "${candidate[${alternatives[j]}]:-}" "${least[j]}" || continue
            chosen+=("${alternatives[j]}")
            found=1
            break
        done
        [[ -n $found ]] || unavailable+=("$i")
    done
}

explain_unavailable() {
    local i group alternatives least alternative too_old="" distribution=""
    say "These packages cannot be had from the package sources of this system:"
    list_packages "${unavailable[@]}"
    for i in "${unavailable[@]}"; do
        split_alternatives "${package_names[i]}"
        for alternative in "${alternatives[@]}"; do
            [[ -n ${candidate[$alternative]:-} ]] || continue
            too_old=1
            say "Too old: $alternative ${candidate[$alternative]}, the newest that this system offers. A newer release of it may do."
        done
    done
    for group in build run test; do
        for i in "${unavailable[@]}"; do
            [[ ${package_groups[i]} == "$group" ]] || continue
            case $group in
                build) say "Planwright cannot be built without them." ;;
                run) say "The workbench cannot run without them." ;;
                *) say "The end-to-end tests cannot run without them; ./run does not need those." ;;
            esac
            break
        done
    done
    if [[ -n $update_failed ]]; then
        say "The package lists could not be refreshed, which may be the whole reason: is there a network connection?"
    else
        distribution=$(. /etc/os-release 2>/dev/null && printf '%s' "${ID:-}") || true
        if [[ $distribution == ubuntu && -z $too_old ]]; then
            say "On Ubuntu they may be in 'universe': sudo add-apt-repository universe"
        fi
    fi
}

# Takes the packages of whole desktops out of `unavailable`: their tests are skipped.
skip_unavailable_desktops() {
    local i needed=() skipped=()
    for i in "${unavailable[@]}"; do
        if [[ ${package_groups[i]} == desktops ]]; then
            skipped+=("$(readable "${package_names[i]}")")
        else
            needed+=("$i")
        fi
    done
    unavailable=("${needed[@]}")
    ((${#skipped[@]} == 0)) || say "Cannot be had here, so the tests on their desktops are skipped: ${skipped[*]}"
}

# setup_packages GROUP…: installs what is missing. False if the answer was no.
setup_packages() {
    local i names=() alternatives least
    read_packages "$@"
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        # Not said again on every start.
        [[ ! -d ${CARGO_TARGET_DIR:-$root/target} ]] || return 0
        say "This system has no apt-get, so nothing is installed for you. Needed are, by their Debian names:"
        list_packages "${!package_names[@]}"
        say "Going on with what is here; docs/setup.md has the names for some other systems."
        return 0
    fi
    find_missing_packages
    ((${#missing[@]} > 0)) || return 0

    say "Some system packages are missing:"
    list_packages "${missing[@]}"
    for i in "${missing[@]}"; do
        split_alternatives "${package_names[i]}"
        names+=("${alternatives[0]}")
    done
    check_can_install "${names[@]}"
    if [[ -z $assume_yes && -z $terminal ]]; then
        say "There is no terminal to ask on, so they are installed now."
    elif ! ask "Install them with apt-get?"; then
        say "Not installed. To do it yourself, as root:
  apt-get update && apt-get install --no-install-recommends ${names[*]}"
        return 1
    fi

    update_failed=
    say "Refreshing the package lists."
    if ! apt_get -o APT::Update::Error-Mode=any update; then
        update_failed=1
        say "The package lists could not all be refreshed; going on with those that are here."
    fi
    pick_packages "${missing[@]}"
    skip_unavailable_desktops
    if ((${#unavailable[@]} > 0)); then
        explain_unavailable
        exit 1
    fi
    ((${#chosen[@]} > 0)) || return 0
    say "Installing ${chosen[*]}."
    if ! apt_get install --yes --no-install-recommends "${chosen[@]}"; then
        say "apt-get could not install the packages; its messages above say why."
        [[ -z $update_failed ]] || say "Is there a network connection?"
        exit 1
    fi
    find_missing_packages
    unavailable=("${missing[@]}")
    skip_unavailable_desktops >/dev/null 2>&1
    missing=("${unavailable[@]}")
    if ((${#missing[@]} > 0)); then
        say "apt-get reported success, but these are still not installed:"
        list_packages "${missing[@]}"
        exit 1
    fi
}

# ---- Rust -------------------------------------------------------------------

# The oldest Rust that Cargo.toml allows. It is also the one that is installed,
# because it is the one the lints and tests are known to pass with.
rust_wanted=$(sed -n 's/^rust-version *= *"\([0-9.]*\)".*/\1/p' "$root/Cargo.toml")

# version_of TOOL: the number that cargo or rustc gives, or nothing.
version_of() {
    local line
    line=$("$1" --version 2>/dev/null </dev/null) || return 0
    [[ $line =~ ^[a-z]+\ ([0-9]+(\.[0-9]+)+) ]] && printf '%s' "${BASH_REMATCH[1]}"
    return 0
}

# at_least VERSION WANTED
at_least() {
    [[ -n $1 && $(printf '%s\n%s\n' "$2" "$1" | sort -V | sed -n 1p) == "$2" ]]
}

rust_is_good() {
    rustc_version=$(version_of rustc)
    at_least "$rustc_version" "$rust_wanted" && at_least "$(version_of cargo)" "$rust_wanted"
}

# Uses a good enough Rust that is on this machine, the default one if possible.
find_rust() {
    local cargo_bin=${CARGO_HOME:-${HOME:-}/.cargo}/bin toolchain
    command -v cargo >/dev/null || PATH=$cargo_bin:$PATH
    ! rust_is_good || return 0
    rust_found=
    [[ -z $rustc_version ]] || rust_found="rustc $rustc_version ($(command -v rustc))"
    if [[ -x $cargo_bin/cargo && $(command -v cargo) != "$cargo_bin/cargo" ]]; then
        PATH=$cargo_bin:$PATH
        ! rust_is_good || return 0
    fi
    command -v rustup >/dev/null || return 1
    while read -r toolchain _; do
        case $toolchain in "$rust_wanted"-* | "$rust_wanted".*-* | stable-*) ;; *) continue ;; esac
        export RUSTUP_TOOLCHAIN=$toolchain
        if rust_is_good; then
            say "Using the toolchain $toolchain; the default one is missing or older than Rust $rust_wanted."
            return 0
        fi
        unset RUSTUP_TOOLCHAIN
    done < <(rustup toolchain list 2>/dev/null)
    return 1
}

# ask_for_rust WHAT: like ask, but what comes from outside the package system is
# never downloaded without a yes.
ask_for_rust() {
    if [[ -z $assume_yes && -z $terminal ]]; then
        die "There is no terminal to ask on. Run this again with --yes to let it $1, or install Rust from https://rustup.rs yourself."
    fi
    if ! ask "${1^}?"; then
        die "Not installed. Rust $rust_wanted or newer is needed; https://rustup.rs says how to get it."
    fi
}

rustup_failed() {
    die "Rust $rust_wanted could not be installed; the messages above say why. It is downloaded, so a network connection is needed."
}

install_toolchain() {
    # Ubuntu's rustup fails when it tries to update itself.
    rustup toolchain install "$rust_wanted" --no-self-update --profile minimal \
        --component rustfmt --component clippy </dev/null >&2 || rustup_failed
    rustup default >/dev/null 2>&1 </dev/null || rustup default "$rust_wanted" </dev/null >&2 || rustup_failed
    export RUSTUP_TOOLCHAIN=$rust_wanted
}

# True if apt can install rustup without removing the distribution's own Rust.
apt_has_rustup() {
    command -v apt-cache >/dev/null && command -v dpkg-query >/dev/null || return 1
    [[ $(LC_ALL=C apt-cache policy rustup 2>/dev/null) == *"Candidate: "[0-9]* ]] || return 1
    ! grep -qx installed < <(dpkg-query -W -f='${db:Status-Status}\n' cargo rustc 2>/dev/null)
}

# The installer of rustup.rs. It is downloaded whole before it is started.
run_rustup_installer() {
    local directory status=0
    if ! command -v curl >/dev/null && ! command -v wget >/dev/null; then
        command -v apt-get >/dev/null || die "Either curl or wget is needed to download Rust."
        check_can_install curl
        apt_get install --yes --no-install-recommends curl || die "apt-get could not install curl, which is needed to download Rust."
    fi
    directory=$(mktemp -d)
    if command -v curl >/dev/null; then
        curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs -o "$directory/rustup.sh" </dev/null >&2 || status=$?
    else
        wget -nv --https-only https://sh.rustup.rs -O "$directory/rustup.sh" </dev/null >&2 || status=$?
    fi
    if ((status == 0)); then
        # An older Rust of the distribution may stay; it is only in the way of
        # the installer's questions.
        RUSTUP_INIT_SKIP_PATH_CHECK=yes sh "$directory/rustup.sh" -y --no-modify-path \
            --default-toolchain "$rust_wanted" --profile minimal --component rustfmt --component clippy \
            </dev/null >&2 || status=$?
    fi
    rm -rf "$directory"
    ((status == 0)) || rustup_failed
    PATH=${CARGO_HOME:-$HOME/.cargo}/bin:$PATH
    say "To use cargo yourself, add ~/.cargo/bin to your PATH."
}

# setup_rust: makes sure that cargo on PATH is new enough.
setup_rust() {
    rust_found=
    ! find_rust || return 0
    say "Planwright needs Rust $rust_wanted or newer. Found: ${rust_found:-none}."
    if command -v rustup >/dev/null; then
        ask_for_rust "install Rust $rust_wanted with rustup, beside what is there (about 600 MB)"
        install_toolchain
    elif apt_has_rustup; then
        ask_for_rust "install the package rustup with apt-get, and Rust $rust_wanted with it, in ~/.rustup (about 600 MB)"
        check_can_install rustup
        apt_get install --yes --no-install-recommends rustup || die "apt-get could not install rustup; its messages above say why."
        install_toolchain
    else
        ask_for_rust "download the installer of https://rustup.rs, and Rust $rust_wanted with it, into ~/.cargo and ~/.rustup (about 600 MB)"
        run_rustup_installer
    fi
    hash -r
    rust_is_good || die "Rust was installed, but $(command -v cargo || echo cargo) is still not version $rust_wanted or newer."
}

# setup_rust_components: makes sure that `cargo fmt` and `cargo clippy` work.
setup_rust_components() {
    if cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1; then return 0; fi
    if ! command -v rustup >/dev/null; then
        die "cargo fmt and cargo clippy are missing. Install rustfmt and clippy from where your Rust came from (Debian: rustfmt and rust-clippy)."
    fi
    say "cargo fmt or cargo clippy is missing."
    ask_for_rust "add rustfmt and clippy with rustup"
    rustup component add rustfmt clippy </dev/null >&2 || rustup_failed
}

# The oldest cargo-nextest that .config/nextest.toml allows.
nextest_wanted=$(sed -n 's/^nextest-version *= *"\([0-9.]*\)".*/\1/p' "$root/.config/nextest.toml")

# setup_nextest: makes sure that `cargo nextest` works.
setup_nextest() {
    local found
    found=$(cargo nextest --version 2>/dev/null </dev/null | sed -n '1s/^cargo-nextest \([0-9.]*\).*/\1/p')
    ! at_least "$found" "$nextest_wanted" || return 0
    say "The tests are run by cargo-nextest $nextest_wanted or newer. Found: ${found:-none}."
    ask_for_rust "build cargo-nextest with cargo, into ~/.cargo/bin (some minutes, once)"
    # Not optimised: it waits for tests. Without its self-update, which needs much more.
    cargo install cargo-nextest --locked --debug --no-default-features --features default-no-update </dev/null >&2 ||
        die "cargo-nextest could not be built; the messages above say why."
}
