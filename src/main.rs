//! The program `canju`: see `canju --help`, and the library's documentation.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run(std::env::args_os()).into()
}
