import type { Calls, PlayerEvents, PublicEvents } from '@palpite/contract'
import { refreshCalls } from './api/use-call.ts'
import { queryClient } from './query.ts'
import { type UserInfo, userInfoKey } from './session.ts'

type Fixture = PublicEvents['fixture']
type FixtureList = Calls['GET /api/app/sportsbook/fixtures']['data']

/** The one place where what the socket says enters the query cache. */
export const writePlayerEvent = (name: keyof PlayerEvents, event: PlayerEvents[keyof PlayerEvents]): void => {
  if (name === 'updateUserInfo' || name === 'insBalance') {
    queryClient.setQueryData<UserInfo>(userInfoKey, (user) => user && mergeUser(user, event))
  }
  if (name === 'paySuccess') void refreshCalls('GET /api/app/user/userInfo', 'GET /api/app/order/records')
  if (name === 'withdrawChanged')
    void refreshCalls('GET /api/app/order/records', 'GET /api/app/order/getWithdraw')
  if (name === 'betSettled')
    void refreshCalls('GET /api/app/sportsbook/bets', 'GET /api/app/sportsbook/bets/:betId')
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

/** After a gap in the line: what is pushed without being stored (balances, prices) is asked for again. */
export const catchUp = (): void =>
  void refreshCalls(
    'GET /api/app/user/userInfo',
    'GET /api/app/sportsbook/fixtures',
    'GET /api/app/sportsbook/fixture/:fixtureId',
  )

/** Puts a changed fixture in every answer that holds an older one. */
export const writeFixture = (fixture: Fixture): void => {
  queryClient.setQueriesData<FixtureList>(
    { queryKey: ['GET /api/app/sportsbook/fixtures'] },
    (list) => list && replaceInList(list, fixture),
  )
  queryClient.setQueriesData<Fixture>({ queryKey: ['GET /api/app/sportsbook/fixture/:fixtureId'] }, (held) =>
    held?.fixtureId === fixture.fixtureId ? mergeFixture(held, fixture) : held,
  )
}

const replaceInList = (list: FixtureList, fixture: Fixture): FixtureList => {
  const holds = list.some((group) => group.fixtures.some((each) => each.fixtureId === fixture.fixtureId))
  if (!holds) return list
  return list.map((group) => ({
    ...group,
    fixtures: group.fixtures.map((held) =>
      held.fixtureId === fixture.fixtureId ? mergeFixture(held, fixture) : held,
    ),
  }))
}

/** The newer of two sights of one match; a push brings only the main markets, the others stay as they were. */
export const mergeFixture = (held: Fixture, pushed: Fixture): Fixture => {
  if (pushed.version <= held.version) return held
  const fresh = new Map(pushed.markets.map((market) => [market.marketId, market]))
  const kept = held.markets.map((market) => fresh.get(market.marketId) ?? market)
  const added = pushed.markets.filter(
    (market) => !held.markets.some((old) => old.marketId === market.marketId),
  )
  return { ...pushed, markets: [...kept, ...added] }
}
