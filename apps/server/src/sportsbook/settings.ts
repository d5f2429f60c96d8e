import { instant } from '@palpite/contract'
import { type ParlayBoost, type Sport, SPORTS } from '@palpite/odds'
import * as z from 'zod'
import { defineSettings } from '../platform/settings.ts'

/** When a promotion or a rule is in force: from this moment until before that one; a promotion by when a bet was placed. */
type Dates = { from: string; until: string }
export type EarlyPayout = Dates & { sport: 'football'; lead: number }
/**
 * Bounds of a part of the book, of what is named: a sport, a competition, a market type. They come on top of those of all;
 * of everything that speaks of a bet the most restrictive counts.
 */
export type RiskLimit = {
  sport?: Sport | undefined
  competitionId?: number | undefined
  marketType?: string | undefined
  maxLossCents?: ByTime | undefined
  maxLiabilityCents?: ByTime | undefined
  /** Of the worst scenarios of all matches of the competition, or of the sport, together. */
  maxScenarioCents?: number | undefined
}
type ByTime = { beforeStart: number; inPlay: number }
/** Prices move by what was bet, of these sports and market types; none named are all. */
export type PriceMove = Dates & {
  sports: readonly Sport[]
  marketTypes: readonly string[]
  stepCents: number
  moveBps: number
  maxBps: number
}
export type WinningsBoost = Dates & ParlayBoost
export type ParlayInsurance = Dates & { minLegs: number; minPriceMilli: number; maxCents: number }

/** Numbers of the sportsbook; an operator may set others. */
export type SportsbookSettings = {
  minStakeCents: number
  /** The most one ticket may return. */
  maxReturnCents: number
  /** The most the house may lose on one bet, by how surely its market is priced. */
  maxLossCents: ByTime
  /** The most the house may lose on one market, whichever outcome wins: all its open bets together. */
  maxLiabilityCents: ByTime
  /** The most the house may lose in the worst scenarios of one match, of all of a competition, of a sport, and of the book. */
  maxScenarioCents: { match: number; competition: number; sport: number; book: number }
  /** Tighter bounds of sports, competitions and market types. */
  riskLimits: readonly RiskLimit[]
  /** A bet on which the house may lose this much is told to the risk desk. */
  bigLossCents: number
  /**
   * House margins in hundredths of a percent over chances that add up to 1: of markets with three outcomes, with two,
   * with more; and what is added in play.
   */
  marginsBps: { matchResult: number; totals: number; scores: number; inPlayExtra: number }
  /** The margin of a market type of its own, by its id; it takes the place of the one above. */
  marketMarginsBps: Readonly<Record<string, number>>
  marginShape: 'power' | 'shin'
  /** The margin of a bet builder, once over the joint chance of its selections. */
  builderMarginBps: number
  /**
   * For each step that the house may lose on an outcome its chance counts as so much more, up to a bound. The last rule
   * that speaks of a market counts; one that moves nothing switches it off.
   */
  priceMoves: readonly PriceMove[]
  /** How long an in-play bet waits before it is decided, and of which sports and market types longer or shorter. */
  betDelayMs: number
  /** In this share of its delay a bet in play can be called off. */
  cancelShareBps: number
  sportBetDelaysMs: Readonly<Partial<Record<Sport, number>>>
  marketBetDelaysMs: Readonly<Record<string, number>>
  /** How long an offer instead of a bet that is not taken stands. */
  offerSeconds: number
  /** Most bets that may wait out their delay in one process. */
  maxWaitingBets: number
  /** Of these, of one player: two slips of singles. */
  maxWaitingOfPlayer: number
  /** The house's share of what an open bet is worth, the least that a part of one is bought for, and how long an offer stands. */
  cashOut: { reductionBps: number; minCents: number; quoteSeconds: number }
  /** A bet is marked for review where a price of it fell by so much within so many seconds after it. */
  lateBets: { afterSeconds: number; movedBps: number }
  /**
   * Which other bets are marked: those on which so much may be lost are looked at, with what else was bet in so many
   * hours; a price is worth noting when it was so much above what it was worth, and showing when that befell its player
   * so many times in so many days.
   */
  marks: { minLossCents: number; hours: number; edgeBps: number; times: number; days: number }
  /** How long a booking code stands. */
  bookingHours: number
  /** Winners that are paid once they lead by so many goals, of bets placed before the start and within these dates. */
  earlyPayouts: readonly EarlyPayout[]
  /** Parlays of so many legs, each at this price or more, that lose by one leg alone: the stake comes back, up to a most. */
  parlayInsurances: readonly ParlayInsurance[]
  /** Parlays that pay more of their winnings the more legs they have; which of these a bet has is kept with it. */
  winningsBoosts: readonly WinningsBoost[]
  /** How often the profit of a free bet is to be wagered. */
  freeBetTimes: number
  /** Match seconds that all markets of a match stay suspended after a goal. */
  goalStopSeconds: number
  /** An in-play market takes no bets once its feed has been silent this long. */
  feedSilenceSeconds: number
  /** Lines offered at once, the most even ones: of a main market, and while it is days away; of one on a part of the match or one side. */
  maxLines: { match: number; ahead: number; part: number }
  /** How many days ahead the simulator's calendar reaches. */
  calendarDays: number
  /** How long after kick-off a half-time score is waited for that a result lacks; then its bets are void. */
  halfScoreWaitHours: number
  /** Bets settled in one transaction, up to three times as many where players are few; 2,000 are no faster than 1,000, and hold their players twice as long. */
  settleAtOnce: number
  /** How long the worst scenarios of all matches count before they are worked out anew. */
  roomsAgeMs: number
  /** How long a read of the catalogue may be shown again. */
  catalogueAgeMs: number
}

