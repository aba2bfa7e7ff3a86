# The texts of reports and of the program, in English. The same names are in zh.ftl.

## Players and sides

seat-first = first
seat-second = second
seat-landlord = landlord
seat-farmer-1 = farmer 1
seat-farmer-2 = farmer 2
side-farmers = farmers
side-unknown = unknown

## Counts

puzzles = { $count ->
    [one] 1 puzzle
   *[other] { $count } puzzles
}
games = { $count ->
    [one] 1 game
   *[other] { $count } games
}
moves = { $count ->
    [one] 1 move
   *[other] { $count } moves
}
wins = { $count ->
    [one] 1 win
   *[other] { $count } wins
}
losses = { $count ->
    [one] 1 loss
   *[other] { $count } losses
}
unknown-count = { $count } unknown
errors = { $count ->
    [one] 1 error
   *[other] { $count } errors
}
nodes = { $count ->
    [one] 1 node
   *[other] { $count } nodes
}
threads = { $count ->
    [one] 1 thread
   *[other] { $count } threads
}

## A verdict

verdict-win = win
verdict-loss = loss
verdict-unknown = unknown
value-exactly = value { $points }
value-at-least = value at least { $points }
value-at-most = value at most { $points }
wins-side = { $side ->
    [landlord] The landlord wins
    [farmers] The farmers win
    [first] The first hand wins
   *[second] The second hand wins
}
wins-side-in = { $side ->
    [landlord] The landlord wins
    [farmers] The farmers win
    [first] The first hand wins
   *[second] The second hand wins
} in { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
}
loses-side = { $side ->
    [landlord] The landlord loses, whatever it plays
    [farmers] The farmers lose, whatever they play
    [first] The first hand loses, whatever it plays
   *[second] The second hand loses, whatever it plays
}
loses-side-in = { $side ->
    [landlord] The landlord loses
    [farmers] The farmers lose
    [first] The first hand loses
   *[second] The second hand loses
} in { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
}, whatever { $side ->
    [farmers] they play
   *[other] it plays
}
verdict-by = { $verdict }: { $moves }
and-more = { $shown } and { $count } more
undecided = Undecided
undecided-because = Undecided: { $why }
limit-reached = { $limit ->
    [interrupted] interrupted
    [nodes] the node limit was reached
    [memory] there is not enough memory
   *[other] the { $limit } limit was reached
}
no-plies = the number of plies was not found: { $why }
line-of-play = line of play:
scoring-and-stake = { $scoring }, stake { $stake }
worth = worth { $points } to the player to move
worth-between = worth { $least } to { $most } to the player to move
loses-least = loses least by { $played }
first-moves = { $count ->
    [one] 1 first move
   *[other] { $count } first moves
}, { $winning } winning:
effort = { $nodes } in { $time }, { $memory }, { $threads }

## Labels

label-to-move = to move
label-to-answer = to answer
label-rules = rules
label-scoring = scoring
label-name = name
label-game = game
label-winning = winning
label-error = error
move-by = { $played } by { $seat }

## A batch

same-as = same as { $id }
as-expected = ok
expected = expected { $verdict }
expected-by = expected { $verdict } by { $played }
limit-was = limit: { $limit ->
    [time] time
    [nodes] nodes
    [memory] memory
    [interrupted] interrupted
   *[other] { $limit }
}
batch-head = puzzle | hands | rules | verdict | winning move | nodes | time | as expected
verdict-limit = { $verdict } ({ $limit ->
    [time] time
    [nodes] nodes
    [memory] memory
    [interrupted] interrupted
   *[other] { $limit }
})
yes = yes
no-expected = no: { $verdict }
no-expected-by = no: { $verdict } by { $played }
summary = { $puzzles } in { $time }: { $decided } decided ({ $wins }, { $losses }), { $unknown } unknown, { $errors }
summary-expected = ; { $right } as expected, { $wrong } differing
summary-unique = ; { $unique } of { $count ->
    [one] 1 win
   *[other] { $count } wins
} by a unique first move
summary-repeats = ; { $count ->
    [one] 1 repeat
   *[other] { $count } repeats
} of an earlier puzzle
by-rules = by rules
by-pack = by pack
breakdown-head-rules = rules | puzzles | wins | losses | unknown | errors
breakdown-head-pack = pack | puzzles | wins | losses | unknown | errors

## A review

