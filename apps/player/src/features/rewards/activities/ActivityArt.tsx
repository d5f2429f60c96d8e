import { type ArtHero, cx, HeroArt } from '@palpite/ui'

const heroes: readonly string[] = ['football', 'pix', 'steps', 'medals'] satisfies ArtHero[]
const isHero = (art: string): art is ArtHero => heroes.includes(art)

/** An activity's picture by name; grey when over. */
export function ActivityArt({
  art,
  isOver,
  className,
}: {
  art: string
  isOver?: boolean
  className?: string
}) {
  return (
    <div
      className={cx('aspect-[16/7] overflow-hidden rounded-18', isOver && 'opacity-60 grayscale', className)}
    >
      <HeroArt hero={isHero(art) ? art : 'medals'} />
    </div>
  )
}
