/** Every permission this bank knows: those of API Pix it serves, and the two for payouts. */
export const SCOPES = [
  'cob.write',
  'cob.read',
  'pix.write',
  'pix.read',
  'webhook.write',
  'webhook.read',
  'pix.send',
  'gn.pix.send.read',
] as const

export type Scope = (typeof SCOPES)[number]
