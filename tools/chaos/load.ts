import { until } from '../test/until.ts'

/** How busy callers are: how many calls were answered so far, and how many wait for their answer now. */
export type Load = { answered: number; underWay: number }

export const newLoad = (): Load => ({ answered: 0, underWay: 0 })

/** Counts a call: it is answered where it comes to anything, and not where its line was cut. */
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
 * Settles once so many more calls were answered and others are under way: what is killed then was at work and cuts some
 * of them off, on a fast machine and on a slow one.
 */
export async function midLoad(load: Load, answers: number): Promise<void> {
  const enough = load.answered + answers
  const isMid = () => load.answered >= enough && load.underWay > 0
  await until(`${answers} more answers and calls under way`, isMid, { patienceMs: 300_000, pauseMs: 1 })
}
