//! The program in Chinese: by `--lang`, by locale, and what programs read, which stays as it is.

use crate::commands::program::{canju, directory, program, redacted, run};

const ZH: [&str; 2] = ["--lang", "zh"];

/// Runs the program in Chinese.
fn chinese(arguments: &[&str]) -> crate::commands::program::Run {
    canju([arguments, &ZH].concat())
}

#[test]
fn help() {
    for command in ["solve", "batch", "play", "review"] {
        let found = chinese(&[command, "--help"]);
        assert_eq!((found.code, found.stderr.as_str()), (Some(0), ""));
        insta::assert_snapshot!(format!("zh_help_{command}"), found.stdout);
    }
    insta::assert_snapshot!("zh_help", canju(["--lang", "zh", "--help"]).stdout);
    insta::assert_snapshot!("zh_help_short", canju(["--lang=zh", "-h"]).stdout);
}

#[test]
fn answers() {
    redacted(|| {
        let solve = ["solve", "346999Q2", "34JAAD", "--threads", "1"];
        let all = [&solve[..], &["--all-moves", "--shortest"]].concat();
        let solved = chinese(&all).stdout.replace("后续变化：", "line of play:");
        insta::assert_snapshot!("zh_solve", without_times(&solved));
        insta::assert_snapshot!(
            "zh_lost",
            without_times(&chinese(&["solve", "34", "5", "--shortest", "--threads", "1"]).stdout)
        );
        let pack =
            directory(&[("a.ddz", "K5 | 44Q | expect=win best=K\nK5 | 44Q\n33 | 4 | expect=loss\n? | 4\n".as_bytes())]);
        let batch = |format| {
            let mut command = program();
            let command =
                command.current_dir(pack.path()).args(["batch", "a.ddz", "--threads", "1", "--format", format]);
            run(command.args(ZH))
        };
        let [text, markdown] = ["text", "markdown"].map(batch);
        assert_eq!(text.code, Some(3));
        insta::assert_snapshot!("zh_batch_text", without_times(&text.stdout));
        insta::assert_snapshot!("zh_batch_markdown", without_times(&markdown.stdout));
    });
    insta::assert_snapshot!("zh_review", chinese(&["review", "335", "4A", "--moves", "3 4"]).stdout);
    insta::assert_snapshot!("zh_moves", chinese(&["moves", "33344455XD", "--count"]).stdout);
}

/// The text without how long it took.
fn without_times(text: &str) -> String {
    let text = regex::Regex::new(r"用时 [\d.]+ m?s").unwrap().replace_all(text, "用时 [time]");
    let effort = regex::Regex::new(r"[\d,]+ 个节点，[\d.]+ m?s，[\d.]+ \w+，").unwrap();
    effort.replace_all(&text, "[nodes]，[time]，[bytes]，").into_owned()
}

#[test]
fn a_game() {
    let script = "提示\n提示\n提示\n3\n悔棋\n3999\n记录\n帮助\n唱歌\n退出\n";
    let found = run(program().args(["play", "346999Q2", "34JAAD", "--threads", "1"]).args(ZH).write_stdin(script));
    insta::assert_snapshot!("zh_play", found.transcript());
}

/// The same mistakes as `bad_input.rs` has in English.
#[test]
fn what_is_wrong() {
    let mistakes: [&[&str]; 16] = [
        &["solve", "77777", "3"],
        &["solve", "34?", "3"],
        &["solve", "03 4", "3"],
        &["solve", "3", ""],
        &["solve", "3", "4", "--last", "56"],
        &["solve", "3", "4", "--last", "pass"],
        &["solve", "3", "4", "--turn", "3"],
        &["solve", "3", "4", "--rules", "huanla"],
        &["solve", "3", "4", "--rules", "huanle,-trio_pears"],
        &["solve", "3", "4", "--threads", "1025"],
        &["solve", "3", "4", "--memory", "much"],
        &["solve", "3", "4", "5", "6"],
        &["solve", "3", "4", "--time-limt", "1s"],
        &["solve"],
        &["sovle"],
        &["batch", "no-such.ddz", "--format", "txt"],
    ];
    let said = mistakes.map(|arguments| {
        let found = chinese(arguments);
        assert_eq!((found.code, found.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        format!("$ canju {}\n{}", arguments.join(" "), found.stderr)
    });
    insta::assert_snapshot!("zh_mistakes", said.join("\n"));
}

#[test]
fn the_locale_decides_unless_asked() {
    let said = |variable: &str, locale: &str, more: &[&str]| {
        run(program().env(variable, locale).args(["solve", "3", "4"]).args(more)).stdout
    };
    for variable in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        assert!(said(variable, "zh_CN.UTF-8", &[]).contains("先手必胜：3"), "{variable}");
        assert!(said(variable, "zh_CN.UTF-8", &["--lang", "en"]).contains("The first hand wins: 3"));
        assert!(said(variable, "de_DE.UTF-8", &[]).contains("The first hand wins: 3"));
    }
    let both = run(program().env("LC_ALL", "C.UTF-8").env("LANG", "zh_CN").args(["solve", "3", "4"]));
    assert!(both.stdout.contains("The first hand wins: 3"));
}

/// What programs read is the same in every language.
#[test]
fn machine_formats_have_no_language() {
    let comparable = |text: &str| {
        let pattern = regex::Regex::new(r#""elapsed_ms":[\d.]+|,[\d.]+,\d+,1,"#).unwrap();
        pattern.replace_all(text, "").into_owned()
    };
    let pack = directory(&[("a.ddz", "K5 | 44Q | expect=win best=K\n? | 4\n".as_bytes())]);
    let lines: [&[&str]; 7] = [
        &["solve", "346999Q2", "34JAAD", "--format", "json", "--all-moves", "--threads", "1"],
        &["batch", "a.ddz", "--format", "jsonl", "--threads", "1"],
        &["batch", "a.ddz", "--format", "csv", "--threads", "1"],
        &["review", "335", "4A", "--moves", "3 4", "--format", "jsonl"],
        &["moves", "33344455XD", "--format", "json", "--count"],
        &["grade", "a.ddz", "--format", "jsonl"],
        &["generate", "--cards", "4+4", "--seed", "1"],
    ];
    for line in lines {
        let [english, chinese] = ["en", "zh"].map(|language| {
            let mut command = program();
            let found = run(command.current_dir(pack.path()).args(line).args(["--lang", language]));
            (found.code, comparable(&found.stdout))
        });
        assert_eq!(english, chinese, "{line:?}");
        assert!(!english.1.is_empty(), "{line:?}");
    }
}
