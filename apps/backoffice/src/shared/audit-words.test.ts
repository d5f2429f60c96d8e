import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actNames } from './audit-words.ts'

const server = join(import.meta.dirname, '../../../server/src')
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.test\.|testing\//.test(name))
  .map((name) => readFileSync(join(server, name), 'utf8'))
  .filter((text) => /\baudit(?:Of\w+)?\(/.test(text))

/** Audit acts have the form `thing.done`, in files that write to the audit chain; similar permissions are excluded. */
const acts = sources
  .flatMap((text) => [
    ...[
      ...text.matchAll(/\baction:(?: [^,\n]*\?)? '([a-z_]+\.[a-z_]+)'(?: : '([a-z_]+\.[a-z_]+)')?/g),
    ].flatMap(([, one, other]) => [one, other]),
    ...[...text.matchAll(/\btold\([^)]*?'([a-z_]+\.[a-z_]+)'/g)].map(([, one]) => one),
  ])
  .filter((act) => act !== undefined)

test('every audit act of the server has words', () => {
  expect(new Set(acts).size).toBeGreaterThan(70)
  expect([...new Set(acts)].filter((act) => !(act in actNames))).toEqual([])
})
