import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { testDevice } from '../../../../../tools/test/test-device.ts'
import { until } from '../../../../../tools/test/until.ts'
import {
  asOperator,
  issueOperator,
  openIdentity,
  openOperators,
  openSessions,
  resetPlayerFactor,
} from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { ok } from '../../platform/result.ts'
import { countActivity, policyOf } from '../../protection/index.ts'
import type { Cashier } from '../cashier.ts'
import { cashierOf } from '../cashier-of.ts'
import { provenSessions, sameTerms, testNeeds } from '../testing/harness.ts'
import { balancesOf, freshCpf, giveCash, newPlayer } from '../testing/players.ts'
import { askKeyCode, confirmKey } from './confirm-key.ts'
import { requestWithdrawals } from './request-withdrawals.ts'
import type { RequestWithdrawal } from './rules.ts'

let deps: Deps
let cashier: Cashier
let proofs: Cashier['proofs']
let close: () => Promise<void>
const mails: { to: string; text: string }[] = []

/** The cashier with the real identity module's codes, whose job sends mails. */
beforeAll(async () => {
  const opened = await openTestDeps()
  deps = opened.deps
  const identity = openIdentity(
    { ...deps, metrics: openMetrics() },
    {
      sessionTimes: undefined,
      countActivity,
      mayRegister: () => ok(null),
      mayIdentify: async () => ok({ birthDate: null }),
      readBarred: async () => new Set(),
      signedIn: () => undefined,
      sendMail: async (mail) => void mails.push(mail),
    },
  )
  const jobs = identity.jobs()
  const { payees } = identity.confirmations
  proofs = identity.confirmations.proofs
  const readVipTerms = sameTerms({ withdrawalsADay: 9, feeBps: 0 })
  ;({ cashier } = cashierOf({ ...deps, metrics: openMetrics() }, { ...testNeeds(), readVipTerms, payees }))
  close = async () => {
    for (const job of jobs) await job.stop()
    await opened.close()
  }
})
afterAll(() => close())

/** A player with R$ 500, and their withdrawal requests. */
const rich = async () => {
  const { playerId, cpf } = await newPlayer(deps)
  await giveCash(deps, playerId, 50_000)
  const [row] = await deps.db<{ email: string }[]>`select email from identity_player where id = ${playerId}`
  const email = row?.email ?? ''
  return {
    playerId,
    cpf,
    askCode: (payCardNo: string) =>
      askKeyCode(cashier, { playerId, sessionId: 1, method: 'CPF', payCardNo, lang: 'pt-BR' }),
    confirm: (payCardNo: string, code: string) =>
      confirmKey(cashier, { playerId, method: 'CPF', payCardNo, code }),
    mailedCode: () =>
      until(`a code was mailed to ${email}`, async () => {
        const mail = mails.findLast(({ to }) => to === email)
        return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
      }),
    withdraw: async (payCardNo: string, amountCents: number, more: Partial<RequestWithdrawal> = {}) => {
      const wish = { playerId, sessionId: 1, method: 'CPF' as const, holderName: 'Bruno', whatsapp: '' }
      const [answer] = await requestWithdrawals(cashier, [{ ...wish, payCardNo, amountCents, ...more }])
      return answer?.ok ? answer.value.orderId : answer?.refusal.code
    },
  }
}
const cashOf = async (playerId: number) => (await balancesOf(deps, playerId)).cashCents

test('3.19 a first payout to another person’s key needs the code mailed to the player, for any amount', async () => {
  const player = await rich()
  const key = freshCpf()
  expect(await player.withdraw(key, 5_000)).toBe('payee_code_needed')
  expect(await cashOf(player.playerId)).toBe(50_000) // nothing is held
  expect(await player.askCode(key)).toEqual(ok({ needed: true }))
  expect(await player.withdraw(key, 5_000)).toBe('payee_code_needed') // mailed, but not confirmed yet
  const code = await player.mailedCode()
  expect(await player.confirm(key, code)).toEqual(ok(null))
  expect(await player.withdraw(freshCpf(), 5_000)).toBe('payee_code_needed') // another key needs another code
  const orderId = await player.withdraw(key, 5_000, { requestId: 'one-wish-of-a-player' })
  expect(orderId).toMatch(/^[0-9a-f]{32}$/)
  expect(await player.withdraw(key, 5_000, { requestId: 'one-wish-of-a-player' })).toBe(orderId)
  expect(await cashOf(player.playerId)).toBe(45_000)
  // The key counts as known from then on, after the confirmation has expired.
  await deps.db`update identity_payee_code set confirmed_until = now() where player_id = ${player.playerId}`
  expect(await player.askCode(key)).toEqual(ok({ needed: false }))
  expect(await player.withdraw(key, 5_100)).toMatch(/^[0-9a-f]{32}$/)
  expect(await cashOf(player.playerId)).toBe(39_900)
})

