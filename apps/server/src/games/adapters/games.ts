import {
  ALGORITHM_VERSIONS,
  cashOutMines,
  MINES_TILES,
  minesChance,
  minesMultiplier,
  minesReturnBounds,
  minesReturnToPlayer,
  minesView,
  openTile,
  placeMines,
  startMines,
  cashOutRows,
  pickTile,
  placeRows,
  rowChance,
  rowMultiplier,
  rowReturnToPlayer,
  rowView,
  startRows,
  checkDiceBet,
  DICE_RESULTS,
  type DiceBet,
  diceChance,
  diceMaxStake,
  diceMultiplier,
  dicePayoutCents,
  diceReturnToPlayer,
  isDiceWin,
  rollDice,
  isLimboWin,
  limboChancePercent,
  limboPayoutCents,
  limboReturnToPlayer,
  LIMBO_STEPS,
  limboWinningSteps,
  rollLimbo,
  DOUBLE_PAYS,
  DOUBLE_SLOTS,
  doubleColour,
  doublePayoutCents,
  doubleReturnToPlayer,
  rollDouble,
  drawLuckyDigit,
  LUCKY_DIGITS,
  type LuckyBet,
  luckyMultiplier,
  luckyPayoutCents,
  luckyReturnToPlayer,
} from '@palpite/games'
import { cents } from '@palpite/money'
import {
  pacedGame,
  asShare,
  payoutOf,
  stepped,
  type ChoiceOf,
  instantGame,
  sharedGame,
  type GameAdapter,
} from './adapter.ts'
import type { GameCode } from '@palpite/contract'

/** Mines: safe tiles raise the multiplier, a mine ends the round, cash-out is possible after any safe tile. */
const mines = pacedGame('mines', {
  rulesVersion: ALGORITHM_VERSIONS.mines,
  publishedChoice: { mineCount: 3 },
  refuseChoice: () => undefined,
  maxStakeCents: ({ mineCount }, maxPayoutCents) =>
    Math.floor((maxPayoutCents * 100) / minesMultiplier(mineCount, 1)),
  returnToPlayer: ({ mineCount }) => asShare(minesReturnToPlayer(mineCount, 1)),
  returnBounds: minesReturnBounds(),
  chance: ({ mineCount }, safe) => asShare(minesChance(mineCount, safe)),
  payoutAfter: ({ stakeCents, choice }, safe) =>
    payoutOf(stakeCents, minesMultiplier(choice.mineCount, safe)),
  begin: (hmac, seeds, { stakeCents, choice }) =>
    startMines(cents(stakeCents), placeMines(hmac, seeds, choice.mineCount)),
  step: (round, tile) => stepped(tile === null ? cashOutMines(round) : openTile(round, tile)),
  outcomeOf: (round) => {
    const { status, payoutCents, multiplier, nextMultiplier, mines: shown, opened } = minesView(round)
    const hasNext = status === 'playing' && opened.length < MINES_TILES - round.mines.length
    const next = hasNext ? (nextMultiplier ?? null) : null
    return {
      status: status === 'playing' ? 'open' : status === 'lost' ? 'lost' : 'won',
      payoutCents,
      multiplierE4: multiplier * 100,
      nextPayoutCents: next === null ? null : payoutOf(round.stakeCents, next),
      state: {
        opened: [...opened],
        nextMultiplierE4: next === null ? null : next * 100,
        mines: shown ? [...shown] : null,
      },
    }
  },
})

