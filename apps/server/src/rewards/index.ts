export { readVipStandings, readVipTerms, type VipStanding } from './vip/index.ts'
