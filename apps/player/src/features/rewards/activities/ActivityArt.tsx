import { type ArtHero, cx, HeroArt } from '@palpite/ui'
import type { ReactNode } from 'react'

const heroes: readonly string[] = ['football', 'pix', 'steps', 'medals'] satisfies ArtHero[]
const isHero = (art: string): art is ArtHero => heroes.includes(art)

type Props = {
  art: string
  isOver?: boolean
  className?: string
  /** Written over the picture's free half. */
  children?: ReactNode
}

/** An activity's picture by name; grey when over. */
export function ActivityArt({ art, isOver, className, children }: Props) {
  const hero = isHero(art) ? art : 'medals'
  return (
    <div
      data-ink={hero === 'football' ? 'dark' : 'light'}
      className={cx(
        'relative isolate aspect-[16/7] overflow-hidden rounded-18 data-[ink=dark]:text-on-brand data-[ink=light]:text-on-play',
        isOver && 'opacity-60 grayscale',
        className,
      )}
    >
      <HeroArt hero={hero} className="mirrored absolute inset-0 -z-1" />
      {children}
    </div>
  )
}