head-ply = ply
head-player = player
head-cards = cards
head-move = move
head-won-by = won by
head-mark = mark
head-wins-in-hand = wins in hand
head-given-away = given away
head-only-moves = only moves
head-kept = kept
mark-only-move = kept the win by the only move
mark-kept = kept the win
mark-gave-away = gave the win away
mark-lost-anyway = was lost anyway
mark-forced = no choice
mark-unknown = unknown
nothing-given-away = No move gave a win away.
nothing-known-given-away = No move is known to have given a win away.
turning-points = turning points:
turning-point = ply { $ply }: { $player } plays { $played }, and { $side ->
    [landlord] the landlord's win
    [farmers] the farmers' win
   *[own] its win
} is gone
kept-by = { $player } could still keep it by { $moves }
kept-by-alone = { $player } could still keep it by { $moves } alone
kept-by-perhaps-others = { $player } could still keep it by { $moves }, and perhaps by others
refuted-by = refuted by { $moves }
win-needed = the win needed { $count } more { $count ->
    [one] ply
   *[other] plies
}
not-all-found = Not all was found: { $why }
positions-undecided = { $count ->
    [one] 1 position is
   *[other] { $count } positions are
} undecided: { $why }
cards-from-to = { $from } to { $to } cards
untitled-review = Review
with-rules = { $hands }, rules { $rules }
won-positions = { $count ->
    [one] 1 win
   *[other] { $count } wins
}
review-summary = { $games } in { $time }: { $moves }, { $wins } in hand, { $lost } given away; { $unknown } undecided, { $errors }
picture-start = start
picture-move = { $ply } { $player } { $played }: { $mark }
picture-won-by = { $what }; won by { $side }
picture-first-wins = first hand or landlord wins
picture-second-wins = second hand or farmers win
picture-unknown = unknown
picture-title = Who was winning at each move

## The program

complaint = error:
comma = {", "}
in-brackets = {" "}({ $text })
told-of = { $what }: { $problem }
other-output = { $path } is another output of this batch
expected-size = expected a size such as 512MiB or 8G
expected-time = expected a time with its unit, such as 500ms, 10s or 5min
out-of-range = { $value } is not in { $range }
memory-too-large = --memory { $size }: this machine has { $total }: ask for less
addresses-too-few = `ulimit -v` leaves { $limit } of address space, and a search needs { $least }: raise the limit
expected-seed = expected a number such as 7, or with the number of a candidate 7:12
expected-seat = expected landlord, farmer1 or farmer2
cant-write = can't write { $path }
cant-read = can't read { $path }
output-busy = { $path } is being written by another run: wait for its end, or name another file
cant-write-results = can't write the results
cant-listen-to-ctrl-c = can't listen to Ctrl-C
turn-of-a-file = --turn, --last and --by belong to typed hands: a file says itself whose turn it is
moves-made-of-a-file = --moves-made belongs to typed hands: in a file write moves_made=
resolved-options = rules { $rules }, threads { $threads }, memory { $memory }, time limit { $time }, node limit { $nodes }
one-per-core = one per core
none = none
system-gives-threads = the system gives only { $count ->
    [one] 1 thread
   *[other] { $count } threads
}
threads-fit = { $count ->
    [one] 1 thread fits
   *[other] { $count } threads fit
} into --memory { $memory }
statistics-of = statistics of { $what }:
the-search = the search
share-of = { $percent } % of { $whole }
most-bytes = most bytes of { $what }
hint-quotes = put a hand with spaces in quotes
hint-quotes-example = put a hand with spaces in quotes: canju { $command } { $example }
one-file-twice = { $one } and { $other } can't be one file: { $path }
would-replace-input = { $path } is read, and { $option } would replace it: name another file
one-hand-or-file = `{ $name }` is one hand, or a file that can't be read ({ $why }): expected two or three hands, or FILE:LINE
is-a-directory = { $path } is a directory: `canju batch { $path }` solves what is in it
several-puzzles = { $path } has several puzzles: name the line of one, as { $path }:{ $first } or { $path }:{ $second }
no-puzzle = { $path } has no puzzle
not-there = { $path } has no puzzle on line { $wanted } or with that id
cant-write-page = can't write the page
page-of = a page of { $size }
certificate-too-large = no certificate: the plain one has more than { $most } positions
certificate-too-large-plain = no certificate: the plain one has more than { $most } positions; without --plain it has { $compared }
certificate-not-written = { $path }: not written, because there is no verdict
seed-repeats = --seed { $seed } repeats this
slowest = slowest: { $puzzles }
peak-memory = peak memory: { $size }
rate = { $rate }/s
about-more = about { $time } more
time-left-unknown = time left unknown
cant-write-certificates = can't write certificates to { $path }
in-the-journal = { $count } of them are in the journal
only-matches-nothing = --only `{ $pattern }` matches no puzzle: ids are like published/circulated.ddz:4, and * stands for anything
positions = { $count ->
    [one] 1 position
   *[other] { $count } positions
}
repeats = { $count ->
    [one] 1 repeat
   *[other] { $count } repeats
}
resume-needs-journal = --resume needs --journal FILE, or an --output FILE to name it after
moves-needs-hands = --moves belongs to typed hands: two or three of them, such as canju review 346999Q2 34JAAD --moves '{ $moves }'
hands-typed = { $count } hands: expected two or three
moves-column = --moves: column { $column }: { $problem }
no-file-or-hands = there is no file `{ $name }`: if these are hands, add --moves '3999 pass …'
cant-write-picture = can't write the picture
picture-is-full = the picture is full, it shows the first games only
fails = { $name }: FAILS: { $why }
fails-other-position = { $name }: FAILS: a certificate for another position: { $what }
certificate-undecided = { $name }: undecided: { $why }
its-hands = its hands are { $hands }
its-turn = its turn is{ $turn }
its-rules = its rules are { $rules }
its-stakes = it is played for{ $stakes }
turn-needs-hands = --turn, --last and --scoring are of a position: add --hands
verified = { $name }: { $claim }  ({ $positions } positions, { $moves } moves, { $size }, { $time })
plain = plain
hint-quotes-after = : put a hand with spaces in quotes
hand-is-empty = the hand is empty: name at least one card
hand = hand
after-pass = --after: after a `pass` there is nothing to answer: leave --after out, the hand leads
after-not-played = --after: `{ $cards }` can't have been played: { $why }
total = total
card-sets = card sets
no-puzzles = there is no puzzle: name a pack that has some
too-many-for-a-sheet = more than { $count } puzzles: take some of them with --count
sheet-differs = { $id }: the pack says that it is a { $expected }, and it is a { $verdict }
sheet-made = { $puzzles } on { $pages ->
    [one] 1 page
   *[other] { $pages } pages
}, then the answers
short-time = { $puzzles }: the time limit is reached
short-misses = { $puzzles }: { $count } candidates in a row gave none

