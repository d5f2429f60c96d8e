import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { batches as openBatches } from './batches.ts'
import { Busy, Fault } from './errors.ts'

const PATIENCE_MS = 20_000 // for a busy machine
/** Stops the clock: timeouts fire when the test says so, however long a turn of the event loop takes. */
const holdClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
afterEach(() => void vi.useRealTimers())

const batches = <Request, Answer>(
  options: Omit<Parameters<typeof openBatches<Request, Answer>>[0], 'patienceMs'>,
) => openBatches({ patienceMs: PATIENCE_MS, ...options })

/** A command that records its lists and blocks until released. */
function heldCommand() {
  const lists: number[][] = []
  const letGo: (() => void)[] = []
  const run = async (requests: readonly number[]) => {
    lists.push([...requests])
    await new Promise<void>((resolve) => letGo.push(resolve))
    return requests.map((request) => request * 10)
  }
  return { lists, run, letGo: () => letGo.shift()?.() }
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

describe('batches', () => {
  test('returns each request its own answer, in order', async () => {
    const request = batches({
      run: (requests: readonly number[]) => Promise.resolve(requests.map((one) => one * 10)),
    })
    expect(await Promise.all([1, 2, 3].map(request))).toEqual([10, 20, 30])
  })

  test('fills the next list while one is in flight', async () => {
    const command = heldCommand()
    const request = batches(command)
    const answers = [request(1)]
    await turns(5)
    answers.push(request(2), request(3))
    await turns(5)
    expect(command.lists).toEqual([[1]])
    command.letGo()
    await turns(5)
    expect(command.lists).toEqual([[1], [2, 3]])
    command.letGo()
    expect(await Promise.all(answers)).toEqual([10, 20, 30])
  })

  test('puts the calls of one turn of the event loop into one list', async () => {
    const command = heldCommand()
    const request = batches(command)
    const answers = [request(1)]
    await Promise.resolve()
    answers.push(request(2))
    await turns(3)
    expect(command.lists).toEqual([[1, 2]])
    command.letGo()
    await Promise.all(answers)
  })

  test('starts a single request without a timer', async () => {
    const command = heldCommand()
    const answer = batches(command)(1)
    await turns(3)
    expect(command.lists).toEqual([[1]])
    command.letGo()
    expect(await answer).toBe(10)
  })

  test('limits the length of lists and how many are in flight', async () => {
    const command = heldCommand()
    const request = batches({ run: command.run, size: 3, concurrency: 2 })
    const answers = Array.from({ length: 10 }, (_, at) => request(at))
    for (let ends = 0; ends < 6; ends += 1) {
      await turns(8)
      command.letGo()
    }
    expect(await Promise.all(answers)).toHaveLength(10)
    expect(command.lists.map(({ length }) => length)).toEqual([3, 3, 3, 1])
  })

  test('splits the load: a list starts beside another once it has its share', async () => {
    const command = heldCommand()
    const request = batches({ run: command.run, concurrency: 2 })
    const answers = Array.from({ length: 64 }, (_, at) => request(at))
    await turns(8)
    const lengths = () => command.lists.map(({ length }) => length)
    expect(lengths()).toEqual([32, 32])
    command.letGo()
    await turns(4)
    answers.push(...Array.from({ length: 20 }, (_, at) => request(64 + at)))
    await turns(8)
    expect(lengths()).toEqual([32, 32]) // less than a share waits while another is in flight
    answers.push(...Array.from({ length: 12 }, (_, at) => request(84 + at)))
    await turns(8)
    expect(lengths()).toEqual([32, 32, 32])
    answers.push(request(96))
    command.letGo()
    command.letGo()
    await turns(8)
    expect(lengths()).toEqual([32, 32, 32, 1]) // and starts once nothing else is in flight
    command.letGo()
    expect(await Promise.all(answers)).toHaveLength(97)
  })

  test('does not split a few requests', async () => {
    const command = heldCommand()
    const request = batches({ run: command.run, concurrency: 3 })
    const answers = Array.from({ length: 12 }, (_, at) => request(at))
    await turns(8)
    expect(command.lists.map(({ length }) => length)).toEqual([12])
    command.letGo()
    await Promise.all(answers)
  })

  test('a request whose key is in flight waits for that list, and delays no other', async () => {
    const command = heldCommand()
    const request = batches({ run: command.run, concurrency: 2, key: (one) => one % 100 })
    const answers = Array.from({ length: 16 }, (_, at) => request(at))
    await turns(8)
    answers.push(...[103, 203, ...Array.from({ length: 16 }, (_, at) => 20 + at)].map(request))
    await turns(8)
    expect(command.lists.map((list) => list.slice(0, 3))).toEqual([
      [0, 1, 2],
      [20, 21, 22],
    ])
    command.letGo()
    command.letGo()
    await turns(8)
    expect(command.lists[2]?.slice(0, 2)).toEqual([103, 203]) // requests with one key may share a list
    command.letGo()
    expect(await Promise.all(answers)).toHaveLength(34)
  })

  test('does not start a list for a few free requests among many waiting for their key', async () => {
    const command = heldCommand()
    const request = batches({ run: command.run, concurrency: 2, key: (one) => one % 100 })
    const answers = Array.from({ length: 16 }, (_, at) => request(at))
    await turns(8)
    answers.push(...Array.from({ length: 30 }, (_, at) => request(100 * (at + 1))), request(50))
    await turns(8)
    expect(command.lists).toHaveLength(1) // the free one waits for others, or for the list in flight
    command.letGo()
    await turns(8)
    expect(command.lists[1]).toHaveLength(16) // half of those waiting then
    for (let ends = 0; ends < 3; ends += 1) {
      command.letGo()
      await turns(8)
    }
    expect(await Promise.all(answers)).toHaveLength(47)
  })

  test('frees a key when its list fails', async () => {
    let fails = true
    const run = (requests: readonly number[]) =>
      fails ? Promise.reject(new Error('gone')) : Promise.resolve(requests)
    const request = batches({ run, concurrency: 2, key: () => 'the same' })
    await expect(request(1)).rejects.toThrow('gone')
    fails = false
    expect(await request(2)).toBe(2)
  })

  test('a poisonous request fails alone', async () => {
    const lists: number[][] = []
    const request = batches({
      run: (requests: readonly number[]) => {
        lists.push([...requests])
        return requests.includes(13) ? Promise.reject(new Error('poison')) : Promise.resolve(requests)
      },
    })
    const answers = await Promise.allSettled([12, 13, 14].map(request))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(lists).toEqual([[12, 13, 14], [12], [13], [14]])
    expect(await request(15)).toBe(15)
  })

  test('an unreachable database fails a list at once, not request by request', async () => {
    const lists: number[][] = []
    const request = batches({
      run: (requests: readonly number[]): Promise<number[]> => {
        lists.push([...requests])
        return Promise.reject(new Fault('the database cannot be reached'))
      },
    })
    const answers = await Promise.allSettled([1, 2, 3].map(request))
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(lists).toEqual([[1, 2, 3]])
  })

  test('a command that leaves a request unanswered is a bug', async () => {
    const request = batches({ run: (): Promise<number[]> => Promise.resolve([]) })
    await expect(request(1)).rejects.toThrow('answers every request')
  })

  test('past the queue limit it refuses at once', async () => {
    const command = heldCommand()
    const request = batches({ run: command.run, waiting: 2 })
    const answers = [request(1), request(2)]
    await expect(request(3)).rejects.toBeInstanceOf(Fault)
    await turns(5)
    command.letGo()
    expect(await Promise.all(answers)).toEqual([10, 20])
  })

  test('K34: refuses requests that waited past the caller’s timeout, queued or in flight, and starts nothing for them', async () => {
    holdClock()
    const command = heldCommand()
    const request = openBatches({ ...command, patienceMs: 50 })
    const inFlight = request(1)
    await turns(5)
    const queued = [request(2), request(3)]
    const late = Promise.all(
      [inFlight, ...queued].map((answer) => expect(answer).rejects.toBeInstanceOf(Busy)),
    )
    await vi.advanceTimersByTimeAsync(50)
    await late
    const later = request(4)
    command.letGo()
    await turns(5)
    expect(command.lists).toEqual([[1], [4]])
    command.letGo()
    expect(await later).toBe(40)
  })

  test('does not retry a failed list for requests already answered', async () => {
    holdClock()
    const tried: number[][] = []
    let fail: (error: Error) => void = () => {}
    const request = openBatches({
      run: (requests: readonly number[]) => {
        tried.push([...requests])
        return new Promise<number[]>((_resolve, reject) => (fail = reject))
      },
      patienceMs: 30,
    })
    const answering = Promise.allSettled([1, 2].map(request))
    await turns(3)
    await vi.advanceTimersByTimeAsync(30)
    const answers = await answering
    expect(answers.map((one) => (one.status === 'rejected' ? (one.reason as Error).name : ''))).toEqual([
      'Busy',
      'Busy',
    ])
    fail(new Error('a poisonous one'))
    await turns(8)
    expect(tried).toEqual([[1, 2]])
  })
})
