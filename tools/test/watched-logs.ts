import { type Log, openLog } from '../../apps/server/src/platform/log.ts'
import { secretsIn } from './log-secrets.ts'

type Destination = NonNullable<Parameters<typeof openLog>[1]>

/** Secrets found in logs by tests of this process since the last check. */
let found: string[] = []

/** One bad line is written thousands of times; the first findings show what is wrong. */
const MAX_REPORTED = 10

/**
 * Looks for secrets in what a server has logged; `by` says which. What it finds fails the test file, at its end
 * (watch-logs.ts), or the worker of the journeys.
 */
export function watchLog(text: string, by: string, known: readonly string[] = []): void {
  if (secretsIn(text, known).length === 0) return
  for (const line of text.split('\n')) {
    for (const secret of secretsIn(line, known)) {
      if (found.length < MAX_REPORTED) found.push(`${by} logged ${secret}\n    in ${line.trim()}`)
    }
  }
}

/** The destination of a test's log: searches each line, then passes it to `to` if the test reads it. */
export const watched = (to?: Destination): Destination => ({
  write: (line) => {
    watchLog(line, 'a module')
    to?.write(line)
  },
})

/** The log of a test's server, at the level of production; it is searched, not printed. */
export const testLog = (config?: Parameters<typeof openLog>[2]): Log => openLog('info', watched(), config)

/** Throws if secrets were found, and forgets them. */
export function failForSecrets(): void {
  if (found.length === 0) return
  const report = found.join('\n')
  found = []
  throw new Error(`logs show what they must not (tools/test/log-secrets.ts):\n${report}`)
}