## Kinds

kind-solo = solo
kind-pair = pair
kind-trio = trio
kind-trio_solo = trio_solo
kind-trio_pair = trio_pair
kind-solo_chain = solo_chain
kind-pair_chain = pair_chain
kind-trio_chain = trio_chain
kind-trio_solo_chain = trio_solo_chain
kind-trio_pair_chain = trio_pair_chain
kind-four_two_solo = four_two_solo
kind-four_two_pair = four_two_pair
kind-quad_chain = quad_chain
kind-quad_solo_chain = quad_solo_chain
kind-quad_pair_chain = quad_pair_chain
kind-bomb = bomb
kind-rocket = rocket

## A grade

graded = { $count } graded; { $rest }
graded-average = { $count } graded, difficulty { $mean } on average; { $rest }
graded-rest = { $unknown } unknown, { $errors } errors, { $differing } with another answer than expected
graded-remembered = ; { $count } remembered
grade-puzzle = puzzle
grade-level = level
grade-grade = grade
grade-verdict = verdict
grade-wins = wins
grade-traps = traps
grade-plies = plies
grade-only = only
grade-look = look
grade-easy = easy for
grade-hands = hands
between-habits = ,
looks-ahead = looks { $count } ahead
not-as-expected = not as expected

## Advice

label-to-beat = to beat
seat-name-landlord = landlord
seat-name-farmer1 = farmer1
seat-name-farmer2 = farmer2
cards-left = { $count ->
    [one] 1 card
   *[other] { $count } cards
}
cards-left-open = { $count ->
    [one] 1 card
   *[other] { $count } cards
}, { $open } among them
advice-all = advice, from all { $count ->
    [one] 1 world
   *[other] { $count } worlds
} that fit:
advice-drawn = advice, from { $count ->
    [one] 1 world
   *[other] { $count } worlds
} drawn with seed { $seed }:
advice-dropped = *  can no longer be the best, and was not asked about in all worlds
advice-interrupted = open: interrupted before it was decided
advice-limit = open: not decided within the limits
advice-estimated = estimated: not decided within the limits, and counted by how likely a win looks
advice-estimate = An estimate: the share of worlds that a move wins if everybody saw all hands. No verdict.
percent-range = { $low } to { $high } %
won-of = { $won } of { $all }
open-worlds = , { $count } open
estimated-worlds = , { $count } estimated
expected-points = {"  "}{ $mean } points, exact in { $exact } of { $all }
nothing-hidden = --left: with two hands nothing is hidden: the other hand is { $pool }. For the verdict: canju solve { $hand } { $pool }{ $last }
expected-left = expected how many cards the two others hold, such as 17,17

