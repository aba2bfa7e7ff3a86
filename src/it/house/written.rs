//! Files that are written from a table of the sources: the types of what may be asked of a solve, in the npm package and in the Python
//! package, from `Task::FIELDS`, and the names of themes in the app.

use canju::puzzle::Theme;
use canju_engine::Task;
use canju_engine::solver::{Kind, Value};
use canju_testing::kept::assert_kept;
use std::path::Path;

/// Demands that a file has this text between two lines.
fn assert_between(path: &str, begin: &str, end: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let file = std::fs::read_to_string(&path).expect("the file");
    let (before, rest) = file.split_once(begin).expect("where it begins");
    let (_, after) = rest.split_once(end).expect("where it ends");
    assert_kept(path, &format!("{before}{begin}{text}{end}{after}"));
}

#[test]
fn types_of_javascript() {
    let mut text = String::new();
    for field in Task::FIELDS {
        let (kind, unit) = match field.kind {
            Kind::Switch => ("boolean".to_owned(), ""),
            Kind::Count | Kind::Bytes => ("number".to_owned(), ""),
            Kind::Time => ("number".to_owned(), ", in milliseconds"),
            Kind::OneOf(names) => (quoted(names, " | "), ""),
        };
        let default = match (field.default(), field.kind) {
            (Value::Switch(on), _) => format!("; `{on}` by default"),
            (Value::Name(number), Kind::OneOf(names)) => format!("; `\"{}\"` by default", names[number]),
            _ => String::new(),
        };
        text += &format!("  /** {}{unit}{default}. */\n  {}?: {kind};\n", field.about, field.json_name());
    }
    assert_between("src/web/npm/index.d.ts", "export interface Task {\n", "}\n", &text);
}

#[test]
fn types_of_python() {
    let mut text = String::new();
    for field in Task::FIELDS {
        let (kind, unit) = match field.kind {
            Kind::Switch => ("bool".to_owned(), ""),
            Kind::Count | Kind::Bytes => ("SupportsIndex".to_owned(), ""),
            Kind::Time => ("float".to_owned(), ", in seconds"),
            Kind::OneOf(names) => (format!("Literal[{}]", quoted(names, ", ")), ""),
        };
        text += &format!("    {}: Optional[{kind}]\n    \"\"\"{}{unit}.\"\"\"\n", field.name, field.about);
    }
    let begin = "class _Task(TypedDict, total=False):\n";
    assert_between("src/python/python/canju/_canju.pyi", begin, "\n@final\nclass Ruleset", &text);
}

/// Names in quotes.
fn quoted(names: &[&str], between: &str) -> String {
    names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(between)
}

/// The names of the themes in the app.
#[test]
fn themes_of_the_app() {
    let mut text =
        "// What a win needs, in words. A test writes this file from the table in `src/canju/puzzle/theme.rs`.\n\n"
            .to_owned();
    text += "/** @type {{ en: Record<string, string>, zh: Record<string, string> }} */\nexport const themes = {\n";
    for (number, language) in ["en", "zh"].into_iter().enumerate() {
        text += &format!("  {language}: {{\n");
        for theme in Theme::ALL {
            text += &format!("    {}: \"{}\",\n", theme.name(), theme.called()[number]);
        }
        text += "  },\n";
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/canju/app/web/words/themes.js");
    assert_kept(path, &(text + "};\n"));
}
