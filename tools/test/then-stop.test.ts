import { expect, test } from 'vitest'
import { thenStop } from './then-stop.ts'

const secrets = new Error('logs show what they must not')
const first = new Error('the player has no money')
const running = (fails: boolean) => {
  const self = {
    stops: 0,
    stop: async () => {
      self.stops += 1
      if (fails) throw secrets
    },
  }
  return self
}
const failed = async () => {
  throw first
}

test('answers what the work answers, once all has stopped', async () => {
  const app = running(false)
  expect(await thenStop(app, async ({ stops }) => stops)).toBe(0)
  expect(app.stops).toBe(1)
})

test('if work and stop both fail, the error contains both', async () => {
  await expect(thenStop(running(true), async () => 1)).rejects.toBe(secrets)
  await expect(thenStop(running(false), failed)).rejects.toBe(first)
  const both = await thenStop(running(true), failed).catch((error: unknown) => error)
  expect(both).toMatchObject({ message: 'Error: the player has no money', errors: [first, secrets] })
})
