//! From the items of plain text to hands and moves: who sits where, and what each began with.

use super::draft::{Draft, Played};
use super::fault::LogFaultKind;
use super::plain::{Piece, Says};
use super::tree::{At, Fault};
use crate::puzzle::PuzzleErrorKind;
use canju_engine::rules::{CardError, Hand, MoveError, parse_cards_from, parse_move};
use canju_engine::text::{Defaults, TextErrorKind};

/// The landlord's seat and the farmers', in playing order, and what else is no name.
const ROLES: [&str; 3] = ["地主", "下家", "上家"];
const FARMER: &str = "农民";
/// Who is the landlord if nobody else is.
const FIRST: &str = "甲";

/// Other words for seats, between commas.
const SEATS: [(&str, &str); 7] = [
    (ROLES[0], ",地主,landlord,dizhu,"),
    (ROLES[1], ",下家,地主下家,农民1,农民一,农民甲,landlord_down,down,farmer1,farmer 1,"),
    (ROLES[2], ",上家,地主上家,农民2,农民二,农民乙,landlord_up,up,farmer2,farmer 2,"),
    (FARMER, ",农民,farmer,peasant,"),
    (FIRST, ",甲,1,first,player 1,玩家1,先手,"),
    ("乙", ",乙,2,second,player 2,玩家2,后手,"),
    ("丙", ",丙,3,third,player 3,玩家3,"),
];

/// The seat that a word names.
pub(super) fn seat(word: &str) -> Option<&'static str> {
    let word = format!(",{},", word.to_ascii_lowercase());
    for (seat, words) in SEATS {
        if words.contains(&word) {
            return Some(seat);
        }
    }
    None
}

/// A player.
struct Person<'a> {
    name: &'a str,
    seat: Option<&'static str>,
    /// What it began with, and what it had left at the end.
    hand: Option<Hand>,
    left: Option<Hand>,
}

/// What has been read.
pub(super) struct Table<'a> {
    defaults: Defaults,
    /// By the first mention.
    people: Vec<Person<'a>>,
    /// Cards that are in no hand yet.
    pool: Hand,
    bottom: Hand,
    /// Moves with the number of who plays; a pass of nobody named has the number of nobody.
    moves: Vec<(usize, Piece<'a>, String)>,
    pub has_auction: bool,
    /// Seats and what is said of them that is neither cards nor a pass.
    claims: Vec<(&'static str, Piece<'a>)>,
}

/// The number of nobody.
const NOBODY: usize = usize::MAX;

