import * as z from 'zod/mini'
import { instant, nextCursor, requestId } from '../call.ts'
import { defineOperatorCalls, idCursor } from './call.ts'

/**
 * Why a person may not bet (Lei 14.790/2023, art. 26): owns, runs or works for the house; regulates bets; has access to
 * betting systems; can influence a sport's results; has a diagnosed disorder; is a relative of one of these.
 */
export const listGrounds = ['house', 'regulator', 'systems', 'sport', 'disorder', 'relative'] as const
export type ListGround = (typeof listGrounds)[number]

const MAX_CPFS = 500
const cpf = z.string().check(z.regex(/^\d{11}$/))
const reason = z.string().check(z.minLength(10), z.maxLength(500))

/** Persons whom the law keeps from betting, as the house lists them. */
export const operatorListedPersonCalls = defineOperatorCalls({
  'GET /api/backoffice/listedPersons': {
    summary: 'Persons on the list, or those taken off it, the last one first; whose CPF it is, is not stored',
    permission: 'players.suspend',
    query: z.strictObject({ status: z.enum(['open', 'removed']), cursor: idCursor }),
    data: z.object({
      items: z.array(
        z.object({
          listedPersonId: z.int(),
          ground: z.enum(listGrounds),
          reason: z.string(),
          listedBy: z.int(),
          listedAt: instant,
          removedBy: z.nullable(z.int()),
          removedAt: z.nullable(instant),
          removeReason: z.nullable(z.string()),
        }),
      ),
      nextCursor,
    }),
  },
  'POST /api/backoffice/listedPersons/add': {
    summary:
      'Lists persons by CPF: none of them registers or is identified, and their open accounts are suspended; once by its request id; audited',
    permission: 'players.suspend',
    body: z.strictObject({
      requestId,
      cpfs: z.array(cpf).check(z.minLength(1), z.maxLength(MAX_CPFS)),
      ground: z.enum(listGrounds),
      reason,
    }),
    data: z.null(),
  },
  'POST /api/backoffice/listedPersons/remove': {
    summary:
      'Takes a person off the list, by an operator independent of the one who listed them; suspended accounts stay so; once by its request id; audited',
    permission: 'players.suspend',
    needsTwo: true,
    body: z.strictObject({ requestId, cpf, reason }),
    data: z.null(),
  },
})
