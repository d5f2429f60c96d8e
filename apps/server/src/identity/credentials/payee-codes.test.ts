import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { identitySettings } from '../settings.ts'
import { sweepDays } from '../jobs.ts'
import { GOOD, openIdentityHarness } from '../testing/identity-harness.ts'
import { mailChanges } from './change-email.ts'
import { mailPayeeCodes } from './payee-codes.ts'

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
beforeAll(async () => {
  harness = await openIdentityHarness()
})
beforeEach(() => harness.deps.db`delete from identity_throttle`)
afterAll(() => harness.close())

const payee = 'CPF 52998224725'
const mailing = () => ({
  deps: harness.deps,
  settings: identitySettings.reset,
  sendMail: async (mail: (typeof harness.mails)[number]) => void harness.mails.push(mail),
})
const mailNow = () => mailPayeeCodes(mailing())
const lastMailTo = (email: string) => harness.mails.findLast(({ to }) => to === email)
const codeTo = (email: string) => /\b\d{6}\b/.exec(lastMailTo(email)?.text ?? '')?.[0] ?? ''
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** A player, and their calls for codes. */
const playerOf = async (email: string) => {
  const token = await harness.newPlayer(email)
  const { playerId = 0 } = (await harness.identity.authenticate(token)) ?? {}
  return {
    token,
    playerId,
    ask: async (of = payee) => {
      const shown = 'CPF ***.982.247-**'
      const asked = await harness.identity.confirmations.payees.ask({
        playerId,
        payee: of,
        shown,
        lang: 'pt-BR',
      })
      return asked.ok ? 'asked' : asked.refusal.code
    },
    confirm: async (code: string, of = payee) => {
      const confirmed = await harness.identity.confirmations.payees.confirm({ playerId, payee: of, code })
      return confirmed.ok ? 'confirmed' : confirmed.refusal.code
    },
    isConfirmed: async (of = payee) =>
      (await harness.identity.confirmations.payees.confirmed(harness.deps.db, [{ playerId, payee: of }]))
        .length === 1,
  }
}

test('S12: the code mailed to the own address confirms that payee for half an hour, however often it is sent', async () => {
  const ana = await playerOf('ana@example.com')
  expect(await ana.ask()).toBe('asked')
  await mailNow()
  expect(lastMailTo('ana@example.com')?.text).toContain('CPF ***.982.247-**')
  expect(lastMailTo('ana@example.com')?.text).not.toContain('52998224725')
  expect(await ana.isConfirmed()).toBe(false)
  expect(await ana.confirm(` ${codeTo('ana@example.com')} `)).toBe('confirmed')
  expect(await ana.confirm(codeTo('ana@example.com'))).toBe('confirmed')
  expect([await ana.isConfirmed(), await ana.isConfirmed('CPF 11144477735')]).toEqual([true, false])
  const [row] = await harness.deps.db<{ seconds: number }[]>`
    select extract(epoch from confirmed_until - now())::int as seconds
      from identity_payee_code where player_id = ${ana.playerId}`
  expect(row?.seconds).toBeGreaterThan(1_700)
  expect(row?.seconds).toBeLessThanOrEqual(1_800)
  await harness.deps
    .db`update identity_payee_code set confirmed_until = now() where player_id = ${ana.playerId}`
  expect(await ana.isConfirmed()).toBe(false)
})

