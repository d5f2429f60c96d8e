import { drawLuckyDigit, isNextInChain, plainHmac, rollDouble, seedHash } from '@palpite/games'
import type { GameRoom } from './use-game-room.ts'

/** A recomputed draw: seed, computed result, revealed result, and whether they match. */
export type VerifiedDraw = {
  place: number
  seed: string
  outcome: number
  reported: number | null
  isSame: boolean
}

export type VerifiedRoom = {
  /** Whether the newest seed leads by hashes to the published commitment. */
  isCommitted: boolean
  draws: readonly VerifiedDraw[]
}

/**
 * Recomputes a room's draws, newest first: each earlier seed is the next one's hash. Undrawn rounds have nothing to
 * compare.
 */
export const verifyRoom = ({
  game,
  history,
  lastDraw,
}: Pick<GameRoom, 'game' | 'history' | 'lastDraw'>): VerifiedRoom => {
  if (!lastDraw) return { isCommitted: false, draws: [] }
  const { commitment, salt } = lastDraw
  const reported = new Map(history.map(({ place, outcome }) => [place, outcome]))
  const draws: VerifiedDraw[] = []
  let { seed } = lastDraw
  let isLinked = true
  for (let { place } = lastDraw; place >= 0; place -= 1) {
    const known = place === 0 ? commitment : seedHash(seed)
    if (place === 0) isLinked = isNextInChain(known, seed)
    const said = reported.get(place)
    if (said !== undefined) {
      const outcome = (game === 'double' ? rollDouble : drawLuckyDigit)(plainHmac, { seed, salt })
      draws.push({ place, seed, outcome, reported: said, isSame: said === null || said === outcome })
    }
    seed = known
  }
  return { isCommitted: isLinked, draws }
}
