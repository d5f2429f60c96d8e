import type { Config } from '../../platform/config.ts'
import { closedGateway } from './closed-gateway.ts'
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
