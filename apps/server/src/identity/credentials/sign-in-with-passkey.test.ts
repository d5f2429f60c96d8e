import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { identitySettings } from '../settings.ts'
import { sweepMinutes } from '../jobs.ts'
import { codeOf, cookieOf, GOOD, proofFor, tokenOf } from '../testing/identity-harness.ts'
import { type Lie, openPasskeyHarness, ORIGIN, strangeDevice } from '../testing/passkey-harness.ts'

let harness: Awaited<ReturnType<typeof openPasskeyHarness>>
beforeAll(async () => {
  harness = await openPasskeyHarness()
})
beforeEach(() => harness.deps.db`delete from identity_throttle`)
afterAll(() => harness.close())

test('a passkey signs in without e-mail, password and captcha, and its device becomes known', async () => {
  const { token, device } = await harness.withPasskey('first@example.com')
  expect(await harness.listed(token)).toMatchObject([{ name: 'my phone', usedAt: null }])
  const answer = await harness.signIn(device)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['set-cookie']).toMatch(/^palpite_player_device=/)
  const who = await harness.identity.authenticate(tokenOf(answer))
  expect(who?.playerId).toBe((await harness.identity.authenticate(token))?.playerId)
  const devices = await harness.get('/api/app/user/sessions', tokenOf(answer))
  expect(devices.json()).toMatchObject({ data: { sessions: [{}, {}] } })
  expect((await harness.listed(token))[0]?.usedAt).toEqual(expect.any(String))
})

test.each<{ what: string; lie: Lie }>([
  { what: 'on a page of another origin', lie: { origin: 'https://palpite.example.evil' } },
  { what: 'on another port of ours', lie: { origin: `${ORIGIN}:8443` } },
  { what: 'for another domain', lie: { rpId: 'palpite.example' } },
  { what: 'without user verification', lie: { isVerified: false } },
  { what: 'for an unknown challenge', lie: { challenge: 'A'.repeat(43) } },
  { what: 'as an answer of the other kind', lie: { type: 'webauthn.create' } },
  { what: 'as somebody else', lie: { userHandle: Buffer.from('0000000000000').toString('base64url') } },
])('a passkey used $what opens nothing', async ({ what, lie }) => {
  const { device } = await harness.withPasskey(`${what.replaceAll(' ', '-')}@example.com`)
  const wrong = await harness.signIn(device, { lie })
  expect(codeOf(wrong)).toBe('wrong_passkey')
  // An unknown passkey gets exactly the same answer.
  const stranger = strangeDevice()
  const unknown = await harness.signIn(stranger)
  expect([unknown.statusCode, unknown.json()]).toEqual([wrong.statusCode, wrong.json()])
  expect((await harness.signIn(device)).statusCode).toBe(200) // and the device is unchanged
})

test('refuses malformed answers without an error', async () => {
  const { device } = await harness.withPasskey('junk@example.com')
  const signed = device.get(await harness.challenge())
  expect(codeOf(await harness.send({ ...signed, clientDataJSON: 'bm8ganNvbg' }))).toBe('wrong_passkey')
  expect(codeOf(await harness.send({ ...signed, clientDataJSON: 'bnVsbA' }))).toBe('wrong_passkey')
  expect(codeOf(await harness.send({ ...signed, authenticatorData: 'AAAA' }))).toBe('wrong_passkey')
})

test('refuses a repeated answer and a late one', async () => {
  const { device } = await harness.withPasskey('again@example.com')
  const signed = device.get(await harness.challenge())
  expect((await harness.send(signed)).statusCode).toBe(200)
  expect(codeOf(await harness.send(signed))).toBe('wrong_passkey')
  const late = device.get(await harness.challenge())
  await harness.deps.db`update identity_passkey_challenge set ends_at = now() where session_id is null`
  expect(codeOf(await harness.send(late))).toBe('wrong_passkey')
})

test('a signature counter that goes back or stands still means a copied key, and opens nothing', async () => {
  const { device } = await harness.withPasskey('copy@example.com')
  expect((await harness.signIn(device, { lie: { signCount: 7 } })).statusCode).toBe(200)
  expect(codeOf(await harness.signIn(device, { lie: { signCount: 7 } }))).toBe('wrong_passkey')
  expect(codeOf(await harness.signIn(device, { lie: { signCount: 3 } }))).toBe('wrong_passkey')
  expect(codeOf(await harness.signIn(device, { lie: { signCount: 0 } }))).toBe('wrong_passkey')
  expect((await harness.signIn(device, { lie: { signCount: 4_294_967_295 } })).statusCode).toBe(200)
})

test('accepts a device without a signature counter', async () => {
  const { device } = await harness.withPasskey('uncounted@example.com')
  for (let times = 0; times < 2; times += 1) {
    expect((await harness.signIn(device, { lie: { signCount: 0 } })).statusCode).toBe(200)
  }
})

