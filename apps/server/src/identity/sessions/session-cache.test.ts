import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { until } from '../../../../../tools/test/until.ts'
import type { Subscription, SubscriptionHandlers } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { PlayerSession } from '../../platform/http/callers.ts'
import { openSessions, registerPlayers } from '../index.ts'
import { identitySettings } from '../settings.ts'
import { authenticate, endSessions, openSessionCache, type SessionCache } from './sessions.ts'
import { testDevice } from '../../../../../tools/test/test-device.ts'

let deps: Deps
let close: () => Promise<void>
let playerId = 0
const handlers: Subscription[] = []
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  const [registered] = await registerPlayers(deps, [
    { email: 'known@example.com', passwordHash: 'none', phone: null, ip: '127.0.0.1' },
  ])
  if (!registered?.ok) throw new Error('a player')
  playerId = registered.value.playerId
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(handlers.splice(0).map((subscription) => subscription.stop()))
})
afterAll(() => close())

type Server = SessionCache & { reads: () => number }

/** The cache of one server, counting its reads. */
async function server({ max = 100, forMs = 60_000 } = {}): Promise<Server> {
  let reads = 0
  const known = openSessionCache({
    max,
    forMs,
    read: async (token) => {
      reads += 1
      const [caller] = await authenticate(deps.db, { ...identitySettings.session, termsVersion: null }, [
        token,
      ])
      return caller
    },
  })
  handlers.push(known.start(deps.db))
  const answer = { ...known, reads: () => reads }
  await untilCaching(answer)
  return answer
}

const newToken = async (): Promise<string> => {
  const [opened] = await openSessions(deps, [{ playerId, ip: '127.0.0.1', device: testDevice }])
  return opened?.token ?? ''
}

/** Looks a session up until it is answered from the cache. */
async function untilCaching({ find, reads }: Server): Promise<void> {
  const token = await newToken()
  await until('a session is answered from the cache', async () => {
    await find(token)
    const before = reads()
    await find(token)
    return reads() === before
  })
}

const sessionOf = async (known: Server, token: string) => (await known.find(token))?.sessionId ?? 0

describe('a cached session', () => {
  test('is read once, however often it is used', async () => {
    const one = await server()
    const token = await newToken()
    const before = one.reads()
    const found = [await one.find(token), await one.find(token), await one.find(token)]
    expect(found.map((caller) => caller?.playerId)).toEqual([playerId, playerId, playerId])
    expect(one.reads() - before).toBe(1)
  })

  test('is refused from the moment its end is acknowledged on that server', async () => {
    const one = await server()
    for (let time = 0; time < 20; time += 1) {
      const token = await newToken()
      const sessionId = await sessionOf(one, token)
      await one.find(token)
      await endSessions(deps, [sessionId])
      expect(await one.find(token)).toBeUndefined()
    }
  })

  test('is evicted on every other server, also when its row is deleted by hand', async () => {
    const other = await server()
    const token = await newToken()
    await other.find(token)
    await deps.db`delete from identity_session where id = ${await sessionOf(other, token)}`
    await expect.poll(() => other.find(token)).toBeUndefined()
  })

  test('is not cached when it ended while being read', async () => {
    let answer: (caller: PlayerSession) => void = () => {}
    let reads = 0
    const known = openSessionCache({
      max: 10,
      forMs: 60_000,
      read: () => {
        reads += 1
        return new Promise((resolve) => (answer = resolve))
      },
    })
    let say: SubscriptionHandlers['onMessage'] = () => {}
    const listen = (_channel: string, { onMessage, onSession }: SubscriptionHandlers) => {
      say = onMessage
      onSession({ pid: 1, startedAt: '2026-01-01' })
      return { stop: () => Promise.resolve() }
    }
    handlers.push(known.start({ listen }))
    const reading = known.find('token')
    say('the hash of any session')
    answer({ playerId: 1, sessionId: 1, isTest: false })
    await reading
    const again = known.find('token')
    expect(reads).toBe(2)
    answer({ playerId: 1, sessionId: 1, isTest: false })
    await again
    await known.find('token')
    expect(reads).toBe(2)
  })

  test('is read again after its time, and the oldest is evicted past the maximum', async () => {
    vi.useFakeTimers({ toFake: ['performance'] }) // the test decides when its time is over
    const brief = await server({ forMs: 30 })
    const token = await newToken()
    await brief.find(token)
    vi.advanceTimersByTime(31)
    const before = brief.reads()
    await brief.find(token)
    expect(brief.reads() - before).toBe(1)
    const small = await server({ max: 2 })
    const tokens = [await newToken(), await newToken(), await newToken()]
    for (const each of tokens) await small.find(each)
    const [oldest = '', , newest = ''] = tokens
    const read = small.reads()
    await small.find(newest)
    expect(small.reads() - read).toBe(0)
    await small.find(oldest)
    expect(small.reads() - read).toBe(1)
  })

  test('is dropped when the connection is lost, and cached again once it is back', async () => {
    const one = await server()
    const token = await newToken()
    const sessionId = await sessionOf(one, token)
    await deps.db`
      select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'palpite-listening' and datname = current_database()`
    // A session that ends while disconnected is refused at the next call all the same.
    await deps.db`delete from identity_session where id = ${sessionId}`
    await expect.poll(() => one.find(token)).toBeUndefined()
    await untilCaching(one)
  })
})
