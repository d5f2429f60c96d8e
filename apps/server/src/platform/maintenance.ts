import type { MaintenancePart, MaintenanceScope } from '@palpite/contract'
import type { Deps } from './deps.ts'
import { selectClosed } from './maintenance-queries.ts'
import { refuse } from './result.ts'
import { type Job, schedule } from './schedule.ts'

/** A scope that is closed now, with what the app shows of it to players. */
export type ClosedNow = { scope: MaintenanceScope; until: string; isLate: boolean }

/** The refusal of what maintenance keeps from beginning. */
export type Closed = ReturnType<typeof closedBy>

/** What is closed for maintenance, as this server knows it: never older than a second. */
export type Maintenance = {
  /** The refusal of something new of this part; undefined while it is open. */
  closedNow: (part: MaintenancePart) => Promise<Closed | undefined>
  /** Everything that is closed. */
  readClosed: () => Promise<readonly ClosedNow[]>
  /** Calls back after each change: one that begins, changes, is late, or ends. */
  onChange: (listener: (closed: readonly ClosedNow[]) => void) => void
  /** The job that reads the state, so that calls need not. */
  job: () => Job
}

/** A change is obeyed within this time by every server. */
const AGE_MS = 1000
/** Well below it: calls find a fresh state, and read nothing themselves. */
const READ_EVERY_MS = 300

/**
 * Opens the state of maintenance of this process. It is read from the database by a job, and by a call that finds it
 * older than a second, for instance since the job is held up; so no call is admitted by an older state.
 */
export function openMaintenance({ db, log, metrics }: Pick<Deps, 'db' | 'log' | 'metrics'>): Maintenance {
  const late = metrics.gauge(
    'maintenance_late',
    'Maintenances that are on past the end that players were told',
  )
  const listeners: ((closed: readonly ClosedNow[]) => void)[] = []
  let known: { closed: readonly ClosedNow[]; until: number } | undefined
  let reading: Promise<readonly ClosedNow[]> | undefined

  const read = async () => {
    const askedAt = performance.now() // of the query, not of the answer: a state must not be used longer
    const rows = await selectClosed(db)
    const closed = rows.map(({ scope, expectedEnd, isLate }) => ({
      scope,
      until: expectedEnd.toISOString(),
      isLate,
    }))
    const before = known?.closed ?? []
    known = { closed, until: askedAt + AGE_MS }
    if (JSON.stringify(before) !== JSON.stringify(closed)) changed(before, closed)
    return closed
  }
  const changed = (before: readonly ClosedNow[], closed: readonly ClosedNow[]) => {
    const isLate = ({ isLate: is }: ClosedNow) => is
    late.set(closed.filter(isLate).length)
    const newlyLate = closed.filter(
      (one) => one.isLate && !before.some(({ scope, isLate: was }) => scope === one.scope && was),
    )
    if (newlyLate.length > 0) log.error({ closed: newlyLate }, 'maintenance is on past its expected end')
    log.info({ closed }, 'maintenance changed')
    for (const listener of listeners) listener(closed)
  }
  const readOnce = () => {
    reading ??= read().finally(() => (reading = undefined))
    return reading
  }
  const readClosed = async () => (known && known.until > performance.now() ? known.closed : readOnce())
  return {
    readClosed,
    closedNow: async (part) => closedOf(await readClosed(), part),
    onChange: (listener) => void listeners.push(listener),
    job: () => {
      const job = schedule({
        name: 'maintenance',
        everyMs: READ_EVERY_MS,
        log,
        run: async () => void (await readOnce()),
      })
      job.wake()
      return job
    },
  }
}

/** The refusal of a part: where two scopes close it, the one that ends later. */
function closedOf(closed: readonly ClosedNow[], part: MaintenancePart): Closed | undefined {
  const [one] = closed
    .filter(({ scope }) => scope === 'all' || scope === part)
    .toSorted((a, b) => (a.until > b.until ? -1 : 1))
  return one && closedBy(one)
}

const closedBy = ({ scope, until, isLate }: ClosedNow) =>
  refuse('under_maintenance', {
    values: {
      whatKey: `under_maintenance.${scope}`,
      whenKey: `under_maintenance.${isLate ? 'late' : 'until'}`,
      untilMoment: until,
    },
    detail: { scope, until, isLate },
  })