/**
 * Least stake and most return: READINGS, Sports. Margins as measured in the market (6 % on 1X2, 4.5 % on
 * totals, 1 to 2 points more in play). A market takes five of the largest bets on one outcome. A live feed that
 * missed two beats of ten seconds counts as silent. A day for what was not played out: ref/sports §3.2.
 */
export const sportsbookSettings: SportsbookSettings = {
  minStakeCents: 100,
  maxReturnCents: 10_000_000,
  maxLossCents: { beforeStart: 10_000_000, inPlay: 5_000_000 },
  maxLiabilityCents: { beforeStart: 50_000_000, inPlay: 25_000_000 },
  maxScenarioCents: {
    match: 200_000_000,
    competition: 1_000_000_000,
    sport: 2_000_000_000,
    book: 5_000_000_000,
  },
  riskLimits: [],
  bigLossCents: 5_000_000,
  marginsBps: { matchResult: 600, totals: 450, scores: 1500, inPlayExtra: 150 },
  marketMarginsBps: {},
  marginShape: 'power',
  builderMarginBps: 1000,
  priceMoves: [
    {
      from: '2026-01-01T00:00:00Z',
      until: '2099-12-31T00:00:00Z',
      sports: [],
      marketTypes: [],
      stepCents: 2_500_000,
      moveBps: 100,
      maxBps: 1000,
    },
  ],
  betDelayMs: 3000,
  cancelShareBps: 5000,
  sportBetDelaysMs: {},
  marketBetDelaysMs: {},
  offerSeconds: 8,
  maxWaitingBets: 5000,
  maxWaitingOfPlayer: 40,
  cashOut: { reductionBps: 500, minCents: 100, quoteSeconds: 15 },
  lateBets: { afterSeconds: 10, movedBps: 1000 },
  marks: { minLossCents: 50_000, hours: 24, edgeBps: 200, times: 3, days: 7 },
  bookingHours: 168,
  earlyPayouts: [],
  parlayInsurances: [],
  winningsBoosts: [],
  freeBetTimes: 2,
  goalStopSeconds: 40,
  feedSilenceSeconds: 20,
  maxLines: { match: 7, ahead: 5, part: 3 },
  calendarDays: 8,
  halfScoreWaitHours: 24,
  settleAtOnce: 1000,
  roomsAgeMs: 5000,
  catalogueAgeMs: 500,
}

const cents = z.int().min(1).max(10_000_000_000)
const byTime = z.strictObject({ beforeStart: cents, inPlay: cents })
const bps = z.int().min(0).max(3000)
const delayMs = z.int().min(0).max(30_000)

const dates = { from: instant, until: instant }

/** The least price of each leg of an insured parlay by its number of legs; with ten or more any price will do. */
const INSURED_FROM: Readonly<Record<number, number>> = { 5: 1500, 6: 1300, 7: 1200, 8: 1100, 9: 1050 }

/**
 * Short prices lose by one leg alone more often than even ones: whoever stakes on every parlay of five matches at 1.10 and 7.50
 * has 17 % more than was staked, whatever happens. From these prices on, at the margin of totals, no stakes on the parlays of
 * such matches bring them back in every ending (docs/decisions/0050).
 */
export const leastInsuredPrice = (legs: number): number => INSURED_FROM[legs] ?? 1001

/** The most that a parlay of so many legs may have its winnings raised by, in hundredths of a percent. */
const MAX_BOOST_BPS: Readonly<Record<number, number>> = {
  2: 1200,
  3: 1600,
  4: 2000,
  5: 2500,
  6: 3000,
  7: 3600,
  8: 4200,
  9: 4900,
  10: 5600,
  11: 6300,
  12: 7000,
}

/**
 * Whoever stakes on every parlay of the same matches pays the margin once for each leg: a boost of two legs by 15 % brings all of it
 * back and more, however they end. Up to these shares, at the margin of totals, none does.
 */
export const maxBoostBps = (legs: number): number => MAX_BOOST_BPS[legs] ?? 0

