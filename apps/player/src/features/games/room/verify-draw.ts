import { drawLuckyDigit, plainHmac, rollDouble, seedHash } from '@palpite/games'
import type { GameRound } from '../../../shared/overlays.ts'

/** A bet on a shared draw. */
export type SharedBet = Extract<GameRound, { game: 'double' | 'luckyColor' }>

/** Whether this is a bet on a shared draw. */
export const isSharedBet = (round: GameRound): round is SharedBet =>
  round.game === 'double' || round.game === 'luckyColor'

/** The bet's room. */
export const roomOfBet = (round: SharedBet) =>
  round.game === 'double' ? ('double' as const) : (`luckyColor:${round.choice.room}` as const)

export type VerifiedDraw = {
  place: number
  seed: string
  /** Whether the hash chain leads from the seed to the published commitment. */
  isCommitted: boolean
  /** The seed's result. */
  outcome: number
  /** Whether it equals the revealed one; undefined for a bet cancelled before. */
  isSame: boolean | undefined
}

/** Recomputes a bet's draw from its seed; undefined before it is revealed. */
export const verifyDraw = (round: SharedBet): VerifiedDraw | undefined => {
  const { draw } = round
  if (draw === null || draw.seed === null) return undefined
  const { place, seed, salt, commitment } = draw
  let known = seed
  for (let at = place; at >= 0; at -= 1) known = seedHash(known)
  const outcome = (round.game === 'double' ? rollDouble : drawLuckyDigit)(plainHmac, { seed, salt })
  const reported = round.game === 'double' ? round.state.slot : round.state.digit
  return {
    place,
    seed,
    isCommitted: known === commitment,
    outcome,
    isSame: reported === null ? undefined : reported === outcome,
  }
}
