import * as z from 'zod/mini'
import { defineCalls, instant } from './call.ts'
import { password } from './credentials.ts'

/** An app or recovery code; empty without a second factor. */
const secondFactorCode = z.optional(z.string().check(z.maxLength(24)))

/** Obstacles to closing an account, also its refusals. */
const closingObstacles = [
  'account_suspended',
  'closing_bets_open',
  'closing_game_open',
  'closing_topup_open',
  'owes_money',
  'closing_money_left',
  'closing_withdrawal_open',
] as const

/** The states of Brazil by their two letters. */
export const brazilianStates = [
  'AC',
  'AL',
  'AM',
  'AP',
  'BA',
  'CE',
  'DF',
  'ES',
  'GO',
  'MA',
  'MG',
  'MS',
  'MT',
  'PA',
  'PB',
  'PE',
  'PI',
  'PR',
  'RJ',
  'RN',
  'RO',
  'RR',
  'RS',
  'SC',
  'SE',
  'SP',
  'TO',
] as const

/** The player's gender, which may be withheld. */
export const genders = ['female', 'male', 'other', 'undisclosed'] as const
export type Gender = (typeof genders)[number]

const line = (max: number) => z.string().check(z.maxLength(max), z.regex(/\S/))

const address = z.strictObject({
  /** The CEP, with or without its dash. */
  postalCode: z.string().check(z.regex(/^\d{5}-?\d{3}$/)),
  street: line(120),
  number: line(20),
  complement: z.string().check(z.maxLength(60)),
  district: line(80),
  city: line(80),
  state: z.enum(brazilianStates),
})

/** Whose public office makes a player politically exposed: own, family, or a close person. */
export const exposureRelations = ['self', 'family', 'associate'] as const
export type ExposureRelation = (typeof exposureRelations)[number]

/** Actions on the whole account: export and closing. */
export const ownDataCalls = defineCalls({
  'GET /api/app/user/address': {
    summary: 'The player’s address and gender as declared; null without an address',
    access: 'player',
    data: z.nullable(z.object({ ...address.shape, state: z.string(), gender: z.nullable(z.enum(genders)) })),
  },
  'POST /api/app/user/address': {
    summary: 'Replaces the player’s address; the CEP must belong to the state',
    access: 'player',
    // An older app sends none, or what it read, and is asked again if the profile requires it.
    body: z.strictObject({ ...address.shape, gender: z.optional(z.nullable(z.enum(genders))) }),
    data: z.null(),
  },
  'GET /api/app/user/exposure': {
    summary: 'Whether the player is politically exposed, as they declared it; null where they did not',
    access: 'player',
    data: z.nullable(
      z.object({
        isExposed: z.boolean(),
        relation: z.nullable(z.enum(exposureRelations)),
        office: z.nullable(z.string()),
        saidAt: instant,
        /** Whether the statement is so old that the player is asked again. */
        isDue: z.boolean(),
      }),
    ),
  },
  'POST /api/app/user/exposure': {
    summary:
      'Declares whether the player is politically exposed; a yes says whose public office it is, and which',
    access: 'player',
    body: z.strictObject({
      isExposed: z.boolean(),
      relation: z.nullable(z.enum(exposureRelations)),
      office: z.nullable(z.string().check(z.maxLength(120))),
    }),
    data: z.null(),
  },
  'GET /api/app/user/closing': {
    summary: 'What prevents closing the account, in the order to resolve it',
    access: 'player',
    data: z.object({
      /** By code, and in the call's language. */
      obstacles: z.array(z.object({ code: z.enum(closingObstacles), says: z.string() })),
      cashCents: z.int(),
      /** Lost with the account, after a second confirmation. */
      bonusCents: z.int(),
      /** Whether `cashCents` is below the minimum withdrawal, and may be withdrawn anyway. */
      mayWithdrawRest: z.boolean(),
    }),
  },
  'POST /api/app/user/withdrawRest': {
    summary:
      'Withdraws all that is left to the own CPF, below the least withdrawal, before the account is closed: for the password and a code where there is a second factor; once a month',
    access: 'player',
    body: z.strictObject({ pwd: password, code: secondFactorCode }),
    data: z.null(),
  },
  'POST /api/app/user/closeAccount': {
    summary:
      'Closes the account for good, for the password and a code where the player has a second factor: all sessions end, and no other opens',
    access: 'player',
    body: z.strictObject({
      pwd: password,
      code: secondFactorCode,
      givesUpBonus: z.boolean(),
      /** Contact data are deleted at once and finally; otherwise after a month. */
      deletesNow: z.boolean(),
    }),
    data: z.null(),
  },
  'POST /api/app/user/exportData': {
    summary:
      'All that is kept about the player, as one JSON file, for the password and a code where there is a second factor; once a day',
    access: 'player',
    body: z.strictObject({ pwd: password, code: secondFactorCode }),
    data: z.object({ fileName: z.string(), content: z.string(), rows: z.int() }),
  },
})
