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

/** The findings about a file of rounds. A signature is undefined if the browser cannot check it. */
export type CheckedFile = {
  content: RoundsRecord
  publicKey: string
  isSigned: boolean | undefined
  isHeadSigned: boolean | undefined
  record: CheckedRecord
}

/** Reads a file of rounds and recomputes everything in it; undefined if it is no such file. */
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
    return undefined // a part of the file does not have its declared shape
  }
}

/**
 * Whether everything about the whole file is right: seed, proofs, sums, part, and every signature that can be
 * checked.
 */
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
