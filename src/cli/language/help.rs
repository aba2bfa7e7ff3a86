//! The help in Chinese: each text of the English help is looked for by its command and its argument, `help-arg-solve-proof`, or by the
//! argument alone where several commands have it. A test sees to it that none is missing and none is left over.
//!
//! clap says a few words itself, and only in English: headings, defaults, possible values. So they are hidden there and written here.
//! It breaks lines at spaces, which Chinese does not have, so the lines are broken here as well.

use crate::cli::args;
use canju::puzzle::Theme;
use canju::words::{Language, Value};
use clap::{Arg, ArgAction, Command};
use textwrap::Options;

/// Columns left of an argument's text in the long help.
const INDENT: usize = 10;

/// The parser with its help in the language of this run.
pub fn translated(program: Command) -> Command {
    match crate::cli::language::language() {
        Language::English => program,
        Language::Chinese => in_chinese(program, columns()),
    }
}

/// The columns that help is made for: the terminal's, but not more than can be read well.
fn columns() -> usize {
    let named = || std::env::var("COLUMNS").ok()?.parse().ok();
    crate::cli::plan::terminal_width().or_else(named).unwrap_or(100).clamp(40, 100)
}

fn in_chinese(program: Command, columns: usize) -> Command {
    let mut program = command(program, "canju", columns);
    program.build();
    program.get_subcommands_mut().for_each(usage);
    usage(&mut program);
    help_commands(&mut program);
    program
}

/// What the commands do that clap adds: `canju help` and `canju poker help`.
fn help_commands(command: &mut Command) {
    for below in command.get_subcommands_mut() {
        match below.get_name() {
            "help" => *below = std::mem::take(below).about(say("help-help-command").unwrap_or_default()),
            _ => help_commands(below),
        }
    }
}

/// A text of the help, if there is one.
fn say(name: &str) -> Option<String> {
    // Those that stand within others; values that a text does not have are no matter.
    let [presets, kinds, switches, numbers] = args::rule_words();
    let parts = [("presets", presets), ("kinds", kinds), ("switches", switches), ("numbers", numbers)];
    let parts: Vec<(&str, Value)> = parts.map(|(name, text)| (name, text.into())).into();
    let part = |name: &str| Language::Chinese.find(name, &parts).unwrap_or_default();
    let values = [
        ("cards", part("help-cards")),
        ("rules", part("help-rules")),
        ("exit_codes", part("help-exit-codes")),
        ("resistance", part("help-resistance")),
        ("poker_cards", part("help-poker-cards")),
        ("commands", crate::cli::commands::play_words()),
        ("themes", themes(false)),
        ("farmers_themes", themes(true)),
    ];
    let values = values.map(|(name, text)| (name, Value::from(text))).into_iter().chain(parts.iter().cloned());
    Language::Chinese.find(name, &values.collect::<Vec<_>>())
}

/// The themes with what they are called in Chinese: those of farmers, or the others.
fn themes(of_farmers: bool) -> String {
    let themes = Theme::ALL.into_iter().filter(|theme| theme.is_of_farmers() == of_farmers);
    themes.map(|theme| format!("{} {}", theme.name(), theme.called()[1])).collect::<Vec<_>>().join("，")
}

/// A command and those below it. `path` is `poker-rank` for `canju poker rank`.
fn command(command: Command, path: &str, columns: usize) -> Command {
    let wrapped = |text: String| wrap(&text, columns);
    let has_long = command.get_long_about().is_some();
    let mut command = command;
    if let Some(about) = say(&format!("help-about-{path}")) {
        command = command.about(about);
    }
    if let Some(long) = say(&format!("help-long-{path}")).filter(|_| has_long) {
        command = command.long_about(wrapped(long));
    }
    if let Some(after) = say(&format!("help-after-{path}")) {
        command = command.after_long_help(wrapped(after));
    }
    // The order of their headings is that of the arguments: first those that have none in English.
    let ids = |wanted: fn(&Arg) -> bool| -> Vec<String> {
        command.get_arguments().filter(|arg| wanted(arg)).map(|arg| arg.get_id().to_string()).collect()
    };
    let order = [
        ids(Arg::is_positional),
        ids(|arg| !arg.is_positional() && arg.get_help_heading().is_none()),
        ids(|arg| arg.get_help_heading().is_some()),
    ];
    let is_root = path == "canju";
    command = command.disable_help_flag(true).arg(flag("help", 'h', ArgAction::Help, 999));
    if is_root {
        command = command.disable_version_flag(true).arg(flag("version", 'V', ArgAction::Version, 1000));
    }
    let [positional, plain, headed] = order;
    let flags = ["help", "version"].into_iter().take(if is_root { 2 } else { 1 }).map(str::to_owned);
    for id in positional.into_iter().chain(plain).chain(flags).chain(headed) {
        command = command.mut_arg(id, |arg| argument(arg, path, columns));
    }
    let below: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    for name in below {
        let path = if is_root { name.clone() } else { format!("{path}-{name}") };
        command = command.mut_subcommand(name, |below| self::command(below, &path, columns));
    }
    command
        .subcommand_help_heading(say("help-heading-commands").unwrap_or_default())
        .subcommand_value_name(say("help-usage-command").unwrap_or_default())
        .help_template("{before-help}{about-with-newline}\n用法：{usage}\n\n{all-args}{after-help}")
}

