import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../tools/test/until.ts'
import { codeOf, GOOD, openIdentityHarness } from '../testing/identity-harness.ts'
import { issueLink, mailLinks } from './sign-in.ts'
import { identitySettings } from '../settings.ts'

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
beforeAll(async () => {
  harness = await openIdentityHarness()
})
afterAll(() => harness.close())

const ask = (email: string, ip?: string) =>
  harness.post('/api/auth/user/signInLink', { email }, ip ? { ip } : {})
const follow = (token: string, ip?: string) => harness.post('/api/auth/user/zgo', { token }, ip ? { ip } : {})
const mailNow = (sendMail = async (mail: (typeof harness.mails)[number]) => void harness.mails.push(mail)) =>
  mailLinks({ deps: harness.deps, settings: identitySettings, sendMail })
const mailedTo = (email: string) => harness.mails.filter(({ to }) => to === email)
const mailedToken = async (email: string) => {
  await ask(email)
  await mailNow()
  return /\/zgo([\w-]+)/.exec(mailedTo(email).at(-1)?.text ?? '')?.[1] ?? ''
}
const registeredLink = async (email: string) => {
  await harness.register(email)
  return mailedToken(email)
}
const tokenOf = (answer: Awaited<ReturnType<typeof follow>>) =>
  answer.json<{ data: { access_token: string } }>().data.access_token

test('2.03 a mailed link signs in once; used again it is refused', async () => {
  await harness.register('link@example.com')
  const token = await mailedToken('link@example.com')
  expect(token).toHaveLength(43)
  const first = await follow(token)
  expect(first.statusCode).toBe(200)
  expect(await harness.identity.authenticate(tokenOf(first))).toBeDefined()
  expect(codeOf(await follow(token))).toBe('link_over')
})

test('2.03 followed 200 times at once it opens one session', async () => {
  await harness.register('race@example.com')
  const token = await mailedToken('race@example.com')
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_none, at) => follow(token, `10.60.${at}.1`)),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('2.03 a link expires after ten minutes, and an invented one answers the same', async () => {
  await harness.register('late@example.com')
  const token = await mailedToken('late@example.com')
  const [row] = await harness.deps.db<{ seconds: number }[]>`
    select extract(epoch from ends_at - now())::int as seconds from identity_sign_in_link
     where email = 'late@example.com'`
  expect(row?.seconds).toBeGreaterThan(590)
  await harness.deps.db`update identity_sign_in_link set ends_at = now() where email = 'late@example.com'`
  expect(codeOf(await follow(token))).toBe('link_over')
  expect(codeOf(await follow('a'.repeat(43)))).toBe('link_over')
  expect(codeOf(await follow('cut-short'))).toBe('link_over')
})

test('a request for an unknown e-mail gets the same answer, and no mail is sent', async () => {
  expect((await ask('nobody@example.com')).json()).toEqual((await ask('link@example.com')).json())
  await mailNow()
  expect(mailedTo('nobody@example.com')).toHaveLength(0)
})

test('a password change cancels a link mailed before it', async () => {
  await harness.register('changed@example.com')
  const token = await mailedToken('changed@example.com')
  const other = tokenOf(await follow(await mailedToken('changed@example.com')))
  const body = { oPwd: GOOD, nPwd: 'another good password', nPwd1: 'another good password' }
  expect((await harness.post('/api/app/user/changePwd', body, { token: other })).statusCode).toBe(200)
  expect(codeOf(await follow(token))).toBe('link_over')
})

test('a mail that fails is retried with another link, five times at most', async () => {
  await harness.register('retry@example.com')
  await ask('retry@example.com')
  const texts: string[] = []
  for (let time = 0; time < 7; time += 1) {
    await mailNow(async (mail) => {
      texts.push(mail.text)
      throw new Error('the mail server is down')
    })
    await harness.deps.db`update identity_sign_in_link set next_mail_at = now()
      where email = 'retry@example.com' and next_mail_at is not null`
  }
  expect(new Set(texts).size).toBe(5)
})

test('2.03 a player transfers the session into the app wrapper by a link of its own', async () => {
  await harness.register('wrapper@example.com')
  const token = tokenOf(await follow(await mailedToken('wrapper@example.com')))
  const issued = await harness.post('/api/auth/user/appLink', {}, { token })
  const link = issued.json<{ data: { token: string } }>().data.token
  expect((await follow(link)).statusCode).toBe(200)
  expect(codeOf(await follow(link))).toBe('link_over')
})

test('S10: a link issued in a session ends with it, whichever device ends it', async () => {
  const here = tokenOf(await follow(await registeredLink('ends@example.com')))
  const issue = async (token: string) =>
    (await harness.post('/api/auth/user/appLink', {}, { token })).json<{ data: { token: string } }>().data
      .token
  const session = async () => {
    const answer = await follow(await issue(here))
    return answer.json<{ data: { access_token: string; api_key: string } }>().data
  }
  const there = await session()
  const link = await issue(there.access_token)
  await harness.post('/api/app/user/endSession', { key: there.api_key }, { token: here })
  expect(codeOf(await follow(link))).toBe('link_over')
  const another = await issue((await session()).access_token)
  await harness.post('/api/app/user/endOtherSessions', {}, { token: here })
  expect(codeOf(await follow(another))).toBe('link_over')
})

test('S10: a session that is ended while it issues a link leaves no link', async () => {
  const token = tokenOf(await follow(await registeredLink('issues@example.com')))
  const { sessionId = 0, playerId = 0 } = (await harness.identity.authenticate(token)) ?? {}
  const ended = await harness.deps.db.begin(async (tx) => {
    await tx`select from identity_session where id = ${sessionId} for key share`
    await tx`insert into identity_sign_in_link (player_id, lang, token_hash, ends_at)
             values (${playerId}, 'pt-BR', 'issued meanwhile', now() + interval '10 minutes')`
    const ending = harness.identity.endSessions([playerId])
    await until('the end waits for the session', async () => {
      const waiting = await harness.deps.db`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length > 0
    })
    return { ending }
  })
  await ended.ending
  expect(await harness.deps.db`select from identity_sign_in_link where player_id = ${playerId}`).toEqual([])
  // The other way round: a call that was admitted before the session ended issues none.
  const issued = await issueLink({ deps: harness.deps, settings: identitySettings }, { playerId, sessionId })
  expect(issued).toMatchObject({ ok: false, refusal: { code: 'logged_out' } })
})

test('a mailbox gets a limited number of links and codes a day together, and links are stored as hashes', async () => {
  await harness.register('flood@example.com')
  for (let times = 0; times < 9; times += 1) await ask('flood@example.com', '10.70.0.1')
  const rows = await harness.deps.db<{ id: number }[]>`
    select id from identity_sign_in_link where email = 'flood@example.com'`
  expect(rows).toHaveLength(5)
  const token = await mailedToken('flood@example.com')
  const kept = await harness.deps.db<{ hash: string }[]>`
    select token_hash as hash from identity_sign_in_link where token_hash is not null`
  expect(kept.map(({ hash }) => hash)).not.toContain(token)
})
