import { useId } from 'react'

/** The mark: a speech bubble with a tick, "I said it". */
export function Logo({ className }: { className?: string }) {
  const fill = useId()
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
      <linearGradient id={fill} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#FFD766" />
        <stop offset=".6" stopColor="#FFC52E" />
        <stop offset="1" stopColor="#F2A70F" />
      </linearGradient>
      <path
        fill={`url(#${fill})`}
        d="M16 1.5c8.3 0 14.5 5.6 14.5 13S24.3 27.6 16 27.6c-1.5 0-3-.2-4.3-.6L5 30.4c-.8.4-1.6-.3-1.4-1.1l1.2-5.2C2.7 21.6 1.5 18.3 1.5 14.5 1.5 7.1 7.7 1.5 16 1.5Z"
      />
      <path
        d="M9.3 14.9l4.6 4.7L23.2 9.7"
        fill="none"
        stroke="#1B1204"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
