import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/** The server's source: each file with its text. */
type Source = ReadonlyMap<string, string>

const root = fileURLToPath(new URL('.', import.meta.url))
const source: Source = new Map(
  globSync('**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|(^|\/)testing\//.test(file))
    .map((file) => [file, readFileSync(`${root}${file}`, 'utf8')]),
)

type Defined = { module: string; name: string; topic: string }

const DEFINITION = /export const (\w+) = defineEvent(?:<[\s\S]*?>)?\(\s*'([^']+)'/g

const definedIn = (files: Source): Defined[] =>
  [...files]
    .filter(([file]) => basename(file) === 'events.ts' && dirname(file) !== 'platform')
    .flatMap(([file, text]) =>
      [...text.matchAll(DEFINITION)].map(([, name = '', topic = '']) => ({
        module: moduleOf(file),
        name,
        topic,
      })),
    )

const moduleOf = (file: string) => file.split('/')[0] ?? ''
const nounOf = (topic: string) => topic.split('.')[0] ?? ''

/** What is wrong with the events of these files; empty if every topic is defined once, and by its writer. */
function findings(files: Source): string[] {
  const defined = definedIn(files)
  const found: string[] = []
  for (const [at, { module, topic }] of defined.entries()) {
    if (!/^[a-z]+\.[a-z]+$/.test(topic)) found.push(`${topic}: a topic is thing.happened`)
    const before = defined.slice(0, at)
    if (before.some((other) => other.topic === topic)) found.push(`${topic}: defined twice`)
    const owner = before.find((other) => nounOf(other.topic) === nounOf(topic) && other.module !== module)
    if (owner)
      found.push(`${topic}: events of a ${nounOf(topic)} are written by ${owner.module}, not ${module}`)
  }
  for (const [file, text] of files) {
    if (dirname(file) === 'platform') continue
    if (/\bdefineEvent[(<]/.test(text) && basename(file) !== 'events.ts')
      found.push(`${file}: events are defined in the module's events.ts`)
    for (const [, name] of text.matchAll(/\bwriteEvents\(\s*tx,\s*(\w+|'[^']*')/g)) {
      if (!defined.some((one) => one.name === name && one.module === moduleOf(file)))
        found.push(`${file}: writes ${name}, which ${moduleOf(file)}/events.ts does not define`)
    }
  }
  const written = [...files.values()].join('\n')
  for (const { name, topic } of defined) {
    if (!new RegExp(`\\bwriteEvents\\(\\s*tx,\\s*${name}\\b`).test(written))
      found.push(`${topic}: nobody writes it`)
  }
  return found
}

describe('the events of all modules', () => {
  test('are each defined once, by the module that writes them, and written', () => {
    expect(definedIn(source).length).toBeGreaterThan(10)
    expect(findings(source)).toEqual([])
  })

  test.each<[string, Record<string, string>]>([
    ['one.done: defined twice', { 'a/events.ts': define('x', 'one.done') + define('y', 'one.done') }],
    [
      'bet.lost: events of a bet are written by a, not b',
      { 'a/events.ts': define('x', 'bet.placed'), 'b/events.ts': define('y', 'bet.lost') },
    ],
    ['placed: a topic is thing.happened', { 'a/events.ts': define('x', 'placed') }],
    [
      'b/do.ts: writes x, which b/events.ts does not define',
      { 'a/events.ts': define('x', 'a.b'), 'b/do.ts': write('x') },
    ],
    ["a/do.ts: writes 'a.b', which a/events.ts does not define", { 'a/do.ts': write("'a.b'") }],
    ["a/do.ts: events are defined in the module's events.ts", { 'a/do.ts': define('x', 'a.b') }],
    ['a.b: nobody writes it', { 'a/events.ts': define('x', 'a.b') }],
  ])('violations are detected: %s', (finding, files) => {
    expect(findings(new Map(Object.entries(files)))).toContain(finding)
  })
})

function define(name: string, topic: string): string {
  return `export const ${name} = defineEvent<object>('${topic}')\n`
}

function write(name: string): string {
  return `await writeEvents(\n  tx,\n  ${name},\n  events)\n`
}
