import {
  asOperator,
  correctIdentities,
  type Operators,
  reopenAccount,
  resetPlayerFactor,
  setUsdtWithdrawals,
  type ClosingRow,
  findPlayers,
  identityOf,
  readClosings,
  readClosingsOf,
  readPlayerFactors,
  readPlayers,
} from '../identity/index.ts'
import { cursorOf, placeOf as placeInTime } from '../platform/paging.ts'
import type { PublicIds } from '../platform/public-ids.ts'
import { Fault, present } from '../platform/errors.ts'
import { audit } from '../platform/audit.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import {
  askAnew,
  listedReason,
  lockNewPersons,
  readOpenSuspensions,
  suspendIfListed,
} from '../protection/index.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { noteRoutes } from './note-routes.ts'
import { timelineRoutes } from './timeline-routes.ts'
import { suspensionRoutes, toWireSuspension } from './suspension-routes.ts'
import { maskedIdentity, maskedCpf, maskedEmail, maskedName, maskedPhone } from './rules.ts'
import { readBalances, readEntries, readOwed } from '../ledger/index.ts'
import { holdWithdrawals, readCashSums } from '../cashier/index.ts'
import type { Db, Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { readVipStatuses } from '../rewards/index.ts'

const PAGE = 50
/** Later than any account is closed. */
const LAST_CLOSED = { atMicros: Number.MAX_SAFE_INTEGER, id: 0 }

/** Calls that change players, search for them, and show their money. */
export function playerRoutes(api: OperatorApi, operators: Operators, ids: PublicIds): void {
  changingRoutes(api, operators)
  readingRoutes(api, operators, ids)
  accountRoutes(api, operators.deps.db)
  suspensionRoutes(api, operators.deps)
  noteRoutes(api, operators.deps.db)
  timelineRoutes(api, operators.deps)
  invitationRoutes(api, operators.deps.db)
}

/** Calls that change a player. */
function changingRoutes(api: OperatorApi, { deps: { db, config }, settings }: Operators): void {
  serveOperator(api, 'POST /api/backoffice/players/:playerId/identity', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      const request = { playerId, name: body.name, cardNo: body.cardNo }
      await lockCorrected(tx, request)
      const answer = present((await correctIdentities(tx, [request]))[0], 'the answer to a correction')
      if (!answer.ok) return answer
      const { before, after } = answer.value
      const { operatorId } = caller
      const isOther = before.cpf !== after.cpf
      if (isOther) await askAnew(tx, [playerId])
      const suspended = isOther
        ? await suspendListed(tx, config, { playerId, cpf: after.cpf, operatorId })
        : []
      const corrected = {
        actor: { kind: 'operator' as const, id: operatorId },
        action: 'player.identity_corrected',
        subject: `player:${playerId}`,
        details: { before: maskedIdentity(before), after: maskedIdentity(after), reason: body.reason },
      }
      await audit(tx, corrected, ...suspended)
      return ok(null)
    }),
  )
  serveOperator(api, 'POST /api/backoffice/players/:playerId/lx', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      const answer = present(
        (await setUsdtWithdrawals(tx, [{ playerId, lx: body.lx }]))[0],
        'the answer about a flag',
      )
      if (!answer.ok) return answer
      await audit(tx, {
        actor: { kind: 'operator', id: caller.operatorId },
        action: 'player.lx_set',
        subject: `player:${playerId}`,
        details: { before: answer.value.before, after: body.lx, reason: body.reason },
      })
      return ok(null)
    }),
  )
  serveOperator(api, 'POST /api/backoffice/players/:playerId/reopen', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      const { operatorId } = caller
      const cpf = await lockReopened(tx, playerId)
      const answer = await reopenAccount(tx, playerId)
      if (!answer.ok) return answer
      const suspended = cpf === null ? [] : await suspendListed(tx, config, { playerId, cpf, operatorId })
      const reopened = {
        actor: { kind: 'operator' as const, id: operatorId },
        action: 'player.account_reopened',
        subject: `player:${playerId}`,
        details: { reason: body.reason },
      }
      await audit(tx, reopened, ...suspended)
      return ok(null)
    }),
  )
  serveOperator(api, 'POST /api/backoffice/players/:playerId/resetSecondFactor', ({ caller, params, body }) =>
    asOperator(db, caller, (tx) => {
      const playerId = Number(params.playerId)
      const withinSeconds = settings.factorResetSeconds
      return resetPlayerFactor(tx, {
        playerId,
        operatorId: caller.operatorId,
        reason: body.reason.trim(),
        withinSeconds,
      })
    }),
  )
}

