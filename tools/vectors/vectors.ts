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

/** Each kind of vector file, and its runner on the product's functions. */
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

/** Kinds also played by the server's adapters: `served KIND FILE`. */
const SERVED: Readonly<Record<string, (file: unknown) => Check[]>> = {
  fairness: checkServed,
  paytables: checkServedPayTables,
}

/** Kinds played through the server's modules, over separate databases. */
const PLAYED: Readonly<Record<string, () => Promise<(file: unknown) => Promise<Check[]>>>> = {
  // Loaded on demand: no other kind needs the server or a database.
  feed: async () => {
    const [{ checkFeed }, { withOwnDatabases }] = await Promise.all([
      import('./feed.ts'),
      import('../test/fleeting-databases.ts'),
    ])
    return (file) => withOwnDatabases((open) => checkFeed(file, open))
  },
}

/** A file's report: each mismatch, skipped cases, and the count. */
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

/** The command's result: exit code and lines; `complaints` describe errors. */
type Reported = { code: number; lines: string[]; complaints: string[] }

type Read = { ok: true; value: unknown } | { ok: false; why: string }

/** A file as JSON, or why not, in words that follow its name. */
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

/** An error on one line; a parser quotes the file with line breaks. */
const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')

/**
 * Runs the command in this folder. Returns its exit code (0: every case is right; 1: one is not, or the file is not of
 * this kind; 2: wrong usage) and lines; `complaints` describe errors.
 */
export function runVectors(words: readonly string[], folder: string): Reported {
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
  return reported(kind, given, file.ok ? checksOf(check, file.value) : file)
}

/** The same for a played kind; undefined for others. */
export async function runPlayed(
  [kind = '', given = '']: readonly string[],
  folder: string,
): Promise<Reported | undefined> {
  const load = Object.hasOwn(PLAYED, kind) && given !== '' ? PLAYED[kind] : undefined
  if (!load) return undefined
  const file = readJson(resolve(folder, given))
  return reported(kind, given, file.ok ? await (await load())(file.value) : file)
}

/** The results of a file's cases, or why it has none. */
const reported = (kind: string, given: string, checks: Check[] | { why: string }): Reported => {
  if ('why' in checks) return { code: 1, lines: [], complaints: [`${given} ${checks.why}`] }
  if (checks.length === 0) return { code: 1, lines: [], complaints: [`${given} has no ${kind} cases`] }
  const { lines, failed } = report(checks)
  if (checks.every(({ verdict }) => verdict === 'skipped'))
    return { code: 1, lines, complaints: [`${given} has no ${kind} cases that are known here`] }
  return { code: failed === 0 ? 0 : 1, lines, complaints: [] }
}

/** The results, or why the file has another shape. */
const checksOf = (check: (file: unknown) => Check[], value: unknown): Check[] | { why: string } => {
  try {
    return check(value)
  } catch (error) {
    return { why: `is of another shape: ${wordsOf(error)}` }
  }
}

if (import.meta.main) {
  // npm runs in the project root; a path is relative to the caller's folder.
  const words = process.argv.slice(2)
  const folder = process.env['INIT_CWD'] ?? '.'
  const { code, lines, complaints } = (await runPlayed(words, folder)) ?? runVectors(words, folder)
  for (const line of lines) console.log(line)
  for (const line of complaints) console.error(line)
  process.exitCode = code
}
