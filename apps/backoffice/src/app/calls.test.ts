import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operatorCalls } from '@palpite/contract/backoffice'
import { expect, test } from 'vitest'

/** Calls that wait for their screen. Remove a call here once a screen makes it. */
const withoutScreen = {
  boosts: [
    'GET /api/backoffice/boosts',
    'POST /api/backoffice/boosts',
    'POST /api/backoffice/boosts/:boostId/end',
  ],
  'free bets': [
    'POST /api/backoffice/players/:playerId/freeBets',
    'POST /api/backoffice/players/:playerId/freeBets/:freeBetId/revoke',
  ],
  'free rounds': ['POST /api/backoffice/players/:playerId/freeRounds'],
}

const source = join(import.meta.dirname, '..')
const screens = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => readFileSync(join(source, name), 'utf8'))
  .join('\n')

/** The calls that this source never makes. A call that only names a type is not made. */
function unusedIn(text: string, calls: readonly string[]): string[] {
  const made = text.replaceAll(/\b(?:DataOf|CallInput)<\s*'[^']*'/g, '')
  return calls.filter((call) => !made.includes(`'${call}'`))
}

test('a call counts as made by its own literal only', () => {
  const text = `useAsked('GET /a/:id', {})\ntype Row = DataOf<'GET /b'>['items']\nCallInput<'POST /c'>`
  expect(unusedIn(text, ['GET /a/:id', 'GET /a', 'GET /b', 'POST /c'])).toEqual([
    'GET /a',
    'GET /b',
    'POST /c',
  ])
})

test('every operator call is made by a screen, or is listed as waiting for one', () => {
  expect(unusedIn(screens, Object.keys(operatorCalls)).toSorted()).toEqual(
    Object.values(withoutScreen).flat().toSorted(),
  )
})
