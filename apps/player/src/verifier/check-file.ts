import { treeHeadBytes } from '@palpite/games/log'
import {
  type CheckedRecord,
  isRecord,
  recordBytes,
  type RoundsRecord,
  type SignedRecord,
  verifyRecord,
} from '@palpite/games/record'
import { isSignedBy } from '../shared/signature.ts'

/** All that a file of rounds was checked for. A signature is unknown where the browser cannot check one. */
export type CheckedFile = {
  content: RoundsRecord
  publicKey: string
  isSigned: boolean | undefined
  isHeadSigned: boolean | undefined
  record: CheckedRecord
}

/** Reads a file of rounds and works all of it out again; nothing where it is none. */
export async function checkFile(text: string): Promise<CheckedFile | undefined> {
  const file = signedRecordOf(text)
  if (!file) return undefined
  const { content, publicKey, signature } = file
  try {
    return {
      content,
      publicKey,
      isSigned: await isSignedBy(publicKey, recordBytes(content), signature),
      isHeadSigned:
        content.head !== null &&
        (await isSignedBy(publicKey, treeHeadBytes(content.head), content.head.signature)),
      record: verifyRecord(content),
    }
  } catch {
    return undefined // a part of it is not of the shape that it says it is
  }
}

/** Whether all that concerns the file as a whole holds: seed, proofs, sums, part, and every signature that can be checked. */
export const isFileRight = ({
  record,
  isSigned,
  isHeadSigned,
}: Pick<CheckedFile, 'record' | 'isSigned' | 'isHeadSigned'>): boolean =>
  record.findings.length === 0 && isSigned !== false && isHeadSigned !== false

function signedRecordOf(text: string): SignedRecord | undefined {
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    return undefined
  }
  const { content, publicKey, signature } = (said ?? {}) as Partial<SignedRecord>
  return isRecord(content) && typeof publicKey === 'string' && typeof signature === 'string'
    ? { content, publicKey, signature }
    : undefined
}
