import { expect, test, vi } from 'vitest'
import { cachedRead } from './cached-read.ts'

test('shares one read among all callers until it expires', async () => {
  let now = 0
  const read = vi.fn((game: string) => Promise.resolve(`${game} ${now}`))
  const once = cachedRead(2000, read, () => now)
  expect(await Promise.all([once('dice'), once('dice'), once('limbo')])).toEqual([
    'dice 0',
    'dice 0',
    'limbo 0',
  ])
  now = 1999
  expect(await once('dice')).toBe('dice 0')
  now = 2000
  expect(await once('dice')).toBe('dice 2000')
  expect(read).toHaveBeenCalledTimes(3)
})

test('retries a failed read', async () => {
  const read = vi.fn().mockRejectedValueOnce(new Error('no database')).mockResolvedValue('read')
  const once = cachedRead(2000, read, () => 0)
  await expect(once('dice')).rejects.toThrow('no database')
  expect(await once('dice')).toBe('read')
})
