import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { issueTicket } from './connections.ts'
import { openTestConnections, sessionOf } from './testing/test-connections.ts'

let harness: Awaited<ReturnType<typeof openTestConnections>>
beforeAll(async () => {
  harness = await openTestConnections()
})
afterAll(() => harness.close())

test('a ticket is valid for 30 seconds, by the clock of the database', async () => {
  const ticket = await issueTicket(harness.deps, { playerId: 7, sessionId: 7 })
  const [row] = await harness.deps.db<{ seconds: number }[]>`
    select extract(epoch from expires_at - now())::float8 as seconds from realtime_ticket`
  expect(row?.seconds).toBeGreaterThan(20)
  expect(row?.seconds).toBeLessThanOrEqual(30)
  await ownerOf(harness.deps.db)`update realtime_ticket set expires_at = now()`
  expect((await harness.connect(ticket)).refused).toBe('logged_out')
})

test('accepts websockets only, no polling', async () => {
  const { socket } = await harness.connect(sessionOf(7))
  const { hostname, port } = socket.io.opts as { hostname: string; port: string }
  const query = `EIO=4&transport=polling&token=${sessionOf(7)}`
  const answer = await fetch(`http://${hostname}:${port}/gamecenter-siop/?${query}`)
  expect(answer.status).toBe(400)
})
