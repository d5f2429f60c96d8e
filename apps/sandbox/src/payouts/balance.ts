import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { whole, type Store } from '../store/index.ts'
import { readShape } from '../web/read-shape.ts'
import type { World } from '../world.ts'

export const BALANCE_TABLES = `
create table if not exists own_money (
  id integer primary key check (id = 1),
  cents integer not null
) strict;`

/** Our customer's balance before any payment. */
const FIRST_CENTS = 100_000_000

const changeShape = z.strictObject({ cents: z.int() })

/** The balance of the account (a call of Efí), and the controls of a test for it. */
export const balanceCalls = (bank: FastifyInstance, { store }: World): void => {
  const config = { config: { operation: 'balance.read', scope: 'gn.balance.read' } } as const
  bank.get('/v2/gn/saldo', config, async () => ({ saldo: (balanceCents(store) / 100).toFixed(2) }))
}

export const balanceRoutes = (web: FastifyInstance, { store }: World): void => {
  web.post('/sandbox/balance', async (request) => {
    const { cents } = readShape(changeShape, request.body)
    store.run(
      `insert into own_money (id, cents) values (1, ?) on conflict (id) do update set cents = own_money.cents + excluded.cents`,
      cents,
    )
    return { saldo: (balanceCents(store) / 100).toFixed(2) }
  })
}

/** Received Pix less refunds, less payouts that have not failed: those under way are deducted already. */
const balanceCents = (store: Store): number => {
  const row = store.one(`
    select (select coalesce(sum(value_cents), 0) from pix)
         - (select coalesce(sum(value_cents), 0) from refund where status = 'DEVOLVIDO')
         - (select coalesce(sum(value_cents), 0) from payout where status <> 'NAO_REALIZADO')
         + (select coalesce(sum(cents), 0) from own_money) as cents`)
  return FIRST_CENTS + (row === undefined ? 0 : whole(row, 'cents'))
}
