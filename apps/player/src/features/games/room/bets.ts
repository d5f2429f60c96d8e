import type { Calls } from '@palpite/contract'

type Round = Calls['GET /api/app/games/rounds']['data']['rounds'][number]

/** A player's bet on a shared round of any game. */
export type OwnBet = Extract<Round, { game: 'double' | 'luckyColor' }> & { draw: NonNullable<Round['draw']> }

/** The word under which a room counts a bet's stakes. */
export const pickOf = (bet: OwnBet): string => (bet.game === 'double' ? bet.choice.colour : bet.choice.pick)

/** The player's bets in this room, newest first. */
export const betsIn = (rounds: readonly Round[], room: string): OwnBet[] =>
  rounds.filter(
    (round): round is OwnBet =>
      (round.game === 'double' || round.game === 'luckyColor') && round.draw?.room === room,
  )

/** The uncancelled bets on a shared round. */
export const betsOn = (bets: readonly OwnBet[], sharedRoundId: string | undefined): OwnBet[] =>
  bets.filter(({ draw, status }) => draw.sharedRoundId === sharedRoundId && status !== 'refunded')

/** The stake on each pick, in cents. */
export const stakesOf = (bets: readonly OwnBet[]): Map<string, number> => {
  const stakes = new Map<string, number>()
  for (const bet of bets) stakes.set(pickOf(bet), (stakes.get(pickOf(bet)) ?? 0) + bet.stakeCents)
  return stakes
}

/** The bets of the last earlier round with bets: what to repeat. */
export const lastStakes = (
  bets: readonly OwnBet[],
  sharedRoundId: string | undefined,
): Map<string, number> => {
  const last = bets.find(({ draw, status }) => draw.sharedRoundId !== sharedRoundId && status !== 'refunded')
  return stakesOf(betsOn(bets, last?.draw.sharedRoundId))
}

/** The total stake, and the net result of all bets: one win may be smaller than the other losses. */
export const sumsOf = (bets: readonly OwnBet[]) => {
  const stakeCents = bets.reduce((sum, bet) => sum + bet.stakeCents, 0)
  const payoutCents = bets.reduce((sum, bet) => sum + bet.payoutCents, 0)
  return { stakeCents, netCents: payoutCents - stakeCents }
}
