import type { SportState, SportStates } from '@palpite/contract'
import type { Fixture } from '../../../../shared/fixture.ts'
import type { MatchEvent } from '../match-events.ts'

/** What a drawing of a match is made from: its state, and what was seen to happen last. */
export type Drawing<F extends SportState['family']> = {
  fixture: Fixture
  state: SportStates[F]
  last: MatchEvent | null
}

/** All fields are drawn on the same sheet, home to the left. */
export const sheet = { width: 320, height: 180 } as const

/** Where a mark stands on the sheet, as a style, so that it eases there when it moves. */
export const standsAt = (x: number, y: number): { translate: string } => ({ translate: `${x}px ${y}px` })
