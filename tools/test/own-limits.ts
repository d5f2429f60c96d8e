import { type CompliancePolicy, openProtection, policyOf } from '../../apps/server/src/protection/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'

/** Far above what a test stakes, and as long as a month. */
const WIDE = [
  { kind: 'loss', period: 'month', amount: 1_000_000_00 },
  { kind: 'time', period: 'month', amount: 44_640 },
] as const

/** Sets the limits that this policy requires before stakes and deposits; most profiles require none. */
export async function setOwnLimits(
  deps: Deps,
  playerIds: readonly number[],
  policy: CompliancePolicy = policyOf(deps.config),
): Promise<void> {
  const needed = policy.missingLimits([])
  if (needed.length === 0) return
  const { setLimit } = openProtection(deps, {
    policy,
    readDeposited: () => Promise.resolve(new Map()),
  })
  const wishes = playerIds.flatMap((playerId) =>
    WIDE.filter(({ kind }) => needed.includes(kind)).map((limit) => ({ playerId, ...limit })),
  )
  for (const answer of await Promise.all(wishes.map(setLimit)))
    if (!answer.ok) throw new Error(`a wide limit is ${answer.refusal.code}`)
}
