import { afterAll, beforeAll, expect, test } from 'vitest'
import { identitySettings } from '../settings.ts'
import { mailLinks } from '../sessions/sign-in.ts'
import { codeOf, GOOD, openResetHarness, tokenOf } from '../testing/identity-harness.ts'
import { mailChanges } from './change-email.ts'
import { readProofs } from './step-up.ts'

let harness: Awaited<ReturnType<typeof openResetHarness>>
beforeAll(async () => {
  harness = await openResetHarness()
})
afterAll(() => harness.close())

const hasEmail = async (token: string) => {
  const { sessionId = 0 } = (await harness.identity.authenticate(token)) ?? {}
  return (await readProofs(harness.deps.db, [sessionId])).get(sessionId)?.hasEmail
}
const sending = () => ({
  deps: harness.deps,
  sendMail: async (mail: (typeof harness.mails)[number]) => void harness.mails.push(mail),
})
const lastTo = (email: string) => harness.mails.filter(({ to }) => to === email).at(-1)?.text ?? ''
const follow = (token: string) => harness.post('/api/auth/user/zgo', { token })

test('neither the registration nor a link issued in a session confirms an e-mail; a mailed link does', async () => {
  const email = 'link@example.com'
  const token = await harness.newPlayer(email)
  const issued = await harness.post('/api/auth/user/appLink', {}, { token })
  const inApp = tokenOf(await follow(issued.json<{ data: { token: string } }>().data.token))
  expect([await hasEmail(token), await hasEmail(inApp)]).toEqual([false, false])
  await harness.post('/api/auth/user/signInLink', { email })
  await mailLinks({ ...sending(), settings: identitySettings })
  await follow(/\/zgo([\w-]+)/.exec(lastTo(email))?.[1] ?? '')
  expect(await hasEmail(token)).toBe(true)
})

test('a password set by the mailed code confirms the e-mail; a code asked for does not', async () => {
  const email = 'code@example.com'
  const token = await harness.newPlayer(email)
  const code = await harness.mailedCode(email)
  expect(await hasEmail(token)).toBe(false)
  await harness.set(harness.chkIdOf(await harness.check(email, code)), { nPwd: GOOD })
  expect(await hasEmail(tokenOf(await harness.login(email, GOOD)))).toBe(true)
})

test('another e-mail is confirmed by the code mailed there, and not by a wrong one', async () => {
  const token = await harness.newPlayer('before@example.com')
  await harness.post('/api/app/user/askEmail', { email: 'after@example.com', pwd: GOOD }, { token })
  await mailChanges({ ...sending(), settings: identitySettings.reset })
  const change = (code: string) => harness.post('/api/app/user/changeEmail', { code }, { token })
  expect(codeOf(await change('000000'))).toBe('wrong_reset_code')
  expect(await hasEmail(token)).toBe(false)
  await change(/\b\d{6}\b/.exec(lastTo('after@example.com'))?.[0] ?? '')
  expect(await hasEmail(token)).toBe(true)
})
