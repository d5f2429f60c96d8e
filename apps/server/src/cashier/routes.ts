import type { Calls } from '@palpite/contract'
import { centsFromReais } from '@palpite/money'
import type { UsdtNetwork } from '@palpite/money/usdt'
import { type Api, serve } from '../platform/http/serve.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import type { Cashier } from './cashier.ts'
import { readRecords } from './read-records.ts'
import {
  cancelOrder,
  readOrderStatus,
  prePay,
  type PrePayCommands,
  readPayment,
} from './orders/waiting-orders.ts'
import type { PricesRequest } from './orders/prices.ts'
import type { TransferMoney } from './withdrawals/transfer-money.ts'
import { askKeyCode, confirmKey } from './withdrawals/confirm-key.ts'
import type { RequestWithdrawal } from './withdrawals/rules.ts'

/** The list commands as single calls, and what depends on the settings in force. */
export type SingleCommands = PrePayCommands & {
  readPrices: (request: PricesRequest) => Promise<Calls['GET /api/app/order/getPrices']['data']>
  readOwnAmount: () => Promise<Calls['GET /api/app/order/ownAmount']['data']>
  readRules: () => Promise<Calls['GET /api/app/order/rules']['data']>
  readLimits: (playerId: number) => Promise<Calls['GET /api/app/order/getWithdraw']['data']>
  transferMoney: (request: TransferMoney) => Promise<Result<{ transferId: string }>>
  showUsdtAddress: (request: {
    playerId: number
    network: UsdtNetwork
  }) => Promise<Result<Calls['POST /api/app/order/usdtAddress']['data']>>
  readUsdtTopUps: (playerId: number) => Promise<Calls['GET /api/app/order/usdtTopUps']['data']>
  requestWithdrawal: (request: RequestWithdrawal) => Promise<Result<{ orderId: string }>>
}

/**
 * Orders that a player may cancel in an hour. Each cancellation permits another order, and every order opens a charge
 * at a bank.
 */
const CANCELS = 20
const CANCELS_SECONDS = 3600

const wrongField = (field: string) => refuse('bad_request', { values: { field }, detail: { field } })

/** The price and gift shown by the page; pages of older versions send none. */
const shownOf = ({
  paidCents,
  giftCents,
}: {
  paidCents?: string | number | undefined
  giftCents?: string | number | undefined
}) =>
  paidCents === undefined || giftCents === undefined
    ? undefined
    : { paidCents: Number(paidCents), giftCents: Number(giftCents) }

/** The cashier's calls of the player's API. */
export function cashierRoutes(api: Api, cashier: Cashier, commands: SingleCommands): void {
  serve(api, 'GET /api/app/order/getPrices', async ({ query, caller }) =>
    ok(await commands.readPrices({ playerId: caller.playerId, curreny: query.curreny })),
  )

  serve(api, 'POST /api/app/order/prePay/:pkgId', async ({ params, body, caller }) => {
    if (params.pkgId !== body.pkgId) return wrongField('pkgId')
    const request = {
      playerId: caller.playerId,
      packageId: body.pkgId,
      wantsBonusGrant: body.gift === '1',
      shown: shownOf(body),
    }
    return prePay(cashier, commands, request)
  })

  serve(api, 'GET /api/app/order/ownAmount', async () => ok(await commands.readOwnAmount()))

  serve(api, 'GET /api/app/order/rules', async () => ok(await commands.readRules()))

  serve(api, 'POST /api/app/order/prePayAmount', async ({ body, caller }) => {
    const request = {
      playerId: caller.playerId,
      amountCents: body.amountCents,
      wantsBonusGrant: body.gift === '1',
      shown: shownOf(body),
    }
    return prePay(cashier, commands, request)
  })

  serve(api, 'GET /api/app/order/getStatus/:orderId', async ({ params, caller }) =>
    readOrderStatus(cashier, { playerId: caller.playerId, orderId: params.orderId }),
  )

  serve(api, 'GET /api/app/order/getPayment/:orderId', async ({ params, caller }) =>
    readPayment(cashier, { playerId: caller.playerId, orderId: params.orderId }),
  )

  const cancels = cashier.deps.limits.limiter('order-cancels', CANCELS, CANCELS_SECONDS)
  serve(api, 'POST /api/app/order/cancel/:orderId', async ({ params, caller: { playerId } }) =>
    (await cancels.consume(String(playerId)))
      ? cancelOrder(cashier, { playerId, orderId: params.orderId })
      : refuse('too_many_requests'),
  )

  serve(api, 'POST /api/app/order/usdtAddress', async ({ body, caller }) =>
    commands.showUsdtAddress({ playerId: caller.playerId, network: body.network }),
  )

  serve(api, 'GET /api/app/order/usdtTopUps', async ({ caller }) =>
    ok(await commands.readUsdtTopUps(caller.playerId)),
  )

  serve(api, 'GET /api/app/order/getWithdraw', async ({ caller }) =>
    ok(await commands.readLimits(caller.playerId)),
  )

  serve(api, 'POST /api/app/order/keyCode', async ({ body, lang, caller: { playerId, sessionId } }) =>
    askKeyCode(cashier, {
      playerId,
      sessionId,
      method: body.payCardBank,
      payCardNo: body.payCardNo,
      lang,
    }),
  )

  serve(api, 'POST /api/app/order/confirmKey', async ({ body, caller: { playerId } }) =>
    confirmKey(cashier, { playerId, method: body.payCardBank, payCardNo: body.payCardNo, code: body.code }),
  )

  serve(api, 'POST /api/app/order/withdraw', async ({ body, caller, closed }) => {
    const amountCents = centsFromReais(body.amount)
    if (amountCents === undefined) return wrongField('amount')
    // `ifsc` is either the CPF again or the rate that was shown, which is looked up among ours and never trusted.
    return commands.requestWithdrawal({
      playerId: caller.playerId,
      sessionId: caller.sessionId,
      method: body.payCardBank,
      payCardNo: body.payCardNo.trim(),
      holderName: body.name.trim(),
      whatsapp: body.whatsapp.trim(),
      shownRate: body.ifsc,
      closed,
      ...(body.requestId === undefined ? {} : { requestId: body.requestId }),
      amountCents,
    })
  })

  serve(api, 'POST /api/app/order/transfer', async ({ body, caller, closed }) => {
    const amountCents = centsFromReais(body.amount)
    if (amountCents === undefined) return wrongField('amount')
    const { playerId, sessionId } = caller
    const { requestId, user } = body
    return commands.transferMoney({ playerId, sessionId, requestId, user, amountCents, closed })
  })

  serve(api, 'GET /api/app/order/records', async ({ query, caller }) =>
    readRecords(cashier, { playerId: caller.playerId, cursor: query.cursor }),
  )
}
