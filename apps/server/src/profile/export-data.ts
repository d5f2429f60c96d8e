import type { Calls } from '@palpite/contract'
import { noteExport, selectPersonalRows } from '../identity/index.ts'
import { audit } from '../platform/audit/audit.ts'
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

/** Of a table so many rows at most, the newest: the statement has older entries, and the file says where rows are missing. */
const MAX_ROWS = 20_000

/** Ids of ours, digests and secrets are in no export. */
const INNER = /(^|_)(id|ids|hash|sha256|digest|secret|token|ref|by|key|version)$/

/** The exports of this process, in turns. */
export function openExports(profile: Pick<Profile, 'deps' | 'personalData' | 'confirmOwner'>) {
  const inTurn = turnsOf('export')
  return (request: ExportData): Promise<Result<Exported, ExportRefusal>> =>
    inTurn(request.playerId, () => exportData(profile, request))
}

/**
 * All that is kept about a player as one JSON file, for the password and the code of a second factor: each table of the catalogue
 * by its name, or why it is left out. Once a day; one that fails does not count.
 */
async function exportData(
  { deps, personalData, confirmOwner }: Pick<Profile, 'deps' | 'personalData' | 'confirmOwner'>,
  request: ExportData,
): Promise<Result<Exported, ExportRefusal>> {
  const confirmed = await confirmOwner(request)
  if (!confirmed.ok) return confirmed
  const { playerId } = request
  return deps.db.begin(async (tx) => {
    if (!(await noteExport(tx, playerId))) return refuse('export_today')
    const parts = []
    for (const one of personalData) parts.push(await partOf(tx, deps.config, { one, playerId }))
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

async function partOf(tx: Tx, config: Config, { one, playerId }: { one: PersonalTable; playerId: number }) {
  const { table, owner, newest, until, leftOut, without = [], shows = {} } = one
  if (leftOut !== undefined) return { table, until, leftOut }
  const asked = { table, owner, newest, without: [...without, owner], playerId, max: MAX_ROWS + 1 }
  const found = await selectPersonalRows(tx, asked)
  const rows = found.slice(0, MAX_ROWS).map(({ content }) => shownRow(config, content, shows))
  return { table, until, rows, ...(found.length > MAX_ROWS && { isCut: true }) }
}

function shownRow(
  config: Config,
  row: Readonly<Record<string, unknown>>,
  shows: Readonly<Record<string, ShownAs>>,
) {
  const shown: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(row)) {
    const as = shows[column]
    if (as === 'reason') Object.assign(shown, whyOf(String(value), Number(row['amount_cents'])))
    else if (as !== undefined) shown[as] = publicIds(config, as).show(Number(value))
    else if (!INNER.test(column)) shown[column] = value
  }
  return shown
}

/** Why an entry was made, and its type, in place of the name of its transfer. */
const whyOf = (key: string, amountCents: number) => ({
  reason: reasonOf(key, amountCents),
  type: entryTypeOf(key, amountCents),
})
