import type { Tx } from '../platform/db/index.ts'
import { openSettings, type Settings } from '../platform/settings/settings.ts'
import { writeEvents } from '../platform/outbox.ts'
import { bonusEnded } from './events.ts'
import { insertRequirements, updateRequirements } from './queries.ts'
import { type WageringSettings, wageringSettings, wageringSettingsDefinition } from './settings.ts'
import type { Decided, WageringBatch } from './wagering-batch.ts'

/**
 * Writes the decisions: one statement for new requirements, one for changed ones; and publishes which bonuses ended.
 */
export async function writeWagering(tx: Tx, { players }: WageringBatch): Promise<void> {
  const all = [...players.values()].flatMap(({ requirements }) => requirements)
  const opened = all.filter(({ isNew }) => isNew)
  const changed = all.filter(({ isNew, isChanged }) => isChanged && !isNew)
  const { bonusDays } = opened.length > 0 ? await settingsOf(tx).read(tx) : wageringSettings
  await Promise.all([
    opened.length > 0 && insertRequirements(tx, columnsOf(opened), bonusDays),
    changed.length > 0 && updateRequirements(tx, columnsOf(changed)),
  ])
  const ended = [...players.values()].flatMap((own) => own.ended)
  if (ended.length > 0) await writeEvents(tx, bonusEnded, ended)
}

const columnsOf = (requirements: readonly Decided[]) => ({
  playerIds: requirements.map(({ playerId }) => playerId),
  sources: requirements.map(({ source }) => source),
  sourceIds: requirements.map(({ sourceId }) => sourceId),
  mains: requirements.map(({ mainCents }) => mainCents),
  bonuses: requirements.map(({ bonusCents }) => bonusCents),
  bonusGrants: requirements.map(({ bonusGrantCents }) => bonusGrantCents),
  released: requirements.map(({ releasedCents }) => releasedCents),
  fromContributed: requirements.map(({ from }) => from),
  untilContributed: requirements.map(({ until }) => until),
  statuses: requirements.map(({ status }) => status),
  bonusesEnded: requirements.map(({ hasBonusEnded }) => hasBonusEnded),
})

/** The wagering period in force, per database of this process. */
const inForce = new WeakMap<object, Settings<WageringSettings>>()

function settingsOf({ database }: Tx): Settings<WageringSettings> {
  const known = inForce.get(database) ?? openSettings(wageringSettingsDefinition)
  inForce.set(database, known)
  return known
}
