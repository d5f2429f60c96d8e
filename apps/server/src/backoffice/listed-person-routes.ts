import type { RefusalCode } from '@palpite/contract'
import type { ListGround, OperatorCallKey } from '@palpite/contract/backoffice'
import { isValidCpf } from '@palpite/money'
import { holdWithdrawals } from '../cashier/index.ts'
import { asOperator, isKeptRequest, isOtherRequest, keepRequest } from '../identity/index.ts'
import { audit } from '../platform/audit.ts'
import type { Db, Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { OperatorSession } from '../platform/http/callers.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { cpfHash, listedReason, listPersons, readListedPersons, unlistPerson } from '../protection/index.ts'

const PAGE = 50

/** Calls for the list of persons who may not bet (docs/decisions/0083). The audit holds no CPF. */
export function listedPersonRoutes(api: OperatorApi, { db, config }: Pick<Deps, 'db' | 'config'>): void {
  const hashesOf = (cpfs: readonly string[]) =>
    [...new Set(cpfs)].map((cpf) => cpfHash(config, cpf)).toSorted()

  serveOperator(api, 'GET /api/backoffice/listedPersons', async ({ query: { status, cursor } }) => {
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
    const rows = await readListedPersons(db, { isRemoved: status === 'removed', before, max: PAGE + 1 })
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    return ok({
      items: page.map(({ id, listedAt, removedAt, ...row }) => ({
        ...row,
        listedPersonId: id,
        listedAt: listedAt.toISOString(),
        removedAt: removedAt?.toISOString() ?? null,
      })),
      nextCursor: last && rows.length > PAGE ? String(last.id) : null,
    })
  })

  serveOperator(api, 'POST /api/backoffice/listedPersons/add', ({ caller, body }) => {
    const { requestId, cpfs, ground } = body
    const cpfHashes = hashesOf(cpfs)
    const asked = { cpfHashes, ground, reason: body.reason }
    const call = 'POST /api/backoffice/listedPersons/add'
    return once(db, caller, { call, requestId, asked }, async (tx) => {
      const { operatorId } = caller
      // A mistyped CPF would list nobody, and nobody would notice.
      if (!cpfs.every(isValidCpf)) return refuse('invalid_cpf')
      const reason = body.reason.trim()
      const { listed, playerIds } = await listPersons(tx, config, { cpfs, ground, reason, operatorId })
      await holdWithdrawals(tx, playerIds)
      const actor = { kind: 'operator' as const, id: operatorId }
      await audit(tx, {
        actor,
        action: 'persons.listed',
        subject: 'persons',
        details: { ground, asked: cpfs.length, listed, reason },
      })
      const details = { before: 'open', after: 'suspended', reason: listedReason }
      for (const playerId of playerIds)
        await audit(tx, { actor, action: 'player.suspended', subject: `player:${playerId}`, details })
      return ok(null)
    })
  })

  serveOperator(api, 'POST /api/backoffice/listedPersons/remove', ({ caller, body }) => {
    const asked = { cpfHashes: hashesOf([body.cpf]), reason: body.reason }
    const call = 'POST /api/backoffice/listedPersons/remove'
    return once(db, caller, { call, requestId: body.requestId, asked }, async (tx) => {
      const { operatorId } = caller
      const reason = body.reason.trim()
      const removed = await unlistPerson(tx, config, { cpf: body.cpf, reason, operatorId })
      if (!removed.ok) return removed
      const { id, ground, listedBy, listedAt } = removed.value
      await audit(tx, {
        actor: { kind: 'operator', id: operatorId },
        action: 'persons.unlisted',
        subject: 'persons',
        details: { listedPersonId: id, ground, listedBy, listedAt: listedAt.toISOString(), reason },
      })
      return ok(null)
    })
  })
}

/** What a command was sent with. Its digest is stored without a key, so the CPFs are in it by their keyed hashes. */
type Asked = {
  call: OperatorCallKey
  requestId: string
  asked: { cpfHashes: readonly string[]; ground?: ListGround; reason: string }
}

/** Runs an operator's command once by its request id; sent again it answers the same and does nothing. */
const once = <C extends RefusalCode>(
  db: Db,
  caller: OperatorSession,
  { call, requestId, asked }: Asked,
  run: (tx: Tx) => Promise<Result<null, C>>,
) =>
  asOperator(db, caller, async (tx): Promise<Result<null, C | 'request_mismatch'>> => {
    const request = { call, operatorId: caller.operatorId, requestId, asked }
    if (await isOtherRequest(tx, request)) return refuse('request_mismatch')
    if (await isKeptRequest(tx, request)) return ok(null)
    const answer = await run(tx)
    if (answer.ok) await keepRequest(tx, request)
    return answer
  })
