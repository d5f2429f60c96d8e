import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMatch, feedReceiver } from '../sportsbook/testing/harness.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let trader: Awaited<ReturnType<typeof harness.operatorWith>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
  trader = await harness.operatorWith('trader@house.example', ['markets.suspend', 'prices.keep'])
})
afterAll(() => harness.close())

const REASON = 'a friendly with few viewers'
let made = 0
const requestId = () => `limit-request-${String((made += 1)).padStart(10, '0')}`

type Limits = {
  beforeStartBps: number
  inPlayBps: number
  version: number
  operatorId: number
  reason: string
}

const newMatch = async () => {
  const { deps } = harness
  return (await addMatch({ deps, receive: feedReceiver(deps) })).fixtureId
}
const read = async (fixtureId: number) => {
  const path = `/api/backoffice/trading/fixtures/${fixtureId}`
  const { data } = await harness.call(`GET ${path}`, { token: trader.token })
  return (data as unknown as { limits: Limits | null }).limits
}
const limit = (fixtureId: number, body: object, token = trader.token) =>
  harness.call(`POST /api/backoffice/trading/fixtures/${fixtureId}/limits`, {
    token,
    body: {
      requestId: requestId(),
      version: 0,
      limits: { beforeStartBps: 5000, inPlayBps: 2000 },
      reason: REASON,
      ...body,
    },
  })

test('a trader lowers the limits of a match and returns it to the settings: the grid says who and why, and both are audited', async () => {
  const fixtureId = await newMatch()
  expect(await read(fixtureId)).toBeNull()
  expect((await limit(fixtureId, {})).http).toBe(200)
  const held = await read(fixtureId)
  expect(held).toMatchObject({ beforeStartBps: 5000, inPlayBps: 2000, reason: REASON })
  const { version = 0, operatorId } = held ?? {}
  expect(operatorId).toBeGreaterThan(0)
  const inPlayOnly = { beforeStartBps: 10_000, inPlayBps: 2000 }
  expect((await limit(fixtureId, { version, limits: inPlayOnly })).http).toBe(200)
  const next = await read(fixtureId)
  expect(next).toMatchObject(inPlayOnly)
  expect((await limit(fixtureId, { version: next?.version, limits: null })).http).toBe(200)
  expect(await read(fixtureId)).toBeNull()
  const audited = await harness.call(`GET /api/backoffice/audit?subject=fixture:${fixtureId}`, {
    token: harness.rootToken,
  })
  const before = { beforeStartBps: 5000, inPlayBps: 2000 }
  expect((audited.data as unknown as { items: object[] }).items).toMatchObject([
    { action: 'fixture.limits_lifted', details: { before: inPlayOnly, after: null, reason: REASON } },
    { action: 'fixture.limited', details: { before, after: inPlayOnly } },
    { action: 'fixture.limited', details: { before: null, after: before } },
  ])
})

test('31.7 limits sent many times at once are set once, and their request id belongs to one match, share and reason', async () => {
  const [fixtureId, other] = [await newMatch(), await newMatch()]
  const body = { requestId: requestId() }
  const sent = await Promise.all(Array.from({ length: 40 }, () => limit(fixtureId, body)))
  expect(new Set(sent.map(({ http }) => http))).toEqual(new Set([200]))
  const rows = await harness.deps.db`select id from sportsbook_match_limit where fixture_id = ${fixtureId}`
  expect(rows).toHaveLength(1)
  expect((await limit(other, body)).code).toBe('request_mismatch')
  expect((await limit(fixtureId, { ...body, limits: null })).code).toBe('request_mismatch')
  expect((await limit(fixtureId, { ...body, reason: 'another reason' })).code).toBe('request_mismatch')
})

test('of two operators who saw the same limits the second is refused, as is more than the settings allow', async () => {
  const fixtureId = await newMatch()
  const colleague = await harness.operatorWith('colleague@house.example', ['markets.suspend', 'prices.keep'])
  const both = await Promise.all([limit(fixtureId, {}), limit(fixtureId, {}, colleague.token)])
  expect(both.map(({ code }) => code).filter((code) => code === 'match_limits_outdated')).toHaveLength(1)
  const { version = 0 } = (await read(fixtureId)) ?? {}
  const more = { beforeStartBps: 10_001, inPlayBps: 10_000 }
  expect((await limit(fixtureId, { version, limits: more })).code).toBe('bad_request')
  expect((await limit(fixtureId, { version, reason: '   ' })).code).toBe('bad_request')
  expect((await limit(999_999, {})).code).toBe('not_found')
  const reader = await harness.operatorWith('reader@house.example', ['markets.suspend'])
  expect((await limit(fixtureId, { version }, reader.token)).code).toBe('forbidden')
  // The whole of both is no limit of its own; where there is none, nothing can be taken back.
  const whole = { beforeStartBps: 10_000, inPlayBps: 10_000 }
  expect((await limit(fixtureId, { version, limits: whole })).http).toBe(200)
  expect(await read(fixtureId)).toBeNull()
  expect((await limit(fixtureId, { limits: null })).code).toBe('match_limits_outdated')
})
