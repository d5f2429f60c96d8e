import type { Calls } from '@palpite/contract'

/** A level of the VIP table: what it asks for, and what it brings. */
export type VipLevel = Calls['GET /api/app/rewards/rules']['data']['vipLevels'][number]
