import * as z from 'zod/mini'
import { defineCalls, instant, publicId } from './call.ts'
import { password, proof, token } from './credentials.ts'
import { bytes, creation, made, passkeyName, requested, signed } from './webauthn.ts'

const none = z.null()

/** Passkeys: sign-in by a device's key, without password or captcha. */
export const passkeyCalls = defineCalls({
  'POST /api/auth/user/passkeyChallenge': {
    summary: 'What a browser is to have signed by a passkey; single use, five minutes',
    access: 'visitor',
    data: requested,
  },
  'POST /api/auth/user/passkeyLogin': {
    summary:
      'Opens a session by a passkey; needs neither password nor captcha, and a proof of work where too many tries failed',
    access: 'visitor',
    body: z.strictObject({ ...signed, proof }),
    data: token,
  },
  'GET /api/app/user/passkeys': {
    summary: 'The passkeys of the player, newest first, and how many there may be',
    access: 'player',
    data: z.object({
      passkeys: z.array(
        z.object({ key: publicId, name: z.string(), addedAt: instant, usedAt: z.nullable(instant) }),
      ),
      max: z.int(),
    }),
  },
  'POST /api/app/user/newPasskey': {
    summary:
      'Begins to add a passkey, for the password: what a browser makes it with; single use, five minutes',
    access: 'player',
    /** The code, if the player has a second factor. */
    body: z.strictObject({ pwd: password, code: z.optional(z.string().check(z.maxLength(24))) }),
    data: creation,
  },
  'POST /api/app/user/addPasskey': {
    summary: 'Adds the passkey that a browser created; the player is notified by mail',
    access: 'player',
    body: z.strictObject({ name: passkeyName, ...made }),
    data: none,
  },
  'POST /api/app/user/removePasskey': {
    summary:
      'Removes a passkey, for the password and a second factor just given where there is one; one that is gone already is no failure',
    access: 'player',
    body: z.strictObject({ key: publicId, pwd: password }),
    data: none,
  },
})

/** An authenticator code (six digits) or recovery code (`ABCDE-23456`). */
const factorCode = z.string().check(z.minLength(1), z.maxLength(24))
const recoveryCodes = z.object({
  /** Each is valid once; shown once. */
  recoveryCodes: z.array(z.string()),
})

/** The second factor: an authenticator or recovery code, beside the password. */
export const secondFactorCalls = defineCalls({
  'POST /api/auth/user/secondFactor': {
    summary:
      'Finishes a sign-in that was refused with second_factor_needed, with the ticket from that answer and a code; a trusted device needs no code for 30 days',
    access: 'visitor',
    body: z.strictObject({
      ticket: bytes(64),
      code: factorCode,
      trust: z.optional(z.boolean()),
    }),
    data: token,
  },
  'POST /api/auth/user/confirmCountry': {
    summary:
      'Finishes a sign-in that was refused with country_code_needed, with the ticket from that answer and the mailed code',
    access: 'visitor',
    body: z.strictObject({ ticket: bytes(64), code: z.string().check(z.minLength(1), z.maxLength(12)) }),
    data: token,
  },
  'GET /api/app/user/secondFactor': {
    summary: 'Since when the player signs in with a second factor, and how many recovery codes are left',
    access: 'player',
    data: z.object({ since: z.nullable(instant), recoveryCodesLeft: z.int() }),
  },
  'POST /api/app/user/newSecondFactor': {
    summary: 'Begins to connect an authenticator app, with the password; answers the secret, once',
    access: 'player',
    body: z.strictObject({ pwd: password }),
    data: z.object({
      secret: z.string(),
      /** For the app, as a QR code (otpauth://). */
      uri: z.string(),
    }),
  },
  'POST /api/app/user/confirmSecondFactor': {
    summary: 'Turns the second factor on with the app’s first code; the player is notified by mail',
    access: 'player',
    body: z.strictObject({ code: factorCode }),
    data: recoveryCodes,
  },
  'POST /api/app/user/removeSecondFactor': {
    summary: 'Turns the second factor off, with the password and a code; the player is notified by mail',
    access: 'player',
    body: z.strictObject({ pwd: password, code: factorCode }),
    data: none,
  },
  'POST /api/app/user/newRecoveryCodes': {
    summary: 'Fresh recovery codes in place of those of before, for the password and a code',
    access: 'player',
    body: z.strictObject({ pwd: password, code: factorCode }),
    data: recoveryCodes,
  },
  'POST /api/app/user/stepUpChallenge': {
    summary:
      'What a browser is to have signed by a passkey of the player, in place of a code; single use, five minutes',
    access: 'player',
    data: requested,
  },
  'POST /api/app/user/stepUp': {
    summary:
      'Gives the second factor again, after a call was refused with step_up_needed: for minutes this session may change password, e-mail and limits, and once pay somebody new',
    access: 'player',
    body: z.strictObject({ code: factorCode }),
    data: none,
  },
  'POST /api/app/user/stepUpByPasskey': {
    summary: 'The same by a passkey of the player, which signed what stepUpChallenge answered',
    access: 'player',
    body: z.strictObject(signed),
    data: none,
  },
})
