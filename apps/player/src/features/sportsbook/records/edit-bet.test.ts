import { beforeEach, expect, test, vi } from 'vitest'
import { openAddress } from '../../../shared/testing/test-browser.ts'
import { testBet, testBetLeg } from '../testing/test-bet.ts'
import { useSlip } from '../slip-store.ts'
import { canEdit, editInSlip } from './edit-bet.ts'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)

const legs = ['1', '2', '3'].map((outcomeId) => testBetLeg({ outcomeId, fixtureId: outcomeId }))

beforeEach(() => {
  openAddress('/registros')
  useSlip.setState(useSlip.getInitialState())
})

const slip = () => {
  const { legs: own, mode, folds, entries } = useSlip.getState()
  return { outcomeIds: own.map(({ outcomeId }) => outcomeId), mode, folds, entries }
}

test('an edited single is in the slip with its sale value as stake', () => {
  editInSlip({ ...testBet, legs: legs.slice(0, 1) }, 18_40)
  expect(slip()).toMatchObject({ outcomeIds: ['1'], entries: { 1: '18.40' } })
})

test('an edited system stays a system, with the sale value split among its combinations', () => {
  const system = { kind: 'system' as const, folds: [2], unitStakeCents: 1000, stakeCents: 3000, legs }
  editInSlip({ ...testBet, ...system }, 20_00)
  expect(slip()).toMatchObject({ outcomeIds: ['1', '2', '3'], mode: 'system', folds: [2] })
  expect(slip().entries).toEqual({ system: '6.66' }) // never more than it was sold for
})

test('a free bet cannot be edited: nothing was paid for it', () => {
  expect(canEdit({ ...testBet, isFree: true })).toBe(false)
  expect(canEdit(testBet)).toBe(true)
})
