import type { Calls } from '@palpite/contract'

/** A level of the VIP table with requirements and benefits. */
export type VipLevel = Calls['GET /api/app/rewards/rules']['data']['vipLevels'][number]
