import { isSameResolution, resolution, resultName, type Resolution } from '@palpite/odds'
import { object, text } from './case.ts'
import { NotKnown } from './feed-market.ts'
import { resolutionNamed } from './settlement-results.ts'

const PARTS = 10_000

/** What a case calls a result: `won`, `half_lost`, a fraction such as `won 3/4`, or the feed's own three fields. */
export function resolutionOf(said: unknown): Resolution {
  const word = text(said)
  if (word === undefined) return resolutionOfShares(object(said))
  if (word === '1' || word === '0') return resolution(Number(word), 0, 1)
  const [, share, of] = /^(?:won|dead[_ ]heat)?\s*(\d{1,4})\s*\/\s*(\d{1,4})$/i.exec(word.trim()) ?? []
  if (share !== undefined && of !== undefined) return resolution(Number(share), 0, Number(of))
  const named = resolutionNamed(word, undefined)
  if (!named) throw new NotKnown(`result ${word}`)
  return named
}

/** The feed's own fields: whether it won, how much of the stake comes back, and the share of a dead heat. */
function resolutionOfShares(said: Readonly<Record<string, unknown>>): Resolution {
  const refunded = Math.round(Number(text(said['void_factor']) ?? 0) * PARTS)
  const share = Number(text(said['dead_heat_factor']) ?? 1)
  const won = text(said['result']) === '1' ? Math.floor((PARTS - refunded) * share) : 0
  return resolution(won, refunded, PARTS)
}

/** A result in the feed's own fields. */
export function sharesOf(said: unknown): Readonly<Record<string, string | number>> {
  if (text(said) === undefined)
    return Object.fromEntries(Object.entries(object(said)).map(([name, value]) => [name, text(value) ?? '']))
  const { won, refunded, of } = resolutionOf(said)
  if (refunded === 0 && won > 0 && won < of) return { result: 1, dead_heat_factor: won / of }
  return { result: won > 0 ? 1 : 0, ...(refunded > 0 ? { void_factor: refunded / of } : {}) }
}

type Resolved = { won: number | null; refunded: number | null; parts: number | null }

/** Whether an outcome has the expected result; else its actual result. */
export function differsFrom(said: unknown, { won, refunded, parts }: Resolved): string | undefined {
  const isOpen = won === null || refunded === null || parts === null
  const got = isOpen ? undefined : resolution(won, refunded, parts)
  if (text(said) === 'open') return got ? `expected open, got ${wordOf(got)}` : undefined
  const wanted = resolutionOf(said)
  if (got && isSameResolution(got, wanted)) return undefined
  return `expected ${String(text(said))}, got ${got ? wordOf(got) : 'open'}`
}

const wordOf = (one: Resolution): string =>
  resultName(one) === 'dead_heat' ? `won ${one.won}/${one.of}` : resultName(one)
