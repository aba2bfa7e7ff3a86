//! The program `canju`: see `canju --help`, and the library's documentation.

/// Many threads allocate at once.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    canju::cli::run(std::env::args_os()).into()
}
