import { readFileSync } from 'node:fs'
import { checkBrCodes } from './brcode.ts'
import type { Check } from './case.ts'
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

const readJson = (path: string): { ok: true; value: unknown } | { ok: false; why: string } => {
  try {
    return { ok: true, value: JSON.parse(readFileSync(path, 'utf8')) }
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) }
  }
}

const main = (kind = '', path = ''): number => {
  const check = KINDS[kind]
  if (!check || path === '') {
    console.error(
      `usage: npm run vectors -- KIND FILE, where KIND is one of ${Object.keys(KINDS).join(', ')}`,
    )
    return 2
  }
  const file = readJson(path)
  if (!file.ok) {
    console.error(`${path} cannot be read: ${file.why}`)
    return 2
  }
  const checks = check(file.value)
  if (checks.length === 0) {
    console.error(`${path} has no ${kind} cases`)
    return 2
  }
  const { lines, failed } = report(checks)
  for (const line of lines) console.log(line)
  return failed === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = main(process.argv[2], process.argv[3])
