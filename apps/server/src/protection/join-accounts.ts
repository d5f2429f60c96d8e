import { readAllAccountsOf, readPlayers, readSharedCpfs } from '../identity/index.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectPersonAccounts, upsertPersonAccounts } from './queries.ts'
import { limitKey, readLimitStates } from './read-rules.ts'
import { limitNames, noLimit } from './rules.ts'
import { type Person, type ReadProven, withWholePersons } from './same-person.ts'
import { type Change, tightenElsewhere, writeChanges } from './set-limits.ts'

type Joining = { policyVersion: string; readProven: ReadProven }

/**
 * Joins accounts with the same CPF that each of them has proved: from then on a limit of one counts what all of them did. Each gets the
 * tightest of each limit that any of them has. These are all accounts with their CPFs, and are locked. Who is joined already stays
 * so, and nothing is written.
 */
export async function joinAccounts(
  tx: Tx,
  persons: readonly Person[],
  { policyVersion, readProven }: Joining,
): Promise<void> {
  const byCpf = Map.groupBy(persons, ({ cpf }) => cpf)
  const several = [...byCpf.values()]
    .map((accounts) => [...new Set(accounts.map(({ playerId }) => playerId))])
    .filter((playerIds) => playerIds.length > 1)
  if (several.length === 0) return
  const proven = await readProven(tx, several.flat())
  const groups = several
    .map((playerIds) => playerIds.filter((playerId) => proven.has(playerId)))
    .filter((playerIds) => playerIds.length > 1)
  const known = new Map(
    (await selectPersonAccounts(tx, groups.flat())).map((row) => [row.playerId, row.personId]),
  )
  const fresh = groups.filter((playerIds) => new Set(playerIds.map((id) => known.get(id) ?? id)).size > 1)
  if (fresh.length === 0) return
  await upsertPersonAccounts(
    tx,
    fresh.flatMap((playerIds) => {
      const personId = Math.min(...playerIds.map((id) => known.get(id) ?? id))
      return playerIds.map((playerId) => ({ playerId, personId }))
    }),
  )
  const states = await readLimitStates(tx, fresh.flat(), 0)
  const changes = fresh.flatMap((playerIds) => tightestOf(states, playerIds))
  if (changes.length > 0) await writeChanges(tx, { changes, states, policyVersion })
}

/** What changes where each of these accounts gets the tightest of each limit that one of them has. */
function tightestOf(states: Parameters<typeof tightenElsewhere>[0], playerIds: readonly number[]): Change[] {
  return limitNames.flatMap(({ kind, period }) => {
    const amounts = playerIds.flatMap(
      (playerId) => (states.get(limitKey({ playerId, kind, period })) ?? noLimit).amount ?? [],
    )
    if (amounts.length === 0) return []
    const after = { amount: Math.min(...amounts), pending: null }
    return tightenElsewhere(states, { kind, period, after }, playerIds)
  })
}

/**
 * Joins the accounts of these players with the others of their persons, where there are any; closed ones too, or who closes an account
 * would leave its limits, and what was lost there, behind.
 */
export async function joinPlayers(deps: Deps, playerIds: readonly number[], joining: Joining): Promise<void> {
  const players = await readPlayers(deps.db, playerIds)
  const cpfs = [...new Set([...players.values()].flatMap(({ cpf }) => cpf ?? []))]
  const byCpf = Map.groupBy(await readAllAccountsOf(deps.db, cpfs), ({ cpf }) => cpf)
  const ofSeveral = [...byCpf.values()].filter(({ length }) => length > 1).flat()
  if (ofSeveral.length === 0) return
  await withWholePersons(
    deps.db,
    ofSeveral.map(({ playerId }) => playerId),
    async (tx, accounts) => {
      const all = [...new Set([...accounts.values()].flat())]
      const now = await readPlayers(tx, all)
      const persons = [...now.values()].flatMap(({ playerId, cpf }) => (cpf ? [{ playerId, cpf }] : []))
      await joinAccounts(tx, persons, joining)
    },
  )
}

/** Persons of one page of the whole base. */
const PAGE = 200

/** Joins the accounts of all persons who have several: those of before they were joined, and those whose CPF was corrected. */
export async function joinWholeBase(deps: Deps, joining: Joining): Promise<void> {
  let after = ''
  for (;;) {
    const shared = await readSharedCpfs(deps.db, after, PAGE)
    const last = shared.at(-1)
    if (!last) return
    await joinPlayers(
      deps,
      shared.map(({ playerId }) => playerId),
      joining,
    )
    after = last.cpf
  }
}
