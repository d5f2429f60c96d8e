import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { cashierOf } from '../cashier-of.ts'
import type { PayoutAnswer } from '../rails/payment-gateway.ts'
import { closedGateway, testNeeds } from '../testing/harness.ts'
import { giveCash, newPlayer } from '../testing/players.ts'
import { type End, endWithdrawals } from '../withdrawals/end-withdrawals.ts'
import { claimToSend, insertSettled } from '../withdrawals/payout-queries.ts'
import { requestWithdrawals } from '../withdrawals/request-withdrawals.ts'
import { decideReviews } from '../withdrawals/reviews.ts'
import { reportDays, reportOn } from './report-day.ts'

let opened: Awaited<ReturnType<typeof openTestDeps>>
beforeAll(async () => {
  opened = await openTestDeps()
})
afterAll(() => opened.close())

/** A server whose bank gives these answers about payouts; it does not know any other. */
function openBooks() {
  const answers = new Map<string, PayoutAnswer>()
  const gateway = {
    ...closedGateway(),
    listPayments: async () => [],
    getPayout: async (id: string): Promise<PayoutAnswer> => answers.get(id) ?? { kind: 'absent' },
  }
  const deps = { ...opened.deps, metrics: openMetrics() }
  return { deps, answers, cashier: cashierOf(deps, { ...testNeeds(), gateway }).cashier }
}

type Books = ReturnType<typeof openBooks>

const silent: PayoutAnswer = { kind: 'unknown', why: 'the bank does not say' }

async function withdrawal({ deps, cashier }: Books, amountCents: number) {
  const { playerId, cpf } = await newPlayer(deps)
  await giveCash(deps, playerId, amountCents)
  const request = { playerId, sessionId: 1, method: 'CPF' as const, payCardNo: cpf, amountCents }
  const [asked] = await requestWithdrawals(cashier, [{ ...request, holderName: 'Ana', whatsapp: '' }])
  if (!asked?.ok) throw new Error('it is requested')
  return { id: asked.value.orderId, playerId }
}

/** A payout that a bank was asked to make, and its end in our books. */
async function endedPayout(books: Books, status: End['status'], provider = 'pix') {
  const payout = await withdrawal(books, 10_000)
  await claimToSend(books.deps.db, { max: 1, leaseSeconds: 3600, providers: [provider] })
  await endWithdrawals(books.cashier, [{ ...payout, status, why: '', providerRef: null }])
  return payout.id
}

const settle = ({ deps }: Books, withdrawalId: string) =>
  deps.db.begin((tx) =>
    insertSettled(tx, {
      withdrawalId,
      operatorId: 1,
      outcome: 'failed',
      requestId: `settled-${withdrawalId}`,
      reason: 'asked there',
      state: 'settled',
      judgedFrom: new Date().toISOString(),
    }),
  )

/** What the report on a day says about these payouts. */
async function saidOf({ deps, cashier }: Books, day: string, ids: readonly string[]) {
  const hour = 3_600_000
  await reportOn(cashier, { day, from: new Date(Date.now() - hour), to: new Date(Date.now() + hour) })
  const [row] = await deps.db<{ differences: { id: string; what: string }[] }[]>`
    select differences from cashier_day_report where day = ${day}::date`
  return row?.differences.filter(({ id }) => ids.includes(id))
}

test('asks no bank about a withdrawal that operators refused before it was sent', async () => {
  const books = openBooks()
  const { id } = await withdrawal(books, 300_000)
  const refusal = { requestId: 'refused-in-review', operatorId: 1, outcome: 'refuse', reason: 'no' } as const
  await books.deps.db.begin((tx) => decideReviews(books.cashier, tx, { ...refusal, orderIds: [id] }))
  expect(await saidOf(books, '2001-01-01', [id])).toEqual([])
})

test('reports a day with a payout that operators ended although the bank still says nothing, and names it', async () => {
  const books = openBooks()
  const id = await endedPayout(books, 'failed')
  books.answers.set(id, silent)
  await expect(saidOf(books, '2001-01-02', [id])).rejects.toThrow('the bank does not say')
  await settle(books, id)
  expect(await saidOf(books, '2001-01-02', [id])).toEqual([
    { id, what: 'booked as failed, the bank says unknown' },
  ])
})

test('reports a day with a payout of a bank that is not configured any more, and names it', async () => {
  const books = openBooks()
  const id = await endedPayout(books, 'paid', 'closed-bank')
  expect(await saidOf(books, '2001-01-03', [id])).toEqual([
    { id, what: 'booked as paid, the bank says unknown' },
  ])
})

test('a day that cannot be reported holds up no day before it, and raises an alarm once it is late', async () => {
  const books = openBooks()
  const { deps, cashier, answers } = books
  const id = await endedPayout(books, 'failed')
  answers.set(id, silent)
  await ownerOf(deps.db)`
    update cashier_withdrawal
       set closed_at = (((now() - interval '1 hour') at time zone 'America/Sao_Paulo')::date - 2 + time '12:00')
                       at time zone 'America/Sao_Paulo'
     where id = ${id}`
  await deps.db`
    insert into cashier_day_report (day, received_cents, paid_out_cents, differences)
    select ((now() - interval '1 hour') at time zone 'America/Sao_Paulo')::date - 4, 0, 0, '[]'`
  const back = async () => {
    const rows = await deps.db<{ back: number }[]>`
      select ((now() - interval '1 hour') at time zone 'America/Sao_Paulo')::date - day as back
        from cashier_day_report where day > '2002-01-01' order by day desc`
    return rows.map((row) => row.back)
  }
  await expect(reportDays(cashier)).rejects.toThrow('the bank does not say')
  expect(await back()).toEqual([1, 3, 4])
  expect(await deps.metrics.text()).toContain('kind="day_not_reported"} 1')
  answers.set(id, { kind: 'absent' })
  await reportDays(cashier)
  expect(await back()).toEqual([1, 2, 3, 4])
})
