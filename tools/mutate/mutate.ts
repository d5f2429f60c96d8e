import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Tests, and what only tests import. */
const NOT_MUTATED = ['**/*.test.ts', 'packages/odds/src/returns/match-trees.ts']

/**
 * Parts with a score of at least 85, from docs/decisions/0047-mutation-tests.md. A part that reaches it is added here
 * and there.
 */
const MEASURED = [
  'money',
  'odds/margin',
  'odds/markets',
  'odds/resolution.ts',
  ...['parlay', 'boost', 'cash-out', 'each-way', 'leg-worth', 'single', 'systems'].map(
    (name) => `odds/returns/${name}.ts`,
  ),
  ...['fight-state', 'frame-state', 'period-state', 'set-score', 'set-state'].map(
    (name) => `odds/states/${name}.ts`,
  ),
  'odds/sets',
  'odds/counts',
  ...[
    'bet-builder',
    'builder-spaces',
    'count-prices',
    'goal-prices',
    'grid-markets',
    'half-cells',
    'match-grids',
    'prices',
    'profile',
    'score-grid',
  ].map((name) => `odds/football/${name}.ts`),
  'odds/fights',
  'odds/points',
  'odds/racing',
  'odds/innings',
  ...['ladder', 'normal', 'price-forms', 'price', 'priced-market', 'solve'].map((name) => `odds/${name}.ts`),
  'games',
]

/**
 * `npm run mutate -- PART`: mutation tests of a package (`money`), a folder (`odds/margin`) or a file
 * (`games/dice.ts`) by Stryker, with that folder's tests (or its parent's); without PART all measured parts in turn.
 * Fails below the score in `stryker.config.js`. Unchanged results are reused from `.mutation/`.
 */
const root = resolve(import.meta.dirname, '../..')
const [first, ...others] = process.argv.slice(2)
const isPart = first !== undefined && !first.startsWith('-')
const flags = isPart || first === undefined ? others : [first, ...others]
process.exitCode = Math.max(...(isPart ? [first] : MEASURED).map((part) => mutate(part)))

function mutate(part: string): number {
  const [name, ...inside] = part.split('/')
  const target = join('packages', name ?? '', 'src', ...inside)
  if (!name || !existsSync(join(root, target))) {
    console.error(`not a part: ${part}. npm run mutate -- PART, such as money, odds/margin or money/split.ts`)
    return 2
  }
  const isFile = target.endsWith('.ts')
  const mutated = isFile ? [target] : [`${target}/**/*.ts`, ...NOT_MUTATED.map((glob) => `!${glob}`)]
  const args = [
    'run',
    '--mutate',
    mutated.join(','),
    '--incrementalFile',
    `.mutation/${[name, ...inside].join('-')}.json`,
    ...flags,
  ]
  const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const env = { ...process.env, MUTATED_FOLDER: testedFolder(isFile ? dirname(target) : target) }
  return spawnSync(process.execPath, [stryker, ...args], { cwd: root, env, stdio: 'inherit' }).status ?? 1
}

function testedFolder(folder: string): string {
  const files = readdirSync(join(root, folder), { encoding: 'utf8', recursive: true })
  return files.some((file) => file.endsWith('.test.ts')) ? folder : testedFolder(dirname(folder))
}
