export { type BankTrouble, certificateEnd } from './bank-request.ts'
export { closedGateway } from './closed-gateway.ts'
export { DEFAULT_PROVIDER, type GatewayConfig, gatewaysFromConfig } from './gateways-from-config.ts'
export type {
  Charge,
  ChargeAnswer,
  ChargeRequest,
  PaymentGateway,
  Payout,
  PayoutAnswer,
  PayoutRequest,
  ReceivedPix,
  Refund,
  Span,
  WebhookItem,
} from './payment-gateway.ts'
export { openPixGateway } from './pix-gateway.ts'
export { isSignature } from './signature.ts'
