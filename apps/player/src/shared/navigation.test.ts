import { beforeEach, expect, test } from 'vitest'
import { go } from './navigation.ts'
import { keepInBrowser, openAddress } from './testing/test-browser.ts'

beforeEach(() => keepInBrowser())

test('an app wrapper is still known after every step', () => {
  openAddress('/home?isapp=1')
  for (const to of ['/conta', '/registros?tab=wallet', '/dice']) {
    go(to)
    expect(location.pathname).toBe(to.split('?')[0])
    expect(new URLSearchParams(location.search).get('isapp')).toBe('1')
  }
})

test('without the mark of an app wrapper none comes into the address', () => {
  openAddress('/home')
  go('/conta')
  expect(location.pathname + location.search).toBe('/conta')
})
