//! `/api/packs`: the puzzles to choose from. The app has them as files, as on a host that knows nothing but files: `packs.json` is the
//! list, `packs/NAME.json` a pack, and `files.json` names all that there is.
//!
//! All packs are read at the start and kept as the text that is sent. So a name is looked up in a list: it is never a path. Without
//! `--packs` they are the packs that ship.

use super::answer::written;
use super::files::{kept, tag};
use super::problem::Problem;
use super::{Server, Start};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use bytes::Bytes;
use canju::InChinese;
use canju::batch::{ErrorText, packs};
use canju::puzzle::{Difficulty, Puzzle, Theme, read};
use canju::shipped::PACKS as SHIPPED;
use canju_engine::rules::{Move, Ruleset};
use canju_engine::text::Fields;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The most puzzles of all packs together: they are kept in memory.
const MOST_PUZZLES: usize = 200_000;

/// A list of all packs.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PackList {
    /// `canju.packs/1`.
    schema: &'static str,
    packs: Vec<PackHead>,
}

/// What the list says of a pack.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PackHead {
    /// Its name in addresses.
    name: String,
    /// Where it is from.
    title: String,
    /// How many puzzles it has.
    puzzles: usize,
    /// The least difficulty of its puzzles, if they are graded.
    #[cfg_attr(test, schema(value_type = Option<f64>))]
    least: Option<Difficulty>,
    /// The greatest.
    #[cfg_attr(test, schema(value_type = Option<f64>))]
    most: Option<Difficulty>,
    /// How many hands its puzzles have: 2, 3 or both.
    hands: Vec<usize>,
    /// The address of its puzzles.
    url: String,
}

/// A pack.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Pack {
    /// `canju.pack/1`.
    schema: &'static str,
    name: String,
    title: String,
    /// Each can be sent as it is.
    puzzles: Vec<PackPuzzle>,
}

/// A puzzle of a pack, with the fields of a JSON line.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PackPuzzle {
    id: String,
    hands: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_by: Option<usize>,
    rules: String,
    /// How it is scored, if it is played for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    scoring: Option<&'static str>,
    /// The stake, if it is played for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    stake: Option<u64>,
    /// How often each of three hands has played, if spring counts and it is not the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_made: Option<[u8; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'static str>,
    /// The points that it is worth to the player to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_value: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_best: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(value_type = Option<f64>))]
    difficulty: Option<Difficulty>,
    /// What the win needs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, schema(value_type = Vec<String>))]
    themes: Vec<Theme>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
}

impl PackPuzzle {
    fn new(puzzle: Puzzle) -> PackPuzzle {
        let fields = puzzle.position.fields();
        let turn = fields.later_turn();
        let Fields { hands, last, last_by, rules, scoring, stake, moves_made, .. } = fields;
        let notation = |played: Move| puzzle.position.notation(played);
        PackPuzzle {
            hands,
            turn,
            last,
            last_by,
            rules,
            scoring,
            stake,
            moves_made,
            expected_value: puzzle.expected.and_then(|expected| expected.value()),
            expected: puzzle.expected.map(|expected| expected.verdict().name()),
            expected_best: puzzle.expected.and_then(|expected| expected.best()).map(notation),
            difficulty: puzzle.difficulty,
            themes: puzzle.themes,
            id: puzzle.id,
            name: puzzle.name,
            source: puzzle.source,
            level: puzzle.level,
            seed: puzzle.seed,
        }
    }
}

/// A text with its tag.
struct Kept {
    text: Bytes,
    tag: HeaderValue,
}

impl Kept {
    fn of(value: &impl Serialize) -> Kept {
        Kept::from(written(value))
    }

    fn response(&self, headers: &HeaderMap) -> Response {
        kept(headers, "application/json", &self.tag, self.text.clone())
    }
}

impl From<Vec<u8>> for Kept {
    fn from(text: Vec<u8>) -> Kept {
        Kept { tag: tag(&text), text: text.into() }
    }
}

/// All packs.
pub struct Packs {
    list: Kept,
    packs: BTreeMap<String, Kept>,
    /// All files of the app.
    files: Kept,
}

impl Packs {
    /// The packs of these directories, or those that ship. Errors of reading are reported to `start`.
    pub fn open(directories: &[PathBuf], start: &mut dyn Start) -> Packs {
        let titled = if directories.is_empty() { shipped() } else { below(directories, start) };
        let (mut heads, mut packs) = (Vec::new(), BTreeMap::new());
        for (title, puzzles) in titled {
            let name = name(&title, &packs);
            let difficulties = || puzzles.iter().filter_map(|puzzle| puzzle.difficulty);
            let by_tenths = |difficulty: &Difficulty| difficulty.tenths();
            let mut hands: Vec<usize> = puzzles.iter().map(|puzzle| puzzle.position.hands().len()).collect();
            hands.sort_unstable();
            hands.dedup();
            heads.push(PackHead {
                puzzles: puzzles.len(),
                least: difficulties().min_by_key(by_tenths),
                most: difficulties().max_by_key(by_tenths),
                hands,
                url: format!("/api/packs/{name}"),
                title: title.clone(),
                name: name.clone(),
            });
            let puzzles = puzzles.into_iter().map(PackPuzzle::new).collect();
            packs.insert(name.clone(), Kept::of(&Pack { schema: "canju.pack/1", name, title, puzzles }));
        }
        let list = Kept::of(&PackList { schema: "canju.packs/1", packs: heads });
        let mut named: Vec<(String, &[u8])> = vec![("packs.json".to_owned(), &list.text)];
        named.extend(packs.iter().map(|(name, pack)| (format!("packs/{name}.json"), &pack.text[..])));
        let files = Kept::from(super::files::list(&named));
        Packs { list, packs, files }
    }
}

