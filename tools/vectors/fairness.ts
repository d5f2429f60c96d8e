import { createHmac } from 'node:crypto'
import {
  crashPoint,
  doubleColour,
  fairFloats,
  isRowDifficulty,
  placeMines,
  placeRows,
  plainHmac,
  rollDice,
  rollDouble,
  rollLimbo,
  seedHash,
  type HmacSha256,
  type Seeds,
} from '@palpite/games'
import { attempt, differs, list, number, object, text, verdict, type Check, type Json } from './case.ts'

/** Node's own HMAC, as the server uses it; each case is played with this and with the browser's, and must agree. */
const nodeHmac: HmacSha256 = (key, message) => createHmac('sha256', key).update(message).digest()

type Outcome = { readonly outcome: unknown; readonly drawOrder?: readonly number[] }

/** The outcome of a round by the product's own rules; absent where the game is not one of the house. */
const GAMES: Readonly<Record<string, (hmac: HmacSha256, one: Json) => Outcome>> = {
  dice: (hmac, one) => ({ outcome: rollDice(hmac, seedsOf(one)) / 100 }),
  limbo: (hmac, one) => ({ outcome: rollLimbo(hmac, seedsOf(one)) / 100 }),
  mines: (hmac, one) => {
    const drawOrder = placeMines(hmac, seedsOf(one), number(object(one['params'])['mines']) ?? 0)
    return { outcome: drawOrder.toSorted((a, b) => a - b), drawOrder }
  },
  'dragon-tower': (hmac, one) => {
    const difficulty = text(object(one['params'])['difficulty']) ?? ''
    if (!isRowDifficulty(difficulty)) return { outcome: `no difficulty ${difficulty}` }
    return { outcome: placeRows(hmac, seedsOf(one), difficulty) }
  },
  double: (hmac, one) => {
    const roll = rollDouble(hmac, { seed: text(one['roundSeed']) ?? '', salt: text(one['salt']) ?? '' })
    return { outcome: { roll, color: doubleColour(roll) } }
  },
  crash: (hmac, one) => {
    const round = { gameHash: text(one['gameHash']) ?? '', salt: text(one['salt']) ?? '' }
    return { outcome: crashPoint(hmac, round, number(object(one['params'])['houseEdge'])) / 100 }
  },
}

const seedsOf = (one: Json): Seeds => ({
  serverSeed: text(one['serverSeed']) ?? '',
  clientSeed: text(one['clientSeed']) ?? '',
  nonce: number(one['nonce']) ?? -1,
})

/** Rounds of provably fair games: outcome, draw order, first float, seed hash, played with both HMACs. */
export const checkFairness = (file: unknown): Check[] =>
  list(object(file)['vectors']).map((value) => {
    const one = object(value)
    const id = text(one['id']) ?? 'no id'
    const game = text(one['game']) ?? 'no game'
    const play = GAMES[game]
    if (!play) return { verdict: 'skipped', id, what: `game ${game}` }
    return attempt(id, () => checkRound(id, one, play))
  })

const checkRound = (id: string, one: Json, play: (hmac: HmacSha256, one: Json) => Outcome): Check => {
  const { serverSeedHash, firstFloat, drawOrder, previousHash } = one
  const seed = text(one['serverSeed'] ?? one['gameHash']) ?? ''
  const played = play(nodeHmac, one)
  return verdict(id, [
    differs('outcome', one['outcome'], played.outcome),
    differs('outcome in the browser', one['outcome'], play(plainHmac, one).outcome),
    drawOrder === undefined ? undefined : differs('draw order', drawOrder, played.drawOrder),
    serverSeedHash === undefined ? undefined : differs('seed hash', serverSeedHash, seedHash(seed)),
    previousHash === undefined ? undefined : differs('previous hash', previousHash, seedHash(seed)),
    firstFloat === undefined
      ? undefined
      : differs('float', firstFloat, fairFloats(nodeHmac, seedsOf(one), 1)[0]),
  ])
}