## The server

this-machine-only = this machine only
every-machine-all-addresses = every machine that reaches this one, on all its addresses, without a password
every-machine-this-address = every machine that reaches this address, without a password
listening = listening on http://{ $address } ({ $exposed }); { $count ->
    [one] 1 worker
   *[other] { $count } workers
}, { $memory }; Ctrl-C stops it
worker-takes = --memory { $memory }: a worker takes { $least }: ask for more
body-takes = --max-body { $size }: ask for at least { $least }
expected-origin = --allow-origin: expected an origin such as https://example.org
expected-packs = --packs { $path }: expected a directory of packs, or a pack
built-without-server = this program was built without its server: build one that has it, where its sources are, with cargo build --release --features serve
cant-listen = can't listen on { $address }

## The benchmark

bench-line = { $set }  { $positions } positions  { $nodes } nodes  { $time }  { $rate } nodes/s  slowest { $slowest }
bench-line-undecided = , { $count } undecided
bench-line-wrong = , { $count } WRONG
bench-memory = { $threads }, memory limit { $limit }
bench-memory-peak = { $threads }, memory limit { $limit }, peak memory { $peak }
bench-conditions = canju { $version }, memory limit { $memory }, { $repeated }, on { $machine }
bench-against = against { $file }: { $conditions }
bench-now-then = now / then
repetitions = { $count ->
    [one] one repetition
   *[other] medians of { $count } repetitions
}
cores = { $count ->
    [one] 1 core
   *[other] { $count } cores
}
nameless-machine = a machine without a name
the-set = the set { $set }
bench-positions = positions
bench-wrong = WRONG
bench-undecided = undecided
bench-time = time
bench-nodes = nodes
bench-rate = nodes/s
bench-slowest = slowest
bench-set-name = set
against = --against: { $problem }
against-no-record = --against { $path }: { $why }: name a file that `canju bench --save` has written
against-other = --against { $path }: it has { $sets } with --threads { $threads }, and nothing of what is asked for: choose --set and --threads from it
other-schema = its `schema` is not `{ $schema }`
no-runs = its `runs` are empty

## Poker

best = best
no-thread = the system gives no thread to count with
hand-number = hand { $number }: { $problem }
interval = { $low } to { $high } %

## A game at the prompt

