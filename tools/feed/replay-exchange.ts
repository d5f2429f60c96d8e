import { type ExchangeReader, openExchangeReader, openIntake } from '../../apps/server/src/feeds/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { linesOf } from './texts.ts'

type Line = { at: number; read: () => ReturnType<ExchangeReader['readMarket']> }

/** A recording's totals: lines read, and messages, of which a line may have several. */
export type Replayed = { lines: number }

/** Replays recorded exchange streams: market and score lines together, in publishing order, at the recorded times. */
export async function replayExchange(
  deps: Deps,
  [markets, scores]: readonly [markets: string, scores: string | undefined],
): Promise<Replayed> {
  const scoreLines = scores === undefined ? [] : await all(linesOf(scores))
  const reader = openExchangeReader({ competition: 'Exchange', runners: namesIn(scoreLines) })
  const lines: Line[] = [
    ...(await all(linesOf(markets))).map((line) => ({
      at: publishedAt(line),
      read: () => reader.readMarket(line),
    })),
    ...scoreLines.map((line) => ({ at: publishedAt(line), read: () => reader.readScore(line) })),
  ].toSorted((one, other) => one.at - other.at)
  const intake = openIntake(deps, { feed: 'betfair', share: 1 })
  for (const { at, read } of lines) await intake.receive(read(), new Date(at))
  await intake.drained()
  return { lines: lines.length }
}

async function all(lines: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const line of lines) if (line.trim() !== '') found.push(line)
  return found
}

/** A line's publishing time; one without it comes first, and is refused by the reader. */
function publishedAt(line: string): number {
  const [, written] = /"pt":(\d{1,15})/.exec(line) ?? []
  return written === undefined ? 0 : Number(written)
}

/** The live stream has no names; the score stream maps runners to teams. */
export function namesIn(lines: readonly string[]): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  const pattern = /\{"name":"([^"]{1,80})","selectionId":(\d{1,15})\}/g
  for (const line of lines)
    for (const [, name = '', id] of line.matchAll(pattern)) names.set(Number(id), name)
  return names
}
