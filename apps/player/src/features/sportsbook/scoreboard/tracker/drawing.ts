import type { SportState, SportStates } from '@palpite/contract'
import type { Fixture } from '../../../../shared/fixture.ts'
import type { MatchEvent } from '../match-events.ts'

/** The input of a drawing: the match state and its last event. */
export type Drawing<F extends SportState['family']> = {
  fixture: Fixture
  state: SportStates[F]
  last: MatchEvent | null
}

/** All fields share one coordinate system, home on the left. */
export const sheet = { width: 320, height: 180 } as const

/** A mark's position as a style, so that CSS animates it. */
export const translateTo = (x: number, y: number): { translate: string } => ({ translate: `${x}px ${y}px` })
