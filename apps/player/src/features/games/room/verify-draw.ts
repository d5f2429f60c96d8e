import { drawLuckyDigit, plainHmac, rollDouble, seedHash } from '@palpite/games'
import type { GameRound } from '../../../shared/overlays.ts'

/** A bet on a draw that many share. */
export type SharedBet = Extract<GameRound, { game: 'double' | 'luckyColor' }>

/** Whether this is a bet on a draw that many share. */
export const isSharedBet = (round: GameRound): round is SharedBet =>
  round.game === 'double' || round.game === 'luckyColor'

/** The room that a bet was made in. */
export const roomOfBet = (round: SharedBet) =>
  round.game === 'double' ? ('double' as const) : (`luckyColor:${round.choice.room}` as const)

export type VerifiedDraw = {
  place: number
  seed: string
  /** Whether hash after hash leads from the seed to what was published before the first round. */
  isCommitted: boolean
  /** What follows from the seed. */
  outcome: number
  /** Whether it is what was told; nothing for a bet that was given back before it was told anything. */
  isSame: boolean | undefined
}

/** Works the very draw of a bet out again, from its seed alone; nothing before that is shown. */
export const verifyDraw = (round: SharedBet): VerifiedDraw | undefined => {
  const { draw } = round
  if (draw === null || draw.seed === null) return undefined
  const { place, seed, salt, commitment } = draw
  let known = seed
  for (let at = place; at >= 0; at -= 1) known = seedHash(known)
  const outcome = (round.game === 'double' ? rollDouble : drawLuckyDigit)(plainHmac, { seed, salt })
  const told = round.game === 'double' ? round.state.slot : round.state.digit
  return {
    place,
    seed,
    isCommitted: known === commitment,
    outcome,
    isSame: told === null ? undefined : told === outcome,
  }
}
