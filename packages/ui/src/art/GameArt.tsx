import { type GamePicture, Picture } from './Picture.tsx'

export type ArtGame = GamePicture

/** The picture of a game. */
export function GameArt({ game, className }: { game: ArtGame; className?: string }) {
  return <Picture name={game} className={className} />
}
