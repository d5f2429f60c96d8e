/** Every scope of this bank: those of the API Pix calls it serves, and those for payouts and the balance. */
export const SCOPES = [
  'cob.write',
  'cob.read',
  'pix.write',
  'pix.read',
  'webhook.write',
  'webhook.read',
  'pix.send',
  'gn.pix.send.read',
  'gn.balance.read',
] as const

export type Scope = (typeof SCOPES)[number]
