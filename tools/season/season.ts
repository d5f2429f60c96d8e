import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withDeps, wordsOf } from '../import/with-deps.ts'
import { playSeason } from './play-season.ts'

/**
 * `npm run season -- --seed S --days 30`: plays this many days of all sports as fast as possible in a disposable
 * database. The same seed gives the same last line.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: 'palpite' },
    days: { type: 'string', default: '30' },
    /** Minutes of play between two checks. */
    beat: { type: 'string', default: '30' },
  },
})
const dataDir = await mkdtemp(join(tmpdir(), 'palpite-season-'))
try {
  const wish = { seed: values.seed, days: Number(values.days), beatMinutes: Number(values.beat) }
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', SIMULATOR_SPEED: '1' }
  const season = await withDeps(
    env,
    (deps) => playSeason(deps, { ...wish, report: (line) => console.log(line) }),
    { durable: false },
  )
  for (const finding of season.findings) console.error(finding)
  if (season.findings.length > 0 || season.openMarkets > 0) process.exitCode = 1
  if (season.openMarkets > 0) console.error(`${season.openMarkets} markets were left open`)
  console.log(season.line)
} catch (error) {
  console.error(`The season could not be played: ${wordsOf(error)}`)
  process.exitCode = 1
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
