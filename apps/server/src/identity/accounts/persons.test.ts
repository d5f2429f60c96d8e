import { afterAll, beforeAll, expect, test } from 'vitest'
import { openIdentityHarness } from '../testing/identity-harness.ts'
import { addressOf } from './persons.ts'

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
beforeAll(async () => {
  harness = await openIdentityHarness()
})
afterAll(() => harness.close())

const home = {
  postalCode: '01310-100',
  street: 'Avenida  Paulista ',
  number: '1000',
  complement: '',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
} as const

test.each([
  { postalCode: '01310100', state: 'SP', isRight: true },
  { postalCode: '20040-002', state: 'RJ', isRight: true },
  { postalCode: '69301-110', state: 'RR', isRight: true },
  { postalCode: '69301-110', state: 'AM', isRight: false },
  { postalCode: '20040-002', state: 'SP', isRight: false },
  { postalCode: '00000-000', state: 'SP', isRight: false },
])('the CEP $postalCode is one of $state: $isRight', ({ postalCode, state, isRight }) => {
  expect(addressOf({ ...home, postalCode, state }).ok).toBe(isRight)
})

test('a player stores an address, changes it, and reads only their own', async () => {
  const [ana, bia] = [
    await harness.newPlayer('lives@players.example'),
    await harness.newPlayer('other@players.example'),
  ]
  const read = async (token: string) =>
    (await harness.get('/api/app/user/address', token)).json<{ data: object | null }>().data
  const set = (token: string, body: object) => harness.post('/api/app/user/address', body, { token })
  expect(await read(ana)).toBeNull()
  const answers = await Promise.all(Array.from({ length: 50 }, () => set(ana, home)))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  const kept = { ...home, postalCode: '01310100', street: 'Avenida Paulista', gender: null as string | null }
  expect(await read(ana)).toEqual(kept)
  const refused = await set(ana, { ...home, state: 'RJ' })
  expect(refused.json<{ data: { code: string } }>().data.code).toBe('invalid_postal_code')
  expect(await read(ana)).toEqual(kept)
  await set(ana, { ...home, number: '1001', complement: 'ap. 2', gender: 'female' })
  kept.gender = 'female'
  expect((await set(ana, { ...home, gender: 'unknown' })).statusCode).toBe(400)
  expect(await read(ana)).toEqual({ ...kept, number: '1001', complement: 'ap. 2' })
  expect((await set(ana, { ...home, city: '' })).statusCode).toBe(400)
  expect(await read(bia)).toBeNull()
})
