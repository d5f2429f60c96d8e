import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailChanges } from './change-email.ts'
import { seedTestAccount } from '../seed-accounts.ts'
import { identitySettings } from '../settings.ts'
import { codeOf, GOOD, tokenOf } from '../testing/identity-harness.ts'
import {
  type Lie,
  openAuthenticator,
  DOMAIN,
  openPasskeyHarness,
  ORIGIN,
} from '../testing/passkey-harness.ts'

let harness: Awaited<ReturnType<typeof openPasskeyHarness>>
beforeAll(async () => {
  harness = await openPasskeyHarness()
})
beforeEach(() => harness.deps.db`delete from identity_throttle`)
afterAll(() => harness.close())

test('asks the browser for our domain, a discoverable passkey and user verification, and names no account at sign-in', async () => {
  const { token } = await harness.withPasskey('asked@example.com')
  const creation = await harness.creationOf(token)
  expect(creation.rp).toEqual({ name: 'Palpite', id: DOMAIN })
  expect(creation.user.name).toBe('asked@example.com')
  expect(creation.authenticatorSelection).toMatchObject({
    residentKey: 'required',
    userVerification: 'required',
  })
  expect(creation.attestation).toBe('none')
  expect(creation.excludeCredentials).toHaveLength(1)
  const asked = await harness.challenge()
  expect(asked).toMatchObject({ rpId: DOMAIN, userVerification: 'required' })
  expect(asked).not.toHaveProperty('allowCredentials')
})

test.each<{ what: string; lie: Lie }>([
  { what: 'on a page of another origin', lie: { origin: 'https://palpite.example.evil' } },
  { what: 'for another domain', lie: { rpId: 'palpite.example' } },
  { what: 'without user verification', lie: { isVerified: false } },
  { what: 'for another challenge', lie: { challenge: 'A'.repeat(43) } },
  { what: 'as an answer of the other kind', lie: { type: 'webauthn.get' } },
])('a passkey made $what is not added, and uses up its challenge', async ({ what, lie }) => {
  const token = await harness.newPlayer(`made-${what.replaceAll(' ', '-')}@example.com`)
  const device = openAuthenticator(ORIGIN)
  const creation = await harness.creationOf(token)
  expect(codeOf(await harness.add(token, device.create(creation, lie)))).toBe('passkey_refused')
  expect(codeOf(await harness.add(token, device.create(creation)))).toBe('passkey_refused')
  expect(await harness.listed(token)).toEqual([])
})

test('the challenge of a session adds one passkey, in that session only, and signs nobody in', async () => {
  const token = await harness.newPlayer('bound@example.com')
  const elsewhere = tokenOf(await harness.login('bound@example.com', GOOD))
  const device = openAuthenticator(ORIGIN)
  const creation = await harness.creationOf(token)
  expect(codeOf(await harness.add(elsewhere, device.create(creation)))).toBe('passkey_refused')
  const made = device.create(creation)
  expect((await harness.add(token, made)).statusCode).toBe(200)
  expect(codeOf(await harness.add(token, made))).toBe('passkey_refused')
  const next = await harness.creationOf(token)
  const signed = device.get({ challenge: next.challenge, rpId: DOMAIN })
  expect(codeOf(await harness.send(signed))).toBe('wrong_passkey')
  expect((await harness.add(token, device.create(next))).statusCode).toBe(200) // that call did not use it up
  expect(await harness.listed(token)).toHaveLength(2)
})

test('refuses an invalid attestation without an error', async () => {
  const token = await harness.newPlayer('junk@example.com')
  const made = openAuthenticator(ORIGIN).create(await harness.creationOf(token))
  const answer = await harness.add(token, { ...made, attestationObject: 'AAAA' })
  expect(codeOf(answer)).toBe('passkey_refused')
})

test('a sign-in challenge adds no passkey', async () => {
  const token = await harness.newPlayer('purpose@example.com')
  const device = openAuthenticator(ORIGIN)
  const { challenge: other } = await harness.challenge()
  const creation = await harness.creationOf(token)
  expect(codeOf(await harness.add(token, device.create({ ...creation, challenge: other })))).toBe(
    'passkey_refused',
  )
})

test("another player's credential id cannot be added, and opens only its owner's account", async () => {
  const { device } = await harness.withPasskey('owner@example.com')
  const thief = await harness.newPlayer('thief@example.com')
  const own = openAuthenticator(ORIGIN)
  const stolenId = device.kept[0]?.id ?? ''
  const made = own.create(await harness.creationOf(thief), {}, stolenId)
  expect(codeOf(await harness.add(thief, made))).toBe('passkey_refused')
  // Signed with the thief's key under the owner's id, and with the owner's key as the thief.
  expect(codeOf(await harness.signIn(own))).toBe('wrong_passkey')
  const { user } = await harness.creationOf(thief)
  expect(codeOf(await harness.signIn(device, { lie: { userHandle: user.id } }))).toBe('wrong_passkey')
  expect((await harness.signIn(device)).statusCode).toBe(200)
})

