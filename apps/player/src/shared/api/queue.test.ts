import { describe, expect, test } from 'vitest'
import { createQueue, type Priority } from './queue.ts'

const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** Work that ends on demand and records its start. */
const bench = () => {
  const enqueue = createQueue()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string, priority: Priority) =>
    enqueue(priority, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  return { enqueue, begun, end: (name: string) => ends.get(name)?.(), add }
}

describe('the queue of requests', () => {
  test('lets only one run at a time', async () => {
    const { add, begun, end } = bench()
    void add('first', 'screen')
    void add('second', 'screen')
    await settled()
    expect(begun).toEqual(['first'])
    end('first')
    await settled()
    expect(begun).toEqual(['first', 'second'])
  })

  test('runs commands before screens and screens before background calls, equal ones in order', async () => {
    const { add, begun, end } = bench()
    void add('running', 'background')
    const names = ['poll', 'list', 'bet', 'other list'] as const
    const ranks = ['background', 'screen', 'command', 'screen'] as const
    names.forEach((name, index) => void add(name, ranks[index] ?? 'screen'))
    for (const name of ['running', 'bet', 'list', 'other list', 'poll']) {
      await settled()
      end(name)
    }
    expect(begun).toEqual(['running', 'bet', 'list', 'other list', 'poll'])
  })

  test('continues after a failure, which reaches its caller', async () => {
    const { enqueue } = bench()
    const failed = enqueue('screen', () => Promise.reject(new Error('no line')))
    const after = enqueue('screen', () => Promise.resolve('still here'))
    await expect(failed).rejects.toThrow('no line')
    await expect(after).resolves.toBe('still here')
  })
})
