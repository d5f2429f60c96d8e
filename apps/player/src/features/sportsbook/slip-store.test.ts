import { beforeEach, expect, test, vi } from 'vitest'
import type { Request } from './slip-store.ts'
import { testLeg as leg } from './testing/test-leg.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
}

/** A browser tab: its storage is shared, and it receives the others' events. */
const openTab = async () => {
  vi.resetModules()
  const events = new EventTarget()
  vi.stubGlobal('window', events)
  const slip = await import('./slip-store.ts')
  const choices = await import('./slip-choices.ts')
  const changes = await import('./slip-changes.ts')
  const receive = (key: string | null = 'slip') =>
    events.dispatchEvent(Object.assign(new Event('storage'), { key }))
  const show = (persisted: boolean) =>
    events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  const legs = () => slip.useSlip.getState().legs.map(({ outcomeId }) => outcomeId)
  return { ...slip, ...choices, ...changes, receive, show, legs, state: slip.useSlip.getState }
}

const request = (outcomeId: string): Request => ({
  requestId: `request-${outcomeId}`,
  unitStakeCents: 500,
  legs: [{ outcomeId, priceMilli: 1420 }],
  accept: 'exact',
})

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', storage)
})

test('a pick in one tab appears in the other, and a later one removes neither', async () => {
  const [one, other] = [await openTab(), await openTab()]
  one.toggleLeg(leg('1'))
  one.enterStake('1', '5')
  other.receive()
  other.toggleLeg(leg('2'))
  one.receive()
  expect([one.legs(), other.legs()]).toEqual([
    ['1', '2'],
    ['1', '2'],
  ])
  expect(other.state().entries).toEqual({ 1: '5' })
  expect((await openTab()).legs()).toEqual(['1', '2'])
})

test('a page restored by the browser rereads the slip', async () => {
  const [one, other] = [await openTab(), await openTab()]
  one.toggleLeg(leg('1'))
  other.receive()
  other.toggleLeg(leg('2'))
  one.show(true)
  expect(one.legs()).toEqual(['1', '2'])
  one.toggleLeg(leg('3'))
  expect((await openTab()).legs()).toEqual(['1', '2', '3'])
})

test('two tabs that write at once end with the last written slip', async () => {
  const [one, other] = [await openTab(), await openTab()]
  one.toggleLeg(leg('1'))
  other.toggleLeg(leg('2'))
  one.receive()
  other.receive()
  expect([one.legs(), other.legs()]).toEqual([['2'], ['2']])
})

test("another tab's change affects no bet in flight", async () => {
  const [one, other] = [await openTab(), await openTab()]
  one.toggleLeg(leg('1'))
  one.holdLegs(['1'])
  one.keepRequest('1', request('1'))
  other.toggleLeg(leg('2'))
  one.receive()
  expect(one.legs()).toEqual(['1', '2'])
  expect((await openTab()).state()).toMatchObject({ requests: { 1: request('1') } })
})

test('a bet placed here is not restored by a tab that does not know it yet', async () => {
  const [one, other] = [await openTab(), await openTab()]
  one.toggleLeg(leg('1'))
  other.receive()
  one.holdLegs(['1'])
  one.keepRequest('1', request('1'))
  one.dropRequest('1')
  one.removeLegs(['1'])
  other.toggleLeg(leg('2'))
  one.receive()
  expect(one.legs()).toEqual(['2'])
})

test('a bet whose answer another tab received is not queried again', async () => {
  const [one, other] = [await openTab(), await openTab()]
  one.toggleLeg(leg('1'))
  one.keepRequest('1', request('1'))
  other.receive()
  other.dropRequest('1')
  other.removeLegs(['1'])
  one.receive()
  expect(one.state()).toMatchObject({ legs: [], requests: {} })
})

test('a logout in another tab keeps the slip visible', async () => {
  const one = await openTab()
  one.toggleLeg(leg('1'))
  kept.clear()
  one.receive()
  one.receive(null)
  one.show(true)
  expect(one.legs()).toEqual(['1'])
})

test('a replacing slip is not mixed with the old one, and can be undone', async () => {
  const tab = await openTab()
  tab.toggleLeg(leg('1'))
  tab.enterStake('1', '5')
  tab.chooseEachWay(true)
  tab.replaceSlip({ legs: [leg('2'), leg('3')], mode: 'parlay', entries: { parlay: '9' } })
  expect(tab.legs()).toEqual(['2', '3'])
  expect(tab.state()).toMatchObject({ mode: 'parlay', isEachWay: false, entries: { parlay: '9' } })
  const { before } = tab.useReplaced.getState()
  if (before) tab.putBack(before)
  expect(tab.legs()).toEqual(['1'])
  expect(tab.state()).toMatchObject({ mode: undefined, isEachWay: true, entries: { 1: '5' } })
  expect(tab.useReplaced.getState().before).toBeUndefined()
})

test('a selection whose bet may exist stays when another slip arrives', async () => {
  const tab = await openTab()
  tab.toggleLeg(leg('1'))
  tab.keepRequest('1', request('1'))
  tab.replaceSlip({ legs: [leg('2')] })
  expect(tab.legs()).toEqual(['2', '1'])
  expect(tab.useReplaced.getState().before).toBeUndefined()
  tab.keepRequest('parlay', request('2'))
  tab.replaceSlip({ legs: [leg('3')] })
  expect(tab.legs()).toEqual(['2', '1'])
})

test('the preferred mode is kept for the next slip, also when old selections expire', async () => {
  const tab = await openTab()
  tab.toggleLeg(leg('1'))
  tab.toggleLeg(leg('2'))
  tab.chooseMode('singles')
  tab.removeLegs(['1', '2'])
  expect(tab.state()).toMatchObject({ legs: [], mode: undefined, usualMode: 'singles' })
  tab.toggleLeg(leg('3'))
  tab.chooseAccept('exact')
  const saved = JSON.parse(kept.get('slip') ?? '') as { savedAt: number }
  kept.set('slip', JSON.stringify({ ...saved, savedAt: saved.savedAt - 24 * 3_600_000 }))
  expect((await openTab()).state()).toMatchObject({ legs: [], usualMode: 'singles', accept: 'exact' })
})

test('a slip that arrived as a system does not change the preferred mode', async () => {
  const tab = await openTab()
  tab.replaceSlip({ legs: [leg('1'), leg('2'), leg('3')], mode: 'system' })
  expect(tab.state()).toMatchObject({ mode: 'system' })
  tab.removeLegs(['1', '2', '3'])
  expect([tab.state().mode, tab.state().usualMode]).toEqual([undefined, undefined])
})