/** Row double: a climb of nine rows, one tile of each; cash-out is possible after any row. */
const rowDouble = pacedGame('rowDouble', {
  rulesVersion: ALGORITHM_VERSIONS.rowDouble,
  publishedChoice: { difficulty: 'hard' },
  refuseChoice: () => undefined,
  maxStakeCents: ({ difficulty }, maxPayoutCents) =>
    Math.floor((maxPayoutCents * 100) / rowMultiplier(difficulty, 1)),
  returnToPlayer: ({ difficulty }) => asShare(rowReturnToPlayer(difficulty, 1)),
  chance: ({ difficulty }, rows) => asShare(rowChance(difficulty, rows)),
  payoutAfter: ({ stakeCents, choice }, rows) => payoutOf(stakeCents, rowMultiplier(choice.difficulty, rows)),
  begin: (hmac, seeds, { stakeCents, choice: { difficulty } }) =>
    startRows(cents(stakeCents), difficulty, placeRows(hmac, seeds, difficulty)),
  step: (round, tile) => stepped(tile === null ? cashOutRows(round) : pickTile(round, tile)),
  outcomeOf: (round) => {
    const { status, payoutCents, multiplier, nextMultiplier, picks, safeTiles } = rowView(round)
    const next = nextMultiplier ?? null
    return {
      status: status === 'playing' ? 'open' : status === 'lost' ? 'lost' : 'won',
      payoutCents,
      multiplierE4: multiplier * 100,
      nextPayoutCents: next === null ? null : payoutOf(round.stakeCents, next),
      state: {
        picks: [...picks],
        nextMultiplierE4: next === null ? null : next * 100,
        safeTiles: safeTiles ? safeTiles.map((row) => [...row]) : null,
      },
    }
  },
})

const betOf = ({ direction, targetHundredths }: ChoiceOf<'dice'>): DiceBet => ({
  side: direction,
  targetHundredths,
})

/** Dice: a roll from 0.00 to 100.00, over or under a target. */
export const dice = instantGame('dice', {
  rulesVersion: ALGORITHM_VERSIONS.dice,
  publishedChoice: { direction: 'over', targetHundredths: 5050 },
  refuseChoice: (choice) =>
    checkDiceBet(betOf(choice))
      ? { code: 'dice_target_out_of_bounds', values: { min: '0.01', max: '98.00' } }
      : undefined,
  maxStakeCents: (choice, maxPayoutCents) => diceMaxStake(betOf(choice), maxPayoutCents),
  chance: (choice) => diceChance(betOf(choice)) / 10_000,
  win: ({ stakeCents, choice }) => ({
    chance: diceChance(betOf(choice)) / DICE_RESULTS,
    payoutCents: Number((BigInt(stakeCents) * BigInt(diceMultiplier(betOf(choice)))) / 10_000n),
  }),
  returnToPlayer: (choice) => {
    const { n, d } = diceReturnToPlayer(betOf(choice))
    return n / d
  },
  play: (hmac, seeds, { stakeCents, choice }, version) => {
    const bet = betOf(choice)
    const resultHundredths = rollDice(hmac, seeds)
    const hasWon = isDiceWin(bet, resultHundredths)
    return {
      status: hasWon ? 'won' : 'lost',
      payoutCents: dicePayoutCents(cents(stakeCents), bet, resultHundredths, version),
      multiplierE4: hasWon ? diceMultiplier(bet, version) : 0,
      state: { resultHundredths },
    }
  },
})

/** Limbo: a multiplier is drawn; one at or above the target pays the target. */
const limbo = instantGame('limbo', {
  rulesVersion: ALGORITHM_VERSIONS.limbo,
  publishedChoice: { targetHundredths: 200 },
  refuseChoice: () => undefined,
  maxStakeCents: ({ targetHundredths }, maxPayoutCents) =>
    Math.floor((maxPayoutCents * 100) / targetHundredths),
  chance: ({ targetHundredths }) => limboChancePercent(targetHundredths) / 100,
  win: ({ stakeCents, choice: { targetHundredths } }) => ({
    chance: limboWinningSteps(targetHundredths) / LIMBO_STEPS,
    payoutCents: payoutOf(stakeCents, targetHundredths),
  }),
  returnToPlayer: ({ targetHundredths }) => asShare(limboReturnToPlayer(targetHundredths)),
  play: (hmac, seeds, { stakeCents, choice: { targetHundredths } }) => {
    const resultHundredths = rollLimbo(hmac, seeds)
    const hasWon = isLimboWin(targetHundredths, resultHundredths)
    return {
      status: hasWon ? 'won' : 'lost',
      payoutCents: limboPayoutCents(cents(stakeCents), targetHundredths, resultHundredths),
      multiplierE4: hasWon ? targetHundredths * 100 : 0,
      state: { resultHundredths },
    }
  },
})

const slots = Array.from({ length: DOUBLE_SLOTS }, (_, slot) => slot)