test('adding and removing require the password, and tries are counted by session', async () => {
  const { token, device } = await harness.withPasskey('secret@example.com')
  const [passkey] = await harness.listed(token)
  expect(codeOf(await harness.begin(token, 'not it at all'))).toBe('wrong_password')
  expect(codeOf(await harness.remove(token, passkey?.key ?? '', 'not it at all'))).toBe('wrong_password')
  for (let guess = 0; guess < 3; guess += 1) await harness.begin(token, `guess ${guess}`)
  expect(codeOf(await harness.begin(token))).toBe('too_many_requests')
  expect(codeOf(await harness.remove(token, passkey?.key ?? ''))).toBe('too_many_requests')
  const elsewhere = tokenOf(await harness.signIn(device))
  expect((await harness.remove(elsewhere, passkey?.key ?? '')).statusCode).toBe(200)
  expect(await harness.listed(token)).toEqual([])
  expect(codeOf(await harness.signIn(device))).toBe('wrong_passkey')
  expect((await harness.remove(elsewhere, passkey?.key ?? '')).statusCode).toBe(200) // already removed
})

test('does not remove another player’s passkey', async () => {
  const { token } = await harness.withPasskey('mine@example.com')
  const other = await harness.withPasskey('theirs@example.com')
  const [passkey] = await harness.listed(other.token)
  expect((await harness.remove(token, passkey?.key ?? '')).statusCode).toBe(200)
  expect(await harness.listed(other.token)).toHaveLength(1)
})

test('a player has at most ten passkeys, also when the last ones arrive at once', async () => {
  const { token } = await harness.withPasskey('ten@example.com')
  const sessions = await Promise.all(
    Array.from({ length: 12 }, (_none, at) => harness.login('ten@example.com', GOOD, `10.64.${at}.1`)),
  )
  const device = openAuthenticator(ORIGIN)
  const made = await Promise.all(
    sessions.map(async (answer) => ({
      token: tokenOf(answer),
      made: device.create(await harness.creationOf(tokenOf(answer))),
    })),
  )
  const answers = await Promise.all(made.map((one, at) => harness.add(one.token, one.made, `device ${at}`)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(9)
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(refused.map(codeOf)).toEqual(Array.from({ length: 3 }, () => 'too_many_passkeys'))
  expect(refused[0]?.json<{ message: string }>().message).toContain('10 passkeys')
  expect(codeOf(await harness.begin(token))).toBe('too_many_passkeys')
  expect(await harness.listed(token)).toHaveLength(10)
})

test('adding or removing a passkey is reported by mail and in the audit chain', async () => {
  const { token } = await harness.withPasskey('told@example.com')
  const [passkey] = await harness.listed(token)
  await harness.remove(token, passkey?.key ?? '')
  const reported = async () => {
    await mailChanges({
      deps: harness.deps,
      settings: identitySettings.reset,
      sendMail: async (mail) => void harness.mails.push(mail),
    })
    const mails = harness.mails.filter(({ to }) => to === 'told@example.com')
    return mails.map(({ subject }) => subject).toSorted()
  }
  await expect
    .poll(reported)
    .toEqual([
      'Palpite: a passkey was added to your account',
      'Palpite: a passkey was removed from your account',
    ])
  const { playerId = 0 } = (await harness.identity.authenticate(token)) ?? {}
  const rows = await harness.deps.db<{ action: string }[]>`
    select action from platform_audit where subject = ${`player:${playerId}`} order by id`
  expect(rows.map(({ action }) => action)).toEqual(['passkey.added', 'passkey.removed'])
})

test('a password reset by mail removes all passkeys; a change with the old password does not', async () => {
  const { token, device } = await harness.withPasskey('reset@example.com')
  const next = { oPwd: GOOD, nPwd: 'quite another password', nPwd1: 'quite another password' }
  expect((await harness.post('/api/app/user/changePwd', next, { token })).statusCode).toBe(200)
  expect((await harness.signIn(device)).statusCode).toBe(200)
  const { playerId = 0 } = (await harness.identity.authenticate(token)) ?? {}
  const chkId = 'a'.repeat(43)
  await harness.deps.db`
    insert into identity_reset (email, lang, player_id, chk_hash, chk_ends_at)
    values ('reset@example.com', 'en', ${playerId}, ${hash('sha256', chkId, 'base64url')}, now() + interval '1 minute')`
  const set = { nPwd: 'a third good password', chkId }
  expect((await harness.post('/api/app/main/setPwd', set)).statusCode).toBe(200)
  expect(codeOf(await harness.signIn(device))).toBe('wrong_passkey')
})

test('a passkey being added during a password reset is not added', async () => {
  const token = await harness.newPlayer('raced@example.com')
  const made = openAuthenticator(ORIGIN).create(await harness.creationOf(token))
  const { playerId = 0 } = (await harness.identity.authenticate(token)) ?? {}
  const { db } = harness.deps
  const adding = await db.begin(async (tx) => {
    await tx`select from identity_player where id = ${playerId} for no key update`
    const answer = harness.add(token, made)
    await expect
      .poll(async () => {
        const left = await db<object[]>`
          select from identity_passkey_challenge challenge
            join identity_session session on session.id = challenge.session_id
           where session.player_id = ${playerId}`
        return left.length
      })
      .toBe(0)
    await tx`delete from identity_session where player_id = ${playerId}`
    return { answer } // not awaited: it waits for this transaction
  })
  expect(codeOf(await adding.answer)).toBe('passkey_refused')
  const kept = await db<object[]>`select from identity_passkey where player_id = ${playerId}`
  expect(kept).toEqual([])
})

test('the test account, whose password is public, gets no passkey', async () => {
  await seedTestAccount(harness.deps)
  const { email, password } = identitySettings.testAccount
  const token = tokenOf(await harness.login(email, password))
  expect(codeOf(await harness.begin(token, password))).toBe('shared_account')
})
