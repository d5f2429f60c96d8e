import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askingOf, openApi } from '../sportsbook/testing/api.ts'
import { addMatch, openHarness, type Harness } from '../sportsbook/testing/harness.ts'
import { openFeeds } from './index.ts'

let harness: Harness
let app: Awaited<ReturnType<typeof openApi>>
beforeAll(async () => {
  harness = await openHarness({ catalogueAgeMs: 0 }, { SANDBOX_URL: 'http://127.0.0.1:9' })
  app = await openApi(harness, openFeeds(harness.deps, harness.sportsbook))
})
afterAll(async () => {
  await app.close()
  await harness.close()
})

const { read, post } = askingOf(() => app)

describe('the calls for tests', () => {
  const match = { home: 'Serra do Quati', away: 'Barra do Pequi', startsInSeconds: 60, speed: 600 }

  test('schedule a match beside a sandbox and return its result', async () => {
    const { data, http } = await post('/api/sandbox/match', match, '')
    expect(http).toBe(200)
    expect(data['result']).toMatchObject({ home: expect.any(Number) as number })
    const fixture = await read(`/api/app/sportsbook/fixture/${String(data['fixtureId'])}`, '')
    expect(fixture.data).toMatchObject({
      home: 'Serra do Quati',
      away: 'Barra do Pequi',
      competition: 'Liga Maracujá',
      simulated: true,
    })
  })

  test('refuse real clubs, and clubs of different leagues', async () => {
    for (const away of ['Santos', 'Fazenda do Caju']) {
      expect(await post('/api/sandbox/match', { ...match, away }, '')).toMatchObject({
        http: 400,
        data: { field: 'away' },
      })
    }
  })

  test('name the invalid field', async () => {
    expect(await post('/api/sandbox/match', { ...match, speed: 0 }, '')).toMatchObject({
      http: 400,
      data: { field: 'speed' },
    })
  })

  test.each(['999999', '-1', 'abc', '9'.repeat(30)])('have no match %s to play', async (id) => {
    const answer = await post(`/api/sandbox/match/${id}/advance`, { to: 'end' }, '')
    expect(answer).toMatchObject({ http: 404, status: 404 })
  })

  test('answer for a match that is not simulated as if it did not exist', async () => {
    const { fixtureId } = await addMatch(harness)
    const answer = await post(`/api/sandbox/match/${fixtureId}/advance`, { to: 'end' }, '')
    expect(answer).toMatchObject({ http: 404, status: 404 })
    const { data } = await read(`/api/app/sportsbook/fixture/${fixtureId}`, '')
    expect(data).toMatchObject({ matchStatus: 0 })
  })

  test.each([
    [{ to: 'half-time' }, 'to'],
    [{ to: { minute: 0 } }, 'to.minute'],
    [{}, 'to'],
    [{ to: 'end', speed: 2 }, 'speed'],
  ])('play no match to %o', async (payload, field) => {
    const answer = await post('/api/sandbox/match/1/advance', payload, '')
    expect(answer).toMatchObject({ http: 400, data: { field } })
  })

  test('do not exist without a sandbox', async () => {
    const alone = await openHarness()
    const server = await openApi(alone, openFeeds(alone.deps, alone.sportsbook))
    for (const [url, payload] of [
      ['/api/sandbox/match', match],
      ['/api/sandbox/match/1/advance', { to: 'end' }],
    ] as const)
      expect((await server.inject({ method: 'POST', url, payload })).statusCode).toBe(404)
    await server.close()
    await alone.close()
  })
})
