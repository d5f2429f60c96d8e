import type { Calls } from '@palpite/contract'
import { useEffect } from 'react'
import { useCall } from './api/use-call.ts'
import { watchWagering } from './live-cache.ts'
import type { UserInfo } from './session.ts'
import { useUser } from './use-user.ts'

type CountedShares = Calls['GET /api/app/rewards/rules']['data']['counted']

/** The shares of stakes that count towards wagering: with the player's data, for a visitor with the rules. */
export function useCountedShares(): CountedShares | undefined {
  const user = useUser()
  const rules = useCall('GET /api/app/rewards/rules', { loading: false }, { enabled: user === undefined })
  return user?.wagering ?? rules.data?.counted
}

/** The remaining wagering, reloaded while shown whenever a stake was counted; undefined for a visitor. */
export function useWagering(): UserInfo['wagering'] | undefined {
  useEffect(watchWagering, [])
  return useUser()?.wagering
}

/** The stake needed for an amount to count, in whole cents; undefined if stakes do not count. */
export const stakedFor = (leftCents: number, shareBps: number): number | undefined =>
  shareBps > 0 ? Math.ceil((leftCents * 10_000) / shareBps) : undefined