/**
 * A boost and a stake that comes back are each too little for a sure gain; on one parlay they are enough: five legs at 1.50 or
 * more, boosted by 5 %, bring 1.6 % more than all 32 parlays cost. So they are never in force at the same time.
 */
const overlap = (one: { from: string; until: string }, other: { from: string; until: string }): boolean =>
  new Date(one.from) < new Date(other.until) && new Date(other.from) < new Date(one.until)

/** What operators may set of these; in force for the next list. */
export const sportsbookSettingsDefinition = defineSettings(
  { module: 'sportsbook', takesEffect: 'at_once', defaults: sportsbookSettings },
  {
    minStakeCents: cents,
    maxReturnCents: cents,
    maxLossCents: byTime,
    maxLiabilityCents: byTime,
    maxScenarioCents: z.strictObject({ match: cents, competition: cents, sport: cents, book: cents }),
    riskLimits: z
      .array(
        z
          .strictObject({
            sport: z.optional(z.enum(SPORTS)),
            competitionId: z.optional(z.int().min(1)),
            marketType: z.optional(z.string().max(60)),
            maxLossCents: z.optional(byTime),
            maxLiabilityCents: z.optional(byTime),
            maxScenarioCents: z.optional(cents),
          })
          // A scenario is how a match ends, all its markets together; of all sports there is the bound of the book.
          .refine(
            ({ sport, competitionId, marketType, maxScenarioCents }) =>
              maxScenarioCents === undefined ||
              (marketType === undefined && (sport !== undefined || competitionId !== undefined)),
          ),
      )
      .max(200),
    bigLossCents: cents,
    marginsBps: z.strictObject({ matchResult: bps, totals: bps, scores: bps, inPlayExtra: bps }),
    marketMarginsBps: z.record(z.string().max(60), bps),
    builderMarginBps: bps,
    priceMoves: z
      .array(
        z.strictObject({
          ...dates,
          sports: z.array(z.enum(SPORTS)).max(SPORTS.length),
          marketTypes: z.array(z.string().max(60)).max(100),
          stepCents: cents,
          moveBps: z.int().min(0).max(1000),
          maxBps: z.int().min(0).max(2000),
        }),
      )
      .max(50),
    betDelayMs: delayMs,
    cancelShareBps: z.int().min(0).max(10_000),
    sportBetDelaysMs: z.partialRecord(z.enum(SPORTS), delayMs),
    marketBetDelaysMs: z.record(z.string().max(60), delayMs),
    cashOut: z.strictObject({
      reductionBps: z.int().min(0).max(5000),
      minCents: cents,
      quoteSeconds: z.int().min(1).max(300),
    }),
    lateBets: z.strictObject({
      afterSeconds: z.int().min(0).max(600),
      movedBps: z.int().min(1).max(10_000),
    }),
    marks: z.strictObject({
      minLossCents: cents,
      hours: z.int().min(1).max(168),
      edgeBps: z.int().min(1).max(10_000),
      times: z.int().min(1).max(100),
      days: z.int().min(1).max(90),
    }),
    bookingHours: z.int().min(1).max(8760),
    earlyPayouts: z
      .array(z.strictObject({ ...dates, sport: z.literal('football'), lead: z.int().min(2).max(10) }))
      .max(20),
    parlayInsurances: z
      .array(
        z.strictObject({
          ...dates,
          // With fewer, and below `leastInsuredPrice`, all parlays on the same matches bring more than they cost, however they end.
          minLegs: z.int().min(5).max(12),
          minPriceMilli: z.int().min(1001).max(100_000),
          maxCents: cents,
        }),
      )
      .max(20),
    winningsBoosts: z
      .array(
        z.strictObject({
          ...dates,
          minPriceMilli: z.int().min(1001).max(100_000),
          maxCents: cents,
          steps: z
            .array(z.strictObject({ legs: z.int().min(2).max(12), bps: z.int().min(1).max(10_000) }))
            .min(1)
            .max(11),
        }),
      )
      .max(20),
    freeBetTimes: z.int().min(1).max(50),
    offerSeconds: z.int().min(1).max(60),
    goalStopSeconds: z.int().min(0).max(600),
    feedSilenceSeconds: z.int().min(1).max(600),
    halfScoreWaitHours: z.int().min(1).max(168),
  },
  ({ minStakeCents, maxReturnCents, parlayInsurances, winningsBoosts }) => {
    if (minStakeCents > maxReturnCents) return 'minStakeCents'
    const isSafe = ({ minLegs, minPriceMilli }: ParlayInsurance) =>
      minPriceMilli >= leastInsuredPrice(minLegs)
    if (!parlayInsurances.every(isSafe)) return 'parlayInsurances'
    const isSure = winningsBoosts.some(({ steps }) => steps.some(({ legs, bps }) => bps > maxBoostBps(legs)))
    const isBoth = winningsBoosts.some((boost) => parlayInsurances.some((one) => overlap(boost, one)))
    return isSure || isBoth ? 'winningsBoosts' : undefined
  },
)
