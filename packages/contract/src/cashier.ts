import * as z from 'zod/mini'
import {
  centsAbove0,
  cursor,
  defineCalls,
  instant,
  isapp,
  nextCursor,
  reaisAbove0,
  reaisFrom0,
  requestId,
} from './call.ts'

const pkgId = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))
const orderId = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/))
const flag = z.enum(['0', '1'])

/** Cents in a form, as digits. */
const typedCents = z.string().check(z.regex(/^\d{1,10}$/))

/** Why an order failed, if the status alone does not say: somebody else paid, and the payment was returned. */
const endReason = z.nullable(z.enum(['other_payer']))

/**
 * The reasons of a record. A top-up was reversed or returned, wholly or partly; or paid with another amount, again,
 * late, or under a used discount. A withdrawal of an indebted player is stopped and pays the debt; one under review or
 * waiting for a new key says so; a reviewed one may be refused.
 */
const recordReason = z.nullable(
  z.enum([
    'other_payer',
    'taken_back',
    'partly_taken_back',
    'other_amount',
    'again',
    'late',
    'discount_used',
    'owes_money',
    'in_review',
    'key_waits',
    'refused',
  ]),
)

/**
 * A package of the price list. `gift` and `price` are reais; `mainTimes` and `giftTimes` say how often either is to be
 * wagered before it may leave; `curreny` keeps the specification's spelling. `off` is what a planned discount takes off the
 * price now, in reais, and comes as a bonus; it is left out where none does.
 */
export const pricePackage = z.object({
  pkgId: z.string(),
  price: z.number(),
  gift: z.number(),
  mainTimes: z.int().check(z.minimum(0)),
  giftTimes: z.int().check(z.minimum(0)),
  sort: z.int(),
  off: z.optional(z.number()),
  curreny: z.enum(['BRL', 'EXTPAY', 'BTBRL', 'FCBRL', 'INSBRL', 'EXPPAY', '']),
})

/** The network of a USDT address, derived from the address and shown back. */
const network = z.enum(['TRC20', 'ERC20'])

const cardInfo = z.object({
  ifsc: z.string(),
  payCardNo: z.string(),
  name: z.string(),
  whatsapp: z.string(),
  network: z.optional(network),
})

/** An unpaid order: `url` is the payment page. */
const openedOrder = z.object({ orderId: z.string(), payNo: z.string(), url: z.string() })

/** The destination of money: method and key. */
const payoutKey = {
  payCardBank: z.enum(['CPF', 'CNPJ', 'USDT']),
  payCardNo: z.string().check(z.minLength(1), z.maxLength(80)),
}

