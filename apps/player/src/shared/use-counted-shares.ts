import type { Calls } from '@palpite/contract'
import { useEffect } from 'react'
import { useCall } from './api/use-call.ts'
import { watchWagering } from './live-cache.ts'
import type { UserInfo } from './session.ts'
import { useUser } from './use-user.ts'

type CountedShares = Calls['GET /api/app/rewards/rules']['data']['counted']

/** How much of stakes counts for what is to be wagered, as it is in force: with the player, and for a visitor with the rules. */
export function useCountedShares(): CountedShares | undefined {
  const user = useUser()
  const rules = useCall('GET /api/app/rewards/rules', { loading: false }, { enabled: user === undefined })
  return user?.wagering ?? rules.data?.counted
}

/** What is still to be wagered, asked anew while it is in sight whenever a stake of the player was counted; nothing of a visitor. */
export function useWagering(): UserInfo['wagering'] | undefined {
  useEffect(watchWagering, [])
  return useUser()?.wagering
}

/** How much is to be staked for so much to count, in whole cents; nothing does where no stake counts. */
export const stakedFor = (leftCents: number, shareBps: number): number | undefined =>
  shareBps > 0 ? Math.ceil((leftCents * 10_000) / shareBps) : undefined
