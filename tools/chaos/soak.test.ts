import { expect, test } from 'vitest'
import { runSoak } from '../soak/run-soak.ts'

/** `npm run soak` takes them as options; here they come from the environment. */
const MINUTES = Number(process.env['MINUTES'] ?? 1)
const SEED = Number(process.env['SEED'] ?? 37)
const PLAYERS = Number(process.env['PLAYERS'] ?? 60)
const KILLS = Number(process.env['KILLS'] ?? 2)
/** Starting, quieting down and comparing take some minutes on a busy machine. */
const TEST_MS = 1_500_000 + MINUTES * 120_000

test(
  `K37: after ${MINUTES} minutes of ${PLAYERS} players among ${KILLS} kills and faults of bank and chain all that was acknowledged is there once and the ledger holds: SEED ${SEED}`,
  async () => {
    const soak = await runSoak({
      seed: SEED,
      minutes: MINUTES,
      players: PLAYERS,
      troubles: KILLS,
      report: (line) => process.stderr.write(`${line}\n`),
    })
    expect(soak.findings).toEqual([])
    expect(soak.troubles).toHaveLength(KILLS)
    expect(soak.inside).toBeGreaterThanOrEqual(PLAYERS / 2) // a busy machine does not admit some before the day is over
    // It was a real day: players came, played, and their answers were compared.
    expect(soak.checked).toBeGreaterThan(0)
    expect(soak.askedAgain).toBeGreaterThan(0)
  },
  TEST_MS,
)
