import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkBrCodes } from './brcode.ts'
import type { Check } from './case.ts'
import { checkCashOuts } from './cash-out.ts'
import { checkServed } from './check-served.ts'
import { checkServedPayTables } from './check-served-paytables.ts'
import { checkFairness } from './fairness.ts'
import { checkPayTables } from './paytables.ts'
import { checkPricing } from './pricing.ts'
import { checkSettlement } from './settlement.ts'
import { checkTaxIds } from './taxid.ts'
import { checkUsdtAddresses } from './usdt-address.ts'

/** Each kind of vector file, and what runs it through the product's own functions. */
export const KINDS: Readonly<Record<string, (file: unknown) => Check[]>> = {
  fairness: checkFairness,
  paytables: checkPayTables,
  settlement: checkSettlement,
  pricing: checkPricing,
  taxid: checkTaxIds,
  brcode: checkBrCodes,
  'usdt-address': checkUsdtAddresses,
  'cash-out': checkCashOuts,
}

/** Kinds that are also played by the code of the running server, by its adapters: `served KIND FILE`. */
const SERVED: Readonly<Record<string, (file: unknown) => Check[]>> = {
  fairness: checkServed,
  paytables: checkServedPayTables,
}

/** Kinds that are played through the running server's own modules, over databases of their own. */
const PLAYED: Readonly<Record<string, () => Promise<(file: unknown) => Promise<Check[]>>>> = {
  // Loaded when it is asked for: no other kind needs the server or a database.
  feed: async () => {
    const [{ checkFeed }, { withOwnDatabases }] = await Promise.all([
      import('./feed.ts'),
      import('../test/fleeting-databases.ts'),
    ])
    return (file) => withOwnDatabases((open) => checkFeed(file, open))
  },
}

/** The lines to print for the checks of a file: each mismatch, what was skipped, and the count last. */
export const report = (checks: readonly Check[]): { lines: string[]; failed: number } => {
  const failed = checks.filter((check) => check.verdict === 'failed')
  const skipped = checks.filter((check) => check.verdict === 'skipped')
  const names = new Map<string, number>()
  for (const { what } of skipped) names.set(what, (names.get(what) ?? 0) + 1)
  const passed = checks.length - failed.length - skipped.length
  return {
    lines: [
      ...failed.map(({ id, why }) => `mismatch ${id}: ${why}`),
      ...[...names].map(([what, count]) => `skipped ${what}: ${count}`),
      `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`,
    ],
    failed: failed.length,
  }
}

/** What the command answers: its exit code and its lines; those that say what is wrong are `complaints`. */
type Told = { code: number; lines: string[]; complaints: string[] }

type Read = { ok: true; value: unknown } | { ok: false; why: string }

/** A file as JSON, or why not in the words that follow its name. */
const readJson = (path: string): Read => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return { ok: false, why: `cannot be read: ${WHYS[codeOf(error)] ?? wordsOf(error)}` }
  }
  if (text.trim() === '') return { ok: false, why: 'is empty' }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, why: `is not JSON: ${wordsOf(error)}` }
  }
}

const WHYS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it is not ours to read',
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** The words of an error on one line; a parser quotes the file with its line breaks. */
const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')

/**
 * The command, called with these words in this folder. Answers its exit code (0: every case is right; 1: one is not, or
 * the file is none of this kind; 2: wrongly called) and its lines; those that say what is wrong are `complaints`.
 */
export function runVectors(words: readonly string[], folder: string): Told {
  const isServed = words[0] === 'served'
  const kinds = isServed ? SERVED : KINDS
  const [kind = '', given = ''] = isServed ? words.slice(1) : words
  const check = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (!check || given === '') {
    const names = [...Object.keys(KINDS), ...Object.keys(PLAYED)].join(', ')
    const usage = `usage: npm run vectors -- KIND FILE, where KIND is one of ${names}; or served KIND FILE, of ${Object.keys(SERVED).join(', ')}`
    return { code: 2, lines: [], complaints: [usage] }
  }
  const file = readJson(resolve(folder, given))
  return told(kind, given, file.ok ? checksOf(check, file.value) : file)
}

/** The same for a kind that is played; nothing where it is none of these. */
export async function runPlayed(
  [kind = '', given = '']: readonly string[],
  folder: string,
): Promise<Told | undefined> {
  const load = Object.hasOwn(PLAYED, kind) && given !== '' ? PLAYED[kind] : undefined
  if (!load) return undefined
  const file = readJson(resolve(folder, given))
  return told(kind, given, file.ok ? await (await load())(file.value) : file)
}

/** What became of the cases of a file, or why it has none. */
const told = (kind: string, given: string, checks: Check[] | { why: string }): Told => {
  if ('why' in checks) return { code: 1, lines: [], complaints: [`${given} ${checks.why}`] }
  if (checks.length === 0) return { code: 1, lines: [], complaints: [`${given} has no ${kind} cases`] }
  const { lines, failed } = report(checks)
  if (checks.every(({ verdict }) => verdict === 'skipped'))
    return { code: 1, lines, complaints: [`${given} has no ${kind} cases that are known here`] }
  return { code: failed === 0 ? 0 : 1, lines, complaints: [] }
}

/** What became of the cases, or why the file is of another shape altogether. */
const checksOf = (check: (file: unknown) => Check[], value: unknown): Check[] | { why: string } => {
  try {
    return check(value)
  } catch (error) {
    return { why: `is of another shape: ${wordsOf(error)}` }
  }
}

if (import.meta.main) {
  // npm runs in the root of the project; a path is meant from where it was typed.
  const words = process.argv.slice(2)
  const folder = process.env['INIT_CWD'] ?? '.'
  const { code, lines, complaints } = (await runPlayed(words, folder)) ?? runVectors(words, folder)
  for (const line of lines) console.log(line)
  for (const line of complaints) console.error(line)
  process.exitCode = code
}
