export { readVipStandings, readVipTerms } from './read-vip.ts'
export type { VipStanding } from './rules.ts'
