import type { Calls } from '@palpite/contract'
import { type Player, identityOf } from '../identity/index.ts'
import { present } from '../platform/errors.ts'
import { type Api, serve } from '../platform/http/serve.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { type Lang, refusalText } from '../platform/texts.ts'
import type { IdentifyRefusal } from '../protection/index.ts'
import type { GiveBackBonuses, GivenBackBonuses } from '../wagering/index.ts'
import type { EntriesAsked } from './account-entries.ts'
import type { CloseOwnAccount, Obstacle, WithdrawRest } from './close-account.ts'
import type { ExportData } from './own-data.ts'
import type { Admit, Profile } from './profile.ts'
import type { WireBalance } from './user-info.ts'

/** The list commands as single calls, and the reads about one player. */
type SingleCalls = {
  readUserInfo: (playerId: number) => Promise<Calls['GET /api/app/user/userInfo']['data']>
  /** The balance only: polled often, so it reads nothing else. */
  readBalance: (playerId: number) => Promise<WireBalance>
  readPlayer: (playerId: number) => Promise<Player>
  /** A page of the player's account entries. */
  readEntries: (request: EntriesAsked) => Promise<Result<Calls['GET /api/app/user/entries']['data']>>
  statementOf: (
    request: Calls['GET /api/app/user/statement']['query'] & { playerId: number; lang: Lang },
  ) => Promise<Result<Calls['GET /api/app/user/statement']['data']>>
  yearStatementOf: (request: {
    playerId: number
    year: string
  }) => Promise<Result<Calls['GET /api/app/user/yearStatement']['data']>>
  betResultsOf: (request: {
    playerId: number
    year: string
  }) => Promise<Result<Calls['GET /api/app/user/betResults']['data']>>
  betResultsFileOf: (request: {
    playerId: number
    year: string
    format: 'csv' | 'pdf'
  }) => Promise<Result<Calls['GET /api/app/user/betResultsFile']['data']>>
  giveBonusBack: (request: GiveBackBonuses) => Promise<GivenBackBonuses>
  /** What prevents closing the account. */
  readClosing: (
    playerId: number,
  ) => Promise<{ obstacles: Obstacle[]; cashCents: number; bonusCents: number; mayWithdrawRest: boolean }>
  withdrawRest: (request: WithdrawRest) => Promise<Result<null>>
  closeAccount: (request: CloseOwnAccount) => Promise<Result<null>>
  exportData: (request: ExportData) => Promise<Result<Calls['POST /api/app/user/exportData']['data']>>
  credentialsOf: (player: Player) => { username: string; pwd: string } | undefined
  updateKyc: (request: Omit<UpdateKyc, 'admit'>, ip: string) => Promise<Result<null>>
}

/** The calls of the account page. */
export function profileRoutes(api: Api, calls: SingleCalls): void {
  const { readUserInfo, readBalance, readPlayer, readEntries, credentialsOf, updateKyc } = calls

  serve(api, 'GET /api/app/user/userInfo', async ({ caller }) => ok(await readUserInfo(caller.playerId)))

  serve(api, 'GET /api/app/user/getBalance', async ({ caller }) => ok(await readBalance(caller.playerId)))

  serve(api, 'GET /api/app/user/entries', async ({ query, caller }) =>
    readEntries({ playerId: caller.playerId, cursor: query.cursor, type: query.type }),
  )

  serve(api, 'GET /api/app/user/statement', async ({ query, caller, lang }) =>
    calls.statementOf({ ...query, playerId: caller.playerId, lang }),
  )

  serve(api, 'GET /api/app/user/yearStatement', async ({ query, caller }) =>
    calls.yearStatementOf({ playerId: caller.playerId, year: query.year }),
  )

  serve(api, 'GET /api/app/user/betResults', async ({ query: { year }, caller: { playerId } }) =>
    calls.betResultsOf({ playerId, year }),
  )

  serve(api, 'GET /api/app/user/betResultsFile', async ({ query, caller: { playerId } }) =>
    calls.betResultsFileOf({ ...query, playerId }),
  )

  serve(api, 'GET /api/app/user/getUserTest', async ({ caller: { playerId } }) => {
    const credentials = credentialsOf(await readPlayer(playerId))
    if (!credentials) return refuse('not_a_test_account')
    const { balance } = await readBalance(playerId)
    return ok({ ...credentials, balance })
  })

  serve(api, 'POST /api/app/user/giveBonusBack', async ({ body, caller }) =>
    ok(await calls.giveBonusBack({ playerId: caller.playerId, requestId: body.requestId })),
  )

  serve(api, 'GET /api/app/user/closing', async ({ caller, lang }) => {
    const closing = await calls.readClosing(caller.playerId)
    const obstacles = closing.obstacles.map((code) => ({ code, says: refusalText(code, lang) }))
    return ok({ ...closing, obstacles })
  })

  serve(api, 'POST /api/app/user/closeAccount', ({ body, lang, caller: { playerId, sessionId } }) =>
    calls.closeAccount({
      playerId,
      sessionId,
      lang,
      password: body.pwd,
      code: body.code ?? '',
      givesUpBonus: body.givesUpBonus,
      deletesNow: body.deletesNow,
    }),
  )

  serve(api, 'POST /api/app/user/withdrawRest', ({ body, lang, caller: { playerId, sessionId } }) =>
    calls.withdrawRest({ playerId, sessionId, lang, password: body.pwd, code: body.code ?? '' }),
  )

  serve(api, 'POST /api/app/user/exportData', ({ body, lang, caller: { playerId, sessionId } }) =>
    calls.exportData({ playerId, sessionId, lang, password: body.pwd, code: body.code ?? '' }),
  )

  serve(api, 'POST /api/app/user/updateKyc', async ({ body, caller, ip }) =>
    updateKyc({ playerId: caller.playerId, name: body.name, cardNo: body.cardNo }, ip),
  )
}

export type UpdateKyc = {
  playerId: number
  name: string
  cardNo: string
  admit: Admit
}

type UpdateKycRefusal = 'invalid_name' | 'invalid_cpf' | IdentifyRefusal

/** Records players' identities: a name, and a CPF with valid check digits. Answers in the order asked. */
export async function updateKyc(
  { identify }: Pick<Profile, 'identify'>,
  requests: readonly UpdateKyc[],
): Promise<Result<null, UpdateKycRefusal>[]> {
  const checked = requests.map((request) => identityOf(request))
  const right = requests.flatMap(({ playerId, admit }, at) => {
    const own = checked[at]
    return own?.ok ? [{ playerId, admit, ...own.value }] : []
  })
  const recorded = right.length > 0 ? await identify(right) : []
  const answers = recorded.values()
  return checked.map((one) => (one.ok ? present(answers.next().value, 'the answer about an identity') : one))
}
