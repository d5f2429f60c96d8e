import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, afterAll, beforeAll } from 'vitest'
import { policyOf, readLicence } from './policy.ts'

const spec = policyOf({ COMPLIANCE_PROFILE: 'spec' })
const brSpa = policyOf({ COMPLIANCE_PROFILE: 'br-spa' })

const identified = { isTestAccount: false, isIdentified: true, isConfirmed: true, hasDocuments: true }
const newcomer = { isTestAccount: false, isIdentified: false, isConfirmed: false, hasDocuments: false }
const testAccount = { isTestAccount: true, isIdentified: true, isConfirmed: true, hasDocuments: true }

describe.each([
  { policy: spec, version: 'spec-16' },
  { policy: brSpa, version: 'br-spa-15' },
])('in every profile ($version)', ({ policy, version }) => {
  test('stamps every decision, yes or no, with the version of the policy', () => {
    expect(policy.canTopUp(identified)).toEqual({ ok: true, value: { policyVersion: version } })
    expect(policy.canTopUp(newcomer)).toEqual({
      ok: false,
      refusal: { code: 'kyc_needed', detail: { policyVersion: version } },
    })
  })
  test('a person known to be under age cannot register', () => {
    expect(policy.canRegister({ ageYears: 17 })).toMatchObject({ refusal: { code: 'blocked_by_policy' } })
    expect(policy.canRegister({ ageYears: 18 }).ok).toBe(true)
    expect(policy.canRegister({}).ok).toBe(true)
  })
  test('money of a test account cannot be withdrawn', () => {
    const request = { ...testAccount, method: 'CPF', isOwnName: true } as const
    expect(policy.canWithdraw(request)).toMatchObject({ refusal: { code: 'blocked_by_policy' } })
  })
  test('a withdrawal needs an identity', () => {
    const request = { ...newcomer, method: 'CPF', isOwnName: true } as const
    expect(policy.canWithdraw(request)).toMatchObject({ refusal: { code: 'kyc_needed' } })
  })
  test('an identified player withdraws to the own CPF', () => {
    expect(policy.canWithdraw({ ...identified, method: 'CPF', isOwnName: true }).ok).toBe(true)
  })
  test('a test account gets no bonus', () => {
    expect(policy.grantsGift(testAccount)).toBe(false)
  })
})

