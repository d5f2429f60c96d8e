import type { Sport } from '@palpite/odds'
import { attemptReading, type FeedReading, stopReading } from '../../sportsbook/index.ts'
import { textIn } from './read-fields.ts'
import { childOf, childrenOf, readXml, type XmlElement } from './read-xml.ts'

/** A fixture as the feed's own address for fixtures tells it: names, competition and kick-off. */
export type UofFixture = {
  readonly eventId: string
  readonly sport: Sport
  readonly startsAt: Date
  /** The hour of its start is still to be said: it stands at noon of its day. */
  readonly isDayOnly: boolean
  /** Over how many sets or frames it is played at most, and whether the last one is a match tie-break, where that is said. */
  readonly form: { readonly bestOf: number; readonly hasMatchTieBreak: boolean } | undefined
  readonly status: string | undefined
  readonly competition: string
  /** Home first; of a race or an outright all that take part. */
  readonly competitors: readonly { readonly id: string; readonly name: string }[]
}

/** The feed's number of each sport. */
const SPORT_IDS: Readonly<Record<string, Sport>> = {
  'sr:sport:1': 'football',
  'sr:sport:2': 'basketball',
  'sr:sport:3': 'baseball',
  'sr:sport:5': 'tennis',
  'sr:sport:10': 'boxing',
  'sr:sport:16': 'american_football',
  'sr:sport:19': 'snooker',
  'sr:sport:20': 'table_tennis',
  'sr:sport:21': 'cricket',
  'sr:sport:23': 'volleyball',
  'sr:sport:31': 'badminton',
}

/** A fixture that the feed was asked for; the sport must be one of the house. */
export const readUofFixture = (text: string): FeedReading<UofFixture> =>
  attemptReading(() => {
    const root = readXml(text)
    const fixture = childOf(root, 'fixture')
    if (root.name !== 'fixtures_fixture' || !fixture)
      return stopReading('unknown_kind', root.name.slice(0, 60))
    return fixtureOf(fixture)
  })

const MAX_COMPETITORS = 200

function fixtureOf(fixture: XmlElement): UofFixture {
  const tournament = childOf(fixture, 'tournament')
  const sport = childOf(tournament, 'sport')
  const isDayOnly = fixture.attributes['start_time_tbd'] === 'true'
  const competitors = childrenOf(childOf(fixture, 'competitors'), 'competitor')
  if (competitors.length > MAX_COMPETITORS) stopReading('too_large', `${competitors.length} competitors`)
  // Of two sides the feed says which is which: the order of the list says nothing.
  const sides = competitors.map(({ attributes }) => attributes['qualifier'])
  if (competitors.length === 2 && !(sides.includes('home') && sides.includes('away')))
    stopReading('field_missing', 'qualifier of competitor')
  return {
    eventId: textIn(fixture, 'id'),
    sport: sportOf(sport),
    startsAt: isDayOnly ? noonOf(startOf(fixture)) : startOf(fixture),
    isDayOnly,
    form: formOf(fixture),
    status: fixture.attributes['status'],
    competition: tournament
      ? textIn(tournament, 'name')
      : stopReading('field_missing', 'tournament of fixture'),
    competitors: competitors
      .toSorted(homeFirst)
      .map((one) => ({ id: textIn(one, 'id'), name: textIn(one, 'name') })),
  }
}

function sportOf(sport: XmlElement | undefined): Sport {
  if (!sport) return stopReading('field_missing', 'sport of tournament')
  const id = textIn(sport, 'id')
  return SPORT_IDS[id] ?? stopReading('unknown_sport', id.slice(0, 40))
}

function startOf(fixture: XmlElement): Date {
  const written = fixture.attributes['start_time'] ?? fixture.attributes['scheduled'] ?? ''
  const at = new Date(written)
  return Number.isNaN(at.getTime())
    ? stopReading('field_not_valid', `start_time "${written.slice(0, 40)}"`)
    : at
}

/** At noon of UTC it is the same day nearly everywhere; the midnight that feeds write is the day before in Brazil. */
function noonOf(at: Date): Date {
  const noon = new Date(at)
  noon.setUTCHours(12, 0, 0, 0)
  return noon
}

/** A form that is none is as good as not said: nothing is decided by it. */
function formOf(fixture: XmlElement): UofFixture['form'] {
  const said = new Map(
    childrenOf(childOf(fixture, 'extra_info'), 'info').map(({ attributes }) => [
      attributes['key'],
      attributes['value'] ?? '',
    ]),
  )
  const bestOf = Number(said.get('best_of'))
  const isForm = Number.isSafeInteger(bestOf) && bestOf >= 1 && bestOf <= 35 && bestOf % 2 === 1
  return isForm ? { bestOf, hasMatchTieBreak: Number(said.get('super_tiebreak') ?? 0) > 0 } : undefined
}

const homeFirst = (one: XmlElement, other: XmlElement): number => rank(one) - rank(other)
const rank = ({ attributes }: XmlElement): number => (attributes['qualifier'] === 'away' ? 1 : 0)
