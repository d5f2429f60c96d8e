import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Tests, and what only tests import. */
const NOT_MUTATED = ['**/*.test.ts', 'packages/odds/src/returns/match-trees.ts']

/**
 * `npm run mutate -- PART`: mutation tests of a package (`money`), of a folder of one (`odds/margin`) or of a file
 * (`games/dice.ts`), by Stryker, with the tests of that folder alone (of the next one up, where it has none). Fails below the score
 * that `stryker.config.js` asks for. What was measured before and has not changed since is kept under `.mutation/` and
 * counts again.
 */
const root = resolve(import.meta.dirname, '../..')
const [part, ...flags] = process.argv.slice(2)
const [name, ...inside] = (part ?? '').split('/')
const target = join('packages', name ?? '', 'src', ...inside)
if (!name || !existsSync(join(root, target))) {
  console.error('npm run mutate -- PART, such as money, odds/margin or money/split.ts')
  process.exit(2)
}

const mutated = target.endsWith('.ts')
  ? [target]
  : [`${target}/**/*.ts`, ...NOT_MUTATED.map((glob) => `!${glob}`)]
const args = [
  'run',
  '--mutate',
  mutated.join(','),
  '--incrementalFile',
  `.mutation/${[name, ...inside].join('-')}.json`,
  ...flags,
]
const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const isTest = (file: string): boolean => file.endsWith('.test.ts')
const testedFolder = (folder: string): string =>
  readdirSync(join(root, folder), { encoding: 'utf8', recursive: true }).some(isTest)
    ? folder
    : testedFolder(dirname(folder))
const env = {
  ...process.env,
  MUTATED_FOLDER: testedFolder(target.endsWith('.ts') ? dirname(target) : target),
}
process.exitCode =
  spawnSync(process.execPath, [stryker, ...args], { cwd: root, env, stdio: 'inherit' }).status ?? 1
