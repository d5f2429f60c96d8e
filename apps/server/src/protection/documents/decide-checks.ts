import { createHash } from 'node:crypto'
import type { DocumentRefusal, DocumentSide } from '@palpite/contract'
import { forgetDocuments, readPlayers, secondHand, writeCheckedDocuments } from '../../identity/index.ts'
import { readBalances } from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import { audit } from '../../platform/audit.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { documentsDecided, documentsExpire } from '../events.ts'
import { readExcluded } from '../read-rules.ts'
import { type DocumentAnswer, isPast } from './document-check.ts'
import { type Documents, openPicture } from './submit-documents.ts'
import {
  type ClaimedCheck,
  claimWaiting,
  deleteOldPictures,
  endExpired,
  insertYes,
  lockCheck,
  lockClaimed,
  selectPictures,
  selectYes,
  updateDecided,
  updateNotified,
  updateUnanswered,
} from './queries.ts'

/** Pictures are held in memory, some megabytes each. */
const ASKED_AT_ONCE = 4
const DELETED_AT_ONCE = 200
const EXPIRED_AT_ONCE = 200

/**
 * Submits pending checks; several servers may run at once. Stops early when the service does not answer; a later run
 * takes the rest, and checks that waited too long go to operators.
 */
export async function askWaiting(documents: Documents): Promise<void> {
  const { deps, check, settings } = documents
  for (;;) {
    const claim = deps.random.hex(16)
    const claimed = await claimWaiting(deps.db, claim, ASKED_AT_ONCE)
    if (claimed.length === 0) return
    const answered = await Promise.all(
      claimed.map((one) =>
        askAbout(documents, one, claim).catch((err: unknown) => {
          // An unreadable check delays no other, and goes to operators when its time is up.
          deps.log.error({ err, checkId: one.id }, 'could not submit a document check')
          return false
        }),
      ),
    )
    await updateUnanswered(deps.db, claim, (await settings()).documents.patienceSeconds)
    if (!check || answered.includes(false)) return
  }
}

/** Submits one check and writes the answer; returns false if there was none. */
async function askAbout(
  { deps, check }: Documents,
  { id, playerId, reference }: ClaimedCheck,
  claim: string,
): Promise<boolean> {
  if (!check) return false
  const person = await readPerson(deps.db, playerId)
  const pictures = await readPictures(deps, id)
  if (!person || !pictures) return false
  const answer = await check.ask({ reference: referenceOf(reference, person), ...person, pictures })
  if (!answer) return false
  await deps.db.begin(async (tx) => {
    const [held] = await lockClaimed(tx, id, claim)
    if (held) await writeAnswer(tx, { checkId: id, playerId, person, answer })
  })
  return true
}

/**
 * A new reference for another person: with the old one the service would repeat its answer from before the
 * correction.
 */
const referenceOf = (reference: string, { name, cpf }: Named): string =>
  createHash('sha256')
    .update(JSON.stringify([reference, name, cpf]))
    .digest('hex')
    .slice(0, reference.length)

type Named = { name: string; cpf: string }
type Person = { name: string; cpf: string; birthDate: string | null }

/** The person the pictures must show; undefined once the data of a closed account are deleted. */
export async function readPerson(sql: Sql, playerId: number): Promise<Person | undefined> {
  const player = (await readPlayers(sql, [playerId])).get(playerId)
  if (!player || player.name === null || player.cpf === null) return undefined
  return { name: player.name, cpf: player.cpf, birthDate: player.birthDate }
}

async function readPictures(
  { db, config }: Documents['deps'],
  checkId: number,
): Promise<Record<DocumentSide, Buffer> | undefined> {
  const opened = new Map(
    (await selectPictures(db, checkId)).map((row) => [row.side, openPicture(config, row)]),
  )
  const [front, back, selfie] = [opened.get('front'), opened.get('back'), opened.get('selfie')]
  return front && back && selfie && { front, back, selfie }
}

