import * as z from 'zod/mini'
import { centsAbove0, centsFrom0, cursor, day, defineCalls, instant, nextCursor, requestId } from './call.ts'
import { countedShares } from './counted-shares.ts'

/** A claimable award's name: `vip-3`, `ladder-2`, `activity-welcome-1`. */
const awardId = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,79}$/))
const activityId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))
/** The specification's award types: 14 VIP upgrade, 141 promotion. */
const awardType = z.enum(['14', '141'])

/** A grant's source. */
const grantKind = z.enum(['vip', 'ladder', 'activity', 'check_in', 'commission', 'game_bonus'])

const vipLevel = z.object({
  level: z.int(),
  /** The total top-ups the level requires. */
  depositCents: z.int(),
  /** The top-ups and stakes at this level for the next one; null at the last. */
  nextTopUpCents: z.nullable(z.int()),
  nextSettledCents: z.nullable(z.int()),
  withdrawalsADay: z.int(),
  feeBps: z.int(),
  /** Its one-time award. */
  awardCents: z.int(),
  /** The start and amount of a planned lower award; omitted without one. */
  lowerAward: z.optional(z.object({ startsAt: instant, awardCents: z.int() })),
  /** Whether its players have a support queue of their own. */
  hasOwnQueue: z.boolean(),
})

const waitingAward = z.object({
  awardId,
  type: awardType,
  kind: z.enum(['vip', 'ladder', 'activity']),
  /** The VIP level, ladder step or activity step. */
  step: z.int(),
  /** The activity's id and title; null for others. */
  activity: z.nullable(z.object({ id: z.string(), title: z.string() })),
  amountCents: centsAbove0,
  /** The wagering multiple. */
  wageredTimes: z.int(),
  /** The claim deadline; null without one. */
  endsAt: z.nullable(instant),
})

const relation = z.enum(['cpf', 'payer', 'payout_key', 'device', 'address'])

const activityState = z.enum(['upcoming', 'open', 'ended'])

const activityCard = z.object({
  id: z.string(),
  /** The counted quantity: settled stakes, top-ups, valid invitees, or check-in days. */
  counts: z.enum(['stakes', 'top_ups', 'invitees', 'check_ins']),
  title: z.string(),
  summary: z.string(),
  art: z.string(),
  startsAt: instant,
  endsAt: instant,
  state: activityState,
  /** The maximum prize. */
  prizeCents: z.int(),
})

/**
 * VIP, invitations, ladder, game bonus, activities, check-in, awards. Profiles that forbid gifts refuse with
 * `blocked_by_policy`.
 */