/// The puzzles of a pack, and where they are from.
type Titled = Vec<(String, Vec<Puzzle>)>;

/// The packs that ship, the graded ones first.
fn shipped() -> Titled {
    let mut packs = SHIPPED;
    packs.sort_unstable_by_key(|&(name, _)| (!name.starts_with("graded/"), name));
    let puzzles =
        |title: &str, text: &str| read(text.as_bytes(), title, Ruleset::default()).filter_map(Result::ok).collect();
    packs.iter().map(|(title, text)| ((*title).to_owned(), puzzles(title, text))).collect()
}

/// The packs of these directories, in the order of their names.
fn below(directories: &[PathBuf], start: &mut dyn Start) -> Titled {
    let (mut titled, mut room): (Titled, usize) = (Vec::new(), MOST_PUZZLES);
    for (title, items) in directories.iter().flat_map(|path| packs(path.clone(), Ruleset::default())) {
        let mut puzzles = Vec::new();
        for item in items {
            match item {
                Ok(_) if room == 0 => {
                    start.warn(&ErrorText::new(
                        format!("more than {MOST_PUZZLES} puzzles: the others are left out"),
                        format!("超过了 {MOST_PUZZLES} 题：其余的略去"),
                    ));
                    return titled;
                }
                Ok(puzzle) => {
                    room -= 1;
                    puzzles.push(puzzle);
                }
                Err(error) => start.warn(&ErrorText::new(
                    format!("{}: {error}", error.id()),
                    format!("{}：{}", error.id(), error.in_chinese()),
                )),
            }
        }
        if let Some(title) = title.filter(|_| !puzzles.is_empty()) {
            titled.push((title, puzzles));
        }
    }
    titled
}

/// The name of a pack in addresses: that of its file, with a number if there is another of that name.
fn name(title: &str, others: &BTreeMap<String, Kept>) -> String {
    let file = title.rsplit('/').next().unwrap_or(title);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let safe = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' };
    let stem: String = stem.chars().map(safe).take(80).collect();
    let stem = if stem.is_empty() { "pack".to_owned() } else { stem };
    let mut name = stem.clone();
    let mut number = 1;
    while others.contains_key(&name) {
        number += 1;
        name = format!("{stem}-{number}");
    }
    name
}

/// List the packs.
#[cfg_attr(test, utoipa::path(get, path = "/api/packs", responses((status = 200, description = "The packs in the order to be shown", body = PackList))))]
pub async fn list(State(server): State<Arc<Server>>, headers: HeaderMap) -> Response {
    server.packs.list.response(&headers)
}

/// The puzzles of a pack.
#[cfg_attr(test, utoipa::path(get, path = "/api/packs/{name}", params(("name" = String, Path, description = "A name of the list")), responses(
    (status = 200, description = "The pack", body = Pack),
    (status = 404, description = "There is no such pack", body = ref("#/components/schemas/Problem"), content_type = "application/problem+json"))))]
pub async fn pack(
    State(server): State<Arc<Server>>,
    name: Result<Path<String>, axum::extract::rejection::PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let found = name.ok().and_then(|Path(name)| server.packs.packs.get(&name));
    Ok(found.ok_or_else(|| Problem::not_found("there is no such pack: see /api/packs"))?.response(&headers))
}

/// A pack as a file of the app.
pub async fn pack_file(
    State(server): State<Arc<Server>>,
    name: Result<Path<String>, axum::extract::rejection::PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let found = name.ok().and_then(|Path(name)| server.packs.packs.get(name.strip_suffix(".json")?));
    Ok(found.ok_or_else(Problem::nothing)?.response(&headers))
}

/// The list of all files of the app.
pub async fn files(State(server): State<Arc<Server>>, headers: HeaderMap) -> Response {
    server.packs.files.response(&headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nobody;

    impl Start for Nobody {
        fn listens(&mut self, _: std::net::SocketAddr) {}
        fn warn(&mut self, what: &ErrorText) {
            panic!("{what}");
        }
    }

    #[test]
    fn the_packs_that_ship_are_listed_and_can_be_sent_as_they_are() {
        let packs = Packs::open(&[], &mut Nobody);
        let list: serde_json::Value = serde_json::from_slice(&packs.list.text).expect("JSON");
        assert_eq!(list["packs"].as_array().map(Vec::len), Some(SHIPPED.len()));
        assert_eq!(list["packs"][0]["name"], "1-beginner");
        for (name, pack) in &packs.packs {
            let pack: serde_json::Value = serde_json::from_slice(&pack.text).expect("JSON");
            let puzzles = pack["puzzles"].as_array().expect("a list");
            assert!(!puzzles.is_empty(), "{name}");
            for puzzle in puzzles {
                let asked = canju::requests::Asked::read(puzzle.to_string().as_bytes(), std::time::Duration::MAX);
                assert!(asked.is_ok(), "{puzzle}: {asked:?}");
            }
        }
    }

    #[test]
    fn names_are_never_paths_and_never_equal() {
        let mut others = BTreeMap::new();
        for (title, expected) in [
            ("graded/1-easy.ddz", "1-easy"),
            ("other/1-easy.ddz", "1-easy-2"),
            ("a/..", "-"),
            ("", "pack"),
            ("残局 1.jsonl", "残局-1"),
        ] {
            let name = name(title, &others);
            assert_eq!(name, expected);
            others.insert(name, Kept::of(&0));
        }
    }
}
