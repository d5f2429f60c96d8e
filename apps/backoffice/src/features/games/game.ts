import type { Tone } from '@palpite/ui'
import type { DataOf } from '../../shared/api.ts'
import type { TextKey } from '../../shared/text.ts'

/** A small game for operators. */
export type Game = DataOf<'GET /api/backoffice/games'>['games'][number]
export type Return = Game['returns'][number]
export type AbnormalKind = 'stuck' | 'refunded' | 'large'

export const openNames = {
  open: 'games.state.open',
  closed: 'games.state.closed',
} as const satisfies Record<string, TextKey>
export const openTones = { open: 'win', closed: 'neutral' } as const

export const periodNames = {
  day: 'games.period.day',
  week: 'games.period.week',
  all: 'games.period.all',
} as const satisfies Record<Return['period'], TextKey>

export const bandNames = {
  usual: 'games.band.usual',
  watch: 'games.band.watch',
  alarm: 'games.band.alarm',
} as const satisfies Record<Return['state'], TextKey>

export const bandTones = {
  usual: 'win',
  watch: 'warn',
  alarm: 'loss',
} as const satisfies Record<Return['state'], Tone>

export const kindNames = {
  stuck: 'games.abnormal.stuck',
  refunded: 'games.abnormal.refunded',
  large: 'games.abnormal.large',
} as const satisfies Record<AbnormalKind, TextKey>

/** Payouts divided by stakes, in hundredths of a percent; undefined without stakes. */
export const returnBps = (cents: number, stakedCents: number): number | undefined =>
  stakedCents === 0 ? undefined : Math.round((cents / stakedCents) * 10_000)

/** A game's figures in a period. */
export const returnOf = ({ returns }: Pick<Game, 'returns'>, period: Return['period']): Return | undefined =>
  returns.find((one) => one.period === period)
