import * as z from 'zod/mini'
import { defineCalls } from './call.ts'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** A whole number in an address. */
const count = z.string().check(z.regex(/^\d{1,12}$/))

/** The append-only public log: commitments to seeds, chain ends and ledger days. Shapes of RFC 6962. */
export const publicLogCalls = defineCalls({
  'GET /api/app/publicLog/head': {
    summary: 'The signed head of the public log, and the Ed25519 key it is signed with',
    access: 'visitor',
    data: z.object({
      size: z.int(),
      rootHash: hash,
      timestampMs: z.int(),
      /** Over version, kind, time, size and root: RFC 6962 §3.5. */
      signature: z.string(),
      publicKey: hash,
    }),
  },
  'GET /api/app/publicLog/entries': {
    summary: 'Entries of the public log in order, at most 1,000',
    access: 'visitor',
    query: z.strictObject({ from: count, count }),
    data: z.object({ entries: z.array(z.string()) }),
  },
  'GET /api/app/publicLog/inclusion': {
    summary: 'What proves that an entry is in the public log',
    access: 'visitor',
    query: z.strictObject({ leafHash: hash, size: z.optional(count) }),
    data: z.object({ leafIndex: z.int(), size: z.int(), path: z.array(hash) }),
  },
  'GET /api/app/publicLog/consistency': {
    summary: 'What proves that the public log of one size begins with that of an earlier one',
    access: 'visitor',
    query: z.strictObject({ earlier: count, later: count }),
    data: z.object({ path: z.array(hash) }),
  },
})
