import { type Feature, lazilyAtHome, lazilyIn } from '../../shared/feature.ts'

const lazily = lazilyIn('games')

/** The games feature's pages and overlays, loaded on demand. */
export const games: Feature = {
  pages: {
    dice: lazily(() => import('./dice/DicePage.tsx').then((module) => module.DicePage)),
    limbo: lazily(() => import('./limbo/LimboPage.tsx').then((module) => module.LimboPage)),
    mines: lazily(() => import('./mines/MinesPage.tsx').then((module) => module.MinesPage)),
    rowDouble: lazily(() => import('./row-double/RowDoublePage.tsx').then((module) => module.RowDoublePage)),
    double: lazily(() => import('./double/DoublePage.tsx').then((module) => module.DoublePage)),
    play: lazily(() => import('./play/PlayPage.tsx').then((module) => module.PlayPage)),
    luckyColor: lazily(() => import('./lucky-color/LuckyPage.tsx').then((module) => module.LuckyPage)),
  },
  overlays: {
    fairness: lazily(() => import('./fairness/FairnessSheet.tsx').then((module) => module.FairnessSheet)),
    gameMenu: lazily(() => import('./shell/GameMenu.tsx').then((module) => module.GameMenu)),
    gameRound: lazily(() => import('./records/RoundSheet.tsx').then((module) => module.RoundSheet)),
    gameRules: lazily(() => import('./shell/GameRules.tsx').then((module) => module.GameRules)),
    roomChain: lazily(() => import('./room/ChainSheet.tsx').then((module) => module.ChainSheet)),
    roomRules: lazily(() => import('./room/RulesSheet.tsx').then((module) => module.RulesSheet)),
  },
}

/** The open game and the games of studios, for home. */
export const StudioSection = lazilyAtHome(() =>
  import('./play/StudioSection.tsx').then((module) => module.StudioSection),
)

/** The last wins of the small games, for home. */
export const RecentWins = lazilyAtHome(() =>
  import('./wins/RecentWins.tsx').then((module) => module.RecentWins),
)

/** The rounds of the small games, for the page of records. */
export const RoundRecords = lazily<object>(() =>
  import('./records/RoundRecords.tsx').then((module) => module.RoundRecords),
)
