//! Runs the real program for all other tests, and makes its output comparable.

use assert_cmd::Command;
use std::path::Path;
#[cfg(unix)]
use std::process::{Child, ExitStatus, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Two hands of two packs that take minutes: for what must happen before they are decided.
pub const HARD: [&str; 2] =
    ["33334455666788999TTTTJJJQQQQQKAAAAAA2222222X", "33344444555566677788899999TJJJQQKKKKKKAA2XDD"];

/// What a run of the program came to.
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// What the environment may say about terminals, colours and the language.
pub const ENVIRONMENT: [&str; 8] =
    ["COLUMNS", "LINES", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "LC_ALL", "LC_MESSAGES", "LANG"];

/// The program, free of what the environment says, in the repository's root.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_canju"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    for variable in ENVIRONMENT {
        command.env_remove(variable);
    }
    command
}

/// Runs the program with these arguments to its end.
pub fn canju<S: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = S>) -> Run {
    run(program().args(arguments))
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Run {
    let output = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

impl Run {
    /// Exit code, standard output and standard error in one text.
    pub fn transcript(&self) -> String {
        let code = self.code.map_or("none".to_owned(), |code| code.to_string());
        format!("exit code {code}\n----- stdout\n{}----- stderr\n{}", self.stdout, self.stderr)
    }
}

/// Starts the program in this directory and kills it after a while. Was it still running?
#[cfg(unix)]
pub fn killed_after(root: &Path, arguments: &[&str], pause: Duration) -> bool {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_canju"));
    let mut child = command.current_dir(root).args(arguments).stdin(Stdio::null()).spawn().expect("the program starts");
    std::thread::sleep(pause);
    let was_running = child.try_wait().expect("a child").is_none();
    let _ = child.kill();
    child.wait().expect("a child");
    was_running
}

/// Ctrl-C for a running program.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

/// How the program ends, which it does soon.
#[cfg(unix)]
pub fn end(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return status;
        }
        if start.elapsed() > Duration::from_secs(60) {
            let _ = child.kill();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A directory with these files.
pub fn directory(files: &[(&str, &[u8])]) -> TempDir {
    let root = TempDir::new().expect("a temporary directory");
    for (name, content) in files {
        let path = root.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a directory");
        std::fs::write(path, content).expect("a file");
    }
    root
}

/// Runs `check` with whatever depends on the engine or the clock redacted in snapshots.
pub fn redacted(check: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    for (pattern, replacement) in [
        (r#""nodes":\d+"#, r#""nodes":[nodes]"#),
        (r#""elapsed_ms":\d+(\.\d{1,3})?([,}])"#, r#""elapsed_ms":[ms]$2"#),
        (r#""memory_bytes":\d+"#, r#""memory_bytes":[bytes]"#),
        (r#""line":\["[^\]]*\]"#, r#""line":["[moves]"]"#),
        // CSV: nodes, milliseconds, bytes, before threads, reason and expectation.
        (r"(?m),\d+,\d+(\.\d{1,3})?,\d+,1,(nodes)?,(win|loss)?,", ",[nodes],[ms],[bytes],1,$2,$3,"),
        // Markdown: nodes and time.
        (r"\| [\d,]+ \| \d+(\.\d\d)? m?s \|", "| [nodes] | [time] |"),
        (r"(?m)^slowest: .*$", "slowest: [puzzles]"),
        (r"(?m)^peak memory: .*$", "peak memory: [bytes]"),
        // Text, with the spaces of its alignment.
        (r" +\d+(\.\d\d)? m?s\b", " [time]"),
        (r"[\d,]+ nodes? in", "[nodes] in"),
        (r"(?m)\[time\], \d[\d.]* \w+, ", "[time], [bytes], "),
        (r"line of play:\n(  .*\n)+", "line of play:\n  [moves]\n"),
    ] {
        settings.add_filter(pattern, replacement);
    }
    settings.bind(check);
}
