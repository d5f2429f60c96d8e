import type { Api } from '../../platform/http/serve.ts'
import { openServer } from '../../platform/http/server.ts'
import type { Harness } from './harness.ts'

/** The calls of the sportsbook, and of modules beside it, for players whose token is their number. */
export async function openApi(
  { deps, sportsbook }: Harness,
  ...beside: readonly { routes: (api: Api) => void }[]
) {
  const server = await openServer(deps)
  const api: Api = {
    app: server,
    authenticate: (token) =>
      Promise.resolve(
        /^\d+$/.test(token) ? { playerId: Number(token), sessionId: 1, isTest: false } : undefined,
      ),
    admit: () => Promise.resolve(true),
  }
  for (const module of [sportsbook, ...beside]) module.routes(api)
  return server
}
