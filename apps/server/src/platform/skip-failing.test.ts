import { describe, expect, test } from 'vitest'
import { Bug, Fault } from './errors.ts'
import { followCursor, skipFailing, skipFailingInPages, type Step } from './skip-failing.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

/** Work on numbers that fails as a whole if one of these is in the list. */
function workFailingAt(bad: readonly number[], error: Error = new Bug('a faulty row')) {
  const skipped: number[] = []
  let lists = 0
  const run = (items: readonly number[]) => {
    lists += 1
    return items.some((item) => bad.includes(item)) ? Promise.reject(error) : Promise.resolve(items)
  }
  return { run, skip: (item: number) => void skipped.push(item), skipped, lists: () => lists }
}

describe('a list with faulty rows', () => {
  test('skips these alone, and finds one among a thousand in few steps', async () => {
    const work = workFailingAt([700])
    const done = (await skipFailing(numbers(1000), work)).flat()
    expect(done).toEqual(numbers(1000).filter((number) => number !== 700))
    expect(work.skipped).toEqual([700])
    expect(work.lists()).toBeLessThanOrEqual(21)
  })

  test('fails as a whole if the database cannot be reached', async () => {
    const work = workFailingAt([3], new Fault('the database is away'))
    await expect(skipFailing(numbers(8), work)).rejects.toThrow('the database is away')
    expect(work.skipped).toEqual([])
  })

  test('ends after twenty skips in a row if the last row fails too: then the code fails, not a row', async () => {
    const work = workFailingAt(numbers(1000))
    await expect(skipFailing(numbers(1000), work)).rejects.toThrow('a faulty row')
    expect(work.skipped).toEqual([...numbers(20), 1000])
    expect(work.lists()).toBeLessThan(60)
    const left: number[] = []
    const other = workFailingAt(numbers(30).slice(5))
    const done = await skipFailing(numbers(30), { ...other, leave: (items) => void left.push(...items) })
    expect(done.flat()).toEqual(numbers(5))
    expect(left.toSorted((one, next) => one - next)).toEqual(numbers(29).slice(25))
  })

  test('goes on behind many faulty rows of earlier runs', async () => {
    const work = workFailingAt(numbers(45))
    const done = (await skipFailing(numbers(1000), work)).flat()
    expect(done.toSorted((one, other) => one - other)).toEqual(numbers(1000).slice(45))
    expect(work.skipped).toEqual(numbers(45))
  })

  test('of pages reaches the rows behind a page that is faulty throughout', async () => {
    const work = workFailingAt(numbers(12))
    const read = (after = 0) =>
      Promise.resolve(
        numbers(17)
          .filter((number) => number > after)
          .slice(0, 5),
      )
    const done = (await skipFailingInPages({ ...work, read, size: 5 })).flat()
    expect(done).toEqual([13, 14, 15, 16, 17])
    expect(work.skipped).toEqual(numbers(12))
  })

  test('of pages ends only the page in which more rows fail than would be tried', async () => {
    const work = workFailingAt(numbers(100))
    const read = (after = 0) =>
      Promise.resolve(
        numbers(170)
          .filter((number) => number > after)
          .slice(0, 50),
      )
    const done = (await skipFailingInPages({ ...work, read, size: 50 })).flat()
    expect(done.toSorted((one, other) => one - other)).toEqual(numbers(170).slice(100))
  })
})

describe('a stored cursor', () => {
  /** Follows a cursor over the numbers up to a count; returns where it stopped, and what it processed and passed. */
  async function follow(count: number, bad: readonly number[]) {
    const work = workFailingAt(bad)
    const seen = { at: 0, done: [] as number[], passed: [] as number[], lists: work.lists, error: '' }
    const step = async ({ max, failed, begin }: Step<number>) => {
      const after = failed.at(-1)?.row ?? seen.at
      const list = numbers(count).slice(after, after + max)
      if (list[0] !== undefined) begin(list[0])
      seen.done.push(...(await work.run(list)))
      seen.passed.push(...failed.map(({ row }) => row))
      seen.at = list.at(-1) ?? after
      return list.length > 0
    }
    await followCursor({ size: 8, step }).catch((error: unknown) => {
      seen.error = String(error)
    })
    return seen
  }

  test('passes the faulty rows alone, also the last of all', async () => {
    const bad = [3, 4, 11, 16]
    const { at, done, passed } = await follow(16, bad)
    expect(done).toEqual(numbers(16).filter((number) => !bad.includes(number)))
    expect({ at, passed }).toEqual({ at: 16, passed: bad })
  })

  test('passes twenty faulty rows in a row', async () => {
    const { at, passed } = await follow(30, numbers(20))
    expect({ at, passed }).toEqual({ at: 30, passed: numbers(20) })
  })

  test('passes no row if more than twenty in a row fail: then the code fails, not a row', async () => {
    const { at, done, passed, error, lists } = await follow(1000, numbers(1000).slice(5))
    expect(error).toContain('a faulty row')
    expect(done).toEqual(numbers(5))
    expect({ at, passed }).toEqual({ at: 5, passed: [] })
    expect(lists()).toBeLessThan(40)
  })

  test('stays where it is if the database cannot be reached', async () => {
    const step = () => Promise.reject(new Fault('the database is away'))
    await expect(followCursor({ size: 8, step })).rejects.toThrow('away')
  })
})
