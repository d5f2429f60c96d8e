import type { Tone } from '@palpite/ui'
import type { DataOf } from '../../../shared/api.ts'
import type { TextKey } from '../../../shared/text.ts'

export type Studio = DataOf<'GET /api/backoffice/studios'>[number]
export type StudioKey = Studio['keys'][number]
export type StudioStatement = DataOf<'GET /api/backoffice/studios/:studioId/statement'>

export type KeyState = 'waits' | 'valid' | 'ending' | 'ended'

/** A key waits for its approval until its end, is valid, is valid until its end, or has ended. */
export const keyStateOf = ({ isGood, endsAt }: Pick<StudioKey, 'isGood' | 'endsAt'>, now: Date): KeyState => {
  if (isGood) return endsAt === null ? 'valid' : 'ending'
  return endsAt === null || new Date(endsAt) > now ? 'waits' : 'ended'
}

export const keyStateNames = {
  waits: 'studios.key.waits',
  valid: 'studios.key.valid',
  ending: 'studios.key.ending',
  ended: 'studios.key.ended',
} as const satisfies Record<KeyState, TextKey>

export const keyStateTones = {
  waits: 'warn',
  valid: 'win',
  ending: 'warn',
  ended: 'neutral',
} as const satisfies Record<KeyState, Tone>

export type StudioState = 'open' | 'suspended' | 'noKey'

/** Whether a studio can be played; without a valid key none of its calls is answered. */
export const studioStateOf = ({ isOpen, keys }: Pick<Studio, 'isOpen' | 'keys'>): StudioState =>
  !isOpen ? 'suspended' : keys.some(({ isGood }) => isGood) ? 'open' : 'noKey'

export const studioStateNames = {
  open: 'games.state.open',
  suspended: 'games.state.suspended',
  noKey: 'studios.state.noKey',
} as const satisfies Record<StudioState, TextKey>

export const studioStateTones = {
  open: 'win',
  suspended: 'warn',
  noKey: 'loss',
} as const satisfies Record<StudioState, Tone>

/** Addresses and networks as typed, one per line or separated by commas. */
export const addressesIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter((one) => one !== '')

/** Pages of a CSV file in one: only the first keeps its head. */
export const joinPages = (pages: readonly string[]): string =>
  pages.map((page, at) => (at === 0 ? page : page.slice(page.indexOf('\n') + 1))).join('')