/** If name or CPF was corrected during the check, the check is submitted again. */
async function writeAnswer(
  tx: Tx,
  decision: { checkId: number; playerId: number; person: Person; answer: DocumentAnswer },
): Promise<void> {
  const { checkId, playerId, person, answer } = decision
  const isTheirs = answer.result !== 'approved' || (await approve(tx, playerId, person))
  const state = isTheirs ? answer.result : 'waiting'
  const expiresOn = answer.result === 'approved' ? answer.expiresOn : null
  await updateDecided(tx, { checkId, state, reason: answer.reason, decidedBy: null, expiresOn })
  if (state === 'approved' || state === 'refused')
    await writeEvents(tx, documentsDecided, [{ playerId, isApproved: state === 'approved' }])
}

const approve = async (tx: Tx, playerId: number, { name, cpf }: Named): Promise<boolean> =>
  (await writeCheckedDocuments(tx, [{ playerId, name, cpf }])).length > 0

type Decide = {
  checkId: number
  operatorId: number
  refusal: DocumentRefusal | null
  /** The person shown to the operator. An approval is for that person only. */
  person: Named | null
  note: string
  /** The last day the approved document is valid; null if it has no end. */
  expiresOn: string | null
}
export type Decided = 'approved' | 'refused' | 'waits' | 'needs_another'

/** The player's cash and bonus. From a bound on, one operator alone cannot approve the document that releases it. */
export async function moneyOf(sql: Sql, playerId: number): Promise<number> {
  const { cashCents, bonusCents } = present(
    (await readBalances(sql, [playerId])).get(playerId),
    'the balances of a player',
  )
  return cashCents + bonusCents
}

/** A digest of name and CPF, stored with an approval so that it counts for that person only. */
const digestOf = ({ name, cpf }: Named): string =>
  createHash('sha256')
    .update(JSON.stringify([name, cpf]))
    .digest('hex')

/**
 * An operator approves or refuses a check the service was unsure of. From the money bound on, a first approval waits
 * for one of an independent operator; a refusal needs only one. Repeated by the same operator it answers the same.
 * The caller runs it within `asOperator`, which locks the operator's row.
 */
export async function decideCheck(
  tx: Tx,
  twoHandsFromCents: number,
  { checkId, operatorId, refusal, person, note, expiresOn }: Decide,
): Promise<
  Result<
    { state: Decided },
    'not_found' | 'documents_decided' | 'documents_person_changed' | 'documents_past_date'
  >
> {
  const [check] = await lockCheck(tx, checkId)
  if (!check) return refuse('not_found')
  const { playerId } = check
  if (check.state !== 'unsure') {
    const isSame = check.decidedBy === operatorId && check.reason === refusal
    return isSame ? ok({ state: check.state }) : refuse('documents_decided')
  }
  if (refusal === null && expiresOn !== null && isPast(expiresOn)) return refuse('documents_past_date')
  const shown = person && digestOf(person)
  if (refusal === null) {
    const now = await readPerson(tx, playerId)
    if (!now) return refuse('not_found')
    if (shown !== digestOf(now)) return refuse('documents_person_changed')
  }
  // An approval of another person does not count.
  const yes = (await selectYes(tx, checkId)).filter((one) => one.shown === shown)
  const state =
    refusal === null ? await approvalBy(tx, { check, yes, operatorId, twoHandsFromCents }) : 'refused'
  if (state === 'needs_another') return ok({ state })
  if (refusal === null && shown) await insertYes(tx, { checkId, operatorId, shown, note, expiresOn })
  if (state !== 'waits') {
    // Takes the earliest of the expiry days operators read; an operator who read none removes none.
    const [first = null] = [expiresOn, ...yes.map((one) => one.expiresOn)].filter(isDay).toSorted()
    const until = refusal === null ? first : null
    await updateDecided(tx, { checkId, state, reason: refusal, decidedBy: operatorId, expiresOn: until })
    if (state === 'approved' && person) await approve(tx, playerId, person)
    await writeEvents(tx, documentsDecided, [{ playerId, isApproved: state === 'approved' }])
  }
  await audit(tx, {
    actor: { kind: 'operator', id: operatorId },
    action: `documents.${state === 'waits' ? 'approved_by_one' : state}`,
    subject: `player:${playerId}`,
    details: { checkId, refusal, note, expiresOn },
  })
  return ok({ state })
}

