import { createHmac } from 'node:crypto'
import type { BlockedProduct, BreakLength } from '@palpite/contract'
import { readAccountsOf, readPlayers } from '../identity/index.ts'
import type { Config } from '../platform/config.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { writeEvents } from '../platform/outbox.ts'
import { ok, type Result } from '../platform/result.ts'
import { signingKey } from '../platform/crypto.ts'
import type { Lang } from '../platform/texts.ts'
import { breakBegun, toBegun } from './events.ts'
import {
  insertBreaks,
  lockHashes,
  selectBreaksInForce,
  selectExclusionEnd,
  selectKeptBreaks,
  selectPlayersOnBreak,
  upsertExcludedPerson,
  upsertKeptBreaks,
} from './queries.ts'
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

type Keyed = Pick<Config, 'PUBLIC_ID_SECRET'>

/** What is kept of a CPF: by a key that is not in the database, so that nobody finds the CPF by trying all there are. */
const cpfHash = (config: Keyed, cpf: string): string =>
  createHmac('sha256', signingKey(config, 'excluded persons')).update(cpf).digest('base64url')

type Kept = { playerId: number; cpf: string; policyVersion: string; readProven: ReadProven }

/**
 * Keeps the breaks of a player whose account is being closed, by person: their CPF is recognised when it registers anew, and other
 * accounts that gave it are excluded as long, as far as the exclusion reaches; time-outs and blocks they have already. Called before
 * `holdForClosing`, whose hour is of the account and not of the person.
 */
export async function keepBreaks(
  tx: Tx,
  config: Keyed,
  { playerId, cpf, policyVersion, readProven }: Kept,
): Promise<void> {
  const hash = cpfHash(config, cpf)
  await lockHashes(tx, [hash])
  await upsertKeptBreaks(tx, playerId, hash)
  const [exclusion] = await selectExclusionEnd(tx, playerId)
  if (!exclusion) return
  await upsertExcludedPerson(tx, { cpfHash: hash, endsAt: exclusion.endsAt })
  const others = (await readAccountsOf(tx, [cpf])).filter((other) => other.playerId !== playerId)
  if (others.length === 0) return
  const proven = await readProven(tx, [playerId, ...others.map((other) => other.playerId)])
  const persons = others.filter((other) => reaches(proven, playerId, other.playerId))
  await breakKnownPersons(tx, config, { persons, policyVersion })
}

/** Players of one page of the whole base. */
const PAGE = 200
/** Until so long after a closing its own hour would be taken for a time-out of the person. */
const HELD_MS = 2 * 60 * 60_000

/**
 * Keeps, by person, breaks of accounts that were closed before breaks were kept; what is kept already as long stays as it is. Other open
 * accounts of the person get them as far as they reach.
 */
export async function keepClosedBreaks(
  deps: Pick<Deps, 'db' | 'config'>,
  { policyVersion, readProven }: Breaking,
): Promise<void> {
  let after = 0
  for (;;) {
    const page = await selectPlayersOnBreak(deps.db, after, PAGE)
    const last = page.at(-1)
    if (!last) return
    after = last.playerId
    const playerIds = page.map(({ playerId }) => playerId)
    for (const { playerId, cpf } of await unkeptOf(deps, playerIds))
      await withWholePersons(deps.db, [playerId], async (tx, accounts) => {
        // Opened again meanwhile it is no closed one; with another CPF, the next walk finds it.
        const [still] = await closedOf(tx, [playerId])
        if (still?.cpf !== cpf) return
        await keepBreaks(tx, deps.config, { playerId, cpf, policyVersion, readProven })
        const others = (accounts.get(playerId) ?? []).filter((other) => other !== playerId)
        const proven = others.length > 0 ? await readProven(tx, [playerId, ...others]) : new Set<number>()
        const persons = others
          .filter((other) => reaches(proven, playerId, other))
          .map((other) => ({ playerId: other, cpf }))
        await breakKnownPersons(tx, deps.config, { persons, policyVersion })
      })
  }
}

/** Of these players, those whose account is closed so long that the hour of its closing is over. */
async function closedOf(sql: Sql, playerIds: readonly number[]) {
  const players = await readPlayers(sql, playerIds)
  return [...players.values()].flatMap(({ playerId, cpf, closedAt }) =>
    cpf !== null && closedAt !== null && Date.now() - closedAt.getTime() > HELD_MS ? [{ playerId, cpf }] : [],
  )
}

/** Of these players, those whose account is closed and of whose breaks one is not kept by the person, or not as long. */
async function unkeptOf({ db, config }: Pick<Deps, 'db' | 'config'>, playerIds: readonly number[]) {
  const closed = await closedOf(db, playerIds)
  if (closed.length === 0) return []
  const hashes = new Map(closed.map(({ playerId, cpf }) => [playerId, cpfHash(config, cpf)]))
  const nameOf = (hash: string | undefined, kind: string, product: string | null) =>
    `${hash} ${kind} ${product ?? ''}`
  const [inForce, known] = await Promise.all([
    selectBreaksInForce(db, [...hashes.keys()]),
    selectKeptBreaks(db, [...hashes.values()]),
  ])
  const endOf = ({ endsAt }: { endsAt: Date | null }) => endsAt?.getTime() ?? Infinity
  const kept = new Map(known.map((one) => [nameOf(one.cpfHash, one.kind, one.product), endOf(one)]))
  const unkept = new Set(
    inForce
      .filter((one) => (kept.get(nameOf(hashes.get(one.playerId), one.kind, one.product)) ?? 0) < endOf(one))
      .map(({ playerId }) => playerId),
  )
  return closed.filter(({ playerId }) => unkept.has(playerId))
}

/** Whether a person is excluded, or on a time-out, by an account that is closed now. */
export const isOnKeptBreak = async (sql: Sql, config: Keyed, cpf: string): Promise<boolean> =>
  (await selectKeptBreaks(sql, [cpfHash(config, cpf)])).some(({ kind }) => kind !== 'block')

/** Gives players the breaks of closed accounts that turn out to be theirs once their CPF is known. Their accounts are locked. */
export async function breakKnownPersons(
  tx: Tx,
  config: Keyed,
  {
    persons,
    policyVersion,
  }: { persons: readonly { playerId: number; cpf: string }[]; policyVersion: string },
): Promise<void> {
  if (persons.length === 0) return
  const byHash = Map.groupBy(persons, ({ cpf }) => cpfHash(config, cpf))
  // Whoever closes an account of such a person meanwhile sees this one, or is seen here.
  await lockHashes(tx, [...byHash.keys()])
  const known = await selectKeptBreaks(tx, [...byHash.keys()])
  const breaks = known.flatMap(({ cpfHash: hash, ...one }) =>
    (byHash.get(hash) ?? []).map(({ playerId }) => ({ playerId, ...one })),
  )
  if (breaks.length === 0) return
  const begun = await insertBreaks(tx, breaks, policyVersion)
  await writeEvents(tx, breakBegun, begun.map(toBegun))
}

/**
 * Refuses for an hour what a player's calls still on their way would stake or pay in, where the account is being closed: no further
 * call can begin, for all sessions end with it. The player's accounts are locked.
 */
export const holdForClosing = (tx: Tx, playerId: number, policyVersion: string) =>
  insertBreaks(tx, [{ playerId, kind: 'time_out', product: null, lasts: '1 hour' }], policyVersion)
