import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

// `npm run cashier-storm -- --seed S --orders N`: top-ups and withdrawals beside a sandbox with random faults. Exit
// code 1 on any difference between bank, chain and ledger; the last line has the sums.
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, orders: { type: 'string', default: '10000' } },
})
const folder = mkdtempSync(join(tmpdir(), 'palpite-storm-'))
const file = join(folder, 'sums.json')
const root = resolve(import.meta.dirname, '../..')
const run = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config=vitest.chaos.config.ts',
    'tools/chaos/cashier-storm.test.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, STORM_SEED: values.seed, STORM_ORDERS: values.orders, STORM_SUMS: file },
  },
)
console.log(existsSync(file) ? readFileSync(file, 'utf8') : 'The storm did not come to its end.')
rmSync(folder, { recursive: true, force: true })
process.exitCode = run.status === 0 ? 0 : 1