const isDay = (day: string | null): day is string => day !== null

async function approvalBy(
  tx: Tx,
  decision: {
    check: { playerId: number }
    yes: readonly { operatorId: number }[]
    operatorId: number
    twoHandsFromCents: number
  },
): Promise<Exclude<Decided, 'refused'>> {
  const { check, yes, operatorId, twoHandsFromCents } = decision
  // Once a second approval was required it stays required, whatever the balance is by then.
  if (yes.length === 0 && (await moneyOf(tx, check.playerId)) < twoHandsFromCents) return 'approved'
  const hand = await secondHand(
    tx,
    yes.map((one) => one.operatorId),
    operatorId,
    'identities.check',
  )
  return hand === 'done' ? 'approved' : hand
}

/**
 * Those of these players to notify about expiring documents: the account is open and no test account, and the player
 * is not excluded. Nobody if the policy requires no documents.
 */
async function readNotifiable(
  tx: Tx,
  { terms }: Documents['policy'],
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, { hasDocuments: boolean }>> {
  if (terms.documentsBefore.length === 0 || playerIds.length === 0) return new Map()
  const [players, excluded] = await Promise.all([readPlayers(tx, playerIds), readExcluded(tx, playerIds)])
  return new Map(
    [...players].filter(
      ([playerId, { closedAt, isTest }]) => closedAt === null && !isTest && !excluded.has(playerId),
    ),
  )
}

/** Requests a new document from players whose document expired; what requires documents is blocked again. */
export async function expireDocuments({ deps, policy }: Pick<Documents, 'deps' | 'policy'>): Promise<void> {
  for (;;) {
    const ended = await deps.db.begin(async (tx) => {
      const rows = await endExpired(tx, EXPIRED_AT_ONCE)
      // Of several checks of one player the newest counts.
      const newest = new Map(
        rows
          .toSorted((one, other) => Number(one.decidedAt) - Number(other.decidedAt))
          .map((row) => [row.playerId, row]),
      )
      const forgotten = (await forgetDocuments(tx, [...newest.values()])).map(({ playerId }) => playerId)
      const notifiable = await readNotifiable(tx, policy, forgotten)
      const notified = [...newest.values()].filter(({ playerId }) => notifiable.has(playerId))
      await writeEvents(
        tx,
        documentsExpire,
        notified.map(({ playerId, expiresOn }) => ({ playerId, expiresOn, isOver: true })),
      )
      return rows.length
    })
    if (ended < EXPIRED_AT_ONCE) return
  }
}

/** Notifies players a month before their document expires, and asks for a new one. */
export async function notifyExpiring({ deps, policy }: Pick<Documents, 'deps' | 'policy'>): Promise<void> {
  if (policy.terms.documentsBefore.length === 0) return
  for (;;) {
    const marked = await deps.db.begin(async (tx) => {
      const rows = await updateNotified(tx, EXPIRED_AT_ONCE)
      const players = await readNotifiable(
        tx,
        policy,
        rows.map(({ playerId }) => playerId),
      )
      await writeEvents(
        tx,
        documentsExpire,
        rows
          .filter(({ playerId, isTheirs }) => isTheirs && players.get(playerId)?.hasDocuments === true)
          .map(({ playerId, expiresOn }) => ({ playerId, expiresOn, isOver: false })),
      )
      return rows.length
    })
    if (marked < EXPIRED_AT_ONCE) return
  }
}

/** Deletes pictures no longer needed: those of refused checks, and those never submitted. */
export async function sweepPictures({ deps, settings }: Documents): Promise<void> {
  const { keepDays } = (await settings()).documents
  for (;;) {
    const gone = await deleteOldPictures(deps.db, keepDays, DELETED_AT_ONCE)
    if (gone.length < DELETED_AT_ONCE) return
  }
}