test('3.19 the player’s own CPF, however typed, needs no code, and none is mailed', async () => {
  const player = await rich()
  const typed = player.cpf.replace(/^(\d{3})(\d{3})(\d{3})/, '$1.$2.$3-')
  expect(await player.askCode(typed)).toEqual(ok({ needed: false }))
  expect(await player.withdraw(typed, 5_000)).toMatch(/^[0-9a-f]{32}$/)
  const rows = await deps.db`select from identity_payee_code where player_id = ${player.playerId}`
  expect(rows).toEqual([])
})

test('3.19 a wrong code confirms nothing; the specification’s checks come first, and so does the password', async () => {
  const player = await rich()
  const key = freshCpf()
  await player.askCode(key)
  const code = await player.mailedCode()
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect(await player.confirm(key, wrong)).toMatchObject({ refusal: { code: 'wrong_reset_code' } })
  expect(await player.withdraw(key, 4_999)).toBe('withdraw_below_min')
  expect(await player.withdraw(key, 5_000)).toBe('payee_code_needed')
  await player.confirm(key, code)
  const unverified = { ...cashier, proofs: provenSessions([]) }
  const wish = { playerId: player.playerId, sessionId: 1, method: 'CPF', payCardNo: key } as const
  const [answer] = await requestWithdrawals(unverified, [
    { ...wish, holderName: 'Bruno', whatsapp: '', amountCents: 5_000 },
  ])
  expect(answer).toMatchObject({ refusal: { code: 'password_needed' } }) // required in addition to the password
  expect(await cashOf(player.playerId)).toBe(50_000)
})

/** A player with R$ 500 under Brazil's rules who has used nothing that was mailed, with the password just entered. */
const unconfirmed = async () => {
  const player = await rich()
  const { playerId, cpf } = player
  await deps.db`update identity_player set email_confirmed_at = null where id = ${playerId}`
  const opened = await openSessions(deps, [{ playerId, ip: '127.0.0.1', device: testDevice }])
  const { sessionId = 0 } = opened[0] ?? {}
  await deps.db`update identity_session set verified_until = now() + interval '5 minutes' where id = ${sessionId}`
  const strict = { ...cashier, proofs, policy: policyOf({ COMPLIANCE_PROFILE: 'br-spa' }) }
  const key = { playerId, method: 'CPF', payCardNo: cpf } as const
  return {
    ...player,
    hasEmail: async () => (await proofs.read(deps.db, [sessionId])).get(sessionId)?.hasEmail,
    askOwn: () => askKeyCode(strict, { ...key, sessionId, lang: 'pt-BR' }),
    withdrawOwn: async (more: Partial<RequestWithdrawal> = {}) => {
      const wish = { ...key, sessionId, holderName: 'Ana Souza', whatsapp: '', amountCents: 5_000, ...more }
      const [answer] = await requestWithdrawals(strict, [wish])
      return answer?.ok ? 'accepted' : answer?.refusal.code
    },
  }
}

test('C11 where the law asks for it, the first withdrawal waits for a mailed code that confirms the e-mail', async () => {
  const { cpf, ...player } = await unconfirmed()
  expect(await player.withdrawOwn()).toBe('payee_code_needed')
  expect(await player.askOwn()).toEqual(ok({ needed: true }))
  expect([await player.withdrawOwn(), await player.hasEmail()]).toEqual(['payee_code_needed', false])
  expect(await player.confirm(cpf, await player.mailedCode())).toEqual(ok(null))
  expect(await player.hasEmail()).toBe(true)
  // The confirmed e-mail counts, not the minutes of the code.
  await deps.db`update identity_payee_code set confirmed_until = now() where player_id = ${player.playerId}`
  expect(await player.askOwn()).toEqual(ok({ needed: false }))
  expect(await player.withdrawOwn()).toBe('accepted')
})

test('a payout of the house to the own CPF waits for no e-mail, and a CPF that was paid before needs no code', async () => {
  const player = await unconfirmed()
  const byHouse = { sessionId: 0, isByHouse: true, requestId: 'payout-of-the-house' } as const
  expect(await player.withdrawOwn(byHouse)).toBe('accepted')
  expect(await player.hasEmail()).toBe(false)
  expect(await player.withdrawOwn({ amountCents: 5_100 })).toBe('accepted')
})

