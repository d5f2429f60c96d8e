import { Fault } from '../../platform/fault.ts'
import { openBankAccess } from './bank-access.ts'
import { openBankClient } from './bank-client.ts'
import { chargesOver } from './charges.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { payoutsOver } from './payouts.ts'
import { readWebhook } from './read-webhook.ts'
import { receivedOver } from './received.ts'
import { signedAt } from './signature.ts'
import { readProblem } from './wire.ts'

type PixSettings = {
  url: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  /** The key on which we receive, and from whose account we pay. */
  pixKey: string
  webhookSecret: string
  timeoutMs: number
}

/** A payment provider that speaks Banco Central's API Pix 2.9, with payouts as Efí has them. */
export function openPixGateway(settings: PixSettings): PaymentGateway {
  const { pixKey, webhookSecret, timeoutMs } = settings
  const client = openBankClient({ url: settings.url, access: openBankAccess(settings), timeoutMs })
  return {
    ...chargesOver(client, pixKey),
    ...receivedOver(client),
    ...payoutsOver(client, pixKey),
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
