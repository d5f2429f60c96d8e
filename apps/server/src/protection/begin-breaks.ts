import type { BlockedProduct, BreakLength } from '@palpite/contract'
import type { Deps } from '../platform/deps.ts'
import { ok, type Result } from '../platform/result.ts'
import { writeEvents } from '../platform/outbox.ts'
import type { Lang } from '../platform/texts.ts'
import { breakBegun, toBegun } from './events.ts'
import { insertBreaks } from './queries.ts'
import { breakInterval } from './rules.ts'
import { reaches, type ReadProven, withWholePersons } from './same-person.ts'

/** A break that a player takes: of everything, or of one product. `lang` is the language they read the app in. */
export type TakeBreak = { playerId: number; length: BreakLength; lang: Lang } & (
  | { kind: 'time_out' | 'exclusion'; product: null }
  | { kind: 'block'; product: BlockedProduct }
)

type Breaking = { policyVersion: string; readProven: ReadProven }

/**
 * Begins breaks at once. Under the lock of the players' accounts, as stakes are admitted and orders opened: once this is
 * answered, no stake and no top-up of theirs is taken. What is held already goes on: open bets are settled and paid, open
 * rounds may be ended, money may be withdrawn. A break is never shortened, also not by a shorter one. It holds in every open account
 * with the player's CPF, as far as it reaches.
 */
export const beginBreaks = (
  deps: Deps,
  { policyVersion, readProven }: Breaking,
  requests: readonly TakeBreak[],
): Promise<Result<null, never>[]> =>
  withWholePersons(
    deps.db,
    requests.map(({ playerId }) => playerId),
    async (tx, accounts) => {
      const all = [...new Set([...accounts.values()].flat())]
      const proven = all.length > requests.length ? await readProven(tx, all) : new Set<number>()
      const everywhere = requests.flatMap((request) =>
        (accounts.get(request.playerId) ?? [])
          .filter((playerId) => reaches(proven, request.playerId, playerId))
          .map((playerId) => ({ ...request, playerId })),
      )
      const langs = new Map(everywhere.map(({ playerId, lang }) => [playerId, lang]))
      const breaks = everywhere.map(({ playerId, kind, product, length }) => ({
        playerId,
        kind,
        product,
        lasts: breakInterval(length),
      }))
      const begun = await insertBreaks(tx, breaks, policyVersion)
      await writeEvents(
        tx,
        breakBegun,
        begun.map((one) => ({ ...toBegun(one), lang: langs.get(one.playerId) })),
      )
      return requests.map(() => ok(null))
    },
  )
