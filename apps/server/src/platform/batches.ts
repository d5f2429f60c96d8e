import { Bug } from './assert.ts'
import { Fault } from './fault.ts'

type Options<Request, Answer> = {
  /** Does all requests in one go and answers in their order. Throws only for faults and bugs. */
  run: (requests: readonly Request[]) => Promise<readonly Answer[]>
  /**
   * What an request locks, as its player. One whose key is under way waits until that list has landed: in another it
   * would hold up everybody there until the first has committed.
   */
  key?: (request: Request) => unknown
  /** Most asks in one go: bounds the locks and the memory of one transaction. */
  size?: number
  /** How many goes may be under way at once. */
  flights?: number
  /** Most asks that may wait: past it the server says so instead of falling behind. */
  waiting?: number
}

type Waiting<Request, Answer> = {
  request: Request
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/** How long a list that is much smaller than the last one waits for its neighbours. */
const NEIGHBOURS_MS = 1

/** A crowd is not parted into lists shorter than this: each list has its price. */
const MIN_SHARE = 16

/** How fast a crowd that has gone is forgotten: what is left of it after each list. */
const MEMORY = 0.95

/**
 * Turns concurrent single calls of a command into lists. While one list is in flight the next one fills. With several
 * flights they share the crowd: a list that has its share leaves beside the ones in flight. Callers who were answered
 * together ask together, and one list of all of them would leave the database idle while we answer, and us while
 * it writes.
 *
 * A list that could start alone waits as long as each turn of the loop brings more asks, up to its share; and
 * once for a millisecond when it is not half as long as the last one, because the rest is about to come. An idle
 * system, whose lists are of one, waits for nothing. A list that fails as a whole is tried again request by request, so
 * that a poisonous request fails alone; commands are idempotent, so trying again is safe.
 */
export function batches<Request, Answer>(
  options: Options<Request, Answer>,
): (request: Request) => Promise<Answer> {
  const { run, key, size = 512, flights = 1, waiting = 20_000 } = options
  let queue: Waiting<Request, Answer>[] = []
  const keysAloft = new Set<unknown>()
  /** How many in the queue wait for their key. */
  let held = 0
  let flying = 0
  let aloft = 0
  /** The most asks that were under way or waiting at once, lately. */
  let crowd = 0
  let lastLength = 0
  let isGathering = false

  const share = () => Math.min(size, Math.max(MIN_SHARE, Math.ceil(crowd / flights)))

  /**
   * Leaves at once when a share of the crowd has come, though some of it may wait for their key, as long as the rest
   * is worth a list; else, with nothing in flight, gathers for a moment.
   */
  const consider = () => {
    const free = queue.length - held
    if (free === 0 || flying >= flights || isGathering) return
    if (flying === 0) gather(0)
    else if (queue.length >= share() && free >= Math.min(size, MIN_SHARE)) takeOff()
  }
  const gather = (seen: number) => {
    isGathering = true
    setImmediate(() => {
      if (queue.length > seen && queue.length < share()) gather(queue.length)
      else if (queue.length * 2 < lastLength) setTimeout(takeOff, NEIGHBOURS_MS)
      else takeOff()
    })
  }
  const takeOff = () => {
    isGathering = false
    crowd = Math.max(queue.length + aloft, crowd * MEMORY)
    const list = nextList(share())
    const keys = key ? list.map(({ request }) => key(request)) : []
    for (const one of keys) keysAloft.add(one)
    held = countHeld()
    flying += 1
    aloft += list.length
    lastLength = list.length
    void fly(run, list).finally(() => {
      for (const one of keys) keysAloft.delete(one)
      held = countHeld()
      flying -= 1
      aloft -= list.length
      consider()
    })
    consider()
  }
  /** Takes the first requests of the queue that need not wait for their key. */
  const nextList = (max: number) => {
    const list: Waiting<Request, Answer>[] = []
    const rest: Waiting<Request, Answer>[] = []
    for (const one of queue) {
      if (list.length < max && !isHeld(one.request)) list.push(one)
      else rest.push(one)
    }
    queue = rest
    return list
  }
  const isHeld = (request: Request) => key !== undefined && keysAloft.has(key(request))
  const countHeld = () =>
    key && keysAloft.size > 0 ? queue.reduce((sum, { request }) => sum + (isHeld(request) ? 1 : 0), 0) : 0

  return (request) =>
    new Promise((resolve, reject) => {
      if (queue.length >= waiting) {
        reject(new Fault('too many asks are waiting'))
        return
      }
      queue.push({ request, resolve, reject })
      if (isHeld(request)) held += 1
      consider()
    })
}

async function fly<Request, Answer>(
  run: Options<Request, Answer>['run'],
  list: readonly Waiting<Request, Answer>[],
) {
  try {
    const answers = await run(list.map(({ request }) => request))
    if (answers.length !== list.length) throw new Bug('a batch answers every ask')
    list.forEach(({ resolve }, at) => resolve(answers[at] as Answer))
  } catch (error) {
    if (list.length === 1) list[0]?.reject(error)
    else for (const one of list) await fly(run, [one])
  }
}
