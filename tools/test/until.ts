import { setTimeout as sleep } from 'node:timers/promises'

/** The longest a busy machine may take for anything: what has not happened by then will not. */
const PATIENCE_MS = 30_000
const PAUSE_MS = 50

/** Asks every `pauseMs` until there is an answer (neither undefined nor false), and gives it; throws after `patienceMs`. */
export async function until<Answer>(
  what: string,
  ask: () => Answer | Promise<Answer>,
  { patienceMs = PATIENCE_MS, pauseMs = PAUSE_MS } = {},
): Promise<Exclude<Answer, undefined | false>> {
  const last = performance.now() + patienceMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer as Exclude<Answer, undefined | false>
    if (performance.now() > last) throw new Error(`waited ${patienceMs / 1000} s in vain: ${what}`)
    await sleep(pauseMs)
  }
}
