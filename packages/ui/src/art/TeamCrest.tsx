import { useId } from 'react'
import { cx } from '../cx.ts'
import { crestOf } from './crest.ts'

const shield = 'M12 1.6 20.6 4.4V12c0 5.3-3.7 8.7-8.6 10.4C7.1 20.7 3.4 17.3 3.4 12V4.4Z'

const patterns = {
  half: 'M12 0h12v24H12z',
  stripes: 'M6.5 0h3.4v24H6.5zM14.1 0h3.4v24h-3.4z',
  sash: 'M-1 6 8-1 25 15 16 24Z',
  hoop: 'M0 8h24v6H0z',
  chevron: 'M0 4l12 9L24 4v6l-12 9L0 10z',
  quarters: 'M12 0h12v12H12zM0 12h12v12H0z',
} as const

/**
 * A shield in two colours that stands for a team: always the same for a name, and never a club's own emblem.
 */
export function TeamCrest({ team, className }: { team: string; className?: string }) {
  const clip = useId()
  const { main, second, pattern } = crestOf(team)
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={cx('shrink-0', className ?? 'size-22')}>
      <clipPath id={clip}>
        <path d={shield} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width="24" height="24" fill={main} />
        <path d={patterns[pattern]} fill={second} />
        <path d="M0 0h24v9C16 6 8 6 0 9Z" fill="#fff" opacity=".14" />
      </g>
      <path d={shield} fill="none" stroke="currentColor" strokeOpacity=".3" />
    </svg>
  )
}
