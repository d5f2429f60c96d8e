import type { ReactNode } from 'react'

type Props = {
  home: string
  away: string
  /** Shown above a side's name. */
  crestOf: (team: string, side: 'home' | 'away') => ReactNode
  /** Shown between them: the score, or the start. */
  children: ReactNode
}

/** Two opposing sides with something in between. */
export function Sides({ home, away, crestOf, children }: Props) {
  return (
    <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-8 pt-8 narrow:grid-cols-[minmax(min-content,1fr)_minmax(0,auto)_minmax(min-content,1fr)] narrow:gap-4 roomy:grid-cols-1 narrow:roomy:grid-cols-1 roomy:justify-items-center">
      <Side name={home}>{crestOf(home, 'home')}</Side>
      {children}
      <Side name={away}>{crestOf(away, 'away')}</Side>
    </div>
  )
}

function Side({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 justify-items-center gap-6 text-center">
      {children}
      <span className="w-full text-14 leading-tight font-700 tracking-tight">{name}</span>
    </div>
  )
}
