/** The player of accounts and transfers that are the house's own. */
export const HOUSE = 0

/**
 * The accounts of the house, by the ids that the migration gave them. They may go below zero; the sum of all
 * accounts, players' and house, is zero.
 */
const houseAccountIds = {
  /** What came in over PIX by the first bank: minus all top-ups that were credited, plus what was given back. */
  pix_in: 1,
  /** What went out over PIX by the first bank: all payouts that it made. */
  pix_out: 2,
  /** Clearing: the stakes of all open bets. */
  bets_open: 3,
  /** What the sports book won. */
  sportsbook: 4,
  /** What the small games won. */
  games: 5,
  /** Minus what the house gave as bonuses. */
  gifts: 6,
  /** Fees of withdrawals. */
  fees: 7,
  /** Minus what test accounts were opened with. */
  opening: 8,
  /** Clearing: the stakes of all open rounds of the small games. */
  games_open: 9,
  /** What went out as USDT, in reais at the rate of each payout. */
  usdt_out: 10,
  /** What came in as USDT, in reais at the rate of each transfer: minus all top-ups that were credited. */
  usdt_in: 11,
} as const

export type HouseAccount = keyof typeof houseAccountIds | OpenedAccount

/** An account of the house that is opened while the product runs: one for each studio, two for each further bank. */
export type OpenedAccount = { houseAccountId: number }

/** The id of an account of the house. */
export const houseIdOf = (account: HouseAccount): number =>
  typeof account === 'string' ? houseAccountIds[account] : account.houseAccountId
