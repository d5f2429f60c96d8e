import { replayBet } from '../../apps/server/src/sportsbook/index.ts'
import { publicIds } from '../../apps/server/src/platform/public-ids.ts'
import { withDeps, wordsOf } from '../import/with-deps.ts'

/**
 * `npm run replay-bet -- ID`: what the player of a bet saw when it was accepted, and whether its receipt confirms it.
 */
const [id = ''] = process.argv.slice(2)
try {
  const replayed = await withDeps(process.env, (deps) =>
    replayBet(deps, /^\d+$/.test(id) ? Number(id) : publicIds(deps.config, 'bet').read(id)),
  )
  if (!replayed) throw new Error(`there is no bet ${id}`)
  console.log(replayed.lines.join('\n'))
  process.exitCode = replayed.holds ? 0 : 1
} catch (error) {
  console.error(`The bet could not be replayed: ${wordsOf(error)}`)
  process.exitCode = 1
}
