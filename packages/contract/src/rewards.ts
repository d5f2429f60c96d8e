import * as z from 'zod/mini'
import { centsAbove0, centsFrom0, cursor, day, defineCalls, instant, nextCursor, requestId } from './call.ts'
import { countedShares } from './counted-shares.ts'

/** What waits to be claimed, by its own name: `vip-3`, `ladder-2`, `activity-welcome-1`. */
const awardId = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,79}$/))
const activityId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))
/** The types of awards of the specification: 14 VIP upgrade, 141 promotion. */
const awardType = z.enum(['14', '141'])

/** What a grant is for. */
const grantKind = z.enum(['vip', 'ladder', 'activity', 'check_in', 'commission', 'game_bonus'])

const vipLevel = z.object({
  level: z.int(),
  /** All top-ups that the level asks for. */
  depositCents: z.int(),
  /** What must be topped up and staked at this level to reach the next one; null at the last. */
  nextTopUpCents: z.nullable(z.int()),
  nextSettledCents: z.nullable(z.int()),
  withdrawalsADay: z.int(),
  feeBps: z.int(),
  /** What reaching it brings, once. */
  awardCents: z.int(),
  /** Whether its players have a support queue of their own. */
  hasOwnQueue: z.boolean(),
})

const waitingAward = z.object({
  awardId,
  type: awardType,
  kind: z.enum(['vip', 'ladder', 'activity']),
  /** The VIP level, the step of the ladder or of the activity. */
  step: z.int(),
  /** The activity's id and title; null of others. */
  activity: z.nullable(z.object({ id: z.string(), title: z.string() })),
  amountCents: centsAbove0,
  /** How many times it is to be wagered before it becomes cash. */
  wageredTimes: z.int(),
  /** Until when it may be claimed; null without end. */
  endsAt: z.nullable(instant),
})

const relation = z.enum(['cpf', 'payer', 'payout_key', 'device', 'address'])

const activityState = z.enum(['upcoming', 'open', 'ended'])

const activityCard = z.object({
  id: z.string(),
  /** What is counted: settled stakes, top-ups, valid invitees, or days with a check-in. */
  counts: z.enum(['stakes', 'top_ups', 'invitees', 'check_ins']),
  title: z.string(),
  summary: z.string(),
  art: z.string(),
  startsAt: instant,
  endsAt: instant,
  state: activityState,
  /** The most that can be won. */
  prizeCents: z.int(),
})

/** VIP, invitations, ladder, game bonus, activities, check-in, awards. Profiles that forbid gifts refuse by `blocked_by_policy`. */
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
        /** An invitee is valid with so much topped up and so much staked. */
        minTopUpCents: z.int(),
        minStakedCents: z.int(),
      }),
      gameBonus: z.nullable(z.object({ rateBps: z.int(), maxReleaseCents: z.int() })),
      checkIn: z.array(z.object({ streakDay: z.int(), amountCents: z.int() })),
      /** How many times a gift is wagered. */
      wageredTimes: z.int(),
      /** The most of one stake that may come from bonus money. */
      maxBonusStakeCents: z.int(),
      /** What of stakes counts for it. */
      counted: z.object(countedShares),
      /** What of a settled stake of own money earns game bonus and commission, but for all of it: of mines so much, of bets below these odds nothing. */
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
          /** Null while the award waits. */
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
      /** Of today it is what will be paid tomorrow as it stands now; the others are what was paid. */
      earned: z.object({ todayCents: z.int(), sevenDaysCents: z.int(), totalCents: z.int() }),
      /** Waits for a person to look at it, because accounts look related. */
      heldCents: z.int(),
      /** Who came last, the newest first, masked. */
      latest: z.array(z.object({ name: z.string(), level: z.int(), at: instant, isValid: z.boolean() })),
      /** Whether a code may still be given with `accept`: nobody invited this player, and it is not too late. */
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
          /** In hundredths of a cent, since a day's part may be less than one; below zero where it was taken back. */
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
    summary: 'How many valid invitees the player has, and where each step of the ladder stands',
    access: 'player',
    data: z.object({
      validInvitees: z.int(),
      /** Who came by the code, and is not valid yet. */
      otherInvitees: z.int(),
      steps: z.array(
        z.object({
          step: z.int(),
          invitees: z.int(),
          awardCents: z.int(),
          state: z.enum(['ahead', 'ready', 'claimed']),
          /** What `awards/claim` takes. */
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
      /** In reais, as the socket's `userBetAmount` has them: the accrued bonus, and the stakes it came from. */
      bouns: z.number(),
      amount: z.number(),
      rateBps: z.int(),
      maxReleaseCents: z.int(),
      releases: z.array(z.object({ amountCents: z.int(), at: instant })),
      /** Bonuses being wagered, oldest first. */
      bonuses: z.array(
        z.object({
          /** What granted it: `topup` or one of the kinds of grants. */
          source: z.string(),
          grantCents: z.int(),
          /** In stakes as they count. */
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
      /** Three sentences of how it works. */
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
      /** Whether it is for this player at all. */
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
      /** Days in a row so far, today's included once it is done. */
      streak: z.int(),
      /** Which day of the week of prizes comes next, or came today: 1 to the length of `prizes`. */
      streakDay: z.int(),
      prizes: z.array(z.object({ streakDay: z.int(), amountCents: z.int() })),
      /** The last days with a check-in, newest first. */
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
