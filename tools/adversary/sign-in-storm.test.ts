import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Challenge, solveChallenge } from '../../packages/contract/src/proof.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { solveCaptcha } from './players.ts'
import { type Answered, request } from './request.ts'

let attacked: AttackedApp
beforeAll(async () => {
  attacked = await openAttackedApp()
})
afterAll(() => attacked.close())

const EMAIL = 'owner@attacks.example'
const PASSWORD = 'the right password 1'
const NETWORK = '198.51.100'
const ENTRY = '/api/auth/user'

let drawn = 0
async function enter(call: string, body: object, { from = '', cookie = '' }): Promise<Answered> {
  drawn += 1
  const solved = await solveCaptcha(attacked, { codeId: String(70_000 + drawn), from })
  const path = `${ENTRY}/${call}`
  return request(attacked.url, { path, from, headers: { cookie }, body: { ...body, ...solved } })
}
const signIn = (username: string, pwd: string, more: { from: string; cookie?: string; proof?: string }) => {
  const { proof, ...sent } = more
  return enter('restLogin', { username, pwd, ...(proof === undefined ? {} : { proof }) }, sent)
}
const cookieOf = ({ headers }: Answered) => String(headers['set-cookie']).split(';', 1)[0] ?? ''

test('S6: in a storm of sign-ins from one network an owner there still gets in, by device or by proof, and others notice nothing', async () => {
  const person = { country: '+55', phone: '11987654321', pwd: PASSWORD, pwd1: PASSWORD }
  const registered = await enter('restRegister', { username: EMAIL, ...person }, { from: `${NETWORK}.7` })
  expect(registered.http).toBe(200)
  const cookie = cookieOf(registered)

  let isOver = false
  const said = new Map<unknown, number>()
  const attacker = async (at: number) => {
    for (let time = 0; !isOver; time += 1) {
      // Half at the owner's account, half at random ones.
      const whose = time % 2 === 0 ? EMAIL : `p${at}-${time}@attacks.example`
      const { data } = await signIn(whose, `guess ${time}`, { from: `${NETWORK}.${100 + at}` })
      said.set(data['code'], (said.get(data['code']) ?? 0) + 1)
      await sleep(20)
    }
  }
  const storm = Promise.all(Array.from({ length: 8 }, (_none, at) => attacker(at)))
  await expect.poll(() => said.get('proof_needed') ?? 0, { timeout: 60_000 }).toBeGreaterThan(60)

  const byDevice = await signIn(EMAIL, PASSWORD, { from: `${NETWORK}.7`, cookie })
  const asked = await signIn(EMAIL, PASSWORD, { from: `${NETWORK}.8` })
  const proof = asked.data['challenge'] ? solveChallenge(asked.data as unknown as Challenge) : ''
  const byProof = await signIn(EMAIL, PASSWORD, { from: `${NETWORK}.8`, proof })
  const elsewhere = await signIn('nobody@attacks.example', 'a password', { from: '203.0.113.5' })
  isOver = true
  await storm
  expect(byDevice.http).toBe(200)
  expect(asked.data['code']).toBe('proof_needed')
  expect(byProof.http).toBe(200)
  expect(elsewhere.data['code']).toBe('wrong_credentials') // admitted to the password check without a proof
  // Not one guess more than the network's limit: a refused one is not checked.
  expect(said.get('wrong_credentials') ?? 0).toBeLessThanOrEqual(60)
  expect(new Set(said.keys())).toEqual(new Set(['proof_needed', 'wrong_credentials']))
}, 120_000)
