import { until } from '../test/until.ts'

/** The load of callers: calls answered so far, and calls waiting now. */
export type Load = { answered: number; underWay: number }

export const newLoad = (): Load => ({ answered: 0, underWay: 0 })

/** Counts a call: answered if it returns anything, not if its connection was lost. */
export async function counted<Answer>(load: Load, call: Promise<Answer>): Promise<Answer> {
  load.underWay += 1
  try {
    const answer = await call
    if (answer !== undefined && answer !== false) load.answered += 1
    return answer
  } finally {
    load.underWay -= 1
  }
}

/**
 * Settles once this many more calls were answered and others are in flight: a kill then hits work in progress and cuts
 * some calls off, on a fast machine and on a slow one.
 */
export async function midLoad(load: Load, answers: number): Promise<void> {
  const enough = load.answered + answers
  const isMid = () => load.answered >= enough && load.underWay > 0
  await until(`${answers} more answers and calls in flight`, isMid, { patienceMs: 300_000, pauseMs: 1 })
}
