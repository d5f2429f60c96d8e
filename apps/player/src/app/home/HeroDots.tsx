import { type RefObject, useEffect, useState } from 'react'

type Props = { row: RefObject<HTMLElement | null>; count: number }

/** A dot for each slide of a row; that of the visible one is long. */
export function HeroDots({ row, count }: Props) {
  const at = useVisibleSlide({ row, count })
  return Array.from({ length: count }, (_, index) => (
    <span
      key={index}
      data-here={index === at || undefined}
      className="h-6 w-6 rounded-full bg-surface-4 transition-[width] duration-(--dur-2) data-here:w-18 data-here:bg-brand-line"
    />
  ))
}

/** The place of the visible slide of a scroll-snap row. */
function useVisibleSlide({ row, count }: Props): number {
  const [at, setAt] = useState(0)
  useEffect(() => {
    const element = row.current
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (entry.isIntersecting) setAt([...element.children].indexOf(entry.target))
        }
      },
      { root: element, threshold: 0.6 },
    )
    for (const slide of element.children) observer.observe(slide)
    return () => observer.disconnect()
  }, [row, count])
  return at
}
