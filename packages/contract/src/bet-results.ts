import * as z from 'zod/mini'
import { defineCalls } from './call.ts'

const year = z.string().check(z.regex(/^20\d\d$/))

/** A player's betting year, where the compliance profile requires it. */
export const betResultCalls = defineCalls({
  'GET /api/app/user/betResults': {
    summary:
      'What a year of bets came to by nature and month, with both balances and the basis of its tax; where the profile tells it',
    access: 'player',
    query: z.strictObject({ year }),
    data: z.object({
      year: z.string(),
      /** The player's funds at the start and end of the year, or now. */
      openingCents: z.int(),
      closingCents: z.int(),
      natures: z.array(
        z.object({
          nature: z.enum(['sports', 'games']),
          stakedCents: z.int(),
          prizesCents: z.int(),
          /** Prizes minus stakes: negative is a loss. */
          resultCents: z.int(),
          months: z.array(
            z.object({
              month: z.string(),
              stakedCents: z.int(),
              prizesCents: z.int(),
              resultCents: z.int(),
            }),
          ),
        }),
      ),
      /** As if this were the only house; exemption and tax are null for a year without a known table. */
      tax: z.object({
        basisCents: z.int(),
        exemptCents: z.nullable(z.int()),
        taxCents: z.nullable(z.int()),
      }),
    }),
  },
  'GET /api/app/user/betResultsFile': {
    summary: 'The same as a file with the data of the ComprovaBet, name and CPF on it',
    access: 'player',
    query: z.strictObject({
      year,
      format: z.enum(['csv', 'pdf']),
    }),
    data: z.object({
      fileName: z.string(),
      mediaType: z.enum(['text/csv', 'application/pdf']),
      /** The bytes in base64. */
      content: z.string(),
    }),
  },
})
