//! Makes a record fit to show: every text in it passes through [`shown`], and an error is in the language of the reader.
//!
//! All of its texts, although most are cards and moves: records also come from journals, which anyone may have written. So
//! the writers for people can't forget one.

use crate::batch::Record;
use crate::review::ReviewRecord;
use crate::words::{ErrorText, Language};
use canju_engine::rules::shown;
use std::borrow::Cow;

/// The record with every text escaped where it needs to be.
pub(super) fn for_people(record: &Record, language: Language) -> Record {
    let mut record = record.clone();
    match &mut record {
        Record::Failed(failed) => {
            escape_all(&mut failed.id);
            tell(&mut failed.error, language);
        }
        Record::Solved(solved) => {
            let optional = [
                &mut solved.id,
                &mut solved.last,
                &mut solved.best,
                &mut solved.expected_best,
                &mut solved.name,
                &mut solved.source,
                &mut solved.same_as,
            ];
            optional.into_iter().for_each(escape_all);
            escape(&mut solved.rules);
            escape_all(&mut solved.hands);
            escape_all(&mut solved.winning_moves);
            escape_all(&mut solved.line);
            solved.moves.iter_mut().for_each(|answer| escape(&mut answer.played));
            [&mut solved.reason, &mut solved.plies_limit].into_iter().flatten().for_each(escape_name);
        }
    }
    record
}

/// The same for a review.
pub(super) fn review_for_people(record: &ReviewRecord, language: Language) -> ReviewRecord {
    let mut record = record.clone();
    match &mut record {
        ReviewRecord::Failed(failed) => {
            escape_all(&mut failed.id);
            tell(&mut failed.error, language);
        }
        ReviewRecord::Reviewed(game) => {
            [&mut game.id, &mut game.last, &mut game.name, &mut game.source].into_iter().for_each(escape_all);
            escape(&mut game.rules);
            escape_all(&mut game.hands);
            for played in &mut game.moves {
                escape(&mut played.played);
                escape_all(&mut played.keeping);
                escape_all(&mut played.refutation);
                [&mut played.before, &mut played.after, &mut played.mark].into_iter().for_each(escape_name);
            }
            game.reason.iter_mut().for_each(escape_name);
        }
    }
    record
}

/// The error in this language alone.
fn tell(error: &mut ErrorText, language: Language) {
    *error = ErrorText::from(&*shown(error.in_language(language)));
}

fn escape_name(name: &mut Cow<'static, str>) {
    *name = Cow::Owned(shown(name).into_owned());
}

fn escape_all<'a>(texts: impl IntoIterator<Item = &'a mut String>) {
    texts.into_iter().for_each(escape);
}

fn escape(text: &mut String) {
    if let Cow::Owned(safe) = shown(text) {
        *text = safe;
    }
}
