import { Bug, Busy } from './errors.ts'
import { isFault } from './db/index.ts'

type Options<Request, Answer> = {
  /** Does all requests in one go and answers in their order. Throws only for faults and bugs. */
  run: (requests: readonly Request[]) => Promise<readonly Answer[]>
  /**
   * What a request locks, such as its player. One whose key is in flight waits until that list has ended: in another it
   * would hold up everybody there until the first has committed.
   */
  key?: (request: Request) => unknown
  /** The longest list: bounds the locks and the memory of one transaction. */
  size?: number
  /** How many lists may be in flight at once. */
  concurrency?: number
  /** Load is not split into lists shorter than this; 1 where a list waits for an outside call and would delay the next one. */
  minList?: number
  /** How many requests may wait: past it the server says so instead of falling behind. */
  waiting?: number
  /**
   * How long a caller waits. One whose request is still in the queue then is refused, and nothing was done. One whose list is
   * in flight does not learn what came of it: the list may have begun to commit. Either may ask again by the same
   * `requestId`, which answers what was done.
   */
  patienceMs: number
}

type Waiting<Request, Answer> = {
  request: Request
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
  until: number
  /** The caller has gone: nothing is begun for it any more. */
  isLate: boolean
}

/** Each list has its price. */
const MIN_LIST = 16

/**
 * Turns concurrent single calls of a command into lists. What was called in one turn of the loop is one list; while it is
 * in flight the next one fills. No timer: an idle system waits for nothing. With a concurrency of two and more the lists
 * share the load: one that has its share starts beside those in flight, so that the database works while answers are
 * given. A list that fails as a whole is tried again request by request, so that a poisonous request fails alone;
 * commands are idempotent, so trying again is safe.
 */
export function batches<Request, Answer>(
  options: Options<Request, Answer>,
): (request: Request) => Promise<Answer> {
  const { run, key, size = 512, concurrency = 1, minList = MIN_LIST, waiting = 20_000, patienceMs } = options
  let queue: Waiting<Request, Answer>[] = []
  const keysInFlight = new Set<unknown>()
  let running = 0
  let inFlight = 0
  let isScheduled = false

  /** Once for all that is called, or answered, in this turn of the loop. */
  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(startLists)
  }
  /** Nothing in flight: whatever waits starts. Else a list starts with its share of the load, if enough of it is free to. */
  const startLists = () => {
    isScheduled = false
    while (running < concurrency) {
      const load = queue.length + inFlight
      const share = Math.min(size, Math.max(minList, Math.ceil(load / concurrency)))
      if (running > 0 && queue.length < share) return
      const { list, rest } = nextList(share)
      if (list.length === 0 || (running > 0 && list.length < Math.min(size, minList))) return
      queue = rest
      start(list)
    }
  }
  /** The first requests of the queue that need not wait for their key. */
  const nextList = (max: number) => {
    const list: Waiting<Request, Answer>[] = []
    const rest: Waiting<Request, Answer>[] = []
    for (const one of queue) {
      if (list.length < max && !(key && keysInFlight.has(key(one.request)))) list.push(one)
      else rest.push(one)
    }
    return { list, rest }
  }
  // In the order of arrival: the first caller's timeout is always the next one.
  const callers = new Set<Waiting<Request, Answer>>()
  let timer: NodeJS.Timeout | undefined
  const failLate = () => {
    timer = undefined
    const now = performance.now()
    for (const caller of callers) {
      if (caller.until > now) break
      caller.isLate = true
      callers.delete(caller)
      caller.reject(new Busy('no answer in time'))
    }
    queue = queue.filter(({ isLate }) => !isLate)
    watch()
  }
  const watch = () => {
    const [first] = callers
    if (timer || !first) return
    timer = setTimeout(failLate, Math.max(1, first.until - performance.now())).unref()
  }
  const start = (list: readonly Waiting<Request, Answer>[]) => {
    const keys = key ? list.map(({ request }) => key(request)) : []
    for (const one of keys) keysInFlight.add(one)
    running += 1
    inFlight += list.length
    void runList(run, list).finally(() => {
      for (const one of keys) keysInFlight.delete(one)
      for (const one of list) callers.delete(one)
      running -= 1
      inFlight -= list.length
      schedule()
    })
  }

  return (request) =>
    new Promise((resolve, reject) => {
      if (queue.length >= waiting) {
        reject(new Busy('too many requests are waiting'))
        return
      }
      const caller = { request, resolve, reject, until: performance.now() + patienceMs, isLate: false }
      callers.add(caller)
      queue.push(caller)
      watch()
      schedule()
    })
}

async function runList<Request, Answer>(
  run: Options<Request, Answer>['run'],
  list: readonly Waiting<Request, Answer>[],
) {
  try {
    const answers = await run(list.map(({ request }) => request))
    if (answers.length !== list.length) throw new Bug('a batch answers every request')
    list.forEach(({ resolve }, at) => resolve(answers[at] as Answer))
  } catch (error) {
    // A database that cannot be reached fails all of them: one by one they would wait for it, and run long after.
    if (isFault(error) || list.length === 1) for (const { reject } of list) reject(error)
    else for (const one of list) await runAlone(run, one)
  }
}

/** Whoever has been told that no answer came in time may have asked again: nothing more is begun for the first time. */
async function runAlone<Request, Answer>(
  run: Options<Request, Answer>['run'],
  one: Waiting<Request, Answer>,
) {
  if (!one.isLate) await runList(run, [one])
}
