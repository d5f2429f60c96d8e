import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAudit } from '../../platform/audit.ts'
import { mailChanges } from '../credentials/change-email.ts'
import { asOperator, issueOperator, openOperators, readSecured, resetPlayerFactor } from '../index.ts'
import { identitySettings } from '../settings.ts'
import { codeOf, cookieOf, GOOD, openIdentityHarness, tokenOf } from '../testing/identity-harness.ts'

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
let first: number
let second: number
beforeAll(async () => {
  harness = await openIdentityHarness()
  first = await operator('first@house.example')
  second = await operator('second@house.example')
})
afterAll(() => harness.close())

const A_DAY = 86_400
const REASON = 'known by a call and the identity card'

/** Created as by the command line: independent of every other. */
async function operator(email: string): Promise<number> {
  const issued = await issueOperator(openOperators(harness.deps), email, { all: true })
  if ('refused' in issued) throw new Error(issued.refused)
  return issued.operatorId
}

/** The answer to the operator: the state, or the refusal. */
async function ask(playerId: number, operatorId: number): Promise<string> {
  const request = { playerId, operatorId, reason: REASON, withinSeconds: A_DAY }
  const { db } = harness.deps
  const answer = await asOperator(db, { operatorId, permissions: new Set() }, (tx) =>
    resetPlayerFactor(tx, request),
  )
  return answer.ok ? answer.value.state : answer.refusal.code
}

async function turnOn(token: string) {
  const { data } = (await harness.post('/api/app/user/newSecondFactor', { pwd: GOOD }, { token })).json<{
    data: { secret: string }
  }>()
  const [row] = await harness.deps.db<{ now: Date }[]>`select clock_timestamp() as now`
  const app = new TOTP({ secret: Secret.fromBase32(data.secret) })
  const code = app.generate({ timestamp: row?.now.getTime() ?? 0 })
  return harness.post('/api/app/user/confirmSecondFactor', { code }, { token, lang: 'pt-BR' })
}

/** A player with a second factor, on a trusted device. */
async function lockedOut(email: string) {
  const registered = await harness.register(email)
  const token = tokenOf(registered)
  expect((await turnOn(token)).statusCode).toBe(200)
  const { playerId } = (await harness.identity.authenticate(token)) ?? { playerId: 0 }
  await harness.deps.db`
    update identity_known_device set trusted_until = now() + interval '30 days' where player_id = ${playerId}`
  return { playerId, token, cookie: cookieOf(registered) }
}

const kept = async (playerId: number) => {
  const [row] = await harness.deps.db<{ factors: number; codes: number; trusted: number; resets: number }[]>`
    select (select count(*)::int from identity_player_factor where player_id = ${playerId}) as factors,
           (select count(*)::int from identity_recovery_code where player_id = ${playerId}) as codes,
           (select count(*)::int from identity_known_device
             where player_id = ${playerId} and trusted_until is not null) as trusted,
           (select count(*)::int from identity_player_factor_reset where player_id = ${playerId}) as resets`
  return row
}

const audited = async (playerId: number) =>
  harness.deps.db<{ action: string; details: unknown }[]>`
    select action, details::json from platform_audit
     where subject = ${`player:${playerId}`} and action like 'player.second_factor%' order by id`

test('S42: two independent operators remove a lost second factor, and its player sets up a new one', async () => {
  const { playerId, token, cookie } = await lockedOut('lost@players.example')
  expect(codeOf(await harness.login('lost@players.example', GOOD))).toBe('second_factor_needed')
  expect(await ask(playerId, first)).toBe('waits')
  expect(await ask(playerId, second)).toBe('reset')
  expect(await kept(playerId)).toEqual({ factors: 0, codes: 0, trusted: 0, resets: 0 })
  expect(await harness.identity.authenticate(token)).toBeUndefined()
  expect(await harness.identity.endingOf(token)).toBe('blocked')
  expect(await readSecured(harness.deps.db, [playerId])).toMatchObject([{ playerId }])
  expect((await audited(playerId)).map(({ action }) => action)).toEqual([
    'player.second_factor_reset_asked',
    'player.second_factor_reset',
  ])

  const signedIn = await harness.login('lost@players.example', GOOD, '10.0.0.1', { cookie })
  expect(signedIn.statusCode).toBe(200)
  expect((await turnOn(tokenOf(signedIn))).statusCode).toBe(200)
  expect(codeOf(await harness.login('lost@players.example', GOOD))).toBe('second_factor_needed')
  expect(await verifyAudit(harness.deps.db)).toEqual([])
})

test('is mailed to the player, with who did it and what to do, in the language it was enabled in', async () => {
  const { playerId } = await lockedOut('told@players.example')
  await ask(playerId, first)
  await ask(playerId, second)
  const sent: { to: string; subject: string; text: string }[] = []
  const { deps } = harness
  await mailChanges({
    deps,
    settings: identitySettings.reset,
    sendMail: async (mail) => void sent.push(mail),
  })
  const subjects = sent.filter(({ to }) => to === 'told@players.example').map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual([
    'Palpite: verificação em duas etapas ativada',
    'Palpite: verificação em duas etapas removida',
  ])
  const text = sent.find(({ subject }) => subject.endsWith('removida'))?.text
  expect(text).toMatch(
    /^Olá!\n\nDois atendentes do Palpite.*\n\nFoi você que pediu\?.*\n\nNão foi você\? .*atendimento\./,
  )
})

test('S42: one operator alone removes nothing, however often', async () => {
  const { playerId, token } = await lockedOut('alone@players.example')
  const before = await kept(playerId)
  expect(await ask(playerId, first)).toBe('waits')
  expect([await ask(playerId, first), await ask(playerId, first)]).toEqual(['needs_another', 'needs_another'])
  expect(await kept(playerId)).toEqual({ ...before, resets: 1 })
  expect(await harness.identity.authenticate(token)).toBeDefined()
  expect(await audited(playerId)).toEqual([
    { action: 'player.second_factor_reset_asked', details: { reason: REASON } },
  ])
})

test('a request older than a day, or for an earlier second factor, does not count', async () => {
  const { playerId } = await lockedOut('late@players.example')
  const { db } = harness.deps
  await ask(playerId, first)
  await db`update identity_player_factor_reset set asked_at = now() - interval '25 hours'`
  expect(await ask(playerId, second)).toBe('waits')
  await db`update identity_player set second_factor_at = clock_timestamp() where id = ${playerId}`
  expect(await ask(playerId, first)).toBe('waits')
  expect(await ask(playerId, second)).toBe('reset')
})

test('is refused for a player without a second factor, and for an unknown player', async () => {
  const token = await harness.newPlayer('plain@players.example')
  const { playerId = 0 } = (await harness.identity.authenticate(token)) ?? {}
  expect([await ask(playerId, first), await ask(999_999, first)]).toEqual(['second_factor_off', 'not_found'])
  expect(await audited(playerId)).toEqual([])
})

test('requested 200 times at once by two operators it is done once', async () => {
  const { playerId } = await lockedOut('storm@players.example')
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_none, at) => ask(playerId, at % 2 === 0 ? first : second)),
  )
  expect(answers.filter((answer) => answer === 'reset')).toEqual(['reset'])
  expect(answers.filter((answer) => answer === 'waits')).toEqual(['waits'])
  expect((await audited(playerId)).map(({ action }) => action)).toEqual([
    'player.second_factor_reset_asked',
    'player.second_factor_reset',
  ])
  const notices = await harness.deps.db`
    select from identity_secured_notice where player_id = ${playerId} and what = 'factor_reset'`
  expect(notices).toHaveLength(1)
})
