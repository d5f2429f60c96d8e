import { parseArgs } from 'node:util'
import { runSoak } from './run-soak.ts'

/**
 * `npm run soak -- --minutes M --seed S [--players N] [--troubles T]`: players and faults on disposable servers,
 * database, bank, chains and studio. Exit code 1 on any violation; every report ends with the seed.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    players: { type: 'string', default: '300' },
    /** How many kills; by default one per quarter of a minute. */
    troubles: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
try {
  const { findings, acts, refused, troubles, ...figures } = await runSoak({
    seed,
    minutes,
    players: Number(values.players),
    troubles: Number(values.troubles ?? Math.ceil(minutes * 4)),
    report: (line) => console.log(`${Math.round(performance.now() / 1000)} s: ${line}`),
  })
  for (const finding of findings) console.error(finding)
  console.log('acts', acts, 'refused', refused)
  console.log({ troubles: troubles.length, ...figures })
  if (findings.length > 0) process.exitCode = 1
  console.log(`${findings.length === 0 ? 'All holds' : `${findings.length} findings`}: SEED ${seed}`)
} catch (error) {
  console.error(error)
  console.error(`The soak did not come to its end: SEED ${seed}`)
  process.exitCode = 1
}
process.exit()
