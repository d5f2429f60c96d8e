import type { Sport } from '@palpite/odds'
import { FEEDS, readUofFixtureIncoming } from '../../apps/server/src/feeds/index.ts'
import { type FeedMessage, sportsbookSettings } from '../../apps/server/src/sportsbook/index.ts'
import { text, type Json } from './case.ts'
import type { CaseMarket } from './feed-market.ts'
import type { Readings } from './feed-world.ts'
import { element, splitFields } from './feed-xml.ts'

/** The one fixture of a case, by the feed's own name. */
export const EVENT = 'sr:match:1'

/** The context of a step: its match, and the market named last. */
export type UofCase = {
  readonly sport: Sport
  readonly participants: readonly string[]
  readonly last: CaseMarket | undefined
}

const SPORTS: Readonly<Partial<Record<Sport, number>>> = {
  football: 1,
  basketball: 2,
  baseball: 3,
  tennis: 5,
  boxing: 10,
  american_football: 16,
  snooker: 19,
  table_tennis: 20,
  cricket: 21,
  volleyball: 23,
  badminton: 31,
}

/** Reads a message with the feed's own reader. */
export const readUof = (xml: string): Readings => {
  const read = FEEDS.find(({ name }) => name === 'uof')?.read
  if (!read) throw new Error('the feed has no reader')
  return read(xml, sportsbookSettings)
}

const HOUR_MS = 3_600_000

/** The fixture as the feed's fixture endpoint returns it, an hour before its start; `fixture` may add fields. */
export function fixtureOf({ sport, participants }: UofCase, fixture: Json): Readings {
  const startsAt = new Date(Date.now() + HOUR_MS)
  const number = SPORTS[sport]
  if (number === undefined) return own('fixture', fixtureMessage(sport, participants, startsAt))
  const { bestOf, matchTieBreak, ...said } = fixture
  const { attributes, children } = splitFields(said)
  const form = [
    ...(bestOf === undefined ? [] : [element('info', { key: 'best_of', value: text(bestOf) ?? '' })]),
    ...(matchTieBreak === undefined
      ? []
      : [element('info', { key: 'super_tiebreak', value: matchTieBreak === true ? 10 : 0 })]),
  ]
  const all = { id: EVENT, start_time: startsAt.toISOString(), ...attributes }
  const competitors = participants.map((name, at) =>
    element('competitor', { id: `sr:competitor:${at + 1}`, name, qualifier: at === 0 ? 'home' : 'away' }),
  )
  const inside = [
    `<tournament id="sr:tournament:1" name="Copa"><sport id="sr:sport:${number}" name="${sport}"/></tournament>`,
    element('competitors', {}, competitors.join('')),
    ...(form.length > 0 ? [element('extra_info', {}, form.join(''))] : []),
    ...children,
  ]
  return readUofFixtureIncoming(element('fixtures_fixture', {}, element('fixture', all, inside.join(''))))
}

const fixtureMessage = (sport: Sport, participants: readonly string[], startsAt: Date) => ({
  kind: 'fixture' as const,
  key: EVENT,
  sport,
  competition: 'Copa',
  title: null,
  participants: participants.map((name) => ({ name })),
  startsAt,
  model: null,
  play: null,
})

/** One of our own messages, for what the feed cannot express; it passes through the same intake. */
export const own = (kind: string, message: FeedMessage): Readings => ({
  ok: true,
  value: [
    {
      about: 'fixture',
      key: EVENT,
      producer: 'case',
      kind,
      sentAt: undefined,
      digest: `${kind} ${(written += 1)}`,
      translate: () => ({ ok: true, value: { messages: [message], left: [] } }),
    },
  ],
})
let written = 0
