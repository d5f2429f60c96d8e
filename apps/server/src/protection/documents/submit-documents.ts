import { createCipheriv, createDecipheriv } from 'node:crypto'
import { type DocumentRefusal, documentRefusals, type DocumentSide, documentSides } from '@palpite/contract'
import { readAddress, readExposure, readGender, readPlayers } from '../../identity/index.ts'
import type { Config } from '../../platform/config.ts'
import { type InTurn, turnsOf } from '../../platform/costly-work.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Limiter } from '../../platform/limits.ts'
import { makePicture } from '../../platform/make-picture.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { signingKey } from '../../platform/crypto.ts'
import type { CompliancePolicy } from '../policy.ts'
import type { ProtectionSettings } from '../settings.ts'
import type { DocumentCheck } from './document-check.ts'
import {
  insertCheck,
  lockOpenCheck,
  selectLatestCheck,
  selectSentToday,
  updateSent,
  upsertPicture,
} from './queries.ts'

/** What the document commands share. */
export type Documents = {
  deps: Deps
  policy: Pick<CompliancePolicy, 'terms'>
  /** Undefined without an external check service: operators decide every check. */
  check: DocumentCheck | undefined
  settings: () => Promise<ProtectionSettings>
  picturesADay: Limiter
  pictureInTurn: InTurn
}

const PICTURES_A_DAY = 30
const DAY_SECONDS = 24 * 60 * 60

export const documentsOf = (needs: Omit<Documents, 'picturesADay' | 'pictureInTurn'>): Documents => ({
  ...needs,
  picturesADay: needs.deps.limits.limiter('document-pictures-day', PICTURES_A_DAY, DAY_SECONDS),
  pictureInTurn: turnsOf('document'),
})

/** The state of a check as the player may see it, without who decides it. */
type OwnCheck = {
  asksAddress: boolean
  asksExposure: boolean
  isNeeded: boolean
  state: 'none' | 'collecting' | 'checking' | 'refused' | 'approved'
  given: DocumentSide[]
  reason: DocumentRefusal | null
}

/** Returns the state of this player's check. */
export async function readOwnCheck({ deps, policy }: Documents, playerId: number): Promise<OwnCheck> {
  const [player, [latest], asksAddress, asksExposure] = await Promise.all([
    readPlayers(deps.db, [playerId]).then((players) => players.get(playerId)),
    selectLatestCheck(deps.db, playerId),
    lacksAddress({ deps, policy }, playerId),
    lacksExposure({ deps, policy }, playerId),
  ])
  const asks = { asksAddress, asksExposure }
  const nothing = { ...asks, given: [], reason: null }
  if (player?.hasDocuments) return { isNeeded: false, state: 'approved', ...nothing }
  const isNeeded = policy.terms.documentsBefore.length > 0 && player?.isTest === false
  if (latest?.state === 'collecting') {
    const given = documentSides.filter((side) => latest.given.includes(side))
    return { isNeeded, ...asks, state: 'collecting', given, reason: null }
  }
  if (latest?.state === 'waiting' || latest?.state === 'unsure')
    return { isNeeded, state: 'checking', ...nothing }
  if (latest?.state === 'approved' && latest.isExpired)
    return { isNeeded, ...asks, state: 'refused', given: [], reason: 'expired' }
  // An approval from before the name or CPF was corrected no longer counts.
  if (latest?.state !== 'refused') return { isNeeded, state: 'none', ...nothing }
  const reason = documentRefusals.find((one) => one === latest.reason) ?? null
  return { isNeeded, ...asks, state: 'refused', given: [], reason }
}

/** Whether the policy requires address and gender and this player has not given both. */
async function lacksAddress(
  { deps, policy }: Pick<Documents, 'deps' | 'policy'>,
  playerId: number,
): Promise<boolean> {
  if (!policy.terms.needsAddress) return false
  const answers = await Promise.all([readAddress(deps.db, playerId), readGender(deps.db, playerId)])
  return answers.includes(undefined)
}

/** Whether the policy asks for political exposure and this player has not answered within a year. */
async function lacksExposure(
  { deps, policy }: Pick<Documents, 'deps' | 'policy'>,
  playerId: number,
): Promise<boolean> {
  if (!policy.terms.asksExposure) return false
  const { statements } = await readExposure(deps.db, playerId)
  return !statements.some(({ source, isOld }) => source === 'declared' && !isOld)
}

