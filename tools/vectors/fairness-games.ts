import {
  crashPoint,
  DOUBLE_SLOTS,
  diceMultiplier,
  doubleColour,
  drawLuckyDigit,
  isDiceWin,
  isLimboWin,
  isRowDifficulty,
  LUCKY_DIGITS,
  luckyColours,
  MINES_TILES,
  placeMines,
  placeRows,
  rollDice,
  rollDouble,
  rollLimbo,
  ROW_DIFFICULTIES,
  ROWS,
  SLOT_REELS,
  SLOT_ROWS,
  spinAt,
  spinStops,
  type DiceBet,
  type HmacSha256,
  type Seeds,
} from '@palpite/games'
import { differs, number, object, text, type Json } from './case.ts'
import type { Comparisons } from './fields.ts'
import { plainWord } from './settlement-results.ts'

/** The outcome of a round as files write it, and its named parts. */
export type Played = {
  readonly outcome: unknown
  readonly parts: Readonly<Record<string, unknown>>
  readonly drawOrder?: readonly number[]
  readonly more?: Comparisons
}

/** A game of the house. `otherRules` says by name what of a round's parameters are not the house's. */
export type Game = {
  readonly play: (hmac: HmacSha256, one: Json) => Played
  readonly otherRules: (params: Json) => string | undefined
}

/** The seed of a round. */
export const seedOf = (one: Json): string =>
  text(one['serverSeed'] ?? one['gameHash'] ?? one['roundSeed'] ?? one['seed']) ?? ''

export const seedsOf = (one: Json): Seeds => {
  const [serverSeed, clientSeed] = [text(one['serverSeed']), text(one['clientSeed'])]
  const nonce = number(one['nonce'])
  if (serverSeed === undefined || clientSeed === undefined || nonce === undefined)
    throw new Error('a seed or the nonce is missing')
  return { serverSeed, clientSeed, nonce }
}

const sharedOf = (one: Json): { seed: string; salt: string } => {
  const salt = text(one['salt'])
  if (salt === undefined || seedOf(one) === '')
    throw new Error('the seed or the salt of the round is missing')
  return { seed: seedOf(one), salt }
}

/** Parameters that must be what the house plays with, and those that a round may choose. */
const rules =
  (fixed: Readonly<Record<string, unknown>>, free: readonly string[] = []) =>
  (params: Json): string | undefined => {
    const odd = Object.entries(params).find(
      ([name, value]) =>
        value !== null &&
        !free.includes(name) &&
        !(name in fixed && differs('', value, fixed[name]) === undefined),
    )
    return odd && `parameter ${odd[0]} ${String(text(odd[1]) ?? '')}`.trim()
  }

const dice: Game = {
  otherRules: rules({ houseEdge: 0.01, edge: 0.01, rtp: 99 }, [
    'target',
    'side',
    'condition',
    'over',
    'under',
  ]),
  play: (hmac, one) => {
    const roll = rollDice(hmac, seedsOf(one))
    const bet = diceBet(object(one['params']))
    const isWin = bet && isDiceWin(bet, roll)
    return {
      outcome: roll / 100,
      parts: { roll: roll / 100, result: roll / 100 },
      more: {
        win: (value) => differs('win', value, isWin),
        multiplier: (value) => differs('multiplier', number(value), bet && diceMultiplier(bet) / 10_000),
      },
    }
  },
}

const diceBet = (params: Json): DiceBet | undefined => {
  const word = plainWord(params['side'] ?? params['condition'])
  const side = ['over', 'above'].includes(word)
    ? 'over'
    : ['under', 'below'].includes(word)
      ? 'under'
      : undefined
  const [over, under] = [number(params['over']), number(params['under'])]
  const target = number(params['target']) ?? over ?? under
  const asked = side ?? (over === undefined ? (under === undefined ? undefined : 'under') : 'over')
  return asked && target !== undefined
    ? { side: asked, targetHundredths: Math.round(target * 100) }
    : undefined
}

