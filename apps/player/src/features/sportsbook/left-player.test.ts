import { beforeEach, expect, test, vi } from 'vitest'
import { beginSession, endSession, useToken } from '../../shared/session.ts'
import { openAddress } from '../../shared/testing/test-browser.ts'
import { togglePick, toggleBuilding, useBuilder } from './builder/builder-store.ts'
import { foldField, useFieldFold } from './event/field-fold.ts'
import { useFavourites } from './list/favourites.ts'
import { chooseTolerance, useTolerance } from './records/cash-out-tolerance.ts'
import { toggleLeg, useSlip } from './slip-store.ts'
import { enterStake, replaceSlip, useReplaced } from './slip-changes.ts'
import { usePlacing } from './slip/place-slip.ts'

await vi.hoisted(async () => {
  ;(await import('../../shared/testing/test-browser.ts')).keepInBrowser()
  vi.stubGlobal('navigator', {})
})

const leg = {
  outcomeId: '1',
  fixtureId: '1',
  home: 'Capim FC',
  away: 'Serra EC',
  simulated: true,
  marketType: '1x2',
  period: 'full' as const,
  lineQuarters: null,
  code: '1',
  name: null,
  priceMilli: 2000,
}

beforeEach(() => {
  openAddress('/footballPage')
  useToken.setState({ token: '' })
  useSlip.setState({ legs: [] })
  localStorage.clear()
})

test('a stranger sees neither stakes nor answers of the player who logged out', () => {
  beginSession('ana')
  toggleLeg(leg)
  enterStake('1', '25')
  usePlacing.setState({
    states: { 1: { kind: 'refused', code: 'daily_loss_limit', message: 'Seu limite' } },
    bounds: { 1: { maxStakeCents: 900 } },
  })
  useFavourites.setState({ leagues: ['Liga do Cerrado'] })
  foldField(true)
  endSession()
  expect(useFieldFold.getState().isOpen).toBe(false)
  expect(useSlip.getState()).toMatchObject({ legs: [leg], entries: {}, requests: {} })
  expect(usePlacing.getState()).toMatchObject({ states: {}, bounds: {}, receipts: [] })
  expect(useFavourites.getState().leagues).toEqual([])
  expect(localStorage).toHaveLength(0)
})

test("a player's quick bets and cash-out settings are not kept for the next one", () => {
  beginSession('ana')
  toggleLeg(leg)
  enterStake('1', '25')
  replaceSlip({ legs: [{ ...leg, outcomeId: '2' }] })
  expect(useReplaced.getState().before).toBeDefined()
  toggleBuilding('1')
  togglePick(leg)
  chooseTolerance('500')
  endSession()
  expect(useReplaced.getState().before).toBeUndefined()
  expect(useBuilder.getState()).toEqual({ fixtureId: undefined, picks: [] })
  expect(useTolerance.getState().tolerance).toBe('0')
})

test("logging in keeps a visitor's slip", () => {
  toggleLeg(leg)
  enterStake('1', '25')
  beginSession('ana')
  expect(useSlip.getState()).toMatchObject({ legs: [leg], entries: { 1: '25' } })
})
