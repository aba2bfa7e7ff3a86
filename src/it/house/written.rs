//! Files that are written from a table of the sources: the types of what may be asked of a solve, in the npm package and in the Python
//! package, from `Task::FIELDS`; the fields of records; the themes of the app and of their page; and the commands in the manuals.

use crate::commands::program::canju;
use canju::batch::{SCHEMA, SolvedRecord, field_names};
use canju::puzzle::Theme;
use canju_engine::solver::{Kind, Value as Asked};
use canju_engine::{Solver, Task};
use canju_testing::kept::assert_kept;
use serde_json::Value;
use std::collections::BTreeSet;
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
            (Asked::Switch(on), _) => format!("; `{on}` by default"),
            (Asked::Name(number), Kind::OneOf(names)) => format!("; `\"{}\"` by default", names[number]),
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

/// The manuals tell of some commands at length; the others are listed as the help lists them.
#[test]
fn commands_of_the_manuals() {
    for (language, manual, list, head) in [
        ("en", "docs/manual.md", "Commands:\n", "| other commands | do |\n|---|---|\n"),
        ("zh", "docs/manual.zh.md", "命令:\n", "| 其他命令 | 作用 |\n|---|---|\n"),
    ] {
        let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(manual)).expect(manual);
        let (by_hand, _) = page.split_once(head).expect("the list");
        let help = canju(["--help", "--lang", language]).stdout;
        let (_, list) = help.split_once(list).expect("the commands");
        let commands = list.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.trim().split_once(' '));
        let others = commands.filter(|(name, _)| *name != "help" && !by_hand.contains(&format!("`canju {name}")));
        let rows: String = others.map(|(name, about)| format!("| `canju {name}` | {} |\n", about.trim())).collect();
        assert!(rows.lines().count() > 3, "{rows}");
        assert_between(manual, head, "\n```console", &rows);
    }
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

/// The table of the page about themes.
#[test]
fn definitions_of_themes() {
    let row = |theme: Theme| format!("| `{theme}` | {} |\n", theme.defined().join(" | "));
    let head = "| theme | the kind *K* | instead, *I* |\n|---|---|---|\n";
    let rows: String = Theme::ALL.into_iter().map(row).collect();
    assert_between("src/canju/grade/THEMES.md", head, "\n*Chains* are", &rows);
}

/// A schema that a test of the library keeps.
fn schema(file: &str, name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/canju").join(file);
    let all: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("the schemas")).expect("JSON");
    all[name]["properties"].clone()
}

/// What a reader of puzzles must know of records, so that they can be fed back.
#[test]
fn fields_of_records() {
    let records = [schema("batch/record.schemas.json", "SolvedRecord"), schema("review/record.schemas.json", "Review")];
    let fields = records.iter().flat_map(|fields| fields.as_object().expect("fields").keys());
    let fields: BTreeSet<&String> = fields.collect();
    assert!(fields.len() > 30);
    let text: String = fields.into_iter().flat_map(|field| [field, "\n"]).collect();
    assert_kept(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/canju/puzzle/record_fields.txt"), &text);
}

/// The type of a field of a record in TypeScript.
fn type_of(name: &str, schema: &Value) -> String {
    let named = |kind: &Value| match kind.as_str() {
        Some("string") => "string",
        Some("integer" | "number") => "number",
        Some("boolean") => "boolean",
        _ => "unknown",
    };
    match name {
        "schema" => return format!("\"{SCHEMA}\""),
        "verdict" => return "Verdict".to_owned(),
        "reason" | "plies_limit" => return "Reason".to_owned(),
        "expected" => return "\"win\" | \"loss\"".to_owned(),
        "moves" => {
            let points = "value?: number | null; value_at_least?: number; value_at_most?: number";
            return format!("{{ move: string; verdict: Verdict; {points} }}[]");
        }
        "value" => return "number | null".to_owned(),
        _ => {}
    }
    match &schema["type"] {
        Value::String(kind) if kind == "array" => format!("{}[]", named(&schema["items"]["type"])),
        Value::Array(kinds) if kinds[0] == "array" => format!("{}[]", named(&schema["items"]["type"])),
        Value::Array(kinds) => named(&kinds[0]).to_owned(),
        kind => named(kind).to_owned(),
    }
}

/// The record of a result in the types of the npm package: what stands in every record, and what only in some.
#[test]
fn results_of_javascript() {
    let puzzle = "K5 | 44Q".parse().expect("a puzzle");
    let record = canju::batch::solve(&mut Solver::default(), &puzzle, &Task::default());
    let always = serde_json::to_value(record).expect("JSON");
    let fields = schema("batch/record.schemas.json", "SolvedRecord");
    let mut text = String::new();
    // What the search did is not sent.
    for name in field_names::<SolvedRecord>().iter().filter(|name| **name != "statistics") {
        let field = &fields[name];
        assert!(field.is_object(), "{name}");
        let about = field["description"].as_str().unwrap_or_default().split(": see [").next().unwrap_or_default();
        if *name != "schema" {
            text += &format!(
                "  /** {}. */\n",
                about.trim_end_matches('.').replace("`None`", "`null`").replace("[`SolvedRecord::best`]", "`best`")
            );
        }
        let is_null = field["type"].as_array().is_some_and(|kinds| kinds.contains(&"null".into()));
        text += &match always.get(name) {
            Some(_) if is_null => format!("  {name}: {} | null;\n", type_of(name, field)),
            Some(_) => format!("  {name}: {};\n", type_of(name, field)),
            None => format!("  {name}?: {};\n", type_of(name, field)),
        };
    }
    assert_between("src/web/npm/index.d.ts", "export interface Result {\n", "}\n\n", &text);
}
