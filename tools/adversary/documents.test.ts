import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { freshCpf, openPlayers } from './players.ts'
import { type Asked, insist } from './request.ts'
import { rightRequest } from './wrong-requests.ts'

/** C11 over HTTP, as the app calls it: the sandbox checks documents with the test's answers. */
let app: AttackedApp
const COUNTRY_HEADER = 'x-client-country'
beforeAll(async () => {
  app = await openAttackedApp({ COUNTRY_HEADER, COMPLIANCE_PROFILE: 'br-spa' })
})
afterAll(() => app.close())

type Data = Record<string, unknown>
/** For background jobs on a busy machine. */
const patience = { timeout: 60_000, interval: 200 }
/** An empty picture: the test sets the check's answer. */
const PHOTO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const ask = (asked: Asked) => insist(app.url, { ...asked, headers: { [COUNTRY_HEADER]: 'BR' } })
const codeOf = async (asked: Asked) => {
  const { status, data } = await ask(asked)
  return status === 200 ? undefined : data['code']
}
const atSandbox = (path: string, body: Data) => insist(app.sandboxUrl, { method: 'PUT', path, body })

/** A player with name and CPF, and the calls for their documents. */
async function newPlayer(cents = 0) {
  const [player] = await openPlayers(app.deps, [{ cents, isIdentified: false }])
  const token = player?.token ?? ''
  const cpf = freshCpf(app.deps)
  const kyc = { name: 'Ana Souza', cardNo: cpf }
  expect(await codeOf({ path: '/api/app/user/updateKyc', token, body: kyc })).toBeUndefined()
  const address = rightRequest('POST /api/app/user/address')
  expect(await codeOf({ ...address, token })).toBeUndefined()
  const exposure = rightRequest('POST /api/app/user/exposure')
  expect(await codeOf({ ...exposure, token })).toBeUndefined()
  const give = (side: string) => {
    const body = { side, picture: PHOTO }
    return codeOf({ path: '/api/app/documents/picture', token, body })
  }
  return {
    token,
    cpf,
    give,
    check: async () => (await ask({ path: '/api/app/documents/check', token })).data,
    send: () => codeOf({ path: '/api/app/documents/send', token, body: {} }),
    giveAll: async () => {
      expect([await give('front'), await give('back'), await give('selfie')]).toEqual(
        Array(3).fill(undefined),
      )
    },
  }
}

test('C11 nobody can stake or pay in before document and face were checked', async () => {
  const player = await newPlayer(100_00)
  const { token, cpf } = player
  const refusals = async () => {
    const dice = rightRequest('POST /api/app/games/dice/betPlay')
    const requestId = `documents-${app.deps.random.hex(8)}`
    const topUp = { path: '/api/app/order/prePay/brl-100', token, body: { gift: '0', pkgId: 'brl-100' } }
    return [
      await codeOf({ ...dice, body: { ...(dice.body as Data), requestId }, token }),
      await codeOf(topUp),
    ]
  }
  expect(await refusals()).toEqual(['documents_needed', 'documents_needed'])
  expect(await player.check()).toMatchObject({ isNeeded: true, state: 'none' })
  await atSandbox('/sandbox/document', { cpf, result: 'RECUSADO', reason: 'ROSTO_DIFERENTE' })
  await player.giveAll()
  expect(await player.send()).toBeUndefined()
  await expect.poll(player.check, patience).toMatchObject({ state: 'refused', reason: 'other_face' })
  await atSandbox('/sandbox/document', { cpf, result: 'APROVADO' })
  await player.giveAll()
  expect(await player.send()).toBeUndefined()
  await expect.poll(player.check, patience).toMatchObject({ isNeeded: false, state: 'approved' })
  expect(await refusals()).toEqual([undefined, undefined])
})

test('another player’s documents are not found, and a check that is down delays no upload', async () => {
  const [ana, bia] = [await newPlayer(), await newPlayer()]
  await ana.giveAll()
  expect(await bia.check()).toMatchObject({ state: 'none', given: [] })
  expect(await bia.send()).toBe('documents_incomplete')
  await atSandbox('/sandbox/document/state', { isDown: true })
  expect(await ana.send()).toBeUndefined()
  expect(await ana.check()).toMatchObject({ state: 'checking' })
  expect(await ana.give('front')).toBe('documents_in_check')
  await bia.giveAll()
  await atSandbox('/sandbox/document/state', { isDown: false })
  // It may have been tried while it was down: makes the minute until the next try pass.
  await app.deps.db`
    update protection_document_check set claimed_at = null, claim = null where state = 'waiting'`
  await expect.poll(ana.check, patience).toMatchObject({ state: 'approved' })
  expect(await bia.check()).toMatchObject({ state: 'collecting', given: ['front', 'back', 'selfie'] })
})
