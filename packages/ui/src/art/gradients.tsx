/** Place, colour and, where it is not 1, opacity of one stop. */
export type Stop = readonly [offset: number, colour: string, opacity?: number]

const stopsOf = (stops: readonly Stop[]) =>
  stops.map(([offset, colour, opacity]) => (
    <stop key={offset} offset={offset} stopColor={colour} stopOpacity={opacity} />
  ))

type LinearProps = {
  id: string
  stops: readonly Stop[]
  from?: readonly [number, number]
  to?: readonly [number, number]
}

/** A linear gradient, from top to bottom by default. */
export function Linear({ id, stops, from = [0, 0], to = [0, 1] }: LinearProps) {
  return (
    <linearGradient id={id} x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]}>
      {stopsOf(stops)}
    </linearGradient>
  )
}

type RadialProps = { id: string; stops: readonly Stop[]; centre?: readonly [number, number]; radius?: number }

/** A round gradient from the middle. */
export function Radial({ id, stops, centre = [0.5, 0.5], radius = 0.5 }: RadialProps) {
  return (
    <radialGradient id={id} cx={centre[0]} cy={centre[1]} r={radius}>
      {stopsOf(stops)}
    </radialGradient>
  )
}
