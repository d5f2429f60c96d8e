import { Link } from 'wouter'
import { useMay } from './me.ts'

/** A player's number, linked if the operator may view players. */
export function PlayerLink({ playerId }: { playerId: number }) {
  const may = useMay('players.read')
  const name = `#${playerId}`
  if (!may) return <span>{name}</span>
  return (
    <Link
      href={`/jogadores?busca=${playerId}`}
      className="relative z-1 font-600 text-info underline-offset-2 hover:underline"
    >
      {name}
    </Link>
  )
}
