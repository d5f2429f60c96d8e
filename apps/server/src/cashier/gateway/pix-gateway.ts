import { Fault } from '../../platform/fault.ts'
import { openBankAccess } from './bank-access.ts'
import { balanceOver } from './balance.ts'
import { openBankClient } from './bank-client.ts'
import { type BankTrouble, type ClientCertificate, openBankTransport } from './bank-request.ts'
import { chargesOver } from './charges.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { payoutsOver } from './payouts.ts'
import { readWebhook } from './read-webhook.ts'
import { receivedOver } from './received.ts'
import { signedAt } from './signature.ts'
import { readProblem, type OnInvalidResponse } from './wire.ts'

type PixSettings = {
  url: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  /** The key on which we receive, and from whose account we pay. */
  pixKey: string
  webhookSecret: string
  /** Of banks that ask for one at the door. */
  certificate?: ClientCertificate | undefined
  /** Whether the bank can be told that one CPF alone may pay a charge. */
  restrictsPayer: boolean
  /** Payouts that the bank takes in one call; 0 where it takes them one by one. */
  payoutBatch: number
  timeoutMs: number
  /** Told how each call ended. */
  heard: (outcome: 'answered' | BankTrouble) => void
  odd: OnInvalidResponse
}

/** A payment provider that speaks Banco Central's API Pix 2.9, with payouts as Efí has them. */
export function openPixGateway(settings: PixSettings): PaymentGateway {
  const { pixKey, webhookSecret, restrictsPayer, payoutBatch, url, heard, odd } = settings
  const ask = openBankTransport(settings)
  const client = openBankClient({ url, access: openBankAccess({ ...settings, ask }), ask, heard })
  return {
    ...chargesOver(client, { pixKey, restrictsPayer }, odd),
    ...receivedOver(client, odd),
    ...payoutsOver(client, { pixKey, batchMax: payoutBatch }, odd),
    ...balanceOver(client, odd),
    isOurs: ({ key }) => key === undefined || key === pixKey,
    parseWebhook: (raw, signature) => {
      const sentAtSeconds = signedAt(webhookSecret, raw, signature)
      return sentAtSeconds === undefined ? undefined : { sentAtSeconds, ...readWebhook(raw) }
    },
    registerWebhook: async (webhookUrl) => {
      const { status, body } = await client.call('PUT', `/webhook/${encodeURIComponent(pixKey)}`, {
        webhookUrl,
      })
      if (status >= 300) throw new Fault(`the bank took no webhook: ${readProblem(status, body)}`)
    },
  }
}
