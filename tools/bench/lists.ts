import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fillLists } from './list-rows.ts'
import { benchMatches } from './matches.ts'
import { LIST_P95_MS, listTable, measureLists } from './operator-lists.ts'
import { openOwnApp } from './own-app.ts'
import { openOwnServer, untilQuiet } from './own-server.ts'
import { fillPast } from './past.ts'

// `npm run bench -- lists [--players N] [--entries M] [--quick] [--json FILE]`: how long each list of the back office takes
// with each filter beside the past of this many players, as many bets and audit entries as entries, and filled queues. Exit
// code 1 if one is slower than its goal. `--quick` does not wait until the machine is quiet.
const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '1000000' },
    entries: { type: 'string', default: '10000000' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

const players = Number(values.players)
const entries = Number(values.entries)
const own = await openOwnApp()
try {
  const { firstPlayerId } = await fillPast(own, { players, entries })
  await benchMatches(own.deps, new Date()).open()
  const server = await openOwnServer(own.postgres.url, own.dataDir)
  try {
    // After the start: the server verifies all that is there, and these rows verify by nothing.
    const known = await fillLists(own.postgres.ownerUrl, { rows: entries, firstPlayerId, players })
    if (!values.quick) await untilQuiet()
    const measured = await measureLists(`http://127.0.0.1:${server.port}`, own.dataDir, known)
    process.stdout.write(`\n${listTable(measured)}\n`)
    if (values.json) writeFileSync(values.json, `${JSON.stringify(measured, null, 2)}\n`)
    if (measured.some(({ p95Ms }) => p95Ms > LIST_P95_MS)) process.exitCode = 1
  } finally {
    await server.close()
  }
} finally {
  await own.close()
}
