import { type Feature, lazily } from '../../shared/feature.ts'

/** What this room brings to the app: its pages and overlays, each fetched when it is first needed. */
export const games: Feature = {
  pages: { dice: lazily(() => import('./dice/DicePage.tsx').then((room) => room.DicePage)) },
  overlays: {
    diceFairness: lazily(() => import('./fairness/FairnessSheet.tsx').then((room) => room.FairnessSheet)),
    diceRules: lazily(() => import('./dice/DiceRules.tsx').then((room) => room.DiceRules)),
  },
}

/** The rounds of the small games, for the page of records. */
export const RoundRecords = lazily<object>(() =>
  import('./records/RoundRecords.tsx').then((room) => room.RoundRecords),
)
