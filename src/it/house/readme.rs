//! Pages for readers: the READMEs' console blocks are run line by line, and links and file names must exist.
//!
//! Every command must succeed, and the output that a block shows must be the program's. Times, memory and the number of
//! threads depend on the machine and are not compared. A block after a comment that says "too long to run here" may only
//! have commands of cargo, which `.ci/run` runs. The READMEs' Rust block is a doc test of `canju`. The manual,
//! `docs/manual.md`, has what is too long for a README, and the same holds for it.

#![cfg(unix)]

use crate::commands::program::{ENVIRONMENT, canju, directory, program, run};
use canju_testing::budget::share;
use regex::Regex;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use walkdir::WalkDir;

/// The README in both languages.
const READMES: [&str; 2] = ["README.md", "README.zh.md"];

/// The manual in both languages.
const MANUALS: [&str; 2] = ["docs/manual.md", "docs/manual.zh.md"];

/// A README may have fewer lines than this.
const LINES_OF_A_README: usize = 120;

/// The comment that keeps the block after it from being run.
const TOO_LONG: &str = "<!-- too long to run here: .ci/run does -->";

/// A command and the output that is shown for it, if any is.
#[derive(Debug)]
struct Shown {
    command: String,
    output: String,
    runs: bool,
}

/// The commands of all console blocks in order.
fn commands(text: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let (mut language, mut runs) = (None, true);
    let mut last = "";
    for line in text.lines() {
        match (language, line.strip_prefix("```")) {
            (None, Some(name)) => (language, runs) = (Some(name), last != TOO_LONG),
            (Some(_), Some(_)) => language = None,
            (Some("console"), None) => match line.strip_prefix("$ ") {
                Some(command) => found.push(Shown { command: command.to_owned(), output: String::new(), runs }),
                None => {
                    let shown = found.last_mut().expect("a block starts with a command");
                    shown.output += line;
                    shown.output.push('\n');
                }
            },
            _ => {}
        }
        last = line;
    }
    assert_eq!(language, None, "a block does not end");
    found
}

