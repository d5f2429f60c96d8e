import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import type { Deps } from '../../platform/deps.ts'
import { registerPlayers } from '../index.ts'
import { acceptTerms, readTermsDue } from './players.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

const first = { TERMS_VERSION: '1' }
const second = { TERMS_VERSION: '2026-12' }

let count = 0
async function newPlayer(version = '1', acceptsTerms = true): Promise<number> {
  count += 1
  const [answer] = await registerPlayers({ ...deps, config: { ...deps.config, TERMS_VERSION: version } }, [
    {
      email: `terms${count}@players.example`,
      passwordHash: 'none',
      phone: null,
      ip: '127.0.0.1',
      acceptsTerms,
    },
  ])
  if (!answer?.ok) throw new Error('no player')
  return answer.value.playerId
}

test('a player from before versions were stored counts as having accepted the first; a newer one is requested once', async () => {
  const playerId = await newPlayer('1', false)
  expect(await readTermsDue(deps.db, first, playerId)).toBeNull()
  expect(await readTermsDue(deps.db, second, playerId)).toBe('2026-12')
  const yes = { playerId, version: '2026-12', ip: '127.0.0.1' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => acceptTerms(deps.db, second, yes)))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(await readTermsDue(deps.db, second, playerId)).toBeNull()
  const kept = await deps.db`select version from identity_accepted_terms where player_id = ${playerId}`
  expect(kept).toHaveLength(1)
})

test('a registration through the form stores the accepted version', async () => {
  const playerId = await newPlayer('2026-12')
  expect(await readTermsDue(deps.db, second, playerId)).toBeNull()
  expect(await readTermsDue(deps.db, { TERMS_VERSION: '2027-01' }, playerId)).toBe('2027-01')
})

test('accepting a version no longer in force does not count', async () => {
  const playerId = await newPlayer()
  const yes = { playerId, version: '1', ip: '127.0.0.1' }
  expect(await acceptTerms(deps.db, second, yes)).toMatchObject({ refusal: { code: 'terms_changed' } })
  expect(await readTermsDue(deps.db, second, playerId)).toBe('2026-12')
})
