import { randomBytes } from 'node:crypto'
import { until } from '../../tools/test/until.ts'
import { call, type KnownPlayer } from './known-player.ts'
import type { World } from './player.ts'

/** Writes to support, as from another phone of the player. */
export async function askElsewhere(world: World, { token }: KnownPlayer, text: string): Promise<void> {
  const requestId = randomBytes(16).toString('hex')
  await call(world, token, '/api/app/support/say', { requestId, text })
}

/** Answers on the sandbox's support page, as its form does, once these words have arrived. */
export async function answerAtDesk(world: World, words: string, text: string): Promise<void> {
  const threadId = await until(`support is asked: ${words}`, async () => {
    const desk = await (await fetch(`${world.sandboxUrl}/atendimento`)).text()
    const asked = desk.split('<section>').find((section) => section.includes(words)) ?? ''
    return /name="threadId" value="([^"]+)"/.exec(asked)?.[1]
  })
  const body = new URLSearchParams({ threadId, text })
  await fetch(`${world.sandboxUrl}/atendimento`, { method: 'POST', body })
}
