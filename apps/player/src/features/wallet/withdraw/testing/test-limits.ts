import type { WithdrawLimits } from '../withdraw-rules.ts'

/** Test helper: limits of a player with R$ 120.50, all methods allowed. */
export const testLimits: WithdrawLimits = {
  limitAmount: '50',
  maxAmount: 10_000,
  number: 1,
  lock: false,
  openGames: [],
  wdAmount: 120.5,
  owed: 0,
  usdtRate: 0,
  usdtRateAt: null,
  serviceAmount: 0.025,
  transfer: null,
  cardInfo: { CHANNEL: ['CPF', 'CNPJ', 'USDT'] },
}
