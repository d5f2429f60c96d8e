import { instant } from '@palpite/contract'
import { type ParlayBoost, type Sport, SPORTS } from '@palpite/odds'
import * as z from 'zod'
import { defineSettings } from '../platform/settings.ts'

/**
 * The period of a promotion or rule: from this moment until before that one; for a promotion, by when a bet was
 * placed.
 */
type Dates = { from: string; until: string }
export type EarlyPayout = Dates & { sport: 'football'; lead: number }
/**
 * A limit on a part of the book: a sport, a competition, a market type. It adds to the general limits; the tightest
 * one counts.
 */
export type RiskLimit = {
  sport?: Sport | undefined
  competitionId?: number | undefined
  marketType?: string | undefined
  maxLossCents?: ByTime | undefined
  maxLiabilityCents?: ByTime | undefined
  /** On the worst scenarios of all matches of the competition, or of the sport, together. */
  maxScenarioCents?: number | undefined
}
type ByTime = { beforeStart: number; inPlay: number }
/** How stakes move prices of these sports and market types; none named means all. */
export type PriceMove = Dates & {
  sports: readonly Sport[]
  marketTypes: readonly string[]
  stepCents: number
  moveBps: number
  maxBps: number
}
export type WinningsBoost = Dates & ParlayBoost
export type ParlayInsurance = Dates & { minLegs: number; minPriceMilli: number; maxCents: number }

/** Settings of the sports book; operators may change those in `sportsbookSettingsDefinition`. */
export type SportsbookSettings = {
  minStakeCents: number
  /** The maximum return of one ticket. */
  maxReturnCents: number
  /** The maximum loss on one bet. */
  maxLossCents: ByTime
  /** The maximum loss on one market at its worst outcome, over all its open bets. */
  maxLiabilityCents: ByTime
  /** The maximum loss in the worst scenarios of one match, of all of a competition, of a sport, and of the book. */
  maxScenarioCents: { match: number; competition: number; sport: number; book: number }
  /** Tighter limits of sports, competitions and market types. */
  riskLimits: readonly RiskLimit[]
  /** A bet, or correlated bets together, with this possible loss are flagged for review. */
  bigLossCents: number
  /**
   * House margins in hundredths of a percent over fair chances: of markets with three outcomes, with two, with more;
   * and the addition in play.
   */
  marginsBps: { matchResult: number; totals: number; scores: number; inPlayExtra: number }
  /** Margins of single market types, by id; they replace the general ones. */
  marketMarginsBps: Readonly<Record<string, number>>
  marginShape: 'power' | 'shin'
  /** The margin of a bet builder, once over the joint chance of its selections. */
  builderMarginBps: number
  /**
   * For each step of possible loss an outcome's chance counts as so much higher, up to a limit. The last rule for a
   * market counts; one that moves nothing disables it.
   */
  priceMoves: readonly PriceMove[]
  /** How far from its automatic price an operator may set a price by hand, and how long it holds at most. */
  handPrices: { maxBps: number; minutes: number }
  /** The in-play delay of a bet, with exceptions by sport and market type. */
  betDelayMs: number
  /** The share of its delay in which a live bet can be cancelled. */
  cancelShareBps: number
  sportBetDelaysMs: Readonly<Partial<Record<Sport, number>>>
  marketBetDelaysMs: Readonly<Record<string, number>>
  /** How long a counter-offer is valid. */
  offerSeconds: number
  /** Bets that a trader may accept above their limits, up to this loss, and for how long they wait; 0: none. */
  betReferrals: { maxLossCents: number; seconds: number }
  /** Most bets that may wait out their delay in one process. */
  maxWaitingBets: number
  /** Per player: two slips of singles. */
  maxWaitingOfPlayer: number
  /** The house's share of an open bet's value, the minimum price of a part, and the validity of an offer. */
  cashOut: { reductionBps: number; minCents: number; quoteSeconds: number }
  /** A bet is flagged for review if a price of it falls by this much within this many seconds after it. */
  lateBets: { afterSeconds: number; movedBps: number }
  /**
   * Other review flags: bets with this possible loss are checked, together with bets of this many hours; a price this much
   * above its value is noted, and shown once that happened to the player this many times in this many days.
   */
  marks: { minLossCents: number; hours: number; edgeBps: number; times: number; days: number }
  /** Validity of a booking code. */
  bookingHours: number
  /** Winners paid once they lead by this many goals, for bets placed before the start and within these dates. */
  earlyPayouts: readonly EarlyPayout[]
  /**
   * Parlays of this many legs at this price or more that lose by exactly one leg: the stake is returned, up to a
   * maximum.
   */
  parlayInsurances: readonly ParlayInsurance[]
  /** Parlays with extra winnings by number of legs; a bet's boost is stored with it. */
  winningsBoosts: readonly WinningsBoost[]
  /** How often the profit of a free bet must be wagered. */
  freeBetTimes: number
  /** Match seconds for which all markets stay suspended after a goal. */
  goalStopSeconds: number
  /** An in-play market takes no bets once its feed has been silent this long. */
  feedSilenceSeconds: number
  /**
   * Lines offered at once, the most even ones: of a main market, of one days ahead, and of one on a part of the match
   * or one side.
   */
  maxLines: { match: number; ahead: number; part: number }
  /** How many days ahead the simulator's calendar reaches. */
  calendarDays: number
  /**
   * How long after kick-off to wait for the halves, corners or cards of a football match missing in its
   * result; then the bets on them are void.
   */
  halfScoreWaitHours: number
  /**
   * Bets settled per transaction, up to three times as many with few players; 2,000 are no faster than 1,000, and
   * lock their players twice as long.
   */
  settleAtOnce: number
  /** Maximum age of the worst scenarios of all matches, by which the exposure headroom is computed. */
  roomsAgeMs: number
  /** Maximum age of a cached catalogue read. */
  catalogueAgeMs: number
}

