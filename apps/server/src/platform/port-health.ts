/** How somebody outside whom this process calls answers: a bank, a register, a studio, a chain. */
export type PortStanding = {
  name: string
  answered: number
  failed: number
  /** Calls that failed since one was answered. */
  failedInARow: number
  /** Milliseconds since then, for a server's own clock may be wrong; null where it never did. */
  answeredAgoMs: number | null
  failedAgoMs: number | null
}

type Kept = Pick<PortStanding, 'answered' | 'failed' | 'failedInARow'> & {
  answeredAt: number | null
  failedAt: number | null
}

/** Studios are as many as operators make, and a name stays: of more than these only the first are followed. */
const MAX_PORTS = 200

const ports = new Map<string, Kept>()

/** Keeps how a call to somebody outside ended; `name` says who it is, as `bank pix`. */
export function notePort(name: string, outcome: 'answered' | 'failed'): void {
  if (!ports.has(name) && ports.size >= MAX_PORTS) return
  const before = ports.get(name) ?? {
    answered: 0,
    failed: 0,
    failedInARow: 0,
    answeredAt: null,
    failedAt: null,
  }
  const now = performance.now()
  ports.set(
    name,
    outcome === 'answered'
      ? { ...before, answered: before.answered + 1, failedInARow: 0, answeredAt: now }
      : { ...before, failed: before.failed + 1, failedInARow: before.failedInARow + 1, failedAt: now },
  )
}

/** Waits for a call to somebody outside, keeps how it ended, and passes on what it brought. */
export async function notedCall<T>(name: string, call: Promise<T>): Promise<T> {
  try {
    const answer = await call
    notePort(name, 'answered')
    return answer
  } catch (error) {
    notePort(name, 'failed')
    throw error
  }
}

/** How all whom this process has called stand, by name. */
export function portStandings(): PortStanding[] {
  const now = performance.now()
  const since = (at: number | null) => (at === null ? null : Math.round(now - at))
  return [...ports]
    .map(([name, { answeredAt, failedAt, ...kept }]) => ({
      name,
      ...kept,
      answeredAgoMs: since(answeredAt),
      failedAgoMs: since(failedAt),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
