import { useEffect, useRef, useState } from 'react'

/** The visible slide of a scroll-snap row. */
export const useCarousel = () => {
  const row = useRef<HTMLDivElement>(null)
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
  }, [])
  return { row, at }
}
