import { flag, form, optional, text, word } from './fields.ts'

/** Valid requests of the calls for passkeys and the second factor, without browser signatures. */
export const passkeyExamples = {
  'POST /api/auth/user/passkeyChallenge': {},
  'POST /api/auth/user/passkeyLogin': {
    body: {
      id: word('no-passkey'),
      clientDataJSON: word('e30'),
      authenticatorData: word('e30'),
      signature: word('e30'),
      userHandle: word('e30'),
      proof: optional(form(`1.2.no-proof.${'a'.repeat(43)}:3`)),
    },
  },
  'GET /api/app/user/passkeys': {},
  'POST /api/app/user/newPasskey': { body: { pwd: text('a password'), code: optional(text('123456')) } },
  'POST /api/app/user/addPasskey': {
    body: {
      name: text('a phone'),
      id: word('no-passkey'),
      clientDataJSON: word('e30'),
      attestationObject: word('e30'),
    },
  },
  'POST /api/app/user/removePasskey': {
    body: { key: form('0123456789ABC'), pwd: text('a password') },
  },
  'POST /api/auth/user/secondFactor': {
    body: {
      ticket: word('no-ticket'),
      code: text('123456'),
      trust: optional(flag(false)),
    },
  },
  'POST /api/auth/user/confirmCountry': { body: { ticket: word('no-ticket'), code: text('123456') } },
  'GET /api/app/user/secondFactor': {},
  'POST /api/app/user/newSecondFactor': { body: { pwd: text('a password') } },
  'POST /api/app/user/confirmSecondFactor': { body: { code: text('123456') } },
  'POST /api/app/user/removeSecondFactor': { body: { pwd: text('a password'), code: text('123456') } },
  'GET /api/app/user/closing': {},
  'POST /api/app/user/closeAccount': {
    body: {
      pwd: text('a password'),
      code: optional(text('123456')),
      givesUpBonus: flag(true),
      deletesNow: flag(false),
    },
  },
  'POST /api/app/user/withdrawRest': { body: { pwd: text('a password'), code: optional(text('123456')) } },
  'POST /api/app/user/exportData': { body: { pwd: text('a password'), code: optional(text('123456')) } },
  'POST /api/app/user/newRecoveryCodes': { body: { pwd: text('a password'), code: text('123456') } },
  'POST /api/app/user/stepUpChallenge': {},
  'POST /api/app/user/stepUp': { body: { code: text('123456') } },
  'POST /api/app/user/stepUpByPasskey': {
    body: {
      id: word('no-passkey'),
      clientDataJSON: word('e30'),
      authenticatorData: word('e30'),
      signature: word('e30'),
      userHandle: word('e30'),
    },
  },
}
