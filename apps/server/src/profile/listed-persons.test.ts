import { expect, test } from 'vitest'
import { freshCpf } from '../cashier/testing/players.ts'
import { codeOf } from '../identity/testing/identity-harness.ts'
import { whileListing } from '../protection/testing/while-listing.ts'
import { listPersons } from '../protection/index.ts'
import { openProfileHarness } from './testing/profile-harness.ts'

test('S48: of a registration and a listing at once, one comes first: the person is refused or the account is suspended', async () => {
  const harness = await openProfileHarness()
  const { db } = harness.deps
  const cpf = freshCpf()
  const register = (email: string, cardNo: string) => harness.register(email, { name: 'Ana Souza', cardNo })
  const answer = await whileListing(harness.deps, cpf, () => register('late@example.com', cpf))
  expect(codeOf(answer)).toBe('cannot_register')
  expect(await db`select id from identity_player where email = 'late@example.com'`).toEqual([])
  expect((await register('other@example.com', freshCpf())).statusCode).toBe(200)
  await harness.close()
})

test('a try to identify a listed person counts against the network: nobody searches for CPFs that are listed', async () => {
  const few = await openProfileHarness('spec', { 'kyc-network': { max: 2, seconds: 3600 } })
  const { db, config } = few.deps
  const cpf = freshCpf()
  const reason = 'plays for a club of the first division'
  await db.begin((tx) => listPersons(tx, config, { cpfs: [cpf], ground: 'sport', reason, operatorId: 1 }))
  const send = async (at: number, cardNo: string) => {
    const token = await few.newPlayer(`tries-${at}@example.com`)
    return codeOf(await few.post('/api/app/user/updateKyc', { name: 'Ana Souza', cardNo }, { token }))
  }
  expect([await send(1, cpf), await send(2, cpf)]).toEqual(Array(2).fill('identity_not_confirmed'))
  expect(await send(3, freshCpf())).toBe('too_many_requests')
  await few.close()
})
