import type { Glyph, Tone } from '@palpite/ui'
import type { TextKey } from '../../shared/text/keys.ts'

/** A result code's display: word, icon and colour. */
export type ResultView = { text: TextKey; icon: Glyph; tone: Tone }

const open: ResultView = { text: 'sportsbook.result.open', icon: 'clock', tone: 'info' }
const lost: ResultView = { text: 'sportsbook.result.lost', icon: 'x-circle-fill', tone: 'loss' }

/** The result codes of SPEC §3. Zero means draw here; while a bet is open its status decides. */
const views: Readonly<Record<number, ResultView>> = {
  [-10]: { text: 'sportsbook.result.placed', icon: 'clock', tone: 'info' },
  1000: { text: 'sportsbook.result.accepted', icon: 'clock', tone: 'info' },
  0: { text: 'sportsbook.result.draw', icon: 'equals-bold', tone: 'neutral' },
  10: { text: 'sportsbook.result.won', icon: 'check-circle-fill', tone: 'win' },
  21: { text: 'sportsbook.result.halfWon', icon: 'circle-half-fill', tone: 'win' },
  20: lost,
  4: lost,
  [-11]: lost,
  11: { text: 'sportsbook.result.halfLost', icon: 'circle-half-fill', tone: 'loss' },
  90: { text: 'sportsbook.result.refunded', icon: 'arrow-u-up-left', tone: 'info' },
  [-1]: { text: 'sportsbook.result.abnormal', icon: 'warning-fill', tone: 'warn' },
}

const unknown: ResultView = { text: 'sportsbook.result.unknown', icon: 'info-fill', tone: 'neutral' }

const cashedOut: ResultView = { text: 'sportsbook.result.cashedOut', icon: 'check-circle-fill', tone: 'info' }

/** The display of a bet, leg or outcome. Code 0 has two meanings, separated by the status. */
export const resultView = (status: 'open' | 'settled' | 'cashed_out', result: number): ResultView => {
  if (status === 'cashed_out') return cashedOut
  if (status === 'open' && (result === 0 || views[result] === undefined)) return open
  return views[result] ?? unknown
}
