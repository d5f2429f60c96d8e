import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readUofFixture } from './read-incoming.ts'
import { readUofMessage } from './read-message.ts'

const FOLDER = new URL('../../../../../../shared/feeds/uof-minus5/', import.meta.url)
const isThere = existsSync(FOLDER)
const recorded = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')

const ATTRIBUTES = 'product="1" event_id="sr:match:1" timestamp="1700000000000"'
const odds = (inside: string) => `<odds_change ${ATTRIBUTES}>${inside}</odds_change>`
/** The refusal of the message, or of the first refused market. */
const refusalOf = (text: string) => {
  const read = readUofMessage(text)
  if (!read.ok) return read.refusal.reason
  return ('unread' in read.value ? read.value.unread[0]?.refusal.reason : undefined) ?? 'taken'
}

describe('a message of a Unified Odds Feed', () => {
  test.each([
    ['that is no XML', 'odds', 'malformed'],
    ['that breaks off', '<odds_change product="1"', 'malformed'],
    ['with an element left open', odds('<odds>'), 'malformed'],
    ['with two roots', `${odds('')}${odds('')}`, 'malformed'],
    ['with an attribute said twice', '<alive product="1" product="2"/>', 'malformed'],
    ['that declares an entity', '<!DOCTYPE a [<!ENTITY b "c">]><alive product="1"/>', 'malformed'],
    ['that uses an unknown entity', `<alive product="&b;" timestamp="1" subscribed="1"/>`, 'malformed'],
    ['that is no message of the feed', '<player_profile/>', 'unknown_kind'],
    ['named as what every object has', '<constructor/>', 'unknown_kind'],
    ['of more characters than a message has', odds(' '.repeat(2_000_001)), 'too_large'],
    ['of more elements than a message has', odds('<a/>'.repeat(40_001)), 'too_large'],
    ['nested without end', '<a>'.repeat(50), 'too_large'],
    ['without its event', '<bet_stop product="1" timestamp="1" groups="all"/>', 'field_missing'],
    ['of an event that is none', `<bet_stop product="1" event_id="1 or 1" groups="all"/>`, 'field_not_valid'],
    ['without the groups that stop', `<bet_stop ${ATTRIBUTES}/>`, 'field_missing'],
    ['alive without its producer', '<alive timestamp="1" subscribed="1"/>', 'field_missing'],
    [
      'with a price below one',
      odds('<odds><market id="1"><outcome id="1" odds="0.5"/></market></odds>'),
      'field_not_valid',
    ],
    [
      'with a price in words',
      odds('<odds><market id="1"><outcome id="1" odds="NaN"/></market></odds>'),
      'field_not_valid',
    ],
    ['with a market without id', odds('<odds><market/></odds>'), 'field_missing'],
    ['with broken specifiers', odds('<odds><market id="18" specifiers="total"/></odds>'), 'field_not_valid'],
    [
      'with a negative score',
      odds('<sport_event_status status="1" match_status="6" home_score="-1" away_score="0"/>'),
      'score_negative',
    ],
    [
      'with half a goal',
      odds('<sport_event_status status="1" match_status="6" home_score="0.5" away_score="0"/>'),
      'field_not_valid',
    ],
    [
      'with a clock that is none',
      odds('<sport_event_status status="1" match_status="6"><clock match_time="7:99"/></sport_event_status>'),
      'field_not_valid',
    ],
    [
      'settled without certainty',
      `<bet_settlement ${ATTRIBUTES}><outcomes/></bet_settlement>`,
      'field_missing',
    ],
    [
      'settled with a factor above one',
      `<bet_settlement certainty="2" ${ATTRIBUTES}><outcomes><market id="1"><outcome id="1" result="1" void_factor="2"/></market></outcomes></bet_settlement>`,
      'field_not_valid',
    ],
    [
      'with a window that ends before it begins',
      `<bet_cancel ${ATTRIBUTES} start_time="2000" end_time="1000"><market id="1"/></bet_cancel>`,
      'field_not_valid',
    ],
    [
      'sent at no time there is',
      '<alive product="1" timestamp="99999999999999" subscribed="1"/>',
      'field_not_valid',
    ],
  ])('%s is refused', (_what, text, reason) => {
    expect(refusalOf(text)).toBe(reason)
  })

  test('accepts decimals of any length, and rounds a price to thousandths', () => {
    const settled = `<bet_settlement certainty="2" ${ATTRIBUTES}><outcomes><market id="1"><outcome id="1" result="1" dead_heat_factor="0.3333333333333333"/></market></outcomes></bet_settlement>`
    expect(readUofMessage(settled)).toMatchObject({
      value: { markets: [{ outcomes: [{ deadHeatFactor: '0.3333333333333333' }] }], unread: [] },
    })
    const price = '1.95000000000000017'
    expect(
      readUofMessage(odds(`<odds><market id="1"><outcome id="1" odds="${price}"/></market></odds>`)),
    ).toMatchObject({ value: { markets: [{ outcomes: [{ priceMilli: 1950 }] }], unread: [] } })
  })

  test('refuses only an unreadable market, and reads the others', () => {
    const read = readUofMessage(
      odds(
        `<odds><market id="18" specifiers="total=2.5"><outcome id="12" odds="x"/></market>
         <market id="1"><outcome id="1" odds="2"/></market><market id="16" specifiers="hcp"/></odds>`,
      ),
    )
    expect(read).toMatchObject({
      value: {
        markets: [{ id: 1 }],
        unread: [
          { market: { id: 18, specifiers: { total: '2.5' } }, refusal: { reason: 'field_not_valid' } },
          { market: undefined, refusal: { reason: 'field_not_valid' } },
        ],
      },
    })
  })

  test('an attribute named like a prototype is a plain field', () => {
    expect(refusalOf(`<alive __proto__="1" product="1" timestamp="1" subscribed="1"/>`)).toBe('taken')
    expect(({} as Record<string, unknown>)['product']).toBeUndefined()
  })

  test('gives the match state, its counts and the status of each market', () => {
    const read = readUofMessage(
      odds(
        `<sport_event_status status="1" match_status="7" home_score="2" away_score="1"><clock match_time="75:02"/>
           <period_scores><period_score match_status_code="6" number="1" home_score="2" away_score="0"/></period_scores>
           <statistics><corners home="5" away="7"/></statistics></sport_event_status>
         <odds betstop_reason="2"><market id="18" specifiers="total=2.5" status="-1">
           <outcome id="12" odds="1.95" probabilities="8.97E-4" active="1"/><outcome id="13" active="0"/></market></odds>`,
      ),
    )
    expect(read).toMatchObject({
      ok: true,
      value: {
        kind: 'odds_change',
        eventId: 'sr:match:1',
        betStopReason: 2,
        status: {
          score: { home: 2, away: 1 },
          clockSeconds: 4502,
          periods: [{ matchStatus: 6, home: 2, away: 0 }],
          corners: { home: 5, away: 7 },
        },
        markets: [
          {
            id: 18,
            specifiers: { total: '2.5' },
            status: 'suspended',
            outcomes: [
              { id: '12', priceMilli: 1950, isActive: true },
              { id: '13', priceMilli: undefined, isActive: false },
            ],
          },
        ],
      },
    })
  })
})

