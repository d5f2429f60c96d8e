import { type Feature, lazilyAtHome, lazilyIn } from '../../shared/feature.ts'

const lazily = lazilyIn('rewards')

/** The rewards feature's pages and overlays, loaded on demand. */
export const rewards: Feature = {
  pages: {
    active: lazily(() => import('./activities/ActivityPage.tsx').then((module) => module.ActivityPage)),
    share: lazily(() => import('./invitations/SharePage.tsx').then((module) => module.SharePage)),
    vip: lazily(() => import('./vip/VipPage.tsx').then((module) => module.VipPage)),
    agentJl: lazily(() => import('./invitations/AgentPage.tsx').then((module) => module.AgentPage)),
    ladderBonus: lazily(() => import('./ladder/LadderPage.tsx').then((module) => module.LadderPage)),
    gamebouns: lazily(() => import('./game-bonus/GameBonusPage.tsx').then((module) => module.GameBonusPage)),
    signInSheet: lazily(() => import('./check-in/CheckInPage.tsx').then((module) => module.CheckInPage)),
  },
  overlays: {
    startMask: lazily(() => import('./check-in/StartMask.tsx').then((module) => module.StartMask)),
    award: lazily(() => import('./awards/AwardSheet.tsx').then((module) => module.AwardSheet)),
  },
}

/** Home's promotions, if there are any. */
export const Promotions = lazilyAtHome(() =>
  import('./activities/Promotions.tsx').then((module) => module.Promotions),
)

export { useRewardEvents } from './use-reward-events.ts'
