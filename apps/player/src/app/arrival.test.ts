import { beforeAll, describe, expect, test } from 'vitest'
import { keepIsapp } from '../shared/navigation.ts'
import { hrefOf, screenAt } from '../shared/paths.ts'
import { destinationOf } from './arrival.ts'
import { features } from './features.ts'
import { hasPage, registerFeatures } from './registry.ts'

const everything = () => true

describe('opening an address', () => {
  test.each([
    { pathname: '/', kind: 'home' },
    { pathname: '/main', kind: 'home' },
    { pathname: '/nowhere/at/all', kind: 'home' },
    { pathname: '/share', kind: 'login' },
    { pathname: '/gameMess', kind: 'login' },
    { pathname: '/dice', kind: 'login' },
    { pathname: '/registros', kind: 'screen' },
    { pathname: '/conta', kind: 'screen' },
    { pathname: '/registered', kind: 'screen' },
    { pathname: '/home', kind: 'screen' },
    { pathname: '/footballPage', kind: 'screen' },
    { pathname: '/yABC123', kind: 'invitation' },
    { pathname: '/zgoAb-c_1', kind: 'signInLink' },
    { pathname: '/zgocut.short', kind: 'signInLink' },
  ] as const)('a visitor at $pathname gets $kind', ({ pathname, kind }) => {
    expect(destinationOf(pathname, false, everything).kind).toBe(kind)
  })

  test('a player reaches the screens that need a session', () => {
    expect(destinationOf('/dice', true, everything)).toEqual({
      kind: 'screen',
      screen: { name: 'dice', params: {} },
    })
  })

  test('a logged-in player is not asked to register', () => {
    expect(destinationOf('/registered', true, everything)).toEqual({ kind: 'home' })
  })

  test('a screen that no feature provides redirects home', () => {
    expect(destinationOf('/vip', true, (screen) => screen === 'home')).toEqual({ kind: 'home' })
  })

  test('an unavailable game shows a notice', () => {
    expect(destinationOf('/mines', false, (screen) => screen === 'home')).toMatchObject({
      kind: 'closedGame',
      game: { game: 'mines' },
    })
  })

  test('keeps the invitation code attached to its prefix', () => {
    expect(destinationOf('/yPalpite7', false, everything)).toEqual({ kind: 'invitation', code: 'Palpite7' })
  })
})

describe('the named targets of the specification', () => {
  beforeAll(() => registerFeatures(features))

  // A logged-in player is redirected home from `registered`; a visitor sees the form.
  test.each([
    { target: 'home', href: hrefOf('home'), path: '/home' },
    { target: 'agentJl', href: hrefOf('agentJl'), path: '/agentJl' },
    { target: 'agentJl_ladder', href: hrefOf('agentJl', { moveTop: 'true' }), path: '/agentJl?moveTop=true' },
    { target: 'vip', href: hrefOf('vip'), path: '/vip' },
    { target: 'gamebouns', href: hrefOf('gamebouns'), path: '/gamebouns' },
    { target: 'share', href: hrefOf('share'), path: '/share' },
    { target: 'conta', href: hrefOf('conta'), path: '/conta' },
    { target: 'registros', href: hrefOf('registros'), path: '/registros' },
    { target: 'signInSheet', href: hrefOf('signInSheet'), path: '/signInSheet' },
    { target: 'gameMess', href: hrefOf('gameMess', { kind: 'bonus' }), path: '/gameMess?kind=bonus' },
    { target: 'footballPage', href: hrefOf('footballPage'), path: '/footballPage' },
    { target: 'play', href: hrefOf('play'), path: '/play' },
    { target: 'registered', href: hrefOf('registered'), path: '/registered' },
  ])('$target leads to its screen at $path', ({ target, href, path }) => {
    expect(href).toBe(path)
    const screen = { name: target.split('_')[0], params: {} }
    const [pathname = ''] = href.split('?')
    expect(destinationOf(pathname, target !== 'registered', hasPage)).toEqual({ kind: 'screen', screen })
  })
})

describe('addresses', () => {
  test('the parameter of an activity and of a match is read from the path', () => {
    expect(screenAt('/active42')).toEqual({ name: 'active', params: { id: '42' } })
    expect(screenAt('/footballPage/981')).toEqual({ name: 'event', params: { id: '981' } })
  })

  test('a query is added only when it says something', () => {
    expect(hrefOf('footballPage', { sport: 'tennis' })).toBe('/footballPage?sport=tennis')
    expect(hrefOf('footballPage', { sport: undefined })).toBe('/footballPage')
  })

  test.each([
    { to: '/home', kept: '/home?isapp=1' },
    { to: '/footballPage?sport=tennis', kept: '/footballPage?sport=tennis&isapp=1' },
    { to: '/home?isapp=1', kept: '/home?isapp=1' },
    { to: '/vip#ladder', kept: '/vip?isapp=1#ladder' },
  ])('the mark of the app wrapper stays on $to', ({ to, kept }) => {
    expect(keepIsapp(to, true)).toBe(kept)
    expect(keepIsapp('/home', false)).toBe('/home')
  })
})
