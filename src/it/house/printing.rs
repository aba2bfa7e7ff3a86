//! Who prints: `src/cli` alone. All other crates return what they found.

use std::path::Path;
use walkdir::WalkDir;

#[test]
fn only_the_program_prints() {
    const TESTS_AND_PROGRAM: [&str; 4] = ["it", "testing", "fuzz", "cli"];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = 0;
    for place in ["src", "puzzles"] {
        let entries = WalkDir::new(root.join(place)).into_iter();
        for entry in entries.filter_entry(|entry| !TESTS_AND_PROGRAM.iter().any(|name| entry.file_name() == *name)) {
            let path = entry.expect("an entry").into_path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source");
                let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
                // These are the ends of `eprint!` and `eprintln!`, too.
                let prints = ["print!(", "println!(", "dbg!("].into_iter().find(|word| code.contains(word));
                assert_eq!(prints, None, "{}", path.display());
                files += 1;
            }
        }
    }
    assert!(files > 150, "{files} files");
}
