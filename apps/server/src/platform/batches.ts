import { Bug, Busy } from './errors.ts'
import { isFault } from './db/index.ts'

type Options<Request, Answer> = {
  /** Executes all requests together and answers in their order. Throws only for faults and bugs. */
  run: (requests: readonly Request[]) => Promise<readonly Answer[]>
  /**
   * What a request locks, such as its player. A request whose key is in flight waits until that list has ended: in
   * another list it would make every request there wait for the first commit.
   */
  key?: (request: Request) => unknown
  /** The longest list: bounds the locks and the memory of one transaction. */
  size?: number
  /** How many lists may be in flight at once. */
  concurrency?: number
  /**
   * Load is not split into lists shorter than this; use 1 if a list makes an outside call and would delay the next
   * one.
   */
  minList?: number
  /** Queue limit: beyond it requests are refused at once. */
  waiting?: number
  /**
   * The caller's timeout. A request still queued then is refused, and nothing was done. For one in flight the outcome
   * is unknown: the list may have begun to commit. Either may be repeated with the same `requestId`, which returns
   * what was done.
   */
  patienceMs: number
}

type Waiting<Request, Answer> = {
  request: Request
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
  until: number
  /** The caller timed out: nothing new is started for it. */
  isLate: boolean
}

/** Each list has a fixed cost. */
const MIN_LIST = 16

/**
 * Turns concurrent single calls of a command into lists. The calls of one turn of the event loop form a list; while
 * it is in flight the next one fills. No timer: an idle system adds no delay. With a concurrency above one the lists
 * split the load: one with its share starts beside those in flight, so that the database works while answers are
 * sent. A list that fails as a whole is retried request by request, so that a poisonous request fails alone; commands
 * are idempotent, so retrying is safe.
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

  /** Runs once for all calls and answers of this turn of the event loop. */
  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(startLists)
  }
  /**
   * With nothing in flight, everything waiting starts. Otherwise a list starts once it has its share of the load, if
   * enough requests are free.
   */
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
  /** The first queued requests whose keys are free. */
  const nextList = (max: number) => {
    const list: Waiting<Request, Answer>[] = []
    const rest: Waiting<Request, Answer>[] = []
    for (const one of queue) {
      if (list.length < max && !(key && keysInFlight.has(key(one.request)))) list.push(one)
      else rest.push(one)
    }
    return { list, rest }
  }
  // In order of arrival: the first caller's timeout is always the next.
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
    // An unreachable database fails all of them: retried singly they would wait for it, and run long after.
    if (isFault(error) || list.length === 1) for (const { reject } of list) reject(error)
    else for (const one of list) await runAlone(run, one)
  }
}

/** A caller that timed out may have repeated its request: nothing new is started for it. */
async function runAlone<Request, Answer>(
  run: Options<Request, Answer>['run'],
  one: Waiting<Request, Answer>,
) {
  if (!one.isLate) await runList(run, [one])
}
