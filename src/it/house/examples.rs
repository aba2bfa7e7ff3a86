//! The examples run. They are programs of their own (`cargo run --example solve`), so each has a `main`.

#[path = "../../../scripts/examples/all_moves.rs"]
mod all_moves;
#[path = "../../../scripts/examples/batch.rs"]
mod batch;
#[path = "../../../scripts/examples/certificate.rs"]
mod certificate;
#[path = "../../../scripts/examples/solve.rs"]
mod solve;

#[test]
fn every_example_runs() {
    for example in [all_moves::main, batch::main, certificate::main, solve::main] {
        example().expect("an example that works");
    }
}

/// `cargo run --example` finds every file.
#[test]
fn every_file_is_an_example() {
    let manifest = include_str!("../../../Cargo.toml");
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/examples")).expect("the examples");
    for file in files {
        let name = file.expect("a file").file_name();
        let entry = format!("path = \"scripts/examples/{}\"", name.to_string_lossy());
        assert!(manifest.contains(&entry), "{entry}");
    }
}
