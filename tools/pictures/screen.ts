import type { OverlayName } from '../../apps/player/src/shared/overlay-names.ts'

/** The viewer of a screen. The types of `people.ts` require every one. */
export type Who = 'visitor' | 'newcomer' | 'player' | 'climber' | 'careful' | 'tester'

/** A screen's views. */
export const faces = ['full', 'loading', 'empty', 'failed'] as const
export type Face = (typeof faces)[number]

export type Screen = {
  name: string
  path: string
  who: Who
  /** Buttons pressed in turn, by Portuguese name, to open an overlay. */
  press?: readonly (string | RegExp)[]
  /** The last press changes the sheet without opening another. */
  endsWithinSheet?: true
  /** A long-pressed price, for players who enabled it. */
  holdsPrice?: true
  /** The final overlay; a test ensures that all of the app's are covered. */
  over?: OverlayName
  /** The form a new player completes first. Found by Portuguese names, so in Portuguese only. */
  enters?: 'login' | 'register'
  /** What must be present in the full view: a Playwright selector. */
  sees?: string
  /** The screen's calls: held, emptied or failed they give the other views. */
  feeds?: RegExp
  /** Calls whose empty answer is no view: the list of sports is never empty. */
  without?: readonly Face[]
}
