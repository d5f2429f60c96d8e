import { createHmac } from 'node:crypto'
import { fairFloats, plainHmac, rollDice, seedHash, type HmacSha256, type Seeds } from '@palpite/games'
import { differs, list, number, object, text, verdict, type Check, type Json } from './case.ts'

/** Node's own HMAC, as the server uses it; each case is played with this and with the browser's, and must agree. */
const nodeHmac: HmacSha256 = (key, message) => createHmac('sha256', key).update(message).digest()

/** The outcome of a round by the product's own rules; absent where the game is not one of the house. */
const GAMES: Readonly<Record<string, (hmac: HmacSha256, one: Json) => unknown>> = {
  dice: (hmac, one) => rollDice(hmac, seedsOf(one)) / 100,
}

const seedsOf = (one: Json): Seeds => ({
  serverSeed: text(one['serverSeed']) ?? '',
  clientSeed: text(one['clientSeed']) ?? '',
  nonce: number(one['nonce']) ?? -1,
})

/** Rounds of provably fair games: outcome, first float, seed hash, played with both HMACs. */
export const checkFairness = (file: unknown): Check[] =>
  list(object(file)['vectors']).map((value) => {
    const one = object(value)
    const id = text(one['id']) ?? 'no id'
    const game = text(one['game']) ?? 'no game'
    const play = GAMES[game]
    if (!play) return { verdict: 'skipped', id, what: `game ${game}` }
    const { serverSeed, serverSeedHash, firstFloat } = one
    return verdict(id, [
      differs('outcome', one['outcome'], play(nodeHmac, one)),
      differs('outcome in the browser', one['outcome'], play(plainHmac, one)),
      serverSeedHash === undefined
        ? undefined
        : differs('seed hash', serverSeedHash, seedHash(text(serverSeed) ?? '')),
      firstFloat === undefined
        ? undefined
        : differs('float', firstFloat, fairFloats(nodeHmac, seedsOf(one), 1)[0]),
    ])
  })
