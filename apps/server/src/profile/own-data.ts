import type { Calls } from '@palpite/contract'
import { updateDetailsDeleted } from '../cashier/index.ts'
import {
  hasExported,
  noteExport,
  selectPersonalRows,
  deleteContact,
  deletePerson,
  deletePersonalRows,
  type DueDeletion,
  lockDueDeletions,
} from '../identity/index.ts'
import { archiveMessagesOf, readCampaignWords, shownWords } from '../messages/index.ts'
import { audit } from '../platform/audit.ts'
import { turnsOf } from '../platform/costly-work.ts'
import type { Tx } from '../platform/db/index.ts'
import type { PersonalTable, ShownAs } from '../platform/personal-data.ts'
import { publicIds } from '../platform/public-ids.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import type { Lang } from '../platform/texts.ts'
import { entryTypeOf, reasonOf } from './account-entries.ts'
import type { Profile } from './profile.ts'

type Exported = Calls['POST /api/app/user/exportData']['data']
export type ExportData = { playerId: number; sessionId: number; password: string; code: string; lang: Lang }
type ExportRefusal = 'export_today' | 'too_many_requests' | 'wrong_password' | 'wrong_second_factor'

/**
 * The maximum rows per table, newest first. The statement has older entries, and the file states where rows are
 * missing.
 */
const MAX_ROWS = 20_000

/** Internal ids, digests and secrets are never exported; the policy of a break is. */
const INNER = /(^|_)(id|ids|hash|sha256|digest|secret|token|ref|by|key|(?<!policy_)version)$/

/** Why columns are omitted: the file states the reason for each by name (0063). */
const whyWithout = {
  inner:
    'an id of ours, a digest, a key or a secret: it says nothing about you, and would help whoever steals this file',
  named:
    'what guards against fraud, what only our own work needs, what stands elsewhere in this file, or what a register says of a person, which its keeper tells that person',
} as const

/** The exports of this process, one at a time. */
export function openExports(profile: Pick<Profile, 'deps' | 'personalData' | 'confirmOwner'>) {
  const inTurn = turnsOf('export')
  return (request: ExportData): Promise<Result<Exported, ExportRefusal>> =>
    inTurn(request.playerId, () => exportData(profile, request))
}

/**
 * All stored data of a player as one JSON file, with the password and the code of a second factor: each table of the
 * catalogue by name, or why it is omitted. Once a day; a failed export does not count.
 */
async function exportData(
  { deps, personalData, confirmOwner }: Pick<Profile, 'deps' | 'personalData' | 'confirmOwner'>,
  request: ExportData,
): Promise<Result<Exported, ExportRefusal>> {
  const { playerId } = request
  // Refused before the code is used up.
  if (await hasExported(deps.db, playerId)) return refuse('export_today')
  const confirmed = await confirmOwner(request)
  if (!confirmed.ok) return confirmed
  return deps.db.begin(async (tx) => {
    if (!(await noteExport(tx, playerId))) return refuse('export_today')
    const parts = []
    for (const one of personalData)
      parts.push(await partOf(tx, deps.config, { one, playerId, lang: request.lang }))
    const rows = parts.reduce((sum, part) => sum + ('rows' in part ? part.rows.length : 0), 0)
    await audit(tx, {
      actor: { kind: 'player', id: playerId },
      action: 'player.data_exported',
      subject: `player:${playerId}`,
      details: { rows },
    })
    const content = JSON.stringify(
      { player: publicIds(deps.config, 'player').show(playerId), parts },
      null,
      1,
    )
    return ok({ fileName: 'palpite.json', content, rows })
  })
}

type Config = Profile['deps']['config']

type Asked = { one: PersonalTable; playerId: number; lang: Lang }

async function partOf(tx: Tx, config: Config, { one, playerId, lang }: Asked) {
  const { table, owner, newest, until, leftOut, without = [], shows = {} } = one
  if (leftOut !== undefined) return { table, until, leftOut }
  const asked = { table, owner, newest, without: [...without, owner], playerId, max: MAX_ROWS + 1 }
  const found = await selectPersonalRows(tx, asked)
  const campaigns = Object.values(shows).includes('message') ? await campaignsOf(tx, found, lang) : new Map()
  const rows = found
    .slice(0, MAX_ROWS)
    .map(({ content }) => shownRow({ config, lang, shows, campaigns }, content))
  const inner = new Set(
    found.flatMap(({ content }) => Object.keys(content).filter((name) => isInner(name, shows))),
  )
  const columns = [
    ...[owner, ...inner].map((column) => ({ column, why: whyWithout.inner })),
    ...without.map((column) => ({ column, why: whyWithout.named })),
  ]
  return { table, until, rows, without: columns, ...(found.length > MAX_ROWS && { isCut: true }) }
}

