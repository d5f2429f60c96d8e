import { type Calls, maxFavourites } from '@palpite/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../platform/errors.ts'
import { withOdds } from './updates/messages.ts'
import { sportsbookSettings as settings } from './settings.ts'
import { askingOf, fits, openApi } from './testing/api.ts'
import { addMatch, type Harness, openHarness, play, playWith } from './testing/harness.ts'
import { sampleFixture } from './testing/sport-samples.ts'

let harness: Harness
let app: Awaited<ReturnType<typeof openApi>>
beforeAll(async () => {
  harness = await openHarness()
  app = await openApi(harness)
})
afterAll(async () => {
  await app.close()
  await harness.close()
})

const { read, post } = askingOf(() => app)

type Moments = Calls['GET /api/app/sportsbook/moments/:fixtureId']['data']
type Favourites = Calls['GET /api/app/sportsbook/favourites']['data']

describe('the course of a match', () => {
  const momentsOf = async (fixtureId: number): Promise<Moments> => {
    const { data } = await read(`/api/app/sportsbook/moments/${fixtureId}`, '')
    expect(fits('GET /api/app/sportsbook/moments/:fixtureId', data)).toBeUndefined()
    return data as unknown as Moments
  }

  test('lists events for late visitors: goals, cards, corners and halves, without plain minutes', async () => {
    const { fixtureId, key } = await addMatch(harness)
    expect(await momentsOf(fixtureId)).toEqual([])
    const nil: [number, number] = [0, 0]
    const counted = { score: nil, corners: nil, cards: nil }
    const later = { ...playWith(key, 1, { ...counted }), clock: { period: 'half1', minute: 21 } } as const
    await harness.receive([playWith(key, 1, { ...counted })])
    await harness.receive([later])
    await harness.receive([playWith(key, 1, { ...counted, corners: [1, 0] })])
    await harness.receive([playWith(key, 1, { ...counted, corners: [1, 0], cards: [0, 1] })])
    await harness.receive([playWith(key, 1, { ...counted, score: [1, 0], corners: [1, 0], cards: [0, 1] })])
    const moments = await momentsOf(fixtureId)
    expect(moments.map(({ state }) => state)).toMatchObject([
      counted,
      { corners: [1, 0], cards: [0, 0] },
      { score: [0, 0], cards: [0, 1] },
      { score: [1, 0] },
    ])
    // Each with its version of the match: a page knows where pushes continue.
    const { data } = await read(`/api/app/sportsbook/fixture/${fixtureId}`, '')
    expect(moments.at(-1)?.version).toBe(data['version'])
    await harness.receive([play(key, 2, 1, 0)])
    expect((await momentsOf(fixtureId)).at(-1)).toMatchObject({ matchStatus: 2 })
  })

  test('has every point of a basketball match, and not the clock in between', async () => {
    const key = 'moments:basketball'
    const ids = await harness.receive(withOdds(sampleFixture('basketball', { key }), settings))
    for (const [home, secondsLeft] of [
      [0, 600],
      [0, 590],
      [2, 580],
      [2, 570],
      [5, 560],
    ] as const)
      await harness.receive([
        {
          kind: 'play',
          key,
          matchStatus: 1,
          clock: { period: 'quarter1', minute: null },
          state: {
            family: 'quarters',
            periods: [[home, 0]],
            isBreak: false,
            overtime: null,
            secondsLeft,
            ball: null,
          },
        },
      ])
    const moments = await momentsOf(present(ids.get(key), 'the match'))
    expect(moments.map(({ state }) => state)).toMatchObject([
      { periods: [[0, 0]] },
      { periods: [[2, 0]] },
      { periods: [[5, 0]] },
    ])
  })

  test('is empty for an unknown match', async () => {
    expect(await momentsOf(999_999_999)).toEqual([])
  })
})

