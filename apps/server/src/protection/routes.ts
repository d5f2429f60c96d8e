import type { CallKey } from '@palpite/contract'
import { languages } from '@palpite/contract/languages'
import { readSessionStart } from '../identity/index.ts'
import { earlierDays, netResultSince, todayTurnover } from '../ledger/index.ts'
import { present } from '../platform/errors.ts'
import type { Sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { type Api, type Handler, serve } from '../platform/http/serve.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import type { TakeBreak } from './breaks.ts'
import { type Documents, submitPicture, readOwnCheck, submitDocuments } from './documents/submit-documents.ts'
import {
  selectOpenCoolOff,
  updateCoolOffAnswered,
  type LogRow,
  selectLog,
  selectWithoutMarketing,
} from './harm-queries.ts'
import type { SetLimit, SetLimitRefusal } from './limits.ts'
import type { Licence, CompliancePolicy } from './policy.ts'
import {
  insertShownRisks,
  selectActivity,
  selectReality,
  selectShownRisks,
  upsertReality,
} from './queries.ts'
import { limitKey, readLimitStates, readRules } from './read-rules.ts'
import {
  addDeposited,
  addSums,
  type Deposited,
  isOfStakes,
  type LimitName,
  limitNames,
  netLoss,
  noLimit,
  noRules,
  refuseOnBreak,
  strictestFirst,
  sumsOf,
  usedOf,
  wholeMinutes,
} from './rules.ts'
import type { ProtectionSettings } from './settings.ts'

/** Reads deposits of players by period, open orders included; given by the module that takes the money. */
export type ReadDeposited = (
  sql: Sql,
  playerIds: readonly number[],
) => Promise<ReadonlyMap<number, Deposited>>

type Doing = {
  deps: Deps
  policy: CompliancePolicy
  licence: Licence | null
  settings: () => Promise<ProtectionSettings>
  readDeposited: ReadDeposited
  setLimit: (request: SetLimit) => Promise<Result<null, SetLimitRefusal>>
  takeBreak: (request: TakeBreak) => Promise<Result<null, never>>
}

type Handlers = { [K in Extract<CallKey, `${string}/api/app/protection/${string}`>]: Handler<K> }

/** Opens the calls of this module. */
export function protectionRoutes(api: Api, doing: Doing): void {
  const handlers = handlersOf(doing)
  serve(api, 'GET /api/app/protection/policy', handlers['GET /api/app/protection/policy'])
  serve(api, 'GET /api/app/protection/limits', handlers['GET /api/app/protection/limits'])
  serve(api, 'GET /api/app/protection/log', handlers['GET /api/app/protection/log'])
  serve(api, 'POST /api/app/protection/limits', handlers['POST /api/app/protection/limits'])
  serve(api, 'POST /api/app/protection/limit', handlers['POST /api/app/protection/limit'])
  serve(api, 'POST /api/app/protection/limit/confirm', handlers['POST /api/app/protection/limit/confirm'])
  serve(api, 'POST /api/app/protection/reality', handlers['POST /api/app/protection/reality'])
  serve(api, 'POST /api/app/protection/coolOff', handlers['POST /api/app/protection/coolOff'])
  serve(api, 'POST /api/app/protection/risks', handlers['POST /api/app/protection/risks'])
  serve(api, 'POST /api/app/protection/timeOut', handlers['POST /api/app/protection/timeOut'])
  serve(api, 'POST /api/app/protection/exclusion', handlers['POST /api/app/protection/exclusion'])
  serve(api, 'POST /api/app/protection/block', handlers['POST /api/app/protection/block'])
}

/** Bounds an answer: one limit change a day fills it in three years. */
const LOG_ROWS = 1000

const handlersOf = ({
  deps,
  policy,
  licence,
  settings,
  readDeposited,
  setLimit,
  takeBreak,
}: Doing): Handlers => ({
  'GET /api/app/protection/policy': async () => ok(toWirePolicy(policy, licence)),
  'GET /api/app/protection/limits': ({ caller }) =>
    readOwnLimits({ deps, policy, settings, readDeposited }, caller),
  'GET /api/app/protection/log': async ({ caller: { playerId } }) =>
    ok({ items: (await selectLog(deps.db, playerId, LOG_ROWS)).map(toWireLog) }),
  'POST /api/app/protection/limits': ({ caller: { playerId, sessionId }, body: { dailyLossCents } }) =>
    setLimit({ playerId, sessionId, kind: 'loss', period: 'day', amount: dailyLossCents }),
  'POST /api/app/protection/limit': ({ caller: { playerId, sessionId }, body }) =>
    setLimit({ playerId, sessionId, ...body }),
  'POST /api/app/protection/limit/confirm': ({ caller: { playerId, sessionId }, body }) =>
    setLimit({ playerId, sessionId, ...body, confirms: true }),
  'POST /api/app/protection/reality': async ({ caller: { playerId }, body: { minutes } }) => {
    await upsertReality(deps.db, playerId, minutes)
    return ok(null)
  },
  'POST /api/app/protection/coolOff': async ({ caller: { playerId } }) => {
    await updateCoolOffAnswered(deps.db, playerId)
    return ok(null)
  },
  'POST /api/app/protection/risks': async ({ caller: { playerId, sessionId } }) => {
    await insertShownRisks(deps.db, { playerId, sessionId, policyVersion: policy.version })
    return ok(null)
  },
  'POST /api/app/protection/timeOut': ({ caller: { playerId }, body: { length }, lang }) =>
    takeBreak({ playerId, kind: 'time_out', product: null, length, lang }),
  'POST /api/app/protection/exclusion': ({ caller: { playerId }, body: { length }, lang }) =>
    takeBreak({ playerId, kind: 'exclusion', product: null, length, lang }),
  'POST /api/app/protection/block': ({ caller: { playerId }, body, lang }) =>
    takeBreak({ playerId, kind: 'block', ...body, lang }),
})

/** Limits, breaks, session and offers of a player, with the use of each limit over all accounts of the person. */
async function readOwnLimits(
  { deps, policy, settings, readDeposited }: Pick<Doing, 'deps' | 'policy' | 'settings' | 'readDeposited'>,
  { playerId, sessionId, isTest }: { playerId: number; sessionId: number; isTest: boolean },
): ReturnType<Handlers['GET /api/app/protection/limits']> {
  const [{ confirmWithinSeconds }, startedAt] = await Promise.all([
    settings(),
    readSessionStart(deps.db, sessionId),
  ])
  if (!startedAt) return refuse('logged_out') // the session ended during the call
  const rules = (await readRules(deps.db, [playerId])).get(playerId) ?? noRules
  const accounts = rules.accountIds.length > 0 ? rules.accountIds : [playerId]
  const [states, turnovers, earlier, deposits, activity, reality, netResult, [coolOff], isReported, ofCases] =
    await Promise.all([
      readLimitStates(deps.db, [playerId], confirmWithinSeconds),
      todayTurnover(deps.db, accounts),
      earlierDays(deps.db, accounts),
      readDeposited(deps.db, accounts),
      selectActivity(deps.db, accounts),
      selectReality(deps.db, playerId),
      netResultSince(deps.db, playerId, startedAt),
      selectOpenCoolOff(deps.db, playerId),
      policy.terms.tellsRisks && selectShownRisks(deps.db, sessionId),
      selectWithoutMarketing(deps.db, [playerId]),
    ])
  const todayIn = (id: number) => present(turnovers.get(id), 'the turnover of a player')
  const deposited = addDeposited(accounts.map((id) => present(deposits.get(id), 'the top-ups of a player')))
  const usedIn = ({ kind, period }: LimitName) => {
    if (kind === 'deposit') return deposited[period]
    if (isOfStakes(kind))
      return usedOf(kind, addSums(accounts.map((id) => sumsOf(period, todayIn(id), earlier.get(id)))))
    const ofPeriod = activity.filter((one) => one.period === period)
    return ofPeriod.reduce((sum, { activeMs }) => sum + wholeMinutes(activeMs), 0)
  }
  const limits = limitNames.map(({ kind, period }) => {
    const { amount, pending } = states.get(limitKey({ playerId, kind, period })) ?? noLimit
    return {
      kind,
      period,
      amount,
      used: usedIn({ kind, period }),
      pending: pending && {
        amount: pending.amount,
        startsAt: pending.startsAt.toISOString(),
        isDue: pending.isDue,
        endsAt: pending.endsAt.toISOString(),
      },
    }
  })
  const daily = states.get(limitKey({ playerId, kind: 'loss', period: 'day' })) ?? noLimit
  return ok({
    dailyLossCents: daily.amount,
    netLossTodayCents: netLoss(addSums(accounts.map(todayIn))),
    pending: daily.pending && {
      dailyLossCents: daily.pending.amount,
      startsAt: daily.pending.startsAt.toISOString(),
    },
    limits,
    breaks: strictestFirst(rules.breaks).flatMap(({ kind, product, startsAt, endsAt }) =>
      kind === 'suspended'
        ? []
        : { kind, product, startsAt: startsAt.toISOString(), endsAt: endsAt?.toISOString() ?? null },
    ),
    suspendedSince: rules.breaks.find(({ kind }) => kind === 'suspended')?.startsAt.toISOString() ?? null,
    // The test account may change nothing, so it is asked for nothing.
    needed: isTest ? [] : [...policy.missingLimits(limits.filter(({ amount }) => amount !== null))],
    realityMinutes: reality,
    ...(coolOff && { coolOff: { ...coolOff, offeredAt: coolOff.offeredAt.toISOString() } }),
    risksDue: policy.terms.tellsRisks && !isTest && !isReported,
    noMarketing: ofCases.length > 0 || refuseOnBreak(rules.breaks) !== undefined,
    session: { startedAt: startedAt.toISOString(), netResultCents: netResult },
  })
}

/** A log row with only the fields of its kind. */
function toWireLog(row: LogRow) {
  const at = row.at.toISOString()
  if (row.what === 'suspended') return { what: row.what, at }
  if (row.what === 'suspension_lifted') return { what: row.what, at }
  if (row.what === 'cool_off') return { what: row.what, at, netLossCents: row.amount, fromCents: row.before }
  if (row.what === 'step') return { what: row.what, at, step: row.step, reasons: row.reasons }
  if (row.what === 'break') {
    const { what, kind, product, endsAt } = row
    return { what, at, kind, product, endsAt: endsAt?.toISOString() ?? null }
  }
  const { what, kind, period, before, amount, waits } = row
  return { what, at, kind, period, before, amount, waits }
}

/** The policy terms the app mirrors. */
const toWirePolicy = ({ profile, version, terms }: CompliancePolicy, licence: Licence | null) => ({
  profile,
  version,
  withdrawMethods: [...terms.withdrawMethods],
  grantsGifts: terms.grantsGifts,
  levelsByTopUp: terms.levelsByTopUp,
  paysReferrals: terms.paysReferrals,
  givesPromotions: terms.givesPromotions,
  opensDepositByItself: terms.opensDepositByItself,
  wagersTopUps: terms.wagersTopUps,
  ownNameOnly: terms.ownNameOnly,
  countsWithdrawals: terms.countsWithdrawals,
  factorDays: terms.factorSeconds === null ? null : Math.floor(terms.factorSeconds / 86_400),
  locales: terms.locales === 'all' ? [...languages] : [terms.locales],
  minAgeYears: terms.minAgeYears,
  tellsRisks: terms.tellsRisks,
  identifiesAtRegistration: terms.identifiesAtRegistration,
  licence,
})

/** Opens the calls of a player's own document check. `sent` is called when a check is submitted. */
export function documentRoutes(api: Api, documents: Documents, sent: () => void): void {
  serve(api, 'GET /api/app/documents/check', async ({ caller: { playerId } }) =>
    ok(await readOwnCheck(documents, playerId)),
  )
  serve(api, 'POST /api/app/documents/picture', ({ caller: { playerId }, body }) =>
    submitPicture(documents, { playerId, ...body }),
  )
  serve(api, 'POST /api/app/documents/send', async ({ caller: { playerId } }) => {
    const answer = await submitDocuments(documents, playerId)
    if (answer.ok) sent()
    return answer
  })
}
