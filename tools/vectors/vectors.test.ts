import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkSettlement } from './settlement.ts'
import { checkTaxIds } from './taxid.ts'
import { KINDS, report } from './vectors.ts'

/** The files are beside the project; a copy of the project alone has none. */
const fileOf = (kind: string): URL => new URL(`../../../shared/vectors/${kind}.json`, import.meta.url)
const MIN_CASES: Readonly<Record<string, number>> = {
  fairness: 100,
  paytables: 60,
  settlement: 500,
  pricing: 80,
  taxid: 30,
  brcode: 20,
  'usdt-address': 20,
}

describe('vector files', () => {
  for (const [kind, check] of Object.entries(KINDS)) {
    const isThere = existsSync(fileOf(kind))
    test.skipIf(!isThere)(`${kind}: every case passes, none is skipped (needs ../shared/vectors)`, () => {
      const checks = check(JSON.parse(readFileSync(fileOf(kind), 'utf8')))
      expect(report(checks).lines).toEqual([`${checks.length} passed, 0 failed, 0 skipped`])
      expect(checks.length).toBeGreaterThanOrEqual(MIN_CASES[kind] ?? 1)
    })
  }

  const bet = (change: object) => ({
    groups: [
      {
        cases: [
          {
            id: 'one',
            sport: 'football',
            market: 'total_goals',
            period: 'FT90',
            selection: 'over',
            line: '2.25',
            odds: '1.90',
            stake: '100',
            score: { home: 2, away: 0 },
            expect: { result: 'half_lost', code: 11, payout: '50', payout_cents: 5000 },
            ...change,
          },
        ],
      },
    ],
  })

  test.each([
    [{}, '1 passed, 0 failed, 0 skipped', 0],
    [
      { expect: { result: 'lost', code: 20, payout: '0', payout_cents: 0 } },
      '0 passed, 1 failed, 0 skipped',
      1,
    ],
    [
      { expect: { result: 'half_lost', code: 11, payout: '50.01', payout_cents: 5001 } },
      '0 passed, 1 failed, 0 skipped',
      1,
    ],
    [{ market: 'first_throw_in' }, '0 passed, 0 failed, 1 skipped', 0],
    [{ line: '2.3' }, '0 passed, 0 failed, 1 skipped', 0],
  ])('a case changed by %j counts as %s', (change, last, failed) => {
    const reported = report(checkSettlement(bet(change)))
    expect(reported.lines.at(-1)).toBe(last)
    expect(reported.failed).toBe(failed)
  })

  test('a mismatch is printed with its id and the expected value', () => {
    const file = { cpf: [{ value: '52998224725', normalized: '52998224725', valid: false }] }
    expect(report(checkTaxIds(file)).lines[0]).toBe(
      'mismatch cpf 52998224725: valid: expected false, got true',
    )
  })
})