has-won = { $side ->
    [landlord] The landlord has won
    [farmers] The farmers have won
    [first] The first hand has won
   *[second] The second hand has won
}.
loses-side-plain = { $side ->
    [landlord] The landlord loses
    [farmers] The farmers lose
    [first] The first hand loses
   *[second] The second hand loses
}
introduction = { $outcome } when everyone plays their best.
introduction-undecided = { $outcome }.
you-play = { $humans ->
    [first] You play the first hand, the solver plays the second
    [second] You play the second hand, the solver plays the first
    [landlord] You play the landlord, the solver plays the farmers
    [farmers] You play the farmers, the solver plays the landlord
    [both] You play every hand
   *[none] The solver plays every hand
}; `help` lists the commands.
played-by = { $played }, played by { $seat }
seat-passes = { $seat } passes
seat-plays = { $seat } plays { $played }
hidden-game = You are { $seat }, and see your own hand, the landlord's open cards ({ $open }) and what is played. So do the two others, who play by advice.
hidden-needs-deal = --hidden: only a whole deal is played with hidden hands: say --deal SEED instead of the hands
not-while-hidden = not in a game with hidden hands: play a move, or type `hint` for advice, `log` or `quit`
one-pack-only = --hidden: a whole deal with hidden hands is dealt from one pack: choose rules for one
hands-were = The hands were:
your-moves = Your moves, by what you could know, and with all hands open:
cost-nothing = as advised
cost-worlds = { $best } wins in { $percent } of a hundred worlds more
judged-move = { $number }. { $played }: { $known }; { $open }
judged-by = By what you could know is an estimate, from worlds that fitted then. With open hands it is exact, but nobody could know it.
a-guess = { $moved }, a guess: a limit was reached
slip = { $played } gives the win away: `undo` takes it back
mark-with-points = { $mark }, { $points } points
points-given-away = points given away: { $players }
points-of-games = ; { $points } points given away, { $each } in 100 games
slip-of-points = { $played } gives points away, { $before } becomes { $after }: `undo` takes it back
after-loss = `undo` takes your last move back, `restart` begins again
after-loss-level = `undo` takes your last move back, `restart` begins again, `next` and `level N` go to other levels
hint-of = { $outlook }; hint { $step } of { $steps }: { $hint }
hint-of-resisting = { $outlook }; to resist, hint { $step } of { $steps }: { $hint }
resists-best = { $outlook }; { $played } resists best
moves-winning = { $count ->
    [one] 1 move
   *[other] { $count } moves
}, { $winning } winning:
no-moves-yet = no moves yet
refused-because = { $why }: { $cure }
cure-over = `undo` takes a move back, `load` goes on with another game
cure-lead = play some of your cards
cure-not-held = { $seat } holds { $hand }
cure-rules = they are { $rules }
cure-beat = beat { $trick } or pass
note = note
no-file = it is not a file
file-too-large = it has more than { $size }
file-not-utf8 = it is not UTF-8 text
over-prompt = over>
every-level-solved = Every level is solved: `level N` plays one again, `quit` ends the session
q-or-queen = `Q` plays the queen; `q` again ends the session
over-undo = the game is over: `undo` takes a move back
nothing-to-take-back = no move of yours to take back
only-so-many-back = there were only { $count } moves of yours to take back
cant-swap = can't change seats: one side must be yours and one the solver's
saved-to = saved to { $path }
no-pack = no pack is played: `canju play FILE` plays one as levels
solved-helped = solved
solved-alone = solved without help
solved-line = { $how }. { $score }
lines-left-out = { $count ->
    [one] 1 line is
   *[other] { $count } lines are
} left out: { $path }, { $why }
session-only = { $why }: what you solve is remembered for this session only
expected-level = { $path }, line { $line }: expected a line like `alone 346999Q2 | 34JAAD | rules=huanle`
no-level = no level { $number }: there are levels 1 to { $last }
score = { $title }: { $solved } of { $all } levels solved
score-alone = { $title }: { $solved } of { $all } levels solved, { $alone } of them without help
level-of = Level { $number } of { $all }{ $name }
level-name = : { $name }
level-solved =  ({ $how })
pack-is-directory = { $path } is a directory: name a pack in it
pack-is-no-file = `{ $path }` is not a file: name a pack, or two or three hands
needs-file = `{ $word }` needs a file: { $word } FILE
needs-number = `{ $rest }` after `{ $word }`: expected a number from 1, such as { $word } 3
stands-alone = `{ $rest }` after `{ $word }`: { $word } stands alone
try-help = { $why }; `help` lists the commands
a-file = FILE
words-move = 5556, pass  a move: its cards, or pass (过, 不要, 要不起); a queen is a capital Q
word-hint = the kind of the best move; again: more of it; again: its cards
word-solution = spoiler: who wins, the move, and a full game from here
word-verdicts = spoiler: every legal move with its verdict
word-log = the moves so far
word-undo = take back your last move, or your last N, and the answers
word-restart = go back to the start of the game
word-next = go to the next level of the pack
word-previous = go to the level before
word-level = go to level N; alone: which are solved
word-swap = change seats with the solver
word-save = write the game to a file
word-load = go on with a saved game
word-help = this list
word-quit = end the session, as the end of the input does
hint-pass = pass
hint-play = play { $what }
hint-play-cards = play { $what }
hint-solo = a single card
hint-pair = a pair
hint-trio = a trio
hint-trio_solo = a trio with a single card
hint-trio_pair = a trio with a pair
hint-solo_chain = a straight
hint-pair_chain = a straight of pairs
hint-trio_chain = a straight of trios
hint-trio_solo_chain = a straight of trios with single cards
hint-trio_pair_chain = a straight of trios with pairs
hint-four_two_solo = four equal cards with two others
hint-four_two_pair = four equal cards with two pairs
hint-quad_chain = a straight of quads
hint-quad_solo_chain = a straight of quads with single cards
hint-quad_pair_chain = a straight of quads with pairs
hint-bomb = a bomb
hint-rocket = the rocket
hint-straight-of = a straight of { $count } cards
hint-pairs-of = a straight of { $count } pairs
hint-trios-of = a straight of { $count } trios
hint-trios-solo-of = a straight of { $count } trios with single cards
hint-trios-pair-of = a straight of { $count } trios with pairs
hint-quads-of = a straight of { $count } quads
hint-quads-solo-of = a straight of { $count } quads with single cards
hint-quads-pair-of = a straight of { $count } quads with pairs
hint-of-rank = { $kind }, the { $rank }s
hint-low = { $kind }, a low one (3 to 7)
hint-middle = { $kind }, a middle one (8 to Q)
hint-high = { $kind }, a high one (K and above)