const readCpf = async (tx: Tx, playerId: number): Promise<string | null> =>
  (await readPlayers(tx, [playerId])).get(playerId)?.cpf ?? null

/** Locks the person whom a correction names, and the accounts, before the player's row: in the order of a listing. */
async function lockCorrected(
  tx: Tx,
  request: { playerId: number; name: string; cardNo: string },
): Promise<void> {
  const { playerId } = request
  const after = identityOf(request)
  if (after.ok && (await readCpf(tx, playerId)) !== null)
    await lockNewPersons(tx, [{ playerId, cpf: after.value.cpf }])
}

/** Locks the person of an account to reopen, and the accounts; returns the CPF, if it is known. */
async function lockReopened(tx: Tx, playerId: number): Promise<string | null> {
  const cpf = await readCpf(tx, playerId)
  if (cpf === null) return null
  await lockNewPersons(tx, [{ playerId, cpf }])
  // Sent again, the call locks the other person.
  if ((await readCpf(tx, playerId)) !== cpf)
    throw new Fault('the CPF of an account to reopen changed meanwhile')
  return cpf
}

/**
 * Suspends the account if its person is listed, with its withdrawals under way; returns what to audit. Locks needed:
 * person and account.
 */
async function suspendListed(
  tx: Tx,
  config: Deps['config'],
  { playerId, cpf, operatorId }: { playerId: number; cpf: string; operatorId: number },
) {
  if (!(await suspendIfListed(tx, config, { playerId, cpf, operatorId }))) return []
  await holdWithdrawals(tx, [playerId])
  return [
    {
      actor: { kind: 'operator' as const, id: operatorId },
      action: 'player.suspended',
      subject: `player:${playerId}`,
      details: { before: 'open', after: 'suspended', reason: listedReason },
    },
  ]
}

/** Calls that search for players and read them, and list closing accounts. */
function readingRoutes(api: OperatorApi, { deps: { db }, settings }: Operators, ids: PublicIds): void {
  serveOperator(api, 'GET /api/backoffice/closings', async ({ query: { cursor } }) => {
    const before = cursor === undefined ? LAST_CLOSED : placeInTime(cursor)
    const rows = await readClosings(db, before, PAGE + 1)
    const page = rows.slice(0, PAGE)
    const balances = await readBalances(
      db,
      page.map(({ playerId }) => playerId),
    )
    const last = page.at(-1)
    return ok({
      items: page.map((row) => ({
        playerId: row.playerId,
        cashCents: balances.get(row.playerId)?.cashCents ?? 0,
        ...toWireClosing(row),
      })),
      nextCursor:
        last && rows.length > PAGE ? cursorOf({ atMicros: last.atMicros, id: last.playerId }) : null,
    })
  })

  serveOperator(api, 'POST /api/backoffice/players/find', ({ caller, body }) =>
    asOperator(db, caller, async (tx) => {
      const { emails, playerIds, uIds = [], cpfs = [] } = body
      const wanted = { emails, cpfs, playerIds: [...playerIds, ...uIds.map(ids.read)] }
      const players = await findPlayers(tx, wanted)
      const foundIds = players.map(({ playerId }) => playerId)
      const factors = await readPlayerFactors(tx, foundIds, settings.factorResetSeconds)
      const closed = await readClosingsOf(tx, foundIds)
      const suspensions = await readOpenSuspensions(tx, foundIds)
      const closings = new Map(closed.map((row) => [row.playerId, toWireClosing(row)]))
      const actor = { kind: 'operator' as const, id: caller.operatorId }
      // Audited even if nothing was found: it reveals an operator who tries out e-mail addresses.
      const searched = {
        actor,
        action: 'players.searched',
        subject: 'players',
        details: {
          asked: emails.length + playerIds.length + uIds.length + cpfs.length,
          found: players.length,
        },
      }
      // One audit entry per player shown, because each player may ask who viewed them.
      const shown = players.map(({ playerId }) => ({
        actor,
        action: 'player.looked_up',
        subject: `player:${playerId}`,
      }))
      await audit(tx, searched, ...shown)
      return ok(
        players.map(({ playerId, email, phone, name, cpf, createdAt, ...player }) => ({
          playerId,
          uId: ids.show(playerId),
          email: maskedEmail(email),
          phone: phone && maskedPhone(phone),
          name: name && maskedName(name),
          cpf: cpf && maskedCpf(cpf),
          isIdentified: player.isIdentified,
          isConfirmed: player.isConfirmed,
          personDoubt: player.personDoubt,
          isTest: player.isTest,
          createdAt: createdAt.toISOString(),
          closing: closings.get(playerId) ?? null,
          suspension: toWireSuspension(suspensions.get(playerId)),
          secondFactorSince: factors.get(playerId)?.since.toISOString() ?? null,
          factorResets: (factors.get(playerId)?.resets ?? []).map(({ operatorId, reason, askedAt }) => ({
            operatorId,
            reason,
            askedAt: askedAt.toISOString(),
          })),
        })),
      )
    }),
  )
}

