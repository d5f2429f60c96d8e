import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailChanges } from './credentials/change-email.ts'
import { identitySettings } from './settings.ts'
import { sweepDays } from './jobs.ts'
import { cookieOf, GOOD, openIdentityHarness, tokenOf } from './testing/identity-harness.ts'

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
beforeAll(async () => {
  harness = await openIdentityHarness()
})
afterAll(() => harness.close())

type SignIn = { at: string; way: string; network: string; userAgent: string }
const signInsOf = async (token: string) => {
  const answer = await harness.get('/api/app/user/signIns', token)
  return answer.json<{ data: { signIns: SignIn[] } }>().data.signIns
}
const mailedTo = async (email: string) => {
  const { deps, mails } = harness
  await mailChanges({
    deps,
    settings: identitySettings.reset,
    sendMail: async (mail) => void mails.push(mail),
  })
  return mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}

test('a player sees recent sign-ins, newest first, with method and network', async () => {
  const token = await harness.newPlayer('history@example.com')
  await harness.login('history@example.com', GOOD, '10.71.2.3')
  const link = await harness.post('/api/auth/user/appLink', {}, { token })
  const body = { token: link.json<{ data: { token: string } }>().data.token }
  await harness.post('/api/auth/user/zgo', body, { ip: '10.71.3.4' })
  const stranger = await harness.newPlayer('other-history@example.com')
  expect((await signInsOf(token)).map(({ way, network }) => [way, network])).toEqual([
    ['link', '10.71.3.0/24'],
    ['password', '10.71.2.0/24'],
    ['register', '10.0.0.0/24'],
  ])
  expect(await signInsOf(stranger)).toHaveLength(1)
})

test('shows thirty of them, and deletes those older than half a year', async () => {
  const token = await harness.newPlayer('often@example.com')
  const { playerId = 0 } = (await harness.identity.authenticate(token)) ?? {}
  await harness.deps.db`
    insert into identity_sign_in (player_id, signed_in_at, way, user_agent, network)
    select ${playerId}, now() - make_interval(days => 181 - n % 2 * 100), 'password', '', '10.0.0.0/24'
      from generate_series(1, 40) as n`
  expect(await signInsOf(token)).toHaveLength(30)
  await sweepDays({ deps: harness.deps, settings: identitySettings })
  expect(await signInsOf(token)).toHaveLength(21)
})

test('mails the player about a sign-in on an unknown device, not about a known device or a registration', async () => {
  const registered = await harness.register('device@example.com')
  expect(tokenOf(registered)).toBeTruthy()
  const cookie = cookieOf(registered)
  await harness.login('device@example.com', GOOD, '10.0.0.1', { cookie })
  expect(await mailedTo('device@example.com')).toEqual([])
  const elsewhere = await harness.login('device@example.com', GOOD)
  await harness.login('device@example.com', GOOD, '10.0.0.1', { cookie: cookieOf(elsewhere) })
  expect(await mailedTo('device@example.com')).toEqual(['Palpite: login on a new device'])
})

test('a wrong password leaves neither a sign-in nor a mail', async () => {
  const token = await harness.newPlayer('guessed@example.com')
  await harness.login('guessed@example.com', 'a wrong password')
  expect(await signInsOf(token)).toHaveLength(1)
  expect(await mailedTo('guessed@example.com')).toEqual([])
})
