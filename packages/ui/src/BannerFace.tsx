import { cx } from './cx.ts'

type Props = {
  /** The picture's address, and what it shows. */
  picture: string
  alt: string
  title: string
  action: string
  /** The notice of legal age and responsible play, which every banner carries. */
  notice: string
  /** `card`: in the carousel, as high as the drawn banners. `page`: on the start mask. */
  shape: 'card' | 'page'
  isFirst?: boolean
}

/** A planned banner: its texts on a plain ground, so that they are readable beside any picture. */
export function BannerFace({ picture, alt, title, action, notice, shape, isFirst = false }: Props) {
  const isCard = shape === 'card'
  return (
    <span
      className={cx(
        'grid',
        isCard
          ? 'min-h-166 grid-cols-[5fr_4fr] bg-brand text-on-brand roomy:grid-cols-1'
          : 'gap-16 justify-items-center text-center',
      )}
    >
      <img
        src={picture}
        alt={alt}
        draggable="false"
        fetchPriority={isFirst ? 'high' : 'auto'}
        className={cx(
          'size-full object-cover',
          isCard
            ? 'absolute inset-y-0 end-0 w-4/9 roomy:static roomy:h-166 roomy:w-full'
            : 'aspect-square rounded-24',
        )}
      />
      <span
        className={cx(
          'flex min-w-0 flex-col gap-8',
          isCard ? 'col-start-1 items-start p-16 ps-18' : 'items-center',
        )}
      >
        <span
          className={cx(
            'font-800 tracking-tighter text-balance break-words hyphens-auto',
            isCard ? 'text-16 leading-[1.12]' : 'text-24',
          )}
        >
          {title}
        </span>
        <span
          className={cx(
            'inline-flex min-h-32 items-center rounded-11 px-12 text-13 font-700',
            isCard ? 'mt-auto bg-on-brand text-brand-hi' : 'min-h-48 bg-brand px-24 text-on-brand',
          )}
        >
          {action}
        </span>
        <span className="text-11">{notice}</span>
      </span>
    </span>
  )
}
