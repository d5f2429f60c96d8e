import { type Calls, doubleRoundSeconds, luckyRooms } from '@palpite/contract'
import type { Language } from '@palpite/contract/languages'
import {
  DICE_RESULTS,
  diceReturnToPlayer,
  DOUBLE_PAYS,
  DOUBLE_SLOTS,
  doubleReturnToPlayer,
  LIMBO_MAX_TARGET,
  LIMBO_MIN_TARGET,
  limboReturnToPlayer,
  LUCKY_PAYS,
  luckyReturnToPlayer,
  MINES_TILES,
  minesReturnToPlayer,
  ROW_DIFFICULTIES,
  type RowDifficulty,
  ROWS,
  rowMultiplier,
  rowReturnToPlayer,
} from '@palpite/games'
import { MAX_LEGS_OF_BET } from '@palpite/odds'
import { formatMoney, formatPercent, formatPrice } from '../../shared/format/format.ts'
import { formatUnit } from '../../shared/format/time.ts'

const shareOf = ({ n, d }: { n: number | bigint; d: number | bigint }): number => Number(n) / Number(d)

/**
 * The articles' figures from the code that pays; for a game with several returns, that of its default choice, as on
 * its tile.
 */
export const figuresIn = (language: Language): Readonly<Record<string, string>> => {
  const percent = (share: number) => formatPercent(share, language, 2)
  const times = (hundredths: number) => new Intl.NumberFormat(language).format(hundredths / 100)
  const count = (number: number) => new Intl.NumberFormat(language).format(number)
  const safeOf = (difficulty: RowDifficulty) =>
    `${ROW_DIFFICULTIES[difficulty].safe}/${ROW_DIFFICULTIES[difficulty].tiles}`
  const length = lengthIn(language)
  return {
    mineTiles: count(MINES_TILES),
    mineMost: count(MINES_TILES - 1),
    mines: percent(shareOf(minesReturnToPlayer(3, 1))),
    diceResults: count(DICE_RESULTS),
    dice: percent(shareOf(diceReturnToPlayer({ side: 'over', targetHundredths: 5050 }))),
    limboLeast: times(LIMBO_MIN_TARGET),
    limboMost: times(LIMBO_MAX_TARGET),
    limbo: percent(shareOf(limboReturnToPlayer(200))),
    limboLowest: percent(shareOf(limboReturnToPlayer(LIMBO_MAX_TARGET))),
    doubleRound: length(doubleRoundSeconds),
    doubleSlots: count(DOUBLE_SLOTS),
    doubleColour: times(DOUBLE_PAYS.red),
    doubleWhite: times(DOUBLE_PAYS.white),
    doubleReturn: percent(shareOf(doubleReturnToPlayer('red'))),
    luckyRooms: new Intl.ListFormat(language).format(luckyRooms.map((seconds) => length(Number(seconds)))),
    luckyColour: times(LUCKY_PAYS.colour),
    luckyDual: times(LUCKY_PAYS.dual),
    luckyViolet: times(LUCKY_PAYS.violet),
    luckyDigit: times(LUCKY_PAYS.digit),
    luckySize: times(LUCKY_PAYS.size),
    luckyReturn: percent(shareOf(luckyReturnToPlayer({ kind: 'colour', colour: 'green' }))),
    rowFirst: times(rowMultiplier('hard', 1)),
    rowLast: times(rowMultiplier('hard', ROWS)),
    rowEasy: safeOf('easy'),
    rowMedium: safeOf('medium'),
    rowExpert: safeOf('expert'),
    rowMaster: safeOf('master'),
    rowReturn: percent(shareOf(rowReturnToPlayer('hard', 1))),
    combinedLegs: count(MAX_LEGS_OF_BET),
  }
}

/** The operators' numbers from calls, each once it is loaded. */
export type Rules = {
  orders?: Calls['GET /api/app/order/rules']['data'] | undefined
  rewards?: Calls['GET /api/app/rewards/rules']['data'] | undefined
  bets?: Calls['GET /api/app/sportsbook/rules']['data'] | undefined
}

type Figure = (said: Said) => string
type Said = { money: Amount; percent: Amount; length: Amount; times: Amount; price: Amount }
type Amount = (amount: number) => string

const ofOrders = {
  orderLife:
    ({ orderLifeSeconds }) =>
    ({ length }) =>
      length(orderLifeSeconds),
  ownMin:
    ({ ownAmountMinCents }) =>
    ({ money }) =>
      money(ownAmountMinCents),
  ownMax:
    ({ ownAmountMaxCents }) =>
    ({ money }) =>
      money(ownAmountMaxCents),
  mainTimes:
    ({ mainTimes }) =>
    ({ times }) =>
      times(mainTimes),
  bonusTimes:
    ({ bonusTimes }) =>
    ({ times }) =>
      times(bonusTimes),
  withdrawMin:
    ({ withdrawMinCents }) =>
    ({ money }) =>
      money(withdrawMinCents),
  withdrawMax:
    ({ withdrawMaxCents }) =>
    ({ money }) =>
      money(withdrawMaxCents),
  payoutTime:
    ({ payoutPromiseSeconds }) =>
    ({ length }) =>
      length(payoutPromiseSeconds),
  reviewTime:
    ({ reviewPromiseSeconds }) =>
    ({ length }) =>
      length(reviewPromiseSeconds),
  newKeyWait:
    ({ newKeyWaitSeconds }) =>
    ({ length }) =>
      length(newKeyWaitSeconds),
  newSecretWait:
    ({ newSecretWaitSeconds }) =>
    ({ length }) =>
      length(newSecretWaitSeconds),
} satisfies FiguresOf<'orders'>

