import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeTestBreak } from '../../../../tools/test/take-break.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { closeAccount, recordKyc, registerPlayers } from '../identity/index.ts'
import type { Deps } from '../platform/deps.ts'
import { admitGifts } from './index.ts'
import { policy } from './testing/grants.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

const cpfs = ['52998224725', '11144477735', '39053344705', '86288366757', '15350946056']
let made = 0

async function newPlayer(): Promise<number> {
  const email = `p${deps.random.hex(8)}@example.com`
  const [answer] = await registerPlayers(deps, [
    { email, passwordHash: 'none', phone: null, ip: '127.0.0.1', isTest: false },
  ])
  if (!answer?.ok) throw new Error('a new player registers')
  const { playerId } = answer.value
  const cpf = cpfs[made] ?? ''
  made += 1
  await deps.db.begin((tx) => recordKyc(tx, [{ playerId, name: 'Ana Souza', cpf, birthDate: '1990-01-01' }]))
  return playerId
}

/** The code that refuses a gift of R$ 5 to this player; undefined where nothing stands against it. */
const refusalOf = (playerId: number) =>
  deps.db.begin(async (tx) => {
    const refused = await admitGifts(tx, { policy }, [playerId])
    const endsAt = new Date(Date.now() + 60 * 60_000)
    return refused({ playerId, worthCents: 500, endsAt })?.refusal.code
  })

test.each([
  ['time_out', 'on_time_out'],
  ['exclusion', 'self_excluded'],
  ['impeded', 'impeded'],
  ['suspended', 'account_suspended'],
] as const)('S47: %s, a player is given no gift', async (kind, code) => {
  const playerId = await newPlayer()
  expect(await refusalOf(playerId)).toBeUndefined()
  await takeTestBreak(deps, playerId, kind)
  expect(await refusalOf(playerId)).toBe(code)
})

test('a closed account is given no gift', async () => {
  const playerId = await newPlayer()
  await deps.db.begin((tx) => closeAccount(tx, { playerId, why: 'player', deletesNow: false, lang: 'pt-BR' }))
  expect(await refusalOf(playerId)).toBe('blocked_by_policy')
})
