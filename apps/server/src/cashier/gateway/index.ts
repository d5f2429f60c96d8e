export { closedGateway } from './closed-gateway.ts'
export { gatewayFromConfig } from './gateway-from-config.ts'
export type {
  Charge,
  PaymentGateway,
  Payout,
  PayoutAnswer,
  ReceivedPix,
  Refund,
  Span,
  WebhookItem,
} from './payment-gateway.ts'
export { openPixGateway } from './pix-gateway.ts'
export { isSignature } from './signature.ts'
