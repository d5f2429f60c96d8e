import type { Deps } from './deps.ts'
import { isFault } from './db/index.ts'

type Work<Item, Done> = {
  /** Processes the whole list in one transaction, or fails and changes nothing. */
  run: (items: readonly Item[]) => Promise<Done>
  /** Reports an item that fails alone. */
  skip: (item: Item, error: unknown) => void
  /** Receives the items that stay for another run; without it the error is thrown. */
  leave?: (items: readonly Item[]) => void
}

/** After this many failures in a row the last item is tried; if it fails too, the code is faulty, not the items. */
const MAX_SKIPS_IN_A_ROW = 20

/**
 * Processes a list. A list that fails as a whole is processed in halves, so that one faulty item among a
 * thousand is found in ten steps, skipped and reported. If the database cannot be reached, the error is
 * thrown: no item is to blame. If twenty items in a row fail and then the last one of the list too, the code
 * is faulty, not the items, and the rest is left for another run. Returns the results of the lists that
 * succeeded.
 */
export async function skipFailing<Item, Done>(
  items: readonly Item[],
  { run, skip, leave }: Work<Item, Done>,
): Promise<Done[]> {
  const done: Done[] = []
  const left = [items]
  let inARow = 0
  const giveUp = (rest: readonly Item[], error: unknown) => {
    if (!leave) throw error
    leave(rest)
  }
  for (let list = left.pop(); list !== undefined; list = left.pop()) {
    const [first] = list
    if (first === undefined) continue
    try {
      done.push(await run(list))
      inARow = 0
    } catch (error) {
      if (isFault(error)) throw error
      if (list.length > 1) {
        const middle = Math.ceil(list.length / 2)
        left.push(list.slice(middle), list.slice(0, middle))
        continue
      }
      skip(first, error)
      inARow += 1
      if (inARow > MAX_SKIPS_IN_A_ROW) {
        giveUp(left.flat(), error)
        return done
      }
      // Faulty items of earlier runs come first in a list; the last item is the newest, so it is tried next.
      const last = inARow === MAX_SKIPS_IN_A_ROW ? left.shift() : undefined
      if (last) {
        left.unshift(last.slice(0, -1))
        left.push(last.slice(-1))
      }
    }
  }
  return done
}

type Pages<Row, Done> = Work<Row, Done> & {
  /** The next rows after this one, in a fixed order, at most `size`. */
  read: (after: Row | undefined) => Promise<readonly Row[]>
  size: number
}

/**
 * Processes all rows page by page. Each page begins after the last row of the one before, so rows that were skipped,
 * even whole pages of them, hold up none behind them; the next run reads them again.
 */
export async function skipFailingInPages<Row, Done>({
  read,
  size,
  ...work
}: Pages<Row, Done>): Promise<Done[]> {
  const done: Done[] = []
  // A page that is given up does not end the run: the next page is processed.
  const leave = ([first, ...others]: readonly Row[]) => {
    if (first !== undefined) work.skip(first, new Error(`left with ${others.length} more rows of its page`))
  }
  let after: Row | undefined
  for (;;) {
    const rows = await read(after)
    done.push(...(await skipFailing(rows, { leave, ...work })))
    after = rows.at(-1)
    if (rows.length < size) return done
  }
}

/** A row that failed alone. */
export type Failed<Row> = { row: Row; error: unknown }

/** One list behind a stored cursor. */
export type Step<Row> = {
  max: number
  /** Rows behind the cursor that failed alone, in their order: this list begins after them, and the cursor passes them. */
  failed: readonly Failed<Row>[]
  /** Takes the first row of the list, once it is read. */
  begin: (row: Row) => void
}

type Cursor<Row> = {
  /** Processes a list and moves the cursor past it in one transaction; returns whether more rows are left. */
  step: (step: Step<Row>) => Promise<boolean>
  size: number
}

/**
 * Follows a stored cursor list by list. A list that fails as a whole is tried half as long, until the faulty
 * row is alone. The cursor passes it in the transaction of the next list that succeeds. If twenty rows in a
 * row fail and the one after them too, the code is faulty, not the rows: the run fails, and the cursor has
 * passed none of them. The run also fails if the database cannot be reached.
 */
export async function followCursor<Row>({ step, size }: Cursor<Row>): Promise<void> {
  let max = size
  let failed: Failed<Row>[] = []
  for (;;) {
    let first: Row | undefined
    const begin = (row: Row) => {
      first = row
    }
    try {
      if (!(await step({ max, failed, begin }))) return
      failed = []
      max = Math.min(size, max * 2)
    } catch (error) {
      if (isFault(error)) throw error
      if (max > 1) max = Math.ceil(max / 2)
      else if (first === undefined || failed.length === MAX_SKIPS_IN_A_ROW) throw error
      else failed = [...failed, { row: first, error }]
    }
  }
}

/** Creates the report of a job's skipped rows: each is counted in `palpite_job_skipped_total` and logged with its ids. */
export const skippedBy =
  ({ metrics, log }: Pick<Deps, 'metrics' | 'log'>, job: string) =>
  (ids: Readonly<Record<string, unknown>>, error: unknown): void => {
    metrics
      .counter('job_skipped_total', 'Rows that jobs skipped because they failed alone', ['name'])
      .inc({ name: job })
    log.error({ err: error, job, ...ids }, 'a job skipped a row')
  }
