export { gatewayFromConfig } from './gateway-from-config.ts'
export type {
  Charge,
  PaymentGateway,
  Payout,
  PayoutAnswer,
  ReceivedPix,
  Refund,
  WebhookItem,
} from './payment-gateway.ts'
export { openPixGateway, type PixSettings } from './pix-gateway.ts'
