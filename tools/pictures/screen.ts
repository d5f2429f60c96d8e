import type { OverlayName } from '../../apps/player/src/shared/overlay-names.ts'

/** Somebody who looks at a screen. The types of `people.ts` ask for every one of them. */
export type Who = 'visitor' | 'newcomer' | 'player' | 'climber' | 'careful' | 'tester'

/** What a screen can be seen as. */
export const faces = ['full', 'loading', 'empty', 'failed'] as const
export type Face = (typeof faces)[number]

export type Screen = {
  name: string
  path: string
  who: Who
  /** Buttons, and parts of a sheet, pressed in turn, by their Portuguese names, to bring up what lies over the page. */
  press?: readonly (string | RegExp)[]
  /** The last press changes what its sheet shows and brings up no other. */
  endsWithinSheet?: true
  /** A price that is held down, for whoever has asked for that. */
  holdsPrice?: true
  /** What lies over the page in the end; a test holds that none of the app's is missing. */
  over?: OverlayName
  /** The form that somebody new goes through first, for what follows on it. Found by Portuguese names, so taken in Portuguese only. */
  enters?: 'login' | 'register'
  /** What has to be there in the full view: a selector of Playwright's. */
  sees?: string
  /** What the screen shows comes from these calls: held, emptied or failed they give its other views. */
  feeds?: RegExp
  /** What the page holds of an empty answer is no view of its own: the list of sports is never empty. */
  without?: readonly Face[]
}
