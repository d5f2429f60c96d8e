import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasRedis, openTestRedis, type TestRedis } from '../../../../tools/test/redis.ts'
import { roundPlayed } from '../games/index.ts'
import { sessionEnded } from '../identity/index.ts'
import { balanceChanged } from '../ledger/index.ts'
import { testLog } from '../../../../tools/test/watched-logs.ts'
import { closeRedis, openRedis } from '../platform/redis.ts'
import { openTestConnections } from './testing/test-connections.ts'

const openShared = async (url: string) => {
  const redis = await openRedis({ REDIS_URL: url }, testLog())
  if (!redis) throw new Error('a Redis was asked for')
  return redis
}

describe.skipIf(!hasRedis)('two servers with one Redis (needs redis-server on this machine)', () => {
  let server: TestRedis
  let shared: Awaited<ReturnType<typeof openShared>>[]
  let one: Awaited<ReturnType<typeof openTestConnections>>
  let other: Awaited<ReturnType<typeof openTestConnections>>
  beforeAll(async () => {
    server = await openTestRedis()
    shared = [await openShared(server.url), await openShared(server.url)]
    const [first, second] = shared
    one = await openTestConnections(first ? { redis: first } : {})
    other = await openTestConnections({ deps: one.deps, ...(second ? { redis: second } : {}) })
  })
  afterAll(async () => {
    await other.close()
    await one.close()
    await Promise.all(shared.map(closeRedis))
    await server.close()
  })

  const events = ({ received }: { received: { event: string }[] }) => received.map(({ event }) => event)

  test('connections to both get a balance, and the low-balance message, whichever server reads the event', async () => {
    const [here, there] = [await one.connectPlayer(71), await other.connectPlayer(71)]
    const balance = { playerId: 71, cashCents: 500, bonusCents: 0, version: 3 }
    await one.write(balanceChanged, [balance])
    await one.write(roundPlayed, [
      { playerId: 71, roundId: 1, game: 'dice', stakeCents: 1, bonusStakeCents: 0, payoutCents: 0 },
    ])
    for (const connection of [here, there]) {
      // The bonus of the stake has its own reader, before or after.
      const ofBalance = () => events(connection).filter((event) => event !== 'userBetAmount')
      await expect.poll(ofBalance).toEqual(['ready', 'updateUserInfo', 'insBalance'])
    }
  })

  test('disconnects a session that ended on either', async () => {
    const connections = [await one.connectPlayer(72), await other.connectPlayer(72)]
    await one.write(sessionEnded, [{ playerId: 72, sessionId: 72 }])
    expect(await Promise.all(connections.map(({ gone }) => gone))).toEqual(
      connections.map(() => 'io server disconnect'),
    )
  })

  test('without Redis connections end and none is accepted; with it they reconnect', async () => {
    const connections = [await one.connectPlayer(73), await other.connectPlayer(73)]
    await server.kill()
    await Promise.all(connections.map(({ gone }) => gone))
    expect((await one.connectPlayer(73)).refused).toBe('fault')
    await server.start()
    await expect
      .poll(async () => [(await one.connectPlayer(73)).refused, (await other.connectPlayer(73)).refused])
      .toEqual([undefined, undefined])
    const again = await other.connectPlayer(73)
    await one.write(balanceChanged, [{ playerId: 73, cashCents: 5, bonusCents: 0, version: 9 }])
    await expect.poll(() => events(again)).toContain('updateUserInfo')
  })

  test('a server stops although its Redis is gone', async () => {
    const lonely = await openShared(server.url)
    await server.kill()
    const waiting = lonely.xAdd('nowhere', '*', { word: 'waits' }).then(
      () => 'sent',
      () => 'failed',
    )
    await closeRedis(lonely)
    expect(await waiting).toBe('failed')
    await server.start()
  })
})