fn flag(name: &'static str, short: char, action: ArgAction, order: usize) -> Arg {
    Arg::new(name).short(short).long(name).action(action).display_order(order).help_heading("Options")
}

fn argument(arg: Arg, path: &str, columns: usize) -> Arg {
    let heading = match arg.get_help_heading() {
        Some(heading) => format!("help-heading-{}", heading.to_lowercase()),
        None if arg.is_positional() => "help-heading-arguments".to_owned(),
        None => "help-heading-options".to_owned(),
    };
    let arg = match say(&heading) {
        Some(heading) => arg.help_heading(heading),
        None => arg,
    };
    match arg.get_id().as_str() {
        "help" => {
            let [short, long] = ["help-help-short", "help-help"].map(|name| say(name).unwrap_or_default());
            return arg.help(short).long_help(long);
        }
        "version" => return arg.help(say("help-version").unwrap_or_default()),
        _ => {}
    }
    let find = |kind: &str| {
        let id = arg.get_id();
        say(&format!("help-{kind}-{path}-{id}")).or_else(|| say(&format!("help-{kind}-{id}")))
    };
    let Some(short) = find("arg") else { return arg };
    let mut long = find("argl").unwrap_or_else(|| short.clone());
    let mut short = short;
    let with = |name: &str, value: &str, values: &str| {
        let given = [("value", Value::from(value)), ("values", Value::from(values))];
        Language::Chinese.find(name, &given).unwrap_or_default()
    };
    let possible = arg.get_possible_values();
    let possible: Vec<_> = possible.iter().filter(|value| !value.is_hide_set()).collect();
    let shows_values = !possible.is_empty() && !arg.is_hide_possible_values_set() && arg.get_action().takes_values();
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if !defaults.is_empty() && !arg.is_hide_default_value_set() && arg.get_action().takes_values() {
        let default = with("help-default", &defaults.join(" "), "");
        short += &format!(" {default}");
        long += &format!("\n\n{default}");
    }
    if shows_values {
        let names: Vec<&str> = possible.iter().map(|value| value.get_name()).collect();
        let list = with("help-values", "", &names.join(", "));
        short += &format!(" {list}");
        let about = |name: &str| find_value(path, arg.get_id().as_str(), name);
        if possible.iter().any(|value| value.get_help().is_some()) {
            long += &format!("\n\n{}", say("help-values-list").unwrap_or_default());
            for name in names {
                long += &format!("\n- {name}：{}", about(name).unwrap_or_default());
            }
        } else {
            long += &format!("\n\n{list}");
        }
    }
    let names: Option<Vec<String>> = arg
        .get_value_names()
        .map(|names| names.iter().map(|name| say(&value_name(name)).unwrap_or_else(|| name.to_string())).collect());
    let arg = arg.help(short).long_help(wrap(&long, columns - INDENT));
    let arg = arg.hide_default_value(true).hide_possible_values(true);
    match names {
        Some(names) => arg.value_names(names),
        None => arg,
    }
}

/// What is said of a possible value.
fn find_value(path: &str, id: &str, name: &str) -> Option<String> {
    say(&format!("help-value-{path}-{id}-{name}")).or_else(|| say(&format!("help-value-{id}-{name}")))
}

/// What the name of a value is called in the catalogue.
fn value_name(name: &str) -> String {
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("help-name-{letters}")
}

/// The usage of a command that is built, and of those below it.
fn usage(command: &mut Command) {
    command.get_subcommands_mut().filter(|below| below.get_name() != "help").for_each(usage);
    let usage = command.render_usage().to_string();
    let usage =
        usage.trim_start_matches("Usage: ").replace("[OPTIONS]", &say("help-usage-options").unwrap_or_default());
    *command = std::mem::take(command).override_usage(usage);
}

