import { createHash } from 'node:crypto'
import { type InTurn, turnsOf } from '../../platform/costly-work.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Limiter } from '../../platform/limits.ts'
import { makePicture } from '../../platform/make-picture.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { deleteUnusedPictures, insertBannerPicture, lockBanners, selectBannerPicture } from './queries.ts'

/** Pixels of the longest side: three device pixels of a phone for each CSS pixel of the carousel's width. */
const LONGEST_SIDE = 1040
/** The bound of the table too; a usual photo needs a tenth of it. */
const MAX_BYTES = 1_000_000
const PICTURES_A_DAY = 60
const DAY_SECONDS = 24 * 60 * 60

/** What uploads of banner pictures share. */
export type BannerPictures = { picturesADay: Limiter; pictureInTurn: InTurn }

export const bannerPicturesOf = ({ limits }: Pick<Deps, 'limits'>): BannerPictures => ({
  picturesADay: limits.limiter('banner-pictures-day', PICTURES_A_DAY, DAY_SECONDS),
  pictureInTurn: turnsOf('picture'),
})

/** Re-encodes an operator's picture, outside of any transaction because it takes a while. */
export const makeBannerPicture = (
  { picturesADay, pictureInTurn }: BannerPictures,
  { operatorId, picture }: { operatorId: number; picture: string },
): Promise<Result<{ id: string; webp: Buffer }, 'not_a_picture' | 'too_many_requests'>> =>
  pictureInTurn(operatorId, async () => {
    if (!(await picturesADay.consume(String(operatorId)))) return refuse('too_many_requests')
    const made = await makePicture(Buffer.from(picture, 'base64'), LONGEST_SIDE)
    if (!made.ok) return made
    if (made.value.length > MAX_BYTES) return refuse('not_a_picture')
    return ok({ id: createHash('sha256').update(made.value).digest('hex'), webp: made.value })
  })

/** Stores a picture, once per content, and deletes those that no banner has used for a day. Returns whether it is new. */
export async function keepBannerPicture(
  tx: Tx,
  picture: { id: string; webp: Buffer; by: number },
): Promise<boolean> {
  await lockBanners(tx)
  await deleteUnusedPictures(tx)
  return (await insertBannerPicture(tx, picture)).length > 0
}

/** An uploaded picture, for operators. */
export const readBannerPicture = async (sql: Sql, id: string): Promise<Buffer | undefined> =>
  (await selectBannerPicture(sql, id))[0]?.webp
