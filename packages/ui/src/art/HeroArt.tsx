import { Picture } from './Picture.tsx'

export type ArtHero = 'football' | 'steps' | 'pix' | 'medals'

type Props = { hero: ArtHero; isFirst?: boolean; className?: string }

/** The picture of a banner: a football, steps of glass, money under a tile of leaves, or a fan of medallions. */
export function HeroArt({ hero, isFirst, className }: Props) {
  return <Picture name={`hero-${hero}`} isFirst={isFirst} className={className} />
}