type Shows = Readonly<Record<string, ShownAs>>

const isInner = (column: string, shows: Shows): boolean => shows[column] === undefined && INNER.test(column)

function shownRow(
  { config, lang, shows, campaigns }: { config: Config; lang: Lang; shows: Shows; campaigns: CampaignWords },
  row: Readonly<Record<string, unknown>>,
) {
  const shown: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(row)) {
    const as = shows[column]
    if (as === 'reason') Object.assign(shown, whyOf(String(value), Number(row['amount_cents'])))
    else if (as === 'message') Object.assign(shown, messageOf(lang, row, campaigns))
    else if (as !== undefined) shown[as] = publicIds(config, as).show(Number(value))
    else if (!isInner(column, shows)) shown[column] = value
  }
  return shown
}

type CampaignWords = ReadonlyMap<unknown, { title: string; text: string }>

/** What the campaigns of these messages say, by their id. */
async function campaignsOf(
  tx: Tx,
  messages: readonly { content: Readonly<Record<string, unknown>> }[],
  lang: Lang,
): Promise<CampaignWords> {
  const ids = messages.flatMap(({ content }) => content['campaign_id'] ?? []).map(Number)
  const words = ids.length === 0 ? [] : await readCampaignWords(tx, [...new Set(ids)], lang)
  return new Map(words.map(({ id, title, text }) => [id, { title, text }]))
}

/** A message as shown to its player. */
const messageOf = (lang: Lang, row: Readonly<Record<string, unknown>>, campaigns: CampaignWords) =>
  shownWords(
    {
      textKey: String(row['text_key']),
      textValues: {
        ...(row['text_values'] as Readonly<Record<string, string | number>>), // the message centre wrote them
        ...campaigns.get(row['campaign_id']),
      },
    },
    lang,
  )

/** The reason and type of an entry, instead of the name of its transfer. */
const whyOf = (key: string, amountCents: number) => ({
  reason: reasonOf(key, amountCents),
  type: entryTypeOf(key, amountCents),
})

/** Accounts per run, each in its own transaction, so that a failing one delays no other. */
const MAX_ACCOUNTS = 100

type Deleting = Pick<Profile, 'deps' | 'personalData'>

/**
 * Deletes the data of closed accounts that no law requires to keep: contact data first, name, CPF and chat after the
 * legal years. Money, bets and protection records stay, under a number that identifies nobody. Several servers may
 * run it at once; a repeated run finds nothing. A failing account is logged and retried in the next run. Returns the
 * number of accounts.
 */
export async function deleteDueData(deleting: Deleting): Promise<number> {
  const { db, log } = deleting.deps
  let done = 0
  for (let afterId = 0; done < MAX_ACCOUNTS;) {
    let playerId: number | undefined
    const deleteNext = db.begin(async (tx) => {
      const [due] = await lockDueDeletions(tx, { afterId, max: 1 })
      playerId = due?.playerId
      if (due) await deleteOf(tx, deleting, due)
    })
    const isDeleted = await deleteNext.then(
      () => true,
      (error: unknown) => {
        if (playerId === undefined) throw error // the database failed, not an account
        log.error({ err: error, playerId }, 'data of a closed account were not deleted; it is tried again')
        return false
      },
    )
    if (playerId === undefined) break
    if (isDeleted) done += 1
    afterId = playerId
  }
  return done
}

async function deleteOf(
  tx: Tx,
  { deps, personalData }: Deleting,
  { playerId, isContactDue, isPersonDue }: DueDeletion,
): Promise<void> {
  // Contact data are deleted before name and CPF, or with them.
  const kinds = new Set([...(isContactDue ? ['contact'] : []), ...(isPersonDue ? ['person'] : [])])
  if (isContactDue) await archiveMessagesOf(tx, playerId)
  for (const { table, owner, until, isKeptInPart } of personalData) {
    if (kinds.has(until) && !isKeptInPart) await deletePersonalRows(tx, { table, owner, playerId })
  }
  if (isContactDue) {
    await updateDetailsDeleted(tx, playerId)
    await deleteContact(tx, deps, playerId)
  }
  if (isPersonDue) await deletePerson(tx, playerId)
  await audit(tx, {
    actor: { kind: 'system', id: null },
    action: isPersonDue ? 'player.person_deleted' : 'player.contact_deleted',
    subject: `player:${playerId}`,
  })
}
