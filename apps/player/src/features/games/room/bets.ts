import type { Calls } from '@palpite/contract'

type Round = Calls['GET /api/app/games/rounds']['data']['rounds'][number]

/** A bet of the player on a shared round, whichever game it is of. */
export type OwnBet = Extract<Round, { game: 'double' | 'luckyColor' }> & { draw: NonNullable<Round['draw']> }

/** What a bet is on, by the word that a room counts stakes under. */
export const pickOf = (bet: OwnBet): string => (bet.game === 'double' ? bet.choice.colour : bet.choice.pick)

/** The player's bets in this room, newest first. */
export const betsIn = (rounds: readonly Round[], room: string): OwnBet[] =>
  rounds.filter(
    (round): round is OwnBet =>
      (round.game === 'double' || round.game === 'luckyColor') && round.draw?.room === room,
  )

/** The bets on one shared round that were not taken back. */
export const betsOn = (bets: readonly OwnBet[], sharedRoundId: string | undefined): OwnBet[] =>
  bets.filter(({ draw, status }) => draw.sharedRoundId === sharedRoundId && status !== 'refunded')

/** What lies on each pick, in cents. */
export const stakesOf = (bets: readonly OwnBet[]): Map<string, number> => {
  const stakes = new Map<string, number>()
  for (const bet of bets) stakes.set(pickOf(bet), (stakes.get(pickOf(bet)) ?? 0) + bet.stakeCents)
  return stakes
}

/** What was bet on the last shared round before this one that was bet on: what to repeat. */
export const lastStakes = (
  bets: readonly OwnBet[],
  sharedRoundId: string | undefined,
): Map<string, number> => {
  const last = bets.find(({ draw, status }) => draw.sharedRoundId !== sharedRoundId && status !== 'refunded')
  return stakesOf(betsOn(bets, last?.draw.sharedRoundId))
}

/** All that was staked, and what all bets together brought or cost: a win of one may be less than the others lost. */
export const sumsOf = (bets: readonly OwnBet[]) => {
  const stakeCents = bets.reduce((sum, bet) => sum + bet.stakeCents, 0)
  const payoutCents = bets.reduce((sum, bet) => sum + bet.payoutCents, 0)
  return { stakeCents, netCents: payoutCents - stakeCents }
}