/** Top-ups, withdrawals, returned bonuses, KYC and the wallet's records. */
export const cashierCalls = defineCalls({
  'GET /api/app/order/getPrices': {
    summary: 'The price packages, all or of one `curreny`; an empty one means those whose own is empty',
    access: 'player',
    query: z.strictObject({ curreny: z.optional(pricePackage.shape.curreny) }),
    data: z.array(pricePackage),
  },
  'POST /api/app/order/prePay/:pkgId': {
    summary:
      'Opens an order and its PIX charge, which lives 30 minutes; `offer_changed` where it says what its page showed, and that is paid or comes no longer',
    access: 'player',
    form: true,
    params: z.strictObject({ pkgId }),
    body: z.strictObject({
      gift: flag,
      pkgId,
      isapp: z.optional(isapp),
      /** What the page says is paid, and what gift comes with it. */
      paidCents: z.optional(typedCents),
      giftCents: z.optional(typedCents),
    }),
    isWithinLicence: true,
    begins: 'deposits',
    data: openedOrder,
  },
  'GET /api/app/order/ownAmount': {
    summary:
      'Between which amounts a player may top up without a package, and how often that is to be wagered',
    access: 'player',
    data: z.object({
      minCents: centsAbove0,
      maxCents: centsAbove0,
      mainTimes: z.int().check(z.minimum(0)),
      /** The wagering multiple of a discount's bonus. */
      giftTimes: z.int().check(z.minimum(0)),
    }),
  },
  'GET /api/app/order/rules': {
    summary: 'The numbers that top-ups and withdrawals go by, as they are in force',
    access: 'visitor',
    data: z.object({
      orderLifeSeconds: z.int(),
      ownAmountMinCents: centsAbove0,
      ownAmountMaxCents: centsAbove0,
      /** The wagering multiples of top-up and bonus. */
      mainTimes: z.int().check(z.minimum(0)),
      bonusTimes: z.int().check(z.minimum(0)),
      withdrawMinCents: centsAbove0,
      withdrawMaxCents: centsAbove0,
      /** The promised times of withdrawals: automatic, and reviewed. */
      payoutPromiseSeconds: z.int(),
      reviewPromiseSeconds: z.int(),
      /** How long large amounts wait for a new key other than the player's CPF. */
      newKeyWaitSeconds: z.int(),
      /** How long withdrawals to others wait after a new password or e-mail. */
      newSecretWaitSeconds: z.int(),
    }),
  },
  'POST /api/app/order/prePayAmount': {
    summary:
      'Opens an order of an amount of one’s own, as prePay does; the price of a package is that package, any other brings no gift',
    access: 'player',
    body: z.strictObject({
      gift: flag,
      amountCents: centsAbove0,
      paidCents: z.optional(centsAbove0),
      giftCents: z.optional(z.int().check(z.minimum(0), z.maximum(100_000_000_000))),
    }),
    isWithinLicence: true,
    begins: 'deposits',
    data: openedOrder,
  },
  'GET /api/app/order/getStatus/:orderId': {
    summary:
      'The state of an order: 00 pending, 10 paid, 01 cancelled, -01 failed; `reason` says whose payment was sent back',
    access: 'player',
    params: z.strictObject({ orderId }),
    data: z.object({ status: z.enum(['00', '10', '01', '-01', '99', '-99']), reason: endReason }),
  },
  'GET /api/app/order/getPayment/:orderId': {
    summary:
      'How an order that waits for its payment is still paid: the page, and the PIX code once there is one',
    access: 'player',
    params: z.strictObject({ orderId }),
    data: z.object({
      orderId: z.string(),
      payNo: z.string(),
      url: z.string(),
      amountCents: centsAbove0,
      secondsLeft: z.int().check(z.minimum(0)),
      code: z.nullable(z.string()),
    }),
  },
  'POST /api/app/order/cancel/:orderId': {
    summary: 'Gives up an order that is not paid; a payment that still arrives counts all the same',
    access: 'player',
    params: z.strictObject({ orderId }),
    data: z.null(),
  },
  'POST /api/app/order/usdtAddress': {
    summary:
      'The address that the player pays USDT to over a network, and the rate that holds for what comes, so much until a moment',
    access: 'player',
    body: z.strictObject({ network }),
    isWithinLicence: true,
    begins: 'deposits',
    data: z.object({
      network,
      address: z.string(),
      /** Reais for one USDT. Later or larger amounts use the rate at confirmation. */
      rate: z.number(),
      /** The rate's time. */
      rateAt: instant,
      rateUntil: instant,
      /** The maximum it still converts. */
      maxUsdt: z.number(),
      minUsdt: z.number(),
      /** The required confirmations. */
      confirmations: z.int(),
    }),
  },
  'GET /api/app/order/usdtTopUps': {
    summary: 'The networks that accept USDT (none if it is off), and recent transfers',
    access: 'player',
    data: z.object({
      networks: z.array(network),
      transfers: z.array(
        z.object({
          network,
          hash: z.string(),
          amount: z.string(),
          /**
           * In a block; no longer in one; credited, or reversed when the chain lost it; below the minimum; without a
           * rate in time, so operators decide.
           */
          status: z.enum(['seen', 'gone', 'credited', 'taken_back', 'below_min', 'no_rate']),
          confirmations: z.int(),
          needed: z.int(),
          /** The credited amount. */
          amountCents: z.nullable(centsAbove0),
          /** How much at which rate: amounts beyond the shown rate's maximum use another. */
          rates: z.array(z.object({ amount: z.string(), rate: z.number() })),
          at: instant,
        }),
      ),
    }),
  },
  'GET /api/app/order/getWithdraw': {
    summary: 'What may be withdrawn now, the limits, and the details used before',
    access: 'player',
    data: z.object({
      limitAmount: z.string(),
      maxAmount: z.number(),
      number: z.int(),
      lock: z.boolean(),
      /** The games that block it: codes, and names of studio games. */
      openGames: z.array(z.object({ code: z.string(), name: z.nullable(z.string()) })),
      wdAmount: z.number(),
      /** The debt after a reversal of spent money: no stake or withdrawal until repaid. */
      owed: z.number(),
      usdtRate: z.number(),
      /** That rate's time; null without one. */
      usdtRateAt: z.nullable(instant),
      serviceAmount: z.number(),
      /** Whether player transfers are allowed, with minimum and daily maximum; null if not. */
      transfer: z.nullable(z.object({ min: z.number(), dayMax: z.number() })),
      cardInfo: z.object({
        CPF: z.optional(cardInfo),
        CNPJ: z.optional(cardInfo),
        USDT: z.optional(cardInfo),
        CHANNEL: z.array(z.enum(['CPF', 'CNPJ', 'USDT'])),
      }),
    }),
  },
  'POST /api/app/order/keyCode': {
    summary:
      'Mails the player a code that confirms this key, where one is needed: not for the own CPF nor for a key used before',
    access: 'player',
    body: z.strictObject(payoutKey),
    data: z.object({ needed: z.boolean() }),
  },
  'POST /api/app/order/confirmKey': {
    summary: 'Confirms a key by the code mailed for it, for any amount; sent again it answers the same',
    access: 'player',
    body: z.strictObject({ ...payoutKey, code: z.string().check(z.maxLength(12)) }),
    data: z.null(),
  },
  'POST /api/app/order/withdraw': {
    summary:
      'Holds the money and asks for a payout; to a key that was never used, after verifyPwd, and to one that is not the own CPF after confirmKey',
    access: 'player',
    body: z.strictObject({
      ...payoutKey,
      ifsc: z.string().check(z.maxLength(80)),
      name: z.string().check(z.maxLength(120)),
      /** Empty or missing counts as below the minimum, refused after the checks before it (SPEC §5). */
      amount: z.union([
        reaisFrom0,
        z.pipe(
          z.literal(''),
          z.transform(() => 0),
        ),
      ]),
      whatsapp: z.string().check(z.maxLength(24)),
      /** Repeated with the same id, it is the same withdrawal. */
      requestId: z.optional(requestId),
    }),
    begins: 'withdrawals',
    decidesMaintenance: true,
    data: z.object({ orderId: z.string() }),
  },
  'POST /api/app/order/transfer': {
    summary: 'Gives withdrawable money to another player, after verifyPwd; where the operator allows it',
    access: 'player',
    body: z.strictObject({
      requestId,
      amount: reaisAbove0,
      /** The recipient's e-mail. */
      user: z.string().check(z.minLength(3), z.maxLength(254)),
    }),
    begins: 'withdrawals',
    decidesMaintenance: true,
    data: z.object({ transferId: z.string() }),
  },
  'POST /api/app/user/giveBonusBack': {
    summary:
      'Gives back the bonuses that are being wagered: nothing more is to be wagered for them; sent again it acts once',
    access: 'player',
    body: z.strictObject({ requestId }),
    data: z.object({ backCents: z.int() }),
  },
  'POST /api/app/user/updateKyc': {
    summary: 'Records the name and CPF of the player',
    access: 'player',
    body: z.strictObject({
      name: z.string().check(z.maxLength(120)),
      cardNo: z.string().check(z.maxLength(20)),
    }),
    data: z.null(),
  },
  'GET /api/app/order/records': {
    summary: 'Top-ups (10) and withdrawals (11) of the player, newest first',
    access: 'player',
    query: z.strictObject({ cursor }),
    data: z.object({
      records: z.array(
        z.object({
          orderId: z.string(),
          type: z.enum(['10', '11']),
          status: z.enum(['00', '01', '10', '-01', '99', '-99']),
          reason: recordReason,
          amountCents: centsAbove0,
          feeCents: z.int(),
          method: z.string(),
          /** A withdrawal's destination, or the other party of a transfer, its middle hidden. */
          payTo: z.nullable(z.string()),
          /** For USDT: amount, rate, network and transaction. */
          usdt: z.nullable(
            z.object({ amount: z.string(), rate: z.string(), network, hash: z.nullable(z.string()) }),
          ),
          /** A pending withdrawal's promised time. */
          promisedAt: z.nullable(instant),
          /** That time has passed. */
          isLate: z.boolean(),
          at: instant,
        }),
      ),
      next: nextCursor,
    }),
  },
})
