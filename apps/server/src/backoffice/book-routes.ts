import type { OperatorCalls } from '@palpite/contract/backoffice'
import { asOperator } from '../identity/index.ts'
import {
  closeException,
  ownException,
  readFirstGiftDays,
  readMoneyDays,
  readOpenExceptions,
  setBankOwn,
  setUsdtLeft,
} from '../cashier/index.ts'
import {
  areDays,
  readActivePlayers,
  readClosedDays,
  readHouseDays,
  readHousePeriods,
  readJournal,
  readTrialBalance,
} from '../ledger/index.ts'
import { present } from '../platform/errors.ts'
import { audit } from '../platform/audit.ts'
import { cachedRead } from '../platform/cached-read.ts'
import { toCsv } from '../platform/csv.ts'
import type { Sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import { figuresOf, periodsOf } from './rules.ts'

const PAGE = 50
/** A quarter of a year. */
const JOURNAL_DAYS = 92
/** A year of days, or every stored month: some dozens of accounts each. */
const PERIOD_DAYS = { day: 366, month: 1100 } as const
/**
 * The dashboard figures are the same for everyone, so they are cached this long: they read a few balances and one row
 * per player.
 */
const FIGURES_KEPT_MS = 5000
const ACTIVE_KEPT_MS = 60_000
/** Two years of days. */
const MONEY_DAYS = 731

/** The operators' calls of the books: reading them, and closing differences. */
export function bookRoutes(api: OperatorApi, { db, reads }: Pick<Deps, 'db' | 'reads'>): void {
  const readBy = ({ operatorId }: { operatorId: number }) => reads.of(`operator:${operatorId}`)
  serveOperator(api, 'GET /api/backoffice/books/trialBalance', async ({ caller, query }) => {
    const at = query.at === undefined ? new Date() : new Date(query.at)
    const lines = await readTrialBalance(readBy(caller), at)
    const sumCents = lines.reduce((sum, { balanceCents }) => sum + balanceCents, 0)
    return ok({ at: at.toISOString(), lines, sumCents })
  })

  serveOperator(api, 'GET /api/backoffice/books/journal', async ({ caller, query: { from, until } }) => {
    const sql = readBy(caller)
    if (!(await areDays(sql, { from, until }, JOURNAL_DAYS))) {
      return refuse('bad_request', { values: { field: 'from' }, detail: { field: 'from' } })
    }
    const lines = await readJournal(sql, { from, until })
    const rows = lines.map((line) => [
      line.day,
      line.account,
      reais(line.openingCents),
      reais(line.debitCents),
      reais(line.creditCents),
      reais(line.balanceCents),
    ])
    const csv = toCsv([['day', 'account', 'opening', 'debit', 'credit', 'balance'], ...rows])
    return ok({ fileName: `journal_${from}_${until}.csv`, csv })
  })

  figureRoutes(api, reads.shared)
  exceptionRoutes(api, { db, reads })

  serveOperator(api, 'GET /api/backoffice/books/playersMoney', async ({ caller }) =>
    ok({ days: await readMoneyDays(readBy(caller), MONEY_DAYS) }),
  )

  serveOperator(api, 'GET /api/backoffice/books/firstGifts', async ({ caller }) =>
    ok({ days: await readFirstGiftDays(readBy(caller), JOURNAL_DAYS) }),
  )

  serveOperator(api, 'POST /api/backoffice/books/bankOwn', ({ caller, body }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      const own = { ...body, reason: body.reason.trim() }
      await setBankOwn(tx, { ...own, operatorId })
      const { provider, ...details } = own
      const actor = { kind: 'operator' as const, id: operatorId }
      await audit(tx, { actor, action: 'bank.own_set', subject: `bank:${provider}`, details })
      return ok(null)
    }),
  )

  serveOperator(api, 'POST /api/backoffice/books/usdtLeft', ({ caller, body }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      const left = { ...body, reason: body.reason.trim() }
      if (!(await setUsdtLeft(tx, { ...left, operatorId }))) return refuse('not_found')
      const { network, account, ...details } = left
      const actor = { kind: 'operator' as const, id: operatorId }
      await audit(tx, { actor, action: 'usdt.left_set', subject: `address:${network}:${account}`, details })
      return ok(null)
    }),
  )
}

