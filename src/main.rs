//! The program `canju`: see `canju --help`, and the library's documentation.

mod cli;

/// Many threads allocate at once.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::run(std::env::args_os()).into()
}
