import { performance } from 'node:perf_hooks'

/** The result of a run of callers: commands per second, and their durations. */
export type Reached = Rate & { p50Ms: number; p99Ms: number }

/** Commands a second, where single ones are not timed. */
export type Rate = { perSecond: number }

type Options = { callers: number; seconds: number; warmUpSeconds: number; request: () => Promise<void> }

/** This many callers, each sending the next request as soon as it is answered. Counts only after the warm-up. */
export async function measureCallers({
  callers,
  seconds,
  warmUpSeconds,
  request,
}: Options): Promise<Reached> {
  const from = performance.now() + warmUpSeconds * 1000
  const until = from + seconds * 1000
  const tookMs: number[] = []
  const call = async () => {
    for (;;) {
      const requested = performance.now()
      if (requested >= until) return
      await request()
      const answered = performance.now()
      if (requested >= from && answered <= until) tookMs.push(answered - requested)
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return reached(tookMs, seconds)
}

/** Rate and percentiles of these durations. Sorts them. */
export function reached(tookMs: number[], seconds: number): Reached {
  tookMs.sort((one, other) => one - other)
  const at = (share: number) =>
    tookMs[Math.min(tookMs.length - 1, Math.floor(tookMs.length * share))] ?? Number.NaN
  return { perSecond: tookMs.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}
