import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { textLanguages } from '@palpite/contract/languages'
import { expect, test } from 'vitest'
import { lazyModules, modulesOf, textParts } from './text-parts.ts'
import { readTexts } from './texts.ts'

const source = join(import.meta.dirname, '../src')
const entry = join(source, 'main.tsx')
const partOf = textParts(entry)

test('the first page consists of shell and home, not of lazy parts', () => {
  const modules = modulesOf(entry).map((file) => file.split('/').at(-1))
  expect(modules).toContain('HomePage.tsx')
  expect(modules).toContain('RecentWins.tsx') // in its own chunk, and part of home
  expect(modules).not.toContain('SettingsMenu.tsx')
})

test.each([
  { what: 'of home come first', key: 'home.hero.label', part: 'first' },
  { what: 'that home shows without a connection come first', key: 'app.offline.seen', part: 'first' },
  {
    what: 'by which a package names markets come with who says them',
    key: 'sportsbook.market.result',
    part: 'sportsbook',
  },
  { what: 'of a game come with the games', key: 'games.mines.begin', part: 'games' },
  { what: 'of a menu come when it opens', key: 'app.setting.measuring', part: 'app' },
  { what: 'that two features say come with either', key: 'app.password.show', part: 'common' },
  { what: 'of a step of a sheet come with the sheet', key: 'wallet.usdt.network', part: 'wallet' },
  { what: 'told outside of any page are shared by all', key: 'wallet.paid.text', part: 'common' },
  {
    what: 'that stand in the pages as they are built are fetched by none',
    key: 'app.noscript.text',
    part: 'drawn',
  },
])('the words $what', ({ key, part }) => {
  expect(partOf(key)).toBe(part)
})

test('a feature loads its pages and sheets with its own texts', () => {
  const wrong = [...lazyModules(source)].filter(([module, part]) => {
    const [folder, name] = relative(source, module).split('/')
    return part !== 'common' && part !== (folder === 'features' ? name : folder)
  })
  expect(wrong).toEqual([])
  expect(lazyModules(source).get(join(source, 'features/games/mines/MinesPage.tsx'))).toBe('games')
})

test.each(textLanguages)('a page loads at most 11 kB of texts beyond those of home, in %s', (language) => {
  const parts: Record<string, Record<string, string>> = {}
  for (const [key, text] of Object.entries(readTexts(join(source, 'locales'), language)))
    (parts[partOf(key)] ??= {})[key] = text
  const sizes = Object.values(parts).map((texts) => gzipSync(JSON.stringify(texts)).length)
  expect(Math.max(...sizes) + gzipSync(JSON.stringify(parts['common'])).length).toBeLessThan(11_000)
})

test('every part requested by name exists', () => {
  const { 1: names = '' } =
    /export type TextPart =([^/]*)\n\n/.exec(readFileSync(join(source, 'shared/text/text.ts'), 'utf8')) ?? []
  const named = [...names.matchAll(/'(\w+)'/g)].map(([, name]) => name)
  const keys = Object.keys(readTexts(join(source, 'locales'), 'pt-BR'))
  expect([...new Set(keys.map(partOf))].sort()).toEqual(named.sort())
})
