import { expect, test } from 'vitest'
import { keepInBrowser } from '../../../shared/testing/test-browser.ts'
import { testLeg } from '../testing/test-leg.ts'
import { change, useSlip } from '../slip-store.ts'
import { forget, usePlacing } from './place-slip.ts'
import { modeOf } from './slip-mode.ts'

const leg = (outcomeId: string, fixtureId = outcomeId) => ({ ...testLeg(outcomeId), fixtureId })
const [one, two, three] = [leg('1'), leg('2'), leg('3')]

test.each([
  { what: 'one match', legs: [one], opens: 'singles' },
  { what: 'two selections of one match', legs: [leg('1', '9'), leg('2', '9')], opens: 'singles' },
  { what: 'two matches', legs: [one, two], opens: 'parlay' },
  { what: 'three matches', legs: [one, two, three], opens: 'parlay' },
] as const)('a slip with $what opens as $opens', ({ legs, opens }) => {
  expect(modeOf({ legs }, {})).toBe(opens)
})

test("the last chosen mode is remembered, but a slip's own mode comes first", () => {
  expect(modeOf({ legs: [one, two], usualMode: 'singles' }, {})).toBe('singles')
  expect(modeOf({ legs: [one, two, three], usualMode: 'system' }, {})).toBe('system')
  expect(modeOf({ legs: [one, two, three], usualMode: 'system', mode: 'parlay' }, {})).toBe('parlay')
})

test('a system of two is shown as one parlay', () => {
  expect(modeOf({ legs: [one, two], usualMode: 'system' }, {})).toBe('parlay')
  expect(modeOf({ legs: [one, two], mode: 'system' }, {})).toBe('parlay')
})

test('a selection sent as a single shows its result, until the player chooses otherwise', () => {
  const refused = { 2: { kind: 'refused' } }
  expect(modeOf({ legs: [one, two] }, refused)).toBe('singles')
  expect(modeOf({ legs: [one, two], usualMode: 'parlay' }, refused)).toBe('singles')
  expect(modeOf({ legs: [one, two], mode: 'parlay' }, refused)).toBe('parlay')
  expect(modeOf({ legs: [one, two] }, { parlay: { kind: 'refused' } })).toBe('parlay')
})

test('refused singles stay singles while typing', () => {
  keepInBrowser()
  change({ legs: [one, two], mode: undefined })
  const refused = { kind: 'refused', code: 'price_changed', message: '' } as const
  usePlacing.setState({ states: { '1': refused, '2': refused } })
  const mode = () => modeOf(useSlip.getState(), usePlacing.getState().states)
  expect(mode()).toBe('singles')
  forget('1')
  forget('2')
  expect(mode()).toBe('singles')
})
