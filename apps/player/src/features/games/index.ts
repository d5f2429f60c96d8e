import { type Feature, lazily } from '../../shared/feature.ts'

/** What this feature brings to the app: its pages and overlays, each fetched when it is first needed. */
export const games: Feature = {
  pages: { dice: lazily(() => import('./dice/DicePage.tsx').then((module) => module.DicePage)) },
  overlays: {
    diceFairness: lazily(() => import('./fairness/FairnessSheet.tsx').then((module) => module.FairnessSheet)),
    diceRules: lazily(() => import('./dice/DiceRules.tsx').then((module) => module.DiceRules)),
  },
}

/** The rounds of the small games, for the page of records. */
export const RoundRecords = lazily<object>(() =>
  import('./records/RoundRecords.tsx').then((module) => module.RoundRecords),
)
