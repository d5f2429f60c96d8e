import type { FastifyInstance } from 'fastify'
import { injectFaults } from '../faults/index.ts'
import type { World } from '../world.ts'
import { ACCESS_TABLES, accessRoutes, guardScope } from './access/index.ts'
import { CHARGE_TABLES } from './charges/queries.ts'
import { chargeRoutes, locationRoutes } from './charges/routes.ts'
import { PIX_TABLES } from './pix/queries.ts'
import { payRoutes } from './pix/pay-routes.ts'
import { pixRoutes } from './pix/routes.ts'
import { REFUND_TABLES } from './refunds/queries.ts'
import { clawBackRoutes, refundRoutes } from './refunds/routes.ts'
import { webhookTargetRoutes } from './webhook-routes.ts'

export { chargeEndsAt, type Charge } from './charges/charge.ts'
export { isPixKey } from './pix-key.ts'
export {
  findCharge,
  findChargeByTxid,
  paymentRefusal,
  REFUSAL_TEXTS,
  type FoundCharge,
} from './pix/find-charge.ts'
export { payCharge } from './pix/pay-charge.ts'
export { readLatestPix, readPix, type Pix } from './pix/queries.ts'
export { refundJob } from './refunds/settle-refunds.ts'
export { RECEIVER } from './receiver.ts'
export { readValor } from './valor.ts'

export const BANK_TABLES = [ACCESS_TABLES, CHARGE_TABLES, PIX_TABLES, REFUND_TABLES].join('\n')

export type BankCalls = (bank: FastifyInstance, world: World) => void

/** API Pix leaves its root path to the bank: this one serves it at / and, like Efí, under its major version. */
const ROOTS = ['', '/v2']

/** All calls of the bank: those that need a token (its own and `more`), and the public ones for payers and tests. */
export const bankRoutes = async (
  web: FastifyInstance,
  world: World,
  more: readonly BankCalls[],
): Promise<void> => {
  await web.register(async (entrance) => {
    injectFaults(entrance, world)
    accessRoutes(entrance, world)
  })
  await web.register(async (bank) => {
    // Access is checked first, so a caller without a token uses up no fault.
    guardScope(bank, world)
    injectFaults(bank, world)
    for (const root of ROOTS) await bank.register(pixApi(world), { prefix: root })
    for (const calls of more) calls(bank, world)
  })
  locationRoutes(web, world)
  payRoutes(web, world)
  clawBackRoutes(web, world)
}

const pixApi =
  (world: World) =>
  async (bank: FastifyInstance): Promise<void> => {
    for (const calls of [chargeRoutes, pixRoutes, refundRoutes, webhookTargetRoutes]) calls(bank, world)
  }
