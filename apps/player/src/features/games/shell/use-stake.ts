import { entryCents, type MoneyEntry } from '@palpite/ui'
import { useState } from 'react'
import { centsOf } from '../../../shared/format/format.ts'
import { useUser } from '../../../shared/use-user.ts'
import { type StakeBounds, type StakeProblem, stakeProblem } from '../stake.ts'

const firstEntry: MoneyEntry = '5'

export type Stake = {
  entry: MoneyEntry
  setEntry: (entry: MoneyEntry) => void
  cents: number
  bounds: StakeBounds
  balanceCents: number
  /** The player's balance; Infinity for a visitor. */
  mostCents: number
  /** A visitor has no balance, so no stake exceeds it. */
  problem: StakeProblem | undefined
}

/** The typed stake, its bounds, and why it is invalid, if so. */
export const useStake = (bounds: StakeBounds): Stake => {
  const user = useUser()
  const [entry, setEntry] = useState(firstEntry)
  const cents = entryCents(entry)
  const balanceCents = centsOf(user?.balance ?? 0)
  const mostCents = user ? balanceCents : Infinity
  const problem = stakeProblem(cents, bounds, mostCents)
  return { entry, setEntry, cents, bounds, balanceCents, mostCents, problem }
}