/**
 * Minimum stake and maximum return: docs/specification.md, 5.29. Margins as measured in the market (6 % on 1X2, 4.5 % on totals,
 * 1 to 2 points more in play). A market accepts five of the largest bets on one outcome. A live feed that missed two
 * heartbeats of ten seconds counts as silent. What was not played out waits a day, because bookmakers' published rules void a
 * match that is not completed within 24 hours of its start.
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
  handPrices: { maxBps: 2000, minutes: 15 },
  betDelayMs: 3000,
  cancelShareBps: 5000,
  sportBetDelaysMs: {},
  marketBetDelaysMs: {},
  offerSeconds: 8,
  betReferrals: { maxLossCents: 0, seconds: 120 },
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

/** The minimum price of each leg of an insured parlay by number of legs; with ten or more any price will do. */
const INSURED_FROM: Readonly<Record<number, number>> = { 5: 1500, 6: 1300, 7: 1200, 8: 1100, 9: 1050 }

/**
 * Short prices lose by exactly one leg more often than even ones: staking on every parlay of five matches at 1.10 and
 * 7.50 has a sure profit of 17 %. From these prices on, at the margin of totals, no stakes on the parlays of such
 * matches return their cost in every ending (docs/decisions/0050).
 */
export const leastInsuredPrice = (legs: number): number => INSURED_FROM[legs] ?? 1001

/** The maximum winnings boost of a parlay by number of legs, in hundredths of a percent. */
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
 * Staking on every parlay of the same matches pays the margin once per leg: a boost of two legs by 15 % returns more
 * than the cost, however they end. Up to these shares, at the margin of totals, none does.
 */
export const maxBoostBps = (legs: number): number => MAX_BOOST_BPS[legs] ?? 0

/**
 * A boost and an insurance are each too small for a sure profit; together on one parlay they suffice: five legs at
 * 1.50 or more, boosted by 5 %, return 1.6 % more than all 32 parlays cost. So they are never in force at the same
 * time.
 */
const overlap = (one: { from: string; until: string }, other: { from: string; until: string }): boolean =>
  new Date(one.from) < new Date(other.until) && new Date(other.from) < new Date(one.until)

/** The settings operators may change; in force for the next list. */
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
          // A scenario is an ending of a match, over all its markets; all sports together have the limit of the book.
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
    handPrices: z.strictObject({
      maxBps: z.int().min(0).max(5000),
      minutes: z.int().min(1).max(120),
    }),
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
          // With fewer legs, and below `leastInsuredPrice`, all parlays on the same matches return more than they
          // cost, however they end.
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
    betReferrals: z.strictObject({
      maxLossCents: z.int().min(0).max(10_000_000_000),
      seconds: z.int().min(15).max(600),
    }),
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
