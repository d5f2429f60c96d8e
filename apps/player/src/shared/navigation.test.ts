import { beforeEach, expect, test } from 'vitest'
import { go } from './navigation.ts'
import { keepInBrowser, openAddress } from './testing/test-browser.ts'

beforeEach(() => keepInBrowser())

test('the app-wrapper mark stays in every address', () => {
  openAddress('/home?isapp=1')
  for (const to of ['/conta', '/registros?tab=wallet', '/dice']) {
    go(to)
    expect(location.pathname).toBe(to.split('?')[0])
    expect(new URLSearchParams(location.search).get('isapp')).toBe('1')
  }
})

test('without the app-wrapper mark none is added', () => {
  openAddress('/home')
  go('/conta')
  expect(location.pathname + location.search).toBe('/conta')
})
