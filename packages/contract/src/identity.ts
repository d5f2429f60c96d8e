import * as z from 'zod/mini'
import { cursor, day, defineCalls, instant, isapp, nextCursor, payDiscount, publicId } from './call.ts'
import { pricePackage } from './cashier.ts'
import { countedShares } from './counted-shares.ts'
import { password, proof, token } from './credentials.ts'
import { gameCodes } from './game-rounds.ts'

const email = z.string().check(z.minLength(3), z.maxLength(254))
/** A captcha's purpose; absent in the specification's own call. */
const captchaPurpose = z.optional(z.enum(['login', 'register']))
const avatarIndex = z.string().check(z.regex(/^([0-9]|[12][0-9]|3[0-5])$/))
const digits = z.string().check(z.regex(/^\d{1,8}$/))
/** The client's random captcha id: by specification an integer below 100 million; also accepted as its digits. */
const codeId = z.union([
  digits,
  z.pipe(z.int().check(z.minimum(0), z.maximum(99_999_999)), z.transform(String)),
])
const captCode = z.string().check(z.minLength(1), z.maxLength(12))
/** The type of an account entry (SPEC §3). */
const entryType = z.enum(['11', '13', '14', '19', '141', '199'])
/** An account entry's reason, as detailed as players see it. */
const entryReason = z.enum([
  'topUp',
  'topUpTakenBack',
  'refund',
  'refundBack',
  'opening',
  'debtRepaid',
  'withdrawal',
  'withdrawalBack',
  'transferOut',
  'transferIn',
  'bet',
  'betReturn',
  'betCashOut',
  'betCorrected',
  'boost',
  'insurance',
  'game',
  'studioGame',
  'bonusTopUp',
  'bonusFreeBet',
  'bonusFreeRound',
  'bonusOther',
  'bonusWagered',
  'bonusEnded',
  'vip',
  'ladder',
  'activity',
  'checkIn',
  'commission',
  'commissionTakenBack',
  'gameBonus',
])
const none = z.null()

/** Open wagering and the counting stakes. Own money is wagered first, then its bonus. */
const wagering = z.object({
  /** Until all own money may be withdrawn: remaining and total stakes; an older bonus is part of the way. */
  ownLeftCents: z.int(),
  ownTotalCents: z.int(),
  /** Until the last bonus is cash, after all that if `isBonusAfter`, else from now. Only own money counts. */
  bonusLeftCents: z.int(),
  bonusTotalCents: z.int(),
  isBonusAfter: z.boolean(),
  /** The maximum that becomes cash. */
  bonusGrantCents: z.int(),
  /** The next bonus's deadline: what is unwagered then goes back. */
  bonusExpiresAt: z.nullable(z.string()),
  /** The maximum bonus part of one stake. */
  maxBonusStakeCents: z.int(),
  ...countedShares,
})

/** A player with the specification's §3 field names. Amounts are reais with two decimals. */
const userInfo = z.object({
  uId: publicId,
  name: z.nullable(z.string()),
  username: z.string(),
  email: z.string(),
  header: z.int(),
  time: z.string(),
  balance: z.number(),
  freeBalance: z.number(),
  /** Grows with every balance change: a push with a smaller one is stale. */
  balanceVersion: z.int(),
  payAmount: z.number(),
  paySumAmount: z.number(),
  wdSumAmount: z.number(),
  gameSumAmount: z.number(),
  level: z.int(),
  nextlevel: z.nullable(z.object({ level: z.int(), gameSumAmount: z.number(), paySumAmount: z.number() })),
  yqm: z.string(),
  kyc: z.int(),
  testFlag: z.string(),
  lx: z.string(),
  /** Invitees on three levels. */
  level1Person: z.int(),
  level2Person: z.int(),
  level3Person: z.int(),
  /** Their settled stakes, on which commission is computed. */
  level1Amount: z.number(),
  level2Amount: z.number(),
  level3Amount: z.number(),
  /** A current discount on package prices; null without one. */
  payDiscount: z.nullable(payDiscount),
  /** The test account's credentials; null for every player. */
  extendInfo: z.nullable(z.object({ username: z.string(), pwd: z.string(), balance: z.number() })),
  /** The price packages, as in getPrices. */
  paypackage: z.array(pricePackage),
  wagering,
  /** The terms version the player must still accept, if it changed. */
  termsDue: z.nullable(z.string()),
})

