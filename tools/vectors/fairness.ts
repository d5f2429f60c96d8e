import { createHmac } from 'node:crypto'
import { fairBytes, fairFloats, plainHmac, seedHash, type HmacSha256 } from '@palpite/games'
import { attempt, differs, list, object, text, verdict, type Check, type Json } from './case.ts'
import { compareFields, type Comparisons } from './fields.ts'
import { gameNamed, seedOf, seedsOf, type Game, type Played } from './fairness-games.ts'

/** Node's own HMAC, as the server uses it; each case is played with this and with the browser's, and must agree. */
const nodeHmac: HmacSha256 = (key, message) => createHmac('sha256', key).update(message).digest()

/** Rounds of provably fair games: outcome, draw order, floats, HMACs and seed hash, played with both HMACs. */
export const checkFairness = (file: unknown): Check[] =>
  list(object(file)['vectors'] ?? file).map((value, place) => {
    const one = object(value)
    const id = text(one['id']) ?? `round ${place + 1}`
    const game = gameNamed(text(one['game']) ?? '')
    if (!game) return { verdict: 'skipped', id, what: `game ${text(one['game']) ?? 'not named'}` }
    return attempt(id, () => checkRound(id, one, game))
  })

/** The inputs of a round. */
const INPUTS = 'game serverSeed clientSeed nonce params gameHash roundSeed seed salt round version'.split(' ')

const checkRound = (id: string, one: Json, game: Game): Check => {
  const other = game.otherRules(object(one['params']))
  if (other !== undefined) return { verdict: 'skipped', id, what: other }
  if (one['outcome'] === undefined || one['outcome'] === null)
    return { verdict: 'failed', id, why: 'no outcome is expected' }
  const played = game.play(nodeHmac, one)
  const inBrowser = game.play(plainHmac, one)
  const expected = Object.fromEntries(Object.entries(one).filter(([name]) => !INPUTS.includes(name)))
  const outcome = compareOutcome(one['outcome'], played)
  const { wrongs, unread } = compareFields('the round', expected, {
    outcome: () => outcome.wrong,
    drawOrder: (value) => differs('draw order', value, played.drawOrder),
    ...seedComparisons(one),
    ...played.more,
  })
  return verdict(
    id,
    [...wrongs, differs('outcome in the browser', played.outcome, inBrowser.outcome)],
    [...unread, ...outcome.unread],
  )
}

/** An outcome is one value, or several fields of the round. */
const compareOutcome = (
  expected: unknown,
  played: Played,
): { wrong: string | undefined; unread: readonly string[] } => {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected))
    return { wrong: differs('outcome', expected, played.outcome), unread: [] }
  const { wrongs, unread } = compareFields(
    'the outcome',
    object(expected),
    Object.fromEntries(
      Object.entries(played.parts).map(([name, got]) => [
        name,
        (value: unknown) => differs(name, value, got),
      ]),
    ),
  )
  const names = Object.keys(played.parts).filter((name) => Object.hasOwn(expected, name))
  const nothing = names.length === 0 ? 'outcome: nothing of it is known' : undefined
  return { wrong: wrongs.find((wrong) => wrong !== undefined) ?? nothing, unread }
}

const BYTES = 32

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const seedComparisons = (one: Json): Comparisons => {
  const seed = seedOf(one)
  const hashed = (name: string) => (value: unknown) => differs(name, lower(value), seedHash(seed))
  const shared = (): string => hex(nodeHmac(seed, text(one['salt']) ?? ''))
  const hmacs = (count: number): string[] => {
    if (text(one['clientSeed']) === undefined) return [shared()]
    const bytes = fairBytes(nodeHmac, seedsOf(one), BYTES * count)
    return Array.from({ length: count }, (_, place) => hex(bytes.slice(place * BYTES, (place + 1) * BYTES)))
  }
  const floats = (count: number): number[] => fairFloats(nodeHmac, seedsOf(one), count)
  return {
    serverSeedHash: hashed('seed hash'),
    seedHash: hashed('seed hash'),
    previousHash: hashed('previous hash'),
    firstFloat: (value) => differs('float', value, floats(1)[0]),
    floats: (value) => differs('floats', value, floats(list(value).length)),
    hmac0: (value) => differs('hmac0', lower(value), hmacs(1)[0]),
    hmac: (value) => differs('hmac', lower(value), hmacs(1)[0]),
    hmacs: (value) => differs('hmacs', list(value).map(lower), hmacs(Math.max(1, list(value).length))),
    legacyFormulaWouldGive: (value) => differs('the older formula', value, olderLimbo(floats(1)[0] ?? 0)),
  }
}

const lower = (value: unknown): string | undefined => text(value)?.toLowerCase()

/** An older version of limbo that files still use: they state where it differs from the current one. */
const olderLimbo = (float: number): number => Math.floor((1e8 / (float * 1e8)) * 0.99 * 100) / 100