impl<'a> Table<'a> {
    pub fn new(defaults: Defaults) -> Table<'a> {
        let pool = Hand::deck(defaults.rules.packs());
        let (people, moves, claims) = (Vec::new(), Vec::new(), Vec::new());
        Table { defaults, people, pool, bottom: Hand::EMPTY, moves, has_auction: false, claims }
    }

    pub fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// The number of who is meant by a name, perhaps a seat with the name of who sits there: `地主(小明)`.
    fn person(&mut self, name: &'a str, item: Piece<'a>) -> Result<usize, Fault<'static>> {
        let (mut name, mut at) = (name, seat(name));
        if let Some((outer, inner)) = name.split_once(['(', '（']) {
            let inner = inner.trim_end_matches([')', '）', ' ']);
            (name, at) = match seat(outer.trim()) {
                None => (outer.trim(), seat(inner)),
                at => (inner, at),
            };
        }
        if at == Some(FARMER) {
            // Hands are given in turn; who plays follows from who has played.
            let down = self.people.iter().position(|person| person.seat == Some(ROLES[1]));
            let is_second = match self.moves.last() {
                Some(&(last, ..)) => down == Some(last),
                None => down.is_some(),
            };
            at = Some(ROLES[1 + is_second as usize]);
            name = at.unwrap_or_default();
        }
        self.seated(name, at, item)
    }

    /// The number of who is called so, or sits there.
    fn seated(&mut self, name: &'a str, at: Option<&'static str>, item: Piece<'a>) -> Result<usize, Fault<'static>> {
        if name.is_empty() {
            return Err(item.unknown());
        }
        for (number, person) in self.people.iter_mut().enumerate() {
            if person.name == name || at.is_some() && person.seat == at {
                person.seat = at.or(person.seat);
                return Ok(number);
            }
        }
        if self.people.len() == 3 {
            return Err(item.fault(LogFaultKind::Player(name.to_owned())));
        }
        self.people.push(Person { name, seat: at, hand: None, left: None });
        Ok(self.people.len() - 1)
    }

    /// Somebody's hand, or what is left of it, or the landlord's three cards.
    pub fn cards(
        &mut self,
        name: &'a str,
        item: Piece<'a>,
        content: Piece<'a>,
        says: Says,
    ) -> Result<(), Fault<'static>> {
        // The landlord's three cards may be in its hand, too, and what was left was there before.
        let mut pool = if says == Says::Hand { self.pool } else { Hand::deck(self.defaults.rules.packs()) };
        let cards = content.cards(&mut pool, self.defaults.rules.packs())?;
        if says == Says::Bottom {
            self.bottom = cards;
            return Ok(());
        }
        let person = self.person(name, item)?;
        if says == Says::Hand {
            self.pool = pool;
            self.people[person].hand = Some(cards);
        } else {
            self.people[person].left = Some(cards);
        }
        Ok(())
    }

    /// Somebody plays; or it is a hand, by its many cards.
    pub fn play(&mut self, name: &'a str, item: Piece<'a>, content: Piece<'a>) -> Result<(), Fault<'static>> {
        let text = content.text.replace('、', ",");
        match parse_move(&text, &self.defaults.rules) {
            Err(MoveError::NoCombo { cards, .. }) if matches!(cards.len(), 17 | 20) => {
                return self.cards(name, item, content, Says::Hand);
            }
            Err(MoveError::Cards(error)) => return Err(content.card_fault(error)),
            Err(MoveError::Empty) => return Err(item.unknown()),
            // Where it is played it is said whose move it is.
            _ => {}
        }
        let person = self.person(name, item)?;
        self.moves.push((person, content, text));
        Ok(())
    }

    /// The next player passes.
    pub fn pass(&mut self, item: Piece<'a>) {
        self.moves.push((NOBODY, item, "pass".to_owned()));
    }

    /// Takes it that somebody sits there, who must be named elsewhere: `地主: 小明`.
    pub fn claim(&mut self, name: &str, content: Piece<'a>) -> bool {
        let at = seat(name);
        if let Some(seat) = at {
            self.claims.push((seat, content));
        }
        at.is_some()
    }

    /// Hands and moves in playing order.
    pub fn draft(mut self) -> Result<Draft<'static>, Fault<'static>> {
        for &(at, piece) in &self.claims {
            let person = self.people.iter_mut().find(|person| person.name == piece.text);
            person.ok_or_else(|| piece.unknown())?.seat = Some(at);
        }
        if self.has_auction {
            // What was passed before was no move.
            let passes = self.moves.iter().take_while(|(_, _, text)| text == "pass").count();
            self.moves.drain(..passes);
        }
        let order = self.order()?;
        let count = order.len();
        let mut moves: Vec<Played<'static>> = Vec::new();
        for (person, piece, text) in std::mem::take(&mut self.moves) {
            let next = moves.last().map_or(0, |before| (before.seat + 1) % count);
            let seat = order.iter().position(|&other| other == person).unwrap_or(next);
            moves.push(Played { at: At::Text(piece.line, piece.column), seat, text });
        }
        let mut hands = Vec::new();
        let (mut rest, mut missing) = (Some(Hand::deck(1)), None);
        for (seat, &number) in order.iter().enumerate() {
            let hand = self.hand(seat, number, count, &moves);
            // Of a whole deal two hands tell the third.
            let full = if seat == 0 { 20 } else { 17 };
            match hand {
                Some(hand) => {
                    rest = rest.filter(|_| count == 3 && hand.len() == full).and_then(|rest| rest.checked_minus(hand))
                }
                None if missing.is_none() => missing = Some(seat),
                None => rest = None,
            }
            hands.push(hand.unwrap_or(Hand::EMPTY));
        }
        if let Some(seat) = missing {
            let unknown = || At::Whole.fault(LogFaultKind::NoHand(self.people[order[seat]].name.to_owned()));
            hands[seat] = rest.ok_or_else(unknown)?;
        }
        Ok(Draft { hands, played_by: self.defaults, moves })
    }

    /// What somebody began with, as far as it is known.
    fn hand(&self, seat: usize, number: usize, count: usize, moves: &[Played<'_>]) -> Option<Hand> {
        let person = &self.people[number];
        if let Some(hand) = person.hand {
            let with_bottom = hand.checked_plus(self.bottom).filter(|_| seat == 0 && count == 3 && hand.len() == 17);
            return with_bottom.or(Some(hand));
        }
        let mut hand = person.left.unwrap_or(Hand::EMPTY);
        for played in moves {
            if played.seat == seat && played.text != "pass" {
                let text = played.text.split([':', '：']).next()?;
                hand = hand.checked_plus(parse_cards_from(text, &mut Hand::deck(2), 2).ok()?)?;
            }
        }
        let is_whole = count == 3 && hand.len() == if seat == 0 { 20 } else { 17 };
        (person.left.is_some() || is_whole).then_some(hand)
    }

    /// The numbers of the players in playing order, the landlord's first.
    fn order(&mut self) -> Result<Vec<usize>, Fault<'static>> {
        let Some(&(_, first, _)) = self.moves.first() else { return Err(At::Whole.fault(LogFaultKind::NoMoves)) };
        let size = |person: &Person<'_>| person.hand.map_or(0, Hand::len);
        let sits = |person: &Person<'_>, role: &str| person.seat == Some(role);
        let mut order = Vec::new();
        let is_three = self.people.iter().any(|person| sits(person, ROLES[2]) || matches!(size(person), 17 | 20));
        if self.people.iter().any(|person| sits(person, ROLES[1]) || sits(person, ROLES[2])) {
            let count = if is_three || self.people.len() == 3 { 3 } else { 2 };
            for &role in &ROLES[..count] {
                order.push(self.seated(role, Some(role), first)?);
            }
            return Ok(order);
        }
        // As they move, then as they are mentioned.
        for number in self.moves.iter().map(|&(person, ..)| person).chain(0..self.people.len()) {
            if number != NOBODY && !order.contains(&number) {
                order.push(number);
            }
        }
        let (mut leader, count) = (if order.len() == 2 { Some(0) } else { None }, order.len());
        if count < 2 {
            return Err(At::Whole.fault(LogFaultKind::NoHand(ROLES[1].to_owned())));
        }
        for is_it in [
            |person: &Person<'_>| person.seat == Some(FIRST),
            |person: &Person<'_>| person.seat == Some(ROLES[0]) || person.hand.is_some_and(|hand| hand.len() == 20),
        ] {
            leader = order.iter().position(|&number| is_it(&self.people[number])).or(leader);
        }
        order.rotate_left(leader.ok_or_else(|| first.fault(LogFaultKind::NoLandlord))?);
        Ok(order)
    }
}

impl Piece<'_> {
    /// Its cards, taken out of `pool`.
    fn cards(self, pool: &mut Hand, packs: u8) -> Result<Hand, Fault<'static>> {
        parse_cards_from(&self.text.replace('、', ","), pool, packs).map_err(|error| self.card_fault(error))
    }

    /// A card that can't be read.
    fn card_fault(self, error: CardError) -> Fault<'static> {
        let kind = PuzzleErrorKind::from(TextErrorKind::Cards(error.kind));
        At::Text(self.line, self.column + error.column - 1).fault(kind)
    }
}
