import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addMatch,
  type Harness,
  openHarness,
  requestFor,
} from '../../apps/server/src/sportsbook/testing/harness.ts'
import { ownerOf } from '../test/database.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** The command on the test's database with its server's keys. */
const replay = (id: string) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const own: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'test' }
    for (const [name, value] of Object.entries(harness.deps.config))
      if (typeof value === 'string' || typeof value === 'number') own[name] = String(value)
    const child = spawn(process.execPath, [join(import.meta.dirname, 'replay-bet.ts'), id], { env: own })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (said += String(data)))
    child.on('close', (code) => resolve({ code, said }))
  })

test('a bet is replayed as its player saw it; one with a changed row fails', async () => {
  const { outcomes } = await addMatch(harness)
  const placed = await harness.sportsbook.placeBet(
    requestFor(await harness.newPlayer(10_000), outcomes['home'], { stakeCents: 1234 }),
  )
  expect(placed.ok).toBe(true)
  const [bet] = await harness.deps.db<{ id: number }[]>`select id from sportsbook_bet`
  const id = String(bet?.id)
  const reported = await replay(id)
  expect(reported.said).toContain('shown 2000, accepted 2000')
  expect(reported.said).toContain('1234 of at most')
  expect(reported.said).toContain('The bet was accepted as its receipt says.')
  expect(reported.code).toBe(0)
  await ownerOf(harness.deps.db)`update sportsbook_leg set price_milli = 3000 where bet_id = ${bet?.id ?? 0}`
  const changed = await replay(id)
  expect(changed.said).not.toContain('The bet was accepted as its receipt says.')
  expect(changed.code).toBe(1)
})