describe.runIf(isThere)('the recorded messages of a Unified Odds Feed', () => {
  test('are all accepted, except the two broken on purpose', () => {
    const embedded = recorded('embedded-messages.xmlseq')
      .split(/\n\s*\n/)
      .map((text) => text.trim())
      .filter((text) => text !== '')
    const files = readdirSync(FOLDER).filter((name) => /^(bet_|odds_|rollback_)/.test(name))
    const reasons = [...embedded, ...files.map((name) => recorded(name).trim())].map(refusalOf)
    expect(reasons.filter((reason) => reason !== 'taken')).toEqual(['field_not_valid', 'unknown_kind'])
    expect(reasons.length).toBe(embedded.length + 4)
    expect(embedded.length).toBeGreaterThanOrEqual(18)
  })

  test('cover every kind', () => {
    const kinds = new Set(
      `${recorded('embedded-messages.xmlseq')}\n\n${recorded('bet_cancel.xml')}`
        .split(/\n\s*\n/)
        .flatMap((text) => {
          const read = readUofMessage(text.trim())
          return read.ok ? [read.value.kind] : []
        }),
    )
    expect([...kinds].sort()).toEqual([
      'alive',
      'bet_cancel',
      'bet_settlement',
      'bet_stop',
      'fixture_change',
      'odds_change',
      'rollback_bet_cancel',
      'rollback_bet_settlement',
      'snapshot_complete',
    ])
  })

  test('settle with void and dead-heat factors', () => {
    const read = readUofMessage(recorded('bet_settlement.xml'))
    const markets = read.ok && read.value.kind === 'bet_settlement' ? read.value.markets : []
    expect(markets.find(({ id }) => id === 204)?.specifiers).toEqual({ setnr: '1', total: '9.5' })
    expect(markets.find(({ id }) => id === 201)?.outcomes).toContainEqual({
      id: '861',
      result: 1,
      voidFactor: '0.5',
    })
    expect(markets.find(({ id }) => id === 535)?.outcomes[0]).toMatchObject({
      result: 1,
      deadHeatFactor: '0.5',
    })
  })

  test('name fixtures of our sports, home first', () => {
    const fixtures = [0, 1, 2, 3].map((number) => readUofFixture(recorded(`fixture-${number}.xml`)))
    expect(fixtures[1]).toEqual({
      ok: true,
      value: {
        eventId: 'sr:match:8696826',
        sport: 'football',
        startsAt: new Date('2016-10-31T18:00:00Z'),
        isDayOnly: false,
        form: undefined,
        status: 'closed',
        competition: 'Div 1 Sodra',
        competitors: [
          { id: 'sr:competitor:1860', name: 'IK Oddevold' },
          { id: 'sr:competitor:22356', name: 'Tvaakers IF' },
        ],
      },
    })
    expect(fixtures[2]).toMatchObject({ value: { form: { bestOf: 3, hasMatchTieBreak: true } } })
    // The last one has its tournament removed: without a sport its markets have no meaning.
    expect(fixtures.map((read) => (read.ok ? read.value.sport : read.refusal.reason))).toEqual([
      'football',
      'football',
      'tennis',
      'field_missing',
    ])
  })
})