test('S12: a code confirms neither another payee nor one of another player, and expires after ten minutes', async () => {
  const [bia, caio] = [await playerOf('bia@example.com'), await playerOf('caio@example.com')]
  await Promise.all([bia.ask(), bia.ask('CNPJ 12ABC34501DE35'), caio.ask()])
  await mailNow()
  const codes = harness.mails.filter(({ to }) => to === 'bia@example.com').map(({ text }) => text)
  expect(codes).toHaveLength(2)
  const hashes = await harness.deps.db<{ hash: string }[]>`
    select code_hash as hash from identity_payee_code where player_id in (${bia.playerId}, ${caio.playerId})`
  for (const { hash } of hashes) expect(hash).toMatch(/^\S{43}$/)
  await harness.deps
    .db`update identity_payee_code code set code_hash = own.code_hash from identity_payee_code own
         where code.payee = ${payee} and code.player_id = ${bia.playerId}
           and own.player_id = ${caio.playerId}`
  // Even with another player's code digest in its place, the code is refused.
  expect(await bia.confirm(codeTo('caio@example.com'))).toBe('wrong_reset_code')
  expect(await caio.confirm(codeTo('caio@example.com'), 'CNPJ 12ABC34501DE35')).toBe('wrong_reset_code')
  await harness.deps
    .db`update identity_payee_code set code_ends_at = now() where player_id = ${caio.playerId}`
  expect(await caio.confirm(codeTo('caio@example.com'))).toBe('wrong_reset_code')
})

test('S12: a code allows five guesses, also 200 times at once, and ten codes are mailed a day', async () => {
  const thief = await playerOf('guess@example.com')
  await thief.ask()
  await mailNow()
  const code = codeTo('guess@example.com')
  const guesses = await Promise.all(Array.from({ length: 200 }, () => thief.confirm(otherThan(code))))
  expect(new Set(guesses)).toEqual(new Set(['wrong_reset_code']))
  const [row] = await harness.deps.db<{ tries: number }[]>`
    select code_tries as tries from identity_payee_code where player_id = ${thief.playerId}`
  expect(row?.tries).toBe(5)
  expect(await thief.confirm(code)).toBe('wrong_reset_code')
  const asked: string[] = []
  for (let time = 0; time < 10; time += 1) asked.push(await thief.ask())
  expect(asked).toEqual([...Array.from({ length: 9 }, () => 'asked'), 'too_many_requests'])
})

test('only the newest code is valid; a mail that fails is retried with another one, five times', async () => {
  const dora = await playerOf('dora@example.com')
  await dora.ask()
  await mailNow()
  const first = codeTo('dora@example.com')
  await dora.ask()
  expect(await dora.confirm(first)).toBe('wrong_reset_code')
  const texts: string[] = []
  const failing = async ({ text }: { text: string }) => {
    texts.push(text)
    throw new Error('the mail server is down')
  }
  for (let time = 0; time < 7; time += 1) {
    await mailPayeeCodes({ ...mailing(), sendMail: failing })
    await harness.deps.db`update identity_payee_code set next_mail_at = now()
                           where player_id = ${dora.playerId} and next_mail_at is not null`
  }
  expect(texts).toHaveLength(5)
  expect(new Set(texts).size).toBeGreaterThan(1)
})

test('S12: a changed e-mail invalidates codes mailed to the previous one', async () => {
  const eva = await playerOf('eva@example.com')
  await eva.ask()
  await mailNow()
  await harness.post('/api/app/user/askEmail', { email: 'eva2@example.com', pwd: GOOD }, { token: eva.token })
  await mailChanges(mailing())
  const changed = { code: codeTo('eva2@example.com') }
  expect((await harness.post('/api/app/user/changeEmail', changed, { token: eva.token })).statusCode).toBe(
    200,
  )
  expect(await eva.confirm(codeTo('eva@example.com'))).toBe('wrong_reset_code')
  await eva.ask()
  await mailNow()
  expect(await eva.confirm(codeTo('eva2@example.com'))).toBe('confirmed')
})

test('codes a day old are swept', async () => {
  const fred = await playerOf('fred@example.com')
  await fred.ask()
  await harness.deps.db`update identity_payee_code set asked_at = now() - interval '25 hours'
                         where player_id = ${fred.playerId}`
  await sweepDays({ deps: harness.deps, settings: identitySettings })
  expect(await harness.deps.db`select from identity_payee_code where player_id = ${fred.playerId}`).toEqual(
    [],
  )
})