/** Registration, sessions, captcha, passwords and the player's own page. */
export const identityCalls = defineCalls({
  'POST /api/auth/user/restLogin': {
    summary:
      'Opens a session with e-mail and password; needs a solved captcha, and a proof of work where too many guesses were made',
    access: 'visitor',
    body: z.strictObject({ username: email, pwd: password, codeId, captCode, proof }),
    data: token,
  },
  'POST /api/auth/user/restRegister': {
    summary:
      'Registers a player and opens a session; needs a solved captcha. With name and cardNo (a CPF) the KYC is done at once',
    access: 'visitor',
    body: z.strictObject({
      name: z.optional(z.string().check(z.maxLength(120))),
      cardNo: z.optional(z.string().check(z.maxLength(20))),
      username: email,
      country: z.string().check(z.regex(/^\+?\d{1,4}$/)),
      phone: z.string().check(z.maxLength(24)),
      pwd: password,
      pwd1: password,
      regcode: z.optional(z.string().check(z.maxLength(20))),
      codeId,
      captCode,
      proof,
      isapp: z.optional(isapp),
    }),
    isWithinLicence: true,
    data: token,
  },
  'POST /api/auth/user/restLogout': {
    summary: 'Ends the session of the token it is sent with',
    access: 'player',
    isForTestAccount: true,
    isNeverPutOff: true,
    data: none,
  },
  'POST /api/auth/user/signInLink': {
    summary: 'Mails a one-time sign-in link; answers the same whether or not the e-mail is known',
    access: 'visitor',
    body: z.strictObject({ email }),
    data: none,
  },
  'POST /api/auth/user/appLink': {
    summary: 'A one-time sign-in link of the player, to go on in the app wrapper; good for ten minutes',
    access: 'player',
    data: z.object({ token: z.string() }),
  },
  'POST /api/auth/user/zgo': {
    summary: 'Exchanges a one-time sign-in link for a session',
    access: 'visitor',
    body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(2000)) }), // a truncated one is invalid
    data: token,
  },
  'GET /api/auth/user/captcha/:codeId': {
    summary: 'Draws a fresh captcha for this id; single use, two minutes',
    access: 'visitor',
    params: z.strictObject({ codeId: digits }),
    query: z.strictObject({ purpose: captchaPurpose }),
    raw: 'image/png',
    data: none,
  },
  'GET /api/auth/user/captcha/:codeId/sound': {
    summary:
      'Plays a fresh captcha for this id in place of the picture: groups of beeps to count; single use, two minutes',
    access: 'visitor',
    params: z.strictObject({ codeId: digits }),
    query: z.strictObject({ purpose: captchaPurpose }),
    raw: 'audio/wav',
    data: none,
  },
  'GET /api/app/user/userInfo': {
    summary: 'The player and the balance',
    access: 'player',
    data: userInfo,
  },
  'GET /api/app/user/entries': {
    summary:
      'What happened to cash and bonus, newest first: 13 top-ups, 11 withdrawals, 199 sports, 19 games, 14 and 141 awards; of one type alone where one is named',
    access: 'player',
    query: z.strictObject({ cursor, type: z.optional(entryType) }),
    data: z.object({
      entries: z.array(
        z.object({
          id: z.string(),
          type: entryType,
          reason: entryReason,
          /** Our game's code; null otherwise. */
          game: z.nullable(z.enum(gameCodes)),
          /** Its bet; null if none. */
          betId: z.nullable(publicId),
          account: z.enum(['cash', 'bonus']),
          /** Negative for debits. */
          amountCents: z.int(),
          beforeCents: z.int(),
          afterCents: z.int(),
          at: instant,
        }),
      ),
      next: nextCursor,
    }),
  },
  'GET /api/app/user/statement': {
    summary: 'The statement of cash and bonus over days of at most a year, back to 36 months, as a file',
    access: 'player',
    query: z.strictObject({
      from: day,
      until: day,
      type: z.optional(entryType),
      format: z.enum(['csv', 'pdf']),
    }),
    data: z.object({
      fileName: z.string(),
      mediaType: z.enum(['text/csv', 'application/pdf']),
      /** The bytes in base64. */
      content: z.string(),
      entries: z.int(),
    }),
  },
  'GET /api/app/user/yearStatement': {
    summary: 'What came in and went out in a year by its nature, with what stood before and after',
    access: 'player',
    query: z.strictObject({ year: z.string().check(z.regex(/^20\d\d$/)) }),
    data: z.object({
      openingCents: z.int(),
      closingCents: z.int(),
      natures: z.array(z.object({ type: entryType, inCents: z.int(), outCents: z.int() })),
      /** Whether `betResults` is available for a year too. */
      tellsBetResults: z.boolean(),
    }),
  },
  'GET /api/app/user/getBalance': {
    summary: 'The balance alone, with its version',
    access: 'player',
    data: z.object({ balance: z.number(), freeBalance: z.number(), balanceVersion: z.int() }),
  },
  'GET /api/app/user/sessions': {
    summary: 'The open sessions of the player, last used first, each with the device as it describes itself',
    access: 'player',
    data: z.object({
      sessions: z.array(
        z.object({
          /** The `api_key` of its login. */
          key: publicId,
          userAgent: z.string(),
          zone: z.string(),
          openedAt: instant,
          seenAt: instant,
        }),
      ),
    }),
  },
  'GET /api/app/user/signIns': {
    summary:
      'The last sign-ins of the player, newest first: when, by what, on which device and from which network',
    access: 'player',
    data: z.object({
      signIns: z.array(
        z.object({
          at: instant,
          way: z.enum(['password', 'link', 'passkey', 'register']),
          userAgent: z.string(),
          /** A /24 of IPv4 or /56 of IPv6, not the address. */
          network: z.string(),
          /** ISO 3166-1 alpha-2, if the server knows it. */
          country: z.nullable(z.string()),
        }),
      ),
    }),
  },
  'POST /api/app/user/endSession': {
    summary: 'Logs the player out on one device; one that is over already is no failure',
    access: 'player',
    body: z.strictObject({ key: publicId }),
    data: none,
  },
  'POST /api/app/user/endOtherSessions': {
    summary: 'Logs the player out on every device but this one; trust in devices and sign-in links end too',
    access: 'player',
    data: none,
  },
  'GET /api/app/user/setHeader/:avatarIndex': {
    summary: 'Chooses one of the 36 avatars',
    access: 'player',
    isChange: true,
    params: z.strictObject({ avatarIndex }),
    data: none,
  },
  'POST /api/app/user/setHeader/:avatarIndex': {
    summary: 'Chooses one of the 36 avatars, by a call that no link and no picture can make',
    access: 'player',
    params: z.strictObject({ avatarIndex }),
    data: none,
  },
  'POST /api/app/user/acceptTerms': {
    summary: 'The yes to the terms in force, by their version; sent again it counts once',
    access: 'player',
    body: z.strictObject({ version: z.string().check(z.regex(/^[0-9A-Za-z][0-9A-Za-z._-]{0,19}$/)) }),
    data: none,
  },
  'GET /api/app/user/getUserTest': {
    summary: 'The credentials of the test account, for a player flagged as one',
    access: 'player',
    data: z.object({ username: z.string(), pwd: z.string(), balance: z.number() }),
  },
  'POST /api/app/user/changePwd': {
    summary: 'Changes the password; other sessions end',
    access: 'player',
    body: z.strictObject({ oPwd: password, nPwd: password, nPwd1: password }),
    data: none,
  },
  'POST /api/app/user/askEmail': {
    summary:
      'Asks for another e-mail: a code is mailed there, unless somebody has it, which the answer does not tell',
    access: 'player',
    body: z.strictObject({ email, pwd: password }),
    data: none,
  },
  'POST /api/app/user/changeEmail': {
    summary: 'Changes the e-mail for the mailed code; other sessions end, the old address is notified',
    access: 'player',
    body: z.strictObject({ code: z.string().check(z.maxLength(12)) }),
    data: none,
  },
  'POST /api/app/user/verifyPwd': {
    summary: 'Gives the password again: for minutes this session may withdraw to a new key',
    access: 'player',
    body: z.strictObject({ pwd: password }),
    data: none,
  },
  'POST /api/app/main/RESETPWD/sendEmail': {
    summary: 'Mails a reset code; answers the same whether or not the e-mail is known',
    access: 'visitor',
    form: true,
    body: z.strictObject({ email }),
    data: none,
  },
  'POST /api/app/main/RESETPWD/checkEmail': {
    summary: 'Checks a mailed code and answers the id that allows a new password',
    access: 'visitor',
    form: true,
    body: z.strictObject({ email, code: z.string().check(z.maxLength(12)) }),
    data: z.string(),
  },
  'POST /api/app/main/setPwd': {
    summary: 'Sets a new password with the id from checkEmail; all sessions end',
    access: 'visitor',
    form: true,
    body: z.strictObject({ nPwd: password, chkId: z.string().check(z.maxLength(64)) }),
    data: none,
  },
})
