import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { refusals } from '../../packages/contract/src/refusals.ts'
import { isCode, readTree } from './files.ts'
import { WINGS } from './plan.ts'
import { untidyPlaces } from './links.ts'
import { tablesOf } from './sql.ts'
import { localesIn } from './texts.ts'
import { RULES } from './tidy.ts'

const root = resolve(import.meta.dirname, '../..')
const tree = readTree(root)
const refusalCodes = Object.keys(refusals)

test('the walk finds the tree: a rule that checks nothing must never pass', () => {
  const codeIn = (wing: string) =>
    [...tree.keys()].filter((file) => file.startsWith(`${wing}/`) && isCode(file))
  const emptyWings = Object.keys(WINGS).filter((wing) => codeIn(wing).length < 15)
  expect(emptyWings).toEqual([])
  expect(tablesOf(tree).length).toBeGreaterThan(5)
  expect(refusalCodes.length).toBeGreaterThan(20)
  expect(localesIn(tree, 'packages/contract/src/locales').size).toBeGreaterThanOrEqual(2)
  expect(localesIn(tree, 'apps/player/src/locales').size).toBeGreaterThanOrEqual(2)
  expect(tree.has('package-lock.json')).toBe(true)
})

test.each(Object.entries(RULES))('%s', (_name, untidy) => {
  expect(untidy({ tree, root, refusalCodes })).toEqual([])
})

test('a file or a name that ARCHITECTURE.md places wrongly is found', () => {
  const page =
    '| where is a bet? | `a/bets.ts` (`place`), `rules.ts`, `b/gone.ts` |\n| where else? | `a/bets.ts` (`sell`) |'
  const bad = new Map([
    ['ARCHITECTURE.md', page],
    ['apps/server/src/a/bets.ts', 'export const place = 1'],
    ['apps/server/src/a/rules.ts', ''],
  ])
  expect(untidyPlaces(bad)).toEqual([
    'ARCHITECTURE.md: b/gone.ts is not there',
    'ARCHITECTURE.md: a/bets.ts has no sell',
  ])
})
