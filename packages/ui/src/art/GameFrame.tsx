import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { Linear, Radial } from './gradients.tsx'
import { Wall } from './Pattern.tsx'

type Props = { from: string; to: string; seed: number; className?: string | undefined; children: ReactNode }

/**
 * The background of every game's art: a hue, a faint azulejo pattern, a glow, and shade at the bottom behind
 * the game's name, which may take two lines.
 */
export function GameFrame({ from, to, seed, className, children }: Props) {
  const id = useId()
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 116 136"
      preserveAspectRatio="xMidYMid slice"
      className={cx('size-full', className)}
    >
      <defs>
        <Linear
          id={`${id}h`}
          from={[0.1, 0]}
          to={[0.8, 1]}
          stops={[
            [0, from],
            [1, to],
          ]}
        />
        <Linear
          id={`${id}s`}
          stops={[
            [0, '#000', 0],
            [0.36, '#07030F', 0],
            [0.6, '#07030F', 0.66],
            [1, '#07030F', 0.88],
          ]}
        />
        <Radial
          id={`${id}g`}
          stops={[
            [0, '#fff', 0.38],
            [1, '#fff', 0],
          ]}
        />
      </defs>
      <rect width="116" height="136" fill={`url(#${id}h)`} />
      <g opacity=".07">
        <Wall seed={seed} columns={3} rows={4} size={39} main="#fff" />
      </g>
      <circle cx="58" cy="52" r="56" fill={`url(#${id}g)`} />
      {children}
      <rect width="116" height="136" fill={`url(#${id}s)`} />
    </svg>
  )
}
