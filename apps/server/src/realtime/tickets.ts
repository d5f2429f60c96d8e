import { createHash } from 'node:crypto'
import type { Deps } from '../platform/deps.ts'
import type { PlayerSession } from '../platform/http/callers.ts'
import type { Lang } from '../platform/texts.ts'
import { type Holder, insertTicket, consumeTicket } from './queries.ts'

const GOOD_FOR_SECONDS = 30
const BYTES = 24

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/** A ticket for one connection: the session token itself need not stand in an address. */
export async function issueTicket(
  deps: Deps,
  { playerId, sessionId }: Pick<PlayerSession, 'playerId' | 'sessionId'>,
  lang: Lang = 'pt-BR',
): Promise<string> {
  const ticket = deps.random.token(BYTES)
  await insertTicket(deps.db, hashOf(ticket), { playerId, sessionId, lang }, GOOD_FOR_SECONDS)
  return ticket
}

/** Who a ticket was issued to. It works once, and for half a minute. */
export const redeemTicket = (deps: Deps, ticket: string): Promise<Holder | undefined> =>
  consumeTicket(deps.db, hashOf(ticket))
