export { launchGame, tokenHash } from './launch-game.ts'
export {
  closeIdleSessions,
  closeSession,
  deleteOldTokens,
  leaveSession,
  type KeyRow,
  selectKey,
  selectKeyIds,
  selectInStudioGame,
  selectSessions,
  type SessionRow,
  consumeToken,
  updateSessions,
  writeCatalogue,
} from './queries.ts'
export { refreshCatalogues } from './refresh-catalogues.ts'
export { sessionRoutes } from './session-routes.ts'
export { openStudioIn, registerStudio } from './register-studio.ts'
