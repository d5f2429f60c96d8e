import cluster from 'node:cluster'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openApp } from './app.ts'
import { watchCodeFiles } from './platform/code-files.ts'
import { readConfig } from './platform/config.ts'
import { beatToSupervisor, superviseServers } from './platform/workers.ts'

/**
 * The server process: reads its environment, opens the app, and closes it on a stop signal. With several servers
 * behind one port (`SERVERS`) it is the process that starts them, and each of them.
 */
async function main(): Promise<void> {
  const read = readConfig(process.env)
  if (!read.ok) {
    for (const sentence of read.sentences) process.stderr.write(`palpite: ${sentence}\n`)
    process.exitCode = 1
    return
  }
  const { DRAIN_MS, SERVERS } = read.config
  if (SERVERS > 1 && cluster.isPrimary) process.exit(await superviseServers(read.config))
  beatToSupervisor()
  const deps = await openApp(read.config)
  watchCodeFiles(deps, fileURLToPath(new URL('../../..', import.meta.url)))
  let closing = false
  const close = (signal: string) => {
    if (closing) return
    closing = true
    deps.log.info({ signal }, 'closing')
    deps.leave()
    void setTimeout(DRAIN_MS)
      .then(deps.close)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          deps.log.error({ err: error }, 'closing failed')
          process.exit(1)
        },
      )
  }
  // Not `once`: behind SERVERS the supervisor forwards the signal systemd sent to all, and a second one without a
  // listener kills.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => close(signal))
  process.once('disconnect', () => close('disconnect')) // the parent process is gone
  process.send?.({ ready: true })
}

await main().catch((error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
  process.stderr.write(`palpite: ${error instanceof Error ? error.message : String(error)}${cause}\n`)
  process.exit(1)
})