const ofRewards = {
  wageredTimes:
    ({ wageredTimes }) =>
    ({ times }) =>
      times(wageredTimes),
  bonusDays:
    ({ counted }) =>
    ({ length }) =>
      length(counted.bonusDays * DAY),
  maxBonusStake:
    ({ maxBonusStakeCents }) =>
    ({ money }) =>
      money(maxBonusStakeCents),
  gameBonusShare:
    ({ gameBonus }) =>
    ({ percent }) =>
      percent((gameBonus?.rateBps ?? 0) / 10_000),
  gameBonusMost:
    ({ gameBonus }) =>
    ({ money }) =>
      money(gameBonus?.maxReleaseCents ?? 0),
  commissionFirst:
    ({ commission }) =>
    ({ percent }) =>
      percent((commission[0]?.rateBps ?? 0) / 10_000),
  commissionSecond:
    ({ commission }) =>
    ({ percent }) =>
      percent((commission[1]?.rateBps ?? 0) / 10_000),
  commissionThird:
    ({ commission }) =>
    ({ percent }) =>
      percent((commission[2]?.rateBps ?? 0) / 10_000),
  earningMines:
    ({ earning }) =>
    ({ percent }) =>
      percent(earning.minesBps / 10_000),
  earningOdds:
    ({ earning }) =>
    ({ price }) =>
      price(earning.minPriceMilli),
  validTopUp:
    ({ ladder }) =>
    ({ money }) =>
      money(ladder.minTopUpCents),
  validStaked:
    ({ ladder }) =>
    ({ money }) =>
      money(ladder.minStakedCents),
} satisfies FiguresOf<'rewards'>

const ofBets = {
  minStake:
    ({ minStakeCents }) =>
    ({ money }) =>
      money(minStakeCents),
  maxReturn:
    ({ maxReturnCents }) =>
    ({ money }) =>
      money(maxReturnCents),
  betDelay:
    ({ betDelayMs }) =>
    ({ length }) =>
      length(betDelayMs / 1000),
  offerTime:
    ({ offerSeconds }) =>
    ({ length }) =>
      length(offerSeconds),
  minCashOut:
    ({ minCashOutCents }) =>
    ({ money }) =>
      money(minCashOutCents),
  freeBetTimes:
    ({ freeBetTimes }) =>
    ({ times }) =>
      times(freeBetTimes),
} satisfies FiguresOf<'bets'>

type FiguresOf<Part extends keyof Rules> = Record<string, (rules: NonNullable<Rules[Part]>) => Figure>

const DAY = 24 * 60 * 60
const lengths = [
  { seconds: DAY, least: 2 * DAY, unit: 'day' },
  { seconds: 60 * 60, least: 60 * 60, unit: 'hour' },
  { seconds: 60, least: 60, unit: 'minute' },
] as const

/** A duration in the largest whole unit: 24 hours, 30 days. */
const lengthIn = (language: Language) => (seconds: number) => {
  const fitting = lengths.find((one) => seconds >= one.least && seconds % one.seconds === 0)
  return formatUnit(seconds / (fitting?.seconds ?? 1), fitting?.unit ?? 'second', language)
}

/** The operators' figures in the articles; pending ones are omitted. */
export const figuresSet = (rules: Rules, language: Language): Readonly<Record<string, string>> => {
  const said: Said = {
    money: (cents) => formatMoney(cents, language),
    percent: (share) => formatPercent(share, language, 2),
    length: lengthIn(language),
    price: (milli) => formatPrice(milli, language),
    times: (count) => `${new Intl.NumberFormat(language).format(count)}×`,
  }
  const { orders, rewards, bets } = rules
  const from = <Data>(data: Data | undefined, figures: Record<string, (data: Data) => Figure>) =>
    data === undefined ? [] : Object.entries(figures).map(([name, of]) => [name, of(data)(said)] as const)
  return Object.fromEntries([...from(orders, ofOrders), ...from(rewards, ofRewards), ...from(bets, ofBets)])
}

/** The call that provides each figure. */
export const figureNames: Readonly<Record<keyof Rules, readonly string[]>> = {
  orders: Object.keys(ofOrders),
  rewards: Object.keys(ofRewards),
  bets: Object.keys(ofBets),
}
