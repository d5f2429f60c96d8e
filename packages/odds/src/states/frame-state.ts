import type { Ending, MatchState, Side, Count, CountKey } from '../markets/state.ts'

/** A snooker match: points of each frame so far, in order. */
export type FrameMatch = {
  readonly bestOf: number
  readonly ending: Ending
  readonly frames: readonly (readonly [home: number, away: number])[]
  /** Whether the last frame listed is still being played. */
  readonly isLastOpen?: boolean
  readonly winner?: Side
}

/**
 * The match state of a match in frames: frames won, and the points of each frame.
 * Asserts: an odd number of frames up to 35, no more listed than that, whole points of zero or more, no level frame.
 */
export const frameMatchState = (match: FrameMatch): MatchState => {
  const { bestOf, ending, frames, winner } = match
  if (
    !Number.isSafeInteger(bestOf) ||
    bestOf < 1 ||
    bestOf > 35 ||
    bestOf % 2 === 0 ||
    frames.length > bestOf
  ) {
    throw new Error(`not the frames of a best of ${bestOf}`)
  }
  const won = { home: 0, away: 0 }
  const counts: Partial<Record<CountKey, Count>> = {}
  for (const [place, [home, away]] of frames.entries()) {
    const over = place < frames.length - 1 || !match.isLastOpen
    if (![home, away].every((points) => Number.isSafeInteger(points) && points >= 0))
      throw new Error('points must be whole')
    if (over && home === away) throw new Error(`frame ${place + 1} cannot end level`)
    if (over) won[home > away ? 'home' : 'away'] += 1
    counts[`points.frame${place + 1}`] = { home, away, over }
  }
  const needed = (bestOf + 1) / 2
  const min = won.home + won.away + needed - Math.max(won.home, won.away)
  counts['frames.full'] = { ...won, over: ending === 'finished', min }
  return { sport: 'snooker', ending, counts, ...(winner ? { winner } : {}) }
}
