import type { DocumentSide } from '@palpite/contract'
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import type { Deps } from '../../platform/deps.ts'
import { signingKey } from '../../platform/signing-key.ts'

/** Which picture it is: sealed, it opens as no other. */
type Place = { checkId: number; playerId: number; side: DocumentSide }

const NONCE_BYTES = 12
const TAG_BYTES = 16

const keyOf = (config: Pick<Config, 'PUBLIC_ID_SECRET'>) => signingKey(config, 'pictures of documents')
const nameOf = ({ checkId, playerId, side }: Place) => Buffer.from(`${checkId}:${playerId}:${side}`)

/** Encrypts a picture under a key that is not in the database: a copy of the database shows nobody's face. */
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

/** The picture that `sealPicture` encrypted. Throws where it was another's, or the key is another one. */
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
