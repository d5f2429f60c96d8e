/** The API of set and frame sports: every possible ending from the current state. */
export {
  fitFrames,
  fitRallies,
  fitTennis,
  frameEnds,
  freshRallies,
  freshTennis,
  MEAN_SERVE_CHANCE,
  rallyEnds,
  rallySetUnderWay,
  tennisEnds,
  type RallySport,
  type RallyState,
  type TennisState,
} from './set-sport-models.ts'
export { homeMatchChance, matchChanceFromSets, type MatchEnds } from './set-match.ts'
export {
  freshSet,
  rallySetEnds,
  tennisSetChance,
  tennisSetEnds,
  type SetEnd,
  type TennisSet,
} from './set-scores.ts'
export { gameChance, tieBreakChance, type ServeChances, type Server } from './tennis-points.ts'
export { setSportPrices, type SetPricing } from './set-prices.ts'
export { FRAME_POINTS, framePoints, loserPoints } from './frame-points.ts'
