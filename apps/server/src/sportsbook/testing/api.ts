import { openServer } from '../../platform/http/server.ts'
import type { Harness } from './harness.ts'

/** The calls of the sportsbook, for players whose token is their number. */
export async function openApi({ deps, sportsbook }: Harness) {
  const server = await openServer(deps)
  sportsbook.routes({
    app: server,
    authenticate: (token) =>
      Promise.resolve(
        /^\d+$/.test(token) ? { playerId: Number(token), sessionId: 1, isTest: false } : undefined,
      ),
    admit: () => Promise.resolve(true),
  })
  return server
}
