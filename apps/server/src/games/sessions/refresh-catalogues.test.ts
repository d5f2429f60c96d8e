import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHarness } from '../testing/harness.ts'
import { isUnreachable } from './launch-game.ts'
import { refreshCatalogues, registerStudio } from './catalogues.ts'

const game = {
  code: 'inside-reels',
  name: 'Reels',
  tags: ['slots'],
  returnPpm: 950_000,
  volatility: 'medium',
  picture: '/reels.svg',
  launch: '/reels',
  hasDemo: true,
  minStakeCents: 10,
  maxStakeCents: 100_000,
}

let harness: Awaited<ReturnType<typeof openHarness>>
let server: Server
let baseUrl: string
const paths: string[] = []

beforeAll(async () => {
  harness = await openHarness()
  server = createServer((request, answer) => {
    paths.push(`${request.method} ${request.url}`)
    answer.end(request.method === 'GET' ? JSON.stringify({ games: [game] }) : '')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // As registered before addresses were checked, or with a name that now resolves to a private address.
  const key = { keyId: 'inside-1', secret: 'x'.repeat(32) }
  await registerStudio(harness.deps, { id: 'inside', name: 'Inside', baseUrl, ...key })
})

afterAll(async () => {
  await new Promise((closed) => server.close(closed))
  await harness.close()
})

test('a studio at a private address is called only if the configuration lists it', async () => {
  const { deps } = harness
  await refreshCatalogues(deps)
  expect(paths).toEqual([])
  expect(await deps.db`select code from games_studio_game`).toEqual([])
  const named = { ...deps, config: { ...deps.config, PRIVATE_ORIGINS: baseUrl } }
  await refreshCatalogues(named)
  expect(await deps.db`select code from games_studio_game`).toEqual([{ code: game.code }])
  expect(await isUnreachable(named, game.code)).toBe(false)
  expect(paths).toEqual(['GET /catalogue.json', 'HEAD /reels'])
  expect(await isUnreachable(deps, game.code)).toBe(true)
  expect(paths).toHaveLength(2)
})
