import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordKyc } from '../identity/index.ts'
import { readExposedPersons } from '../protection/index.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
})
afterAll(() => harness.close())

const cpfs = ['52998224725', '11144477735', '39053344705']
let made = 0
/** A player whom the register of persons lists as exposed. */
async function named(): Promise<number> {
  made += 1
  const { playerId } = await harness.player(`exposed${made}@players.example`)
  const person = { name: 'Ana Lima', cpf: cpfs[made] ?? '', birthDate: '1980-01-01', isExposed: true }
  await harness.deps.db.begin((tx) => recordKyc(tx, [{ playerId, ...person }]))
  return playerId
}
const shown = (token: string, playerId: number) =>
  harness.call(`GET /api/backoffice/exposures/${playerId}`, { token })
const newest = async (token: string, playerId: number): Promise<number> => {
  const { data } = await shown(token, playerId)
  const statements = data?.['statements'] as { id: number }[] | undefined
  return statements?.at(-1)?.id ?? 0
}
const decide = (token: string, playerId: number, body: { isExposed: boolean; statementId: number }) =>
  harness.call(`POST /api/backoffice/exposures/${playerId}/decide`, {
    token,
    body: { ...body, note: 'Conferi no portal.' },
  })

test('an operator reads a case, audited, and decides once whether the player is exposed', async () => {
  const { token, operatorId } = await harness.operatorWith('pep@house.example', ['identities.check'])
  const [one, other] = [await named(), await named()]
  const open = await harness.call('GET /api/backoffice/exposures?status=open', { token })
  expect(open.data?.['items']).toMatchObject([
    { playerId: one, state: 'open' },
    { playerId: other, state: 'open' },
  ])
  expect((await shown(token, one)).data).toMatchObject({
    person: { name: 'Ana Lima' },
    statements: [{ source: 'register', isExposed: true }],
  })
  const statementId = await newest(token, one)
  const stale = await decide(token, one, { isExposed: false, statementId: statementId + 1000 })
  expect(stale.code).toBe('exposure_changed')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => decide(token, one, { isExposed: false, statementId })),
  )
  expect(answers.map(({ data }) => data?.['state'])).toEqual(Array(20).fill('cleared'))
  expect((await decide(token, one, { isExposed: true, statementId })).code).toBe('exposure_decided')
  const confirmed = await decide(token, other, { isExposed: true, statementId: await newest(token, other) })
  expect(confirmed.data?.['state']).toBe('confirmed')
  expect(await readExposedPersons(harness.deps.db, [one, other])).toEqual(new Set([other]))
  const audited = await harness.deps.db<{ action: string }[]>`
    select action from platform_audit where subject = ${`player:${one}`} and action like 'exposure.%' order by id`
  expect(audited.map(({ action }) => action)).toEqual(['exposure.read', 'exposure.read', 'exposure.cleared'])
  const decided = await harness.call('GET /api/backoffice/exposures?status=decided', { token })
  expect(decided.data?.['items']).toMatchObject([
    { playerId: other, state: 'confirmed', decidedBy: operatorId },
    { playerId: one, state: 'cleared' },
  ])
  const nobody = await harness.player('nobody@players.example')
  expect((await shown(token, nobody.playerId)).code).toBe('not_found')
  expect((await decide(token, nobody.playerId, { isExposed: true, statementId: 1 })).code).toBe('not_found')
})
