import type { Recorded } from './recordings.ts'

/** The transmission faults of a recording. */
export const DISORDERS = ['plain', 'shuffled', 'lost', 'doubled', 'cut'] as const
export type Disorder = (typeof DISORDERS)[number]

/** Every n-th message is lost, duplicated or cut. */
const EVERY = 10

/** The messages as they arrive. The seed decides the shuffle, and the first affected message. */
export function disordered(messages: readonly Recorded[], disorder: Disorder, seed: number): Recorded[] {
  const isHit = (at: number) => (at + seed) % EVERY === 0
  switch (disorder) {
    case 'plain':
      return [...messages]
    case 'shuffled':
      return inTheirStreams(shuffled(messages, seed), messages)
    case 'lost':
      return messages.filter((_, at) => !isHit(at))
    case 'doubled':
      return messages.flatMap((message, at) => (isHit(at) ? [message, message] : [message]))
    case 'cut':
      return messages.map((message, at) => (isHit(at) ? cut(message) : message))
  }
}

/**
 * Lines of one stream keep their order: they share a connection, and contain only changes. Market and score streams
 * may overtake each other, and so may all separate messages.
 */
function inTheirStreams(mixed: readonly Recorded[], messages: readonly Recorded[]): Recorded[] {
  const streams = new Map(
    (['market', 'score'] as const).map((stream) => [
      stream,
      messages.filter(({ kind }) => kind === stream).values(),
    ]),
  )
  return mixed.map((message) => {
    const stream =
      message.kind === 'market' || message.kind === 'score' ? streams.get(message.kind) : undefined
    return stream?.next().value ?? message
  })
}

const cut = (message: Recorded): Recorded => ({
  ...message,
  text: message.text.slice(0, Math.floor(message.text.length / 2)),
})

/** A Fisher–Yates shuffle by a seeded generator. */
function shuffled<One>(list: readonly One[], seed: number): One[] {
  const mixed = [...list]
  let state = seed >>> 0
  const below = (bound: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = below(at + 1)
    const one = mixed[at] as One
    mixed[at] = mixed[other] as One
    mixed[other] = one
  }
  return mixed
}
