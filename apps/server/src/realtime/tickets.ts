import { createHash } from 'node:crypto'
import type { House } from '../platform/house.ts'
import { insertTicket, takeTicket } from './queries.ts'

const GOOD_FOR_SECONDS = 30
const BYTES = 24

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/** A ticket for one connection: the session token itself need not stand in an address. */
export async function issueTicket(house: House, playerId: number): Promise<string> {
  const ticket = house.random.token(BYTES)
  await insertTicket(house.db, hashOf(ticket), playerId, GOOD_FOR_SECONDS)
  return ticket
}

/** The player a ticket was issued to. It works once, and for half a minute. */
export const redeemTicket = (house: House, ticket: string): Promise<number | undefined> =>
  takeTicket(house.db, hashOf(ticket))
