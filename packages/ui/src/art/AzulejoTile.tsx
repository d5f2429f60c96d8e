type Props = {
  x: number
  y: number
  size: number
  motif: number
  turns: number
  main: string
  second: string
}

/** One modernist tile, made of quarter circles and triangles in two colours. */
export function AzulejoTile({ x, y, size: s, motif, turns, main, second }: Props) {
  const half = s / 2
  const quarter = `M0 0H${s}A${s} ${s} 0 0 1 0 ${s}Z`
  return (
    <g transform={`translate(${x} ${y}) rotate(${turns * 90} ${half} ${half})`}>
      {motif === 0 && <path d={quarter} fill={main} />}
      {motif === 1 && (
        <>
          <path d={quarter} fill={main} />
          <path d={`M0 0H${half}A${half} ${half} 0 0 1 0 ${half}Z`} fill={second} />
        </>
      )}
      {motif === 2 && <path d={`M0 0H${s}L0 ${s}Z`} fill={main} />}
      {motif === 3 && <path d={`M0 0A${s} ${s} 0 0 0 ${s} ${s}A${s} ${s} 0 0 0 0 0Z`} fill={main} />}
      {motif === 4 && <circle cx={half} cy={half} r={s * 0.32} fill={main} />}
      {motif === 5 && (
        <>
          <path d={`M0 0H${half}V${s}H0Z`} fill={main} />
          <path d={`M${half} 0A${half} ${half} 0 0 1 ${half} ${s}Z`} fill={second} />
        </>
      )}
    </g>
  )
}
