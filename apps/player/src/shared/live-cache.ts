import type { Calls, PlayerEvents } from '@palpite/contract'
import { callKey, isInSight, refreshCalls } from './api/use-call.ts'
import { queryClient } from './query.ts'
import { type UserInfo, userInfoKey } from './session.ts'

/** Writes socket events about the player into the query cache. */
export const writePlayerEvent = (name: keyof PlayerEvents, event: PlayerEvents[keyof PlayerEvents]): void => {
  if (name === 'updateUserInfo' || name === 'insBalance') writeUser(event)
  if (name === 'paySuccess') void refreshCalls('GET /api/app/user/userInfo', 'GET /api/app/order/records')
  if (name === 'withdrawChanged')
    void refreshCalls('GET /api/app/order/records', 'GET /api/app/order/getWithdraw')
  if (name === 'support' && !('what' in event && event.what === 'typing'))
    void refreshCalls('GET /api/app/support/chat')
  if (name === 'message')
    // One of them may offer a pause, which is part of the limits.
    void refreshCalls(
      'GET /api/app/messages/list',
      'GET /api/app/messages/unread',
      'GET /api/app/protection/limits',
    )
  if (name === 'userBetAmount') writeGameBonus(event)
  if (name === 'betSettled')
    void refreshCalls('GET /api/app/sportsbook/bets', 'GET /api/app/sportsbook/bets/:betId')
  if (name === 'updateUserInfo' || name === 'betSettled' || name === 'userBetAmount') countStakes()
}

/** Several counted stakes within this time cause one reload; longer beside a game, whose rounds follow fast. */
const COUNTED_TOGETHER_MS = 300
const COUNTED_IN_PLAY_MS = 1_500
let counting: ReturnType<typeof setTimeout> | undefined
let watchers = 0

/** Keeps the remaining wagering current until the returned function is called, for pages that show it alone. */
export const watchWagering = (): (() => void) => {
  watchers += 1
  return () => void (watchers -= 1)
}

/**
 * Reloads the withdrawable amount and the remaining wagering where shown: a push says that money moved or a stake
 * settled, not the result. Otherwise a page opened a moment before would stay blocked.
 */
const countStakes = (): void => {
  const isAsked = isInSight('GET /api/app/order/getWithdraw')
  const afterMs = isAsked ? COUNTED_TOGETHER_MS : COUNTED_IN_PLAY_MS
  counting ??= setTimeout(() => {
    counting = undefined
    const areLimitsInSight = isInSight('GET /api/app/order/getWithdraw')
    if (!areLimitsInSight && watchers === 0) return
    if (areLimitsInSight) void refreshCalls('GET /api/app/order/getWithdraw')
    const { ownLeftCents = 0, bonusLeftCents = 0 } =
      queryClient.getQueryData<UserInfo>(userInfoKey)?.wagering ?? {}
    if (ownLeftCents + bonusLeftCents > 0) void refreshCalls('GET /api/app/user/userInfo')
  }, afterMs)
}

type GameBonus = Calls['GET /api/app/rewards/gameBonus']['data']

/** The earned game bonus grows where it is shown. */
const writeGameBonus = (event: PlayerEvents[keyof PlayerEvents]): void => {
  if (!('bouns' in event)) return
  const { bouns, amount } = event
  queryClient.setQueryData<GameBonus>(
    callKey('GET /api/app/rewards/gameBonus'),
    (known) => known && { ...known, bouns, amount },
  )
}

type Money = Pick<UserInfo, 'balance' | 'freeBalance' | 'balanceVersion'>
/** A push about the player; unchanged fields are omitted. */
type Pushed = { seq: number } & { [F in keyof Money]?: number | undefined }

/** Writes a command's balance into the user, unless a newer one is there. */
export const writeBalance = (money: Money): void => writeUser({ seq: 0, ...money })

/**
 * Writes the first greeting's balance into the user. Returns whether it was newer than the held one: then money moved
 * after the page was loaded, and visible lists may be stale too. A pending user answer is awaited, because only it
 * shows whether the page is behind.
 */
export const writeGreeting = async (money: Money): Promise<boolean> => {
  const query = findUser()
  if (query?.state.fetchStatus === 'fetching') {
    await query.promise?.catch(() => undefined) // the screen that requested it reports the failure
    if (findUser() !== query) return false // the player left meanwhile: the next one must not get this balance
  }
  const held = queryClient.getQueryData<UserInfo>(userInfoKey)
  writeBalance(money)
  return held !== undefined && held.balanceVersion < money.balanceVersion
}

const findUser = () => queryClient.getQueryCache().find<UserInfo>({ queryKey: userInfoKey, exact: true })

/**
 * The newest pushed balance, kept until the first answer brings a user. It is in the query cache, so it is dropped
 * with its player.
 */
const pushedMoneyKey = ['pushed money'] as const

/** The newest balance pushed to this player, or undefined. */
export const pushedMoney = (): Money | undefined => queryClient.getQueryData<Money>(pushedMoneyKey)

/**
 * A push has only some fields, so the stored user of the last visit (updated at 0) stays due for reload. The greeting
 * may arrive before a screen asks.
 */
const writeUser = (event: Pushed): void => {
  keepMoney(event)
  const updatedAt = findUser()?.state.dataUpdatedAt === 0 ? 0 : Date.now()
  queryClient.setQueryData<UserInfo>(userInfoKey, (user) => user && mergeUser(user, event), { updatedAt })
}

/** `insBalance` is ignored: it lacks the bonus part, and follows an `updateUserInfo` of the same version. */
const keepMoney = ({ balance, freeBalance, balanceVersion }: Pushed): void => {
  if (balance === undefined || freeBalance === undefined || balanceVersion === undefined) return
  if (balanceVersion <= (pushedMoney()?.balanceVersion ?? 0)) return
  queryClient.setQueryData<Money>(pushedMoneyKey, { balance, freeBalance, balanceVersion })
}

const moneyFields = ['balance', 'freeBalance', 'balanceVersion'] as const

/** The user with the pushed fields; the balance only if the push is newer. */
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

/**
 * Reloads what is pushed after a connection gap, or between the page's answers and the first connection. Stored
 * messages do not cover that: before the first greeting it is unknown which ones the page missed.
 */
export const catchUp = (): void =>
  void refreshCalls(
    'GET /api/app/user/userInfo',
    'GET /api/app/order/getWithdraw',
    'GET /api/app/order/records',
    'GET /api/app/sportsbook/bets',
    'GET /api/app/sportsbook/bets/:betId',
    'GET /api/app/sportsbook/fixtures',
    'GET /api/app/sportsbook/fixture/:fixtureId',
    'GET /api/app/games/shared/:room',
    'GET /api/app/games/rounds',
    'GET /api/app/messages/list',
    'GET /api/app/messages/unread',
    'GET /api/app/support/chat',
  )
