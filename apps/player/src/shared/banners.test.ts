import { bannerPages } from '@palpite/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { useAlerts } from './alerts.ts'
import { deviceKeys } from './device-keys.ts'
import { bannersFor } from './banners.ts'
import { closeOverlay, openOverlay, openOverlayName, overlayInSight } from './overlays.ts'
import { screenAt } from './paths.ts'
import { queryClient } from './query.ts'
import { beginRealityCheck, holdForDecision, useRealityCheck } from './reality-check.ts'
import { showPlannedMask, showStartMask } from './start-mask.ts'
import { keepInBrowser, openAddress, openServer } from './testing/test-browser.ts'

let dialogs = 0
beforeEach(() => {
  dialogs = 0
  vi.stubGlobal('document', { querySelector: () => (dialogs > 0 ? {} : null) })
  keepInBrowser()
  openAddress('/home')
  queryClient.clear()
  useAlerts.setState({ waiting: [] })
  useRealityCheck.setState({ isDue: false, decisions: 0 })
  closeOverlay()
})

const banner = (bannerId: string, own: object = {}) => ({
  bannerId,
  place: 'home',
  audience: 'all',
  minVipLevel: 0,
  lang: 'pt-BR',
  title: 'A final',
  alt: 'Um estádio',
  action: 'Ver',
  href: '/mines',
  pictureId: 'a'.repeat(64),
  ...own,
})
const serve = (banners: readonly object[], { level = 0, limits = { noMarketing: false } as object } = {}) =>
  openServer({
    '/api/app/protection/limits': { data: limits },
    '/api/app/rewards/banners': { data: { banners } },
    '/api/app/user/userInfo': { data: { level, balanceVersion: 1 } },
  })

test('every page that a banner may lead to is a screen', () => {
  expect(Object.keys(bannerPages).filter((page) => screenAt(page) === undefined)).toEqual([])
})

test('a visitor sees banners for all, a player those from their level down', async () => {
  const all = [
    banner('1'),
    banner('2', { audience: 'players' }),
    banner('3', { audience: 'players', minVipLevel: 3 }),
    banner('4', { audience: 'players', minVipLevel: 4 }),
    banner('5', { place: 'start' }),
  ]
  serve(all, { level: 3 })
  const ids = async (isLoggedIn: boolean) =>
    (await bannersFor('home', isLoggedIn)).map(({ bannerId }) => bannerId)
  expect(await ids(false)).toEqual(['1'])
  expect(await ids(true)).toEqual(['1', '2', '3'])
})

test('a planned start mask opens once a day, not over another sheet, and in place of the check-in', async () => {
  serve([banner('7', { place: 'start' })])
  openOverlay('login')
  expect(await showPlannedMask(false)).toBe(false)
  closeOverlay()
  expect(await showPlannedMask(false)).toBe(true)
  expect(overlayInSight()?.input).toMatchObject({ planned: { bannerId: '7' } })
  closeOverlay()
  expect(await showPlannedMask(false)).toBe(false)
  await showStartMask()
  expect(openOverlayName()).toBeUndefined()
})

test('a login shows the planned mask before that of the check-in', async () => {
  const sent = serve([banner('7', { place: 'start' })])
  await showStartMask()
  expect(overlayInSight()).toMatchObject({ name: 'startMask', input: { planned: { bannerId: '7' } } })
  expect(sent.map(({ path }) => path)).toEqual(['/api/app/protection/limits', '/api/app/rewards/banners'])
})

test.each([
  ['to whom nothing may be advertised', { noMarketing: true }],
  ['of whom that is not known', {}],
])('no banner and no start mask is shown to a player %s', async (_who, limits) => {
  const checkIn = { isDone: false, streakDay: 1, prizes: [] }
  serve([banner('1'), banner('7', { place: 'start' })], { limits })
  expect(await bannersFor('home', true)).toEqual([])
  expect(await showPlannedMask(true)).toBe(false)
  openServer({
    '/api/app/protection/limits': { data: limits },
    '/api/app/rewards/rules': { data: { checkIn: [{}] } },
    '/api/app/rewards/checkIn': { data: checkIn },
  })
  await showStartMask()
  expect(openOverlayName()).toBeUndefined()
  serve([banner('1')], { limits })
  expect((await bannersFor('home', false)).map(({ bannerId }) => bannerId)).toEqual(['1'])
})

const slip = (legs: readonly object[], savedAt = Date.now()) =>
  localStorage.setItem(deviceKeys.slip, JSON.stringify({ legs, savedAt }))
const ask = () => useAlerts.setState({ waiting: [{ serial: 1, text: 'Sure?', answer: () => undefined }] })

test.each<[string, () => void, object?]>([
  ['a dialog', () => void (dialogs = 1)],
  ['a question', ask],
  ['a reality check that is due', beginRealityCheck],
  ['a decision', () => void holdForDecision()],
  ['a filled slip', () => slip([{}])],
  ['risks that are due', () => undefined, { risksDue: true }],
  ['an offered pause', () => undefined, { coolOff: {} }],
  ['another screen', () => openAddress('/footballPage')],
])('no planned start mask opens over %s', async (_what, begin, limits) => {
  serve([banner('7', { place: 'start' })], { limits: { noMarketing: false, ...limits } })
  begin()
  expect(await showPlannedMask(true)).toBe(false)
  expect(openOverlayName()).toBeUndefined()
})

test('a start mask whose home was left while it was read does not open', async () => {
  serve([banner('7', { place: 'start' })])
  const left = new AbortController()
  const shown = showPlannedMask(false, left.signal)
  left.abort()
  expect(await shown).toBe(false)
  slip([], 0)
  expect(await showPlannedMask(false)).toBe(true)
})
