import { createHmac } from 'node:crypto'
import type { BlockedProduct, BreakLength } from '@palpite/contract'
import { readAccountsOf, readPlayers } from '../identity/index.ts'
import type { Config } from '../platform/config.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { writeEvents } from '../platform/outbox.ts'
import { ok, type Result } from '../platform/result.ts'
import { skipFailing, skippedBy } from '../platform/skip-failing.ts'
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

/** A break requested by a player: of everything, or of one product. `lang` is the language of the player's app. */
export type TakeBreak = { playerId: number; length: BreakLength; lang: Lang } & (
  | { kind: 'time_out' | 'exclusion'; product: null }
  | { kind: 'block'; product: BlockedProduct }
)

type Breaking = { policyVersion: string; readProven: ReadProven }

/**
 * Starts breaks immediately, under the lock of the players' accounts that stakes and orders also take: once this
 * returns, no further stake or top-up is accepted. What is already held continues: open bets settle and pay, open
 * rounds may be finished, money may be withdrawn. A break is never shortened, not even by a shorter one. It applies
 * to every open account with the player's CPF, subject to `reaches`.
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

/** The stored hash of a CPF, keyed by a secret outside the database, so that nobody can find the CPF by brute force. */
export const cpfHash = (config: Keyed, cpf: string): string =>
  createHmac('sha256', signingKey(config, 'excluded persons')).update(cpf).digest('base64url')

type Kept = { playerId: number; cpf: string; policyVersion: string; readProven: ReadProven }

/**
 * Stores the breaks of an account that is being closed under the hash of its CPF, so that they apply to an account that
 * registers with it later. Other accounts with that CPF are excluded for as long, subject to `reaches`; they already
 * have time-outs and blocks. Call it before `holdForClosing`, whose one-hour hold belongs to the account, not to the
 * person.
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

/** Players per page when walking all players. */
const PAGE = 200
/** For this long after a closing, the closing's own one-hour hold would be mistaken for a time-out of the person. */
const HELD_MS = 2 * 60 * 60_000

/**
 * Stores the breaks of accounts that were closed before `keepBreaks` existed; an equal or longer stored break stays.
 * Other open accounts of the person get them, subject to `reaches`. An account that fails is skipped and tried again in
 * the next walk.
 */
export async function keepClosedBreaks(
  deps: Pick<Deps, 'db' | 'config' | 'log' | 'metrics'>,
  breaking: Breaking,
): Promise<void> {
  const report = skippedBy(deps, 'protection-closed-breaks')
  let after = 0
  for (;;) {
    const page = await selectPlayersOnBreak(deps.db, after, PAGE)
    const last = page.at(-1)
    if (!last) return
    after = last.playerId
    const playerIds = page.map(({ playerId }) => playerId)
    for (const closed of await unkeptOf(deps, playerIds))
      await skipFailing([closed], {
        run: () => keepClosedBreak(deps, breaking, closed),
        skip: ({ playerId }, error) => report({ playerId }, error),
      })
  }
}

const keepClosedBreak = (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { policyVersion, readProven }: Breaking,
  { playerId, cpf }: { playerId: number; cpf: string },
): Promise<void> =>
  withWholePersons(db, [playerId], async (tx, accounts) => {
    // Reopened meanwhile, the account is no longer closed; with another CPF, the next walk finds it.
    const [still] = await closedOf(tx, [playerId])
    if (still?.cpf !== cpf) return
    await keepBreaks(tx, config, { playerId, cpf, policyVersion, readProven })
    const others = (accounts.get(playerId) ?? []).filter((other) => other !== playerId)
    const proven = others.length > 0 ? await readProven(tx, [playerId, ...others]) : new Set<number>()
    const persons = others
      .filter((other) => reaches(proven, playerId, other))
      .map((other) => ({ playerId: other, cpf }))
    await breakKnownPersons(tx, config, { persons, policyVersion })
  })

/** Those of these players whose account was closed long enough ago for the closing hold to be over. */
async function closedOf(sql: Sql, playerIds: readonly number[]) {
  const players = await readPlayers(sql, playerIds)
  return [...players.values()].flatMap(({ playerId, cpf, closedAt }) =>
    cpf !== null && closedAt !== null && Date.now() - closedAt.getTime() > HELD_MS ? [{ playerId, cpf }] : [],
  )
}

/** Those of these players whose account is closed and has a break that is not stored by person, or not for as long. */
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

/** Whether a person is excluded or on a time-out through a closed account. */
export const isOnKeptBreak = async (sql: Sql, config: Keyed, cpf: string): Promise<boolean> =>
  (await selectKeptBreaks(sql, [cpfHash(config, cpf)])).some(({ kind }) => kind !== 'block')

/** Applies breaks of closed accounts to players whose CPF was just recorded. Locks needed: their accounts. */
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
  // A concurrent closing of another account of this person either sees this one or is seen here.
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
 * Blocks stakes and top-ups for an hour while an account is being closed, against calls already in flight; no new
 * call can start because all sessions end. Locks needed: the player's accounts.
 */
export const holdForClosing = (tx: Tx, playerId: number, policyVersion: string) =>
  insertBreaks(tx, [{ playerId, kind: 'time_out', product: null, lasts: '1 hour' }], policyVersion)
