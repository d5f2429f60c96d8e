import { join } from 'node:path'
import { expect, test } from 'vitest'
import { firstTexts, modulesOf } from './first-texts.ts'

const entry = join(import.meta.dirname, '../src/main.tsx')

test('the first page is made of the shell and home, not of what opens later', () => {
  const modules = modulesOf(entry).map((file) => file.split('/').at(-1))
  expect(modules).toContain('HomePage.tsx')
  expect(modules).toContain('RecentWins.tsx') // in a chunk of its own, and part of home
  expect(modules).not.toContain('SettingsMenu.tsx')
})

test('the words of home come first, those of a menu when it opens', () => {
  const isFirst = firstTexts(entry)
  expect(isFirst('home.hero.label')).toBe(true)
  expect(isFirst('app.theme.dark')).toBe(false)
  expect(isFirst('games.mines.begin')).toBe(false)
  expect(isFirst('app.offline.seen')).toBe(true)
})
