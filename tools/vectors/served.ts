import type { GameCode } from '@palpite/contract'
import type { HmacSha256, Seeds } from '@palpite/games'
import { adapters } from '../../apps/server/src/games/adapters/games.ts'
import { nodeHmac } from '../../apps/server/src/games/seeds/seeds.ts'
import type { Json } from './case.ts'
import { number, object, text } from './case.ts'
import { seedOf, seedsOf } from './fairness-games.ts'

/** What the house serves of a recorded round: its outcome as files write it, and what the bet on it was paid. */
export type Served = { readonly outcome: unknown; readonly paid: Paid }

type Paid = { readonly status: string; readonly payoutCents: number; readonly multiplierE4: number }

const STAKE_CENTS = 1000

const sharedOf = (one: Json): { seed: string; salt: string } => ({
  seed: seedOf(one),
  salt: text(one['salt']) ?? '',
})

const params = (one: Json): Json => object(one['params'])

const hundredths = (value: unknown, otherwise: number): number =>
  number(value) === undefined ? otherwise : Math.round((number(value) ?? 0) * 100)

/** One round of an instant game, by the adapter that its call plays. */
const instant = (hmac: HmacSha256, game: GameCode, choice: Json, seeds: Seeds): Served => {
  const adapter = adapters[game]
  if (adapter.kind !== 'instant') throw new Error(`${game} is not played at once`)
  const played = adapter.play(hmac, seeds, { stakeCents: STAKE_CENTS, choice }, adapter.rulesVersion)
  return { outcome: (number(played.state['resultHundredths']) ?? Number.NaN) / 100, paid: played }
}

/** One round of a paced game, begun by its adapter and stepped tile by tile to its end, as shown to players. */
const paced = (hmac: HmacSha256, game: GameCode, choice: Json, seeds: Seeds): Json & { paid: Paid } => {
  const adapter = adapters[game]
  if (adapter.kind !== 'paced') throw new Error(`${game} is not played in steps`)
  let round = adapter.begin(hmac, seeds, { stakeCents: STAKE_CENTS, choice })
  for (let tile = 0; adapter.outcomeOf(round).status === 'open'; tile += 1) {
    // Tile by tile on a board; always the first tile of a row in a climb.
    const stepped = adapter.step(round, game === 'mines' ? tile : 0)
    if (!stepped.ok) throw new Error(`${game} refuses tile ${tile}: ${stepped.refusal.code}`)
    round = stepped.round
  }
  const ended = adapter.outcomeOf(round)
  return { ...ended.state, paid: ended }
}

/** One bet on a draw that many share. */
const shared = (hmac: HmacSha256, game: GameCode, choice: Json, one: Json): Served => {
  const adapter = adapters[game]
  if (adapter.kind !== 'shared') throw new Error(`${game} is not drawn for many`)
  const drawn = adapter.draw(hmac, sharedOf(one))
  return { outcome: drawn, paid: adapter.resolve(drawn, { stakeCents: STAKE_CENTS, choice }) }
}

/** What a file recorded of a draw: the slot or digit, and the colour where it says one. */
export const drawnOf = (one: Json): { drawn: unknown; colour: string | undefined } => {
  const outcome = one['outcome']
  const parts = object(outcome)
  const [first] = ['roll', 'slot', 'digit', 'number'].filter((name) => Object.hasOwn(parts, name))
  return {
    drawn: first === undefined ? outcome : parts[first],
    colour: text(parts['color'] ?? parts['colour']),
  }
}

type Serve = (hmac: HmacSha256, one: Json) => Served

const DICE_TARGET = 5050
const LIMBO_TARGET = 200

const serves = {
  dice: (hmac, one) => {
    const targetHundredths = hundredths(params(one)['target'], DICE_TARGET)
    return instant(hmac, 'dice', { direction: 'over', targetHundredths }, seedsOf(one))
  },
  limbo: (hmac, one) => {
    const targetHundredths = hundredths(params(one)['target'], LIMBO_TARGET)
    return instant(hmac, 'limbo', { targetHundredths }, seedsOf(one))
  },
  mines: (hmac, one) => {
    const { mines, paid } = paced(hmac, 'mines', { mineCount: number(params(one)['mines']) }, seedsOf(one))
    return { outcome: (mines as number[]).toSorted((a, b) => a - b), paid }
  },
  rowDouble: (hmac, one) => {
    const difficulty = text(params(one)['difficulty'])
    const { safeTiles, paid } = paced(hmac, 'rowDouble', { difficulty }, seedsOf(one))
    return { outcome: safeTiles, paid }
  },
  double: (hmac, one) => shared(hmac, 'double', { colour: drawnOf(one).colour ?? 'red' }, one),
  luckyColor: (hmac, one) => shared(hmac, 'luckyColor', { room: '30', pick: 'green' }, one),
} as const satisfies Readonly<Record<GameCode, Serve>>

/** What the running server makes of this recorded round, with its own HMAC. */
export const serve = (game: GameCode, one: Json, hmac: HmacSha256 = nodeHmac): Served =>
  serves[game](hmac, one)

/** Does what a bet was paid follow from its multiplier, to the cent below? */
export const isPaidByMultiplier = ({ payoutCents, multiplierE4 }: Paid): boolean =>
  payoutCents === Math.floor((STAKE_CENTS * multiplierE4) / 10_000)
