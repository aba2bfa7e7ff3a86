//! The help of every command, and the files that are generated from the same definitions.

use crate::commands::program::{canju, run};

/// The commands, as the program lists them.
fn commands() -> Vec<String> {
    let help = canju(["-h"]).stdout;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names.map(str::to_owned).collect()
}

#[test]
fn program() {
    let found = canju(["--help"]);
    assert_eq!(found.code, Some(0));
    insta::assert_snapshot!("help", found.stdout);
    insta::assert_snapshot!("help_short", canju(["-h"]).stdout);
}

#[test]
fn every_command() {
    assert!(commands().len() >= 15);
    for command in commands() {
        let found = canju([&*command, "--help"]);
        assert_eq!((found.code, found.stderr.as_str()), (Some(0), ""));
        insta::assert_snapshot!(format!("help_{command}"), found.stdout);
    }
}

#[test]
fn poker() {
    for command in ["rank", "deal", "frequencies"] {
        let found = canju(["poker", command, "--help"]);
        assert_eq!((found.code, found.stderr.as_str()), (Some(0), ""));
        insta::assert_snapshot!(format!("help_poker_{command}"), found.stdout);
        // The page is printed by the name that the page above it has.
        let name = format!("poker-{command}");
        assert!(canju(["man", "poker"]).stdout.contains(&format!("canju\\-poker\\-{command}(1)")));
        assert!(canju(["man", &name]).stdout.contains(&format!(".TH canju-{name} 1")), "{name}");
    }
    assert_eq!(canju(["man", "bench-rank"]).code, Some(2));
}

#[test]
fn completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let found = canju(["completions", shell]);
        assert_eq!(found.code, Some(0));
        let options =
            ["frequencies", "--difficulty", "--samples", "--listen", "--all-moves", "--human", "--time-limit"];
        let names = commands();
        for word in names.iter().map(String::as_str).chain(options) {
            // Elsewhere options are listed without their dashes.
            assert!(found.stdout.contains(word.trim_start_matches('-')), "{shell}: {word}");
        }
        // Elvish and PowerShell are told only of options.
        if ["bash", "zsh", "fish"].contains(&shell) {
            for value in ["pagat", "huanle,-trio_pair", "openspiel,+four_two_solo"] {
                // fish wants its commas escaped.
                assert!(found.stdout.replace("\\,", ",").contains(value), "{shell}: {value}");
            }
            assert!(!found.stdout.contains("huanle,-solo "), "single cards can't be banned");
        }
    }
}

#[test]
fn man() {
    let page = canju(["man"]).stdout;
    for command in commands() {
        assert!(page.contains(&format!("canju\\-{command}(1)")), "{command}");
        let page = canju(["man", &command]);
        assert_eq!(page.code, Some(0));
        assert!(page.stdout.contains(&format!(".TH canju-{command} 1")), "{}", page.stdout);
    }
    assert_eq!(canju(["man", "sing"]).code, Some(2));
    // Its values are the commands, in shells too.
    let script = canju(["completions", "bash"]).stdout;
    let values =
        script.lines().find(|line| line.contains("opts=\"-h --lang --help solve ")).expect("the values of `man`");
    for value in commands().iter().map(String::as_str).chain(["poker-rank", "poker-deal", "poker-frequencies"]) {
        assert!(values.split([' ', '"']).any(|word| word == value), "{values}: {value}");
    }
}

#[test]
fn version_and_usage() {
    let version = canju(["--version"]);
    assert_eq!(version.stdout, concat!("canju ", env!("CARGO_PKG_VERSION"), "\n"));
    assert_eq!(version.code, Some(0));
    let none = run(&mut crate::commands::program::program());
    assert_eq!((none.code, none.stdout.as_str()), (Some(2), ""));
    assert!(none.stderr.contains("Usage: canju [OPTIONS] <COMMAND>"));
    assert_eq!(canju(["sing"]).code, Some(2));
}