export const rewardsCalls = defineCalls({
  'GET /api/app/main/userGift': {
    summary: '1 while an award waits for the player, else 0',
    access: 'player',
    data: z.literal([0, 1]),
  },
  'GET /api/app/rewards/rules': {
    summary:
      'All that rewards go by: levels, ladder, commission, game bonus, check-in; empty where gifts are forbidden',
    access: 'visitor',
    data: z.object({
      vipLevels: z.array(vipLevel),
      commission: z.array(z.object({ level: z.int(), rateBps: z.int() })),
      ladder: z.object({
        steps: z.array(z.object({ step: z.int(), invitees: z.int(), awardCents: z.int() })),
        /** The top-ups and stakes of a valid invitee. */
        minTopUpCents: z.int(),
        minStakedCents: z.int(),
      }),
      gameBonus: z.nullable(z.object({ rateBps: z.int(), maxReleaseCents: z.int() })),
      checkIn: z.array(z.object({ streakDay: z.int(), amountCents: z.int() })),
      /** A gift's wagering multiple. */
      wageredTimes: z.int(),
      /** The maximum bonus part of one stake. */
      maxBonusStakeCents: z.int(),
      /** The shares of stakes that count. */
      counted: z.object(countedShares),
      /** Reduced earning of game bonus and commission: the mines share, and the minimum odds of bets. */
      earning: z.object({ minesBps: z.int(), minPriceMilli: z.int() }),
    }),
  },
  'GET /api/app/rewards/awards': {
    summary: 'The awards that wait for the player, oldest kind first',
    access: 'player',
    data: z.object({ waiting: z.array(waitingAward) }),
  },
  'POST /api/app/rewards/awards/claim': {
    summary: 'Claims one award; the same request twice answers the same and pays once',
    access: 'player',
    body: z.strictObject({ requestId, awardId }),
    data: z.object({ awardId: z.string(), type: awardType, amountCents: centsAbove0, wageredTimes: z.int() }),
  },
  'GET /api/app/rewards/records': {
    summary: 'What rewards gave the player, newest first; of one `type` or of both',
    access: 'player',
    query: z.strictObject({ type: z.optional(z.enum(['14', '141'])), cursor }),
    data: z.object({
      records: z.array(
        z.object({
          id: z.string(),
          type: awardType,
          kind: grantKind,
          step: z.nullable(z.int()),
          amountCents: centsAbove0,
          wageredTimes: z.int(),
          at: instant,
        }),
      ),
      next: nextCursor,
    }),
  },
  'GET /api/app/rewards/vip': {
    summary: "The player's level, what the next one asks for, and the levels reached so far",
    access: 'player',
    data: z.object({
      level: z.int(),
      topUpCents: centsFrom0,
      settledCents: centsFrom0,
      next: z.nullable(z.object({ level: z.int(), topUpCents: z.int(), settledCents: z.int() })),
      history: z.array(
        z.object({
          level: z.int(),
          awardCents: z.int(),
          /** Null while unclaimed. */
          claimedAt: z.nullable(instant),
        }),
      ),
    }),
  },
  'GET /api/app/rewards/invitations': {
    summary: "The player's code and link, who came by it on three levels, and what that earned",
    access: 'player',
    data: z.object({
      code: z.string(),
      url: z.string(),
      levels: z.array(
        z.object({
          level: z.int(),
          persons: z.int(),
          settledCents: z.int(),
          rateBps: z.int(),
          earnedCents: z.int(),
        }),
      ),
      /** Today's is what will be paid tomorrow as of now; the others were paid. */
      earned: z.object({ todayCents: z.int(), sevenDaysCents: z.int(), totalCents: z.int() }),
      /** Held for review because accounts look related. */
      heldCents: z.int(),
      /** The newest invitees, masked. */
      latest: z.array(z.object({ name: z.string(), level: z.int(), at: instant, isValid: z.boolean() })),
      /** Whether `accept` still takes a code: not invited yet, and not too late. */
      mayAccept: z.boolean(),
    }),
  },
  'POST /api/app/rewards/invitations/accept': {
    summary: 'Says whose code the player came by, where the registration had none',
    access: 'player',
    body: z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(20)) }),
    data: z.null(),
  },
  'GET /api/app/rewards/commissions': {
    summary: 'Commission by day and referred player, newest first',
    access: 'player',
    query: z.strictObject({ level: z.optional(z.enum(['1', '2', '3'])), day: z.optional(day), cursor }),
    data: z.object({
      records: z.array(
        z.object({
          day,
          level: z.int(),
          name: z.string(),
          settledCents: z.int(),
          /** In hundredths of a cent, because a day's part may be below one; negative if reversed. */
          amountE2: z.int(),
          /** waiting for the daily payment, paid, held for review, or rejected by it. */
          status: z.enum(['waiting', 'paid', 'held', 'rejected']),
          /** Why it was held. */
          reasons: z.array(relation),
        }),
      ),
      next: nextCursor,
    }),
  },
  'GET /api/app/rewards/ladder': {
    summary: 'The player’s number of valid invitees, and the state of each ladder step',
    access: 'player',
    data: z.object({
      validInvitees: z.int(),
      /** Invitees that are not valid yet. */
      otherInvitees: z.int(),
      steps: z.array(
        z.object({
          step: z.int(),
          invitees: z.int(),
          awardCents: z.int(),
          state: z.enum(['ahead', 'ready', 'claimed']),
          /** The name for `awards/claim`. */
          awardId,
          claimedAt: z.nullable(instant),
        }),
      ),
    }),
  },
  'GET /api/app/rewards/gameBonus': {
    summary: 'The bonus that stakes have earned, its releases, and what is still to be wagered of each bonus',
    access: 'player',
    data: z.object({
      /** In reais, as the socket's `userBetAmount`: the accrued bonus, and its stakes. */
      bouns: z.number(),
      amount: z.number(),
      rateBps: z.int(),
      maxReleaseCents: z.int(),
      releases: z.array(z.object({ amountCents: z.int(), at: instant })),
      /** Bonuses being wagered, oldest first. */
      bonuses: z.array(
        z.object({
          /** The source: `topup` or a kind of grant. */
          source: z.string(),
          grantCents: z.int(),
          /** In counting stakes. */
          wagerCents: z.int(),
          leftCents: z.int(),
        }),
      ),
    }),
  },
  'GET /api/app/rewards/activities': {
    summary: 'Activities that are open or about to be, and those that ended lately',
    access: 'visitor',
    data: z.object({ activities: z.array(activityCard) }),
  },
  'GET /api/app/rewards/activities/:activityId': {
    summary: 'One activity with its steps and rules',
    access: 'visitor',
    params: z.strictObject({ activityId }),
    data: z.object({
      ...activityCard.shape,
      steps: z.array(z.object({ step: z.int(), goal: z.int(), prizeCents: z.int() })),
      /** The explanation in three sentences. */
      how: z.array(z.string()),
      rules: z.array(z.string()),
      audience: z.enum(['all', 'new', 'invited']),
      wageredTimes: z.int(),
    }),
  },
  'GET /api/app/rewards/activities/:activityId/progress': {
    summary: "The player's own progress, in the unit of the activity's goals (cents, people, days)",
    access: 'player',
    params: z.strictObject({ activityId }),
    data: z.object({
      /** Whether this player may take part. */
      isFor: z.boolean(),
      progress: z.int(),
      steps: z.array(
        z.object({
          step: z.int(),
          state: z.enum(['ahead', 'ready', 'claimed', 'missed']),
          awardId,
          claimedAt: z.nullable(instant),
        }),
      ),
    }),
  },
  'GET /api/app/rewards/checkIn': {
    summary: 'The streak of daily check-ins: days are those of the `zone` header',
    access: 'player',
    data: z.object({
      today: day,
      isDone: z.boolean(),
      /** Days in a row, including today once done. */
      streak: z.int(),
      /** The next or today's day in the prize cycle: 1 to the length of `prizes`. */
      streakDay: z.int(),
      prizes: z.array(z.object({ streakDay: z.int(), amountCents: z.int() })),
      /** The last check-in days, newest first. */
      days: z.array(day),
    }),
  },
  'POST /api/app/rewards/checkIn': {
    summary: "Today's check-in, once a day",
    access: 'player',
    body: z.strictObject({ requestId }),
    data: z.object({ day, streak: z.int(), streakDay: z.int(), amountCents: z.int() }),
  },
})