/// The text with its lines broken for so many columns. Lines that begin with spaces are examples, and stay as they are.
fn wrap(text: &str, columns: usize) -> String {
    let line = |line: &str| match line.starts_with(' ') {
        true => line.to_owned(),
        false => textwrap::fill(line, Options::new(columns)),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::parser;
    use std::collections::BTreeSet;

    /// The names in the catalogue that a command's English help asks for, and the commands below it. Where one argument has a text that
    /// other commands have too, the English texts must be the same.
    fn asked(command: &Command, path: &str, names: &mut BTreeSet<String>, missing: &mut Vec<String>) {
        let mut ask = |options: &[String]| match options.iter().find(|name| say(name).is_some()) {
            Some(name) => _ = names.insert(name.clone()),
            None => missing.push(options.join(" or ")),
        };
        ask(&[format!("help-about-{path}")]);
        if command.get_long_about().is_some() {
            ask(&[format!("help-long-{path}")]);
        }
        if command.get_after_long_help().is_some() {
            ask(&[format!("help-after-{path}")]);
        }
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            let id = arg.get_id();
            ask(&[format!("help-arg-{path}-{id}"), format!("help-arg-{id}")]);
            if arg.get_long_help().is_some() {
                ask(&[format!("help-argl-{path}-{id}"), format!("help-argl-{id}")]);
            }
            if let Some(heading) = arg.get_help_heading() {
                ask(&[format!("help-heading-{}", heading.to_lowercase())]);
            }
            if arg.get_action().takes_values() {
                arg.get_value_names().unwrap_or_default().iter().for_each(|name| ask(&[value_name(name)]));
            }
            if !arg.is_hide_possible_values_set() {
                for value in arg.get_possible_values().iter().filter(|value| value.get_help().is_some()) {
                    let name = value.get_name();
                    ask(&[format!("help-value-{path}-{id}-{name}"), format!("help-value-{id}-{name}")]);
                }
            }
        }
        for below in command.get_subcommands() {
            let name = below.get_name();
            let path = if path == "canju" { name.to_owned() } else { format!("{path}-{name}") };
            asked(below, &path, names, missing);
        }
    }

    #[test]
    fn the_help_is_whole_in_chinese() {
        let (mut names, mut missing) = (BTreeSet::new(), Vec::new());
        asked(&parser::english_program(), "canju", &mut names, &mut missing);
        assert!(missing.is_empty(), "no Chinese for {missing:#?}");
        let named = [
            "help-cards",
            "help-rules",
            "help-exit-codes",
            "help-resistance",
            "help-poker-cards",
            "help-default",
            "help-values",
            "help-values-list",
            "help-help",
            "help-help-short",
            "help-version",
            "help-help-command",
            "help-usage-options",
            "help-usage-command",
            "help-heading-arguments",
            "help-heading-options",
            "help-heading-commands",
        ];
        names.extend(named.map(str::to_owned));
        let there: BTreeSet<String> =
            Language::Chinese.names().filter(|name| name.starts_with("help-")).map(str::to_owned).collect();
        assert_eq!(there.difference(&names).collect::<Vec<_>>(), Vec::<&String>::new(), "left over");
    }

    /// One Chinese text for several commands says what each of their English ones says.
    #[test]
    fn shared_texts_are_shared_in_english_too() {
        let program = parser::english_program();
        for id in ["first", "threads", "memory", "time_limit", "output", "rules", "last", "by", "all_moves", "format"] {
            let mut texts = BTreeSet::new();
            for command in program.get_subcommands() {
                let own = say(&format!("help-arg-{}-{id}", command.get_name())).is_some();
                let arg = command.get_arguments().find(|arg| arg.get_id() == id && !own);
                texts.extend(arg.and_then(|arg| arg.get_help()).map(ToString::to_string));
            }
            assert_eq!(texts.len(), 1, "{id}: {texts:#?}");
        }
    }

    #[test]
    fn the_chinese_parser_is_the_same() {
        let chinese = in_chinese(parser::english_program(), 100);
        chinese.clone().debug_assert();
        let parsed =
            chinese.clone().try_get_matches_from(["canju", "solve", "K5", "44Q", "--last", "J"]).expect("a command");
        assert_eq!(parsed.subcommand_name(), Some("solve"));
        let help =
            |line: &str| chinese.clone().try_get_matches_from(line.split(' ')).expect_err("the help").to_string();
        for line in ["canju --help", "canju help", "canju solve --help", "canju help solve", "canju poker -h"] {
            let help = help(line);
            assert!(help.contains("用法：canju"), "{line}: {help}");
            for english in [
                "Usage:",
                "Options:",
                "Arguments:",
                "Print",
                "[default",
                "[possible",
                "OPTIONS",
                "COMMAND",
                "true",
                "<<",
            ] {
                assert!(!help.contains(english), "{line}: {english}: {help}");
            }
        }
    }

    #[test]
    fn chinese_lines_are_broken() {
        let text = "各家都走最佳着法时，谁赢，该出哪一手。\n  canju solve 346999Q2 34JAAD --all-moves --format json";
        let wrapped = wrap(text, 20);
        let lines: Vec<&str> = wrapped.lines().collect();
        assert_eq!(lines[..2], ["各家都走最佳着法时，", "谁赢，该出哪一手。"]);
        assert_eq!(lines[2], "  canju solve 346999Q2 34JAAD --all-moves --format json");
    }
}
