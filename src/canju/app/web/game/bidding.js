// Who becomes the landlord: three players, each at a place from 0 on, bid once in turn, more than those before or nothing. Three is the
// most. Who bids most becomes the landlord and gets the three cards that lie apart, and the bid is the stake.

/** What a player may bid; 0 is nothing. */
export const BIDS = [0, 1, 2, 3];

const PLACES = 3;

/** The place that makes the bid of this number, from 0, in the deal of this seed. @param {number} seed @param {number} number */
export const placeOf = (seed, number) => (seed + number) % PLACES;

/** The highest bid so far. @param {number[]} bids */
export const highest = (bids) => Math.max(0, ...bids);

/** The place that bids now; null when that is over. @param {number} seed @param {number[]} bids */
export const bidder = (seed, bids) => (bids.length === PLACES || highest(bids) === 3 ? null : placeOf(seed, bids.length));

/** May this be bid now? @param {number[]} bids @param {number} bid */
export const mayBid = (bids, bid) => bid === 0 || bid > highest(bids);

/** Who becomes the landlord, and for which stake; null if nobody bids. @param {number} seed @param {number[]} bids */
export function landlordOf(seed, bids) {
  const stake = highest(bids);
  return stake === 0 ? null : { place: placeOf(seed, bids.indexOf(stake)), stake };
}

/** Bids in the order in which they are made, as far as the rules allow them. @param {number[]} bids */
export const legal = (bids) => bids.slice(0, PLACES).filter((bid, at) => BIDS.includes(bid) && mayBid(bids.slice(0, at), bid));

// What a bot sees in its hand, in points, and how many it needs for each bid: a rule of thumb, which nobody has measured.
const ROCKET = 8, BOMB = 6, BIG = 4, SMALL = 3, TWO = 2, NEEDED = [3, 5, 7];

/** What a bot bids with these cards, which are in order. @param {string} hand @param {number[]} bids */
export function bidOf(hand, bids) {
  const bombs = hand.match(/(.)\1{3}/g)?.length ?? 0, twos = hand.match(/2/g)?.length ?? 0;
  const jokers = hand.endsWith("XD") ? ROCKET : hand.endsWith("D") ? BIG : hand.endsWith("X") ? SMALL : 0;
  const worth = BOMB * bombs + jokers + (twos < 4 ? TWO * twos : 0);
  const bid = NEEDED.filter((needed) => worth >= needed).length;
  return mayBid(bids, bid) ? bid : 0;
}
