import type { World } from './player.ts'

/** Answers at the sandbox's page of support, as the form there does. */
export async function answerAtDesk(world: World, words: string, text: string): Promise<void> {
  const desk = await (await fetch(`${world.sandboxUrl}/atendimento`)).text()
  const asked = desk.split('<section>').find((section) => section.includes(words)) ?? ''
  const threadId = /name="threadId" value="([^"]+)"/.exec(asked)?.[1] ?? ''
  const body = new URLSearchParams({ threadId, text })
  await fetch(`${world.sandboxUrl}/atendimento`, { method: 'POST', body })
}
