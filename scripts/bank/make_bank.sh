#!/usr/bin/env bash
# Makes the bank, puzzles/bank, anew: each pack by the commands at the heads of its parts, with the same result on every machine.
# On one free core it takes about an hour; with words, only the packs whose names contain one of them: make_bank.sh three feeds.
#
# The lines are kept short, since they are a part of the program: a best move says that the position is won, and the seed of a puzzle can
# be found by making its pack again.
set -euo pipefail
cd "$(dirname "$0")/../.."
canju="${CANJU:-${CARGO_TARGET_DIR:-target}/release/canju}"
output="${OUTPUT:-puzzles/bank}"
words=("$@")

# Is this pack wanted?
is_wanted() {
    local word
    [ "${#words[@]}" -eq 0 ] && return 0
    for word in "${words[@]}"; do
        [[ $1 == *"$word"* ]] && return 0
    done
    return 1
}

# Makes a pack: its name, then for each of its parts what is asked for.
pack() {
    local name="$1" part made
    shift
    is_wanted "$name" || return 0
    made="$(mktemp)"
    for part in "$@"; do
        # shellcheck disable=SC2086
        "$canju" generate $part --with-shipped --quiet >> "$made"
    done
    sed -e 's/ expect=win best=/ best=/' -e 's/ seed=[0-9:]*$//' -e 's/ | /|/g' < "$made" > "$output/$name.ddz"
    rm "$made"
    echo "$name: $(grep -vc '^[#@]' "$output/$name.ddz") puzzles, $SECONDS s"
}

# Two hands, by difficulty.
pack two-beginner "--cards 6..8+6..8 --count 320 --seed 231 --difficulty 1.0..1.9 --unique"
pack two-easy "--cards 6..10+6..10 --count 410 --seed 202 --difficulty 2.0..2.9 --unique"
pack two-medium "--cards 8..11+8..11 --count 360 --seed 203 --difficulty 3.0..3.9 --unique"
pack two-hard "--cards 10..13+10..13 --count 170 --seed 204 --difficulty 4.0..4.4 --unique"
pack two-master "--cards 11..13+11..13 --count 10 --seed 205 --difficulty 4.5..5.0 --unique"
pack two-lost "--cards 8..10+8..10 --count 200 --seed 206 --verdict loss --difficulty 2.5..5.0"

# Two hands, by what the win needs.
pack two-gives-up-lead "--cards 7..10+7..10 --count 100 --seed 211 --difficulty 2.0..5.0 --theme gives_up_lead --unique"
pack two-splits-chain "--cards 7..10+7..10 --count 100 --seed 212 --difficulty 2.0..5.0 --theme splits_chain --unique"
pack two-long-way "--cards 7..10+7..10 --count 100 --seed 213 --difficulty 2.0..5.0 --theme long_way --unique"
pack two-only-pass "--cards 7..10+7..10 --by 2 --count 100 --seed 214 --difficulty 2.0..5.0 --theme only_pass --unique"
pack two-refuses-to-beat "--cards 7..10+7..10 --by 2 --count 100 --seed 215 --difficulty 2.0..5.0 --theme refuses_to_beat --unique"
pack two-splits-bomb "--cards 7..10+7..10 --count 10 --seed 216 --theme splits_bomb --unique"
pack two-sacrifices-bomb "--cards 7..10+7..10 --count 20 --seed 217 --theme sacrifices_bomb --unique"

# Three hands: the landlord to move and win, the farmers to move and win.
easy="--cards 5..7+5..6+5..6 --difficulty 1.5..2.4 --unique"
medium="--cards 6..8+5..7+5..7 --difficulty 2.5..3.4 --unique"
hard="--cards 7..9+6..8+6..8 --difficulty 3.5..5.0 --unique"
any="--cards 6..8+5..7+5..7 --difficulty 2.0..5.0 --unique"
pack three-landlord-easy "$easy --count 40 --seed 301"
pack three-landlord-medium "$medium --count 50 --seed 302"
pack three-landlord-hard "$hard --count 50 --seed 303"
pack three-landlord-only-pass "$any --by 3 --theme only_pass --count 20 --seed 304"
pack three-farmers-easy "$easy --turn 2 --count 20 --seed 311" "$easy --turn 3 --count 20 --seed 312"
pack three-farmers-medium "$medium --turn 2 --count 30 --seed 313" "$medium --turn 3 --count 30 --seed 314"
pack three-farmers-hard "$hard --turn 2 --count 25 --seed 315" "$hard --turn 3 --count 25 --seed 316"
pack three-feeds-partner "$any --turn 2 --theme feeds_partner --count 15 --seed 321" "$any --turn 3 --theme feeds_partner --count 15 --seed 322"
pack three-blocks-landlord "$any --turn 2 --theme blocks_landlord --count 15 --seed 323" "$any --turn 3 --theme blocks_landlord --count 15 --seed 324"
pack three-lets-partner-through "$any --turn 2 --by 3 --theme lets_partner_through --count 15 --seed 325" "$any --turn 3 --by 2 --theme lets_partner_through --count 15 --seed 326"

# Played for points: several sets of cards win, and one wins at least four times the stake.
points="--scoring huanle --times 4 --difficulty 2.0..5.0 --unique"
pack two-times-four "$points --cards 8..12+8..11 --count 120 --seed 221"
pack three-landlord-times-four "$points --cards 9..11+6..8+6..8 --count 40 --seed 331"
pack three-farmers-times-four "$points --cards 7..9+7..9+6..8 --turn 2 --count 20 --seed 332" "$points --cards 7..9+6..8+7..9 --turn 3 --count 20 --seed 333"