type SubmitRefusal =
  | 'kyc_needed'
  | 'too_many_requests'
  | 'not_a_picture'
  | 'documents_in_check'
  | 'documents_decided'

/**
 * Stores one picture of a player: re-encoded without hidden data, encrypted, replacing an earlier one of the same
 * side. The first picture starts a check. After submission no picture is accepted until the check is decided.
 */
export async function submitPicture(
  documents: Documents,
  { playerId, side, picture }: { playerId: number; side: DocumentSide; picture: string },
): Promise<Result<OwnCheck, SubmitRefusal>> {
  const { deps } = documents
  const refused = await refuseGiving(documents, playerId)
  if (refused) return refused
  const made = await documents.pictureInTurn(playerId, async () =>
    (await documents.picturesADay.consume(String(playerId)))
      ? makePicture(Buffer.from(picture, 'base64'))
      : refuse('too_many_requests'),
  )
  if (!made.ok) return made
  const kept = await deps.db.begin(async (tx) => {
    await insertCheck(tx, playerId, deps.random.hex(16))
    const [open] = await lockOpenCheck(tx, playerId)
    if (open?.state !== 'collecting') return refuse('documents_in_check')
    const place = { checkId: open.id, playerId, side }
    await upsertPicture(tx, { ...place, sealed: sealPicture(deps, place, made.value) })
    return ok(null)
  })
  return kept.ok ? ok(await readOwnCheck(documents, playerId)) : kept
}

/** A check needs a recorded name, and is not repeated once done. */
async function refuseGiving({ deps }: Documents, playerId: number) {
  const player = (await readPlayers(deps.db, [playerId])).get(playerId)
  if (!player?.isIdentified) return refuse('kyc_needed')
  return player.hasDocuments ? refuse('documents_decided') : undefined
}

type SendRefusal =
  | 'address_needed'
  | 'exposure_needed'
  | 'kyc_needed'
  | 'too_many_requests'
  | 'documents_incomplete'
  | 'documents_decided'

/** Submits a player's pictures for checking; any number of concurrent calls submit once. */
export async function submitDocuments(
  documents: Documents,
  playerId: number,
): Promise<Result<OwnCheck, SendRefusal>> {
  const { deps, check, settings } = documents
  const refused = await refuseGiving(documents, playerId)
  if (refused) return refused
  if (await lacksAddress(documents, playerId)) return refuse('address_needed')
  if (await lacksExposure(documents, playerId)) return refuse('exposure_needed')
  const { documents: terms } = await settings()
  const sent = await deps.db.begin(async (tx) => {
    const [open] = await lockOpenCheck(tx, playerId)
    if (open && open.state !== 'collecting') return ok(null)
    if (!open || open.given < documentSides.length) return refuse('documents_incomplete')
    const [today] = await selectSentToday(tx, playerId)
    if ((today?.times ?? 0) >= terms.sendsADay) return refuse('too_many_requests')
    await updateSent(tx, open.id, check !== undefined)
    return ok(null)
  })
  return sent.ok ? ok(await readOwnCheck(documents, playerId)) : sent
}

/** Which picture it is: an encrypted picture can be decrypted for this place only. */
type Place = { checkId: number; playerId: number; side: DocumentSide }

const NONCE_BYTES = 12
const TAG_BYTES = 16

const keyOf = (config: Pick<Config, 'PUBLIC_ID_SECRET'>) => signingKey(config, 'pictures of documents')
const nameOf = ({ checkId, playerId, side }: Place) => Buffer.from(`${checkId}:${playerId}:${side}`)

/** Encrypts a picture under a key outside the database: a copy of the database shows no face. */
export function sealPicture(
  { config, random }: Pick<Deps, 'config' | 'random'>,
  place: Place,
  picture: Buffer,
): Buffer {
  const nonce = Buffer.from(random.hex(NONCE_BYTES), 'hex')
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), nonce).setAAD(nameOf(place))
  const sealed = Buffer.concat([cipher.update(picture), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts a picture of `sealPicture`. Throws if it belongs to another place or key. */
export function openPicture(
  config: Pick<Config, 'PUBLIC_ID_SECRET'>,
  { sealed, ...place }: Place & { sealed: Buffer },
): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(config), nonce, { authTagLength: TAG_BYTES })
    .setAAD(nameOf(place))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}
