import { settleStuck } from './bets/index.ts'
import { openCrashRoom } from './crash/index.ts'
import { openServer } from './server.ts'
import { readSettings } from './settings.ts'
import { slotWinCents } from './slot/index.ts'
import { openStore } from './store/index.ts'
import { openWallet } from './wallet/index.ts'

const TICK_MS = 100
const SETTLE_EVERY_MS = 2000

const settings = readSettings(process.env)
const store = await openStore(settings.STUDIO_DATABASE_URL)
const wallet = openWallet({
  url: settings.STUDIO_WALLET_URL,
  keyId: settings.STUDIO_KEY_ID,
  secret: settings.STUDIO_SECRET,
})
const studio = { store, wallet }
const room = openCrashRoom(studio)
const app = await openServer({ studio, room, pageOrigin: settings.STUDIO_PAGE_ORIGIN })

/** Runs periodically, never twice at once; a failed run is retried at the next interval. */
function keepDoing(everyMs: number, run: () => Promise<void>): () => void {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    run()
      .catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
      .finally(() => (isRunning = false))
  }, everyMs)
  return () => clearInterval(timer)
}

const stops = [
  keepDoing(TICK_MS, room.tick),
  keepDoing(SETTLE_EVERY_MS, () => settleStuck(studio, slotWinCents)),
]
await app.listen({ port: settings.STUDIO_PORT, host: settings.STUDIO_HOST })
process.stdout.write(`Studio: port ${settings.STUDIO_PORT}\n`)
process.send?.({ ready: true })

let isStopping = false
const stop = () => {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(0), 3000).unref()
  for (const end of stops) end()
  void app
    .close()
    .then(() => store.end())
    .finally(() => process.exit(0))
}
for (const name of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(name, stop)