const limbo: Game = {
  otherRules: rules({ houseEdge: 0.01, edge: 0.01, rtp: 99 }, ['target']),
  play: (hmac, one) => {
    const result = rollLimbo(hmac, seedsOf(one))
    const target = number(object(one['params'])['target'])
    const isWin = target === undefined ? undefined : isLimboWin(Math.round(target * 100), result)
    return {
      outcome: result / 100,
      parts: { result: result / 100, multiplier: result / 100 },
      more: { win: (value) => differs('win', value, isWin) },
    }
  },
}

const mines: Game = {
  otherRules: rules({ tiles: MINES_TILES, size: MINES_TILES }, ['mines']),
  play: (hmac, one) => {
    const drawOrder = placeMines(hmac, seedsOf(one), number(object(one['params'])['mines']) ?? 0)
    const sorted = drawOrder.toSorted((a, b) => a - b)
    return { outcome: sorted, drawOrder, parts: { mines: sorted, positions: sorted } }
  },
}

/** A climb has a difficulty, or the shape of its rows, which must be the same. */
const rows: Game = {
  otherRules: (params) => {
    const difficulty = text(params['difficulty']) ?? ''
    const shape = isRowDifficulty(difficulty) ? ROW_DIFFICULTIES[difficulty] : undefined
    if (!shape) return `difficulty ${difficulty}`
    const { tiles, safe } = shape
    return rules({ difficulty, rows: ROWS, tilesPerRow: tiles, safePerRow: safe, tiles, safe })(params)
  },
  play: (hmac, one) => {
    const difficulty = text(object(one['params'])['difficulty']) ?? ''
    if (!isRowDifficulty(difficulty)) throw new Error(`no difficulty ${difficulty}`)
    const safe = placeRows(hmac, seedsOf(one), difficulty)
    return { outcome: safe, parts: { rows: safe, safe, safeTiles: safe } }
  },
}

const double: Game = {
  otherRules: rules({ slots: DOUBLE_SLOTS }),
  play: (hmac, one) => {
    const roll = rollDouble(hmac, sharedOf(one))
    const color = doubleColour(roll)
    return { outcome: roll, parts: { roll, slot: roll, number: roll, color, colour: color } }
  },
}

const crash: Game = {
  otherRules: rules({}, ['houseEdge']),
  play: (hmac, one) => {
    const { seed, salt } = sharedOf(one)
    const edge = object(one['params'])['houseEdge']
    const houseEdge = number(edge ?? 0.01)
    if (houseEdge === undefined || houseEdge < 0 || houseEdge >= 1)
      throw new Error('the house edge cannot be read')
    const point = crashPoint(hmac, { gameHash: seed, salt }, houseEdge) / 100
    return { outcome: point, parts: { point, crashPoint: point, multiplier: point } }
  },
}

const luckyColour: Game = {
  otherRules: rules({ digits: LUCKY_DIGITS }),
  play: (hmac, one) => {
    const digit = drawLuckyDigit(hmac, sharedOf(one))
    const colours = luckyColours(digit)
    const [colour] = colours
    const size = digit < 5 ? 'small' : 'big'
    const named = { color: colour, colour, colors: colours, colours }
    return { outcome: digit, parts: { digit, number: digit, n: digit, size, ...named } }
  },
}

const slot: Game = {
  otherRules: rules({ reels: SLOT_REELS, rows: SLOT_ROWS }),
  play: (hmac, one) => {
    const stops = spinStops(hmac, seedsOf(one))
    const { window, balls, pays } = spinAt(stops)
    return { outcome: stops, parts: { stops, window, balls, pays } }
  },
}

const GAMES: Readonly<Record<string, Game>> = {
  dice,
  limbo,
  mines,
  dragon_tower: rows,
  dragontower: rows,
  tower: rows,
  rowdouble: rows,
  row_double: rows,
  double,
  crash,
  luckycolor: luckyColour,
  lucky_color: luckyColour,
  luckycolour: luckyColour,
  lucky_colour: luckyColour,
  slot,
  slots: slot,
}

/** The game of the house a file names; absent where it is none. */
export const gameNamed = (name: string): Game | undefined => {
  const word = plainWord(name)
  return Object.hasOwn(GAMES, word) ? GAMES[word] : undefined
}