test('one answer sent 200 times at once opens one session', async () => {
  const { device } = await harness.withPasskey('crowd@example.com')
  const signed = device.get(await harness.challenge())
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_none, at) => harness.send(signed, { ip: `10.61.${at}.1` })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('200 answers with one signature counter, each to its own challenge, open one session', async () => {
  const { device } = await harness.withPasskey('clones@example.com')
  const asked = await Promise.all(
    Array.from({ length: 200 }, (_none, at) => harness.challenge(`10.62.${at}.1`)),
  )
  const answers = await Promise.all(
    asked.map((one, at) => harness.send(device.get(one, { signCount: 1 }), { ip: `10.62.${at}.1` })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('200 answers with rising counters open at most one session each', async () => {
  const { device } = await harness.withPasskey('many@example.com')
  const asked = await Promise.all(
    Array.from({ length: 200 }, (_none, at) => harness.challenge(`10.63.${at}.1`)),
  )
  const answers = await Promise.all(
    asked.map((one, at) => harness.send(device.get(one), { ip: `10.63.${at}.1` })),
  )
  const tokens = answers.filter(({ statusCode }) => statusCode === 200).map(tokenOf)
  expect(tokens.length).toBeGreaterThan(0)
  expect(new Set(tokens).size).toBe(tokens.length)
  expect(answers.every((answer) => [undefined, 'wrong_passkey'].includes(codeOf(answer)))).toBe(true)
})

test('no session opens by passkey while its player changes the password', async () => {
  const { token, device } = await harness.withPasskey('moved@example.com')
  const { playerId = 0 } = (await harness.identity.authenticate(token)) ?? {}
  const used = async () => (await harness.listed(token))[0]?.usedAt ?? null
  let answer: ReturnType<typeof harness.signIn> | undefined
  await harness.deps.db.begin(async (tx) => {
    await tx`update identity_player set password_hash = 'another' where id = ${playerId}`
    answer = harness.signIn(device)
    // By now it is verified, and waits for the player's row with the previous password.
    await expect.poll(used).not.toBeNull()
  })
  expect(answer && codeOf(await answer)).toBe('wrong_passkey')
})

test('after too many failures of a network a proof of work is required, the challenge stays valid, and a known device passes', async () => {
  const { device } = await harness.withPasskey('storm@example.com')
  const known = cookieOf(await harness.signIn(device, { ip: '10.65.0.9' }))
  const stranger = strangeDevice()
  const { max } = identitySettings.throttles['login-network']
  for (let tries = 0; tries < max; tries += 1) {
    expect(codeOf(await harness.signIn(stranger, { ip: '10.65.0.1' }))).toBe('wrong_passkey')
  }
  const signed = device.get(await harness.challenge())
  const asked = await harness.send(signed, { ip: '10.65.0.2' })
  expect(codeOf(asked)).toBe('proof_needed')
  const proof = proofFor(asked)
  expect((await harness.send({ ...signed, proof }, { ip: '10.65.0.2' })).statusCode).toBe(200)
  expect(
    codeOf(await harness.send({ ...device.get(await harness.challenge()), proof }, { ip: '10.65.0.2' })),
  ).toBe('proof_needed')
  expect((await harness.signIn(device, { ip: '10.65.0.3', cookie: known })).statusCode).toBe(200)
  // Successes leave nothing counted.
  for (let tries = 0; tries < max + 1; tries += 1) {
    expect((await harness.signIn(device, { ip: '10.66.0.1' })).statusCode).toBe(200)
  }
})

test('limits challenges by address and minute, and deletes unanswered ones', async () => {
  const bounded = await openPasskeyHarness({ max: 3, seconds: 60 })
  try {
    const ask = (ip: string) => bounded.post('/api/auth/user/passkeyChallenge', {}, { ip })
    for (let times = 0; times < 3; times += 1) expect((await ask('10.0.0.1')).statusCode).toBe(200)
    expect(codeOf(await ask('10.0.0.1'))).toBe('too_many_requests')
    expect((await ask('10.0.0.2')).statusCode).toBe(200)
    await bounded.deps.db`update identity_passkey_challenge set ends_at = now()`
    await sweepMinutes(bounded)
    expect(await bounded.deps.db`select from identity_passkey_challenge`).toEqual([])
  } finally {
    await bounded.close()
  }
})

test('S42: a passkey counts as both factors: its player is asked for no code', async () => {
  const { token, device } = await harness.withPasskey('both@example.com')
  const { playerId = 0 } = (await harness.identity.authenticate(token)) ?? {}
  await harness.deps.db`update identity_player set second_factor_at = now() where id = ${playerId}`
  expect(codeOf(await harness.login('both@example.com', GOOD))).toBe('second_factor_needed')
  expect((await harness.signIn(device)).statusCode).toBe(200)
  const rows = await harness.deps.db<{ factor: string | null }[]>`
    select factor from identity_session where player_id = ${playerId} order by id desc limit 1`
  expect(rows).toEqual([{ factor: 'passkey' }])
})