/** Double: a strip of fifteen slots stops on a colour, the same for everybody. */
const double = sharedGame('double', {
  rulesVersion: ALGORITHM_VERSIONS.double,
  publishedChoice: { colour: 'red' },
  refuseChoice: () => undefined,
  maxStakeCents: ({ colour }, maxPayoutCents) => Math.floor((maxPayoutCents * 100) / DOUBLE_PAYS[colour]),
  returnToPlayer: ({ colour }) => asShare(doubleReturnToPlayer(colour)),
  chance: ({ colour }) => slots.filter((slot) => doubleColour(slot) === colour).length / DOUBLE_SLOTS,
  roomOf: () => 'double',
  pickOf: ({ colour }) => colour,
  maxLiabilityCents: (centsByPick) =>
    Math.max(
      ...(['white', 'red', 'black'] as const).map((colour) =>
        payoutOf(centsByPick.get(colour) ?? 0, DOUBLE_PAYS[colour]),
      ),
    ),
  waiting: { slot: null },
  outcomes: DOUBLE_SLOTS,
  draw: rollDouble,
  resolve: (slot, { stakeCents, choice: { colour } }) => {
    const hasWon = doubleColour(slot) === colour
    return {
      status: hasWon ? 'won' : 'lost',
      payoutCents: doublePayoutCents(cents(stakeCents), colour, slot),
      multiplierE4: hasWon ? DOUBLE_PAYS[colour] * 100 : 0,
      state: { slot },
    }
  },
})

type Pick = ChoiceOf<'luckyColor'>['pick']

const digits = Array.from({ length: LUCKY_DIGITS }, (_, digit) => digit)

/** The bet in terms of the rules. */
function luckyBetOf({ pick }: { pick: Pick }): LuckyBet {
  if (pick === 'green' || pick === 'red' || pick === 'violet') return { kind: 'colour', colour: pick }
  if (pick === 'small' || pick === 'big') return { kind: 'size', size: pick }
  return { kind: 'digit', digit: Number(pick) }
}

/** The maximum payout of this bet over the ten digits, in hundredths. */
const maxMultiplier = (bet: LuckyBet): number =>
  Math.max(...digits.map((digit) => luckyMultiplier(bet, digit)))

/** Lucky colour: a digit from 0 to 9 is drawn in each room, the same for everybody in it. */
const luckyColor = sharedGame('luckyColor', {
  rulesVersion: ALGORITHM_VERSIONS.luckyColor,
  publishedChoice: { room: '30', pick: 'green' },
  refuseChoice: () => undefined,
  maxStakeCents: (choice, maxPayoutCents) =>
    Math.floor((maxPayoutCents * 100) / maxMultiplier(luckyBetOf(choice))),
  returnToPlayer: (choice) => asShare(luckyReturnToPlayer(luckyBetOf(choice))),
  chance: (choice) =>
    digits.filter((digit) => luckyMultiplier(luckyBetOf(choice), digit) > 0).length / LUCKY_DIGITS,
  roomOf: ({ room }) => `luckyColor:${room}`,
  pickOf: ({ pick }) => pick,
  maxLiabilityCents: (centsByPick) =>
    Math.max(
      ...digits.map((digit) =>
        [...centsByPick].reduce(
          (sum, [pick, cents]) =>
            sum + payoutOf(cents, luckyMultiplier(luckyBetOf({ pick: pick as Pick }), digit)),
          0,
        ),
      ),
    ),
  waiting: { digit: null },
  outcomes: LUCKY_DIGITS,
  draw: drawLuckyDigit,
  resolve: (digit, { stakeCents, choice }) => {
    const bet = luckyBetOf(choice)
    const multiplier = luckyMultiplier(bet, digit)
    return {
      status: multiplier > 0 ? 'won' : 'lost',
      payoutCents: luckyPayoutCents(cents(stakeCents), bet, digit),
      multiplierE4: multiplier * 100,
      state: { digit },
    }
  },
})

/** Every small game by its code: the rules for playing, verifying and showing its rounds. */
export const adapters: Readonly<Record<GameCode, GameAdapter>> = {
  mines,
  dice,
  limbo,
  luckyColor,
  rowDouble,
  double,
}
