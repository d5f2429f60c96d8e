import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operatorCalls } from '@palpite/contract/backoffice'
import { expect, test } from 'vitest'

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

test('every operator call is made by a screen', () => {
  expect(unusedIn(screens, Object.keys(operatorCalls))).toEqual([])
})
