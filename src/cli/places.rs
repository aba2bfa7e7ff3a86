//! Files that a command reads and writes must be different ones, whatever they are called. Checked before any is touched.

use super::language::text;
use anyhow::ensure;
use canju::files::{is_same, target};
use std::path::Path;

/// No two outputs may be one file, and none may be an input. `-` is no file, and a directory neither. Each output comes with its option.
pub(super) fn check<'a>(
    outputs: &[(&str, Option<&Path>)],
    inputs: impl IntoIterator<Item = &'a Path>,
) -> anyhow::Result<()> {
    let is_file = |path: &&Path| *path != Path::new("-");
    let outputs: Vec<(&str, &Path)> =
        outputs.iter().filter_map(|&(option, path)| Some((option, path.filter(is_file)?))).collect();
    for (number, (option, path)) in outputs.iter().enumerate() {
        for (other, earlier) in &outputs[..number] {
            ensure!(
                !is_one(path, earlier),
                text!("one-file-twice", one = *other, other = *option, path = path.to_string_lossy())
            );
        }
    }
    for input in inputs.into_iter().filter(|path| is_file(path) && !path.is_dir()) {
        for (option, path) in &outputs {
            ensure!(
                !is_one(path, input),
                text!("would-replace-input", path = input.to_string_lossy(), option = *option)
            );
        }
    }
    Ok(())
}

/// Two that don't exist yet are one if they would be created in one place.
fn is_one(first: &Path, second: &Path) -> bool {
    is_same(first, second) || matches!((target(first), target(second)), (Ok(first), Ok(second)) if first == second)
}
