import { useQuery } from '@tanstack/react-query'
import { api } from './api/api.ts'
import { FormerSessionError } from './api/api-error.ts'
import { cachedUser, cacheUser, useIsLoggedIn, type UserInfo, userInfoKey } from './session.ts'
import { pushedMoney, writeBalance } from './live-cache.ts'
import { queryClient } from './query.ts'

const fetchUser = async (loading: boolean): Promise<UserInfo> => {
  try {
    // Offline the bar above the page says so; an alert would cover what is still readable.
    const user = await api('GET /api/app/user/userInfo', { loading, inline: navigator.onLine === false })
    cacheUser(user)
    return newerBalance(user)
  } catch (error) {
    if (error instanceof FormerSessionError) throw error // the cached one may be the next player's
    // A failed fetch resets the user (SPEC §4): better nothing than old numbers.
    cacheUser(undefined)
    throw error
  }
}

/**
 * An answer that was pending during a push must not revert the balance. The held user has the push, except during the
 * first answer, when there is no user yet.
 */
const newerBalance = (user: UserInfo): UserInfo => {
  const known = [queryClient.getQueryData<UserInfo>(userInfoKey), pushedMoney()]
  return known.reduce<UserInfo>((newest, money) => {
    if (!money || money.balanceVersion <= newest.balanceVersion) return newest
    const { balance, freeBalance, balanceVersion } = money
    return { ...newest, balance, freeBalance, balanceVersion }
  }, user)
}

/** The player and balance; undefined for a visitor and before the first answer. */
export const useUser = (): UserInfo | undefined => useUserState().user

/** The player, whether loading failed, and how to retry. */
export const useUserState = () => {
  const isLoggedIn = useIsLoggedIn()
  const query = useQuery({
    queryKey: userInfoKey,
    queryFn: () => fetchUser(false),
    enabled: isLoggedIn,
    initialData: isLoggedIn ? cachedUser : undefined,
    initialDataUpdatedAt: 0,
  })
  return {
    user: isLoggedIn && !query.isError ? query.data : undefined,
    hasFailed: isLoggedIn && query.isError,
    requestAgain: () => void query.refetch(),
  }
}

/** Reloads only the balance, as a login and a withdrawal do (SPEC §4). A newer pushed one stays. */
export const refreshBalance = async (): Promise<void> => {
  const { balance, freeBalance, balanceVersion } = await api('GET /api/app/user/getBalance', {
    loading: false,
    inline: true,
  })
  writeBalance({ balance, freeBalance, balanceVersion })
}

/** Reloads the user, as after a login or payment. */
export const refreshUser = async (): Promise<UserInfo> => {
  const user = await fetchUser(true)
  queryClient.setQueryData(userInfoKey, user)
  return user
}
