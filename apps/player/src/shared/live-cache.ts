import type { Calls, PlayerEvents } from '@palpite/contract'
import { callKey, isInSight, refreshCalls } from './api/use-call.ts'
import { queryClient } from './query.ts'
import { type UserInfo, userInfoKey } from './session.ts'

/** Puts what the socket brings about the player into the query cache. */
export const writePlayerEvent = (name: keyof PlayerEvents, event: PlayerEvents[keyof PlayerEvents]): void => {
  if (name === 'updateUserInfo' || name === 'insBalance') {
    queryClient.setQueryData<UserInfo>(userInfoKey, (user) => user && mergeUser(user, event))
  }
  if (name === 'paySuccess') void refreshCalls('GET /api/app/user/userInfo', 'GET /api/app/order/records')
  if (name === 'withdrawChanged')
    void refreshCalls('GET /api/app/order/records', 'GET /api/app/order/getWithdraw')
  if (name === 'support' && !('what' in event && event.what === 'typing'))
    void refreshCalls('GET /api/app/support/chat')
  if (name === 'message') void refreshCalls('GET /api/app/messages/list', 'GET /api/app/messages/unread')
  if (name === 'userBetAmount') writeGameBonus(event)
  if (name === 'betSettled')
    void refreshCalls('GET /api/app/sportsbook/bets', 'GET /api/app/sportsbook/bets/:betId')
  if (name === 'updateUserInfo' || name === 'betSettled' || name === 'userBetAmount') countStakes()
}

/** Several stakes that are counted within this time are one question. */
const COUNTED_TOGETHER_MS = 300
let counting: ReturnType<typeof setTimeout> | undefined

/**
 * Asks anew what may be withdrawn and what is still to be wagered, where that is in sight: a push says that money moved
 * or a stake was settled, and not what it came to. A page that was opened a moment before would stay blocked.
 */
const countStakes = (): void => {
  counting ??= setTimeout(() => {
    counting = undefined
    if (!isInSight('GET /api/app/order/getWithdraw')) return
    void refreshCalls('GET /api/app/order/getWithdraw')
    const { ownLeftCents = 0, bonusLeftCents = 0 } =
      queryClient.getQueryData<UserInfo>(userInfoKey)?.wagering ?? {}
    if (ownLeftCents + bonusLeftCents > 0) void refreshCalls('GET /api/app/user/userInfo')
  }, COUNTED_TOGETHER_MS)
}

type GameBonus = Calls['GET /api/app/rewards/gameBonus']['data']

/** The bonus that stakes have earned grows where it is shown. */
const writeGameBonus = (event: PlayerEvents[keyof PlayerEvents]): void => {
  if (!('bouns' in event)) return
  const { bouns, amount } = event
  queryClient.setQueryData<GameBonus>(
    callKey('GET /api/app/rewards/gameBonus'),
    (known) => known && { ...known, bouns, amount },
  )
}

/** Puts the balance that a command answered with into the user info, unless a newer one is there. */
export const writeBalance = (money: Pick<UserInfo, 'balance' | 'freeBalance' | 'balanceVersion'>): void => {
  queryClient.setQueryData<UserInfo>(userInfoKey, (user) => user && mergeUser(user, { seq: 0, ...money }))
}

const moneyFields = ['balance', 'freeBalance', 'balanceVersion'] as const

/** The user with the pushed fields; money only when the push is newer than what is held. */
export const mergeUser = (
  user: UserInfo,
  event: { seq: number; balanceVersion?: number | undefined },
): UserInfo => {
  const { seq: _, ...fields } = event
  const isStale = (fields.balanceVersion ?? 0) <= user.balanceVersion
  const kept = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !(isStale && isMoneyField(name)),
  )
  return { ...user, ...Object.fromEntries(kept) }
}

const isMoneyField = (name: string): boolean => moneyFields.some((field) => field === name)

/** After a gap in the connection: what is pushed without being stored (balances, prices) is asked for again. */
export const catchUp = (): void =>
  void refreshCalls(
    'GET /api/app/user/userInfo',
    'GET /api/app/order/getWithdraw',
    'GET /api/app/sportsbook/fixtures',
    'GET /api/app/sportsbook/fixture/:fixtureId',
    'GET /api/app/games/shared/:room',
    'GET /api/app/games/rounds',
    'GET /api/app/messages/list',
    'GET /api/app/messages/unread',
    'GET /api/app/support/chat',
  )
