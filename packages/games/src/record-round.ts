import { cents } from '@palpite/money'
import { diceMultiplier, dicePayoutCents, isDiceWin, rollDice, type DiceBet } from './dice.ts'
import { DOUBLE_PAYS, doubleColour, doublePayoutCents } from './double.ts'
import type { Seeds } from './fairness.ts'
import { isLimboWin, limboPayoutCents, rollLimbo } from './limbo.ts'
import { type LuckyBet, luckyMultiplier, luckyPayoutCents } from './lucky-colour.ts'
import { minesMultiplier, placeMines } from './mines.ts'
import { payoutCents } from './multiplier.ts'
import type { Deciders, RecordedRound } from './record.ts'
import { drawLuckyDigit, rollDouble } from './shared-draws.ts'
import { placeRows, rowMultiplier } from './row-double.ts'
import { ALGORITHM_VERSIONS } from './verify.ts'

/** A recomputed ending. `result` is a number, tiles or rows, by game. */
export type Ending = {
  readonly status: RecordedRound['status']
  readonly payoutCents: number
  readonly multiplierE4: number
  readonly result: unknown
}

/** The recorded result of a round. */
export const recordedResult = (round: RecordedRound): unknown => {
  switch (round.game) {
    case 'dice':
    case 'limbo':
      return round.state.resultHundredths
    case 'mines':
      return round.state.mines
    case 'rowDouble':
      return round.state.safeTiles
    case 'double':
      return round.state.slot
    case 'luckyColor':
      return round.state.digit
  }
}

const lost = { status: 'lost', payoutCents: 0, multiplierE4: 0 } as const

/** A refunded round: cancelled before its draw, not drawn, or not played. It has no result. */
const givenBack = (round: RecordedRound): Ending => ({
  status: 'refunded',
  payoutCents: round.stakeCents,
  multiplierE4: 10_000,
  result: recordedResult(round),
})

/**
 * A round's ending from what decided it: its seeds, or its draw's seed, and the chosen tiles. Asserts: known rules,
 * and deciding data in the file.
 */
export const endingOf = (round: RecordedRound, deciders: Deciders): Ending => {
  if (round.rulesVersion < 1 || round.rulesVersion > ALGORITHM_VERSIONS[round.game])
    throw new Error(`unknown rules: ${round.rulesVersion}`)
  if (round.game === 'double' || round.game === 'luckyColor') return sharedEnding(round, deciders)
  return seededEnding(round, seedsOf(round, deciders), deciders)
}

function seedsOf({ nonce }: RecordedRound, { pair }: Deciders): Seeds {
  if (!pair || nonce === null) throw new Error('no seeds')
  return { serverSeed: pair.serverSeed, clientSeed: pair.clientSeed, nonce }
}

type Seeded = Exclude<RecordedRound, { game: 'double' | 'luckyColor' }>
type Shared = Extract<RecordedRound, { game: 'double' | 'luckyColor' }>

function seededEnding(round: Seeded, seeds: Seeds, { hmac }: Deciders): Ending {
  const stake = cents(round.stakeCents)
  if (round.game === 'dice') {
    const { direction: side, targetHundredths } = round.choice
    const bet: DiceBet = { side, targetHundredths }
    const result = rollDice(hmac, seeds)
    if (!isDiceWin(bet, result)) return { ...lost, result }
    const multiplierE4 = diceMultiplier(bet, round.rulesVersion)
    const won = dicePayoutCents(stake, bet, result, round.rulesVersion)
    return { status: 'won', payoutCents: won, multiplierE4, result }
  }
  if (round.game === 'limbo') {
    const { targetHundredths: target } = round.choice
    const result = rollLimbo(hmac, seeds)
    if (!isLimboWin(target, result)) return { ...lost, result }
    const won = limboPayoutCents(stake, target, result)
    return { status: 'won', payoutCents: won, multiplierE4: target * 100, result }
  }
  if (round.game === 'mines') {
    const { mineCount } = round.choice
    const result = placeMines(hmac, seeds, mineCount)
    const { opened } = round.state
    if (opened.some((tile) => result.includes(tile))) return { ...lost, result }
    if (opened.length === 0) return givenBack(round)
    return { ...climbed(round, minesMultiplier(mineCount, opened.length)), result }
  }
  const { difficulty } = round.choice
  const result = placeRows(hmac, seeds, difficulty)
  const { picks } = round.state
  if (picks.some((tile, row) => !result[row]?.includes(tile))) return { ...lost, result }
  if (picks.length === 0) return givenBack(round)
  return { ...climbed(round, rowMultiplier(difficulty, picks.length)), result }
}

/** A round with only safe tiles: it was cashed out. */
const climbed = ({ stakeCents }: RecordedRound, multiplier: number): Omit<Ending, 'result'> => ({
  status: 'won',
  payoutCents: payoutCents(cents(stakeCents), multiplier),
  multiplierE4: multiplier * 100,
})

const luckyBetOf = (pick: string): LuckyBet => {
  if (pick === 'green' || pick === 'red' || pick === 'violet') return { kind: 'colour', colour: pick }
  if (pick === 'small' || pick === 'big') return { kind: 'size', size: pick }
  return { kind: 'digit', digit: Number(pick) }
}

/** The room whose draws decide a bet. */
const roomOf = (round: Shared): string =>
  round.game === 'double' ? 'double' : `luckyColor:${round.choice.room}`

function sharedEnding(round: Shared, { hmac, saltOf }: Deciders): Ending {
  if (round.status === 'refunded') return givenBack(round)
  // By the room of the bet, not the one that the file names beside the draw.
  const salt = round.draw ? saltOf({ room: roomOf(round), commitment: round.draw.commitment }) : undefined
  if (!round.draw || round.draw.seed === null || salt === undefined) throw new Error('no draw')
  const drawn = { seed: round.draw.seed, salt }
  const stake = cents(round.stakeCents)
  if (round.game === 'double') {
    const { colour } = round.choice
    const result = rollDouble(hmac, drawn)
    if (doubleColour(result) !== colour) return { ...lost, result }
    const won = doublePayoutCents(stake, colour, result)
    return { status: 'won', payoutCents: won, multiplierE4: DOUBLE_PAYS[colour] * 100, result }
  }
  const bet = luckyBetOf(round.choice.pick)
  const result = drawLuckyDigit(hmac, drawn)
  const multiplier = luckyMultiplier(bet, result)
  if (multiplier === 0) return { ...lost, result }
  const won = luckyPayoutCents(stake, bet, result)
  return { status: 'won', payoutCents: won, multiplierE4: multiplier * 100, result }
}