describe('a player’s favourites', () => {
  const followed = async (token: string): Promise<Favourites> => {
    const { data } = await read('/api/app/sportsbook/favourites', token)
    expect(fits('GET /api/app/sportsbook/favourites', data)).toBeUndefined()
    return data as unknown as Favourites
  }
  const follow = (token: string, body: object) => post('/api/app/sportsbook/favourite', body, token)

  test('are private: a match until it is over, a side in all its matches', async () => {
    const match = await addMatch(harness)
    const fixtureId = String(match.fixtureId)
    const { data } = await read(`/api/app/sportsbook/fixture/${fixtureId}`, '')
    const home = String(data['home'])
    await follow('7', { fixtureId, isFavourite: true })
    await follow('7', { fixtureId, isFavourite: true })
    await follow('7', { fixtureId, side: 'home', isFavourite: true })
    expect(await followed('7')).toEqual({
      fixtureIds: [fixtureId],
      teams: [{ sport: 'football', name: home }],
    })
    expect(await followed('8')).toEqual({ fixtureIds: [], teams: [] })
    await harness.receive([play(match.key, -1, 1, 0)])
    expect(await followed('7')).toMatchObject({ fixtureIds: [], teams: [{ name: home }] })
    await follow('7', { fixtureId, side: 'home', isFavourite: false })
    expect(await followed('7')).toEqual({ fixtureIds: [], teams: [] })
  })

  test('are listed together: matches in play first, then by kick-off, followed sides’ matches included; a side without one stays', async () => {
    const nameOf = async (fixtureId: number) =>
      String((await read(`/api/app/sportsbook/fixture/${fixtureId}`, '')).data['home'])
    const seen = async (token: string) => {
      const { data } = await read('/api/app/sportsbook/followed', token)
      expect(fits('GET /api/app/sportsbook/followed', data)).toBeUndefined()
      return data as unknown as Calls['GET /api/app/sportsbook/followed']['data']
    }
    const own = await addMatch(harness)
    const ofSide = await addMatch(harness)
    await addMatch(harness)
    await follow('11', { fixtureId: String(own.fixtureId), isFavourite: true })
    const side = { fixtureId: String(ofSide.fixtureId), side: 'home' as const }
    await follow('11', { ...side, isFavourite: true })
    const idsOf = ({ fixtures }: Awaited<ReturnType<typeof seen>>) =>
      fixtures.map(({ fixtureId }) => Number(fixtureId))
    expect(new Set(idsOf(await seen('11')))).toEqual(new Set([own.fixtureId, ofSide.fixtureId]))
    await harness.receive([play(ofSide.key, 1, 0, 0)])
    expect(idsOf(await seen('11'))).toEqual([ofSide.fixtureId, own.fixtureId])
    // Its feed is late in reporting the start.
    await harness.deps
      .db`update sportsbook_fixture set starts_at = now() - interval '10 minutes' where id = ${own.fixtureId}`
    expect(idsOf(await seen('11'))).toEqual([ofSide.fixtureId, own.fixtureId])
    await harness.receive([play(ofSide.key, -1, 1, 0), play(own.key, -1, 1, 0)])
    const home = await nameOf(ofSide.fixtureId)
    expect(await seen('11')).toEqual({ fixtures: [], teams: [{ sport: 'football', name: home, ...side }] })
    expect(await seen('12')).toEqual({ fixtures: [], teams: [] })
  })

  test('are refused for an unknown match, and without a session', async () => {
    expect(await follow('7', { fixtureId: '999999999', isFavourite: true })).toMatchObject({ http: 404 })
    expect(await follow('', { fixtureId: '999999999', isFavourite: true })).toMatchObject({ http: 401 })
  })

  test('are limited to two hundred: the oldest is dropped', async () => {
    const many = Array.from(
      { length: maxFavourites + 1 },
      (_, at) => `followed:${String(at).padStart(3, '0')}`,
    )
    const ids = await harness.receive(
      many.map((key) =>
        sampleFixture('football', { key, participants: [{ name: 'Alfa' }, { name: 'Beta' }] }),
      ),
    )
    for (const key of many)
      await follow('9', { fixtureId: String(present(ids.get(key), 'the match')), isFavourite: true })
    const { fixtureIds } = await followed('9')
    expect(fixtureIds).toHaveLength(maxFavourites)
    expect(fixtureIds).not.toContain(String(present(ids.get(many[0] ?? ''), 'the oldest')))
  })
})
