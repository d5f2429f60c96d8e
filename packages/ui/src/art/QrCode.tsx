import type { Ref } from 'react'
import { Logo } from './Logo.tsx'

type Props = {
  /** The dark squares as one path, in a drawing this many squares wide. */
  path: string
  size: number
  label: string
  ref?: Ref<SVGSVGElement>
  className?: string
}

/** A QR code with the mark in its middle, dark on light in both themes, since cameras read it. */
export function QrCode({ path, size, label, ref, className }: Props) {
  const middle = size / 2
  return (
    <svg ref={ref} role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={className}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#0d0a14" shapeRendering="crispEdges" />
      <rect x={middle - 3.4} y={middle - 3.4} width="6.8" height="6.8" rx="1.4" fill="#ffffff" />
      <svg x={middle - 2.7} y={middle - 2.7} width="5.4" height="5.4" viewBox="0 0 32 32">
        <Logo />
      </svg>
    </svg>
  )
}
