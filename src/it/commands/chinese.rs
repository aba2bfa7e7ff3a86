//! The program in Chinese: by `--lang`, by locale, and what programs read, which stays as it is.

use crate::commands::bad_input::bad_lines;
use crate::commands::english_words::english;
use crate::commands::program::{canju, directory, program, redacted, run};
use canju::report::width;

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

/// Runs the program in Chinese in a directory.
fn chinese_in(root: &std::path::Path, arguments: &[&str]) -> crate::commands::program::Run {
    run(program().current_dir(root).args(arguments).args(ZH))
}

/// What libraries say in texts of their own: a list of commands, each with what it says.
fn said(root: &std::path::Path, commands: &[&[&str]]) -> String {
    let said = commands.iter().map(|arguments| {
        let found = chinese_in(root, arguments);
        assert_ne!(found.code, Some(0), "{arguments:?}");
        let said = found.stdout + &found.stderr;
        assert_eq!(english(&said), Vec::<String>::new(), "{arguments:?}: {said}");
        format!("$ canju {}\n{said}", arguments.join(" "))
    });
    without_times(&said.collect::<Vec<_>>().join("\n"))
}

#[test]
fn questions_that_have_no_answer() {
    let hand = "34455TTA";
    let farmer = ["advise", hand, "--seat", "farmer1"];
    let landlord = ["advise", hand, "--seat", "landlord"];
    let of = |start: &[&'static str], more: &[&'static str]| [start, more].concat();
    let questions = [
        of(&landlord, &["--left", "20,17"]),
        of(&landlord, &["--left", "0,46"]),
        of(&landlord, &[]),
        of(&landlord, &["--left", "20,26", "--landlord-cards", "3456"]),
        of(&landlord, &["--left", "20,26", "--landlord-cards", "345"]),
        of(&farmer, &["--left", "2,44", "--landlord-cards", "678"]),
        of(&farmer, &["--left", "20,26", "--last", "6"]),
        of(&farmer, &["--left", "20,26", "--last", "pass"]),
        of(&farmer, &["--left", "20,25", "--last", "6", "--played", "6", "--by", "farmer1"]),
        of(&farmer, &["--history", "3 6 pass"]),
        of(&farmer, &["--history", "3 3"]),
        of(&farmer, &["--history", "pass"]),
        of(&farmer, &["--history", "34"]),
        of(&farmer, &["--history", "3"]),
        of(&farmer, &["--history", "AAAA"]),
        of(&["advise", "3333344", "--seat", "landlord"], &["--left", "20,17"]),
        of(&["advise", "3?", "--seat", "landlord"], &["--left", "20,17"]),
        of(&["advise", "", "--seat", "landlord"], &["--left", "20,17"]),
        of(&["advise", "3", "--seat", "farmer1"], &["--history", "33445566778899TTJJQQKKAA pass pass"]),
    ];
    let questions: Vec<&[&str]> = questions.iter().map(Vec::as_slice).collect();
    insta::assert_snapshot!("zh_questions", said(std::path::Path::new("."), &questions));
}

