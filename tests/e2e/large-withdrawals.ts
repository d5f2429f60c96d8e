import { randomBytes } from 'node:crypto'
import { call, type KnownPlayer, newOrder, payAtBank, untilWithdrawable } from './known-player.ts'
import type { World } from './player.ts'
import { wagerOnWinner } from './sure-bet.ts'

/** In reais: above it two operators must approve here; other journeys withdraw less. */
const BOUND = 200
/** In reais. */
export const WITHDRAWN = 210

/** Requires two operators above the bound, unless set already: a worker's journeys share its app. */
export async function reviewLarge(world: World, one: string, two: string): Promise<void> {
  const modules = await call(world, one, '/api/backoffice/settings')
  const cashier = (modules as { module: string; latestApproved: number }[]).find(
    ({ module }) => module === 'cashier',
  )
  if (cashier?.latestApproved !== 0) return
  const value = { reviewAboveCents: BOUND * 100, twoOperatorsAboveCents: BOUND * 100 }
  const settings = '/api/backoffice/settings/cashier/versions'
  const proposed = await call(world, one, settings, { value, baseVersion: 0 })
  const { version } = proposed as { version: number }
  await call(world, two, `${settings}/${version}/approve`, {})
}

/** Makes a player with one top-up pay three more, and wager everything. */
export const wagered = async (world: World, player: KnownPlayer): Promise<void> => {
  for (let orders = 1; orders < 4; orders += 1)
    await payAtBank(world, player.token, await newOrder(world, player))
  await wagerOnWinner(world, player.token, 400_00)
  await untilWithdrawable(world, player, WITHDRAWN)
}

/** Requests the withdrawal as from another phone; returns its order. */
export const withdrawElsewhere = async (world: World, { token, password, cpf, name }: KnownPlayer) => {
  await call(world, token, '/api/app/user/verifyPwd', { pwd: password })
  const { orderId } = (await call(world, token, '/api/app/order/withdraw', {
    payCardBank: 'CPF',
    payCardNo: cpf,
    ifsc: cpf,
    name,
    amount: WITHDRAWN,
    whatsapp: '',
    requestId: randomBytes(16).toString('hex'),
  })) as { orderId: string }
  return orderId
}
