import { inject } from 'vitest'
import type { WholeApp } from '../../tools/test/whole-app.ts'

/** The app that no other journey uses while this one is under way; its first journey waits for it to start. */
export async function ownWorld(): Promise<Omit<WholeApp, 'stop'>> {
  const answer = await fetch(`${inject('worlds').url}/${process.env['VITEST_POOL_ID']}`)
  const words = await answer.text()
  if (!answer.ok) throw new Error(words)
  return JSON.parse(words) as Omit<WholeApp, 'stop'>
}
