import type { OperatorCallKey } from '@palpite/contract/backoffice'
import type { Tx } from '../../platform/db/index.ts'
import { requestDigest } from '../../platform/request-digest.ts'
import { insertRequest, lockRequest, selectRequest } from './queries.ts'

/** What an operator asks for by a request id of their own: everything that the call was sent with. */
export type OperatorRequest = {
  call: OperatorCallKey
  operatorId: number
  requestId: string
  asked: object
}

/** Whether this request id stands for something else already, or was somebody else's. Held until the transaction ends. */
export async function isOtherRequest(tx: Tx, request: OperatorRequest): Promise<boolean> {
  const [, kept] = await Promise.all([lockRequest(tx, request), selectRequest(tx, request)])
  const [before] = kept
  if (!before) return false
  return before.operatorId !== request.operatorId || before.digest !== requestDigest(request.asked)
}

/**
 * Keeps what a request id stands for, once it was acted on: one that was refused may be sent again, mended. Answers whether it
 * was not kept before.
 */
export const keepRequest = async (tx: Tx, { asked, ...request }: OperatorRequest): Promise<boolean> =>
  (await insertRequest(tx, { ...request, digest: requestDigest(asked) })).length > 0

/** Whether this request was acted on already: it is answered the same, and nothing is done. */
export const isKeptRequest = async (tx: Tx, request: OperatorRequest): Promise<boolean> =>
  (await selectRequest(tx, request)).length > 0
