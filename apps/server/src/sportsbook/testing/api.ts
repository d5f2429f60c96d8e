import { calls, type CallKey } from '@palpite/contract'
import * as z from 'zod/mini'
import { present } from '../../platform/errors.ts'
import { type Harness, nextRequest } from './harness.ts'
import type { Api } from '../../platform/http/serve.ts'
import { openServer } from '../../platform/http/server.ts'

type Answer = { status: number; data: Record<string, unknown> }
type App = Awaited<ReturnType<typeof openApi>>

/** Makes the module's calls as a player's app does. */
export const askingOf = (app: () => App) => ({
  read: async (url: string, token = '7') => {
    const answer = await app().inject({ url, headers: { authorization: token } })
    return { http: answer.statusCode, ...answer.json<Answer>() }
  },
  post: async (url: string, payload: object, token = '7') => {
    const headers = { authorization: token, lang: 'en' }
    const answer = await app().inject({ method: 'POST', url, headers, payload })
    return { http: answer.statusCode, ...answer.json<Answer & { message: string }>() }
  },
})

/** A bet of R$ 10 on one outcome, at its exact price. */
export const betOn = (
  outcomeId: number | undefined,
  { priceMilli = 2000, ...own }: { priceMilli?: unknown; [field: string]: unknown } = {},
) => ({
  requestId: nextRequest(),
  unitStakeCents: 1000,
  legs: [{ outcomeId: String(outcomeId), priceMilli }],
  accept: 'exact',
  ...own,
})

/** Outcomes of a priced match by name, for a bet builder. */
export const idsOf = ({ outcomes }: { outcomes: Record<string, number> }, names: readonly string[]) =>
  names.map((name) => String(present(outcomes[name], `an outcome ${name}`)))

/** 28.45 % together: 3.15 with the margin of a bet builder. */
export const homeAndOver = ['1x2 home', 'total over 2.5'] as const

/** Violations of the contract in these data; undefined if none. */
export const fits = (key: CallKey, data: unknown) => z.safeParse(calls[key].data, data).error?.issues

/** The calls of the sports book and of modules beside it, for players whose token is their number. */
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
