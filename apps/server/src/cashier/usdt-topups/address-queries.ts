import type { UsdtNetwork } from '@palpite/money/usdt'
import type { Sql, Tx } from '../../platform/db/index.ts'

export type AtAddress = { account: string; micros: number; leftMicros: number }

/** What is noted down of USDT at each address that ever got any, and what left it, as an operator said last. */
export const selectReceived = (sql: Sql, network: UsdtNetwork, contract: string) => sql<AtAddress[]>`
  select account, sum(micros)::bigint as micros,
         coalesce((select said.micros from cashier_usdt_left said
                    where said.network = ${network} and said.account = transfer.account
                    order by said.id desc limit 1), 0) as "leftMicros"
    from cashier_usdt_transfer transfer
   where network = ${network} and contract = ${contract} and status in ('seen', 'credited', 'below_min', 'no_rate')
   group by account
   order by account`

export type Left = {
  network: UsdtNetwork
  account: string
  micros: number
  operatorId: number
  reason: string
}

/** Says how much has left an address of a player in all, from now on; answers whether there is such an address. */
export const insertLeft = async (
  tx: Tx,
  { network, account, micros, operatorId, reason }: Left,
): Promise<boolean> => {
  const rows = await tx<{ id: number }[]>`
    insert into cashier_usdt_left (network, account, micros, operator_id, reason)
    select network, account, ${micros}, ${operatorId}, ${reason} from cashier_usdt_address
     where network = ${network} and account = ${account}
    returning id`
  return rows.length > 0
}
