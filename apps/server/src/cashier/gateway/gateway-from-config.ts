import type { Config } from '../../platform/config.ts'
import { Fault } from '../../platform/fault.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { openPixGateway } from './pix-gateway.ts'

/** The provider that the environment names; beside a sandbox, the sandbox bank at its usual addresses. */
export function gatewayFromConfig(config: Config, timeoutMs: number): PaymentGateway {
  const sandbox = config.SANDBOX_URL?.replace(/\/$/, '')
  const settings = {
    url: config.PIX_URL ?? sandbox,
    tokenUrl: config.PIX_TOKEN_URL ?? (sandbox === undefined ? undefined : `${sandbox}/oauth/token`),
    clientId: config.PIX_CLIENT_ID,
    clientSecret: config.PIX_CLIENT_SECRET,
    pixKey: config.PIX_KEY,
    webhookSecret: config.PIX_WEBHOOK_SECRET,
  }
  const { url, tokenUrl, clientId, clientSecret, pixKey, webhookSecret } = settings
  if (!url || !tokenUrl || !clientId || !clientSecret || !pixKey || !webhookSecret) return closedGateway()
  return openPixGateway({ url, tokenUrl, clientId, clientSecret, pixKey, webhookSecret, timeoutMs })
}

/** No provider: every call is a fault, and no webhook is anybody's. The rest of the server runs on. */
function closedGateway(): PaymentGateway {
  const closed = () => Promise.reject(new Fault('no payment provider is configured (PIX_URL and its keys)'))
  const unknown = () =>
    Promise.resolve({ kind: 'unknown', why: 'no payment provider is configured' } as const)
  return {
    createCharge: closed,
    getCharge: closed,
    removeCharge: closed,
    listCharges: closed,
    getPix: closed,
    listPix: closed,
    refund: closed,
    createPayout: unknown,
    getPayout: unknown,
    parseWebhook: () => undefined,
    registerWebhook: closed,
    isOurs: () => false,
  }
}
