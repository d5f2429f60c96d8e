import { Link } from 'wouter'
import { useMay } from './me.ts'

type Props = {
  playerId: number
  /** The part of the record that it opens: the profile, unless said. */
  part?: 'convites'
}

/** A player's number, linked if the operator may view players. */
export function PlayerLink({ playerId, part }: Props) {
  const may = useMay('players.read')
  const name = `#${playerId}`
  if (!may) return <span>{name}</span>
  return (
    <Link
      href={`/jogadores?busca=${playerId}${part === undefined ? '' : `&parte=${part}`}`}
      className="relative z-1 font-600 text-info underline-offset-2 hover:underline"
    >
      {name}
    </Link>
  )
}
