import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { costlyWork, inTurns, type Rank } from './costly-work.ts'
import { Busy } from './errors.ts'

/** Tasks that end when the test says so. */
function works(bound: { atOnce: number; waiting: number; each: number }) {
  const inTurn = inTurns('test', bound)
  const began: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const order = (name: string, of = name, rank: Rank = 'unknown') => {
    const work = async () => {
      began.push(name)
      await new Promise<void>((resolve, reject) =>
        ends.set(name, (error) => (error ? reject(error) : resolve())),
      )
      return name
    }
    return inTurn(of, work, { rank })
  }
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { order, began, end }
}

test('31.3 runs a bounded number at once, the others in order of arrival', async () => {
  const { order, began, end } = works({ atOnce: 2, waiting: 10, each: 1 })
  const all = ['a', 'b', 'c', 'd'].map((name) => order(name))
  expect(began).toEqual(['a', 'b'])
  await end('b')
  expect(began).toEqual(['a', 'b', 'c'])
  await end('a')
  await end('c')
  await end('d')
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

test('31.3 refuses tasks past the queue limit as busy, and those past one caller’s limit', async () => {
  const { order, began, end } = works({ atOnce: 1, waiting: 1, each: 1 })
  const first = order('first', 'ana')
  await expect(order('second', 'ana')).rejects.toBeInstanceOf(Busy)
  const waiting = order('waiting', 'bia')
  await expect(order('third', 'rui')).rejects.toBeInstanceOf(Busy)
  await end('first')
  const again = order('again', 'ana')
  await end('waiting')
  await end('again')
  expect(await Promise.all([first, waiting, again])).toEqual(['first', 'waiting', 'again'])
  expect(began).toEqual(['first', 'waiting', 'again'])
})

test('31.3 tasks wait only for their own and higher ranks, each in a queue of its own that is limited too', async () => {
  const { order, began, end } = works({ atOnce: 1, waiting: 1, each: 9 })
  const all = [
    order('at work'),
    order('waits'),
    order('proven', 'rui', 'proven'),
    order('known', 'ana', 'known'),
  ]
  await expect(order('stranger')).rejects.toBeInstanceOf(Busy)
  await expect(order('proven too', 'leo', 'proven')).rejects.toBeInstanceOf(Busy)
  await expect(order('known too', 'bia', 'known')).rejects.toBeInstanceOf(Busy)
  for (const name of ['at work', 'known', 'proven', 'waits']) await end(name)
  await Promise.all(all)
  expect(began).toEqual(['at work', 'known', 'proven', 'waits'])
})

test('31.3 a failed task frees its slot for the next', async () => {
  const { order, end } = works({ atOnce: 1, waiting: 5, each: 1 })
  const [bad, good] = [order('bad'), order('good')]
  const [failed] = await Promise.all([
    bad.catch((error: Error) => error.message),
    end('bad', new Error('it failed')),
  ])
  expect(failed).toBe('it failed')
  await end('good')
  expect(await good).toBe('good')
})

test('31.3 each task of the table has limits, and is queued somewhere', () => {
  const root = resolve(import.meta.dirname, '..')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  for (const [name, { atOnce, waiting, each }] of Object.entries(costlyWork)) {
    expect([name, atOnce >= 1 && atOnce <= 2 && waiting > 0 && each >= 1]).toEqual([name, true])
    expect([name, sources.some((text) => text.includes(`turnsOf('${name}')`))]).toEqual([name, true])
  }
})

test('31.3 decoding pictures, writing PDFs and drawing happen only in the queue', () => {
  const root = resolve(import.meta.dirname, '..')
  const users = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts') &&
      /import\('(?:sharp|@napi-rs\/canvas)'\)|import \{[^}]*textPdf/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
  )
  expect(users.toSorted()).toEqual([
    'identity/abuse/captchas.ts',
    'platform/make-picture.ts',
    'profile/read-bet-results.ts', // within the queue of statements
    'profile/read-statement.ts',
  ])
})
