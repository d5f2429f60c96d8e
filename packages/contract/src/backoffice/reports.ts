import * as z from 'zod/mini'
import { cursor, day, instant, nextCursor } from '../call.ts'
import { defineOperatorCalls } from './call.ts'

const kind = z.enum(['apostadores', 'carteiras', 'apostas', 'jogos', 'operador'])
const version = z.string().check(z.regex(/^[1-9]\d{0,2}$/))

/** Daily state files, where the compliance profile requires them. */
export const operatorReportCalls = defineOperatorCalls({
  'GET /api/backoffice/reports/days': {
    summary: 'Versions of days with how their files stand and what they add up to, the last day first',
    permission: 'reports.read',
    query: z.strictObject({ cursor }),
    data: z.object({
      items: z.array(
        z.object({
          day: z.string(),
          version: z.int(),
          status: z.enum(['making', 'made', 'failed']),
          /** Its failure: no licence configured, a record violates the schema, or the ledger has another sum. */
          failure: z.nullable(z.enum(['licence', 'schema', 'ledger'])),
          reason: z.nullable(z.string()),
          askedBy: z.nullable(z.int()),
          begunAt: instant,
          endedAt: z.nullable(instant),
          files: z.array(z.object({ kind, records: z.int(), parts: z.int(), isMade: z.boolean() })),
          /** Real players only: no test accounts. */
          betsInCents: z.int(),
          betsOutCents: z.int(),
          gamesStakedCents: z.int(),
          gamesPaidCents: z.int(),
          balanceCents: z.int(),
        }),
      ),
      nextCursor,
    }),
  },
  'GET /api/backoffice/reports/days/:day/:version/:kind/:part': {
    summary: 'One part of a file as XML, with names and tax ids; audited',
    permission: 'reports.read',
    params: z.strictObject({ day, version, kind, part: z.string().check(z.regex(/^[1-9]\d{0,6}$/)) }),
    data: z.object({ fileName: z.string(), xml: z.string(), sha256: z.string(), records: z.int() }),
  },
  'POST /api/backoffice/reports/days/:day/:version/again': {
    summary: 'Makes a day again, as the version after this one; asked twice, once; audited',
    permission: 'reports.make',
    params: z.strictObject({ day, version }),
    data: z.object({ version: z.int() }),
  },
})
