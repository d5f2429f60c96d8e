import { readSettings, SettingsError } from './settings.ts'
import { StoreError } from './store/index.ts'
import { startSandbox, type Sandbox } from './sandbox.ts'

/** A stop that takes longer hangs: the process exits anyway. Everything answered is on disk. */
const MAX_STOP_MS = 9000

const stopOnce = (sandbox: Sandbox): (() => void) => {
  let stopping = false
  return () => {
    if (stopping) return
    stopping = true
    const fail = (error: unknown) => {
      process.stderr.write(`The sandbox did not stop cleanly: ${String(error)}\n`)
      process.exit(1)
    }
    setTimeout(() => fail(`not within ${MAX_STOP_MS / 1000} s`), MAX_STOP_MS).unref()
    sandbox.stop().then(() => process.exit(0), fail)
  }
}

const explain = (error: unknown): string => {
  if (error instanceof SettingsError) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (error instanceof StoreError) return `The sandbox cannot start: ${error.message}.`
  if (code === 'EADDRINUSE') return `The sandbox cannot start: a port is taken (${String(error)}).`
  return `The sandbox cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}

const hadParent = process.connected

try {
  const sandbox = await startSandbox(readSettings(process.env))
  const stop = stopOnce(sandbox)
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // It must not outlive its parent process, however that ends.
  process.on('disconnect', stop)
  if (hadParent && !process.connected) stop()
  process.send?.({ ready: true, url: sandbox.url, tlsUrl: sandbox.tlsUrl, smtpPort: sandbox.smtpPort })
  process.stdout.write(`Sandbox: ${sandbox.url} (mail on port ${sandbox.smtpPort})\n`)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}