/** What the reconciliation found, and who takes it up. */
function exceptionRoutes(api: OperatorApi, { db, reads }: Pick<Deps, 'db' | 'reads'>): void {
  serveOperator(api, 'GET /api/backoffice/books/exceptions', async ({ caller, query: { cursor } }) => {
    const rows = await readOpenExceptions(
      reads.of(`operator:${caller.operatorId}`),
      Number(cursor ?? 0),
      PAGE + 1,
    )
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    return ok({
      items: page.map((row) => ({ ...row, openedAt: row.openedAt.toISOString() })),
      nextCursor: last && rows.length > PAGE ? String(last.id) : null,
    })
  })

  serveOperator(api, 'POST /api/backoffice/books/exceptions/:id/own', ({ caller, params }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      if (!(await ownException(tx, Number(params.id), operatorId))) return refuse('not_found')
      await audit(tx, {
        actor: { kind: 'operator', id: operatorId },
        action: 'exception.owned',
        subject: `exception:${params.id}`,
      })
      return ok(null)
    }),
  )

  serveOperator(api, 'POST /api/backoffice/books/exceptions/:id/close', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      const resolution = body.resolution.trim()
      const isClosed = await closeException(tx, { id: Number(params.id), operatorId, resolution })
      if (!isClosed) return refuse('not_found')
      await audit(tx, {
        actor: { kind: 'operator', id: operatorId },
        action: 'exception.closed',
        subject: `exception:${params.id}`,
        details: { resolution },
      })
      return ok(null)
    }),
  )
}

function figureRoutes(api: OperatorApi, sql: Sql): void {
  const active = cachedRead(ACTIVE_KEPT_MS, (lastDay: string | null) => readActivePlayers(sql, lastDay))
  const figures = cachedRead(FIGURES_KEPT_MS, (_all: undefined) => readFigures(sql, active))
  serveOperator(api, 'GET /api/backoffice/books/figures', async () => ok(await figures(undefined)))

  serveOperator(api, 'GET /api/backoffice/books/periods', async ({ query: { from, until, by } }) => {
    if (!(await areDays(sql, { from, until }, PERIOD_DAYS[by]))) {
      return refuse('bad_request', { values: { field: 'from' }, detail: { field: 'from' } })
    }
    const [lines, [lastClosed = null]] = await Promise.all([
      readHousePeriods(sql, { from, until, by }),
      readClosedDays(sql, { after: null, max: 1 }),
    ])
    return ok({ lastClosed, periods: periodsOf(lines) })
  })
}

type ReadActive = (lastDay: string | null) => ReturnType<typeof readActivePlayers>

async function readFigures(
  sql: Sql,
  readActive: ReadActive,
): Promise<OperatorCalls['GET /api/backoffice/books/figures']['data']> {
  const rows = await readHouseDays(sql)
  const { today, lastDay } = present(rows[0], 'an account of the house')
  const [active] = await readActive(lastDay)
  const { today: activeToday, last } = present(active, 'the number of active players')
  const since = rows.map(({ account, sinceCents: cents }) => ({ account, cents }))
  const closed = rows.map(({ account, lastCents: cents }) => ({ account, cents }))
  return {
    today,
    since: lastDay === null ? today : dayAfter(lastDay),
    now: { ...figuresOf(since), activePlayers: activeToday },
    last: lastDay === null ? null : { day: lastDay, ...figuresOf(closed), activePlayers: last },
  }
}

const DAY_MS = 86_400_000
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

const reais = (cents: number): string => (cents / 100).toFixed(2)