/** A player with R$ 500 and a second factor, in a session with the password just entered. */
const withFactor = async () => {
  const player = await rich()
  const { playerId } = player
  await deps.db`update identity_player set second_factor_at = now() where id = ${playerId}`
  const opened = await openSessions(deps, [{ playerId, ip: '127.0.0.1', device: testDevice, factor: 'code' }])
  const { sessionId = 0 } = opened[0] ?? {}
  await deps.db`update identity_session set verified_until = now() + interval '5 minutes' where id = ${sessionId}`
  const stepUp = () => deps.db`
    update identity_session set stepped_up_until = now() + interval '5 minutes' where id = ${sessionId}`
  const stepping = { ...cashier, proofs, payees: testNeeds().payees }
  const wish = { playerId, sessionId, method: 'CPF' as const, holderName: 'Bruno', whatsapp: '' }
  const withdraw = async (payCardNo: string, amountCents: number) => {
    const [answer] = await requestWithdrawals(stepping, [{ ...wish, payCardNo, amountCents }])
    return answer?.ok ? 'accepted' : answer?.refusal.code
  }
  const withdrawAll = async (keys: readonly string[]) => {
    const wishes = keys.map((payCardNo) => ({ ...wish, payCardNo, amountCents: 5_000 }))
    const answers = await requestWithdrawals(stepping, wishes)
    return answers.map((answer) => answer.ok)
  }
  return { ...player, stepUp, withdraw, withdrawAll }
}

test('S43: a second factor authorises one new key; a key paid before needs none', async () => {
  const player = await withFactor()
  const key = freshCpf()
  expect(await player.withdraw(key, 5_000)).toBe('step_up_needed')
  expect(await player.withdraw(player.cpf, 5_000)).toBe('step_up_needed') // the player's own CPF is a new key too
  expect(await cashOf(player.playerId)).toBe(50_000)
  await player.stepUp()
  expect(await player.withdraw(key, 4_999)).toBe('withdraw_below_min') // a refused withdrawal uses up none
  expect(await player.withdraw(key, 5_000)).toBe('accepted')
  expect(await player.withdraw(freshCpf(), 5_000)).toBe('step_up_needed')
  expect(await player.withdraw(key, 5_100)).toBe('accepted')
})

test('S43: one second factor, sent 200 times at once with as many keys, pays one of them', async () => {
  const player = await withFactor()
  await player.stepUp()
  const keys = Array.from({ length: 100 }, freshCpf)
  const alone = await Promise.all(keys.map((key) => player.withdraw(key, 5_000)))
  const together = await player.withdrawAll(Array.from({ length: 100 }, freshCpf))
  expect(alone.filter((answer) => answer === 'accepted')).toHaveLength(1)
  expect(together.filter(Boolean)).toHaveLength(0)
  await player.stepUp()
  expect((await player.withdrawAll(Array.from({ length: 3 }, freshCpf))).filter(Boolean)).toHaveLength(1)
  expect(await cashOf(player.playerId)).toBe(40_000)
})

test('S42: after operators removed a second factor, withdrawals wait as after a new password', async () => {
  const player = await withFactor()
  const { playerId } = player
  const operators = await Promise.all(
    ['one', 'two'].map((name) => issueOperator(openOperators(deps), `${name}@house.example`, { all: true })),
  )
  const states = []
  for (const issued of operators) {
    const operatorId = 'refused' in issued ? 0 : issued.operatorId
    const reset = { playerId, operatorId, reason: 'known by a call', withinSeconds: 86_400 }
    const by = { operatorId, permissions: new Set<never>() }
    states.push(await asOperator(deps.db, by, (tx) => resetPlayerFactor(tx, reset)))
  }
  expect(states.map((answer) => answer.ok && answer.value.state)).toEqual(['waits', 'reset'])
  const opened = await openSessions(deps, [{ playerId, ip: '127.0.0.1', device: testDevice }])
  const { sessionId = 0 } = opened[0] ?? {}
  await deps.db`update identity_session set verified_until = now() + interval '5 minutes' where id = ${sessionId}`
  const wish = { playerId, sessionId, method: 'CPF' as const, holderName: 'Bruno', whatsapp: '' }
  const [answer] = await requestWithdrawals({ ...cashier, proofs, payees: testNeeds().payees }, [
    { ...wish, payCardNo: freshCpf(), amountCents: 5_000 },
  ])
  expect(answer?.ok).toBe(true)
  const rows = await deps.db<{ hours: number | null }[]>`
    select round(extract(epoch from waits_until - now()) / 3600)::int as hours
      from cashier_withdrawal where player_id = ${playerId}`
  expect(rows).toEqual([{ hours: 24 }])
})

test('3.19 mails no code for a withdrawal that would be refused', async () => {
  const player = await rich()
  expect(await player.askCode('11111111111')).toMatchObject({ refusal: { code: 'withdraw_invalid_key' } })
  expect(await player.confirm('11111111111', '123456')).toMatchObject({
    refusal: { code: 'withdraw_invalid_key' },
  })
  const strict = { ...cashier, policy: policyOf({ COMPLIANCE_PROFILE: 'br-spa' }) }
  const typed = { method: 'CPF', payCardNo: freshCpf() } as const
  const asked = { playerId: player.playerId, sessionId: 1, ...typed, lang: 'pt-BR' } as const
  expect(await askKeyCode(strict, asked)).toMatchObject({ refusal: { code: 'withdraw_own_cpf_only' } })
  expect(await deps.db`select from identity_payee_code where player_id = ${player.playerId}`).toEqual([])
})