#[test]
fn files_that_cant_be_read() {
    let lines: [&str; 20] = [
        r#"{"hands":["3","4""#,
        r#"{"hands":["3" "4"]}"#,
        r#"{"hand":["3","4"]}"#,
        r#"{"foo":5,"hands":["3","4"]}"#,
        r#"{"turn":1}"#,
        r#"{"hands":5}"#,
        r#"{"hands":["3","4"],"turn":"x"}"#,
        r#"{"hands":["3","4"],"themes":5}"#,
        r#"{"hands":["3","4"],"themes":["x"]}"#,
        r#"{"hands":["3","4"],"moves":5}"#,
        r#"{"hands":["3","4"],"moves":["5"]}"#,
        r#"{"hands":["3","4"],"moves":"3 4"}"#,
        r#"{"hands":["3","4"],"name":5}"#,
        r#"{"hands":[[3,99],"4"]}"#,
        r#"{"hands":["3","4"],"expected_best":"5"}"#,
        "3 | 4 | last=34",
        "3 | 4 | themes=x",
        "3 | 4 | difficulty=9",
        "3 | 4 | rules=huanle,-trio_pears",
        "3",
    ];
    let root = directory(&[
        ("all.ddz", lines.join("\n").as_bytes()),
        ("game.ddz", b"3 | 4\n@moves 9\n"),
        ("levels.txt", b"3\n"),
        ("mine.journal", b"my diary\n"),
        ("a.proof", b"canju certificate 5\nrules x\n\n"),
        ("b.proof", b"canju certificate 9\n\n"),
    ]);
    std::fs::create_dir(root.path().join("空")).expect("a directory");
    let commands: [&[&str]; 14] = [
        &["batch", "all.ddz", "--dedupe-report"],
        &["batch", "all.ddz", "--only", "all.ddz:20", "--quiet", "--format", "markdown"],
        &["solve", "all.ddz:1"],
        &["review", "game.ddz", "--quiet", "--format", "markdown"],
        &["review", "335", "4A", "--moves", "3 Z"],
        &["grade", "game.ddz", "--quiet"],
        &["batch", "空", "--dedupe-report"],
        &["batch", "game.ddz", "--journal", "mine.journal", "--resume"],
        &["verify", "a.proof", "b.proof", "game.ddz", "none.proof"],
        &["generate", "--cards", "4+4", "--theme", "feeds_partner"],
        &["generate", "--cards", "4+4", "--theme", "brilliant"],
        &["generate", "--cards", "4+4", "--turn", "3"],
        &["bench", "--against", "all.ddz"],
        &["poker", "deal", "--hands", "60"],
    ];
    insta::assert_snapshot!("zh_files", said(root.path(), &commands));
    let played = chinese_in(root.path(), &["play", "game.ddz"]);
    assert!(played.stderr.contains("手里没有 `9`"), "{}", played.transcript());
    std::fs::write(root.path().join("level.ddz"), "3 | 4\n").expect("a file");
    let played = chinese_in(root.path(), &["play", "level.ddz", "--progress", "levels.txt"]).transcript();
    assert!(played.contains("levels.txt 第 1 行：应是") && played.contains("解出的关只记到这次结束"), "{played}");
}

/// The same lines as `bad_input.rs` has in English, and more; programs read the same as in English.
#[test]
fn bad_lines_of_a_pack() {
    let mut pack = bad_lines();
    pack.extend(
        b"@rules huanle\n@line 5\n@line x\n@moves 3\n3 | 4 | difficulty=x\n3 | 4\n@human me\n3 | 4\n@moves 3\n345 | 6 | 7 | turn=2 by=2 last=9\n\
          3 | 4 | turn=x\n3 | 4 | turn=3\n3 | 4 | by=2\n{\"hands\":[\"3\",\"4\"],\"best\":5,\"turn\":7,\"foo\":1}\n3 | 4 | rules=huanle,packs=9\n",
    );
    let root = directory(&[("bad.ddz", &pack)]);
    let batch = |format: &str, language: &str| {
        let arguments = ["batch", "bad.ddz", "--threads", "1", "--quiet", "--format", format, "--lang", language];
        run(program().current_dir(root.path()).args(arguments))
    };
    let failed = |text: &str, label: &str| -> Vec<String> {
        text.lines().filter(|line| line.contains(label)).map(str::to_owned).collect()
    };
    let told = failed(&batch("text", "zh").stdout, "错误");
    assert_eq!(told.len(), failed(&batch("text", "en").stdout, " error ").len());
    assert!(told.len() > 40, "{told:#?}");
    for line in told {
        // After the id, and without what is typed.
        let line = line.split_once("错误").expect("a label").1.replace("first、second、both 或 none", "");
        assert!(english(&line).is_empty() && line.contains("个字符："), "{line}");
    }
    let comparable = |text: &str| -> Vec<String> { failed(text, "\"error\"") };
    assert_eq!(comparable(&batch("jsonl", "zh").stdout), comparable(&batch("jsonl", "en").stdout));
}

