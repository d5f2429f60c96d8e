import { cx } from '../cx.ts'

declare const __PICTURE_URLS__: Readonly<Record<string, string>> | undefined

// Set by the pictures plugin of the build; undefined without that build, as in unit tests.
const urls = typeof __PICTURE_URLS__ === 'undefined' ? undefined : __PICTURE_URLS__

/**
 * Pictures of hundreds of shapes: files of their own, so that each is one element of the page and the browser
 * caches it.
 */
export type PictureName = `hero-${'football' | 'steps' | 'pix' | 'medals'}` | GamePicture
export type GamePicture = 'mines' | 'dice' | 'limbo' | 'luckyColor' | 'rowDouble' | 'double'

type Props = { name: PictureName; isFirst?: boolean | undefined; className?: string | undefined }

/**
 * A picture of ours, as decoration. It fills its place and is cropped to it. `isFirst`: in sight when the
 * page opens.
 */
export function Picture({ name, isFirst, className }: Props) {
  return (
    <img
      src={urls?.[name]}
      alt=""
      draggable="false"
      fetchPriority={isFirst ? 'high' : 'auto'}
      className={cx('size-full', className)}
    />
  )
}