describe('what the profiles differ in', () => {
  test('play is open everywhere in spec, in Brazil only in br-spa, and from no unknown country', () => {
    expect(['BR', 'PT', undefined].map(spec.mayPlayFrom)).toEqual([true, true, true])
    expect(['BR', 'PT', '', undefined].map(brSpa.mayPlayFrom)).toEqual([true, false, false, false])
  })
  test.each(['CNPJ', 'USDT'] as const)('%s withdrawals are open in spec and closed in br-spa', (method) => {
    const request = { ...identified, method, isOwnName: true }
    expect(spec.canWithdraw(request).ok).toBe(true)
    expect(brSpa.canWithdraw(request)).toMatchObject({ refusal: { code: 'withdraw_method_closed' } })
  })
  test('a payout to or payment from another name passes in spec and not in br-spa', () => {
    const request = { ...identified, method: 'CPF', isOwnName: false } as const
    expect(spec.canWithdraw(request).ok).toBe(true)
    expect(brSpa.canWithdraw(request)).toMatchObject({ refusal: { code: 'withdraw_own_cpf_only' } })
    expect(spec.takesPaymentOf({ isOwnName: false })).toBe(true)
    expect(brSpa.takesPaymentOf({ isOwnName: false })).toBe(false)
    expect(brSpa.takesPaymentOf({ isOwnName: true })).toBe(true)
  })
  test('a bet before identification passes in spec and waits for it in br-spa', () => {
    expect(spec.canBet(newcomer).ok).toBe(true)
    expect(brSpa.canBet(newcomer)).toMatchObject({ refusal: { code: 'kyc_needed' } })
    expect(brSpa.canBet(identified).ok).toBe(true)
    const unconfirmed = { ...identified, isConfirmed: false }
    expect(spec.canBet(unconfirmed).ok && spec.canTopUp(unconfirmed).ok).toBe(true)
    for (const answer of [brSpa.canBet(unconfirmed), brSpa.canTopUp(unconfirmed)]) {
      expect(answer).toMatchObject({ refusal: { code: 'identity_not_confirmed' } })
    }
    expect(brSpa.canBet({ ...newcomer, isTestAccount: true }).ok).toBe(true)
  })
  test('C11 stakes and top-ups need document and face in br-spa, withdrawals do not; in spec nothing does', () => {
    const unchecked = { ...identified, hasDocuments: false }
    const out = { ...unchecked, method: 'CPF', isOwnName: true } as const
    for (const answer of [brSpa.canBet(unchecked), brSpa.canTopUp(unchecked)]) {
      expect(answer).toMatchObject({ refusal: { code: 'documents_needed' } })
    }
    expect(brSpa.canWithdraw(out).ok).toBe(true)
    expect(spec.canBet(unchecked).ok && spec.canTopUp(unchecked).ok && spec.canWithdraw(out).ok).toBe(true)
    expect(brSpa.canBet({ ...newcomer, isTestAccount: true }).ok).toBe(true)
  })
  test('the configuration can require documents for more, never for less; the version shows it', () => {
    const unchecked = { ...identified, hasDocuments: false }
    const out = { ...unchecked, method: 'CPF', isOwnName: true } as const
    const careful = policyOf({ COMPLIANCE_PROFILE: 'spec', DOCUMENTS_BEFORE: 'withdrawal' })
    expect(careful.canWithdraw(out)).toMatchObject({ refusal: { code: 'documents_needed' } })
    expect(careful.canWithdraw({ ...out, hasDocuments: true }).ok).toBe(true)
    expect(careful.canBet(unchecked).ok && careful.canTopUp(unchecked).ok).toBe(true)
    expect(careful.version).toMatch(/^spec-16\+[0-9a-f]{8}$/)
    const both = policyOf({ COMPLIANCE_PROFILE: 'br-spa', DOCUMENTS_BEFORE: 'withdrawal' })
    expect(both.terms.documentsBefore).toEqual(['stake', 'top_up', 'withdrawal'])
    const stakes = policyOf({ COMPLIANCE_PROFILE: 'spec', DOCUMENTS_BEFORE: 'stake' })
    expect(stakes.canBet(newcomer)).toMatchObject({ refusal: { code: 'documents_needed' } })
  })
  test('a test account tops up in neither', () => {
    expect(spec.canTopUp(testAccount)).toMatchObject({ refusal: { code: 'blocked_by_policy' } })
    expect(brSpa.canTopUp(testAccount)).toMatchObject({ refusal: { code: 'blocked_by_policy' } })
  })
  test('bonuses tied to a top-up exist only in spec', () => {
    expect(spec.grantsGift(identified)).toBe(true)
    expect(brSpa.grantsGift(identified)).toBe(false)
  })
  test.each(['levels', 'referrals', 'promotions', 'stakes'] as const)(
    'rewards for %s go to every identified player in spec, and to nobody in br-spa',
    (basis) => {
      expect(spec.canReward(basis, identified).ok).toBe(true)
      expect(spec.canReward(basis, newcomer)).toMatchObject({ refusal: { code: 'kyc_needed' } })
      expect(spec.canReward(basis, testAccount)).toMatchObject({ refusal: { code: 'blocked_by_policy' } })
      expect(brSpa.canReward(basis, identified)).toMatchObject({ refusal: { code: 'blocked_by_policy' } })
      expect([spec.hasRewards(basis), brSpa.hasRewards(basis)]).toEqual([true, false])
    },
  )
  test('everything the law forbids is off in br-spa', () => {
    expect(brSpa.terms).toMatchObject({
      grantsGifts: false,
      levelsByTopUp: false,
      paysReferrals: false,
      givesPromotions: false,
      wagersTopUps: false,
      takesWithdrawFee: false,
      countsWithdrawals: false,
      opensDepositByItself: false,
    })
  })
  test('a session expires after half an hour idle in br-spa and much later in spec', () => {
    expect(brSpa.session.idleSeconds).toBe(1800)
    expect(spec.session.idleSeconds).toBeGreaterThan(24 * 3600)
  })
})

describe("an operator's overrides", () => {
  test('change the terms and show in the version', () => {
    const own = policyOf({ COMPLIANCE_PROFILE: 'spec' }, { grantsGifts: false })
    expect(own.grantsGift(identified)).toBe(false)
    expect(own.version).toMatch(/^spec-16\+[0-9a-f]{8}$/)
  })
  test('give the same version for the same terms in any order, and another for others', () => {
    const one = policyOf({ COMPLIANCE_PROFILE: 'spec' }, { grantsGifts: false, minAgeYears: 21 })
    const same = policyOf({ COMPLIANCE_PROFILE: 'spec' }, { minAgeYears: 21, grantsGifts: false })
    const other = policyOf({ COMPLIANCE_PROFILE: 'spec' }, { minAgeYears: 20, grantsGifts: false })
    expect(same.version).toBe(one.version)
    expect(other.version).not.toBe(one.version)
  })
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'palpite-licence-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const licence = {
  company: 'Palpite Apostas S.A.',
  cnpj: '11222333000181',
  authorisation: 'Portaria SPA/MF nº 1, de 2 de janeiro de 2026',
  phone: '0800 000 0000',
  email: 'sac@palpite.example',
}

const fileOf = (content: string) => {
  const file = join(folder, 'licence.json')
  writeFileSync(file, content)
  return file
}

test('shows a licence as in its file; without a file there is none', () => {
  expect(readLicence(fileOf(JSON.stringify(licence)))).toEqual(licence)
  expect(readLicence(undefined)).toBeNull()
})

test.each([
  { wrong: 'a CNPJ with a wrong digit', content: { ...licence, cnpj: '11222333000182' }, says: /cnpj/ },
  { wrong: 'no authorisation', content: { ...licence, authorisation: '' }, says: /authorisation/ },
  { wrong: 'a field that nobody knows', content: { ...licence, more: 1 }, says: /more/ },
])('a server does not start with $wrong', ({ content, says }) => {
  expect(() => readLicence(fileOf(JSON.stringify(content)))).toThrow(says)
})
