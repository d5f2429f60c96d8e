import { Busy } from '../fault.ts'

/**
 * The work's answer, or that it did not come in time. For calls that only read: the work goes on and nobody waits for it, so
 * one that writes would be done and told as if it were not.
 */
export async function inTime<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Busy('no answer in time')), patienceMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
