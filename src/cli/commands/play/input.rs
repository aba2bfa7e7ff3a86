//! Where commands come from: a person at a terminal, or a pipe.
//!
//! At a terminal `rustyline` edits the line, keeps the history and completes. From a pipe each line is printed after the
//! prompt, as if it had been typed, so the output reads as a transcript.

use canju::puzzle::{Line, LineEnds};
use canju_engine::rules::shown;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The result of waiting for a line.
pub(super) enum Typed {
    Line(String),
    /// Ctrl-D, or the end of the pipe.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// Reads lines.
pub(super) enum Input {
    Terminal(Box<Editor<Words, MemHistory>>),
    /// A pipe or a file, and the flag that is raised while waiting for it.
    Pipe(Arc<AtomicBool>, LineEnds),
}

impl Input {
    /// Standard input. `idle` is raised while waiting for a pipe; a terminal reports Ctrl-C itself.
    pub fn open(idle: &Arc<AtomicBool>) -> anyhow::Result<Input> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Input::Pipe(idle.clone(), LineEnds::default()));
        }
        let config = Config::builder().completion_type(CompletionType::List).build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history)?;
        editor.set_helper(Some(Words { words: Vec::new(), files: FilenameCompleter::new() }));
        Ok(Input::Terminal(Box::new(editor)))
    }

    /// Is a person typing?
    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// Waits for a line. `words` makes the list of what Tab completes to.
    pub fn read(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Vec<String>,
        output: &mut dyn Write,
    ) -> anyhow::Result<Typed> {
        match self {
            Input::Terminal(editor) => {
                output.flush()?;
                if let Some(helper) = editor.helper_mut() {
                    helper.words = words();
                }
                match editor.readline(prompt) {
                    Ok(line) => {
                        editor.add_history_entry(line.as_str())?;
                        Ok(Typed::Line(line))
                    }
                    Err(ReadlineError::Eof) => Ok(Typed::End),
                    Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
                    Err(error) => Err(error.into()),
                }
            }
            Input::Pipe(idle, ends) => {
                write!(output, "{prompt}")?;
                output.flush()?;
                let mut line = Vec::new();
                idle.store(true, Ordering::Relaxed);
                let read = ends.read_line(&mut io::stdin().lock(), usize::MAX, &mut line);
                idle.store(false, Ordering::Relaxed);
                if read? == Line::End {
                    writeln!(output)?;
                    return Ok(Typed::End);
                }
                // Bytes that are not UTF-8 are not a command either: the line is refused.
                let line = String::from_utf8_lossy(&line).trim_end().to_owned();
                if !io::stdin().is_terminal() {
                    writeln!(output, "{}", shown(&line))?;
                }
                Ok(Typed::Line(line))
            }
        }
    }
}

/// What Tab offers: legal moves and commands, and file names after `save` and `load`.
pub(super) struct Words {
    words: Vec<String>,
    files: FilenameCompleter,
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line[..pos].trim_start();
        if typed.starts_with("save ") || typed.starts_with("load ") {
            let (start, mut found) = self.files.complete_path(line, pos)?;
            found.iter_mut().for_each(|file| file.display = shown(&file.display).into_owned());
            return Ok((start, found));
        }
        let prefix = typed.to_lowercase();
        let fits = self.words.iter().filter(|word| word.to_lowercase().starts_with(&prefix));
        let pairs = fits.map(|word| Pair { display: word.clone(), replacement: word.clone() }).collect();
        Ok((pos - typed.len(), pairs))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_shown_escaped_and_completed_as_they_are() {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("a\u{1b}[2J.game"), "").unwrap();
        let words = Words { words: Vec::new(), files: FilenameCompleter::new() };
        let line = format!("load {}/a", root.path().display());
        let (_, found) = words.complete(&line, line.len(), &Context::new(&MemHistory::new())).unwrap();
        assert_eq!((found.len(), found[0].display.as_str()), (1, r"a\u{1b}[2J.game"));
        assert!(found[0].replacement.contains('\u{1b}'));
    }
}
