import { createHash } from 'node:crypto'
import type { House } from '../platform/house.ts'
import type { Caller } from '../platform/http/serve.ts'
import type { Lang } from '../platform/texts.ts'
import { type Holder, insertTicket, takeTicket } from './queries.ts'

const GOOD_FOR_SECONDS = 30
const BYTES = 24

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/** A ticket for one connection: the session token itself need not stand in an address. */
export async function issueTicket(house: House, caller: Caller, lang: Lang = 'pt-BR'): Promise<string> {
  const ticket = house.random.token(BYTES)
  await insertTicket(house.db, hashOf(ticket), { ...caller, lang }, GOOD_FOR_SECONDS)
  return ticket
}

/** Who a ticket was issued to. It works once, and for half a minute. */
export const redeemTicket = (house: House, ticket: string): Promise<Holder | undefined> =>
  takeTicket(house.db, hashOf(ticket))
