import { expect, test } from 'vitest'
import { overlayNames } from '../../apps/player/src/shared/overlay-names.ts'
import { screenAt, screens as places } from '../../apps/player/src/shared/paths.ts'
import { screens } from './screens.ts'

test('every overlay has pictures', () => {
  const taken = new Set(screens.flatMap(({ over }) => over ?? []))
  expect(overlayNames.filter((name) => !taken.has(name))).toEqual([])
})

test('every screen has pictures', () => {
  const taken = new Set(
    screens.flatMap(({ path }) => {
      const [pathname = ''] = path.replace(/\{\w+\}/, '1').split('?')
      return screenAt(pathname)?.name ?? []
    }),
  )
  expect(Object.keys(places).filter((name) => !taken.has(name as keyof typeof places))).toEqual([])
})

test('each has its own name', () => {
  expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length)
})
