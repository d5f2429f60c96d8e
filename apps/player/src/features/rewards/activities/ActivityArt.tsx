import { cx, FootballHero, MedalsHero, PixHero, StepsHero } from '@palpite/ui'

const drawings = { football: FootballHero, pix: PixHero, steps: StepsHero, medals: MedalsHero } as const

/** The picture of an activity by its name; grey once it is over. */
export function ActivityArt({
  art,
  isOver,
  className,
}: {
  art: string
  isOver?: boolean
  className?: string
}) {
  const Drawing = art in drawings ? drawings[art as keyof typeof drawings] : MedalsHero
  return (
    <div
      className={cx('aspect-[16/7] overflow-hidden rounded-18', isOver && 'opacity-60 grayscale', className)}
    >
      <Drawing />
    </div>
  )
}