/// The text without what differs between machines and runs, and without the ends of lines that only the README has.
fn comparable(text: &str) -> String {
    // A record is one line, broken in the README.
    let text = Regex::new(r#",\n ""#).unwrap().replace_all(text, ",\"");
    [
        (r#""elapsed_ms":[\d.]+"#, r#""elapsed_ms":TIME"#),
        (r#""memory_bytes":\d+"#, r#""memory_bytes":SIZE"#),
        (r" +\d[\d.,]* (ms|s)\b", " TIME"),
        (r"\d[\d.]* [KMG]iB, \d+ threads?", "SIZE, THREADS"),
        (r"(?m) +$", ""),
    ]
    .iter()
    .fold(text.into_owned(), |text, (pattern, name)| {
        Regex::new(pattern).unwrap().replace_all(&text, *name).into_owned()
    })
}

/// Runs a line of shell in the directory, with the program on the path: its success, and both outputs.
fn shell(line: &str, directory: &Path) -> (bool, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_canju")).parent().expect("a directory");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(program.to_owned()).chain(std::env::split_paths(&path)));
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(directory).env("PATH", path.expect("a path")).stdin(Stdio::null());
    for variable in ENVIRONMENT {
        command.env_remove(variable);
    }
    let output = command.output().expect("a shell");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).expect("the program writes UTF-8"))
}

/// What is wrong with the commands of a page: nothing, or a text for each.
fn faults(commands: &[Shown]) -> Vec<String> {
    let root = directory(&[]);
    let puzzles = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    std::os::unix::fs::symlink(puzzles, root.path().join("puzzles")).expect("a link");
    let mut faults = Vec::new();
    for shown in commands.iter().filter(|shown| shown.runs) {
        let (succeeds, output) = shell(&shown.command, root.path());
        if !succeeds {
            faults.push(format!("`{}` fails:\n{output}", shown.command));
        } else if !shown.output.is_empty() && comparable(&shown.output) != comparable(&output) {
            faults.push(format!("`{}` prints\n{output}\nand the README shows\n{}", shown.command, shown.output));
        }
    }
    faults
}

/// The README and the manual of each language, one behind the other.
fn first_pages() -> [String; 2] {
    [0, 1].map(|language| page(READMES[language]) + "\n" + &page(MANUALS[language]))
}

/// The pages show the same commands and outputs in both languages, as another test sees to, so one of them will do.
#[test]
fn console_blocks_are_what_the_program_prints() {
    for (pages, readme) in first_pages().iter().zip(READMES).take(share(2, 2)) {
        let commands = commands(pages);
        let faults = faults(&commands);
        assert!(faults.is_empty(), "{readme} or its manual: {}", faults.join("\n\n"));
        // Both kinds are there, and only cargo's commands are left out.
        assert!(commands.iter().filter(|shown| shown.runs && !shown.output.is_empty()).count() >= 3);
        assert!(commands.iter().filter(|shown| shown.runs && shown.output.is_empty()).count() >= 5);
        for shown in commands.iter().filter(|shown| !shown.runs) {
            assert!(shown.command.starts_with("cargo ") && shown.output.is_empty(), "{shown:?} is not run");
        }
    }
}

/// Both languages show the same commands, outputs and programs; only comments are translated.
#[test]
fn both_languages_show_the_same_code() {
    let comment = Regex::new(r"(?m) *(#|// ).*$").unwrap();
    let block = Regex::new(r"(?ms)^```\w+\n.*?^```$").unwrap();
    let code = |text: String| {
        block.find_iter(&text).map(|block| comment.replace_all(block.as_str(), "").into_owned()).collect::<Vec<_>>()
    };
    assert_eq!(READMES.map(page).map(code).map(|blocks| blocks.len()), [4, 4]);
    let [english, chinese] = first_pages().map(code);
    assert_eq!(english, chinese);
    assert!(english.len() >= 8, "{english:?}");
}

/// A newcomer meets the page, then the two commands that do everything and a solved position, on the first screen.
#[test]
fn the_readmes_begin_with_the_page_two_commands_and_a_solved_position() {
    for readme in READMES {
        let text = page(readme);
        assert!(text.lines().count() < LINES_OF_A_README, "{readme}: {} lines", text.lines().count());
        let first_screen: String = text.lines().take(50).flat_map(|line| [line, "\n"]).collect();
        let page = first_screen.find("<http://127.0.0.1:8080>").expect("the page");
        assert!(page < first_screen.find("```console").expect("a block"), "{readme}");
        let rust = first_screen.find("[Rust](").expect("Rust");
        assert!(rust < first_screen.find("cargo").expect("cargo"), "{readme}: cargo comes before Rust");
        let commands = commands(&first_screen);
        assert_eq!(commands.iter().filter(|shown| shown.command.starts_with("cargo ")).count(), 2, "{readme}");
        let solved = commands.last().expect("commands");
        assert!(
            solved.command.starts_with("canju solve ") && solved.output.contains(" nodes in "),
            "{readme}: {solved:?}"
        );
    }
}

/// Every command of the program is in the manuals' table, and every option that they and the READMEs name exists.
#[test]
fn the_manuals_name_all_commands_and_no_option_that_is_gone() {
    let help = canju(["--help"]).stdout;
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list of commands");
    let names: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() >= 10, "{names:?}");
    let helps: String = names.iter().map(|name| canju(["help", name]).stdout).collect();
    let option = Regex::new(r"--[a-z][a-z-]*").unwrap();
    let options: Vec<&str> = option.find_iter(&helps).map(|option| option.as_str()).collect();
    const OF_CARGO: [&str; 6] = ["--bin", "--features", "--open", "--package", "--path", "--release"];
    for (text, manual) in first_pages().iter().zip(MANUALS) {
        let table: String = text.lines().filter(|line| line.starts_with("| `canju ")).collect();
        for name in names.iter().filter(|name| **name != "help") {
            let named = Regex::new(&format!("`canju {name}\\b")).unwrap();
            assert!(named.is_match(&table), "{manual}: the table lacks `canju {name}`");
        }
        for named in option.find_iter(text).map(|option| option.as_str()) {
            assert!(options.contains(&named) || OF_CARGO.contains(&named), "{manual} or the README: {named}");
        }
    }
}

fn page(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect(path)
}

/// The bodies of the blocks in this language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let body = |block: &'a str| block.split_once("\n```").expect("a block ends").0;
    page.split(&format!("```{language}\n")).skip(1).map(body).collect()
}

