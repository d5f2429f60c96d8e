import type { Deps } from '../../platform/deps.ts'
import type { AlarmKind } from '../alarms.ts'
import type { Providers } from './providers.ts'
import { insertIdentities, selectIdentities } from './queries.ts'

type Needs = {
  deps: Pick<Deps, 'db'>
  providers: Providers
  alarm: (kind: AlarmKind, ids: Readonly<Record<string, unknown>>) => void
  wakePayouts: () => void
}

export type Identities = {
  /** Whether payouts wait: until the names were compared, and for as long as one of them means another account. */
  areHeld: () => boolean
  /** Compares the names with what they meant before, and keeps those that are new. */
  compare: () => Promise<void>
}

/**
 * Sees to it that a bank's name means one account for ever. A bank that does not know a payout is sent it again, so under
 * a name that was given to another account it would be paid twice: nothing is sent while one has changed.
 */
export function openIdentities({ deps, providers, alarm, wakePayouts }: Needs): Identities {
  let areHeld = true
  return {
    areHeld: () => areHeld,
    compare: async () => {
      const named = providers.all.flatMap(({ name, identity }) =>
        identity === undefined ? [] : [{ name, identitySha256: identity }],
      )
      if (named.length > 0) await deps.db.begin((tx) => insertIdentities(tx, named))
      const known = new Map(
        (await selectIdentities(deps.db)).map(({ name, identitySha256 }) => [name, identitySha256]),
      )
      const changed = named.filter(({ name, identitySha256 }) => known.get(name) !== identitySha256)
      for (const { name } of changed) alarm('provider_changed', { provider: name })
      const wereHeld = areHeld
      areHeld = changed.length > 0
      if (wereHeld && !areHeld) wakePayouts()
    },
  }
}
