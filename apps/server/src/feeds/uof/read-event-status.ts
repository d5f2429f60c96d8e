import { stopReading } from '../../sportsbook/index.ts'
import { pairIn, wholeIn, wholeOf } from './read-fields.ts'
import { childOf, childrenOf, type XmlElement } from './read-xml.ts'
import type { UofEventStatus } from './uof-messages.ts'

/** The clock, score, periods and counts of a message. */
export function readEventStatus(element: XmlElement): UofEventStatus {
  const clock = childOf(element, 'clock')
  const statistics = childOf(element, 'statistics')
  const counted = (name: string) => pairIn(childOf(statistics, name), 'home', 'away')
  return {
    status: wholeOf(element, 'status', [0, 100]),
    matchStatus: wholeIn(element, 'match_status', [0, 2000]) ?? 0,
    score: pairIn(element, 'home_score', 'away_score'),
    clockSeconds: clock && clockSecondsOf(clock.attributes['match_time']),
    isStoppedClock: clock?.attributes['stopped'] === 'true',
    periods: childrenOf(childOf(element, 'period_scores'), 'period_score').map((period) => ({
      matchStatus: wholeIn(period, 'match_status_code', [0, 2000]) ?? 0,
      number: wholeIn(period, 'number', [0, 100]) ?? 0,
      ...(pairIn(period, 'home_score', 'away_score') ??
        stopReading('field_missing', 'home_score of period_score')),
    })),
    corners: counted('corners'),
    yellowCards: counted('yellow_cards'),
    redCards: counted('red_cards'),
    yellowRedCards: counted('yellow_red_cards'),
  }
}

/** "75:02" in seconds; nothing where it is absent. */
function clockSecondsOf(written: string | undefined): number | undefined {
  if (written === undefined || written === '') return undefined
  const [, minutes, seconds] = /^(\d{1,3}):([0-5]\d)$/.exec(written) ?? []
  if (minutes === undefined) return stopReading('field_not_valid', `match_time "${written.slice(0, 20)}"`)
  return Number(minutes) * 60 + Number(seconds)
}