const toWireClosing = ({
  why,
  closedAt,
  contactUntil,
  contactDeletedAt,
  personUntil,
  personDeletedAt,
}: ClosingRow) => ({
  why,
  closedAt: closedAt.toISOString(),
  contactUntil: contactUntil.toISOString(),
  contactDeletedAt: contactDeletedAt?.toISOString() ?? null,
  personUntil: personUntil.toISOString(),
  personDeletedAt: personDeletedAt?.toISOString() ?? null,
})

const newest = { cash: Number.MAX_SAFE_INTEGER, bonus: Number.MAX_SAFE_INTEGER }
/** Entries of every nature, without telling them apart. */
const anyNature = { prefixes: [], otherwise: '', nature: undefined }

/** Calls for a player's money. Each view is audited, because the player may ask who viewed it. */
function accountRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'GET /api/backoffice/players/:playerId/account', ({ caller, params, query }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      const ids = [playerId]
      if ((await findPlayers(tx, { emails: [], playerIds: ids })).length === 0) return refuse('not_found')
      const before = query.cursor === undefined ? newest : placeOf(query.cursor)
      const [balances, owed, sums, vipLevels, rows] = await Promise.all([
        readBalances(tx, ids),
        readOwed(tx, ids),
        readCashSums(tx, ids),
        readVipStatuses(tx, ids),
        readEntries(tx, { playerId, before, max: PAGE + 1 }, anyNature),
      ])
      await audit(tx, {
        actor: { kind: 'operator', id: caller.operatorId },
        action: 'player.account_looked_at',
        subject: `player:${playerId}`,
      })
      const { cashCents, bonusCents } = present(balances.get(playerId), 'the balances of a player')
      const { paySumCents, wdSumCents } = present(sums.get(playerId), 'the cash sums of a player')
      const page = rows.slice(0, PAGE)
      const place = { ...before }
      for (const { account, version } of page) place[account] = version
      return ok({
        cashCents,
        bonusCents,
        owedCents: owed.get(playerId) ?? 0,
        paidInCents: paySumCents,
        paidOutCents: wdSumCents,
        vipLevel: present(vipLevels.get(playerId), 'the VIP level of a player').level,
        items: page.map(({ account, version, key, amountCents, balanceCents, at }) => ({
          id: `${account}-${version}`,
          account,
          key,
          amountCents,
          afterCents: balanceCents,
          at: at.toISOString(),
        })),
        nextCursor: rows.length > PAGE ? `${place.cash}_${place.bonus}` : null,
      })
    }),
  )
}

/** The cursor of each account, from the page before. */
function placeOf(cursor: string): typeof newest {
  const [cash = 0, bonus = 0] = cursor.split('_').map(Number)
  return { cash, bonus }
}
