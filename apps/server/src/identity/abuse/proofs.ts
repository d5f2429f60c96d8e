import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Challenge, isProof } from '@palpite/contract/proof'
import type { Deps } from '../../platform/deps.ts'
import type { IdentitySettings } from '../settings.ts'
import { insertUsedProof, selectProofEnd, selectProofKey } from './queries.ts'

/** What a proof of work is good for: one kind of call, from one network. */
export type ProofOf = { purpose: 'login' | 'register'; network: string }

export type Proofs = {
  /** A fresh challenge. Nothing is kept of it: it carries its terms, signed. */
  challenge: (of: ProofOf) => Promise<Challenge>
  /** Whether a proof that was sent answers a challenge of ours, for this. Says nothing of whether it was used. */
  verify: (proof: string | undefined, of: ProofOf) => Promise<boolean>
  /** Uses a verified proof up. False when it was used before, or came too late. */
  use: (proof: string) => Promise<boolean>
}

const KEY_BYTES = 32
const NONCE_BYTES = 12

/** Challenges are signed, not stored: a storm of refused calls writes nothing. Only those that are met are kept. */
export function openProofs({ db, random }: Deps, settings: IdentitySettings['proof']): Proofs {
  let key: Promise<string> | undefined
  const keyOf = () =>
    (key ??= selectProofKey(db, random.token(KEY_BYTES)).catch((error: unknown) => {
      key = undefined // asked for again by the next call
      throw error
    }))
  const signed = async (terms: string, { purpose, network }: ProofOf): Promise<string> =>
    createHmac('sha256', await keyOf())
      .update(`${purpose} ${network} ${terms}`)
      .digest('base64url')
  return {
    challenge: async (of) => {
      const endsAt = await selectProofEnd(db, settings.liveSeconds)
      const terms = `${settings.bits}.${endsAt}.${random.token(NONCE_BYTES)}`
      return { challenge: `${terms}.${await signed(terms, of)}`, bits: settings.bits }
    },
    verify: async (proof, of) => {
      const read = readProof(proof ?? '')
      if (!read) return false
      const expected = await signed(read.terms, of)
      if (expected.length !== read.signature.length) return false
      if (!timingSafeEqual(Buffer.from(expected), Buffer.from(read.signature))) return false
      return isProof(read, read.number)
    },
    use: (proof) => {
      const read = readProof(proof)
      return read ? insertUsedProof(db, read.nonce, read.endsAt) : Promise.resolve(false)
    },
  }
}

const SHAPE =
  /^(?<challenge>(?<terms>(?<bits>\d{1,2})\.(?<endsAt>\d{1,12})\.(?<nonce>[\w-]{8,40}))\.(?<signature>[\w-]{43})):(?<number>\d{1,10})$/

function readProof(proof: string) {
  const parts = SHAPE.exec(proof)?.groups
  if (!parts) return undefined
  const { challenge = '', terms = '', nonce = '', signature = '' } = parts
  return {
    challenge,
    terms,
    nonce,
    signature,
    bits: Number(parts['bits']),
    endsAt: Number(parts['endsAt']),
    number: Number(parts['number']),
  }
}