/// The record that the page on batches explains.
#[test]
fn the_sample_record_is_the_programs() {
    let page = page("src/canju/batch/BATCH.md");
    let [shown] = blocks(&page, "json")[..] else { panic!("another number of records") };
    let found = canju(["batch", "puzzles", "--format", "jsonl", "--quiet", "--only", "*game-levels*:6"]);
    let without_source = Regex::new(r#","source":"[^"]*""#).unwrap().replace(&found.stdout, "").into_owned();
    assert_eq!(comparable(shown), comparable(without_source.trim_end()));
}

/// Every line of the packs that are shown can be solved, with the answer it expects.
#[test]
fn packs_that_are_shown_are_packs() {
    for (path, puzzles) in [(MANUALS[0], 4), (MANUALS[1], 4), ("src/canju/puzzle/FORMAT.md", 6)] {
        let page = page(path);
        let packs: Vec<_> = blocks(&page, "text").into_iter().filter(|block| block.contains(" | ")).collect();
        let root = directory(&[("shown.ddz", packs.join("\n").as_bytes())]);
        let found =
            run(program().current_dir(root.path()).args(["batch", "shown.ddz", "--format", "jsonl", "--quiet"]));
        assert_eq!((found.code, found.stdout.lines().count()), (Some(0), puzzles), "{path}\n{}", found.transcript());
    }
}

#[test]
fn planted_differences_are_found() {
    let faults = |body: &str| faults(&commands(&format!("text\n\n```console\n{body}```\n"))).len();
    let moves = "$ canju moves 33\nsolo             3\npair             33\n";
    assert_eq!(faults(moves), 0);
    assert_eq!(faults(&moves.replace("33\n", "34\n")), 1);
    assert_eq!(faults(&moves.replace("pair", "bomb")), 1);
    assert_eq!(faults("$ canju moves 33\n$ canju moves 33333\n$ canju sing\n"), 2);
    assert_eq!(faults("$ canju moves 33 | grep rocket\n"), 1);
}

#[test]
fn only_what_was_measured_may_differ() {
    let solved = "first     33\n210 nodes in 0.41 ms, 1.2 MiB, 2 threads\n";
    assert_eq!(comparable(solved), comparable("first     33\n210 nodes in 1,034 s, 3 GiB, 1 thread\n"));
    assert_ne!(comparable(solved), comparable("first     33\n211 nodes in 0.41 ms, 1.2 MiB, 2 threads\n"));
    assert_ne!(comparable(solved), comparable("first     34\n210 nodes in 0.41 ms, 1.2 MiB, 2 threads\n"));
    let record = "{\"best\":\"9\",\n \"nodes\":7,\"elapsed_ms\":0.1,\"memory_bytes\":12}";
    assert_eq!(comparable(record), comparable("{\"best\":\"9\",\"nodes\":7,\"elapsed_ms\":12,\"memory_bytes\":1}"));
    assert_ne!(comparable(record), comparable("{\"best\":\"9\",\"nodes\":8,\"elapsed_ms\":0.1,\"memory_bytes\":12}"));
}

/// Every file that the pages for readers of the sources name exists. A name without a folder must be unique.
#[test]
fn files_that_the_guides_name_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources: Vec<_> =
        ["src", "benches", "scripts"].iter().flat_map(|folder| files_below(&root.join(folder))).collect();
    let names = Regex::new(r"[\w./-]+\.(?:rs|md|py|sh|toml|ddz|tsv)\b").unwrap();
    let folders = Regex::new(r"`((?:src|benches|scripts|puzzles|\.ci)/[\w./-]+)`").unwrap();
    for page in ["src/GUIDE.md", "src/GLOSSARY.md", "src/engine/search/REJECTED.md"] {
        let text = self::page(page);
        for name in names.find_iter(&text).map(|name| name.as_str()) {
            let found = sources.iter().filter(|file| file.ends_with(name)).count();
            assert!(root.join(name).exists() || found == 1, "{page}: {name} is the end of {found} paths");
        }
        for path in folders.captures_iter(&text) {
            assert!(root.join(&path[1]).exists(), "{page}: {}", &path[1]);
        }
    }
    assert!(names.find_iter(&page("src/GUIDE.md")).count() >= 15);
}

/// All files below a folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

/// Links to files of the repository lead somewhere.
#[test]
fn links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let links = Regex::new(r"\]\(([^)#:]+)\)").unwrap();
    let mut found = 0;
    let others = ["docs/README.md", "scripts/README.md", "benches/README.md", "src/GUIDE.md", "src/GLOSSARY.md"];
    for page in READMES.into_iter().chain(MANUALS).chain(others) {
        let text = self::page(page);
        for link in links.captures_iter(&text) {
            let target = root.join(page).with_file_name(&link[1]);
            assert!(target.exists(), "{page}: {}", &link[1]);
            found += 1;
        }
    }
    assert!(found >= 10, "{found} links");
}

/// `docs/README.md` lists every page of the tree but itself.
#[test]
fn every_page_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = page("docs/README.md");
    // What tools leave behind, and what they build, is no part of the tree.
    let others = |name: &str| name.starts_with('.') || name == "node_modules" || name == "target";
    let files = WalkDir::new(root).min_depth(1).into_iter();
    let files = files.filter_entry(|entry| !entry.file_name().to_str().is_some_and(others));
    let mut found = 0;
    // A package has links to pages of others.
    for file in files.map(|entry| entry.expect("an entry")).filter(|entry| entry.file_type().is_file()) {
        let name = file.path().strip_prefix(root).expect("a path below the root");
        if name.extension().is_none_or(|extension| extension != "md") || name.ends_with("docs/README.md") {
            continue;
        }
        let link = match name.strip_prefix("docs") {
            Ok(beside) => beside.to_owned(),
            Err(_) => Path::new("..").join(name),
        };
        assert!(list.contains(&format!("]({}", link.display())), "docs/README.md lacks {}", name.display());
        found += 1;
    }
    assert!(found >= 20, "{found} pages");
}

/// The READMEs show the position that they explain, drawn by the program.
#[test]
fn the_pictures_are_the_programs() {
    for (language, file) in [("en", "docs/position.svg"), ("zh", "docs/position.zh.svg")] {
        let drawn = canju(["picture", "346999Q2", "34JAAD", "--lang", language]);
        assert_eq!(drawn.stdout, page(file), "{file}: `canju picture 346999Q2 34JAAD --lang {language}` draws another");
    }
}
