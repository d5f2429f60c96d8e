import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSessions, recordKyc } from '../../apps/server/src/identity/index.ts'
import { makeTransfers } from '../../apps/server/src/ledger/index.ts'
import { testDevice } from '../test/test-device.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { centsOf, freshCpf, solveCaptcha } from './players.ts'
import { request } from './request.ts'

let attacked: AttackedApp
beforeAll(async () => {
  attacked = await openAttackedApp()
})
afterAll(() => attacked.close())

const PASSWORD = 'the right password 1'

/** A player with R$ 500, the owner's session and a stolen one. */
async function robbedPlayer() {
  const from = '203.0.113.5'
  const solved = await solveCaptcha(attacked, { codeId: '81', from })
  const form = { username: 'robbed@attacks.example', country: '+55', phone: '11987654321', ...solved }
  const body = { ...form, pwd: PASSWORD, pwd1: PASSWORD }
  const { data } = await request(attacked.url, { path: '/api/auth/user/restRegister', from, body })
  const { deps } = attacked
  const [row] = await deps.db<{ playerId: number }[]>`
    select id as "playerId" from identity_player where email = ${form.username}`
  const playerId = row?.playerId ?? 0
  await deps.db.begin((tx) => recordKyc(tx, [{ playerId, name: 'Ana Souza', cpf: freshCpf(deps) }]))
  const gift = {
    key: `opening:${playerId}`,
    from: 'opening' as const,
    to: { playerId, kind: 'cash' as const },
  }
  await makeTransfers(deps, [{ ...gift, cents: 50_000 }])
  const [stolen] = await openSessions(deps, [{ playerId, ip: '192.0.2.1', device: testDevice }])
  return { playerId, own: String(data['access_token']), stolen: stolen?.token ?? '' }
}

/** The player has entered the mailed code for this payee. */
const confirmed = (playerId: number, payee: string) => attacked.deps.db`
  insert into identity_payee_code
    (player_id, payee, shown, lang, next_mail_at, code_hash, code_ends_at, confirmed_until)
  values (${playerId}, ${payee}, ${payee}, 'en', null, ${'h'.repeat(43)}, now(), now() + interval '10 minutes')`

test('S12: a stolen session pays no new payee: it needs the password, which cannot be guessed', async () => {
  const { playerId, own, stolen } = await robbedPlayer()
  const withdraw = (token: string, payCardNo: string, amount: number) => {
    const key = { payCardBank: 'CPF', payCardNo, ifsc: payCardNo, name: 'Bruno', whatsapp: '' }
    return request(attacked.url, { path: '/api/app/order/withdraw', token, body: { ...key, amount } })
  }
  const give = (token: string, pwd: string) =>
    request(attacked.url, { path: '/api/app/user/verifyPwd', token, body: { pwd } })
  const strangers = freshCpf(attacked.deps)
  expect((await withdraw(stolen, strangers, 50)).data['code']).toBe('password_needed')
  const guesses = await Promise.all(Array.from({ length: 20 }, (_none, at) => give(stolen, `guess ${at}`)))
  expect(guesses.filter(({ data }) => data['code'] === 'wrong_password')).toHaveLength(5)
  expect((await give(stolen, PASSWORD)).data['code']).toBe('too_many_requests')
  expect((await withdraw(stolen, strangers, 50)).data['code']).toBe('password_needed')
  expect(await centsOf(attacked.deps, playerId)).toBe(50_000)
  // The owner is not blocked by that, and the owner's confirmation does not help the thief.
  expect((await give(own, PASSWORD)).http).toBe(200)
  expect((await withdraw(stolen, strangers, 51)).data['code']).toBe('password_needed')
  // The password alone is not enough: a key other than the own CPF is confirmed by a mailed code.
  const paidTo = freshCpf(attacked.deps)
  expect((await withdraw(own, paidTo, 52)).data['code']).toBe('payee_code_needed')
  expect(await centsOf(attacked.deps, playerId)).toBe(50_000)
  await confirmed(playerId, `CPF ${paidTo}`)
  const { http, data } = await withdraw(own, paidTo, 52)
  expect(http).toBe(200)
  // The log reports it, without the key.
  const reported = () =>
    attacked
      .said()
      .split('\n')
      .filter((line) => line.includes('a withdrawal changed'))
  await expect.poll(() => reported()[0]).toContain(`"orderId":"${String(data['orderId'])}"`)
  expect(attacked.said()).not.toContain(paidTo)
})
