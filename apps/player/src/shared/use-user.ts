import { useQuery } from '@tanstack/react-query'
import { api } from './api/api.ts'
import { FormerSessionError } from './api/api-error.ts'
import { cachedUser, cacheUser, useIsLoggedIn, type UserInfo, userInfoKey } from './session.ts'
import { pushedMoney, writeBalance } from './live-cache.ts'
import { queryClient } from './query.ts'

const fetchUser = async (loading: boolean): Promise<UserInfo> => {
  try {
    // Without a connection the bar over the page says so; an alert would stand before what is still there to be read.
    const user = await api('GET /api/app/user/userInfo', { loading, inline: navigator.onLine === false })
    cacheUser(user)
    return newerBalance(user)
  } catch (error) {
    if (error instanceof FormerSessionError) throw error // what is kept may be the next player's
    // A failed fetch resets the user info (SPEC §4): better nothing than the numbers of another day.
    cacheUser(undefined)
    throw error
  }
}

/**
 * An answer that was under way while a push brought a newer balance must not turn it back. The held user has that push,
 * except during the first answer: then there is no user yet.
 */
const newerBalance = (user: UserInfo): UserInfo => {
  const known = [queryClient.getQueryData<UserInfo>(userInfoKey), pushedMoney()]
  return known.reduce<UserInfo>((newest, money) => {
    if (!money || money.balanceVersion <= newest.balanceVersion) return newest
    const { balance, freeBalance, balanceVersion } = money
    return { ...newest, balance, freeBalance, balanceVersion }
  }, user)
}

/** The player and the balance; undefined for a visitor and until the first answer. */
export const useUser = (): UserInfo | undefined => useUserState().user

/** The player as above, whether asking for them failed, and how to ask again. */
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

/** Asks the server for the balance alone, as a login and a withdrawal do (SPEC §4). A newer one that was pushed stays. */
export const refreshBalance = async (): Promise<void> => {
  const { balance, freeBalance, balanceVersion } = await api('GET /api/app/user/getBalance', {
    loading: false,
    inline: true,
  })
  writeBalance({ balance, freeBalance, balanceVersion })
}

/** Asks the server for the user info again, as after a login or a payment. */
export const refreshUser = async (): Promise<UserInfo> => {
  const user = await fetchUser(true)
  queryClient.setQueryData(userInfoKey, user)
  return user
}
