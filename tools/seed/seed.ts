import { parseArgs } from 'node:util'
import { seedApp } from '../../apps/server/src/seed.ts'
import { sealedTables } from '../../apps/server/src/verify.ts'
import { appendToLog } from '../../apps/server/src/platform/public-log.ts'
import { sealAll } from '../../apps/server/src/platform/seals.ts'
import { withDeps, wordsOf } from '../import/with-deps.ts'
import { growDatabase } from './growth.ts'

// `npm run seed` creates fixtures on demand, as the server does at its first start. `npm run seed -- --players 1000000
// [--entries 50000000] [--days 90]` generates a history of this many players.
const { values } = parseArgs({
  options: {
    players: { type: 'string' },
    entries: { type: 'string' },
    days: { type: 'string', default: '90' },
  },
})

const say = (line: string) => console.log(line)

try {
  await withDeps(process.env, async (deps) => {
    await seedApp(deps)
    say('The world is filled: fixtures of the coming days, live matches, the test account.')
    if (values.players === undefined) return
    if (deps.config.NODE_ENV === 'production') throw new Error('a past is never filled in production')
    const players = Number(values.players)
    const entries = Number(values.entries ?? players * 10)
    const ownerUrl = deps.config.DATABASE_OWNER_URL ?? deps.config.DATABASE_URL
    await growDatabase(ownerUrl, { players, entries, days: Number(values.days), say })
    say(`${await appendToLog(deps)} commitments stand in the public log.`)
    await sealAll(deps.db, sealedTables())
    say('What was filled in is sealed. `npm run check-ledger` verifies it.')
  })
} catch (error) {
  console.error(`Nothing more was filled: ${wordsOf(error)}`)
  process.exitCode = 1
}
