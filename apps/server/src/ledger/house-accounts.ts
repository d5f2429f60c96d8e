/** The player id of house accounts and house transfers. */
export const HOUSE = 0

/**
 * House accounts by the ids that the migration gave them. They may be negative; all accounts, of players and the house, sum
 * to zero.
 */
const houseAccountIds = {
  /** PIX received through the first bank: minus credited top-ups, plus refunds. */
  pix_in: 1,
  /** PIX payouts made through the first bank. */
  pix_out: 2,
  /** Clearing account: stakes of all open bets. */
  bets_open: 3,
  /** Result of the sports book. */
  sportsbook: 4,
  /** Result of the small games. */
  games: 5,
  /** Minus bonuses granted. */
  gifts: 6,
  /** Withdrawal fees. */
  fees: 7,
  /** Minus opening balances of test accounts. */
  opening: 8,
  /** Clearing account: stakes of all open rounds of the small games. */
  games_open: 9,
  /** USDT payouts, in reais at the rate of each payout. */
  usdt_out: 10,
  /** USDT received, in reais at the rate of each transfer: minus credited top-ups. */
  usdt_in: 11,
} as const

export type HouseAccount = keyof typeof houseAccountIds | OpenedAccount

/** A house account opened at run time: one per studio, two per further bank. */
export type OpenedAccount = { houseAccountId: number }

/** The id of a house account. */
export const houseIdOf = (account: HouseAccount): number =>
  typeof account === 'string' ? houseAccountIds[account] : account.houseAccountId