/// A journal has errors in English; who resumes a batch in Chinese reads them in Chinese, and programs as they were.
#[test]
fn errors_of_a_resumed_batch() {
    let root = directory(&[("a.ddz", b"? | 4\n3 | 4\n"), ("game.ddz", b"3 | 4\n@moves 9\n3 | 4\n@moves 3\n")]);
    for (command, file) in [("batch", "a.ddz"), ("review", "game.ddz")] {
        let journal = format!("{command}.journal");
        let of = |more: &[&str]| {
            let arguments = [command, file, "--quiet", "--journal", &journal];
            run(program().current_dir(root.path()).args(arguments).args(more))
        };
        let first = of(&["--format", "jsonl"]).stdout;
        let text = of(&["--resume", "--format", "text", "--lang", "zh"]).stdout;
        assert!(text.contains("第 1 行第 1 个字符：不认识的牌 `?`") || text.contains("：手里没有 `9`"), "{text}");
        assert_eq!(of(&["--resume", "--format", "jsonl", "--lang", "zh"]).stdout, first);
    }
}

/// Tables have every line of the same width, where a Chinese character takes two columns.
fn check_table(lines: &[&str]) {
    assert!(lines.len() > 1 && lines.iter().all(|line| width(line) == width(lines[0])), "{lines:#?}");
}

#[test]
fn figures_of_the_benchmark() {
    let root = directory(&[("my.ddz", "346999Q2 | 34JAAD | expect=loss\n346999Q2 | 34JAAD | expect=win\n".as_bytes())]);
    let bench = |more: &[&str]| {
        let found = chinese_in(root.path(), &[&["bench", "my.ddz"], more].concat());
        assert_eq!(found.code, Some(3), "one answer is wrong: {}", found.transcript());
        // The machine has names of its own.
        let ours = found.stdout.lines().filter(|line| !line.contains("机器：")).collect::<Vec<_>>().join("\n");
        let text = (ours + "\n" + &found.stderr).replace("my", "");
        assert_eq!(english(&text), Vec::<String>::new(), "{}", found.transcript());
        found
    };
    let one = bench(&["-v"]);
    assert!(
        one.stdout.starts_with("my            2 个局面 ") && one.stdout.contains("，答错 1 个\n"),
        "{}",
        one.stdout
    );
    assert!(one.stderr.contains("canju: 题组 my 的统计：\n"), "{}", one.stderr);
    let counts: Vec<&str> = one.stderr.lines().filter(|line| line.starts_with("  ") && !line.contains('%')).collect();
    check_table(&counts);
    assert!(one.stderr.contains("  占节点的 "), "{}", one.stderr);

    let table = bench(&["--format", "markdown", "--save", "then.json"]).stdout;
    assert!(table.contains("\n| 题组 | 局面 | 答错 | 用时 | "), "{table}");
    let compared = bench(&["--against", "then.json"]).stdout;
    assert!(compared.contains("测一次") && compared.contains("\n现在 / 当时\n  题组 "), "{compared}");
    check_table(&compared.lines().skip(6).collect::<Vec<_>>());
}

#[test]
fn other_tables() {
    let poker: [&[&str]; 2] = [
        &["poker", "rank", "TC 9D TD JH 5C", "6C 7C 8C 9C TC 5C ?B"],
        &["poker", "frequencies", "--samples", "1000", "--seed", "1"],
    ];
    insta::assert_snapshot!("zh_poker", poker.map(|arguments| chinese(arguments).stdout).join("\n"));
    let root = directory(&[("a.ddz", b"555K | QAAX\n346999Q2 | 34JAAD\n")]);
    insta::assert_snapshot!("zh_grade", chinese_in(root.path(), &["grade", "a.ddz"]).stdout);
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
    let lines: [&[&str]; 8] = [
        &["solve", "346999Q2", "34JAAD", "--format", "json", "--all-moves", "--threads", "1"],
        &["batch", "a.ddz", "--format", "jsonl", "--threads", "1"],
        &["batch", "a.ddz", "--format", "csv", "--threads", "1"],
        &["review", "335", "4A", "--moves", "3 4", "--format", "jsonl"],
        &["moves", "33344455XD", "--format", "json", "--count"],
        &["grade", "a.ddz", "--format", "jsonl"],
        &["review", "a.ddz:7", "--format", "jsonl"],
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
